//! Indexes of competitors in the field.

use crate::tournament::Tournament;

/// Returns the number of competitors, listed or not: players, or teams in a team event.
pub(super) fn field_size(tournament: &Tournament) -> usize {
    if tournament.is_team_event() { tournament.teams.len() } else { tournament.registrations.len() }
}

/// Returns the indexes with a set flag.
pub(super) fn places_of(flags: impl Iterator<Item = bool>) -> Vec<usize> {
    flags.enumerate().filter_map(|(place, flag)| flag.then_some(place)).collect()
}
