//! Rounds as documents refer to them.

use domain::tournament::{Match, Round, Tournament};
use proto_events::ids::RoundId;

/// The tables of a round by number; tables of the same number as they were paired.
pub(in crate::views) fn tables(round: &Round) -> Vec<&Match> {
    let mut tables: Vec<&Match> = round.all_matches().collect();
    tables.sort_by_key(|table| table.pairing.table_number);
    tables
}

/// The number under which standings of a round are given: its own, and for a player meeting that of the round that comes.
/// Without a round at all the first one is coming.
pub(in crate::views) fn standings_number(tournament: &Tournament, round: Option<RoundId>) -> i32 {
    let mut numbers = tournament
        .rounds()
        .skip_while(|(_, other)| round.is_some_and(|round| other.id != round))
        .map(|(_, other)| other.number);
    numbers.find(|number| *number > 0).unwrap_or(1)
}
