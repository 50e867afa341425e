//! An undone import: the event and its lists are gone, everything else is the same, byte for byte, and the file can be
//! imported again.

use std::collections::{BTreeMap, BTreeSet};

use e2e::archive::own_fixtures;
use e2e::crawl::id;
use e2e::{TestApp, scene};
use proto_events::ids::TournamentId;
use reqwest::Method;
use serde_json::json;

/// What readers of everything read, by path.
async fn everything(app: &TestApp) -> BTreeMap<String, String> {
    let mut read = BTreeMap::new();
    let lists = ["api-keys/conventions/", "magic-events/", "tournament-rounds/", "decklists/?page_size=100"];
    for path in lists.map(|list| format!("/api/v1/{list}")) {
        read.insert(path.clone(), app.get(&path).await.text().to_owned());
    }
    for event in app.get("/api/v1/magic-events/").await.list().iter().map(id) {
        for part in ["", "registrations/", "current_standings/", "decklists/", "audit/"] {
            let path = format!("/api/v1/magic-events/{event}/{part}");
            read.insert(path.clone(), app.get(&path).await.text().to_owned());
        }
        let page = format!("/events/{event}/");
        read.insert(page.clone(), app.send(app.anonymous(&page)).await.text().to_owned());
    }
    let export = "/api/export-decklists/?num_days=36500&decklist_as_text=true".to_owned();
    read.insert(export.clone(), app.get(&export).await.text().to_owned());
    read
}

async fn rounds_of(app: &TestApp) -> BTreeSet<i64> {
    app.get("/api/v1/tournament-rounds/").await.list().iter().map(id).collect()
}

async fn undo(app: &TestApp, event: TournamentId, more: &[&str]) -> String {
    let event = event.to_string();
    let told = app.command(&[&["import", "--undo", &event], more].concat()).await;
    app.applied().await;
    String::from_utf8(told).unwrap()
}

#[tokio::test]
async fn an_undone_import_leaves_everything_else_as_it_was_and_can_be_repeated() {
    let app = TestApp::start().await;
    scene::build(&app).await;
    let [kept, undone, ..] = &own_fixtures()[..] else { panic!("two files") };
    app.import(kept).await;
    let before = everything(&app).await;
    let event = app.import(undone).await;
    let lists = app.get(&format!("/api/v1/magic-events/{event}/decklists/")).await.list();
    assert!(!lists.is_empty());
    let rounds = rounds_of(&app).await;
    let with_it = everything(&app).await;

    let would = undo(&app, event, &["--dry-run"]).await;
    assert!(would.contains("would be deleted (nothing was stored)"), "{would}");
    assert_eq!(everything(&app).await, with_it);

    let told = undo(&app, event, &[]).await;
    assert!(
        told.contains(&format!("event {event} (")) && told.contains(&format!(" and {} lists", lists.len())),
        "{told}"
    );
    assert_eq!(everything(&app).await, before);
    let is_there = |path: &String| path.contains(&format!("/{event}/"));
    let mut gone: Vec<String> = with_it.into_keys().filter(is_there).collect();
    gone.extend(lists.iter().map(|list| format!("/api/v1/decklists/{}/", id(list))));
    gone.extend(lists.iter().map(|list| format!("/decklists/{}/", id(list))));
    gone.extend(rounds.difference(&rounds_of(&app).await).map(|round| format!("/api/v1/tournament-rounds/{round}/")));
    assert!(gone.len() > 10, "{gone:?}");
    for path in gone {
        assert_eq!(app.get(&path).await.status, 404, "{path}");
    }
    let list = format!("/api/v1/decklists/{}/", id(&lists[0]));
    let changed = app.with_json(Method::PATCH, &list, &json!({"name": "Mine"}));
    assert_eq!(app.send(changed).await.status, 404);
    let changed = app.with_json(Method::PATCH, &format!("/api/v1/magic-events/{event}/"), &json!({"name": "Mine"}));
    assert_eq!(app.send(changed).await.status, 404);

    let again = app.import(undone).await;
    assert_ne!(again, event);
    assert_eq!(app.import(undone).await, again, "the file is known again");
    undo(&app, again, &[]).await;
    assert_eq!(everything(&app).await, before);
    app.stop().await;
}
