//! `GET /api/v1/conventions/`: the organization's conventions in full form.

use api_kit::description::{Answer, Description, Tag};
use axum::response::Response;
use service_kit::problem::Problem;
use storage::{ListFilter, ViewKind};

use super::list;
use crate::call::{Call, Caller};

/// The views that it hands out, and those that they show.
pub(crate) const DRAWS_ON: &[ViewKind] = &[ViewKind::Convention, ViewKind::EventCard];

/// What the documentation says of it.
pub(crate) const DESCRIPTION: Description = Description {
    id: "list_conventions",
    tag: Tag::Conventions,
    summary: "List the conventions of your organization in full form",
    text: "Sorted by start, undated ones last, then by id. Each convention holds its events in the same order. Not paginated: the \
           list is streamed whole.",
    parameters: &[],
    body: None,
    answer: Answer::JsonArray("Convention"),
};

/// Streams the list.
pub(crate) async fn answer(call: Call, caller: Caller) -> Result<Response, Problem> {
    list(&call, &caller, ViewKind::Convention, ListFilter::default()).await
}
