//! Invalid requests through the whole service: bytes that are no requests, heads and bodies that are too large. Nothing
//! panics, is stored or is logged above a warning: this test reads the log of its process, so it has a program of its own. The
//! refusals of each route are tested in its crate.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "this file is tests")]

use e2e::TestApp;
use e2e::overheard::{assert_silent, listen};
use e2e::reply::{raw, status_of};
use serde_json::json;

const LISTS: &str = "/api/v1/decklists/";

/// One after the other on the same app.
#[tokio::test]
async fn requests_that_are_wrong_store_nothing_and_others_are_answered() {
    listen();
    let app = TestApp::start().await;
    let reply = app.post(LISTS, &json!({"name": "Only", "plaintext_list": "60 Island"})).await;
    reply.created();
    let path = reply.header("location");
    bytes_that_are_no_request_are_refused(&app).await;
    old_and_unusual_requests_are_answered(&app).await;
    an_oversized_header_is_named(&app).await;
    a_body_that_is_told_too_large_is_not_waited_for(&app).await;
    let list = app.get(path).await;
    assert_eq!((list.json()["name"].as_str(), list.header("etag")), (Some("Only"), "\"1\""), "nothing was stored");
    assert_eq!(app.get(LISTS).await.json()["count"], 1);
    app.stop().await;
    assert_silent();
}

async fn bytes_that_are_no_request_are_refused(app: &TestApp) {
    let address = app.address();
    let key = format!("X-API-Key: {}\r\n", app.key);
    let long = "a".repeat(200_000);
    let many: String = (0..1_000).map(|number| format!("h{number}: x\r\n")).collect();
    for (name, request, expected) in [
        ("a huge address", format!("GET /{long} HTTP/1.1\r\nHost: a\r\n\r\n"), 431),
        ("too many headers", format!("GET / HTTP/1.1\r\nHost: a\r\n{many}\r\n"), 431),
        ("garbage", "\u{1}\u{2}\u{3} what\r\n\r\n".into(), 400),
        ("no version", "GET /\r\n\r\n".into(), 400),
        ("a header without a colon", "GET / HTTP/1.1\r\nHost\r\n\r\n".into(), 400),
        ("a TLS greeting", "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\u{0}\u{1}".into(), 400),
    ] {
        let answer = raw(&address, request.as_bytes()).await;
        // A gateway has its own statuses for these, and ignores a header without a colon. A request without a version
        // may be answered without a head.
        let refused = (400..500).contains(&status_of(&answer)) || !answer.starts_with("HTTP/");
        let is_right = status_of(&answer) == expected || (app.has_gateway() && refused);
        assert!(is_right || (app.has_gateway() && name.contains("colon")), "{name}: {answer}");
    }
    let alive = raw(
        &address,
        format!("GET /api/v1/api-keys/whoami/ HTTP/1.1\r\nHost: a\r\n{key}Connection: close\r\n\r\n").as_bytes(),
    )
    .await;
    assert_eq!(status_of(&alive), 200, "{alive}");
}

async fn old_and_unusual_requests_are_answered(app: &TestApp) {
    let address = app.address();
    let key = format!("X-API-Key: {}\r\n", app.key);
    let path = "/api/v1/api-keys/whoami/";
    for (name, request) in [
        ("HTTP/1.0", format!("GET {path} HTTP/1.0\r\n{key}\r\n")),
        (
            "absolute form",
            format!("GET http://{address}{path} HTTP/1.1\r\nHost: {address}\r\n{key}Connection: close\r\n\r\n"),
        ),
        (
            "a body on a GET",
            format!("GET {path} HTTP/1.1\r\nHost: a\r\n{key}Content-Length: 3\r\nConnection: close\r\n\r\nabc"),
        ),
        (
            "header names in capitals",
            format!(
                "GET {path} HTTP/1.1\r\nHOST: a\r\n{}Connection: close\r\n\r\n",
                key.replace("X-API-Key", "X-API-KEY")
            ),
        ),
    ] {
        let answer = raw(&address, request.as_bytes()).await;
        assert_eq!(status_of(&answer), 200, "{name}: {answer}");
        let body = answer.split_once("\r\n\r\n").expect("a body").1;
        assert!(body.contains("\"store_name\""), "{name}: {answer}");
    }
}

async fn an_oversized_header_is_named(app: &TestApp) {
    let padded = |bytes: usize, key: &str| {
        app.anonymous("/api/v1/magic-events/").header("x-api-key", key).header("x-padding", "p".repeat(bytes))
    };
    for key in [&*app.key, "sk_wrong"] {
        let detail = app.send(padded(40_000, key)).await.problem(431);
        assert!(detail.contains("x-padding") || app.has_gateway(), "{detail}");
    }
    assert_eq!(app.send(padded(200_000, &app.key)).await.status, 431, "too large to be read");
    let long = app.get(&format!("/api/v1/magic-events/?x={}", "x".repeat(40_000))).await;
    assert!([414, 431].contains(&long.status), "{}", long.status);
    assert_eq!(app.get(&format!("/api/v1/magic-events/?x={}", "x".repeat(8_000))).await.status, 200);
}

async fn a_body_that_is_told_too_large_is_not_waited_for(app: &TestApp) {
    let head = format!(
        "POST {LISTS} HTTP/1.1\r\nHost: a\r\nX-API-Key: {}\r\nContent-Type: application/json\r\nContent-Length: 999999999\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n",
        app.key
    );
    let answer = raw(&app.address(), head.as_bytes()).await;
    assert_eq!(status_of(&answer), 413, "{answer}");
}
