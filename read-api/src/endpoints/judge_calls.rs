//! `GET /api/v1/magic-events/{id}/calls/`: the calls for a judge at an event.

use api_kit::description::{Answer, Description, Tag};
use axum::response::Response;
use service_kit::problem::Problem;
use storage::ViewKind;

use super::list_of_event;
use crate::call::{Call, Caller};

/// The view that it serves, and the one that says whether there is such an event.
pub(crate) const DRAWS_ON: &[ViewKind] = &[ViewKind::JudgeCalls, ViewKind::Overview];

/// Its description in the documentation.
pub(crate) const DESCRIPTION: Description = Description {
    id: "list_calls",
    tag: Tag::Organizing,
    summary: "List the calls for a judge at an event",
    text: "Calls that are not closed come first, both in order of time. For staff only. Not paginated.",
    parameters: &[],
    body: None,
    answer: Answer::JsonArray("JudgeCall"),
};

/// Answers with the document.
pub(crate) async fn answer(call: Call, caller: Caller) -> Result<Response, Problem> {
    list_of_event(&call, &caller, ViewKind::JudgeCalls).await
}
