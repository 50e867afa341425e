//! `GET /api/v1/magic-events/`: the organization's events.

use api_kit::description::{Answer, Description, Tag};
use axum::response::Response;
use service_kit::problem::Problem;
use storage::{ListFilter, ViewKind};

use super::list;
use crate::call::{Call, Caller};

/// The views that it serves.
pub(crate) const DRAWS_ON: &[ViewKind] = &[ViewKind::MagicEvent];

/// Its description in the documentation.
pub(crate) const DESCRIPTION: Description = Description {
    id: "list_events",
    tag: Tag::Events,
    summary: "List the events of your organization with everything in them",
    text: "Sorted by start, undated ones last, then by id. Not paginated: the whole list is streamed, and can be long. \
           To follow one event, poll its overview instead.",
    parameters: &[],
    body: None,
    answer: Answer::JsonArray("Event"),
};

/// Streams the list.
pub(crate) async fn answer(call: Call, caller: Caller) -> Result<Response, Problem> {
    list(&call, &caller, ViewKind::MagicEvent, ListFilter::default()).await
}
