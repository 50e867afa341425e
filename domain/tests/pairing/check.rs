//! Checks that a paired round follows the rules. The least possible cost of a round is found without our engine: by all
//! pairings of small fields, by another implementation's matching of large ones, and by a lower bound that needs neither.

use std::collections::{HashMap, HashSet};

use domain::pairing::{Entrant, EntrantId, Options, Seats};
use proto_events::tournament::PairingKind;
use rustworkx_core::max_weight_matching::max_weight_matching;
use rustworkx_core::petgraph::graph::UnGraph;

use crate::paired;

/// Fields up to this size are compared with all possible pairings.
const TRY_ALL: usize = 10;

pub(crate) fn cost_of(entrants: &[Entrant], round: &[Seats]) -> Cost {
    let by_id: HashMap<EntrantId, &Entrant> = entrants.iter().map(|entrant| (entrant.id, entrant)).collect();
    let costs = paired::tables(round).map(|table| cost(by_id[&table.players[0]], by_id[&table.players[1]]));
    costs.fold(Cost::default(), add)
}

/// Checks a Swiss round. The first `parts` parts of the cost must be the least possible: 4, or 3 without the last.
pub(crate) fn check(entrants: &[Entrant], round: &[Seats], parts: usize, options: Options) -> Result<(), String> {
    everybody_once(entrants, round)?;
    byes(entrants, round, options)?;
    tables(entrants, round)?;
    let ours = ordered(cost_of(entrants, round), options);
    let players = players(entrants);
    let best = if players.len() <= TRY_ALL {
        by_trying_all(&players, options)
    } else if ours[..parts] == by_parity(&players, options)[..parts] {
        return Ok(());
    } else {
        by_matching(&players, options)
    };
    if ours[..parts] == best[..parts] { Ok(()) } else { Err(format!("costs {ours:?}, the best {best:?}")) }
}

fn everybody_once(entrants: &[Entrant], round: &[Seats]) -> Result<(), String> {
    let mut there: Vec<EntrantId> = round.iter().flat_map(|table| table.entrants.iter().copied()).collect();
    there.sort_unstable();
    let mut expected: Vec<EntrantId> = entrants.iter().filter(|one| !one.is_dropped).map(|one| one.id).collect();
    expected.sort_unstable();
    if there == expected { Ok(()) } else { Err(format!("{there:?} instead of {expected:?}")) }
}

fn byes(entrants: &[Entrant], round: &[Seats], options: Options) -> Result<(), String> {
    let is_awarded = |id: &EntrantId| entrants.iter().any(|entrant| entrant.id == *id && entrant.has_awarded_bye);
    let may: Vec<EntrantId> = may_get_bye(&players(entrants), options).iter().map(|entrant| entrant.id).collect();
    let got: Vec<EntrantId> = paired::byes(round).into_iter().skip_while(is_awarded).collect();
    let is_right = got.len() == may.len().min(1) && got.iter().all(|id| may.contains(id));
    if is_right { Ok(()) } else { Err(format!("bye for {got:?}, but only {may:?} may have it")) }
}

fn tables(entrants: &[Entrant], round: &[Seats]) -> Result<(), String> {
    let by_id: HashMap<EntrantId, &Entrant> = entrants.iter().map(|entrant| (entrant.id, entrant)).collect();
    let (mut numbers, mut highest) = (HashSet::new(), (i32::MAX, i32::MAX));
    let seats = |id: &EntrantId| by_id[id].fixed_seat;
    for table in paired::tables(round) {
        if table.number < 1 || !numbers.insert(table.number) {
            return Err(format!("{table:?}: its number is below 1 or taken"));
        }
        let points = table.players.map(|id| by_id[&id].match_points);
        let is_kept = table.players.iter().any(|id| seats(id) == Some(table.number));
        if !is_kept {
            if (points[0], points[1]) > highest {
                return Err(format!("{table:?} has more points than a table before it"));
            }
            highest = (points[0], points[1]);
        }
        // A fixed table is used, unless it or the opponent's is taken by others.
        for seat in table.players.iter().filter_map(seats) {
            if !is_kept && !round.iter().any(|other| other.kind == PairingKind::Versus && other.table_number == seat) {
                return Err(format!("{table:?}: fixed table {seat} is free"));
            }
        }
    }
    Ok(())
}

/// Rematches, earlier meetings beyond the first, difference of points, squares of differences; the last two the other way
/// round, if squares come first.
pub(crate) type Cost = [i64; 4];

pub(crate) fn add(one: Cost, other: Cost) -> Cost {
    [one[0] + other[0], one[1] + other[1], one[2] + other[2], one[3] + other[3]]
}

pub(crate) fn cost(one: &Entrant, other: &Entrant) -> Cost {
    let met = i64::try_from(one.opponents.iter().filter(|id| **id == other.id).count()).unwrap();
    let difference = i64::from((one.match_points - other.match_points).abs());
    [met.min(1), (met - 1).max(0), difference, difference * difference]
}

/// Returns the cost with its parts in the order of the options.
fn ordered([rematches, repeats, difference, squares]: Cost, options: Options) -> Cost {
    if options.squares_first {
        [rematches, repeats, squares, difference]
    } else {
        [rematches, repeats, difference, squares]
    }
}

pub(crate) fn players(entrants: &[Entrant]) -> Vec<&Entrant> {
    entrants.iter().filter(|entrant| !entrant.is_dropped && !entrant.has_awarded_bye).collect()
}

/// Returns the players who may get the bye; empty if no bye is needed.
fn may_get_bye<'a>(players: &[&'a Entrant], options: Options) -> Vec<&'a Entrant> {
    if players.len().is_multiple_of(2) {
        return Vec::new();
    }
    let fewest = players.iter().map(|player| player.byes).min().unwrap();
    let had_fewest = || players.iter().filter(|player| player.byes == fewest);
    let lowest = had_fewest().map(|player| player.match_points).min().unwrap();
    let lowest: Vec<&Entrant> = had_fewest().filter(|player| player.match_points == lowest).copied().collect();
    let worst = lowest.iter().map(|player| player.rank).max();
    lowest.into_iter().filter(|player| !options.lowest_gets_bye || Some(player.rank) == worst).collect()
}

/// Returns the possible fields without the bye: in each, one of the players who may get it is missing.
fn without_bye<'a>(players: &[&'a Entrant], options: Options) -> Vec<Vec<&'a Entrant>> {
    let may_get_bye = may_get_bye(players, options);
    if may_get_bye.is_empty() {
        return vec![players.to_vec()];
    }
    let without = |bye: &&Entrant| players.iter().filter(|player| player.id != bye.id).copied().collect();
    may_get_bye.iter().map(without).collect()
}

fn by_trying_all(players: &[&Entrant], options: Options) -> Cost {
    without_bye(players, options).iter().map(|left| least_of_all(left, options)).min().unwrap()
}

fn least_of_all(left: &[&Entrant], options: Options) -> Cost {
    let Some((first, rest)) = left.split_first() else { return Cost::default() };
    let with = |at: usize| {
        let mut left = rest.to_vec();
        let second = left.remove(at);
        add(ordered(cost(first, second), options), least_of_all(&left, options))
    };
    (0..rest.len()).map(with).min().unwrap()
}

/// The lower bound by parity: if an odd number of players is above a line between score groups, a pair crosses it.
fn by_parity(players: &[&Entrant], options: Options) -> Cost {
    let bye = may_get_bye(players, options).first().map(|player| player.id);
    let mut points: Vec<i64> =
        players.iter().filter(|player| Some(player.id) != bye).map(|player| i64::from(player.match_points)).collect();
    points.sort_unstable();
    let steps = points.chunks(2).map(|pair| pair[1] - pair[0]);
    // Between two neighbors in this order, several lines may be crossed, each by a different pair.
    let squares = points.chunks(2).map(|pair| (pair[1] - pair[0]).pow(2));
    ordered([0, 0, steps.sum(), squares.sum()], options)
}

/// The least cost by another implementation's matching of the whole field, with the bye as one more player.
pub(crate) fn by_matching(players: &[&Entrant], options: Options) -> Cost {
    let may_get_bye = may_get_bye(players, options);
    let mut graph = UnGraph::<(), i128>::new_undirected();
    let nodes: Vec<_> = players.iter().map(|_| graph.add_node(())).collect();
    let weight = |cost: Cost| {
        let worth = [1_i128 << 80, 1 << 60, 1 << 36, 1];
        (1_i128 << 90)
            - ordered(cost, options).into_iter().zip(worth).map(|(cost, worth)| i128::from(cost) * worth).sum::<i128>()
    };
    for (first, one) in players.iter().enumerate() {
        for (second, other) in players.iter().enumerate().take(first) {
            graph.add_edge(nodes[first], nodes[second], weight(cost(one, other)));
        }
    }
    if !may_get_bye.is_empty() {
        let bye = graph.add_node(());
        for (at, player) in players.iter().enumerate() {
            if may_get_bye.iter().any(|may| may.id == player.id) {
                graph.add_edge(nodes[at], bye, weight(Cost::default()));
            }
        }
    }
    let pairs = max_weight_matching(&graph, true, |edge| Ok::<i128, ()>(*edge.weight()), false).unwrap();
    let costs = pairs.into_iter().filter(|pair| pair.0 < players.len() && pair.1 < players.len());
    ordered(costs.map(|(one, other)| cost(players[one], players[other])).fold(Cost::default(), add), options)
}
