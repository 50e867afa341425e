//! Compares published standings of real tournaments, of two calculated by hand and of generated ones with the service's
//! answers.

use std::path::PathBuf;

use e2e::TestApp;
use e2e::archive::{Archive, own_fixtures, real_tournaments};
use e2e::crawl::{id, text};
use e2e::generate::{Plan, generate};
use e2e::published::differences;
use serde_json::Value;

/// Imports files and compares all their published standings.
async fn assert_as_published(files: &[PathBuf]) {
    let app = TestApp::start().await;
    let mut found = Vec::new();
    for file in files {
        let archive = Archive::read(file);
        let name = file.display().to_string();
        let checked = importers::read(&std::fs::read(file).expect("a file"), &name).expect("an archive");
        found.extend(checked.contradictions().iter().map(|row| format!("{name}: warned of {row}")));
        let event = app.import(file).await;
        found.extend(differences(&app, &archive, event.0).await);
        found.extend(export_differences(&app, &archive, event.0).await);
    }
    assert!(found.is_empty(), "{} differences:\n{}", found.len(), found[..found.len().min(40)].join("\n"));
    app.stop().await;
}

/// Checks that the export has the tournament with its players in final order, and their records.
async fn export_differences(app: &TestApp, archive: &Archive, event: i64) -> Vec<String> {
    let exported = app.get("/api/export-decklists/?num_days=36500&decklist_as_text=true").await.list();
    let Some(exported) = exported.iter().find(|exported| exported["TID"].as_str() == Some(&event.to_string())) else {
        return vec![format!("{}: not exported", archive.id)];
    };
    let names: Vec<_> =
        exported["standings"].as_array().expect("entries").iter().map(|entry| text(&entry["name"])).collect();
    let current = app.get(&format!("/api/v1/magic-events/{event}/current_standings/")).await.json();
    let current: Vec<_> =
        current["standings"].as_array().expect("entries").iter().map(|entry| text(&entry["name"])).collect();
    let mut found = Vec::new();
    if names != current {
        found.push(format!("{}: the export's order is not the final one", archive.id));
    }
    let expected = serde_json::json!({"players": archive.players.len(), "swissRounds": archive.swiss_rounds});
    for (field, expected) in expected.as_object().expect("an object") {
        if &exported[field] != expected {
            found.push(format!("{}: {field} is {}", archive.id, exported[field]));
        }
    }
    found.extend(list_differences(archive, exported));
    found
}

/// Checks that every list of the file is unchanged in the export.
fn list_differences(archive: &Archive, exported: &Value) -> Vec<String> {
    let entries = exported["standings"].as_array().expect("entries");
    let mut shown: Vec<_> =
        entries.iter().map(|entry| text(&entry["decklist_text"])).filter(|text| !text.is_empty()).collect();
    // A list of which only the address is known has that as its text.
    let addresses = archive.deck_urls.iter().filter(|(player, _)| !archive.decklists.contains_key(*player));
    let lists = archive.decklists.values().map(|lines| lines.join("\n"));
    let lists: Vec<_> = lists.chain(addresses.map(|(_, address)| address.clone())).collect();
    let mut expected: Vec<_> = lists.iter().map(String::as_str).filter(|text| !text.is_empty()).collect();
    shown.sort_unstable();
    expected.sort_unstable();
    (shown != expected)
        .then(|| format!("{}: {} lists of {}", archive.id, shown.len(), expected.len()))
        .into_iter()
        .collect()
}

#[tokio::test]
async fn tournaments_reckoned_by_hand_are_answered_as_published() {
    assert_as_published(&own_fixtures()).await;
}

#[tokio::test]
async fn real_tournaments_are_answered_as_published() {
    let mut files = real_tournaments();
    if files.is_empty() {
        files = own_fixtures();
    }
    assert_as_published(&files).await;
}

#[tokio::test]
async fn generated_tournaments_are_answered_as_published() {
    let folder = tempfile::tempdir().expect("a folder");
    let plans = [(4, 2), (9, 4), (16, 5), (33, 6), (64, 6), (129, 8)];
    let mut files = Vec::new();
    for (seed, (players, rounds)) in (1..).zip(plans) {
        let mut plan = Plan::new(&format!("generated-{players}"), players, rounds, seed);
        plan.floor = if seed % 2 == 0 { "1/3" } else { "0.33" };
        plan.own_gw_floored = seed % 3 != 0;
        files.push(generate(&plan).write_into(folder.path()));
    }
    assert_as_published(&files).await;
}

#[tokio::test]
async fn a_tournament_of_two_thousand_is_answered_as_published() {
    let folder = tempfile::tempdir().expect("a folder");
    let archive = generate(&Plan::new("two-thousand", 2_000, 15, 1));
    let app = TestApp::start().await;
    let event = app.import(&archive.write_into(folder.path())).await;
    assert_eq!(differences(&app, &archive, event.0).await, Vec::<String>::new());
    let event = app.get(&format!("/api/v1/magic-events/{event}/")).await.json();
    assert_eq!(event["enrolled_player_count"], 2_000);
    let rounds = event["tournament_phases"][0]["rounds"].as_array().expect("rounds");
    for (round, played) in rounds.iter().zip(archive.swiss()) {
        let matches = app.get(&format!("/api/v1/tournament-rounds/{}/matches/", id(round))).await.json();
        assert_eq!(matches["matches"].as_array().map(Vec::len), Some(played.matches.len()));
    }
    app.stop().await;
}

#[tokio::test]
async fn the_same_file_again_changes_nothing() {
    let app = TestApp::start().await;
    let files = own_fixtures();
    let first = app.import(&files[1]).await;
    let head = app.head().await;
    assert_eq!(app.import(&files[1]).await, first);
    assert_eq!(app.head().await, head, "nothing was appended");
    assert_eq!(app.get("/api/v1/magic-events/").await.list().len(), 1);
    app.stop().await;
}
