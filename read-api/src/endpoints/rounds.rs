//! `GET /api/v1/tournament-rounds/`: the rounds of all the organization's events.

use api_kit::description::{Answer, Description, Tag};
use axum::response::Response;
use service_kit::problem::Problem;
use storage::{ListFilter, ViewKind};

use super::list;
use crate::call::{Call, Caller};
use crate::selection::{self, Selectable, parameters};

/// The views that it serves.
pub(crate) const DRAWS_ON: &[ViewKind] = &[ViewKind::Round, ViewKind::ListedEvent, ViewKind::ConventionSummary];

/// Its description in the documentation.
pub(crate) const DESCRIPTION: Description = Description {
    id: "list_rounds",
    tag: Tag::Rounds,
    summary: "List the rounds of all events of your organization",
    text: "Sorted by event as in the list of events, then by phase, then by round number. Without \
           parameters, the whole list is streamed. With any of them, the answer is a page, and `Link` has the address of \
           the next one. A round starts with its event, and its summary lacks the matches.",
    parameters: &parameters(|| Selectable::Rounds.statuses(), "COMPLETE"),
    body: None,
    answer: Answer::JsonArrayOrSummaries("Round", "RoundSummary"),
};

/// Streams the list, or answers with a page of it.
pub(crate) async fn answer(call: Call, caller: Caller) -> Result<Response, Problem> {
    match selection::answer(&call, &caller, Selectable::Rounds).await? {
        Some(page) => Ok(page),
        None => list(&call, &caller, ViewKind::Round, ListFilter::default()).await,
    }
}
