//! Promises to clients between a write and its effect, tested with a projector that is held up on purpose.

use std::time::{Duration, Instant};

use e2e::gate::{Gate, Held};
use e2e::generate::{Plan, generate};
use e2e::{Options, Reply, TestApp};
use reqwest::Method;
use serde_json::{Value, json};

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
async fn a_write_is_answered_in_time_though_nothing_can_be_read_yet() {
    let (app, gate, path) = app_with_a_list().await;
    gate.hold(Held::Everything);
    let mut waited = Vec::new();
    for name in ["One", "Two", "Three"] {
        let begun = Instant::now();
        let written = app.put(&path, &json!({"name": name})).await;
        assert_eq!(written.json()["name"], name);
        waited.push(begun.elapsed());
    }
    // A busy machine may be slow at times, but not each time.
    let (least, half_a_second) = (waited.iter().min().copied().unwrap(), Duration::from_millis(500));
    assert!(least >= half_a_second - Duration::from_millis(50), "they waited for the views: {waited:?}");
    assert!(least < half_a_second * 2, "they did not wait for long: {waited:?}");

    let mut hasty = Vec::new();
    for name in ["Four", "Five", "Six"] {
        let begun = Instant::now();
        write_async(&app, &path, &json!({ "name": name })).await;
        hasty.push(begun.elapsed());
    }
    assert!(hasty.iter().any(|took| *took < Duration::from_millis(400)), "`respond-async` does not wait: {hasty:?}");

    let read = app.get(&path).await;
    assert_eq!((read.json()["name"].as_str(), read.header("etag")), (Some("Before"), "\"1\""), "a plain reader");
    gate.hold(Held::Nothing);
    app.stop().await;
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
async fn who_waits_is_answered_as_soon_as_the_views_are_there() {
    let (app, gate, path) = app_with_a_list().await;
    gate.hold(Held::Everything);
    let token = write_async(&app, &path, &json!({"name": "After"})).await;
    let begun = Instant::now();
    let patient = async { (read(&app, &path, &token, 5).await, begun.elapsed()) };
    let impatient = async {
        assert_not_yet(&read(&app, &path, &token, 1).await);
        let took = begun.elapsed();
        gate.hold(Held::Nothing);
        took
    };
    let ((answered, waited), gave_up) = tokio::join!(patient, impatient);
    assert!(gave_up >= Duration::from_secs(1), "the read waited for a second: {gave_up:?}");
    assert_eq!(answered.json()["name"], "After");
    assert!(waited >= gave_up && waited < Duration::from_secs(4), "answered when the gate opened: {waited:?}");
    app.stop().await;
}

#[tokio::test]
async fn a_retry_is_answered_as_the_first_attempt_also_while_nothing_can_be_read() {
    let (app, gate, _) = app_with_a_list().await;
    gate.hold(Held::Everything);
    let body = json!({"name": "Once", "plaintext_list": "60 Plains"});
    let request = || {
        let request = app.with_json(Method::POST, LISTS, &body).header("prefer", "respond-async");
        app.send(request.header("idempotency-key", "only-once"))
    };
    let (first, second) = tokio::join!(request(), request());
    first.created();
    assert_eq!((first.status, &first.body), (second.status, &second.body));
    for name in ["etag", "location", "x-content-sha256", "consistency-token"] {
        assert_eq!(first.header(name), second.header(name), "{name}");
    }
    let token = first.header("consistency-token").to_owned();
    gate.hold(Held::Nothing);
    assert_eq!(read(&app, &format!("{LISTS}?page_size=9"), &token, 5).await.json()["count"], 2);
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
async fn without_views_nobody_is_told_that_what_is_stored_is_not_there() {
    let (app, _, path) = app_with_a_list().await;
    // Another gate: the first app would not end while it waits at a closed one.
    let gate = Gate::default();
    gate.hold(Held::Everything);
    let app = app.begin_without_views(Options { gate: Some(gate.clone()), ..Options::default() }).await;
    for path in [path.as_str(), LISTS, "/api/export-decklists/", "/events/1/"] {
        let reply = app.get(path).await;
        assert_eq!((reply.status, reply.header("retry-after")), (503, "1"), "{path}");
    }
    app.put(&path, &json!({"name": "After"})).await.problem(503);
    gate.hold(Held::Nothing);
    app.applied().await;
    assert_eq!(app.get(&path).await.json()["name"], "Before");
    app.stop().await;
}
