//! Refused requests, and which reason is reported if there are several.

use axum::http::Method;
use proto_events::TournamentEvent;
use proto_events::ids::DecklistId;
use proto_events::vocabulary::{LifecycleStatus, Role};
use serde_json::json;

use crate::harness::{LISTS, STORE, TestApi, address};

/// A request in which everything is wrong.
struct Request {
    method: Method,
    path: String,
    key: String,
    accept: &'static str,
    content_type: &'static str,
    body: String,
    idempotency_key: &'static str,
    if_match: &'static str,
}

impl Request {
    async fn sent_to(&self, api: &TestApi) -> crate::harness::Reply {
        let headers = [
            ("x-api-key", self.key.as_str()),
            ("accept", self.accept),
            ("content-type", self.content_type),
            ("idempotency-key", self.idempotency_key),
            ("if-match", self.if_match),
        ];
        api.send(self.method.clone(), &self.path, &headers, self.body.clone()).await
    }
}

#[tokio::test]
async fn of_several_reasons_the_first_in_order_is_told() {
    let mut api = TestApi::start().await;
    let id = api.submit("Burn").await;
    api.post(&[("idempotency-key", "used-before")], &json!({"name": "Another"})).await.id();
    let mut request = Request {
        method: Method::DELETE,
        path: "/api/v1/decklist/x/".into(),
        key: "sk_wrong".into(),
        accept: "text/html",
        content_type: "text/plain",
        body: "x".repeat(300_000),
        idempotency_key: "short",
        if_match: "7",
    };
    assert_eq!(request.sent_to(&api).await.text(), "elsewhere");
    request.path = format!("{LISTS}x/");
    let wrong_method = request.sent_to(&api).await;
    wrong_method.problem(405);
    assert_eq!(wrong_method.header("allow"), "GET, HEAD, PUT, PATCH");
    request.method = Method::PUT;
    request.sent_to(&api).await.problem(401);
    request.key = api.issue(STORE, Role::ReadOnly).await;
    assert!(request.sent_to(&api).await.detail(403).contains("may not write decklists"));
    request.key.clone_from(&api.key);
    request.sent_to(&api).await.problem(406);
    request.accept = "application/json";
    assert!(request.sent_to(&api).await.detail(404).contains("integer"));
    request.path = address(DecklistId(99));
    request.sent_to(&api).await.problem(415);
    request.content_type = "application/json";
    request.sent_to(&api).await.problem(413);
    request.body = "{".into();
    let unreadable = request.sent_to(&api).await.problem(400);
    assert!(unreadable["errors"]["Idempotency-Key"].is_array(), "{unreadable}");
    request.body = "{}".into();
    assert!(request.sent_to(&api).await.problem(400)["errors"]["name"].is_array());
    request.body = r#"{"name": "Burn 2"}"#.into();
    (request.idempotency_key, request.if_match) = ("used-before", "\"7\"");
    let reused = request.sent_to(&api).await.problem(422);
    assert_eq!(reused["type"], "/problems/idempotency-key-reused");
    request.idempotency_key = "not-used-before";
    assert!(request.sent_to(&api).await.detail(404).contains("no decklist with the id `99`"));
    request.path = address(id);
    let stale = request.sent_to(&api).await;
    assert!(stale.detail(412).contains("version 1"));
    assert_eq!(stale.header("etag"), "\"1\"");
    request.if_match = "\"1\"";
    request.sent_to(&api).await.json(200);
    assert_eq!(api.head().await, 3);
}

#[tokio::test]
async fn each_address_says_which_methods_it_has() {
    let api = TestApi::start().await;
    for (path, allow) in [
        (LISTS, "GET, HEAD, POST"),
        ("/api/v1/decklists", "GET, HEAD, POST"),
        ("/api/v1/decklists/1/", "GET, HEAD, PUT, PATCH"),
        ("/api/v1/decklists/x", "GET, HEAD, PUT, PATCH"),
    ] {
        for method in [Method::DELETE, Method::OPTIONS, Method::from_bytes(b"PROPFIND").unwrap()] {
            let refused = api.send(method, path, &[], "").await;
            refused.problem(405);
            assert_eq!(refused.header("allow"), allow, "{path}");
        }
    }
    let odd = api.json(Method::PATCH, &format!("{LISTS}%FF/"), &[], &json!({})).await;
    assert!(odd.detail(404).contains("integer"), "{}", odd.text());
    api.send(Method::POST, "/api/v1/decklists/1/", &[], "").await.problem(405);
    api.send(Method::PATCH, LISTS, &[], "").await.problem(405);
    for path in ["/", "/api/v1/tournament-rounds/", "/api/v1/decklists/1/revisions/"] {
        assert_eq!(api.send(Method::POST, path, &[], "").await.text(), "elsewhere", "{path}");
    }
}

#[tokio::test]
async fn a_log_that_cannot_be_read_is_a_500_that_reveals_nothing() {
    let api = TestApi::start().await;
    // No event's stream begins like this.
    let first = TournamentEvent::LifecycleChanged { status: LifecycleStatus::RegistrationClosed };
    api.happen(STORE, 77, vec![first]).await;
    let reply = api.json(Method::PATCH, "/api/v1/magic-events/77/", &[], &json!({"name": "a"})).await;
    let problem = reply.problem(500).to_string();
    for secret in ["tournament", "77", "fold", "begin", "stream"] {
        assert!(!problem.contains(secret), "{problem}");
    }
}

#[tokio::test]
async fn a_page_of_another_site_writes_nothing_by_a_cookie() {
    let mut api = TestApi::start().await;
    let [token, cookie] = api.person(21, Some((STORE, Role::Judge))).await;
    let list = json!({"name": "Burn"});
    let sites = [("sec-fetch-site", "cross-site"), ("sec-fetch-site", "same-site"), ("origin", "https://evil.example")];
    for other in sites {
        let refused = api.send_by(&cookie, Method::POST, LISTS, &[other], &list).await;
        assert!(refused.detail(403).contains("another site"), "{other:?}");
        let by_token = api.send_by(&token, Method::POST, LISTS, &[other], &list).await;
        assert_eq!(by_token.status, 201, "no browser adds a token by itself");
    }
    let ours = api.send_by(&cookie, Method::POST, LISTS, &[("sec-fetch-site", "same-origin")], &list).await;
    assert_eq!(ours.status, 201);
}
