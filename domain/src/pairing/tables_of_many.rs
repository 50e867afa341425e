//! Pairs Swiss rounds at tables of three to five, as in Commander: who sits at which table, in which seat, and who has a
//! bye.
//!
//! # Rules, the most important first
//!
//! 1. Each entrant has one seat or bye; awarded byes are kept.
//! 2. There are as few tables as possible, as equal as possible, none with fewer than three: 13 players at tables of four
//!    sit 4-3-3-3. Where that needs a table of two, there is one table less: five players are one table. With
//!    [`ShortPods::Byes`] all tables are full, and the lowest of those with the fewest byes have byes.
//! 3. As few repeated opponents as possible, and then the fewest earlier meetings.
//! 4. The smaller tables have the fewest points, or with [`ShortPods::First`] the most.
//! 5. The least total difference of points over all pairs of opponents, and then the least sum of its squares, or the other
//!    way round if squares come first. In a round
//!    by standing, the least difference of ranks replaces the squares.
//! 6. All else is random.
//!
//! At its table, each player gets the seat that it had least often; among equals, those who sat later so far sit earlier.
//!
//! # How exact this is
//!
//! For up to `EXACT` players all pairings are compared. A larger field begins in the order of points, and two players
//! are exchanged as long as that makes it better. This tries at most `TRIES` exchanges, and `TRIES_EACH` more for each
//! player, new attempts after random exchanges included; partners are at most `NEAR` places away in the order of points.
//! It ends sooner if no opponents are repeated and the differences are those of the order of points, the least possible.

use std::cmp::Reverse;

use proto_events::tournament::PODS_SEATS_MAX;
use proto_events::vocabulary::ShortPods;

use super::entrant::{Entrant, EntrantId};
use super::field::{ByeOrder, Field, bye_order};
use super::options::{Options, Way};
use super::playing;
use super::random::SeededRandom;
use super::tables::{Seats, numbered};

/// The fewest players at a table.
pub const LEAST: usize = 3;
/// Fields of up to so many players are paired exactly.
const EXACT: usize = 12;
/// Exchanges that a larger field tries at most.
const TRIES: usize = 60_000;
/// Exchanges that a larger field tries in addition for each player.
const TRIES_EACH: usize = 500;
/// The largest distance of the partners of an exchange in the order of points.
const NEAR: usize = 256;

/// The parts of a cost, the most important first: opponents met before, earlier meetings beyond the first, points at
/// smaller tables, differences of points, and their squares or the differences of ranks.
type Cost = [i64; 5];

/// Pairs a Swiss round at tables of `size` players, which is 3 to 5. Byes are numbered after the tables. With fewer than
/// three players there are no tables, and all have byes.
pub fn pair_tables(
    entrants: &[Entrant],
    size: usize,
    short: ShortPods,
    options: impl Into<Options>,
    seed: u64,
) -> Vec<Seats> {
    let options = options.into();
    let way = options.way;
    let (awarded, mut players): (Vec<&Entrant>, Vec<&Entrant>) =
        playing(entrants).into_iter().partition(|entrant| entrant.has_awarded_bye);
    let mut byes: Vec<EntrantId> = awarded.iter().map(|entrant| entrant.id).collect();
    let mut random = SeededRandom::new(seed);
    random.shuffle(&mut players);
    let sizes = table_sizes(players.len(), size, short);
    // Those who get byes first come last: the fewest byes, the fewest points.
    let worth = |player: &Entrant| bye_order(player, options);
    players.sort_by_key(|player| Reverse(worth(player)));
    let last_bye = players.get(sizes.iter().sum::<usize>()).map(|player| worth(player));
    let (mut players, certain): (Vec<&Entrant>, Vec<&Entrant>) =
        players.into_iter().partition(|player| last_bye.is_none_or(|last| worth(player) >= last));
    byes.extend(certain.iter().map(|player| player.id));
    let points = |player: &Entrant| if way == Way::Random { 0 } else { player.match_points };
    let rank = |player: &Entrant| if way == Way::ByStanding { player.rank } else { 0 };
    players.sort_by_key(|player| (Reverse(points(player)), rank(player)));
    let round = Round::new(&players, sizes, short, options, last_bye);
    let mut tables = if players.len() <= EXACT { round.exact() } else { round.search(&mut random) };
    byes.extend(tables.pop().unwrap_or_default().into_iter().map(|place| players[place].id));
    random.shuffle(&mut tables);
    let mut tables: Vec<Vec<&Entrant>> = tables.iter().map(|table| seated(table, &players, &mut random)).collect();
    tables.sort_by_cached_key(|table| {
        let mut best: Vec<_> = table.iter().map(|player| (Reverse(player.match_points), rank(player))).collect();
        best.sort_unstable();
        // Of equal tables, the smaller ones come last, unless they are those of the best.
        best.resize(if short == ShortPods::First { best.len() } else { PODS_SEATS_MAX }, (Reverse(i32::MIN), i32::MAX));
        best
    });
    let tables = tables.iter().map(|table| table.iter().map(|player| player.id).collect());
    let tables = tables.chain(byes.into_iter().map(|entrant| vec![entrant]));
    numbered(tables.map(|entrants| Seats::of(0, entrants)).collect(), &players)
}

/// Returns the sizes of the tables for so many players, those of the highest standing first.
pub fn table_sizes(players: usize, size: usize, short: ShortPods) -> Vec<usize> {
    let (full, size) = (players / size.max(LEAST), size.max(LEAST));
    if players < LEAST {
        return Vec::new();
    }
    if short == ShortPods::Byes && full > 0 {
        return vec![size; full];
    }
    let tables = players.div_ceil(size);
    let tables = if players / tables < LEAST { full.max(1) } else { tables };
    let (least, larger) = (players / tables, players % tables);
    let mut sizes: Vec<usize> = (0..tables).map(|table| least + usize::from(table < larger)).collect();
    if short == ShortPods::First {
        sizes.reverse();
    }
    sizes
}

/// A round to be paired. Players have places in the order of their points.
struct Round<'a> {
    players: &'a [&'a Entrant],
    field: Field,
    /// The sizes of the tables, those of the highest points first.
    sizes: Vec<usize>,
    /// The size of the smaller tables, if sizes differ.
    smaller: Option<usize>,
    /// The cost of each player at a smaller table.
    cost_at_smaller: Vec<i64>,
    /// Whether each player may get a bye that is not certain.
    may_get_bye: Vec<bool>,
    is_by_standing: bool,
}

impl<'a> Round<'a> {
    fn new(
        players: &'a [&'a Entrant],
        sizes: Vec<usize>,
        short: ShortPods,
        options: Options,
        last_bye: Option<ByeOrder>,
    ) -> Self {
        let field = Field::without_bye(players, options);
        let (least, most) = (sizes.iter().min().copied(), sizes.iter().max().copied());
        let highest = field.points.iter().max().copied().unwrap_or(0);
        let cost = |points: &i64| if short == ShortPods::First { highest - points } else { *points };
        Self {
            players,
            sizes,
            smaller: least.filter(|_| least != most),
            cost_at_smaller: field.points.iter().map(cost).collect(),
            may_get_bye: players.iter().map(|player| Some(bye_order(player, options)) == last_bye).collect(),
            is_by_standing: options.way == Way::ByStanding,
            field,
        }
    }

    fn cost(&self, table: &[usize]) -> Cost {
        let mut cost = Cost::default();
        if self.smaller == Some(table.len()) {
            cost[2] = table.iter().map(|place| self.cost_at_smaller[*place]).sum();
        }
        for (at, one) in table.iter().enumerate() {
            for other in &table[at + 1..] {
                let pair = self.field.cost(*one, *other);
                let last = if self.is_by_standing { self.distance(*one, *other) } else { pair.other_distance };
                cost = sum([cost, [pair.rematches, pair.repeats, 0, pair.distance, last]]);
            }
        }
        cost
    }

    /// Returns the difference of the ranks of two players.
    fn distance(&self, one: usize, other: usize) -> i64 {
        let distance = i64::from(self.players[one].rank) - i64::from(self.players[other].rank);
        distance.abs().min(1 << 15)
    }

    /// Returns the best tables of all, and the players with byes after them. Players are bits of a set.
    fn exact(&self) -> Vec<Vec<usize>> {
        let count = self.players.len();
        let members = |set: usize| (0..count).filter(|place| set >> place & 1 == 1).collect::<Vec<_>>();
        // For each set, the least cost of its tables, and the table of its first player.
        let mut best: Vec<Option<(Cost, usize)>> = vec![None; 1 << count];
        best[0] = Some((Cost::default(), 0));
        let is_table = |set: usize| self.sizes.iter().any(|size| u32::try_from(*size) == Ok(set.count_ones()));
        let costs: Vec<Option<Cost>> =
            (0..1 << count).map(|set| is_table(set).then(|| self.cost(&members(set)))).collect();
        for set in 1..1_usize << count {
            let first = set & set.wrapping_neg();
            let others = set ^ first;
            let mut part = others;
            loop {
                let table = part | first;
                if let (Some(cost), Some((rest, _))) = (costs[table], best[set ^ table]) {
                    let found = (sum([cost, rest]), table);
                    if best[set].is_none_or(|(least, _)| found.0 < least) {
                        best[set] = Some(found);
                    }
                }
                if part == 0 {
                    break;
                }
                part = (part - 1) & others;
            }
        }
        let seated: usize = self.sizes.iter().sum();
        let may_be_left = |set: usize| (0..count).all(|place| set >> place & 1 == 1 || self.may_get_bye[place]);
        let all = (0..1_usize << count).filter(|set| members(*set).len() == seated && may_be_left(*set));
        let mut left = all.min_by_key(|set| best[*set].map_or([i64::MAX; 5], |(cost, _)| cost)).unwrap_or(0);
        let byes = members(((1 << count) - 1) ^ left);
        let mut tables = Vec::with_capacity(self.sizes.len() + 1);
        while let Some((_, table)) = best[left].filter(|(_, table)| *table > 0) {
            tables.push(members(table));
            left ^= table;
        }
        tables.push(byes);
        tables
    }

    /// Returns good tables, and the players with byes after them.
    fn search(&self, random: &mut SeededRandom) -> Vec<Vec<usize>> {
        let mut now = Seating::by_points(self);
        let target = [0, 0, now.total()[2], now.total()[3], now.total()[4]];
        let mut tries = TRIES + TRIES_EACH * self.players.len();
        now.improve(self, &mut tries, random);
        while tries > 0 && now.total() > target {
            let mut other = now.clone();
            for _ in 0..2 {
                other.exchange_at_random(self, &mut tries, random);
            }
            other.improve(self, &mut tries, random);
            if other.total() <= now.total() {
                now = other;
            }
        }
        now.tables
    }
}

fn sum<const N: usize>(costs: [Cost; N]) -> Cost {
    std::array::from_fn(|part| costs.iter().map(|cost| cost[part]).sum())
}

/// Players at tables while they are exchanged.
#[derive(Debug, Clone)]
struct Seating {
    /// The places at each table; the last one has those with byes.
    tables: Vec<Vec<usize>>,
    /// The cost of each table.
    costs: Vec<Cost>,
    /// The table of each player.
    table_of: Vec<usize>,
}

impl Seating {
    /// Fills the tables in the order of points.
    fn by_points(round: &Round<'_>) -> Self {
        let seated: usize = round.sizes.iter().sum();
        let mut byes = round.players.len() - seated;
        let (mut playing, mut without) = (Vec::with_capacity(seated), Vec::new());
        for place in (0..round.players.len()).rev() {
            let has_bye = byes > 0 && round.may_get_bye[place];
            byes -= usize::from(has_bye);
            if has_bye { without.push(place) } else { playing.push(place) }
        }
        let mut places = playing.into_iter().rev();
        let mut tables: Vec<Vec<usize>> =
            round.sizes.iter().map(|size| places.by_ref().take(*size).collect()).collect();
        let mut costs: Vec<Cost> = tables.iter().map(|table| round.cost(table)).collect();
        tables.push(without);
        costs.push(Cost::default());
        let mut table_of = vec![0; round.players.len()];
        for (number, table) in tables.iter().enumerate() {
            table.iter().for_each(|place| table_of[*place] = number);
        }
        Self { tables, costs, table_of }
    }

    fn total(&self) -> Cost {
        std::array::from_fn(|part| self.costs.iter().map(|cost| cost[part]).sum())
    }

    /// Exchanges players, each with the best partner, until no exchange of two makes it better, or no try is left.
    fn improve(&mut self, round: &Round<'_>, tries: &mut usize, random: &mut SeededRandom) {
        let mut order: Vec<usize> = (0..self.table_of.len()).collect();
        random.shuffle(&mut order);
        let mut has_improved = true;
        while has_improved {
            has_improved = false;
            for &one in &order {
                if self.costs[self.table_of[one]] == Cost::default() {
                    continue;
                }
                let mut best = None;
                for other in one.saturating_sub(NEAR)..(one + NEAR + 1).min(self.table_of.len()) {
                    if *tries == 0 {
                        return;
                    }
                    let Some(gain) = self.gain(round, one, other) else { continue };
                    *tries -= 1;
                    if gain < best.map_or(Cost::default(), |(least, _)| least) {
                        best = Some((gain, other));
                    }
                }
                if let Some((_, other)) = best {
                    self.exchange(round, one, other);
                    has_improved = true;
                }
            }
        }
    }

    /// Returns how the cost changes if two players are exchanged, or `None` if they cannot be.
    fn gain(&self, round: &Round<'_>, one: usize, other: usize) -> Option<Cost> {
        let (first, second) = (self.table_of[one], self.table_of[other]);
        let without_table = self.tables.len() - 1;
        let (mine, theirs) = (first == without_table, second == without_table);
        if first == second || (mine && !round.may_get_bye[other]) || (theirs && !round.may_get_bye[one]) {
            return None;
        }
        let exchanged = |table: usize, from: usize, to: usize| {
            let mut places = [0; 5];
            let table = &self.tables[table];
            places.iter_mut().zip(table).for_each(|(place, old)| *place = if *old == from { to } else { *old });
            round.cost(&places[..table.len()])
        };
        let after_first = if mine { Cost::default() } else { exchanged(first, one, other) };
        let after_second = if theirs { Cost::default() } else { exchanged(second, other, one) };
        let (after, before) = (sum([after_first, after_second]), sum([self.costs[first], self.costs[second]]));
        Some(std::array::from_fn(|part| after[part] - before[part]))
    }

    fn exchange(&mut self, round: &Round<'_>, one: usize, other: usize) {
        for (from, to, table) in [(one, other, self.table_of[one]), (other, one, self.table_of[other])] {
            self.tables[table].iter_mut().filter(|place| **place == from).for_each(|place| *place = to);
            self.table_of[to] = table;
        }
        for table in [self.table_of[one], self.table_of[other]] {
            let is_table = table + 1 < self.tables.len();
            self.costs[table] = if is_table { round.cost(&self.tables[table]) } else { Cost::default() };
        }
    }

    /// Exchanges a player of a table that costs something with any player nearby.
    fn exchange_at_random(&mut self, round: &Round<'_>, tries: &mut usize, random: &mut SeededRandom) {
        *tries = tries.saturating_sub(1);
        let costly: Vec<usize> =
            (0..self.table_of.len()).filter(|one| self.costs[self.table_of[*one]] != Cost::default()).collect();
        let Some(&one) = costly.get(random.below(costly.len())) else { return };
        let from = one.saturating_sub(NEAR);
        let other = from + random.below((one + NEAR + 1).min(self.table_of.len()) - from);
        if self.gain(round, one, other).is_some() {
            self.exchange(round, one, other);
        }
    }
}

/// Returns the players of a table by seat.
fn seated<'a>(table: &[usize], players: &[&'a Entrant], random: &mut SeededRandom) -> Vec<&'a Entrant> {
    let mut players: Vec<&Entrant> = table.iter().map(|place| players[*place]).collect();
    random.shuffle(&mut players);
    best_seats(&players, 0).1
}

/// Returns the best order of these players from a seat on. Its cost has the squares of how often they had their seats,
/// and then their seats times the sum of their earlier ones.
fn best_seats<'a>(left: &[&'a Entrant], seat: usize) -> ([usize; 2], Vec<&'a Entrant>) {
    let with = |at: usize| {
        let mut others = left.to_vec();
        let player = others.remove(at);
        let ([had, sum], rest) = best_seats(&others, seat + 1);
        let times = player.seats.get(seat).copied().unwrap_or(0);
        let before: usize = player.seats.iter().enumerate().map(|(seat, times)| seat * times).sum();
        ([had + times * times, sum + seat * before], std::iter::once(player).chain(rest).collect())
    };
    (0..left.len()).map(with).min_by_key(|(cost, _)| *cost).unwrap_or_default()
}
