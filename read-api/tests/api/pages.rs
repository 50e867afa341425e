//! Public pages: HTML for everybody.

use axum::http::Method;
use proto_events::ids::OrganizationId;
use storage::ViewKind;

use crate::harness::{TestApi, document_of};

fn page(kind: ViewKind, key: &str) -> storage::Document {
    document_of(OrganizationId::SHARED, kind, key, &format!("<!doctype html>{key}"))
}

#[tokio::test]
async fn pages_need_no_key_and_run_nothing() {
    let mut api = TestApi::start().await;
    api.put([page(ViewKind::EventPage, "7"), page(ViewKind::RoundPage, "7/2"), page(ViewKind::RoundPage, "7/-1")])
        .await;
    for (path, body) in [
        ("/events/7/", "<!doctype html>7"),
        ("/events/7", "<!doctype html>7"),
        ("/events/7/rounds/2/", "<!doctype html>7/2"),
        ("/events/7/rounds/2", "<!doctype html>7/2"),
        ("/events/7/rounds/-1/", "<!doctype html>7/-1"),
    ] {
        let reply = api.send(Method::GET, path, &[("accept", "text/html")]).await;
        assert_eq!((reply.status, reply.text()), (200, body));
        assert_eq!(reply.header("content-type"), "text/html; charset=utf-8");
        assert!(reply.header("content-security-policy").starts_with("default-src 'none'"));
        assert_eq!(reply.header("x-content-type-options"), "nosniff");
        assert_eq!(reply.header("cache-control"), "public, no-cache");
        let again = api.send(Method::GET, path, &[("if-none-match", reply.header("etag"))]).await;
        assert_eq!((again.status, again.body.len()), (304, 0));
    }
}

#[tokio::test]
async fn what_is_not_public_is_a_page_that_says_so() {
    let mut api = TestApi::start().await;
    api.put([page(ViewKind::EventPage, "7"), page(ViewKind::RoundPage, "7/2")]).await;
    for path in
        ["/events/8/", "/events/x/", "/events/07/", "/events/7/rounds/3/", "/events/7/rounds/two/", "/events/%FF"]
    {
        let reply = api.send(Method::GET, path, &[]).await;
        assert_eq!(reply.status, 404, "{path}");
        if path != "/events/%FF" {
            assert_eq!(reply.header("content-type"), "text/html; charset=utf-8");
            assert!(reply.text().contains("Not found"));
        }
    }
}

#[tokio::test]
async fn the_front_page_says_what_this_is() {
    let api = TestApi::start().await;
    let reply = api.send(Method::GET, "/", &[]).await;
    assert_eq!((reply.status, reply.header("content-type")), (200, "text/html; charset=utf-8"));
    assert!(reply.text().contains("Crosstable") && reply.text().contains("X-API-Key"));
    assert!(reply.text().contains("href=\"/docs/\"") && !reply.text().contains("{base}"), "{}", reply.text());
}
