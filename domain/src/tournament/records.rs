//! Records of all registrations over the Swiss rounds so far, and their places: the ranks in the current round of a playoff
//! as they stand, and the final ones once the event is finished.

use std::collections::HashMap;

use proto_events::ids::RegistrationId;

use super::Tournament;
use super::standings::{standings_after, tally};

pub use super::standings::Score as Record;

/// Returns the record of every registration that has a result; the members of a team share the team's. The others have the
/// default record.
pub fn records(tournament: &Tournament) -> HashMap<RegistrationId, Record> {
    records_before(tournament, i32::MAX)
}

/// Returns the records from the Swiss rounds before the round with this number.
pub fn records_before(tournament: &Tournament, round_number: i32) -> HashMap<RegistrationId, Record> {
    let scores = tally(tournament, round_number.saturating_sub(1)).scores;
    let with_result = tournament.field().zip(scores).filter(|(_, score)| score.rounds > 0);
    with_result
        .flat_map(|(competitor, record)| tournament.entries_of(competitor).map(move |entry| (entry, record)))
        .collect()
}

/// Returns the place of every registration, 1 for the champion; empty until a playoff begins or the event is finished.
/// During a playoff, players who are still in it stand above those who are out, in the order of their seeds. The members
/// of a team share its place.
pub fn places(tournament: &Tournament) -> HashMap<RegistrationId, i32> {
    let current = tournament.begun_round();
    let is_playoff = current.is_some_and(|(phase, _)| phase.round_type.is_playoff());
    if !is_playoff && !tournament.lifecycle.is_finished() {
        return HashMap::new();
    }
    let last = current.and_then(|(_, round)| standings_after(tournament, round.id));
    let mut places = HashMap::new();
    for standing in last.unwrap_or_default() {
        places.extend(tournament.entries_of(standing.competitor).map(|entry| (entry, standing.rank)));
    }
    places
}
