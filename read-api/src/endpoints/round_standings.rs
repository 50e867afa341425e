//! `GET /api/v1/tournament-rounds/{id}/standings/`: standings after a round.

use api_kit::description::{Answer, Description, Tag};
use axum::response::Response;
use service_kit::problem::Problem;
use storage::ViewKind;

use crate::call::{Call, Caller};
use crate::own_events::Named;

/// The views that it serves.
pub(crate) const DRAWS_ON: &[ViewKind] = &[ViewKind::RoundStandings, ViewKind::OwnRegistration, ViewKind::RoundEvent];

/// Its description in the documentation.
pub(crate) const DESCRIPTION: Description = Description {
    id: "get_round_standings",
    tag: Tag::Rounds,
    summary: "Get the standings at the end of a round",
    text: "Sorted by rank. Standings of a completed round are frozen: a later drop does not change them, a corrected \
           result does. During the round, they contain the results so far. No field is ever null; percentages are \
           fractions from 0 to 1.",
    parameters: &[],
    body: None,
    answer: Answer::Json(200, "Standings"),
};

/// Answers with the document.
pub(crate) async fn answer(call: Call, caller: Caller) -> Result<Response, Problem> {
    call.of_event(&caller, ViewKind::RoundStandings, Named::Round).await
}
