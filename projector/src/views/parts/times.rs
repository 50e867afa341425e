//! Date-times for programs and for people.

use chrono::{DateTime, Utc};

pub(in crate::views) use domain::documents::Time;

/// For people: `7 March 2026, 18:30 UTC`.
pub(in crate::views) fn readable(time: DateTime<Utc>) -> String {
    time.format("%-d %B %Y, %H:%M UTC").to_string()
}
