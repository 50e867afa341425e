//! Progress in the playoff: who is still in, and in which round the others lost.

use std::cmp::Reverse;

use proto_events::tournament::Winner;

use super::contests::{Contest, Outcome, contests, playoff_rounds};
use super::tally::field_size;
use crate::tournament::Tournament;

/// One competitor's results in the playoff.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Playoff {
    /// Matches won; byes do not count.
    pub(super) wins: i32,
    /// Matches lost.
    pub(super) losses: i32,
    /// The last round in which the competitor was paired, from 1 for the first of the playoff; 0 for none.
    last_round: usize,
    /// Whether that round was lost.
    lost: bool,
}

/// Results of the playoff up to a round, without consolation matches.
#[derive(Debug)]
pub(super) struct Bracket {
    /// By index; empty before the first playoff round.
    players: Vec<Playoff>,
}

impl Bracket {
    /// Computes the results of the playoff rounds up to a number.
    pub(super) fn after(tournament: &Tournament, up_to: i32) -> Self {
        let mut bracket = Self { players: Vec::new() };
        for (round, played) in (1..).zip(playoff_rounds(tournament, up_to)) {
            bracket.players.resize(field_size(tournament), Playoff::default());
            let main = contests(tournament, played).filter(|contest| !contest.is_consolation);
            main.for_each(|contest| bracket.add(&contest, round));
        }
        bracket
    }

    /// Returns one competitor's results.
    pub(super) fn of(&self, place: usize) -> Playoff {
        self.players.get(place).copied().unwrap_or_default()
    }

    /// Returns the sort key, best first: later last rounds first, and within a round those who have not lost.
    pub(super) fn tier(&self, place: usize) -> (Reverse<usize>, bool) {
        let playoff = self.of(place);
        (Reverse(playoff.last_round), playoff.lost)
    }

    /// Whether a playoff round exists.
    pub(super) fn has_begun(&self) -> bool {
        !self.players.is_empty()
    }

    fn add(&mut self, contest: &Contest, round: usize) {
        for place in [Some(contest.first), contest.opponent].into_iter().flatten() {
            self.players[place].last_round = round;
            self.players[place].lost = false;
        }
        match (contest.outcome, contest.opponent) {
            (Outcome::AssignedLoss, _) => self.loses(contest.first),
            (Outcome::Played { winner: Winner::First, .. }, Some(opponent)) => {
                self.players[contest.first].wins += 1;
                self.loses(opponent);
            }
            (Outcome::Played { winner: Winner::Second, .. }, Some(opponent)) => {
                self.players[opponent].wins += 1;
                self.loses(contest.first);
            }
            _ => {}
        }
    }

    fn loses(&mut self, place: usize) {
        self.players[place].losses += 1;
        self.players[place].lost = true;
    }
}
