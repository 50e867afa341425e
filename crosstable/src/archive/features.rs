//! Finds the special features of an archive, named as in the archive format.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::document::{Archive, Table};

/// Returns the feature names in order.
pub(super) fn of(archive: &Archive) -> Vec<String> {
    let mut found = BTreeSet::new();
    let tables = || archive.rounds.iter().filter(|round| round.kind == "swiss").flat_map(|round| &round.matches);
    for table in tables() {
        found.extend(of_table(table));
    }
    if archive.rounds.iter().flat_map(|round| &round.matches).any(|table| table.is_consolation) {
        found.insert("consolation_bracket".to_owned());
    }
    let mut met = HashSet::new();
    if tables().filter_map(pair).any(|pair| !met.insert(pair)) {
        found.insert("rematch".to_owned());
    }
    let last_seen = last_seen(archive);
    if archive.standings.iter().any(|row| last_seen.get(&row.p).is_some_and(|seen| *seen < row.as_of_round)) {
        found.insert("drops".to_owned());
    }
    if archive.standings.iter().any(|row| !last_seen.contains_key(&row.p)) {
        found.insert("noplay".to_owned());
    }
    if !archive.phase_cuts.is_empty() {
        found.insert("two_day".to_owned());
    }
    if archive.rounds.iter().any(|round| round.kind == "playoff") {
        found.insert(format!("top{}", archive.top_cut));
    }
    found.into_iter().collect()
}

fn of_table(table: &Table) -> Option<String> {
    let games = (table.g1, table.g2, table.gd);
    let word = match games {
        _ if table.bye => "bye",
        _ if table.loss => "assigned_loss",
        (Some(0), Some(0), Some(3)) => "id",
        (Some(0), Some(0), Some(0)) => "unreported",
        _ if table.winner == 0 => "draw",
        (_, _, Some(drawn)) if drawn > 0 => "gamedraw",
        _ => return None,
    };
    Some(word.to_owned())
}

fn pair(table: &Table) -> Option<(usize, usize)> {
    table.p2.map(|p2| (table.p1.min(p2), table.p1.max(p2)))
}

/// Returns the last Swiss round of each player.
fn last_seen(archive: &Archive) -> HashMap<usize, i32> {
    let mut seen = HashMap::new();
    for round in archive.rounds.iter().filter(|round| round.kind == "swiss") {
        for player in round.matches.iter().flat_map(|table| std::iter::once(table.p1).chain(table.p2)) {
            seen.insert(player, round.number);
        }
    }
    seen
}
