//! `GET /api/v1/decklists/{id}/`: a decklist.

use axum::response::Response;
use service_kit::problem::Problem;
use storage::ViewKind;

use crate::call::{Call, Caller};

/// Answers with the document.
pub(crate) async fn answer(call: Call, caller: Caller) -> Result<Response, Problem> {
    call.document(&caller, ViewKind::Decklist, "decklist").await
}
