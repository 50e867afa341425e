//! The matches of a decklist cache: those of its rounds, and those of the playoff in `Bracket`, where `Quarterfinals` and
//! `Semifinals` are lists of matches and `Finals` is one match.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use domain::limits::SHORT_TEXT;
use proto_events::tournament::{Games, Winner};
use serde_json::Value;

use crate::archive::{ArchiveMatch, ArchiveRound, PLAYERS, RoundKind, alone, lost_by_both, versus};
use crate::csv_file::{RoundKey, round_key, score};
use crate::object::{Cursor, Object};
use crate::roster::Roster;

/// The known members of a match.
pub(super) const MATCH: &str = "Player1 Player2 Result";

/// Reads a match. `None` if both players are missing.
pub(super) fn read_match(played: &Object<'_>, roster: &mut Roster) -> Option<ArchiveMatch> {
    let name = |field| named(played, field);
    let (first, second) = (name("Player1"), name("Player2"));
    let result = played.text("Result", SHORT_TEXT);
    let Some(games) = score(result.trim(), &['-']) else {
        if !result.is_empty() {
            let message = format!("must be games won, lost and drawn, such as 2-1-0; is {result:?}");
            played.problem("Result", message);
        }
        return None;
    };
    let (player, own, others) = match (first, second) {
        (Some(first), Some(second)) => {
            let (p1, p2) = (roster.player(&first), roster.player(&second));
            return Some(versus(p1, p2, games.into()));
        }
        (Some(first), None) => (first, games.first, games.second),
        (None, Some(second)) => (second, games.second, games.first),
        (None, None) => return None,
    };
    Some(alone(roster.player(&player), own < others))
}

/// Returns the name of a player, unless there is none.
fn named(played: &Object<'_>, field: &str) -> Option<String> {
    let player = played.optional(field)?;
    if player
        .value
        .as_str()
        .is_some_and(|name| matches!(name.trim(), "" | "-") || name.trim().eq_ignore_ascii_case("bye"))
    {
        return None;
    }
    Some(player.text(SHORT_TEXT))
}

/// Returns each match once. A match that is listed from both sides with 0-0-0 and a loss was lost by both.
pub(super) fn once_each(matches: Vec<ArchiveMatch>) -> Vec<ArchiveMatch> {
    let mut kept: Vec<ArchiveMatch> = Vec::with_capacity(matches.len());
    let mut places: HashMap<(usize, Option<usize>), usize> = HashMap::new();
    for played in matches {
        let Some(&place) = places.get(&pair(&played)) else {
            places.insert(pair(&played), kept.len());
            kept.push(played);
            continue;
        };
        let nothing = Some(Games { first: 0, second: 0, drawn: 0 });
        let is_other_side = kept[place].p1 != played.p1;
        if let Some(p2) = kept[place].p2
            && is_other_side
            && kept[place].result.games == nothing
            && played.result.winner == Winner::Second
        {
            kept[place] = lost_by_both(kept[place].p1, p2);
        }
    }
    kept
}

/// Returns who met whom.
fn pair(played: &ArchiveMatch) -> (usize, Option<usize>) {
    played.p2.map_or((played.p1, None), |p2| (played.p1.min(p2), Some(played.p1.max(p2))))
}

/// Adds the bracket after the rounds, or marks the last rounds as the playoff if they are the same matches. Returns
/// whether there is a bracket.
pub(super) fn add_bracket(file: &Object<'_>, rounds: &mut Vec<ArchiveRound>, roster: &mut Roster) -> bool {
    let bracket = read_bracket(file, roster);
    let first = rounds.len().saturating_sub(bracket.len());
    let pairs = |matches: &[ArchiveMatch]| matches.iter().map(pair).collect::<BTreeSet<_>>();
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
fn read_bracket(file: &Object<'_>, roster: &mut Roster) -> Vec<Vec<ArchiveMatch>> {
    let Some(members) = file.optional("Bracket").and_then(|field| field.dictionary()) else { return Vec::new() };
    let mut rounds: BTreeMap<RoundKey, Vec<ArchiveMatch>> = BTreeMap::new();
    for (name, field) in members.fields().filter(|(_, field)| !field.value.is_null()) {
        let Some(key) = round_key(name) else {
            field.problem("must be named as a round of a playoff, such as Semifinals");
            continue;
        };
        let mut read = |item: Cursor<'_>| read_match(&item.object(MATCH)?, roster);
        let matches = match field.value {
            Value::Object(_) => read(field).into_iter().collect(),
            _ => field.list(PLAYERS, read),
        };
        rounds.entry(key).or_default().extend(matches);
    }
    rounds.into_values().map(once_each).filter(|matches| !matches.is_empty()).collect()
}
