//! The clock of a round.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// The clock of a round. It shows its length without the time that has elapsed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoundClock {
    /// Its length in seconds, extensions included.
    pub length_seconds: i32,
    /// Seconds that had elapsed when it last started; if it is paused, all that have.
    pub elapsed_seconds: i32,
    /// When it last started; `None` while it is paused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub running_since: Option<DateTime<Utc>>,
}
