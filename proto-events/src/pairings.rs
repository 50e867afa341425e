//! Pairings of a round, results of its matches and its clock, as in the events of a tournament.

use std::cmp::Ordering;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::ids::{MatchId, RegistrationId, TeamId, TeamMatchId};

/// The kind of a pairing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PairingKind {
    /// A match of two players.
    Versus,
    /// One player, who wins the match.
    Bye,
    /// One player, who loses the match without games.
    AssignedLoss,
    /// Seats only, without a match: a player meeting or a draft pod.
    Seating,
}

/// One pairing of a round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pairing {
    /// The match.
    pub match_id: MatchId,
    /// Its kind.
    pub kind: PairingKind,
    /// Number of the table, from 1.
    pub table_number: i32,
    /// Number of the draft pod, from 1; 0 outside drafts.
    pub pod_number: i32,
    /// The players in order: two for a match, one for a bye, up to ten for a pod.
    pub players: Vec<RegistrationId>,
    /// Whether it is a practice match that does not count.
    pub is_ghost: bool,
    /// Whether it is a playoff match for a lower place only.
    pub is_consolation: bool,
}

/// A pairing of two teams, with the matches of their seats.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TeamPairing {
    /// The match of the teams.
    pub team_match_id: TeamMatchId,
    /// Two teams, or one with a bye.
    pub teams: Vec<TeamId>,
    /// Number of the table of the first seats.
    pub first_table_number: i32,
    /// Whether it is a bye for one team.
    pub is_bye: bool,
    /// The matches of the seats, by seat; empty for a bye.
    pub seats: Vec<Pairing>,
}

/// The winner of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Winner {
    /// The first player or team.
    First,
    /// The second player or team.
    Second,
    /// Neither: the match was drawn.
    Draw,
    /// Neither: both lost, for example because neither came to the table.
    Neither,
}

/// The games of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Games {
    /// Games won by the first player.
    pub first: i32,
    /// Games won by the second player.
    pub second: i32,
    /// Games drawn.
    pub drawn: i32,
}

impl From<Games> for MatchResult {
    /// Returns the result in which the player with more games won.
    fn from(games: Games) -> Self {
        let winner = match games.first.cmp(&games.second) {
            Ordering::Greater => Winner::First,
            Ordering::Less => Winner::Second,
            Ordering::Equal => Winner::Draw,
        };
        Self { winner, games: Some(games) }
    }
}

/// Result of a match. `games` is `None` if the source states only the winner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchResult {
    /// The winner.
    pub winner: Winner,
    /// The games, if known.
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

/// The clock of a round. It shows its length without the time that has elapsed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoundClock {
    /// Its length in seconds, extensions included.
    pub length_seconds: i32,
    /// Seconds that had elapsed when it last started; if it is paused, all that have.
    pub elapsed_seconds: i32,
    /// When it last started; `None` while it is paused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub running_since: Option<DateTime<Utc>>,
}
