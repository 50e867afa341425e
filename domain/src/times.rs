//! Times that come from outside: from requests and from files.

use chrono::{DateTime, Datelike, SubsecRound, Timelike, Utc};

/// Nanoseconds from which on a time lies in a leap second: `23:59:60`.
const SECOND: u32 = 1_000_000_000;
/// Years that every client can read, with room for what is added to a time.
const YEARS: std::ops::RangeInclusive<i32> = 1..=9000;

/// Reads a time of RFC 3339, as it is kept.
pub fn read(text: &str) -> Option<DateTime<Utc>> {
    DateTime::parse_from_rfc3339(text).ok().and_then(|time| kept(time.to_utc()))
}

/// Returns a time as it is kept: in whole milliseconds. `None` for leap seconds and far years, which many clients cannot
/// read.
pub fn kept(time: DateTime<Utc>) -> Option<DateTime<Utc>> {
    let is_readable = time.nanosecond() < SECOND && YEARS.contains(&time.year());
    is_readable.then(|| time.trunc_subsecs(3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_kept_in_whole_milliseconds_if_every_client_can_read_them() {
        for (text, kept) in [
            ("2026-06-30T23:59:59Z", Some("2026-06-30T23:59:59Z")),
            ("2026-06-30T23:59:59.123999999Z", Some("2026-06-30T23:59:59.123Z")),
            ("2026-06-30T23:59:60Z", None),
            ("2026-11-20T10:15:60.5+01:00", None),
            ("9000-12-31T23:59:59Z", Some("9000-12-31T23:59:59Z")),
            ("9001-01-01T00:00:00Z", None),
            ("0000-12-31T23:59:59Z", None),
            ("tomorrow", None),
        ] {
            assert_eq!(read(text), kept.map(|kept| kept.parse().unwrap()), "{text}");
        }
    }
}
