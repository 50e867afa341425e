//! The order, the numbers and the names of rounds in documents.

use domain::tournament::standings::last_played;
use domain::tournament::{Match, Phase, Round, Tournament};
use proto_events::ids::RoundId;
use proto_events::vocabulary::RoundType;

/// Returns the matches of a round by table number; those with the same number as they were paired.
pub(in crate::views) fn tables(round: &Round) -> Vec<&Match> {
    let mut tables: Vec<&Match> = round.all_matches().collect();
    tables.sort_by_key(|table| table.pairing.table_number);
    tables
}

/// Returns the rounds of a phase by number, as lists show them. Rounds in which players are only seated come first,
/// whenever they take place.
pub(in crate::views) fn of_phase(phase: &Phase) -> Vec<&Round> {
    let mut rounds: Vec<&Round> = phase.rounds.iter().map(|round| &**round).collect();
    rounds.sort_by_key(|round| round.number);
    rounds
}

/// Returns the round number that standings of a round show: that of the last round of play up to it; before the first
/// round of play, that of the next one; without any round, 1.
pub(in crate::views) fn standings_number(tournament: &Tournament, round: Option<RoundId>) -> i32 {
    let played = round.and_then(|round| last_played(tournament, round)).filter(|number| *number > 0);
    let mut coming = tournament.rounds().map(|(_, other)| other.number).filter(|number| *number > 0);
    played.or_else(|| coming.next()).unwrap_or(1)
}

/// Returns the number of Swiss rounds planned, or else of those that the event has. In pools no number is planned.
pub(in crate::views) fn swiss_rounds(tournament: &Tournament) -> i32 {
    let swiss = tournament.rounds().filter(|(phase, round)| {
        !phase.round_type.is_playoff() && round.number > 0 && round.round_type == RoundType::PlayVsOpponent
    });
    let planned = tournament.details.swiss_rounds.filter(|_| tournament.details.pool_size == 0);
    planned.unwrap_or_else(|| i32::try_from(swiss.count()).unwrap_or(i32::MAX))
}
