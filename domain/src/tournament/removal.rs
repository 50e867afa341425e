//! Removing a round.

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
