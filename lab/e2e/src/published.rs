//! Compares published standings with the service's answer.

use serde_json::Value;

use crate::TestApp;
use crate::archive::{Archive, Row};
use crate::crawl::id;

/// Compares every published row, and the order, of an imported archive. Returns the differences.
pub async fn differences(app: &TestApp, archive: &Archive, event: i64) -> Vec<String> {
    let event = app.get(&format!("/api/v1/magic-events/{event}/")).await.json();
    let round = round_of_standings(archive, &event);
    let answer = app.get(&format!("/api/v1/tournament-rounds/{round}/standings/")).await.json();
    let entries = answer["standings"].as_array().expect("entries");
    let mut found = Vec::new();
    if entries.len() != archive.standings.len() {
        found.push(format!("{} entries for {} rows", entries.len(), archive.standings.len()));
    }
    let by_player = entries_by_player(archive, &event, entries);
    for row in &archive.standings {
        match by_player[row.p] {
            None => found.push(format!("{} is missing", archive.players[row.p])),
            Some(entry) => found.extend(row_differences(archive, row, entry)),
        }
    }
    found.extend(ranks_are_places(entries));
    if archive.rule.names("rank") {
        found.extend(order_differences(archive, entries, &by_player));
    }
    found.into_iter().map(|difference| format!("{}: {difference}", archive.id)).collect()
}

/// The round of the published standings: the last one, or the last Swiss one.
fn round_of_standings(archive: &Archive, event: &Value) -> i64 {
    let phases = event["tournament_phases"].as_array().expect("phases");
    let rounds = phases.iter().flat_map(|phase| phase["rounds"].as_array().expect("rounds"));
    let last = if archive.rule.rank_scope == "final" { i64::MAX } else { i64::from(archive.swiss_rounds) };
    rounds.filter(|round| round["round_number"].as_i64() <= Some(last)).map(id).next_back().expect("a round")
}

/// The standings entry of each player. Players with the same name are distinguished by the order of their
/// registrations.
fn entries_by_player<'a>(archive: &Archive, event: &Value, entries: &'a [Value]) -> Vec<Option<&'a Value>> {
    let mut registrations: Vec<_> = event["user_statuses"].as_array().expect("players").iter().collect();
    registrations.sort_by_key(|status| id(status));
    let entry_of = |name: &str, earlier: usize| {
        let status = registrations.iter().filter(|status| status["user"]["best_identifier"] == name).nth(earlier)?;
        entries.iter().find(|entry| entry["player_id"] == status["user"]["id"])
    };
    let earlier =
        |player: usize| archive.players[..player].iter().filter(|name| **name == archive.players[player]).count();
    archive.players.iter().enumerate().map(|(player, name)| entry_of(name, earlier(player))).collect()
}

fn row_differences(archive: &Archive, row: &Row, entry: &Value) -> Vec<String> {
    let rule = &archive.rule;
    let playoffs = i64::from(rule.wld_includes_playoffs);
    let number = |name: &str| entry[name].as_i64().expect("an integer");
    let (wins, losses) =
        (number("wins") + playoffs * number("playoff_wins"), number("losses") + playoffs * number("playoff_losses"));
    let whole = [
        ("points", row.points, number("match_points")),
        ("w", row.w, wins),
        ("l", row.l, losses),
        ("d", row.d, number("draws")),
    ];
    let ogw = if rule.names("ogw_from_gw") { "ogw_from_gw" } else { "ogw" };
    let fractions = [
        ("omw", row.omw, "opponent_match_win_percentage"),
        ("gw", row.gw, "game_win_percentage"),
        (ogw, row.ogw, "opponent_game_win_percentage"),
    ];
    let who = &archive.players[row.p];
    let mut found = Vec::new();
    for (field, published, ours) in whole {
        if rule.names(field) && published != ours {
            found.push(format!("{who}: {field} is {published}, not {ours}"));
        }
    }
    for (field, published, name) in fractions {
        let ours = entry[name].as_f64().expect("a number");
        // 1e-12 allows for rounding in the comparison itself.
        if rule.names(field) && (published - ours).abs() > rule.tol + 1e-12 {
            found.push(format!("{who}: {field} is {published}, not {ours}"));
        }
    }
    found
}

fn ranks_are_places(entries: &[Value]) -> Option<String> {
    let wrong = entries.iter().zip(1_i64..).find(|(entry, place)| entry["rank"].as_i64() != Some(*place));
    wrong.map(|(entry, place)| format!("place {place} has rank {}", entry["rank"]))
}

fn order_differences(archive: &Archive, entries: &[Value], by_player: &[Option<&Value>]) -> Vec<String> {
    let mut published: Vec<_> = archive.standings.iter().collect();
    published.sort_by_key(|row| row.rank);
    let places = published
        .iter()
        .zip(entries)
        .filter(|(row, entry)| by_player[row.p].is_none_or(|expected| expected["player_id"] != entry["player_id"]));
    places
        .map(|(row, entry)| format!("place {} is {}, not {}", row.rank, archive.players[row.p], entry["name"]))
        .collect()
}
