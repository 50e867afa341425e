//! `GET /api/v1/magic-events/{id}/overview/`: the state of an event in short, for polling.

use api_kit::description::{Answer, Description, Tag};
use axum::response::Response;
use service_kit::problem::Problem;
use storage::ViewKind;

use crate::call::{Call, Caller};
use crate::own_events::Named;

/// The views that it serves.
pub(crate) const DRAWS_ON: &[ViewKind] = &[ViewKind::Overview, ViewKind::OwnRegistration];

/// Its description in the documentation.
pub(crate) const DESCRIPTION: Description = Description {
    id: "get_event_overview",
    tag: Tag::Extensions,
    summary: "Get the state of an event in short",
    text: "Made for polling: lifecycle, current round, phases and rounds without their matches, and how many matches \
           are still to be played. `current_round` is null before the first round. `clock` is that of the current \
           round: it counts down from `length_seconds`, and is null for a round without one.",
    parameters: &[],
    body: None,
    answer: Answer::Json(200, "EventOverview"),
};

/// Answers with the document.
pub(crate) async fn answer(call: Call, caller: Caller) -> Result<Response, Problem> {
    call.of_event(&caller, ViewKind::Overview, Named::Event).await
}
