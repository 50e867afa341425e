//! `GET /api/v1/store-profiles/conventions/` and `GET /api/v1/api-keys/conventions/`: conventions in short, by time.
//!
//! A key belongs to one store, so both list the same.

use axum::response::Response;
use chrono::{DurationRound, TimeDelta};
use service_kit::problem::Problem;
use storage::{ListFilter, ViewKind};

use super::list;
use crate::call::{Call, Caller};

/// Streams the list.
pub(crate) async fn answer(call: Call, caller: Caller) -> Result<Response, Problem> {
    let query = call.query();
    let ongoing = query.boolean("ongoing")?.unwrap_or(false);
    // To the minute, so that an answer keeps its tag for as long.
    let now = call.shared.clock.now().duration_trunc(TimeDelta::minutes(1)).map_err(Problem::internal)?;
    let filter = ListFilter {
        starts_after: query.time("start_date_after")?,
        starts_before: query.time("start_date_before")?,
        ongoing_at: ongoing.then_some(now),
    };
    list(&call, &caller, ViewKind::ConventionSummary, filter).await
}
