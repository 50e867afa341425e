//! A paired round, and its tables: fixed tables are kept, the other pairs sit by points, the highest at the lowest free
//! number.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use proto_events::tournament::PairingKind;

use super::engine::Pair;
use super::entrant::{Entrant, EntrantId};
use super::options::Way;
use super::random::SeededRandom;

/// A pairing without an id: the entrants at a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seats {
    /// Its kind: a match, a seating, a bye.
    pub kind: PairingKind,
    /// Table number, from 1; a team match counts as one table.
    pub table_number: i32,
    /// Number of the draft pod or the pool, from 1; 0 outside of them.
    pub pod_number: i32,
    /// The entrants at the table, in order.
    pub entrants: Vec<EntrantId>,
}

impl Seats {
    /// Returns a table where entrants sit without a match; the pod number is 0 outside drafts.
    pub fn seating(table_number: i32, pod_number: i32, entrants: Vec<EntrantId>) -> Self {
        Self { kind: PairingKind::Seating, table_number, pod_number, entrants }
    }
}

/// A paired round, of all entrants, or of a pod or a pool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PairedRound {
    /// The number of the pod or pool, from 1; 0 outside of them.
    pub pod_number: i32,
    /// Matches by table number, which counts through all pods.
    pub tables: Vec<Table>,
    /// The entrants who have a bye: awarded ones first, by id.
    pub byes: Vec<EntrantId>,
}

/// A match at a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Table {
    /// Its number, from 1.
    pub number: i32,
    /// The opponents, the one with more points first.
    pub players: [EntrantId; 2],
}

/// Orders the pairs by points, and each pair with the higher points first. Ties are in random order, or by standing in
/// a round by standing.
pub(super) fn by_points<'a>(
    players: &[&'a Entrant],
    pairs: &[Pair],
    way: Way,
    random: &mut SeededRandom,
) -> Vec<[&'a Entrant; 2]> {
    // The search leaves the pairs in an arbitrary order. Sorting and shuffling makes ties truly random.
    let mut places: Vec<Pair> = pairs.iter().map(|(one, other)| (*one.min(other), *one.max(other))).collect();
    places.sort_unstable();
    random.shuffle(&mut places);
    let rank = |entrant: &Entrant| if way == Way::ByStanding { entrant.rank } else { 0 };
    let mut pairs: Vec<[&Entrant; 2]> = Vec::with_capacity(places.len());
    for (one, other) in places {
        let mut pair = [players[one], players[other]];
        if random.below(2) == 1 {
            pair.reverse();
        }
        pair.sort_by_key(|entrant| (Reverse(entrant.match_points), rank(entrant)));
        pairs.push(pair);
    }
    pairs.sort_by_key(|[first, second]| (Reverse(first.match_points), Reverse(second.match_points), rank(first)));
    pairs
}

/// Creates the paired round from pairs in the order of their tables.
pub(super) fn paired_round(pairs: &[[&Entrant; 2]], byes: Vec<EntrantId>) -> PairedRound {
    let tables = pairs.iter().zip(numbers(pairs));
    let tables = tables.map(|(pair, number)| Table { number, players: pair.map(|entrant| entrant.id) });
    let mut tables: Vec<Table> = tables.collect();
    tables.sort_unstable_by_key(|table| table.number);
    PairedRound { pod_number: 0, tables, byes }
}

/// Numbers the tables of several pods in the order of the pods, and sorts those of each pod by number.
pub(super) fn number_through(rounds: &mut [PairedRound], players: &HashMap<EntrantId, &Entrant>) {
    let pairs = rounds.iter().flat_map(|round| &round.tables);
    let pairs: Vec<[&Entrant; 2]> = pairs.map(|table| table.players.map(|id| players[&id])).collect();
    let tables = rounds.iter_mut().flat_map(|round| &mut round.tables);
    tables.zip(numbers(&pairs)).for_each(|(table, number)| table.number = number);
    rounds.iter_mut().for_each(|round| round.tables.sort_unstable_by_key(|table| table.number));
}

/// Returns numbers for tables in order. If several players have fixed tables, the first player's is used unless taken.
pub(super) fn numbers<'a>(tables: &[impl AsRef<[&'a Entrant]>]) -> Vec<i32> {
    let mut taken = HashSet::new();
    let kept = tables.iter().map(|table| {
        let mut seats = table.as_ref().iter().filter_map(|entrant| entrant.fixed_seat);
        seats.find(|seat| taken.insert(*seat))
    });
    let kept: Vec<Option<i32>> = kept.collect();
    let mut free = (1..).filter(|number| !taken.contains(number));
    kept.into_iter().map(|seat| seat.or_else(|| free.next()).unwrap_or(i32::MAX)).collect()
}
