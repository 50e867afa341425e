//! `POST /api/v1/decklists/`: submits a decklist.

use api_kit::description::{Answer, Description, Tag};
use axum::body::Body;
use axum::http::StatusCode;
use axum::response::Response;
use domain::permissions::Operation::WriteDecklists;
use proto_events::ids::OrganizationId;
use service_kit::problem::Problem;

use crate::commands::decklists::decklist_fields::WholeList;
use crate::commands::decklists::submit_decklist::SubmitDecklist;
use crate::http::call::{Call, Input};
use crate::http::idempotency::{self, Request};
use crate::http::{answer, problems};

/// What the documentation says of it.
pub(crate) const DESCRIPTION: Description = Description {
    id: "create_decklist",
    tag: Tag::Decklists,
    summary: "Submit a decklist",
    text: "`name` is required; what is not given is empty. The list is on disk when the answer comes. Send an \
           `Idempotency-Key`, and a repeated request makes no second list: it gets the first answer again, for 24 hours. \
           `Location` is the address of the new list, `X-Content-SHA256` the hash of its text. Of a list that a person submits \
           with a token or a session, the person is the owner.",
    parameters: &[],
    body: Some("DecklistBody"),
    answer: Answer::Json(201, "Decklist"),
};

/// Submits it.
pub(crate) async fn answer(mut call: Call, body: Body) -> Result<Response, Problem> {
    let Input { fields, key, errors } = call.input(body).await?;
    let key = key.map(|key| idempotency::key(&call.caller, key, Request::CreateList(&fields)));
    let list = WholeList::check(fields, errors).map_err(problems::unfit)?;
    let organization_id = call.caller.organization_for(WriteDecklists).unwrap_or(OrganizationId::SHARED);
    let command = SubmitDecklist { organization_id, owner_user_id: call.caller.person(), list };
    let done = call.shared.commands.submit_decklist(&call.caller.actor(), &command, key.as_ref()).await;
    let done = done.map_err(problems::not_done)?;
    Ok(answer::list(&call, StatusCode::CREATED, &done.folded).await)
}
