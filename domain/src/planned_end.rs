//! When an event is expected to end.

use chrono::{DateTime, TimeDelta, Utc};
use proto_events::tournament::{Organizing, TournamentDetails};

/// Minutes between two rounds: results, pairings, the walk to the table.
const BETWEEN_ROUNDS: i64 = 10;
/// The length of an event without a number of rounds, or without a clock.
const USUAL: TimeDelta = TimeDelta::hours(4);

/// Returns the end that the organizer set, or else the end that follows from the start, the planned rounds and their
/// length; `None` for an event without a date.
pub fn planned_end(details: &TournamentDetails, organizing: &Organizing) -> Option<DateTime<Utc>> {
    let start = details.start_datetime?;
    let minutes = organizing.round_minutes.map(|minutes| i64::from(minutes) + BETWEEN_ROUNDS);
    let length = rounds(details).zip(minutes).map_or(USUAL, |(rounds, minutes)| TimeDelta::minutes(rounds * minutes));
    details.end_datetime.or_else(|| start.checked_add_signed(length))
}

/// Returns the number of planned rounds: of the pool or Swiss rounds, and of the playoff.
fn rounds(details: &TournamentDetails) -> Option<i64> {
    let before_cut = match details.pool_size {
        0 => details.swiss_rounds,
        size => Some(size - 1),
    };
    let playoff = u32::try_from(details.top_cut).ok().filter(|size| *size > 1);
    let playoff = playoff.map_or(0, |size| size.next_power_of_two().ilog2());
    before_cut.map(|rounds| i64::from(rounds) + i64::from(playoff)).filter(|rounds| *rounds > 0)
}

#[cfg(test)]
mod tests {
    use proto_events::vocabulary::EventFormat;

    use super::*;

    #[test]
    fn the_end_is_set_or_follows_from_rounds_and_their_clock_and_is_else_four_hours_after_the_start() {
        let start = "2026-03-28T09:00:00Z".parse().unwrap();
        let set = Some("2026-03-28T20:00:00Z".parse().unwrap());
        for (swiss_rounds, top_cut, pool_size, round_minutes, end_datetime, hours) in [
            (None, 0, 0, None, None, 4.0),
            (Some(9), 0, 0, None, None, 4.0),
            (None, 0, 0, Some(50), None, 4.0),
            (Some(4), 0, 0, Some(50), None, 4.0),
            (Some(5), 8, 0, Some(50), None, 8.0),
            (Some(9), 0, 4, Some(20), None, 1.5),
            (Some(4), 0, 0, Some(50), set, 11.0),
        ] {
            let details = TournamentDetails {
                start_datetime: Some(start),
                end_datetime,
                swiss_rounds,
                top_cut,
                pool_size,
                ..TournamentDetails::new("Open", EventFormat::Legacy)
            };
            let organizing = Organizing { round_minutes, ..Organizing::default() };
            let end = planned_end(&details, &organizing).unwrap();
            assert_eq!(
                (end - start).as_seconds_f64() / 3_600.0,
                hours,
                "{swiss_rounds:?} rounds, {top_cut}, {pool_size}"
            );
        }
        let undated = TournamentDetails::new("Open", EventFormat::Legacy);
        assert_eq!(planned_end(&undated, &Organizing::default()), None);
    }
}
