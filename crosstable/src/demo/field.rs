//! Pairs the demo's players and plays their matches. Works with indexes and knows no event.
//!
//! The pairing is simple: by points from the top, without rematches if a swap avoids them. It is not the service's own
//! pairing.

use std::collections::HashSet;

use proto_events::tournament::{Games, MatchResult, Winner};
use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;

/// The players and their results so far.
#[derive(Debug)]
pub struct Field {
    skills: Vec<f64>,
    /// Match points.
    pub(crate) points: Vec<i32>,
    met: HashSet<(usize, usize)>,
    had_bye: Vec<bool>,
}

/// The pairs of a round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Pairs {
    /// Two players each, from the top.
    pub(crate) tables: Vec<(usize, usize)>,
    /// The player without an opponent.
    pub(crate) bye: Option<usize>,
}

impl Field {
    /// Creates players of random strength.
    pub fn new(players: usize, rng: &mut StdRng) -> Self {
        Self {
            skills: (0..players).map(|_| rng.random_range(-1.0..1.0)).collect(),
            points: vec![0; players],
            met: HashSet::new(),
            had_bye: vec![false; players],
        }
    }

    /// Pairs the players of this round.
    pub(crate) fn pair(&self, playing: &[usize], rng: &mut StdRng) -> Pairs {
        let mut order = playing.to_vec();
        order.shuffle(rng);
        order.sort_by_key(|&player| -self.points[player]);
        let bye = (order.len() % 2 == 1).then(|| self.take_bye(&mut order)).flatten();
        let (mut tables, left) = self.pair_greedily(&order);
        for pair in left.chunks_exact(2) {
            self.place_left_over(pair[0], pair[1], &mut tables);
        }
        tables.sort_by_key(|&(first, second)| -(self.points[first] + self.points[second]));
        Pairs { tables, bye }
    }

    fn take_bye(&self, order: &mut Vec<usize>) -> Option<usize> {
        let place = order.iter().rposition(|&player| !self.had_bye[player]).or(order.len().checked_sub(1))?;
        Some(order.remove(place))
    }

    /// Gives each player, from the top, the next opponent not met before. Returns the tables and the players without an
    /// opponent.
    fn pair_greedily(&self, order: &[usize]) -> (Vec<(usize, usize)>, Vec<usize>) {
        let (mut tables, mut left) = (Vec::with_capacity(order.len() / 2), Vec::new());
        let mut open: Vec<usize> = order.to_vec();
        while !open.is_empty() {
            let first = open.remove(0);
            match open.iter().position(|&second| !self.have_met(first, second)) {
                Some(place) => tables.push((first, open.remove(place))),
                None => left.push(first),
            }
        }
        (tables, left)
    }

    /// Seats two players who have met by splitting another table, from the bottom. If there is no such table, they meet
    /// again.
    fn place_left_over(&self, first: usize, second: usize, tables: &mut Vec<(usize, usize)>) {
        for table in (0..tables.len()).rev() {
            let (one, other) = tables[table];
            for (one, other) in [(one, other), (other, one)] {
                if !self.have_met(first, one) && !self.have_met(second, other) {
                    tables[table] = (first, one);
                    tables.push((second, other));
                    return;
                }
            }
        }
        tables.push((first, second));
    }

    fn have_met(&self, one: usize, other: usize) -> bool {
        self.met.contains(&(one.min(other), one.max(other)))
    }

    /// Records that two players have met, even before the result.
    pub(crate) fn meet(&mut self, one: usize, other: usize) {
        self.met.insert((one.min(other), one.max(other)));
    }

    /// Records a bye.
    pub(crate) fn give_bye(&mut self, player: usize) {
        self.had_bye[player] = true;
        self.points[player] += 3;
    }

    /// Records a result.
    pub(crate) fn score(&mut self, first: usize, second: usize, result: MatchResult) {
        let (one, other) = points(result.winner);
        self.points[first] += one;
        self.points[second] += other;
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

fn points(winner: Winner) -> (i32, i32) {
    match winner {
        Winner::First => (3, 0),
        Winner::Second => (0, 3),
        Winner::Draw => (1, 1),
        Winner::Neither => (0, 0),
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

/// Returns the first round of a bracket, by seed from 0: 1v8 4v5 2v7 3v6, and so on for any power of two. Winners of
/// adjacent tables meet next.
pub(crate) fn bracket(size: usize) -> Vec<(usize, usize)> {
    let mut seeds = vec![0];
    while seeds.len() < size {
        let next = seeds.len() * 2;
        seeds = seeds.iter().flat_map(|&seed| [seed, next - 1 - seed]).collect();
    }
    seeds.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect()
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;

    #[test]
    fn brackets_are_the_usual_ones() {
        assert_eq!(bracket(4), [(0, 3), (1, 2)]);
        assert_eq!(bracket(8), [(0, 7), (3, 4), (1, 6), (2, 5)]);
    }

    #[test]
    fn nobody_meets_anybody_twice_nor_gets_two_byes() {
        for (players, rounds) in [(9, 4), (33, 6), (64, 6), (513, 9)] {
            let mut rng = StdRng::seed_from_u64(7);
            let mut field = Field::new(players, &mut rng);
            let everybody: Vec<_> = (0..players).collect();
            let (mut seen, mut byes) = (HashSet::new(), HashSet::new());
            for _ in 0..rounds {
                let pairs = field.pair(&everybody, &mut rng);
                assert_eq!(pairs.tables.len(), players / 2);
                if let Some(player) = pairs.bye {
                    assert!(byes.insert(player), "{player} of {players} has a second bye");
                    field.give_bye(player);
                }
                for (first, second) in pairs.tables {
                    assert!(seen.insert((first.min(second), first.max(second))), "{first} meets {second} again");
                    field.meet(first, second);
                    let result = field.play(first, second, &mut rng);
                    field.score(first, second, result);
                }
            }
        }
    }
}
