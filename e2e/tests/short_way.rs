//! Answers that are given before the router must be the same as the router's: status, headers and bytes.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "this file is tests")]

use std::collections::HashMap;

use e2e::crawl::addresses;
use e2e::{Reply, TestApp};
use reqwest::Method;

/// Headers of requests for the same address, some of which get an empty answer or a refusal.
const ASKED: [&[(&str, &str)]; 8] = [
    &[],
    &[("accept-encoding", "gzip")],
    &[("accept-encoding", "gzip;q=0, *")],
    &[("if-none-match", "*")],
    &[("if-none-match", "\"other\""), ("accept-encoding", "br, gzip")],
    &[("accept", "text/html")],
    &[("consistency-token", "made-up")],
    &[("authorization", "Token made-up")],
];

/// How many addresses of one shape are compared.
const OF_A_SHAPE: usize = 8;

/// Returns an address without its numbers: those of one shape are answered by the same code.
fn shape(path: &str) -> String {
    path.split('/').map(|part| if part.parse::<i64>().is_ok() { "0" } else { part }).collect::<Vec<_>>().join("/")
}

async fn ask(app: &TestApp, key: &str, path: &str, headers: &[(&str, &str)]) -> Reply {
    let request = app.anonymous_request(Method::GET, path).header("x-api-key", key);
    app.send(headers.iter().fold(request, |request, (name, value)| request.header(*name, *value))).await
}

/// Requests an address twice, so that the second answer comes from the cache, and once with an empty query, which only
/// the router handles.
async fn assert_same_by_both_ways(app: &TestApp, key: &str, path: &str, headers: &[(&str, &str)]) {
    ask(app, key, path, headers).await;
    let mut short = ask(app, key, path, headers).await;
    let mut routed = ask(app, key, &format!("{path}?"), headers).await;
    for reply in [&mut short, &mut routed] {
        assert!(reply.headers.remove("date").is_some());
        // A gateway closes a connection after a number of requests, so this header is not compared.
        reply.headers.remove("connection");
    }
    assert_eq!((short.status, short.headers), (routed.status, routed.headers), "{path} {headers:?}");
    assert_eq!(short.body, routed.body, "{path} {headers:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_answer_of_the_demo_is_the_same_by_both_ways() {
    let (app, keys) = TestApp::demo_with_keys().await;
    let mut counts = HashMap::new();
    let mut plain = addresses(&app).await;
    plain.retain(|path| {
        let count: &mut usize = counts.entry(shape(path)).or_default();
        *count += 1;
        !path.contains('?') && *count <= OF_A_SHAPE
    });
    assert!(plain.len() > 100, "only {} addresses", plain.len());
    for path in &plain {
        for headers in ASKED {
            assert_same_by_both_ways(&app, &app.key, path, headers).await;
        }
        // Keys of other organizations and roles mostly get refusals.
        for key in &keys {
            assert_same_by_both_ways(&app, key, path.trim_end_matches('/'), &[]).await;
        }
    }
    app.stop().await;
}
