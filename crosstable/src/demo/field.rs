//! Plays the matches of players of random strength. Works with indexes and knows no event.

use proto_events::tournament::{Games, MatchResult, Winner};
use rand::RngExt;
use rand::rngs::StdRng;

/// The strength of each player.
#[derive(Debug)]
pub struct Field {
    skills: Vec<f64>,
}

impl Field {
    /// Creates players of random strength.
    pub fn new(players: usize, rng: &mut StdRng) -> Self {
        Self { skills: (0..players).map(|_| rng.random_range(-1.0..1.0)).collect() }
    }

    /// Plays a best-of-three match, possibly a draw.
    pub fn play(&self, first: usize, second: usize, rng: &mut StdRng) -> MatchResult {
        if rng.random_bool(0.025) {
            return result(Winner::Draw, 1, 1, i32::from(rng.random_bool(0.4)));
        }
        self.play_to_the_end(first, second, rng)
    }

    /// Plays a match that has a winner.
    pub fn play_to_the_end(&self, first: usize, second: usize, rng: &mut StdRng) -> MatchResult {
        let chance = 0.5 + 0.2 * (self.skills[first] - self.skills[second]);
        let lost = match rng.random_range(0..100) {
            0..52 => 0,
            _ => 1,
        };
        // Sometimes time runs out after one game.
        let won = if lost == 0 && rng.random_bool(0.03) { 1 } else { 2 };
        if rng.random_bool(chance) { result(Winner::First, won, lost, 0) } else { result(Winner::Second, lost, won, 0) }
    }
}

/// Returns the result with the players exchanged, as after a mistake on the slip.
pub fn turned(result: MatchResult) -> MatchResult {
    MatchResult {
        winner: match result.winner {
            Winner::First => Winner::Second,
            Winner::Second => Winner::First,
            Winner::Draw | Winner::Neither => result.winner,
        },
        games: result.games.map(|games| Games { first: games.second, second: games.first, drawn: games.drawn }),
    }
}

/// An intentional draw.
pub const INTENTIONAL_DRAW: MatchResult =
    MatchResult { winner: Winner::Draw, games: Some(Games { first: 0, second: 0, drawn: 3 }) };

/// Returns a result with its games.
pub(crate) fn result(winner: Winner, first: i32, second: i32, drawn: i32) -> MatchResult {
    MatchResult { winner, games: Some(Games { first, second, drawn }) }
}
