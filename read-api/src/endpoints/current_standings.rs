//! `GET /api/v1/magic-events/{id}/current_standings/`: standings of the active round.

use api_kit::description::{Answer, Description, Tag};
use axum::response::Response;
use service_kit::problem::Problem;
use storage::ViewKind;

use crate::answer;
use crate::call::{Call, Caller};

/// The views that it serves.
pub(crate) const DRAWS_ON: &[ViewKind] = &[ViewKind::CurrentStandings];

/// Its description in the documentation.
pub(crate) const DESCRIPTION: Description = Description {
    id: "get_current_standings",
    tag: Tag::Events,
    summary: "Get the standings of the active round of an event",
    text: "Sorted by rank. During a round, they contain the results so far. Before the first round, the answer names \
           the coming round and its list is empty. No field is ever null; percentages are fractions from 0 to 1.",
    parameters: &[],
    body: None,
    answer: Answer::Json(200, "Standings"),
};

/// Answers with the document.
pub(crate) async fn answer(call: Call, caller: Caller) -> Result<Response, Problem> {
    answer::document(&call, &caller, ViewKind::CurrentStandings, "event").await
}
