//! Reads the matches of a round of a decklist cache.

use std::collections::HashMap;

use domain::limits::SHORT_TEXT;
use proto_events::tournament::{Games, Winner};

use crate::archive::{ArchiveMatch, alone, lost_by_both, versus};
use crate::object::Object;
use crate::roster::Roster;

/// Reads a match. `None` if both players are missing.
pub(super) fn read_match(played: &Object<'_>, roster: &mut Roster) -> Option<ArchiveMatch> {
    let name = |field| named(played, field);
    let (first, second) = (name("Player1"), name("Player2"));
    let result = played.text("Result", SHORT_TEXT);
    let Some([won, lost, drawn]) = games(&result) else {
        if !result.is_empty() {
            let message = format!("must be games won, lost and drawn, such as 2-1-0; is {result:?}");
            played.problem("Result", message);
        }
        return None;
    };
    let (player, own, others) = match (first, second) {
        (Some(first), Some(second)) => {
            let (p1, p2) = (roster.player(&first), roster.player(&second));
            let games = Games { first: won, second: lost, drawn };
            return Some(versus(p1, p2, games.into()));
        }
        (Some(first), None) => (first, won, lost),
        (None, Some(second)) => (second, lost, won),
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

/// Reads `2-1-0` or `2-1`.
fn games(result: &str) -> Option<[i32; 3]> {
    let parts: Option<Vec<i32>> = result.trim().split('-').map(|part| part.trim().parse().ok()).collect();
    match parts?[..] {
        [won, lost] => Some([won, lost, 0]),
        [won, lost, drawn] => Some([won, lost, drawn]),
        _ => None,
    }
    .filter(|games| games.iter().all(|count| (0..=999).contains(count)))
}

/// Returns each match once. A match that is listed from both sides with 0-0-0 and a loss was lost by both.
pub(super) fn once_each(matches: Vec<ArchiveMatch>) -> Vec<ArchiveMatch> {
    let mut kept: Vec<ArchiveMatch> = Vec::with_capacity(matches.len());
    let mut places: HashMap<(usize, Option<usize>), usize> = HashMap::new();
    for played in matches {
        let pair = played.p2.map_or((played.p1, None), |p2| (played.p1.min(p2), Some(played.p1.max(p2))));
        let Some(&place) = places.get(&pair) else {
            places.insert(pair, kept.len());
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
