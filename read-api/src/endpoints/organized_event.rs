//! `GET /api/v1/magic-events/{id}/settings/`: the settings of an event, for its staff.

use api_kit::description::{Answer, Description, Tag};
use axum::response::Response;
use service_kit::problem::Problem;
use storage::ViewKind;

use crate::answer;
use crate::call::{Call, Caller};

/// The views that it serves.
pub(crate) const DRAWS_ON: &[ViewKind] = &[ViewKind::OrganizedEvent];

/// Its description in the documentation.
pub(crate) const DESCRIPTION: Description = Description {
    id: "get_event_settings",
    tag: Tag::Organizing,
    summary: "Get the settings of an event",
    text: "Decklist deadline and grace period, capacity, rules, rounds and cut, and how rounds are paired: the \
           document that is also the answer to a change of the event. Its `ETag` is the tag of this document. The \
           `If-Match` of a change needs the `ETag` of an answer to a write instead.",
    parameters: &[],
    body: None,
    answer: Answer::Json(200, "OrganizedEvent"),
};

/// Answers with the document.
pub(crate) async fn answer(call: Call, caller: Caller) -> Result<Response, Problem> {
    answer::document(&call, &caller, ViewKind::OrganizedEvent, "event").await
}
