//! `GET /api/v1/magic-events/{id}/`: an event with everything in it.

use api_kit::description::{Answer, Description, Tag};
use axum::response::Response;
use service_kit::problem::Problem;
use storage::ViewKind;

use crate::call::{Call, Caller};
use crate::own_events::Named;

/// The views that it serves.
pub(crate) const DRAWS_ON: &[ViewKind] = &[ViewKind::MagicEvent, ViewKind::OwnRegistration];

/// Its description in the documentation.
pub(crate) const DESCRIPTION: Description = Description {
    id: "get_event",
    tag: Tag::Events,
    summary: "Get an event with everything in it",
    text: "Contains the player status of every registration, every phase with its rounds and matches, and the featured \
           matches of the current round. Phases and rounds are in ascending order. `current_round_number` is 0 before \
           the first round; `start_datetime`, `decklist` and `final_place_in_standings` are null if there is none. In \
           an event with more than 512 seats, this document may lag behind results by a second; rounds, standings and \
           overview do not.",
    parameters: &[],
    body: None,
    answer: Answer::Json(200, "Event"),
};

/// Answers with the document.
pub(crate) async fn answer(call: Call, caller: Caller) -> Result<Response, Problem> {
    call.of_event(&caller, ViewKind::MagicEvent, Named::Event).await
}
