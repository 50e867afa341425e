//! `POST /api/v1/decklists/`: submits a decklist.

use api_kit::description::{Answer, Description, Tag};
use axum::body::Body;
use axum::http::StatusCode;
use axum::response::Response;
use domain::permissions::Operation::WriteDecklists;
use proto_events::ids::{OrganizationId, UserId};
use service_kit::chain;
use service_kit::problem::Problem;
use storage::Lists;

use crate::commands::decklists::decklist_fields::WholeList;
use crate::commands::decklists::submit_decklist::{OwnLists, SubmitDecklist};
use crate::http::idempotency::{self, Request};
use crate::http::request::{Input, WriteRequest};
use crate::http::{answer, problems};

/// The documentation of the route.
pub(crate) const DESCRIPTION: Description = Description {
    id: "create_decklist",
    tag: Tag::Decklists,
    summary: "Submit a decklist",
    text: "`name` is required; other fields are empty if not given. The list is on disk before the answer is sent. \
           With an `Idempotency-Key`, a repeated request creates no second list: it gets the first answer again, for \
           24 hours. `Location` is the address of the new list, `X-Content-SHA256` the hash of its text. A person who \
           submits a list with a token or a session owns it. A person can own a limited number of lists; beyond the \
           limit, 409.",
    parameters: &[],
    body: Some("DecklistBody"),
    answer: Answer::Json(201, "Decklist"),
};

/// Handles the request.
pub(crate) async fn answer(request: WriteRequest, body: Body) -> Result<Response, Problem> {
    let Input { fields, key, errors } = request.list_input(body).await?;
    let key = key.map(|key| idempotency::key(&request.caller, key, Request::CreateList(&fields)));
    let list = WholeList::check(fields, errors).map_err(problems::unfit)?;
    let organization_id = request.caller.organization_for(WriteDecklists).unwrap_or(OrganizationId::SHARED);
    let owner_user_id = request.caller.person();
    let own_lists = own_lists(&request, owner_user_id).await;
    let command = SubmitDecklist { organization_id, owner_user_id, list, own_lists };
    let done = request.shared.commands.submit_decklist(&request.caller.actor(), &command, key.as_ref()).await;
    let done = done.map_err(problems::not_done)?;
    Ok(answer::list(&request, StatusCode::CREATED, &done.folded).await)
}

/// Counts the lists of the person who will own the new one. If the views cannot be read, the list is accepted without a
/// limit: writes do not depend on the views.
async fn own_lists(request: &WriteRequest, owner: Option<UserId>) -> Option<OwnLists> {
    let (owner, most) = owner.zip(request.shared.settings.own_lists)?;
    let own = Lists { list: None, own: Some(owner) };
    match request.shared.views.state_of(own).await {
        Ok(state) => Some(OwnLists { owned: state.count, most }),
        Err(error) => {
            tracing::warn!(
                error = chain(&error),
                "cannot count the lists of a person, so the new one is accepted without a limit"
            );
            None
        }
    }
}
