//! Finds the pairs of least cost, exactly, and at random among equally good ones.
//!
//! # How it works
//!
//! A large score group can nearly always be paired within itself without a rematch. The cost then depends only on which
//! players have to leave the group. So every group starts *loose*: the engine assumes that no two of its players have
//! met. This can only lower the cost, and then only parity counts: if an odd number of players is above a line between
//! groups, one pair crosses that line. Then each loose group is really paired (`loose`). A group that cannot be paired
//! as assumed becomes *strict*: an exact matching (`strict`) pairs strict groups, among themselves and with the loose
//! groups above and below. Then the loose groups are paired again, and so on.
//!
//! # Why this is exact
//!
//! Take any pairing. Split each pair that spans a loose group in two there: the sum of differences stays the same, and
//! the sum of squares does not grow. This leaves pairs within a run of strict groups, pairs of such a run with its
//! loose neighbors or across it, and pairs of adjacent loose groups. The exact matching minimizes the first two
//! kinds, and of the last kind there are at least as many as parity demands. So the assumed cost is a lower bound, and
//! a pairing that reaches it is optimal. In the worst case all groups become strict, and the matching covers the whole
//! field.

mod loose;
mod plan;
mod strict;

use super::field::{Cost, Field};
use super::random::SeededRandom;
pub(super) use plan::{Aim, Pair};
use plan::{Group, Plan};

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
            strict::pair(field, groups, begin..end, aim, random, plan);
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
        let paired = loose::pair(field, &group.places, &guests, sends_to.is_some(), random);
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
