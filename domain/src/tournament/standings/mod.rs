//! Standings after a round, by the rules of the Magic Tournament Rules (appendix C) and the options of the event.
//!
//! `tally` reads the matches and adds them up, `percentages` divides, and `order` freezes the lines of players who missed
//! a cut, follows the playoff, and ranks. All of them use a competitor's index in the field, which avoids map lookups in
//! loops over matches. `explain` shows the numbers behind a line, using the same steps.

pub mod explain;
mod order;
mod percentages;
mod tally;

use std::collections::{HashMap, HashSet};

use proto_events::ids::{RegistrationId, RoundId};
use proto_events::vocabulary::{ProgressStatus, RoundType};

use self::order::{Playoff, SwissTable, playoff};
use self::tally::places_of;
use super::{Registration, Round, Tournament};

pub use self::percentages::Standing;
pub use self::tally::Score;
pub use super::field::Competitor;

pub(super) use self::tally::{Contest, Outcome, contests, playoff_rounds, swiss_rounds, tally};

/// Returns the standings after a round, best first; provisional ones if the round is not complete. `None` for an
/// unknown round; empty before the first round of play has begun, and for player meetings before it. For a later round
/// without play, such as a draft, these are the standings after the last round of play before it.
pub fn standings_after(tournament: &Tournament, round: RoundId) -> Option<Vec<Standing>> {
    let number = last_played(tournament, round)?;
    let (_, round) = tournament.round(round)?;
    if !play_has_begun(tournament, number) {
        return Some(Vec::new());
    }
    let table = SwissTable::after(tournament, number);
    let playoff = playoff(tournament, number);
    let mut places = listed(tournament, round);
    order::by_swiss(tournament, &table, &mut places);
    // Competitors with equal progress in the playoff keep their order.
    places.sort_by_key(|place| playoff[*place].tier());
    let line = |(rank, place): (i32, usize)| {
        let Playoff { wins: playoff_wins, losses: playoff_losses, .. } = playoff[place];
        Standing { rank, playoff_wins, playoff_losses, ..table.lines[place].standing.clone() }
    };
    Some((1..).zip(places).map(line).collect())
}

/// Returns the last round whose results count for each player's line in the standings after a round: the last round
/// played, or the round before the cut for players who missed a cut within the Swiss rounds. `None` for an unknown
/// round; not meaningful in a team event.
pub fn counted_until(tournament: &Tournament, round: RoundId) -> Option<HashMap<RegistrationId, i32>> {
    let as_of = SwissTable::after(tournament, last_played(tournament, round)?).as_of;
    Some(tournament.registrations.iter().map(|entry| entry.id).zip(as_of).collect())
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
