//! The rules for points and tiebreakers of a tournament.

use serde::{Deserialize, Serialize};

use crate::vocabulary::Tiebreaker;

/// An exact fraction, such as the floor 1/3.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fraction {
    /// The numerator.
    pub numerator: i64,
    /// The denominator; positive.
    pub denominator: i64,
}

/// How a tournament counts points and orders players. The defaults are those of the Magic Tournament Rules, appendix C.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct StandingsRules {
    /// Match points for a won match.
    pub points_for_win: i32,
    /// Match points for a drawn match.
    pub points_for_draw: i32,
    /// Match points for a lost match.
    pub points_for_loss: i32,
    /// Minimum of a percentage in the average of opponents.
    pub floor: Fraction,
    /// Whether the minimum applies to a player's own game-win percentage too.
    pub own_game_win_floored: bool,
    /// Own game-win percentage of a player without games, if it is not the floor (some platforms use -0.2).
    pub game_win_without_games: Option<f64>,
    /// The tiebreakers for players on equal match points, before the random draw.
    pub tiebreakers: Vec<Tiebreaker>,
    /// Decimals to which percentages are rounded: 8, or 16 for sources that do not round.
    pub decimals: u8,
}

impl Default for StandingsRules {
    fn default() -> Self {
        Self {
            points_for_win: 3,
            points_for_draw: 1,
            points_for_loss: 0,
            floor: Fraction { numerator: 33, denominator: 100 },
            own_game_win_floored: true,
            game_win_without_games: None,
            tiebreakers: vec![Tiebreaker::OpponentMatchWin, Tiebreaker::GameWin, Tiebreaker::OpponentGameWin],
            decimals: 8,
        }
    }
}
