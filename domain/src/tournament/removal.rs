//! Removing a round, and deleting a tournament.

use proto_events::ids::RoundId;

use super::{MatchPlace, RemovedRound, RoundPlace, Tournament};
use crate::FoldError;

impl Tournament {
    /// Removes a round, and its phase if it was the only round of it.
    pub(super) fn remove_round(&mut self, id: RoundId) -> Result<(), FoldError> {
        let place = self.round_place(id)?;
        let round = self.phases[place.phase].rounds.remove(place.round);
        if self.phases[place.phase].rounds.is_empty() {
            self.phases.remove(place.phase);
        }
        self.removed_rounds.push(RemovedRound { id, number: round.number });
        self.index_rounds();
        Ok(())
    }

    /// Deletes the tournament. What others share with it no longer belongs to it: convention, people, lists.
    pub(super) fn delete(&mut self) {
        self.is_deleted = true;
        self.details.convention_id = None;
        self.registrations.clear();
        self.registration_index.clear();
        self.teams.clear();
        self.team_index.clear();
        self.phases.clear();
        self.removed_rounds.clear();
        self.index_rounds();
        self.cuts.clear();
        self.stated_game_wins = None;
        self.tie_order.clear();
        self.penalties.clear();
        self.calls.clear();
    }

    /// Rebuilds the indexes: rounds after the removed one have moved up.
    fn index_rounds(&mut self) {
        self.round_index.clear();
        self.match_index.clear();
        self.team_match_index.clear();
        for (phase, rounds) in self.phases.iter().map(|phase| &phase.rounds).enumerate() {
            for (at, round) in rounds.iter().enumerate() {
                let place = RoundPlace { phase, round: at };
                self.round_index.insert(round.id, place);
                for (index, table) in round.matches.iter().enumerate() {
                    self.match_index.insert(table.id(), MatchPlace { round: place, team_match: None, index });
                }
                for (team_match, of_teams) in round.team_matches.iter().enumerate() {
                    self.team_match_index.insert(of_teams.id, (place, team_match));
                    for (index, seat) in of_teams.seats.iter().enumerate() {
                        let place = MatchPlace { round: place, team_match: Some(team_match), index };
                        self.match_index.insert(seat.id(), place);
                    }
                }
            }
        }
    }
}
