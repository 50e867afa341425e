//! Standings after a round, by the rules of the event ([`rule_sets`](crate::rule_sets)).
//!
//! `tally` reads the matches and adds them up, with the worth of each from `points`; `ends` says which rounds count for
//! players who missed a cut or dropped; `percentages` divides; `tiebreakers` has the other values; `order` follows the
//! playoff, and ranks. All of them use a competitor's index in the field, which avoids map lookups in loops over matches.
//! `explain` shows the numbers behind a line, using the same steps.

mod ends;
pub mod explain;
mod order;
mod percentages;
mod points;
mod tally;
mod tiebreakers;

use std::collections::{HashMap, HashSet};

use proto_events::ids::{RegistrationId, RoundId};
use proto_events::vocabulary::{ProgressStatus, RoundType};

use self::ends::Ends;
use self::order::{Playoff, SwissTable, playoff};
use self::tally::places_of;
use super::{Registration, Round, Tournament};
use crate::pairing::EntrantId;
use crate::rule_sets::columns;

pub use self::percentages::Standing;
pub use self::points::{bye_points, match_points};
pub use self::tally::Score;
pub use self::tiebreakers::TiebreakerValue;

pub(super) use self::ends::counts_drops;
pub(super) use self::points::Outcome;
pub(super) use self::tally::{Contest, UNREPORTED, contests, playoff_rounds, swiss_rounds, tally};

/// Returns the standings after a round, best first; provisional ones if the round is not complete. `None` for an
/// unknown round; empty before the first round of play has begun, and for player meetings before it. For a later round
/// without play, such as a draft, these are the standings after the last round of play before it.
pub fn standings_after(tournament: &Tournament, round: RoundId) -> Option<Vec<Standing>> {
    let number = last_played(tournament, round)?;
    let (_, round) = tournament.round(round)?;
    if !play_has_begun(tournament, number) {
        return Some(Vec::new());
    }
    let mut table = SwissTable::after(tournament, number);
    let playoff = playoff(tournament, number);
    let mut places = listed(tournament, round);
    order::by_swiss(tournament, &mut table, &mut places);
    // Competitors with equal progress in the playoff keep their order.
    places.sort_by_key(|place| playoff[*place].tier());
    take_stated_places(tournament, number, &mut places);
    let columns = columns(&tournament.details.rules);
    let line = |(rank, place): (i32, usize)| {
        let Playoff { wins: playoff_wins, losses: playoff_losses, .. } = playoff[place];
        let values = table.values(&columns, place);
        Standing { rank, playoff_wins, playoff_losses, values, ..table.lines[place].clone() }
    };
    Some((1..).zip(places).map(line).collect())
}

/// After the round for which final places are stated, puts these players first, in that order.
fn take_stated_places(tournament: &Tournament, number: i32, places: &mut [usize]) {
    let Some((_, order)) = tournament.stated_places.as_ref().filter(|(round, _)| *round == number) else { return };
    let stated = order.iter().filter_map(|entry| tournament.competitor_of(*entry)).zip(0..);
    let stated: HashMap<EntrantId, usize> = stated.collect();
    places.sort_by_key(|place| stated.get(&tournament.competitor_at(*place)).copied().unwrap_or(usize::MAX));
}

/// Returns the last round whose results count for each player's line in the standings after a round: the last round
/// played, or the round before the cut for players who missed a cut within the Swiss rounds. `None` for an unknown
/// round; not meaningful in a team event.
pub fn counted_until(tournament: &Tournament, round: RoundId) -> Option<HashMap<RegistrationId, i32>> {
    let last = last_played(tournament, round)?;
    let ends = Ends::at(tournament, last);
    let until = tournament
        .registrations
        .iter()
        .zip(0..ends.as_of.len())
        .map(|(entry, place)| (entry.id, ends.missed_cut(place)));
    Some(until.map(|(entry, missed)| (entry, missed.unwrap_or(last))).collect())
}

/// Returns the number of the last round of play up to a round, included; 0 before the first. `None` for an unknown
/// round.
pub fn last_played(tournament: &Tournament, round: RoundId) -> Option<i32> {
    let (_, of) = tournament.round(round)?;
    if of.number > 0 {
        return Some(of.number);
    }
    let before = tournament.rounds().map(|(_, round)| round).take_while(|other| other.id != round);
    Some(before.map(|round| round.number).filter(|number| *number > 0).max().unwrap_or(0))
}

fn play_has_begun(tournament: &Tournament, up_to: i32) -> bool {
    tournament.rounds().any(|(_, round)| {
        round.number <= up_to
            && round.round_type == RoundType::PlayVsOpponent
            && round.status != ProgressStatus::Upcoming
    })
}

/// Returns the competitors with a line: those listed when the round was completed or, if it is not complete, those
/// listed now. A team has a line as long as one of its members does.
fn listed(tournament: &Tournament, round: &Round) -> Vec<usize> {
    let frozen = round.entrants.as_ref().filter(|_| round.status == ProgressStatus::Complete);
    let frozen: Option<HashSet<RegistrationId>> = frozen.map(|entrants| entrants.iter().copied().collect());
    let is_listed = |entry: RegistrationId| match &frozen {
        Some(entrants) => entrants.contains(&entry),
        None => tournament.registration(entry).is_some_and(Registration::is_listed),
    };
    places_of(tournament.field().map(|competitor| tournament.entries_of(competitor).any(is_listed)))
}
