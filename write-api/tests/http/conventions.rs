//! Conventions: created, changed, and their status.

use axum::http::Method;
use proto_events::vocabulary::Role;
use serde_json::{Value, json};
use storage::ViewKind;

use crate::harness::{Reply, TestApi};
use crate::staff::Store;

const CONVENTIONS: &str = "/api/v1/conventions/";
const OPEN: &str = "/api/v1/conventions/moxhall-open/";
const STATUS: &str = "/api/v1/conventions/moxhall-open/status/";

/// An organization with a convention with the slug `moxhall-open`.
async fn with_convention() -> (TestApi, Store) {
    let mut api = TestApi::start().await;
    let store = api.found("Moxhall").await;
    api.as_key(&store.key, Method::POST, CONVENTIONS, &json!({"name": "Moxhall Open"})).await.json(201);
    (api, store)
}

#[tokio::test]
async fn a_convention_is_announced_and_shown_in_full() {
    let mut api = TestApi::start().await;
    let store = api.found("Moxhall").await;
    let body = json!({
        "name": "Moxhall Open '26", "url": "https://example.org", "start_datetime": "2026-03-15T20:00:00+02:00",
        "coordinates": {"type": "Point", "coordinates": [4.35, 50.85]}, "event_timezone": "Europe/Brussels",
        "regional_championship_region": "EMEA", "override_headlining_formats": ["LEGACY", null], "series": 4,
        "product_lists": [1, 2], "requires_ticket": true, "description": null, "status": "UNLISTED",
    });
    let made = api.as_key(&store.key, Method::POST, CONVENTIONS, &body).await;
    let convention = made.json(201);
    assert_eq!(made.header("location"), "/api/v1/conventions/moxhall-open-26/");
    assert_eq!((made.header("etag"), made.header("cache-control")), ("\"1\"", "no-store"));
    assert_eq!(api.tokens.read(&made.headers, Some(store.id)).unwrap().unwrap().position.0, api.head().await);
    for (field, expected) in [
        ("name", json!("Moxhall Open '26")),
        ("slug", json!("moxhall-open-26")),
        ("status", json!("UNLISTED")),
        ("start_datetime", json!("2026-03-15T18:00:00Z")),
        ("coordinates", json!({"type": "Point", "coordinates": [4.35, 50.85]})),
        ("override_headlining_formats", json!(["LEGACY", null])),
        ("organizer", json!(store.id.0)),
        ("magic_events", json!([])),
        ("description", Value::Null),
    ] {
        assert_eq!(convention[field], expected, "{field}");
    }
    assert_eq!(convention.as_object().unwrap().len(), 27, "every field of the interface is there");

    let again = api.as_key(&store.key, Method::POST, CONVENTIONS, &body).await;
    assert_eq!((again.json(200), again.header("etag")), (convention, "\"1\""));
}

#[tokio::test]
async fn a_convention_is_announced_once_for_a_key_and_its_slug_is_taken_once() {
    let mut api = TestApi::start().await;
    let (store, other) = (api.found("Moxhall").await, api.found("Other").await);
    let send = async |key: &str, again: &str, body: &Value| {
        let headers = [("x-api-key", key), ("content-type", "application/json"), ("idempotency-key", again)];
        api.send(Method::POST, CONVENTIONS, &headers, body.to_string()).await
    };
    let body = json!({"name": "Moxhall Open"});
    let made = send(&store.key, "key-number-1", &body).await;
    api.as_key(&store.key, Method::PATCH, OPEN, &json!({"name": "Another"})).await.json(200);
    assert_eq!(send(&store.key, "key-number-1", &body).await, made, "the first answer, whatever happened since");
    send(&store.key, "key-number-1", &json!({"name": "Moxhall"})).await.problem(422);

    let taken = api.as_key(&store.key, Method::POST, CONVENTIONS, &body).await;
    assert!(taken.fault("slug").starts_with("This slug is taken by convention"));
    let elsewhere = send(&other.key, "key-number-1", &body).await.json(201);
    assert_eq!(elsewhere["slug"], "moxhall-open", "another organization has slugs of its own");
}

#[tokio::test]
async fn what_is_wrong_with_a_convention_is_told_all_at_once() {
    let mut api = TestApi::start().await;
    let store = api.found("Moxhall").await;
    let post = async |body: Value| api.as_key(&store.key, Method::POST, CONVENTIONS, &body).await;
    assert_eq!(post(json!({})).await.fault("name"), "This field is required.");
    let unreadable = post(json!({"name": 7, "status": "OPEN", "coordinates": [1, 2], "url": 7})).await;
    for (field, said) in
        [("name", "a number"), ("status", "SCHEDULED"), ("coordinates", "an object"), ("url", "a string")]
    {
        assert!(unreadable.fault(field).contains(said), "{field}");
    }
    let unfit =
        post(json!({"name": "x".repeat(301), "slug": "a b", "url": "javascript:x", "status": "ARCHIVED"})).await;
    for field in ["name", "slug", "url", "status"] {
        unfit.fault(field);
    }
    assert!(post(json!({"name": "№"})).await.fault("slug").contains("empty"), "no slug can be made from this name");
}

#[tokio::test]
async fn what_is_given_changes_and_the_rest_stays() {
    let (api, store) = with_convention().await;
    let patch = async |path: &str, body: Value| api.as_key(&store.key, Method::PATCH, path, &body).await;
    let changed = patch(OPEN, json!({"address": "1 Mill Road", "slug": "mox"})).await;
    assert_eq!((&changed.json(200)["address"], changed.header("etag")), (&json!("1 Mill Road"), "\"2\""));
    patch(OPEN, json!({"name": "x"})).await.problem(404);
    let address = "/api/v1/conventions/mox/";
    let again = patch(address, json!({"address": "1 Mill Road"})).await;
    assert_eq!((again.status, again.header("etag")), (200, "\"2\""), "nothing happened");
    let back = patch(address, json!({"address": null, "slug": "moxhall-open"})).await.json(200);
    assert_eq!(
        (&back["address"], &back["name"], &back["slug"]),
        (&Value::Null, &json!("Moxhall Open"), &json!("moxhall-open"))
    );

    api.as_key(&store.key, Method::POST, CONVENTIONS, &json!({"name": "Second"})).await.json(201);
    for slug in ["second", "mox"] {
        let answer = patch(OPEN, json!({ "slug": slug })).await;
        if slug == "mox" { drop(answer.json(200)) } else { assert!(answer.fault("slug").contains("taken")) }
    }
}

#[tokio::test]
async fn an_answer_shows_the_events_of_a_convention_as_they_can_be_read() {
    let (mut api, store) = with_convention().await;
    let shown = json!({"id": 1, "magic_events": [{"id": 7, "name": "Open"}]});
    api.record_for(store.id, ViewKind::Convention, "moxhall-open", &shown).await;
    for body in [json!({"name": "Another"}), json!({"slug": "other"})] {
        let changed = api.as_key(&store.key, Method::PATCH, OPEN, &body).await.json(200);
        assert_eq!(changed["magic_events"], shown["magic_events"]);
    }
}

#[tokio::test]
async fn a_convention_moves_on_as_its_machine_says() {
    let (api, store) = with_convention().await;
    let step = async |status: &str| api.as_key(&store.key, Method::POST, STATUS, &json!({ "status": status })).await;
    for _ in 0..2 {
        let moved = step("CANCELED").await;
        assert_eq!((&moved.json(200)["status"], moved.header("etag")), (&json!("CANCELED"), "\"2\""));
    }
    let illegal = step("UNLISTED").await.problem(409);
    assert_eq!(illegal["legal"], json!(["DETAILS_PENDING", "SCHEDULED", "ARCHIVED"]));
    assert!(illegal["detail"].as_str().unwrap().starts_with("A convention that is CANCELED cannot become UNLISTED"));
    step("ARCHIVED").await.json(200);
    assert_eq!(step("SCHEDULED").await.problem(409)["legal"], json!([]));
    let filed = api.as_key(&store.key, Method::PATCH, OPEN, &json!({"name": "x"})).await.problem(409);
    assert!(filed["detail"].as_str().unwrap().contains("ARCHIVED"));
    assert!(step("OPEN").await.fault("status").contains("SCHEDULED"));
    let nothing = api.as_key(&store.key, Method::POST, STATUS, &json!({})).await;
    assert_eq!(nothing.fault("status"), "This field is required.");
}

#[tokio::test]
async fn a_change_is_made_to_the_version_that_was_seen() {
    let (api, store) = with_convention().await;
    let send = async |method: Method, path: &str, version: &str, body: Value| -> Reply {
        let headers = [("x-api-key", store.key.as_str()), ("content-type", "application/json"), ("if-match", version)];
        api.send(method, path, &headers, body.to_string()).await
    };
    send(Method::PATCH, OPEN, "\"1\"", json!({"name": "Second"})).await.json(200);
    for (method, path, body) in
        [(Method::PATCH, OPEN, json!({"name": "Third"})), (Method::POST, STATUS, json!({"status": "CANCELED"}))]
    {
        let stale = send(method.clone(), path, "\"1\"", body.clone()).await;
        assert!(stale.detail(412).contains("convention is at version 2"));
        assert_eq!(stale.header("etag"), "\"2\"");
        assert!(send(method, path, "2", body).await.fault("If-Match").contains("quotes"));
    }
    send(Method::POST, STATUS, "\"2\"", json!({"status": "CANCELED"})).await.json(200);
}

#[tokio::test]
async fn conventions_are_for_organizers_of_their_own_organization() {
    let (mut api, store) = with_convention().await;
    let other = api.found("Other").await;
    let requests = [
        (Method::POST, CONVENTIONS, json!({"name": "Second"})),
        (Method::PATCH, OPEN, json!({"name": "Second"})),
        (Method::POST, STATUS, json!({"status": "CANCELED"})),
    ];
    let head = api.head().await;
    for role in [Role::Scorekeeper, Role::Judge, Role::ReadOnly] {
        let key = api.issue(store.id, role).await;
        for (method, path, body) in &requests {
            let refused = api.as_key(&key, method.clone(), path, body).await.detail(403);
            assert!(refused.contains("may not manage conventions"), "{refused}");
        }
    }
    for (method, path, body) in &requests[1..] {
        let theirs = api.as_key(&other.key, method.clone(), path, body).await.detail(404);
        let nobodys = api.as_key(&other.key, method.clone(), &path.replace("moxhall", "no"), body).await.detail(404);
        assert_eq!(theirs.replace("moxhall", "no"), nobodys, "the two answers must be the same");
    }
    let person = api.person(77, None).await;
    for (by, value) in &person {
        let headers = [(*by, value.as_str()), ("content-type", "application/json"), ("sec-fetch-site", "same-origin")];
        let refused = api.send(Method::POST, CONVENTIONS, &headers, requests[0].2.to_string()).await.detail(403);
        assert!(refused.contains("Only members"), "{refused}");
    }
    assert_eq!(api.head().await, head);
}
