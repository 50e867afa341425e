//! Pools: small groups in which every two entrants meet exactly once (a round robin). Each round follows from the first
//! one by the circle method: one entrant keeps its place, the others move on around a circle.
//!
//! An even pool of n has n - 1 rounds. An odd pool has n rounds, and each of its entrants has a bye in one of them. Pools
//! play at the same time, and the entrants of a pool that has played all of its rounds have no match in later rounds.
//! Awarded byes do not count here, because every two of a pool meet.

use std::collections::{HashMap, HashSet};

use proto_events::tournament::PairingKind;

use super::bracket::{Order, lines};
use super::pods::Pod;
use super::random::SeededRandom;
use super::tables::numbered;
use super::{Entrant, EntrantId, Seats, playing};

/// Returns how many pools of at most `most` so many entrants need.
pub fn pool_count(entrants: usize, most: usize) -> usize {
    entrants.div_ceil(most.max(1))
}

/// Returns how many rounds a pool of so many needs.
pub fn rounds_of(size: usize) -> usize {
    if size % 2 == 1 { size } else { size.saturating_sub(1) }
}

impl Pod {
    /// Returns how many rounds its entrants play as a pool, byes included.
    pub fn rounds(&self) -> usize {
        rounds_of(self.seats.len())
    }

    /// Returns the pairs of one of its rounds, from 0, the first seat first. An entrant without an opponent has a bye.
    fn pairs(&self, round: usize) -> impl Iterator<Item = (EntrantId, Option<EntrantId>)> {
        // The circle: an odd number of places. A single entrant has a circle of its own.
        let circle = self.rounds();
        let last = self.seats.get(circle).copied();
        let turning = self.seats.get(round).filter(|_| round < circle).map(|one| match last {
            Some(last) if round % 2 == 1 => (last, Some(*one)),
            last => (*one, last),
        });
        let seat = move |at: usize| self.seats[at % circle];
        let across = (1..=circle / 2).filter(move |_| round < circle);
        turning.into_iter().chain(across.map(move |step| (seat(round + step), Some(seat(round + circle - step)))))
    }
}

/// Assigns the active entrants to pools of at most `most`, whose sizes differ by at most one. By rank the pools are filled
/// like a snake: 1 to 4, then 5 to 8 backwards, so that all are equally strong. Entrants without a rank, which is all of
/// them before play, are assigned at random. Seats in a pool are random.
pub fn assign_pools(entrants: &[Entrant], most: usize, seed: u64) -> Vec<Pod> {
    let (mut random, mut players) = (SeededRandom::new(seed), playing(entrants));
    random.shuffle(&mut players);
    players.sort_by_key(|player| player.rank);
    let count = pool_count(players.len(), most);
    let mut pools: Vec<Pod> = (1..).take(count).map(|number| Pod { number, seats: Vec::new() }).collect();
    for (place, player) in players.iter().enumerate() {
        let (row, at) = (place / count, place % count);
        pools[if row % 2 == 0 { at } else { count - 1 - at }].seats.push(player.id);
    }
    pools.iter_mut().for_each(|pool| random.shuffle(&mut pool.seats));
    pools
}

/// Returns the pools of which these are the tables of the first round. The matches of a pool, in order, determine its later
/// rounds. Entrants who sit alone count as opponents of each other, as long as there are two: see [`who_do_not_meet`].
/// Tables without a pod number are in no pool: someone came late, and has a bye or a loss for that round.
pub fn pools_of(first_round: &[Seats]) -> Vec<Pod> {
    let mut tables: Vec<&Seats> = first_round.iter().filter(|table| table.pod_number > 0).collect();
    tables.sort_by_key(|table| (table.pod_number, table.table_number));
    let pools = tables.chunk_by(|one, other| one.pod_number == other.pod_number).map(|tables| {
        let (met, alone): (Vec<&Seats>, Vec<&Seats>) =
            tables.iter().copied().partition(|table| table.kind == PairingKind::Versus);
        let pair = |table: &Seats| <[EntrantId; 2]>::try_from(table.entrants.as_slice()).ok();
        let mut pairs: Vec<[EntrantId; 2]> = met.into_iter().filter_map(pair).collect();
        let alone: Vec<EntrantId> = alone.iter().flat_map(|table| table.entrants.iter().copied()).collect();
        let (more, odd) = alone.as_chunks();
        pairs.extend(more);
        Pod { number: tables[0].pod_number, seats: around(&pairs, odd.first().copied()) }
    });
    pools.collect()
}

/// Returns the seats with which these are the pairs of the first round; one entrant may have a bye.
fn around(pairs: &[[EntrantId; 2]], bye: Option<EntrantId>) -> Vec<EntrantId> {
    let (first, last, across) = match (bye, pairs.split_first()) {
        (Some(bye), _) => (Some(bye), None, pairs),
        (None, Some(([one, other], across))) => (Some(*one), Some(*other), across),
        (None, None) => (None, None, pairs),
    };
    let near = across.iter().map(|[one, _]| *one);
    let far = across.iter().rev().map(|[_, other]| *other);
    first.into_iter().chain(near).chain(far).chain(last).collect()
}

/// Returns whether two entrants who play meet in a round of these pools, from this one on.
pub fn has_pairs_from(pools: &[Pod], round: usize, plays: impl Fn(EntrantId) -> bool) -> bool {
    let meet = |(one, other): (EntrantId, Option<EntrantId>)| plays(one) && other.is_some_and(&plays);
    pools.iter().any(|pool| (round..pool.rounds()).any(|round| pool.pairs(round).any(meet)))
}

/// Returns the pairs of this first round of pools who sit alone. They count as opponents, and so do not meet later.
pub fn who_do_not_meet(first_round: &[Seats]) -> Vec<[EntrantId; 2]> {
    let alone = first_round.iter().filter(|table| table.entrants.len() == 1).flat_map(|table| &table.entrants);
    let alone: HashSet<EntrantId> = alone.copied().collect();
    let pools = pools_of(first_round);
    let pairs = pools.iter().flat_map(|pool| pool.pairs(0)).filter(|(one, _)| alone.contains(one));
    pairs.filter_map(|(one, other)| Some([one, other?])).collect()
}

/// Pairs a round of all pools, from 0 for the first. An entrant whose opponent dropped has a bye. Tables are numbered from
/// the first pool to the last; fixed tables are kept.
pub fn pair_pools(pools: &[Pod], entrants: &[Entrant], round: usize) -> Vec<Seats> {
    let players = playing(entrants);
    let ids: HashSet<EntrantId> = players.iter().map(|player| player.id).collect();
    let of_pool = |pool: &Pod| -> Vec<Seats> {
        let pairs = pool.pairs(round).map(|(one, other)| {
            let pair = [Some(one), other].into_iter().flatten();
            pair.filter(|entrant| ids.contains(entrant)).collect::<Vec<EntrantId>>()
        });
        pairs.filter(|pair| !pair.is_empty()).map(|pair| Seats::of(pool.number, pair)).collect()
    };
    numbered(pools.iter().flat_map(of_pool).collect(), &players)
}

/// Crosses pools in a bracket by seed. `advancing` has by seed the place in the pool, best first, and the number of the
/// pool, 0 for none. The winners of the pools keep their seeds. Those of each further place exchange theirs as long as two
/// of one pool meet later by that. Returns by new seed where each stood before.
pub fn cross(advancing: &[(usize, i32)]) -> Vec<usize> {
    let lines = lines(advancing.len(), Order::BySeed);
    let mut line_of = vec![0; lines.len()];
    lines.iter().enumerate().for_each(|(line, seed)| line_of[*seed] = line);
    // A round earlier weighs four times as much.
    let weight = |one: usize, other: usize| {
        let round = usize::BITS - (line_of[one] ^ line_of[other]).leading_zeros();
        (lines.len() >> round).pow(2)
    };
    let mut order: Vec<usize> = (0..advancing.len()).collect();
    let mut seeds_of: HashMap<i32, Vec<usize>> = HashMap::new();
    for (seed, (_, pool)) in advancing.iter().enumerate().filter(|(_, (_, pool))| *pool > 0) {
        seeds_of.entry(*pool).or_default().push(seed);
    }
    let mut is_better = true;
    while std::mem::take(&mut is_better) {
        for one in 0..order.len() {
            for other in one + 1..order.len() {
                let [(place, pool), (next_place, next_pool)] = [one, other].map(|seed| advancing[order[seed]]);
                if place != next_place || place < 2 {
                    break;
                }
                let cost = |pool: i32, seed: usize| {
                    let others = seeds_of.get(&pool).into_iter().flatten().filter(|it| **it != one && **it != other);
                    others.map(|it| weight(*it, seed)).sum::<usize>()
                };
                if pool == next_pool
                    || cost(pool, one) + cost(next_pool, other) <= cost(pool, other) + cost(next_pool, one)
                {
                    continue;
                }
                order.swap(one, other);
                for (pool, from, to) in [(pool, one, other), (next_pool, other, one)] {
                    let seeds = seeds_of.get_mut(&pool).into_iter().flatten();
                    seeds.filter(|seed| **seed == from).for_each(|seed| *seed = to);
                }
                is_better = true;
            }
        }
    }
    order
}
