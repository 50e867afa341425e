//! `GET /api/v1/tournament-rounds/`: the rounds of all the organization's events.

use api_kit::description::{Answer, Description, Tag};
use axum::response::Response;
use service_kit::problem::Problem;
use storage::{ListFilter, ViewKind};

use super::list;
use crate::call::{Call, Caller};

/// The views that it serves.
pub(crate) const DRAWS_ON: &[ViewKind] = &[ViewKind::Round];

/// Its description in the documentation.
pub(crate) const DESCRIPTION: Description = Description {
    id: "list_rounds",
    tag: Tag::Rounds,
    summary: "List the rounds of all events of your organization",
    text: "Sorted by event as in the list of events, then by phase, then by round number. Not paginated: the whole \
           list is streamed.",
    parameters: &[],
    body: None,
    answer: Answer::JsonArray("Round"),
};

/// Streams the list.
pub(crate) async fn answer(call: Call, caller: Caller) -> Result<Response, Problem> {
    list(&call, &caller, ViewKind::Round, ListFilter::default()).await
}
