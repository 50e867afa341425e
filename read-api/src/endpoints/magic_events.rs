//! `GET /api/v1/magic-events/`: the organization's events.

use axum::response::Response;
use service_kit::problem::Problem;
use storage::{ListFilter, ViewKind};

use super::list;
use crate::call::{Call, Caller};

/// Streams the list.
pub(crate) async fn answer(call: Call, caller: Caller) -> Result<Response, Problem> {
    list(&call, &caller, ViewKind::MagicEvent, ListFilter::default()).await
}
