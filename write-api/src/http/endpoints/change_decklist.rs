//! `PATCH /api/v1/decklists/{id}/`: changes fields of a decklist.

use api_kit::description::{Answer, Description, Tag};
use axum::body::Body;
use axum::http::StatusCode;
use axum::response::Response;
use service_kit::problem::Problem;

use crate::commands::decklists::change_decklist::ChangeDecklist;
use crate::commands::decklists::decklist_fields::ListChanges;
use crate::event_lists::handed_in;
use crate::http::idempotency::{self, Request};
use crate::http::request::{Input, WriteRequest};
use crate::http::{answer, headers, problems};

/// The documentation of the route.
pub(crate) const DESCRIPTION: Description = Description {
    id: "change_decklist",
    tag: Tag::Decklists,
    summary: "Change fields of a decklist",
    text: "Fields that are not given stay as they are. Changes apply to the newest revision, so that two clients that \
           change different fields do not undo each other's changes. With `If-Match`, the list is changed only if it \
           has one of the named versions (412 if not). A request that changes nothing makes no new revision.",
    parameters: &[],
    body: Some("DecklistChange"),
    answer: Answer::Json(200, "Decklist"),
};

/// Handles the request.
pub(crate) async fn answer(request: WriteRequest, body: Body) -> Result<Response, Problem> {
    let decklist_id = request.id("decklist")?;
    let Input { fields, key, mut errors } = request.list_input(body).await?;
    let expected = headers::if_match(&request.headers, &mut errors);
    let key = key.map(|key| idempotency::key(&request.caller, key, Request::ChangeList(decklist_id, &fields)));
    let changes = ListChanges::check(fields, errors).map_err(|errors| problems::fields(&errors))?;
    let handed_in = handed_in::handed_in(&request, decklist_id).await?;
    let command = ChangeDecklist { reach: request.reach(), decklist_id, changes, expected, handed_in };
    let done = request.shared.commands.change_decklist(&request.caller.actor(), &command, key.as_ref()).await;
    let done = done.map_err(problems::not_done)?;
    Ok(answer::list(&request, StatusCode::OK, &done.folded).await)
}
