//! `GET /api/v1/tournament-rounds/{id}/`: a round with its matches in short.

use api_kit::description::{Answer, Description, Tag};
use axum::response::Response;
use service_kit::problem::Problem;
use storage::ViewKind;

use crate::call::{Call, Caller};
use crate::own_events::Named;

/// The views that it serves.
pub(crate) const DRAWS_ON: &[ViewKind] = &[ViewKind::Round, ViewKind::OwnRegistration, ViewKind::RoundEvent];

/// Its description in the documentation.
pub(crate) const DESCRIPTION: Description = Description {
    id: "get_round",
    tag: Tag::Rounds,
    summary: "Get a round with its matches in short",
    text: "Matches are sorted by table number.",
    parameters: &[],
    body: None,
    answer: Answer::Json(200, "Round"),
};

/// Answers with the document.
pub(crate) async fn answer(call: Call, caller: Caller) -> Result<Response, Problem> {
    call.of_event(&caller, ViewKind::Round, Named::Round).await
}
