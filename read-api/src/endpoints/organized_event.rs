//! `GET /api/v1/magic-events/{id}/settings/`: what was decided about an event, for those who run it.

use api_kit::description::{Answer, Description, Tag};
use axum::response::Response;
use service_kit::problem::Problem;
use storage::ViewKind;

use crate::call::{Call, Caller};

/// The views that it hands out.
pub(crate) const DRAWS_ON: &[ViewKind] = &[ViewKind::OrganizedEvent];

/// What the documentation says of it.
pub(crate) const DESCRIPTION: Description = Description {
    id: "get_event_settings",
    tag: Tag::Organizing,
    summary: "Get what was decided about an event",
    text: "The deadline of lists and its grace, capacity, rules, rounds and cut, how rounds are paired: the same document that a \
           change of the event is answered with. Its `ETag` is of the document: a change takes the one that writes answer with.",
    parameters: &[],
    body: None,
    answer: Answer::Json(200, "OrganizedEvent"),
};

/// Answers with the document.
pub(crate) async fn answer(call: Call, caller: Caller) -> Result<Response, Problem> {
    call.document(&caller, ViewKind::OrganizedEvent, "event").await
}
