//! The tables of a paired round: fixed tables are kept, the other pairs sit by points, the highest at the lowest free
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
    /// Returns a match without a number, or the bye of an entrant alone; the pod number is 0 outside of pods and pools.
    pub(crate) fn of(pod_number: i32, entrants: Vec<EntrantId>) -> Self {
        let kind = if entrants.len() > 1 { PairingKind::Versus } else { PairingKind::Bye };
        Self { kind, table_number: 0, pod_number, entrants }
    }

    /// Returns a table where entrants sit without a match; the pod number is 0 outside drafts.
    pub fn seating(table_number: i32, pod_number: i32, entrants: Vec<EntrantId>) -> Self {
        Self { kind: PairingKind::Seating, table_number, pod_number, entrants }
    }
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

/// Numbers the matches of a round in order, keeps fixed tables, and puts the byes after the last match. If several players
/// of a match have fixed tables, the first player's is used unless taken.
pub(super) fn numbered(seats: Vec<Seats>, players: &[&Entrant]) -> Vec<Seats> {
    let fixed: HashMap<EntrantId, i32> =
        players.iter().filter_map(|player| Some((player.id, player.fixed_seat?))).collect();
    let (mut seats, byes): (Vec<Seats>, Vec<Seats>) =
        seats.into_iter().partition(|table| table.kind == PairingKind::Versus);
    let mut taken = HashSet::new();
    let kept = seats.iter().map(|table| {
        let mut numbers = table.entrants.iter().filter_map(|entrant| fixed.get(entrant).copied());
        numbers.find(|number| taken.insert(*number))
    });
    let kept: Vec<Option<i32>> = kept.collect();
    let mut free = (1..).filter(|number| !taken.contains(number));
    for (table, number) in seats.iter_mut().zip(kept) {
        table.table_number = number.or_else(|| free.next()).unwrap_or(i32::MAX);
    }
    seats.sort_by_key(|table| table.table_number);
    let last = seats.last().map_or(0, |table| table.table_number);
    seats.extend(
        byes.into_iter().zip(last.saturating_add(1)..).map(|(bye, table_number)| Seats { table_number, ..bye }),
    );
    seats
}
