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

    fn hours_after_start(change: impl FnOnce(&mut TournamentDetails, &mut Organizing)) -> f64 {
        let start = "2026-03-28T09:00:00Z".parse().unwrap();
        let details = TournamentDetails::new("Open", EventFormat::Legacy);
        let mut details = TournamentDetails { start_datetime: Some(start), ..details };
        let mut organizing = Organizing::default();
        change(&mut details, &mut organizing);
        (planned_end(&details, &organizing).unwrap() - start).as_seconds_f64() / 3_600.0
    }

    #[test]
    fn an_event_without_plans_takes_four_hours() {
        let without_clock = |details: &mut TournamentDetails, _: &mut Organizing| details.swiss_rounds = Some(9);
        let without_rounds =
            |_: &mut TournamentDetails, organizing: &mut Organizing| organizing.round_minutes = Some(50);
        assert_eq!([hours_after_start(|_, _| ()), hours_after_start(without_clock)], [4.0, 4.0]);
        assert_eq!(hours_after_start(without_rounds), 4.0);
    }

    #[test]
    fn rounds_and_their_clock_give_the_end() {
        let swiss = |details: &mut TournamentDetails, organizing: &mut Organizing| {
            (details.swiss_rounds, organizing.round_minutes) = (Some(4), Some(50));
        };
        assert_eq!(hours_after_start(swiss), 4.0);
        let with_cut = |details: &mut TournamentDetails, organizing: &mut Organizing| {
            (details.swiss_rounds, details.top_cut, organizing.round_minutes) = (Some(5), 8, Some(50));
        };
        assert_eq!(hours_after_start(with_cut), 8.0);
        let pools = |details: &mut TournamentDetails, organizing: &mut Organizing| {
            (details.pool_size, details.swiss_rounds, organizing.round_minutes) = (4, Some(9), Some(20));
        };
        assert_eq!(hours_after_start(pools), 1.5);
    }

    #[test]
    fn a_set_end_counts_and_no_date_has_no_end() {
        let set = |details: &mut TournamentDetails, organizing: &mut Organizing| {
            (details.swiss_rounds, organizing.round_minutes) = (Some(4), Some(50));
            details.end_datetime = Some("2026-03-28T20:00:00Z".parse().unwrap());
        };
        assert_eq!(hours_after_start(set), 11.0);
        let undated = TournamentDetails::new("Open", EventFormat::Legacy);
        assert_eq!(planned_end(&undated, &Organizing::default()), None);
    }
}
