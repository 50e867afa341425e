//! The pairs of least cost, exactly, and at random among the equally good.
//!
//! # How
//!
//! A large score group can nearly always be paired among itself without a rematch, and the cost then depends on nothing
//! but who has to leave it. So every group starts *loose*: taken as if nobody in it had met anybody. That can only make
//! things cheaper, and then only the parity counts: where an odd number of players stands above, one pair crosses the line.
//! Then each loose group is paired for real (`loose`). A group that cannot keep to its promise becomes *strict*:
//! what strict groups do, among themselves and with the loose groups above and below, is found by an exact matching
//! (`strict`). Again the loose ones are paired for real, and so on.
//!
//! # Why that is exact
//!
//! Let any pairing be given. Cut each pair that spans a loose group in two there: the sum of differences stays, the sum of
//! squares does not grow. What is left are pairs within a run of strict groups, pairs of it with its loose neighbours or of
//! those across it, and pairs of loose groups side by side. The first are what the exact matching minimizes, the last are at
//! least as many as the parity demands. So the promise is a lower bound, and a pairing that keeps it is a best one. In the
//! worst case all groups become strict, and the matching is that of the whole field.

mod loose;
mod strict;

use super::field::{Cost, Field};
use super::lots::Lots;

/// Fields up to this size are matched as a whole: nothing is gained by looking at their groups first.
const SMALL_FIELD: usize = 24;

/// Two places of a field.
pub(super) type Pair = (usize, usize);

/// What counts beside rematches and the sum of differences.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Aim {
    /// Players down by two score groups are avoided: the squares of differences count.
    SmallSteps,
    /// Nothing else counts.
    LeastSum,
}

/// A score group.
#[derive(Debug)]
struct Group {
    points: i64,
    places: Vec<usize>,
    /// Whether the number of places in it and above it is odd: an odd number of pairs crosses the line below.
    is_crossed_below: bool,
    is_strict: bool,
}

/// What the groups have been told to do so far.
#[derive(Debug)]
struct Plan {
    pairs: Vec<Pair>,
    /// For each group, places of other groups whose opponent comes from this one.
    guests: Vec<Vec<usize>>,
    /// For each group, the group to which it sends one of its own.
    sends_to: Vec<Option<usize>>,
}

/// Pairs of least cost for these places, an even number.
pub(super) fn least_cost_pairs(field: &Field, places: &[usize], aim: Aim, lots: &mut Lots) -> Vec<Pair> {
    let mut groups = score_groups(field, places);
    loop {
        let mut plan = Plan {
            pairs: Vec::with_capacity(places.len() / 2),
            guests: vec![Vec::new(); groups.len()],
            sends_to: vec![None; groups.len()],
        };
        plan_crossings(field, &groups, aim, lots, &mut plan);
        let failed = pair_loose_groups(field, &groups, lots, &mut plan);
        if failed.is_empty() {
            return plan.pairs;
        }
        for group in failed {
            groups[group].is_strict = true;
        }
    }
}

/// What pairs cost.
pub(super) fn cost_of(field: &Field, pairs: &[Pair]) -> Cost {
    pairs.iter().map(|(first, second)| field.cost(*first, *second)).sum()
}

/// The places by points, highest first.
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

/// Pairs strict groups, and says whom the loose ones have to pair and send beside their own.
fn plan_crossings(field: &Field, groups: &[Group], aim: Aim, lots: &mut Lots, plan: &mut Plan) {
    let mut begin = 0;
    for run in groups.chunk_by(|one, other| one.is_strict && other.is_strict) {
        let end = begin + run.len();
        if run[0].is_strict {
            strict::pair(field, groups, begin..end, aim, lots, plan);
        } else if run[0].is_crossed_below && groups.get(end).is_some_and(|next| !next.is_strict) {
            plan.sends_to[begin] = Some(end);
        }
        begin = end;
    }
}

/// Pairs loose groups from the top down. Returns those that could not be.
fn pair_loose_groups(field: &Field, groups: &[Group], lots: &mut Lots, plan: &mut Plan) -> Vec<usize> {
    let mut failed = Vec::new();
    for (at, group) in groups.iter().enumerate().filter(|(_, group)| !group.is_strict) {
        let (guests, sends_to) = (std::mem::take(&mut plan.guests[at]), plan.sends_to[at]);
        let paired = loose::pair(field, &group.places, &guests, sends_to.is_some(), lots);
        let sent = match paired {
            Some((pairs, sent)) => {
                plan.pairs.extend(pairs);
                sent
            }
            None => {
                failed.push(at);
                // The groups below are tried nevertheless, with anybody for their guest.
                group.places.iter().copied().find(|place| !field.is_bye(*place))
            }
        };
        if let (Some(target), Some(sent)) = (sends_to, sent) {
            plan.guests[target].push(sent);
        }
    }
    failed
}
