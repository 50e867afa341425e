//! Limits per caller, and slow readers: no caller can keep the service from serving others.

use std::net::SocketAddr;
use std::time::Duration;

use e2e::gate::{Gate, Held};
use e2e::people::Credential;
use e2e::{Options, TestApp};
use futures::StreamExt;
use futures::stream::FuturesUnordered;
use proto_events::vocabulary::Role;
use reqwest::Method;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::{Instant, timeout};

const EVENTS: &str = "/api/v1/magic-events/";
const LISTS: &str = "/api/v1/decklists/";
const EXPORT: &str = "/api/export-decklists/?num_days=36500&decklist_as_text=true";
/// Generous for any small answer, also on a slow machine; far below the timeouts that a blocked service runs into.
const PATIENCE: Duration = Duration::from_secs(15);

/// Starts an app with a list of events and an export that are larger than the buffers of sockets.
async fn app_with_long_lists() -> TestApp {
    let app = TestApp::start().await;
    let files = tempfile::tempdir().unwrap();
    for number in 0..24_u32 {
        let plan = e2e::generate::Plan::new(&format!("long-{number}"), 128, 5, number.into());
        app.import(&e2e::generate::generate(&plan).write_into(files.path())).await;
    }
    let bytes = app.get(EVENTS).await.body.len();
    assert!(bytes > 3 << 20, "{bytes} bytes");
    app
}

/// Sends a request and reads only the status.
async fn begin(app: &TestApp, path: &str) -> (TcpStream, String) {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4_096).unwrap();
    let address: SocketAddr = app.address().parse().unwrap();
    let mut socket = socket.connect(address).await.unwrap();
    let key = &app.key;
    let request = format!("GET {path} HTTP/1.1\r\nhost: here\r\nx-api-key: {key}\r\n\r\n");
    socket.write_all(request.as_bytes()).await.unwrap();
    let mut status = [0; 12];
    socket.read_exact(&mut status).await.unwrap();
    (socket, String::from_utf8(status.to_vec()).unwrap())
}

async fn soon<T>(answer: impl Future<Output = T>) -> T {
    timeout(PATIENCE, answer).await.expect("an answer in time")
}

/// Checks that another caller gets everything, and the same caller gets other documents.
async fn assert_others_are_served(app: &TestApp, other: &str) {
    for path in [LISTS, EVENTS, "/api/v1/tournament-rounds/", EXPORT, "/api/v1/api-keys/whoami/", "/readyz"] {
        assert_eq!(soon(app.get_as(other, path)).await.status, 200, "{path}");
    }
    assert_eq!(soon(app.get("/api/v1/api-keys/whoami/")).await.status, 200, "the same caller");
}

/// The places are those of the defaults.
async fn slow_readers_do_not_block_others(app: &TestApp, other: &str) {
    let mut slow = Vec::new();
    for readers in [8, 56] {
        for _ in 0..readers {
            let (socket, status) = soon(begin(app, EVENTS)).await;
            assert_eq!(status, "HTTP/1.1 200");
            slow.push(socket);
            // Beyond a caller's places for exports, a request is refused immediately.
            let (socket, status) = soon(begin(app, EXPORT)).await;
            assert!(["HTTP/1.1 200", "HTTP/1.1 503"].contains(&status.as_str()), "{status}");
            slow.push(socket);
        }
        assert_others_are_served(app, other).await;
    }
}

/// A caller has places for two lists and one export.
async fn requests_beyond_the_places_get_503_with_retry_after(app: &TestApp, other: &str) {
    let lists = [begin(app, EVENTS).await, begin(app, EVENTS).await];
    let export = begin(app, EXPORT).await;
    for (path, what) in [(EVENTS, "2 lists"), (EXPORT, "1 exports")] {
        let refused = soon(app.get(path)).await;
        assert_eq!((refused.status, refused.header("retry-after")), (503, "2"), "{path}");
        assert!(refused.any_json()["detail"].as_str().unwrap().contains(what), "{}", refused.text());
        let head = app.send(app.request(Method::HEAD, path)).await;
        assert_eq!(head.status, 200, "a response without a body needs no place");
        let known = app.request(Method::GET, path).header("if-none-match", head.header("etag"));
        assert_eq!(app.send(known).await.status, 304);
    }
    for path in [EVENTS, EXPORT] {
        assert_eq!(soon(app.get_as(other, path)).await.status, 200, "{path}");
    }
    drop((lists, export));
    // A place is free again as soon as the service notices that the client is gone.
    while app.get(EVENTS).await.status == 503 || app.get(EXPORT).await.status == 503 {}
}

/// An answer may take a second.
async fn answers_that_take_too_long_are_aborted_and_not_mistaken_for_complete(app: &TestApp) {
    for path in [EVENTS, EXPORT] {
        let (mut socket, status) = begin(app, path).await;
        assert_eq!(status, "HTTP/1.1 200");
        // Reads slowly for longer than the limit, and then the rest at full speed.
        let (begun, mut sip, mut rest) = (Instant::now(), [0; 512], Vec::new());
        while begun.elapsed() < Duration::from_secs(3) && socket.read_exact(&mut sip).await.is_ok() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        let _ = timeout(PATIENCE, socket.read_to_end(&mut rest)).await.expect("the connection is closed");
        assert!(!rest.ends_with(b"0\r\n\r\n"), "{path}: the last {} bytes look complete", rest.len());
    }
}

/// One after the other on the same data, because it takes long to make.
#[tokio::test(flavor = "multi_thread")]
async fn slow_readers_of_lists_and_exports() {
    let app = app_with_long_lists().await;
    let other = app.store("Other Store").await.key;
    slow_readers_do_not_block_others(&app, &other).await;
    let limits = vec!["--max-lists=6", "--max-lists-per-caller=2", "--max-exports=6", "--max-exports-per-caller=1"];
    let app = app.restart(Options { limits, ..Options::default() }).await;
    requests_beyond_the_places_get_503_with_retry_after(&app, &other).await;
    let app = app.restart(Options { limits: vec!["--max-read-seconds", "1"], ..Options::default() }).await;
    answers_that_take_too_long_are_aborted_and_not_mistaken_for_complete(&app).await;
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_etag_of_an_export_depends_on_its_data_alone() {
    let app = TestApp::start().await;
    app.import(&e2e::archive::own_fixtures()[1]).await;
    let tag = async |app: &TestApp, query: &str| {
        app.get(&format!("/api/export-decklists/?num_days=36500{query}")).await.header("etag").to_owned()
    };
    let (json, lines) = (tag(&app, "").await, tag(&app, "&format=ndjson").await);
    assert!(json.starts_with("W/\"") && json != lines);
    app.clock.advance(chrono::Duration::days(3));
    assert_eq!((tag(&app, "").await, tag(&app, "&format=ndjson").await), (json.clone(), lines));
    app.rebuild().await;
    let app = app.restart(Options::default()).await;
    assert_eq!(tag(&app, "").await, json);
    app.import(&e2e::archive::own_fixtures()[0]).await;
    assert_ne!(tag(&app, "").await, json);
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_cannot_own_more_lists_than_the_limit() {
    let app = TestApp::with(Options { limits: vec!["--max-own-lists", "3"], ..Options::default() }).await;
    let (ada, bea) = (app.person("ada").await, app.member(app.organization, "bea", Role::Admin).await);
    let [by, other] = [app.token(&ada, None).await, app.token(&ada, None).await].map(Credential::Token);
    let post = async |by: &Credential, key: &str| {
        let request = app.anonymous_write(Method::POST, LISTS, &json!({ "name": "Burn" }));
        app.send(by.sign(request).header("idempotency-key", key)).await
    };
    for key in ["the-first", "the-second"] {
        assert_eq!(post(&by, key).await.status, 201);
    }
    let third = post(&by, "the-third").await;
    assert_eq!(third.status, 201);
    for by in [&by, &other] {
        let refused = post(by, "the-fourth").await;
        assert_eq!(refused.status, 409, "a second token is the same person");
        assert!(refused.any_json()["detail"].as_str().unwrap().contains("You own 3 decklists"), "{}", refused.text());
    }
    assert_eq!(post(&by, "the-third").await.body, third.body, "a retry creates no list");
    let by_bea = Credential::Token(app.token(&bea, Some(app.organization)).await);
    assert_eq!(post(&by_bea, "of-another").await.status, 201);
    for _ in 0..4 {
        app.post(LISTS, &json!({ "name": "Lists made with a key have no owner" })).await.created();
    }
    assert_eq!(app.ask(&by, LISTS).await.json()["count"], 3);
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn writes_per_minute_are_limited_per_caller() {
    let limits = vec!["--max-key-writes", "4", "--max-person-writes", "2"];
    let app = TestApp::with(Options { limits, ..Options::default() }).await;
    let ada = app.person("ada").await;
    let tokens = [app.token(&ada, None).await, app.token(&ada, None).await].map(Credential::Token);
    let session = Credential::Cookie(app.session(&ada, None).await);
    let post = async |by: &Credential| {
        let request = app.anonymous_write(Method::POST, LISTS, &json!({ "name": "Burn" }));
        app.send(by.sign(request).header("sec-fetch-site", "same-origin")).await
    };
    for by in &tokens {
        assert_eq!(post(by).await.status, 201);
    }
    let refused = post(&session).await;
    assert_eq!(
        (refused.status, refused.header("retry-after")),
        (429, "30"),
        "tokens and sessions of a person count together"
    );
    assert_eq!(refused.header("ratelimit-policy"), r#""writes";q=2;w=60"#);
    assert_eq!(refused.header("ratelimit"), r#""writes";r=0;t=30"#);
    assert_eq!(app.ask(&tokens[0], LISTS).await.status, 200, "reads are not limited");
    let key = Credential::Key(app.key.clone());
    for status in [201, 201, 201, 201, 429] {
        assert_eq!(post(&key).await.status, status, "each key has its own limit");
    }
    app.clock.advance(chrono::Duration::seconds(30));
    assert_eq!(post(&session).await.status, 201, "allowed after the time in Retry-After");
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_requests_are_limited_per_caller() {
    let gate = Gate::default();
    let limits = vec!["--max-requests-per-caller", "2"];
    let app = TestApp::with(Options { gate: Some(gate.clone()), limits, ..Options::default() }).await;
    let other = app.store("Other Store").await.key;
    gate.hold(Held::Everything);
    let request = app.with_json(Method::POST, LISTS, &json!({ "name": "Burn" })).header("prefer", "respond-async");
    let token = app.send(request).await.header("consistency-token").to_owned();
    let waiting = async || {
        let request = app.request(Method::GET, LISTS).header("consistency-token", &token);
        app.send(request.header("prefer", "wait=5")).await
    };
    // Two of three wait; the other one is refused.
    let mut asked: FuturesUnordered<_> = [waiting(), waiting(), waiting()].into_iter().collect();
    let refused = asked.next().await.unwrap();
    assert_eq!((refused.status, refused.header("retry-after")), (429, "1"));
    assert_eq!(app.get_as(&other, LISTS).await.status, 200, "other callers are not limited");
    gate.hold(Held::Nothing);
    while let Some(reply) = asked.next().await {
        assert_eq!(reply.status, 200);
    }
    drop(asked);
    assert_eq!(app.get(LISTS).await.status, 200);
    app.stop().await;
}
