//! `GET /api/v1/conventions/`: the organization's conventions in full form.

use axum::response::Response;
use service_kit::problem::Problem;
use storage::{ListFilter, ViewKind};

use super::list;
use crate::call::{Call, Caller};

/// Streams the list.
pub(crate) async fn answer(call: Call, caller: Caller) -> Result<Response, Problem> {
    list(&call, &caller, ViewKind::Convention, ListFilter::default()).await
}
