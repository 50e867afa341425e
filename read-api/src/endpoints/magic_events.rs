//! `GET /api/v1/magic-events/`: the organization's events.

use api_kit::description::{Answer, Description, Tag};
use axum::response::Response;
use service_kit::problem::Problem;
use storage::{ListFilter, ViewKind};

use super::list;
use crate::call::{Call, Caller};
use crate::selection::{self, Selectable, parameters};

/// The views that it serves.
pub(crate) const DRAWS_ON: &[ViewKind] = &[ViewKind::MagicEvent, ViewKind::ListedEvent, ViewKind::ConventionSummary];

/// Its description in the documentation.
pub(crate) const DESCRIPTION: Description = Description {
    id: "list_events",
    tag: Tag::Events,
    summary: "List the events of your organization with everything in them",
    text: "Sorted by start, undated ones last, then by id. Without parameters, the whole list is streamed, \
           which can be long. With any of them, the answer is a page, and `Link` has the address of the next one. A \
           summary lacks players, phases and matches. To follow one event, poll its overview instead.",
    parameters: &parameters(|| Selectable::Events.statuses(), "EVENT_FINISHED"),
    body: None,
    answer: Answer::JsonArrayOrSummaries("Event", "EventSummary"),
};

/// Streams the list, or answers with a page of it.
pub(crate) async fn answer(call: Call, caller: Caller) -> Result<Response, Problem> {
    match selection::answer(&call, &caller, Selectable::Events).await? {
        Some(page) => Ok(page),
        None => list(&call, &caller, ViewKind::MagicEvent, ListFilter::default()).await,
    }
}
