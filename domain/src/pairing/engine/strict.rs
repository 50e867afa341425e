//! Pairs a run of strict score groups by an exact matching of their players, among themselves and with the loose groups
//! just above and below, which have an opponent for every player.
//!
//! The run takes an even or odd number of players from a loose group, as parity demands. If it is odd, one of these
//! players is a vertex of the matching. All others come in twos and need no vertices: "both get an opponent from above"
//! is one more way to match two players.

use std::ops::Range;

use super::plan::{Aim, Group, Plan};
use crate::pairing::field::{Cost, Field};
use crate::pairing::matching::least_cost_matching;
use crate::pairing::random::SeededRandom;

/// Upper bound for the random part of a cost, which decides among equally good pairings.
const LOTS: usize = 1 << 16;

/// Upper bound for a cost as one number. The matching needs some bits above it.
const ROOM: i128 = 1 << 118;

/// A vertex of the matching.
#[derive(Debug, Clone, Copy)]
enum Vertex {
    Player(usize),
    /// The odd player of the loose group above.
    Above,
    /// The odd player of the loose group below.
    Below,
}

/// How two vertices are matched.
#[derive(Debug, Clone, Copy)]
enum Way {
    Meet(usize, usize),
    /// Both get opponents from the loose group above.
    Up(usize, usize),
    /// Both get opponents from the loose group below.
    Down(usize, usize),
    /// A player gets the odd player from above.
    FromAbove(usize),
    /// A player gets the odd player from below.
    FromBelow(usize),
    /// The odd players from above and below meet.
    Across,
}

struct Run<'a> {
    field: &'a Field,
    /// Points of the loose group above, if there is one.
    above: Option<i64>,
    /// Points of the loose group below, if there is one.
    below: Option<i64>,
    vertices: Vec<Vertex>,
}

/// Pairs the groups of a range, and assigns guests to the loose groups above and below.
pub(super) fn pair(
    field: &Field,
    groups: &[Group],
    range: Range<usize>,
    aim: Aim,
    random: &mut SeededRandom,
    plan: &mut Plan,
) {
    let run = Run::new(field, groups, &range);
    let size = run.vertices.len();
    let scale = Scale::new(&run, aim);
    let mates = least_cost_matching(size, |first, second| {
        let (cost, _) = run.cheapest(first, second);
        scale.one_number(cost, random)
    });
    for (vertex, mate) in mates.into_iter().enumerate().filter(|(vertex, mate)| vertex < mate) {
        match run.cheapest(vertex, mate).1 {
            Way::Meet(one, other) => plan.pairs.push((one, other)),
            Way::Up(one, other) => plan.guests[range.start - 1].extend([one, other]),
            Way::Down(one, other) => plan.guests[range.end].extend([one, other]),
            Way::FromAbove(one) => plan.guests[range.start - 1].push(one),
            Way::FromBelow(one) => plan.guests[range.end].push(one),
            Way::Across => plan.sends_to[range.start - 1] = Some(range.end),
        }
    }
}

impl<'a> Run<'a> {
    fn new(field: &'a Field, groups: &[Group], range: &Range<usize>) -> Self {
        let above = range.start.checked_sub(1).map(|at| &groups[at]);
        let below = groups.get(range.end);
        let own = &groups[range.clone()];
        let players = own.iter().flat_map(|group| &group.places).copied().map(Vertex::Player);
        let from_above = above.filter(|group| group.is_crossed_below).map(|_| Vertex::Above);
        let is_crossed_below = own.last().is_some_and(|group| group.is_crossed_below);
        let from_below = is_crossed_below.then_some(Vertex::Below);
        Self {
            field,
            above: above.map(|group| group.points),
            below: below.map(|group| group.points),
            vertices: players.chain(from_above).chain(from_below).collect(),
        }
    }

    /// Returns the cheapest way to match two vertices.
    fn cheapest(&self, first: usize, second: usize) -> (Cost, Way) {
        match (self.vertices[first], self.vertices[second]) {
            (Vertex::Player(one), Vertex::Player(other)) => self.cheapest_of_players(one, other),
            (Vertex::Player(one), Vertex::Above) | (Vertex::Above, Vertex::Player(one)) => {
                (self.to(one, self.above), Way::FromAbove(one))
            }
            (Vertex::Player(one), _) | (_, Vertex::Player(one)) => (self.to(one, self.below), Way::FromBelow(one)),
            _ => {
                let difference = self.above.zip(self.below).map_or(0, |(above, below)| above - below);
                (Cost::of_difference(difference), Way::Across)
            }
        }
    }

    fn cheapest_of_players(&self, one: usize, other: usize) -> (Cost, Way) {
        let meet = (self.field.cost(one, other), Way::Meet(one, other));
        if meet.0.rematches == 0 && meet.0.forbidden == 0 {
            // Sending both up or down would also cross every line between the two, and more lines.
            return meet;
        }
        let up = (self.to(one, self.above) + self.to(other, self.above), Way::Up(one, other));
        let down = (self.to(one, self.below) + self.to(other, self.below), Way::Down(one, other));
        [up, down].into_iter().fold(meet, |least, way| if way.0 < least.0 { way } else { least })
    }

    /// Returns the cost of giving a player an opponent from a loose group.
    fn to(&self, player: usize, points: Option<i64>) -> Cost {
        match points {
            Some(points) if !self.field.is_bye(player) => {
                Cost::of_difference((points - self.field.points[player]).abs())
            }
            _ => Cost::FORBIDDEN,
        }
    }
}

/// The weights of the parts of a cost. Each weight exceeds the largest possible sum of all less important parts.
struct Scale {
    square: i128,
    difference: i128,
    repeat: i128,
    rematch: i128,
    forbidden: i128,
    random: usize,
}

impl Scale {
    fn new(run: &Run<'_>, aim: Aim) -> Self {
        let (mut most, mut repeats) = (Cost::default(), 0);
        for first in 0..run.vertices.len() {
            for second in first + 1..run.vertices.len() {
                let (cost, _) = run.cheapest(first, second);
                most.difference = most.difference.max(cost.difference);
                most.squares = most.squares.max(cost.squares);
                repeats = repeats.max(cost.repeats);
            }
        }
        most.repeats = repeats;
        let pairs = i128::try_from(run.vertices.len() / 2).unwrap_or(i128::MAX);
        let scale = Self::of(pairs, most, aim == Aim::SmallSteps, LOTS);
        // Only absurd points need so much room. Then only the sum counts, and ties follow the order of places.
        scale.or_else(|| Self::of(pairs, most, false, 1)).unwrap_or_else(|| Self::of_rematches(pairs))
    }

    fn of(pairs: i128, most: Cost, squares_count: bool, random: usize) -> Option<Self> {
        let next = |worth: i128, most: i64| worth.checked_mul(pairs.checked_mul(i128::from(most))?.checked_add(1)?);
        let square = pairs.checked_mul(i128::try_from(random).ok()?)?;
        let difference = if squares_count { next(square, most.squares)? } else { square };
        let repeat = next(difference, most.difference)?;
        let rematch = next(repeat, most.repeats)?;
        let forbidden = next(rematch, 1)?;
        let square = if squares_count { square } else { 0 };
        let fits = next(forbidden, 1)? < ROOM;
        fits.then_some(Self { square, difference, repeat, rematch, forbidden, random })
    }

    fn of_rematches(pairs: i128) -> Self {
        Self { square: 0, difference: 0, repeat: 0, rematch: 1, forbidden: pairs + 1, random: 1 }
    }

    fn one_number(&self, cost: Cost, random: &mut SeededRandom) -> i128 {
        i128::try_from(random.below(self.random)).unwrap_or_default()
            + self.square * i128::from(cost.squares)
            + self.difference * i128::from(cost.difference)
            + self.repeat * i128::from(cost.repeats)
            + self.rematch * i128::from(cost.rematches)
            + self.forbidden * i128::from(cost.forbidden)
    }
}
