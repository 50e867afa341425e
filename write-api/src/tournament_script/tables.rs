//! What is told to [`TournamentScript::pair`](super::TournamentScript::pair): tables, before they have ids.

use proto_events::ids::{MatchId, RegistrationId, TeamMatchId};
use proto_events::tournament::{Pairing, PairingKind};

/// One table of a round to be paired.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    kind: PairingKind,
    players: Vec<RegistrationId>,
    pod_number: i32,
    is_ghost: bool,
    is_consolation: bool,
}

impl Table {
    /// Two players meet.
    pub fn versus(first: RegistrationId, second: RegistrationId) -> Self {
        Self::of(PairingKind::Versus, vec![first, second])
    }

    /// A player has a bye.
    pub fn bye(player: RegistrationId) -> Self {
        Self::of(PairingKind::Bye, vec![player])
    }

    /// A player is given a loss without games.
    pub fn assigned_loss(player: RegistrationId) -> Self {
        Self::of(PairingKind::AssignedLoss, vec![player])
    }

    /// Players only sit there.
    pub fn seating(players: Vec<RegistrationId>) -> Self {
        Self::of(PairingKind::Seating, players)
    }

    /// A table of any kind.
    pub fn of(kind: PairingKind, players: Vec<RegistrationId>) -> Self {
        Self { kind, players, pod_number: 0, is_ghost: false, is_consolation: false }
    }

    /// In this draft pod.
    #[must_use]
    pub fn in_pod(self, pod_number: i32) -> Self {
        Self { pod_number, ..self }
    }

    /// For practice; counts for nobody.
    #[must_use]
    pub fn ghost(self) -> Self {
        Self { is_ghost: true, ..self }
    }

    /// For a lower place of the playoff.
    #[must_use]
    pub fn consolation(self) -> Self {
        Self { is_consolation: true, ..self }
    }

    /// The pairing, once it has an id and a place in the list, counted from 1.
    pub(super) fn paired(self, match_id: MatchId, place: i32) -> Pairing {
        Pairing {
            match_id,
            kind: self.kind,
            table_number: place,
            pod_number: self.pod_number,
            players: self.players,
            is_ghost: self.is_ghost,
            is_consolation: self.is_consolation,
        }
    }
}

/// What a round is, beyond its number and type.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RoundFlags {
    /// Whether none follows.
    pub final_round_in_event: bool,
    /// Whether an earlier round's pairings are used again.
    pub use_old_pairings: bool,
    /// What computed the pairings.
    pub pairingengine_url: String,
}

/// The ids of a match of teams that was paired.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PairedTeams {
    /// The match of the teams.
    pub team_match_id: TeamMatchId,
    /// The matches of the seats, by seat; empty for a bye.
    pub seats: Vec<MatchId>,
}
