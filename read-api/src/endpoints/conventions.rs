//! `GET /api/v1/conventions/`: the organization's conventions in full form.

use api_kit::description::{Answer, Description, Tag};
use axum::response::Response;
use service_kit::problem::Problem;
use storage::{ListFilter, ViewKind};

use super::list;
use crate::call::{Call, Caller};

/// The views that it serves, and those that they contain.
pub(crate) const DRAWS_ON: &[ViewKind] = &[ViewKind::Convention, ViewKind::EventCard];

/// Its description in the documentation.
pub(crate) const DESCRIPTION: Description = Description {
    id: "list_conventions",
    tag: Tag::Conventions,
    summary: "List the conventions of your organization in full form",
    text: "Sorted by start, undated ones last, then by id. Each convention contains its events in the same order. \
           Not paginated: the whole list is streamed.",
    parameters: &[],
    body: None,
    answer: Answer::JsonArray("Convention"),
};

/// Streams the list.
pub(crate) async fn answer(call: Call, caller: Caller) -> Result<Response, Problem> {
    list(&call, &caller, ViewKind::Convention, ListFilter::default()).await
}
