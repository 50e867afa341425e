//! Times of the samples.

use chrono::{DateTime, Utc};

/// Returns 19:00 UTC of a day in April 2026.
pub(super) fn evening(day: i64) -> DateTime<Utc> {
    let start_of_april_2026 = 1_775_001_600;
    DateTime::from_timestamp(start_of_april_2026 + (day - 1) * 86_400 + 19 * 3_600, 0).unwrap_or_default()
}
