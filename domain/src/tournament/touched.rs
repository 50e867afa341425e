//! Which rounds' documents an event can change at once.

use std::collections::BTreeSet;

use proto_events::TournamentEvent;
use proto_events::ids::RoundId;

use super::Tournament;

/// What of a tournament changed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Touched {
    /// Rounds whose pairings or results changed.
    pub rounds: BTreeSet<RoundId>,
    /// Rounds whose standings changed: a result also changes those of the rounds after it.
    pub standings: BTreeSet<RoundId>,
    /// Everything may have changed (details, rules, lifecycle).
    pub everything: bool,
}

impl Touched {
    /// Adds what another event touched.
    pub fn merge(&mut self, other: Self) {
        self.rounds.extend(other.rounds);
        self.standings.extend(other.standings);
        self.everything |= other.everything;
    }
}

/// What `event` touched, given the tournament after it was applied.
pub fn touched(_tournament: &Tournament, _event: &TournamentEvent) -> Touched {
    Touched { everything: true, ..Touched::default() }
}
