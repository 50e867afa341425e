//! The field of one round: which players may meet, and at what cost. Each player has a place in it. If a bye is needed,
//! it has a place of its own, which only the players who may get it can meet.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::iter::Sum;
use std::ops::Add;

use super::entrant::{Entrant, EntrantId};
use super::options::{Options, Way};

/// The cost of pairings, the most important part first.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Cost {
    /// Byes for players who may not get them. No pairing that is returned has any.
    pub(super) forbidden: i64,
    /// Number of rematches.
    pub(super) rematches: i64,
    /// Number of earlier meetings beyond the first.
    pub(super) repeats: i64,
    /// Sum of the differences of match points, or of their squares if those come first.
    pub(super) distance: i64,
    /// The other one of these sums. By squares, two players paired down by one score group each are better than one
    /// paired down by two.
    pub(super) other_distance: i64,
}

impl Cost {
    /// A bye for a player who may not get it.
    pub(super) const FORBIDDEN: Self = Self { forbidden: 1, rematches: 0, repeats: 0, distance: 0, other_distance: 0 };

    /// Returns the cost without its last part.
    pub(super) fn without_last(self) -> Self {
        Self { other_distance: 0, ..self }
    }
}

impl Add for Cost {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            forbidden: self.forbidden + other.forbidden,
            rematches: self.rematches + other.rematches,
            repeats: self.repeats + other.repeats,
            distance: self.distance + other.distance,
            other_distance: self.other_distance + other.other_distance,
        }
    }
}

impl Sum for Cost {
    fn sum<I: Iterator<Item = Self>>(costs: I) -> Self {
        costs.fold(Self::default(), Add::add)
    }
}

/// The players of a round and, if one is needed, the bye.
#[derive(Debug)]
pub(super) struct Field {
    /// Match points by place, as far as they count for this round; the bye has those of the players who may get it.
    pub(super) points: Vec<i64>,
    /// Opponents met by each player, with the number of meetings, by place.
    met: Vec<Vec<(usize, i64)>>,
    /// Players who may get the bye, if one is needed. The bye's own place comes after all players.
    may_get_bye: Option<Vec<bool>>,
    /// Whether the sum of squares of differences comes before the sum of differences.
    pub(super) squares_first: bool,
}

impl Field {
    /// Creates the field of these players, none of whom has an awarded bye. If their number is odd, it includes a bye.
    /// In a round at random, all points are 0; the real points still decide who may get the bye.
    pub(super) fn new(players: &[&Entrant], options: Options) -> Self {
        let mut field = Self::without_bye(players, options);
        if !players.len().is_multiple_of(2) {
            let may_get_bye = may_get_bye(players, options);
            let theirs = field.points.iter().zip(&may_get_bye).find(|(_, may)| **may);
            field.points.push(theirs.map_or(0, |(points, _)| *points));
            field.may_get_bye = Some(may_get_bye);
        }
        field
    }

    /// Creates the field of these players without a bye. In a round at random, all points are 0.
    pub(super) fn without_bye(players: &[&Entrant], options: Options) -> Self {
        let points_count = options.way != Way::Random;
        let points = players.iter().map(|player| if points_count { i64::from(player.match_points) } else { 0 });
        let (points, met) = (points.collect(), meetings(players));
        Self { points, met, may_get_bye: None, squares_first: options.squares_first }
    }

    /// Returns the number of places: the players, and the bye if there is one.
    pub(super) fn len(&self) -> usize {
        self.points.len()
    }

    /// Returns the bye's place, if there is one.
    pub(super) fn bye(&self) -> Option<usize> {
        self.may_get_bye.as_ref().map(Vec::len)
    }

    /// Whether a player may get the bye. Always false if no bye is needed.
    pub(super) fn may_get_bye(&self, player: usize) -> bool {
        self.may_get_bye.as_ref().and_then(|may_get_bye| may_get_bye.get(player)).is_some_and(|may| *may)
    }

    /// Whether this is the bye's place.
    pub(super) fn is_bye(&self, place: usize) -> bool {
        self.bye() == Some(place)
    }

    /// Returns how often two players have met; `None` if one is the bye and the other may not get it.
    fn meetings(&self, first: usize, second: usize) -> Option<i64> {
        if self.is_bye(first) || self.is_bye(second) {
            let player = if self.is_bye(first) { second } else { first };
            return self.may_get_bye(player).then_some(0);
        }
        let met = &self.met[first];
        Some(met.binary_search_by_key(&second, |(other, _)| *other).map_or(0, |at| met[at].1))
    }

    /// Whether two players may meet and have not met yet.
    pub(super) fn is_open(&self, first: usize, second: usize) -> bool {
        self.meetings(first, second) == Some(0)
    }

    /// Returns the cost of pairing two players.
    pub(super) fn cost(&self, first: usize, second: usize) -> Cost {
        let Some(times) = self.meetings(first, second) else { return Cost::FORBIDDEN };
        let difference = self.of_difference((self.points[first] - self.points[second]).abs());
        Cost { rematches: times.min(1), repeats: (times - 1).max(0), ..difference }
    }

    /// Returns the cost of a pair that has not met.
    pub(super) fn of_difference(&self, difference: i64) -> Cost {
        // No tournament has larger differences, and the limit keeps sums of squares small.
        let side = difference.min(1 << 15);
        let (distance, other_distance) =
            if self.squares_first { (side * side, difference) } else { (difference, side * side) };
        Cost { distance, other_distance, ..Cost::default() }
    }
}

/// Returns each player's opponents with the number of meetings. A meeting counts for both, even if only one lists it.
fn meetings(players: &[&Entrant]) -> Vec<Vec<(usize, i64)>> {
    let places: HashMap<EntrantId, usize> = players.iter().enumerate().map(|(at, player)| (player.id, at)).collect();
    let mut said: Vec<Vec<(usize, i64)>> = Vec::with_capacity(players.len());
    for player in players {
        let mut met: Vec<usize> = player.opponents.iter().filter_map(|id| places.get(id).copied()).collect();
        met.sort_unstable();
        let counted = met.chunk_by(|one, other| one == other);
        said.push(counted.map(|same| (same[0], i64::try_from(same.len()).unwrap_or(i64::MAX))).collect());
    }
    let mut met = said.clone();
    for (place, theirs) in said.iter().enumerate() {
        for (other, times) in theirs {
            met[*other].push((place, *times));
        }
    }
    for theirs in &mut met {
        theirs.sort_unstable_by_key(|(other, times)| (*other, -times));
        theirs.dedup_by_key(|(other, _)| *other);
    }
    met
}

/// Who gets the bye first, the least: byes so far, match points, and the rank if it counts.
pub(super) type ByeOrder = (u32, i32, Reverse<i32>);

/// Returns a player's place in the order in which byes are given.
pub(super) fn bye_order(player: &Entrant, options: Options) -> ByeOrder {
    let rank = if options.lowest_gets_bye { player.rank } else { 0 };
    (player.byes, player.match_points, Reverse(rank))
}

/// Returns the players who may get the bye: those of the lowest score group among those with the fewest byes, or the
/// lowest of them in the standings.
fn may_get_bye(players: &[&Entrant], options: Options) -> Vec<bool> {
    let least = players.iter().map(|player| bye_order(player, options)).min();
    players.iter().map(|player| Some(bye_order(player, options)) == least).collect()
}
