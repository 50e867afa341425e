//! Rounds as documents refer to them.

use domain::tournament::standings::last_played;
use domain::tournament::{Match, Phase, Round, Tournament};
use proto_events::ids::RoundId;

/// The tables of a round by number; tables of the same number as they were paired.
pub(in crate::views) fn tables(round: &Round) -> Vec<&Match> {
    let mut tables: Vec<&Match> = round.all_matches().collect();
    tables.sort_by_key(|table| table.pairing.table_number);
    tables
}

/// The rounds of a phase by number, as lists show them. Those in which players only sit down come first, whenever they do.
pub(in crate::views) fn of_phase(phase: &Phase) -> Vec<&Round> {
    let mut rounds: Vec<&Round> = phase.rounds.iter().collect();
    rounds.sort_by_key(|round| round.number);
    rounds
}

/// The number under which standings of a round are given: of the last round of play up to it; before the first, that of the
/// round that comes. Without a round at all the first one is coming.
pub(in crate::views) fn standings_number(tournament: &Tournament, round: Option<RoundId>) -> i32 {
    let played = round.and_then(|round| last_played(tournament, round)).filter(|number| *number > 0);
    let mut coming = tournament.rounds().map(|(_, other)| other.number).filter(|number| *number > 0);
    played.or_else(|| coming.next()).unwrap_or(1)
}
