//! `PATCH /api/v1/decklists/{id}/`: changes fields of a decklist.

use api_kit::description::{Answer, Description, Tag};
use axum::body::Body;
use axum::http::StatusCode;
use axum::response::Response;
use service_kit::problem::Problem;

use crate::commands::decklists::change_decklist::ChangeDecklist;
use crate::commands::decklists::decklist_fields::ListChanges;
use crate::http::call::{Call, Input};
use crate::http::idempotency::{self, Request};
use crate::http::{answer, attached, headers, problems};

/// What the documentation says of it.
pub(crate) const DESCRIPTION: Description = Description {
    id: "change_decklist",
    tag: Tag::Decklists,
    summary: "Change fields of a decklist",
    text: "What is not given stays. Changes are made to the newest list, so that two clients that change different fields \
           do not undo each other's change; with `If-Match`, only if the list still has one of the versions named (412 if \
           not). What changes nothing is no new revision.",
    parameters: &[],
    body: Some("DecklistChange"),
    answer: Answer::Json(200, "Decklist"),
};

/// Changes them.
pub(crate) async fn answer(call: Call, body: Body) -> Result<Response, Problem> {
    let decklist_id = call.id("decklist")?;
    let Input { fields, key, mut errors } = call.input(body).await?;
    let expected = headers::if_match(&call.headers, &mut errors);
    let key = key.map(|key| idempotency::key(&call.caller, key, Request::ChangeList(decklist_id, &fields)));
    let changes = ListChanges::check(fields, errors).map_err(|errors| problems::fields(&errors))?;
    let handed_in = attached::handed_in(&call, decklist_id).await?;
    let command = ChangeDecklist { reach: call.reach(), decklist_id, changes, expected, handed_in };
    let done = call.shared.commands.change_decklist(&call.caller.actor(), &command, key.as_ref()).await;
    let done = done.map_err(problems::not_done)?;
    Ok(answer::list(&call, StatusCode::OK, &done.folded).await)
}
