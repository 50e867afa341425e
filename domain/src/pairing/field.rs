//! The field of one round: which players may meet, and at what cost. Each player has a place in it. If a bye is needed,
//! it has a place of its own, which only the players who may get it can meet.

use std::collections::HashMap;
use std::iter::Sum;
use std::ops::{Add, Sub};

use super::entrant::{Entrant, EntrantId};

/// The cost of pairings, the most important part first.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Cost {
    /// Byes for players who may not get them. No pairing that is returned has any.
    pub(super) forbidden: i64,
    /// Number of rematches.
    pub(super) rematches: i64,
    /// Number of earlier meetings beyond the first.
    pub(super) repeats: i64,
    /// Sum of the differences of match points.
    pub(super) difference: i64,
    /// Sum of their squares: two players paired down by one score group each are better than one paired down by two.
    pub(super) squares: i64,
}

impl Cost {
    /// Returns the cost of a pair that has not met.
    pub(super) fn of_difference(difference: i64) -> Self {
        // No tournament has larger differences, and the limit keeps sums of squares small.
        let side = difference.min(1 << 15);
        Self { difference, squares: side * side, ..Self::default() }
    }

    /// A bye for a player who may not get it.
    pub(super) const FORBIDDEN: Self = Self { forbidden: 1, rematches: 0, repeats: 0, difference: 0, squares: 0 };

    /// Returns the cost of which each part is made from those of two costs.
    fn with(self, other: Self, part: fn(i64, i64) -> i64) -> Self {
        Self {
            forbidden: part(self.forbidden, other.forbidden),
            rematches: part(self.rematches, other.rematches),
            repeats: part(self.repeats, other.repeats),
            difference: part(self.difference, other.difference),
            squares: part(self.squares, other.squares),
        }
    }

    /// Returns the cost without the squares.
    pub(super) fn without_squares(self) -> Self {
        Self { squares: 0, ..self }
    }
}

impl Add for Cost {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        self.with(other, Add::add)
    }
}

impl Sub for Cost {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self.with(other, Sub::sub)
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
}

impl Field {
    /// Creates the field of these players, none of whom has an awarded bye. If their number is odd, it includes a bye.
    /// Unless `points_count`, all points are 0; the real points still decide who may get the bye.
    pub(super) fn new(players: &[&Entrant], points_count: bool) -> Self {
        let mut field = Self::without_bye(players, points_count);
        if !players.len().is_multiple_of(2) {
            let may_get_bye = may_get_bye(players);
            let theirs = field.points.iter().zip(&may_get_bye).find(|(_, may)| **may);
            field.points.push(theirs.map_or(0, |(points, _)| *points));
            field.may_get_bye = Some(may_get_bye);
        }
        field
    }

    /// Creates the field of these players without a bye. Unless `points_count`, all points are 0.
    pub(super) fn without_bye(players: &[&Entrant], points_count: bool) -> Self {
        let points = players.iter().map(|player| if points_count { i64::from(player.match_points) } else { 0 });
        Self { points: points.collect(), met: meetings(players), may_get_bye: None }
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
        let difference = Cost::of_difference((self.points[first] - self.points[second]).abs());
        Cost { rematches: times.min(1), repeats: (times - 1).max(0), ..difference }
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

/// Returns the players who may get the bye: those of the lowest score group among those with the fewest byes.
fn may_get_bye(players: &[&Entrant]) -> Vec<bool> {
    let worth = |player: &Entrant| (player.byes, player.match_points);
    let least = players.iter().map(|player| worth(player)).min();
    players.iter().map(|player| Some(worth(player)) == least).collect()
}
