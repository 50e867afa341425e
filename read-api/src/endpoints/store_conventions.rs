//! `GET /api/v1/store-profiles/conventions/`: conventions in short, by time.

use api_kit::description::{Answer, Description, Parameter, Tag, Values};
use axum::response::Response;
use service_kit::problem::Problem;
use storage::{ListFilter, ViewKind};

use super::list;
use crate::call::{Call, Caller};

/// The views that it serves.
pub(crate) const DRAWS_ON: &[ViewKind] = &[ViewKind::ConventionSummary];

/// Its description in the documentation.
pub(crate) const DESCRIPTION: Description = Description {
    id: "list_store_conventions",
    tag: Tag::Conventions,
    summary: "List the conventions of your store in short",
    text: "Sorted by start, undated ones last, then by id. Not paginated. Filters may be combined. Filters by start \
           leave out conventions without a start. Texts without a value are empty, times are null.",
    parameters: &[
        Parameter {
            name: "start_date_after",
            text: "Only conventions that start at this time or later.",
            values: Values::Time,
            example: "2026-03-01 08:00",
        },
        Parameter {
            name: "start_date_before",
            text: "Only conventions that start at this time or earlier.",
            values: Values::Time,
            example: "2026-03-31 20:00",
        },
        Parameter {
            name: "ongoing",
            text: "Whether only conventions that have begun and are not over are listed.",
            values: Values::Boolean,
            example: "true",
        },
    ],
    body: None,
    answer: Answer::JsonArray("ConventionSummary"),
};

/// Streams the list.
pub(crate) async fn answer(call: Call, caller: Caller) -> Result<Response, Problem> {
    let query = call.query();
    let ongoing = query.boolean("ongoing")?.unwrap_or(false);
    let filter = ListFilter {
        starts_after: query.time("start_date_after")?,
        starts_before: query.time("start_date_before")?,
        ongoing_at: ongoing.then(|| call.shared.clock.now()),
    };
    list(&call, &caller, ViewKind::ConventionSummary, filter).await
}
