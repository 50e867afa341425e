//! Lists written through the interface (18, 20, 21): answers are what readers get, and keys are known for long.

use chrono::Duration;
use e2e::archive::own_fixtures;
use e2e::crawl::{id, text};
use e2e::form::sha256;
use e2e::{Reply, TestApp};
use reqwest::Method;
use serde_json::{Value, json};

const LISTS: &str = "/api/v1/decklists/";

/// Checks that the answer to a write equals that to a read of the same list, and has all required headers.
async fn assert_receipt(app: &TestApp, written: &Reply, version: usize) {
    let document = written.any_json();
    // The answer waits half a second for the views; on a busy machine the largest lists take longer.
    app.applied().await;
    let read = app.get(&format!("{LISTS}{}/", id(&document))).await;
    assert_eq!((read.status, &read.body), (200, &written.body), "{}", written.asked);
    for reply in [written, &read] {
        assert_eq!(reply.header("etag"), format!("\"{version}\""), "{}", reply.asked);
        assert_eq!(reply.header("content-type"), "application/json");
    }
    assert_eq!(written.header("x-content-sha256"), sha256(text(&document["plaintext_list"])), "{}", written.asked);
    assert_eq!(written.header("cache-control"), "no-store");
    assert!(!written.header("consistency-token").is_empty());
}

#[tokio::test]
async fn a_list_as_long_as_may_be_is_kept_as_it_came() {
    let app = TestApp::start().await;
    let long = "4 Æther Vial\r\n".repeat(15_000);
    let list = json!({"name": "n".repeat(300), "plaintext_list": long});
    let posted = app.post(LISTS, &list).await;
    assert_eq!(posted.created()["plaintext_list"], long);
    assert_receipt(&app, &posted, 1).await;
    let path = posted.header("location").to_owned();
    assert_receipt(&app, &app.put(&path, &json!({"name": "Blue", "plaintext_list": long})).await, 2).await;
    assert_receipt(&app, &app.patch(&path, &json!({"archetype": "Control"})).await, 3).await;
    app.stop().await;
}

#[tokio::test]
async fn a_list_that_came_with_a_tournament_is_changed_like_any_other() {
    let app = TestApp::start().await;
    let event = app.import(&own_fixtures()[1]).await;
    let list = app.get(LISTS).await.json()["results"][0].clone();
    let path = format!("{LISTS}{}/", id(&list));
    app.patch(&path, &json!({"name": "Renamed", "plaintext_list": "60 Wastes"})).await.json();
    let revisions = app.get(&format!("{path}revisions/")).await.list();
    assert_eq!(revisions[0]["actor"]["id"], Value::Null);
    assert_eq!(revisions[1]["actor"]["type"], "API_KEY");
    let of_event = app.get(&format!("/api/v1/magic-events/{event}/decklists/")).await;
    assert!(of_event.text().contains("Renamed"), "its event shows the new list");
    app.stop().await;
}

/// A clock that jumps a day ahead, for a moment or permanently, makes no key expire.
#[tokio::test]
async fn a_key_outlives_a_clock_that_jumps() {
    let app = TestApp::start().await;
    let ask = async |app: &TestApp| {
        let request = app.with_json(Method::POST, LISTS, &json!({"name": "Burn"}));
        id(&app.send(request.header("idempotency-key", "a-key-of-mine")).await.created())
    };
    let first = ask(&app).await;
    app.clock.advance(Duration::hours(25));
    // Restarts the app, and appends an event with a newer time.
    let app = app.restart(e2e::Options::default()).await;
    app.post(LISTS, &json!({"name": "Another"})).await.created();
    assert_eq!(ask(&app).await, first);
    app.clock.advance(Duration::hours(-50));
    let app = app.restart(e2e::Options::default()).await;
    assert_eq!(ask(&app).await, first);
    app.stop().await;
}
