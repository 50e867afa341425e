//! `GET /api/v1/tournament-rounds/{id}/`: a round with its matches in short.

use axum::response::Response;
use service_kit::problem::Problem;
use storage::ViewKind;

use crate::call::{Call, Caller};

/// Answers with the document.
pub(crate) async fn answer(call: Call, caller: Caller) -> Result<Response, Problem> {
    call.document(&caller, ViewKind::Round, "round").await
}
