//! Promises to clients between a write and its effect, tested with a projector that is held up on purpose, and with many writes.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use e2e::gate::{Gate, Held};
use e2e::generate::{Plan, generate};
use e2e::{Options, Reply, TestApp, scene};
use proto_events::{StreamId, TournamentEvent};
use reqwest::Method;
use serde_json::{Value, json};

use crate::operations::until_ready;

const LISTS: &str = "/api/v1/decklists/";

/// An app whose views can be held up, with a list, and that list's address.
async fn app_with_a_list() -> (TestApp, Gate, String) {
    let gate = Gate::default();
    let app = TestApp::with(Options { gate: Some(gate.clone()), ..Options::default() }).await;
    let created = app.post(LISTS, &json!({"name": "Before", "plaintext_list": "60 Island"})).await;
    created.created();
    let path = created.header("location").to_owned();
    (app, gate, path)
}

/// Writes without waiting for the views. Returns the token.
async fn write_async(app: &TestApp, path: &str, body: &Value) -> String {
    let reply = app.send(app.with_json(Method::PUT, path, body).header("prefer", "respond-async")).await;
    reply.json();
    assert_eq!(reply.header("preference-applied"), "respond-async");
    reply.header("consistency-token").to_owned()
}

/// Reads with a token and waits at most `wait` seconds.
async fn read(app: &TestApp, path: &str, token: &str, wait: u32) -> Reply {
    let request = app.request(Method::GET, path).header("consistency-token", token);
    app.send(request.header("prefer", format!("wait={wait}"))).await
}

#[track_caller]
fn assert_not_yet(reply: &Reply) {
    reply.problem(503);
    assert_eq!(reply.any_json()["type"], "/problems/not-yet-applied", "{}", reply.asked);
    assert_eq!(reply.header("retry-after"), "1", "{}", reply.asked);
}

#[tokio::test]
async fn who_brings_a_token_reads_what_it_stands_for_or_nothing() {
    let (app, gate, path) = app_with_a_list().await;
    gate.hold(Held::Everything);
    let token = write_async(&app, &path, &json!({"name": "After", "plaintext_list": "60 Swamp"})).await;
    let id = path.split('/').nth(4).unwrap();
    let picture = format!("/decklists/{id}/image.svg");
    let all = [
        path.clone(),
        format!("{path}revisions/"),
        format!("{LISTS}?page_size=5"),
        picture,
        "/api/v1/magic-events/".into(),
        "/api/export-decklists/".into(),
    ];
    for path in &all {
        assert_not_yet(&read(&app, path, &token, 0).await);
    }
    gate.hold(Held::Nothing);
    for path in &all {
        assert_eq!(read(&app, path, &token, 5).await.status, 200, "{path}");
    }
    let read_back = read(&app, &path, &token, 0).await;
    assert_eq!((read_back.json()["name"].as_str(), read_back.header("etag")), (Some("After"), "\"2\""));
    assert_eq!(read(&app, &all[1], &token, 0).await.list().len(), 2);
    assert_eq!(read(&app, &all[2], &token, 0).await.json()["results"][0]["name"], "After");
    assert!(read(&app, &all[3], &token, 0).await.text().contains("Swamp"));
    app.stop().await;
}

#[tokio::test]
async fn a_token_outlives_the_process_that_gave_it() {
    let (app, _, path) = app_with_a_list().await;
    let token = write_async(&app, &path, &json!({"name": "After"})).await;
    let app = app.restart(Options::default()).await;
    assert_eq!(read(&app, &path, &token, 0).await.json()["name"], "After");
    let app = app.restart_without_views(Options::default()).await;
    assert_eq!(read(&app, &path, &token, 5).await.json()["name"], "After");
    app.stop().await;
}

#[tokio::test]
async fn documents_of_large_events_that_may_lag_are_waited_for() {
    let gate = Gate::default();
    let app = TestApp::with(Options { gate: Some(gate.clone()), ..Options::default() }).await;
    let (folder, archive) = (tempfile::tempdir().unwrap(), generate(&Plan::new("large", 520, 1, 4)));
    let event = app.import(&archive.write_into(folder.path())).await;
    let lists = format!("/api/v1/magic-events/{event}/decklists/");
    let page = app.get(&format!("{LISTS}?page_size=1")).await.json();
    let path = format!("{LISTS}{}/", page["results"][0]["id"]);
    // The documents of the import are complete once a later write is.
    let settled = write_async(&app, &path, &json!({"name": "Before"})).await;
    assert!(read(&app, &lists, &settled, 5).await.text().contains("\"Before\""));

    gate.hold(Held::Settling);
    let token = write_async(&app, &path, &json!({"name": "After"})).await;
    assert_eq!(read(&app, &path, &token, 5).await.json()["name"], "After", "the list itself is rendered at once");
    assert_not_yet(&read(&app, &lists, &token, 0).await);
    let plain = app.get(&lists).await;
    assert!(plain.text().contains("\"Before\"") && !plain.text().contains("\"After\""), "a plain reader's answer lags");
    gate.hold(Held::Nothing);
    let settled = read(&app, &lists, &token, 5).await;
    settled.json();
    assert!(settled.text().contains("\"After\"") && !settled.text().contains("\"Before\""));
    app.stop().await;
}

#[tokio::test]
async fn without_views_the_service_lives_and_says_of_nothing_that_it_does_not_exist() {
    let (app, _, path) = app_with_a_list().await;
    // Another gate: the first app would not end while it waits at a closed one.
    let gate = Gate::default();
    gate.hold(Held::Everything);
    let app = app.begin_without_views(Options { gate: Some(gate.clone()), ..Options::default() }).await;
    let reply = until_ready(&app, false).await;
    assert!(reply.any_json()["errors"]["views"][0].is_string(), "{}", reply.text());
    assert_eq!(app.send(app.anonymous("/healthz")).await.status, 200);
    for path in [path.as_str(), LISTS, "/api/export-decklists/", "/events/1/"] {
        let reply = app.get(path).await;
        assert_eq!((reply.status, reply.header("retry-after")), (503, "1"), "{path}");
    }
    app.put(&path, &json!({"name": "After"})).await.problem(503);
    gate.hold(Held::Nothing);
    until_ready(&app, true).await;
    app.applied().await;
    assert_eq!(app.get(&path).await.json()["name"], "Before");
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn readers_never_see_the_past_again() {
    let app = Arc::new(TestApp::start().await);
    let scene = scene::build(&app).await;
    let done = Arc::new(AtomicBool::new(false));
    let path = format!("/api/v1/tournament-rounds/{}/matches/", scene.team_round);
    let readers: Vec<_> = (0..6)
        .map(|_| {
            let (app, done, path) = (app.clone(), done.clone(), path.clone());
            tokio::spawn(async move {
                let (mut newest, mut reads) = (0, 0);
                while !done.load(Ordering::Relaxed) {
                    let round = app.get(&path).await.json();
                    let seconds = round["matches"][2]["time_extension_seconds"].as_i64().expect("seconds");
                    assert!(seconds >= newest, "{seconds} was read after {newest}");
                    (newest, reads) = (seconds, reads + 1);
                }
                reads
            })
        })
        .collect();
    for seconds in 1_000..1_100 {
        let match_id = scene.team_match_seats[2];
        let event = TournamentEvent::TimeExtended { match_id, time_extension_seconds: seconds };
        app.append(app.organization, StreamId::tournament(scene.team_event), vec![event.into()]).await;
        let round = app.get(&path).await.json();
        assert_eq!(round["matches"][2]["time_extension_seconds"], seconds, "the writer reads what it wrote");
    }
    done.store(true, Ordering::Relaxed);
    for reader in readers {
        assert!(reader.await.expect("a reader") > 0);
    }
    Arc::into_inner(app).expect("readers are gone").stop().await;
}
