//! Pages of other origins read data with a key in a header or without one, and never by a cookie.

use axum::http::Method;
use proto_events::vocabulary::Role;
use storage::ViewKind;

use crate::documents::{STORE, document};
use crate::harness::TestApi;

const STANDINGS: &str = "/api/v1/tournament-rounds/7/standings/";
const ORIGIN: (&str, &str) = ("origin", "https://overlay.example");

#[tokio::test]
async fn every_answer_with_data_may_be_read_by_other_origins_and_pages_may_not() {
    let mut api = TestApi::start().await;
    api.put([document(ViewKind::RoundStandings, 7, "{}")]).await;
    let key = api.key.clone();
    for (path, key, status) in [
        (STANDINGS, &*key, 200),
        (STANDINGS, "sk_wrong", 401),
        ("/api/v1/tournament-rounds/8/standings/", &key, 404),
        ("/api/v1/magic-events/?page=x", &key, 400),
        ("/api/v1/magic-events/", &key, 200),
        ("/api/v1/nothing/", &key, 404),
        ("/api/v1/magic-events/7/live/", &key, 404),
        ("/api/export-decklists/", &key, 200),
        ("/api/schema/", &key, 200),
        ("/dumps/", &key, 404),
    ] {
        let reply = api.send(Method::GET, path, &[("x-api-key", key), ORIGIN]).await;
        assert_eq!((reply.status, reply.header("access-control-allow-origin")), (status, "*"), "{path}");
        let exposed = reply.header("access-control-expose-headers");
        assert!(["ETag", "Retry-After", "Consistency-Token"].iter().all(|name| exposed.contains(name)), "{exposed}");
        assert!(reply.headers.get("access-control-allow-credentials").is_none(), "{path}");
    }
    let read_only = api.issue(STORE, Role::ReadOnly).await;
    let registrations = "/api/v1/magic-events/7/registrations/";
    let refused = api.send(Method::GET, registrations, &[("x-api-key", &read_only), ORIGIN]).await;
    assert_eq!((refused.status, refused.header("access-control-allow-origin")), (403, "*"));
    for page in ["/", "/events/", "/docs/"] {
        assert_eq!(api.get_with(page, &[ORIGIN]).await.header("access-control-allow-origin"), "", "{page}");
    }
}

#[tokio::test]
async fn a_preflight_request_needs_no_key_and_allows_reads_alone() {
    let api = TestApi::start().await;
    let asked = [ORIGIN, ("access-control-request-method", "GET"), ("access-control-request-headers", "x-api-key")];
    for path in [STANDINGS, "/api/v1/magic-events/7/live", "/api/v1/export/tournaments/", "/dumps/"] {
        let reply = api.send(Method::OPTIONS, path, &asked).await;
        assert_eq!((reply.status, reply.text()), (204, ""), "{path}");
        assert_eq!(reply.header("access-control-allow-origin"), "*");
        assert_eq!(reply.header("access-control-allow-methods"), "GET, HEAD");
        let allowed = reply.header("access-control-allow-headers");
        for name in ["Authorization", "X-API-Key", "If-None-Match", "Last-Event-ID", "Consistency-Token"] {
            assert!(allowed.contains(name), "{allowed}");
        }
    }
    api.send(Method::OPTIONS, "/events/", &asked).await.problem(405);
    api.send(Method::OPTIONS, STANDINGS, &[ORIGIN]).await.problem(405);
}

#[tokio::test]
async fn a_cookie_from_another_origin_is_ignored() {
    let mut api = TestApi::start().await;
    let [_, (_, cookie)] = api.person(21, Some((STORE, Role::Admin))).await;
    let ask = async |more: &[(&str, &str)]| {
        let headers = [&[("cookie", &*cookie), ("host", "127.0.0.1:8080")], more].concat();
        api.send(Method::GET, "/api/v1/account/memberships/", &headers).await.status
    };
    assert_eq!(ask(&[]).await, 200);
    assert_eq!(ask(&[("sec-fetch-site", "same-origin")]).await, 200);
    for other in [ORIGIN, ("sec-fetch-site", "cross-site"), ("sec-fetch-site", "same-site"), ("origin", "null")] {
        assert_eq!(ask(&[other]).await, 401, "{other:?}");
    }
}
