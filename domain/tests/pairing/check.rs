//! Checks that a paired round follows the rules.

use std::collections::{HashMap, HashSet};

use domain::pairing::{Entrant, EntrantId, Options, Seats};
use proto_events::tournament::PairingKind;

use crate::best::{Cost, add, by_matching, by_parity, by_trying_all, cost, may_get_bye, ordered, players};
use crate::paired;

/// Fields up to this size are compared with all possible pairings.
const TRY_ALL: usize = 10;

/// How a round was proven optimal: against all pairings, by parity alone, or against another implementation's matching.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Proof {
    AllPairings,
    Parity,
    Matching,
}

/// Returns the cost of the pairs.
pub(crate) fn cost_of(entrants: &[Entrant], round: &[Seats]) -> Cost {
    let by_id: HashMap<EntrantId, &Entrant> = entrants.iter().map(|entrant| (entrant.id, entrant)).collect();
    let costs = paired::tables(round).map(|table| cost(by_id[&table.players[0]], by_id[&table.players[1]]));
    costs.fold(Cost::default(), add)
}

/// Checks a Swiss round. The first `parts` parts of the cost must be the least possible: 4, or 3 without the last.
pub(crate) fn check(entrants: &[Entrant], round: &[Seats], parts: usize, options: Options) -> Result<Proof, String> {
    everybody_once(entrants, round)?;
    byes(entrants, round, options)?;
    tables(entrants, round)?;
    let ours = ordered(cost_of(entrants, round), options);
    let players = players(entrants);
    let (best, proof) = if players.len() <= TRY_ALL {
        (by_trying_all(&players, options), Proof::AllPairings)
    } else if ours[..parts] == by_parity(&players, options)[..parts] {
        return Ok(Proof::Parity);
    } else {
        (by_matching(&players, options), Proof::Matching)
    };
    if ours[..parts] == best[..parts] { Ok(proof) } else { Err(format!("costs {ours:?}, the best {best:?}")) }
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
