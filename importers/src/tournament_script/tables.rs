//! Tables for [`TournamentScript::pair`](super::TournamentScript::pair), before they have ids.

use proto_events::ids::{MatchId, RegistrationId, TeamMatchId};
use proto_events::tournament::{Pairing, PairingKind};

/// A table of a round to be paired.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    kind: PairingKind,
    players: Vec<RegistrationId>,
    pod_number: i32,
    is_ghost: bool,
    is_consolation: bool,
}

impl Table {
    /// Returns a match between two players.
    pub fn versus(first: RegistrationId, second: RegistrationId) -> Self {
        Self::of(PairingKind::Versus, vec![first, second])
    }

    /// Returns an assigned loss without games.
    pub fn assigned_loss(player: RegistrationId) -> Self {
        Self::of(PairingKind::AssignedLoss, vec![player])
    }

    /// Returns a table of any kind.
    pub fn of(kind: PairingKind, players: Vec<RegistrationId>) -> Self {
        Self { kind, players, pod_number: 0, is_ghost: false, is_consolation: false }
    }

    /// Puts the table into a draft pod.
    #[must_use]
    pub fn in_pod(self, pod_number: i32) -> Self {
        Self { pod_number, ..self }
    }

    /// Makes it a practice match that does not count.
    #[must_use]
    pub fn ghost(self) -> Self {
        Self { is_ghost: true, ..self }
    }

    /// Makes it a match for a lower place of the playoff.
    #[must_use]
    pub fn consolation(self) -> Self {
        Self { is_consolation: true, ..self }
    }

    /// Returns the pairing with this id and table number, which counts from 1.
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

/// Settings of a round beyond its number and type.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RoundFlags {
    /// Whether it is the last round of the event.
    pub final_round_in_event: bool,
    /// Whether an earlier round's pairings are used again.
    pub use_old_pairings: bool,
    /// The engine that computed the pairings.
    pub pairingengine_url: String,
}

/// The ids of a paired team match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PairedTeams {
    /// The team match.
    pub team_match_id: TeamMatchId,
    /// The matches of the seats, by seat; empty for a bye.
    pub seats: Vec<MatchId>,
}
