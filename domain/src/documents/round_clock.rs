//! The clock of a round in documents.

use proto_events::tournament::RoundClock;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Time;
use crate::tournament::clock::ends_at;

/// The clock of a round. It shows `length_seconds` without the time that has elapsed: `elapsed_seconds`, and while it runs
/// also the time since `running_since`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = RoundClock)]
pub struct ClockDocument {
    /// Its length in seconds, extensions included.
    pub length_seconds: i32,
    /// Seconds that had elapsed when it last started, or when it was paused.
    pub elapsed_seconds: i32,
    /// When it last started; null while it is paused.
    #[schema(value_type = Option<DateTime<Utc>>)]
    pub running_since: Option<Time>,
    /// When it reaches zero, unless it is paused; null while it is paused.
    #[schema(value_type = Option<DateTime<Utc>>)]
    pub ends_at: Option<Time>,
}

impl From<RoundClock> for ClockDocument {
    fn from(clock: RoundClock) -> Self {
        let RoundClock { length_seconds, elapsed_seconds, running_since } = clock;
        Self {
            length_seconds,
            elapsed_seconds,
            running_since: running_since.map(Time),
            ends_at: ends_at(clock).map(Time),
        }
    }
}
