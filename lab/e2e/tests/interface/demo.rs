//! Checks of every answer with all of the demo's data: they are as the document and the interface say,
//! come back to the byte after the views were deleted, and are the same whether they are given before the router or by it.

use std::collections::HashMap;

use e2e::crawl::{Crawl, addresses, assert_same, crawl, seen};
use e2e::{Options, Reply, TestApp};
use reqwest::Method;

use crate::contract::assert_as_the_interface_says;
use crate::openapi::checker::Checker;
use crate::openapi::template_of;
use crate::public_address::has_mark;

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
const OF_A_SHAPE: usize = 4;

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
async fn every_answer_is_documented_has_no_mark_and_comes_back_to_the_byte() {
    let mut checker = Checker::new();
    let app = TestApp::demo().await;
    let (mut before, mut marked, mut with_address) = (Crawl::new(), Vec::new(), 0);
    for path in addresses(&app).await {
        let reply = app.get(&path).await;
        checker.check("GET", &template_of(&checker.document, &path), &reply);
        with_address += usize::from(reply.text().contains(&app.public_url()));
        if has_mark(&reply) {
            marked.push(reply.asked.clone());
        }
        before.insert(path, seen(&app, &reply));
    }
    checker.assert_none();
    assert_eq!(marked, [""; 0]);
    assert!(with_address > 50, "only {with_address} answers contain the address");
    assert!(before.len() > 500, "only {} addresses", before.len());
    let app = app.restart_without_views(Options::default()).await;
    assert_same(&before, &crawl(&app).await);
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_answer_is_as_the_interface_says_and_the_same_by_both_ways() {
    let (app, keys) = TestApp::demo_with_keys().await;
    assert_as_the_interface_says(&app, &keys).await;
    let mut counts = HashMap::new();
    let mut plain = addresses(&app).await;
    plain.retain(|path| {
        let count: &mut usize = counts.entry(shape(path)).or_default();
        *count += 1;
        !path.contains('?') && *count <= OF_A_SHAPE
    });
    assert!(plain.len() > 50, "only {} addresses", plain.len());
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
