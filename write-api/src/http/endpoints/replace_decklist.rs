//! `PUT /api/v1/decklists/{id}/`: replaces a decklist.

use api_kit::description::{Answer, Description, Tag};
use axum::body::Body;
use axum::http::StatusCode;
use axum::response::Response;
use service_kit::problem::Problem;

use crate::commands::decklists::decklist_fields::WholeList;
use crate::commands::decklists::replace_decklist::ReplaceDecklist;
use crate::event_lists::handed_in;
use crate::http::idempotency::{self, Request};
use crate::http::request::{Input, WriteRequest};
use crate::http::{answer, headers, problems};

/// The documentation of the route.
pub(crate) const DESCRIPTION: Description = Description {
    id: "replace_decklist",
    tag: Tag::Decklists,
    summary: "Replace a decklist",
    text: "`name` is required; other fields become empty if not given. The same list again makes no new revision. \
           With `If-Match`, the list is replaced only if it has one of the named versions (412 if not); without it, \
           the newest revision is replaced. Every revision is kept.",
    parameters: &[],
    body: Some("DecklistBody"),
    answer: Answer::Json(200, "Decklist"),
};

/// Handles the request.
pub(crate) async fn answer(request: WriteRequest, body: Body) -> Result<Response, Problem> {
    let decklist_id = request.id("decklist")?;
    let Input { fields, key, mut errors } = request.list_input(body).await?;
    let expected = headers::if_match(&request.headers, &mut errors);
    let key = key.map(|key| idempotency::key(&request.caller, key, Request::ReplaceList(decklist_id, &fields)));
    let list = WholeList::check(fields, errors).map_err(problems::unfit)?;
    let handed_in = handed_in::handed_in(&request, decklist_id).await?;
    let command = ReplaceDecklist { reach: request.reach(), decklist_id, list, expected, handed_in };
    let done = request.shared.commands.replace_decklist(&request.caller.actor(), &command, key.as_ref()).await;
    let done = done.map_err(problems::not_done)?;
    Ok(answer::list(&request, StatusCode::OK, &done.folded).await)
}
