//! `GET /api/v1/magic-events/{id}/penalties/`: the penalties of an event.

use api_kit::description::{Answer, Description, Tag};
use axum::response::Response;
use service_kit::problem::Problem;
use storage::ViewKind;

use super::list_of_event;
use crate::call::{Call, Caller};

/// The view that it serves, and the one that says whether there is such an event.
pub(crate) const DRAWS_ON: &[ViewKind] = &[ViewKind::EventPenalties, ViewKind::Overview];

/// Its description in the documentation.
pub(crate) const DESCRIPTION: Description = Description {
    id: "list_event_penalties",
    tag: Tag::Organizing,
    summary: "List the penalties of an event",
    text: "In the order in which they were issued; those that were withdrawn are marked. For staff only. Not paginated.",
    parameters: &[],
    body: None,
    answer: Answer::JsonArray("PlayerPenalty"),
};

/// Answers with the document.
pub(crate) async fn answer(call: Call, caller: Caller) -> Result<Response, Problem> {
    list_of_event(&call, &caller, ViewKind::EventPenalties).await
}
