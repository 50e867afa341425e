//! Final places: the ranks after the last round, once the event is finished.

use std::collections::HashMap;

use proto_events::ids::RegistrationId;
use proto_events::vocabulary::LifecycleStatus;

use super::Tournament;
use super::standings::{Competitor, standings_after};

/// Returns the final place of every registration, 1 for the champion; empty until the event is finished. The members of
/// a team share its place.
pub fn final_places(tournament: &Tournament) -> HashMap<RegistrationId, i32> {
    if !is_finished(tournament.lifecycle) {
        return HashMap::new();
    }
    let last = tournament.current_round().and_then(|(_, round)| standings_after(tournament, round.id));
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

fn is_finished(lifecycle: LifecycleStatus) -> bool {
    match lifecycle {
        LifecycleStatus::EventFinished | LifecycleStatus::DecklistsPublishing | LifecycleStatus::DecklistsPublished => {
            true
        }
        LifecycleStatus::RegistrationOpen
        | LifecycleStatus::WaitlistOnly
        | LifecycleStatus::RegistrationClosed
        | LifecycleStatus::EventInProgress => false,
    }
}
