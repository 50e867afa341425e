//! Standings after a round.

use proto_events::ids::{RegistrationId, RoundId, TeamId};

use super::Tournament;
use crate::fraction::Rounded;

/// Who has a line in standings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Competitor {
    /// A player.
    Player(RegistrationId),
    /// A team, in a team event.
    Team(TeamId),
}

/// One line.
#[derive(Debug, Clone, PartialEq)]
pub struct Standing {
    /// Whose line it is.
    pub competitor: Competitor,
    /// 1..n, unique.
    pub rank: i32,
    /// Match points from Swiss rounds.
    pub match_points: i32,
    /// Swiss matches won, byes included.
    pub wins: i32,
    /// Swiss matches lost, assigned losses included.
    pub losses: i32,
    /// Swiss matches drawn.
    pub draws: i32,
    /// Games won.
    pub games_won: i32,
    /// Games lost.
    pub games_lost: i32,
    /// Games drawn.
    pub games_drawn: i32,
    /// Playoff matches won.
    pub playoff_wins: i32,
    /// Playoff matches lost.
    pub playoff_losses: i32,
    /// Own match-win percentage, floored.
    pub match_win: Rounded,
    /// Mean of the opponents' match-win percentages.
    pub opponent_match_win: Rounded,
    /// Own game-win percentage.
    pub game_win: Rounded,
    /// Mean of the opponents' game-win percentages.
    pub opponent_game_win: Rounded,
    /// Mean of the opponents' match points.
    pub opponent_average_match_points: Rounded,
}

/// Standings after the given round (as they stand now, if it is not complete), best first. `None` for an unknown round;
/// empty for a player meeting before the first round.
pub fn standings_after(_tournament: &Tournament, _round: RoundId) -> Option<Vec<Standing>> {
    None
}
