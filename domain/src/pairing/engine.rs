//! Finds the pairs of least cost, exactly, and at random among equally good ones.
//!
//! # How it works
//!
//! A large score group can nearly always be paired within itself without a rematch. The cost then depends only on which
//! players have to leave the group. So every group starts *loose*: the engine assumes that no two of its players have
//! met. This can only lower the cost, and then only parity counts: if an odd number of players is above a line between
//! groups, one pair crosses that line. Then each loose group is really paired. A group that cannot be paired
//! as assumed becomes *strict*: an exact matching pairs strict groups, among themselves and with the loose
//! groups above and below. Then the loose groups are paired again, and so on.
//!
//! # Why this is exact
//!
//! Take any pairing. Split each pair that spans a loose group in two there: the sum of differences stays the same, and
//! the sum of squares does not grow, so it does not matter which of them comes first. This leaves pairs within a run of
//! strict groups, pairs of such a run with its loose neighbors or across it, and pairs of adjacent loose groups. The
//! exact matching minimizes the first two kinds, and of the last kind there are at least as many as parity demands. So
//! the assumed cost is a lower bound, and a pairing that reaches it is optimal. In the worst case all groups become
//! strict, and the matching covers the whole field.

use std::ops::Range;

use super::field::{Cost, Field};
use super::matching::least_cost_matching;
use super::random::SeededRandom;

/// Two places of a field.
pub(super) type Pair = (usize, usize);

/// What counts after rematches and the first sum: that of differences, or of squares if those come first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Aim {
    /// The other sum. The squares keep the number of players small who are paired down by two score groups.
    SmallSteps,
    /// Nothing else counts.
    LeastSum,
}

/// A score group.
#[derive(Debug)]
struct Group {
    points: i64,
    places: Vec<usize>,
    /// Whether the number of places in it and above it is odd. Then an odd number of pairs crosses the line below it.
    is_crossed_below: bool,
    is_strict: bool,
}

/// The pairs so far, and the tasks of the loose groups.
#[derive(Debug)]
struct Plan {
    pairs: Vec<Pair>,
    /// For each group, places of other groups that get an opponent from it.
    guests: Vec<Vec<usize>>,
    /// For each group, the group to which it sends one of its own places.
    sends_to: Vec<Option<usize>>,
}

/// Fields up to this size are matched as a whole, since looking at their groups first would not save time.
const SMALL_FIELD: usize = 24;

/// Returns pairs of least cost for these places, whose number must be even.
pub(super) fn least_cost_pairs(field: &Field, places: &[usize], aim: Aim, random: &mut SeededRandom) -> Vec<Pair> {
    let mut groups = score_groups(field, places);
    loop {
        let mut plan = Plan {
            pairs: Vec::with_capacity(places.len() / 2),
            guests: vec![Vec::new(); groups.len()],
            sends_to: vec![None; groups.len()],
        };
        plan_crossings(field, &groups, aim, random, &mut plan);
        let failed = pair_loose_groups(field, &groups, random, &mut plan);
        if failed.is_empty() {
            return plan.pairs;
        }
        for group in failed {
            groups[group].is_strict = true;
        }
    }
}

/// Returns the cost of pairs.
pub(super) fn cost_of(field: &Field, pairs: &[Pair]) -> Cost {
    pairs.iter().map(|(first, second)| field.cost(*first, *second)).sum()
}

/// Returns the places in score groups, highest points first.
fn score_groups(field: &Field, places: &[usize]) -> Vec<Group> {
    let mut places = places.to_vec();
    places.sort_by_key(|place| (-field.points[*place], *place));
    let is_strict = places.len() <= SMALL_FIELD;
    let mut above = 0;
    let same = places.chunk_by(|one, other| field.points[*one] == field.points[*other]);
    let groups = same.map(|places| {
        above += places.len();
        let is_crossed_below = !above.is_multiple_of(2);
        Group { points: field.points[places[0]], places: places.to_vec(), is_crossed_below, is_strict }
    });
    groups.collect()
}

/// Pairs strict groups, and plans the guests and the crossings of loose groups.
fn plan_crossings(field: &Field, groups: &[Group], aim: Aim, random: &mut SeededRandom, plan: &mut Plan) {
    let mut begin = 0;
    for run in groups.chunk_by(|one, other| one.is_strict && other.is_strict) {
        let end = begin + run.len();
        if run[0].is_strict {
            pair_strictly(field, groups, begin..end, aim, random, plan);
        } else if run[0].is_crossed_below && groups.get(end).is_some_and(|next| !next.is_strict) {
            plan.sends_to[begin] = Some(end);
        }
        begin = end;
    }
}

/// Pairs loose groups from the top down. Returns those that could not be paired.
fn pair_loose_groups(field: &Field, groups: &[Group], random: &mut SeededRandom, plan: &mut Plan) -> Vec<usize> {
    let mut failed = Vec::new();
    for (at, group) in groups.iter().enumerate().filter(|(_, group)| !group.is_strict) {
        let (guests, sends_to) = (std::mem::take(&mut plan.guests[at]), plan.sends_to[at]);
        let paired = pair_loosely(field, &group.places, &guests, sends_to.is_some(), random);
        let sent = match paired {
            Some((pairs, sent)) => {
                plan.pairs.extend(pairs);
                sent
            }
            None => {
                failed.push(at);
                // The groups below are tried nevertheless, with any player as their guest.
                group.places.iter().copied().find(|place| !field.is_bye(*place))
            }
        };
        if let (Some(target), Some(sent)) = (sends_to, sent) {
            plan.guests[target].push(sent);
        }
    }
    failed
}

/// The opponent of the player who leaves the group.
const AWAY: usize = usize::MAX;

/// Number of attempts, each with a new shuffle, before the group counts as impossible.
const ATTEMPTS: usize = 3;

/// Pairs one loose score group at random: first the guests and the player who leaves, then the others one after the
/// other. A player without a possible opponent breaks up another pair.
///
/// In a group of at least `2r + 2` players who had up to `r` opponents each, this always works: of two players left
/// over, each has met fewer than `r` players apart from the other one, and they can break up a pair unless two of the
/// four meetings that this takes have happened before.
struct Seating<'a> {
    field: &'a Field,
    /// Places of other groups, whose opponents are players of the group.
    guests: &'a [usize],
}

/// Pairs the places of a group: each guest with one of them, and the rest among themselves. If `one_leaves`, one of
/// them gets no opponent and is returned with the pairs. `None` if no way without a rematch was found.
fn pair_loosely(
    field: &Field,
    own: &[usize],
    guests: &[usize],
    one_leaves: bool,
    random: &mut SeededRandom,
) -> Option<(Vec<Pair>, Option<usize>)> {
    let seating = Seating { field, guests };
    let mut pairs = (0..ATTEMPTS).find_map(|_| seating.attempt(own, one_leaves, random))?;
    let Some(at) = pairs.iter().position(|pair| pair.0 == AWAY || pair.1 == AWAY) else { return Some((pairs, None)) };
    let (first, second) = pairs.swap_remove(at);
    Some((pairs, Some(if first == AWAY { second } else { first })))
}

impl Seating<'_> {
    fn attempt(&self, own: &[usize], one_leaves: bool, random: &mut SeededRandom) -> Option<Vec<Pair>> {
        let mut waiting = own.to_vec();
        random.shuffle(&mut waiting);
        // Those with the least choice come first: the bye, the guests, the player who leaves.
        waiting.sort_by_key(|place| self.field.is_bye(*place));
        let bye = waiting.pop_if(|last| self.field.is_bye(*last));
        let first = bye.into_iter().chain(self.guests.iter().copied()).chain(one_leaves.then_some(AWAY));
        let (mut pairs, mut stuck) = (Vec::with_capacity(own.len() / 2 + 1), Vec::new());
        for place in first {
            self.meet_anybody(place, &mut waiting, &mut pairs, &mut stuck);
        }
        while let Some(place) = waiting.pop() {
            self.meet_anybody(place, &mut waiting, &mut pairs, &mut stuck);
        }
        while let (Some(one), Some(other)) = (stuck.pop(), stuck.pop()) {
            self.break_up(one, other, &mut pairs, random)?;
        }
        Some(pairs)
    }

    fn meet_anybody(&self, place: usize, waiting: &mut Vec<usize>, pairs: &mut Vec<Pair>, stuck: &mut Vec<usize>) {
        match waiting.iter().rposition(|other| self.can_meet(place, *other)) {
            Some(at) => pairs.push((place, waiting.swap_remove(at))),
            None => stuck.push(place),
        }
    }

    /// Breaks up a pair and pairs its players with two players who have no opponent.
    fn break_up(&self, one: usize, other: usize, pairs: &mut Vec<Pair>, random: &mut SeededRandom) -> Option<()> {
        let start = random.below(pairs.len());
        for at in (start..pairs.len()).chain(0..start) {
            let (first, second) = pairs[at];
            for (first, second) in [(first, second), (second, first)] {
                if self.can_meet(one, first) && self.can_meet(other, second) {
                    pairs[at] = (one, first);
                    pairs.push((other, second));
                    return Some(());
                }
            }
        }
        None
    }

    fn can_meet(&self, one: usize, other: usize) -> bool {
        let is_player = |place| !self.field.is_bye(place);
        let is_guest = |place| place == AWAY || self.guests.contains(&place);
        match (one, other) {
            (AWAY, player) | (player, AWAY) => player != AWAY && is_player(player) && !self.guests.contains(&player),
            _ => !(is_guest(one) && is_guest(other)) && self.field.is_open(one, other),
        }
    }
}

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

/// A run of strict score groups, for an exact matching of their players among themselves and with the loose groups just
/// above and below, which have an opponent for every player.
///
/// The run takes an even or odd number of players from a loose group, as parity demands. If it is odd, one of these
/// players is a vertex of the matching. All others come in twos and need no vertices: "both get an opponent from above"
/// is one more way to match two players.
struct Run<'a> {
    field: &'a Field,
    /// Points of the loose group above, if there is one.
    above: Option<i64>,
    /// Points of the loose group below, if there is one.
    below: Option<i64>,
    vertices: Vec<Vertex>,
}

/// Pairs the groups of a range, and assigns guests to the loose groups above and below.
fn pair_strictly(
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
                (self.field.of_difference(difference), Way::Across)
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
                self.field.of_difference((points - self.field.points[player]).abs())
            }
            _ => Cost::FORBIDDEN,
        }
    }
}

/// The weights of the parts of a cost. Each weight exceeds the largest possible sum of all less important parts.
struct Scale {
    other_distance: i128,
    distance: i128,
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
                most.distance = most.distance.max(cost.distance);
                most.other_distance = most.other_distance.max(cost.other_distance);
                repeats = repeats.max(cost.repeats);
            }
        }
        most.repeats = repeats;
        let pairs = i128::try_from(run.vertices.len() / 2).unwrap_or(i128::MAX);
        let scale = Self::of(pairs, most, aim == Aim::SmallSteps, LOTS);
        // Only absurd points need so much room. Then only the first sum counts, and ties follow the order of places.
        scale.or_else(|| Self::of(pairs, most, false, 1)).unwrap_or_else(|| Self::of_rematches(pairs))
    }

    fn of(pairs: i128, most: Cost, other_counts: bool, random: usize) -> Option<Self> {
        let next = |worth: i128, most: i64| worth.checked_mul(pairs.checked_mul(i128::from(most))?.checked_add(1)?);
        let other_distance = pairs.checked_mul(i128::try_from(random).ok()?)?;
        let distance = if other_counts { next(other_distance, most.other_distance)? } else { other_distance };
        let repeat = next(distance, most.distance)?;
        let rematch = next(repeat, most.repeats)?;
        let forbidden = next(rematch, 1)?;
        let other_distance = if other_counts { other_distance } else { 0 };
        let fits = next(forbidden, 1)? < ROOM;
        fits.then_some(Self { other_distance, distance, repeat, rematch, forbidden, random })
    }

    fn of_rematches(pairs: i128) -> Self {
        Self { other_distance: 0, distance: 0, repeat: 0, rematch: 1, forbidden: pairs + 1, random: 1 }
    }

    fn one_number(&self, cost: Cost, random: &mut SeededRandom) -> i128 {
        i128::try_from(random.below(self.random)).unwrap_or_default()
            + self.other_distance * i128::from(cost.other_distance)
            + self.distance * i128::from(cost.distance)
            + self.repeat * i128::from(cost.repeats)
            + self.rematch * i128::from(cost.rematches)
            + self.forbidden * i128::from(cost.forbidden)
    }
}
