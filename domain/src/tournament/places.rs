//! Places: the ranks in the current round of a playoff as they stand, and the final ones once the event is finished.

use std::collections::HashMap;

use proto_events::ids::RegistrationId;

use super::Tournament;
use super::standings::{Competitor, standings_after};

/// Returns the place of every registration, 1 for the champion; empty until a playoff begins or the event is finished.
/// During a playoff, players who are still in it stand above those who are out, in the order of their seeds. The members
/// of a team share its place.
pub fn places(tournament: &Tournament) -> HashMap<RegistrationId, i32> {
    let current = tournament.current_round();
    let is_playoff = current.is_some_and(|(phase, _)| phase.round_type.is_playoff());
    if !is_playoff && !tournament.lifecycle.is_finished() {
        return HashMap::new();
    }
    let last = current.and_then(|(_, round)| standings_after(tournament, round.id));
    let mut places = HashMap::new();
    for standing in last.unwrap_or_default() {
        match standing.competitor {
            Competitor::Player(registration) => {
                places.insert(registration, standing.rank);
            }
            Competitor::Team(team) => {
                let members = tournament.team(team).map(|team| team.members.as_slice()).unwrap_or_default();
                places.extend(members.iter().map(|member| (member.registration_id, standing.rank)));
            }
        }
    }
    places
}
