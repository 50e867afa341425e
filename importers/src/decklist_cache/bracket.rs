//! The playoff of a file in `Bracket`: `Quarterfinals` and `Semifinals` are lists of matches, `Finals` is one match.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::played::{once_each, read_match};
use crate::archive::{ArchiveMatch, ArchiveRound, PLAYERS, RoundKind};
use crate::csv_file::{RoundKey, round_key};
use crate::object::{Cursor, Object};
use crate::roster::Roster;

/// Adds the bracket after the rounds, or marks the last rounds as the playoff if they are the same matches. Returns
/// whether there is a bracket.
pub(super) fn add(file: &Object<'_>, rounds: &mut Vec<ArchiveRound>, roster: &mut Roster) -> bool {
    let bracket = read(file, roster);
    let first = rounds.len().saturating_sub(bracket.len());
    let is_same = |(round, matches): (&ArchiveRound, &Vec<ArchiveMatch>)| pairs(&round.matches) == pairs(matches);
    if rounds.len() >= bracket.len() && rounds[first..].iter().zip(&bracket).all(is_same) {
        rounds[first..].iter_mut().for_each(|round| round.kind = RoundKind::Playoff);
        return !bracket.is_empty();
    }
    if rounds.iter().any(|round| round.kind == RoundKind::Playoff) {
        file.problem("Bracket", "has other matches than the playoff in Rounds; delete the wrong one");
    }
    let last = rounds.iter().map(|round| round.number).max().unwrap_or(0);
    let playoff = bracket.into_iter().zip(last + 1..);
    rounds.extend(playoff.map(|(matches, number)| ArchiveRound { number, kind: RoundKind::Playoff, matches }));
    true
}

/// Reads the rounds that have matches, in the order in which they are played.
fn read(file: &Object<'_>, roster: &mut Roster) -> Vec<Vec<ArchiveMatch>> {
    let Some(members) = file.members("Bracket") else { return Vec::new() };
    let mut rounds: BTreeMap<RoundKey, Vec<ArchiveMatch>> = BTreeMap::new();
    for (name, field) in members.fields().filter(|(_, field)| !field.value.is_null()) {
        let Some(key) = round_key(name) else {
            field.problem("must be named as a round of a playoff, such as Semifinals");
            continue;
        };
        let mut read = |item: Cursor<'_>| read_match(&item.object()?, roster);
        let matches = match field.value {
            Value::Object(_) => read(field).into_iter().collect(),
            _ => field.list(PLAYERS, read),
        };
        rounds.entry(key).or_default().extend(matches);
    }
    rounds.into_values().map(once_each).filter(|matches| !matches.is_empty()).collect()
}

/// Returns who met whom.
fn pairs(matches: &[ArchiveMatch]) -> BTreeSet<(usize, Option<usize>)> {
    let pair = |played: &ArchiveMatch| match played.p2 {
        Some(p2) => (played.p1.min(p2), Some(played.p1.max(p2))),
        None => (played.p1, None),
    };
    matches.iter().map(pair).collect()
}
