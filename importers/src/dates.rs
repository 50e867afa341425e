//! Dates as archives write them.

use chrono::{DateTime, Datelike, NaiveDate, NaiveDateTime, NaiveTime, Utc};
use domain::times;

/// Valid years of a tournament.
const YEARS: std::ops::RangeInclusive<i32> = 1990..=2100;

/// Reads RFC 3339, a date-time without zone (UTC), or a date (its midnight, UTC).
pub(crate) fn parse(text: &str) -> Result<DateTime<Utc>, String> {
    let zoned = DateTime::parse_from_rfc3339(text).map(|date| date.with_timezone(&Utc)).ok();
    let date = zoned
        .or_else(|| NaiveDateTime::parse_from_str(text, "%Y-%m-%dT%H:%M:%S%.f").ok().map(|date| date.and_utc()))
        .and_then(times::kept)
        .or_else(|| {
            let day = NaiveDate::parse_from_str(text, "%Y-%m-%d").ok()?;
            Some(day.and_time(NaiveTime::MIN).and_utc())
        })
        .ok_or_else(|| format!("must be a date such as 2025-12-06 or 2025-12-06T18:00:00+00:00, is {text:?}"))?;
    if YEARS.contains(&date.year()) {
        return Ok(date);
    }
    Err(format!("must lie in the years {} to {}, is {text:?}", YEARS.start(), YEARS.end()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_ways_of_writing_are_read_as_utc() {
        for (text, time) in [
            ("2025-12-04T20:30:00+00:00", "2025-12-04T20:30:00Z"),
            ("2025-12-04T22:30:00+02:00", "2025-12-04T20:30:00Z"),
            ("2025-12-04T20:30:00Z", "2025-12-04T20:30:00Z"),
            ("2024-12-10T00:00:00", "2024-12-10T00:00:00Z"),
            ("2024-12-10T10:00:00.5001", "2024-12-10T10:00:00.5Z"),
            ("2025-12-06", "2025-12-06T00:00:00Z"),
        ] {
            let expected: DateTime<Utc> = time.parse().unwrap();
            assert_eq!(parse(text), Ok(expected), "{text}");
        }
    }

    #[test]
    fn what_is_no_date_of_a_tournament_is_refused() {
        for text in [
            "",
            "yesterday",
            "2025-13-01",
            "2025-02-30T00:00:00",
            "1989-12-31",
            "2101-01-01T00:00:00Z",
            "2026-06-30T23:59:60Z",
        ] {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}
