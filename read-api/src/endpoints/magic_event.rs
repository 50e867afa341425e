//! `GET /api/v1/magic-events/{id}/`: an event with everything in it.

use api_kit::description::{Answer, Description, Tag};
use axum::response::Response;
use service_kit::problem::Problem;
use storage::ViewKind;

use crate::call::{Call, Caller};

/// The views that it hands out.
pub(crate) const DRAWS_ON: &[ViewKind] = &[ViewKind::MagicEvent];

/// What the documentation says of it.
pub(crate) const DESCRIPTION: Description = Description {
    id: "get_event",
    tag: Tag::Events,
    summary: "Get an event with everything in it",
    text: "Player statuses of every registration, every phase with its rounds and matches, and the featured matches of the \
           current round. Phases and rounds ascend. `current_round_number` is 0 before the first round; `start_datetime`, \
           `decklist` and `final_place_in_standings` are null while there is none. In an event of more than 512 seats this \
           document may lag results by a second; rounds, standings and overview do not.",
    parameters: &[],
    body: None,
    answer: Answer::Json(200, "Event"),
};

/// Answers with the document.
pub(crate) async fn answer(call: Call, caller: Caller) -> Result<Response, Problem> {
    call.document(&caller, ViewKind::MagicEvent, "event").await
}
