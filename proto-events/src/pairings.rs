//! Pairings of a round and results of its matches, as a tournament's events tell them.

use serde::{Deserialize, Serialize};

use crate::ids::{MatchId, RegistrationId, TeamId, TeamMatchId};

/// What a pairing is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PairingKind {
    /// Two players meet.
    Versus,
    /// One player, a won match.
    Bye,
    /// One player, a lost match without games.
    AssignedLoss,
    /// Players only sit there: a player meeting or a draft pod.
    Seating,
}

/// One table of a round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pairing {
    /// The match.
    pub match_id: MatchId,
    /// What it is.
    pub kind: PairingKind,
    /// Table, from 1.
    pub table_number: i32,
    /// Draft pod, from 1; 0 outside drafts.
    pub pod_number: i32,
    /// Who sits there, in player order: two for a match, one for a bye, up to ten for a pod.
    pub players: Vec<RegistrationId>,
    /// Played for practice while a real one is missing; counts for nobody.
    pub is_ghost: bool,
    /// A playoff match for a lower place; counts for no place above.
    pub is_consolation: bool,
}

/// Two teams, and the matches of their seats.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TeamPairing {
    /// The match of the teams.
    pub team_match_id: TeamMatchId,
    /// Two teams, or one with a bye.
    pub teams: Vec<TeamId>,
    /// Table of the first seats.
    pub first_table_number: i32,
    /// Whether the one team has a bye.
    pub is_bye: bool,
    /// The matches of the seats, by seat; empty for a bye.
    pub seats: Vec<Pairing>,
}

/// Who won.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Winner {
    /// The player (or team) named first.
    First,
    /// The player (or team) named second.
    Second,
    /// Nobody.
    Draw,
}

/// Games of a match, from the first player's side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Games {
    /// Games won by the first player.
    pub first: i32,
    /// Games won by the second player.
    pub second: i32,
    /// Games drawn.
    pub drawn: i32,
}

/// Result of a match. `games` is absent where a source tells only who won.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchResult {
    /// Who won.
    pub winner: Winner,
    /// Games, where known.
    pub games: Option<Games>,
}

/// A published game-win percentage of a player whose games are unknown.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct StatedGameWin {
    /// The player.
    pub registration_id: RegistrationId,
    /// Fraction 0..1.
    pub game_win: f64,
}
