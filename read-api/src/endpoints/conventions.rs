//! `GET /api/v1/conventions/`: the organization's conventions in full form.

use api_kit::description::{Answer, Description, Tag};
use axum::response::Response;
use service_kit::problem::Problem;
use storage::{ListFilter, ViewKind};

use super::list;
use crate::call::{Call, Caller};
use crate::selection::{self, Selectable, parameters};

/// The views that it serves, and those that they contain.
pub(crate) const DRAWS_ON: &[ViewKind] =
    &[ViewKind::Convention, ViewKind::EventCard, ViewKind::ListedEvent, ViewKind::ConventionSummary];

/// Its description in the documentation.
pub(crate) const DESCRIPTION: Description = Description {
    id: "list_conventions",
    tag: Tag::Conventions,
    summary: "List the conventions of your organization in full form",
    text: "Sorted by start, undated ones last, then by id. Each convention contains its events in the same order. \
           Without parameters, the whole list is streamed. With any of them, the answer is a page, and `Link` has the \
           address of the next one. A summary lacks the events.",
    parameters: &parameters(|| Selectable::Conventions.statuses(), "SCHEDULED"),
    body: None,
    answer: Answer::JsonArrayOrSummaries("Convention", "ConventionSummary"),
};

/// Streams the list, or answers with a page of it.
pub(crate) async fn answer(call: Call, caller: Caller) -> Result<Response, Problem> {
    match selection::answer(&call, &caller, Selectable::Conventions).await? {
        Some(page) => Ok(page),
        None => list(&call, &caller, ViewKind::Convention, ListFilter::default()).await,
    }
}
