//! Conventions: created, changed, and their status.

use axum::http::Method;
use serde_json::{Value, json};
use storage::ViewKind;

use crate::harness::TestApi;
use crate::staff::Store;

const CONVENTIONS: &str = "/api/v1/conventions/";
const OPEN: &str = "/api/v1/conventions/moxhall-open/";

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
    assert_eq!(api.token_of(store.id, &made), api.head().await);
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
async fn a_slug_is_taken_once_in_an_organization() {
    let (mut api, store) = with_convention().await;
    let (other, body) = (api.found("Other").await, json!({"name": "Moxhall Open"}));
    api.as_key(&store.key, Method::PATCH, OPEN, &json!({"name": "Another"})).await.json(200);
    let taken = api.as_key(&store.key, Method::POST, CONVENTIONS, &body).await;
    assert!(taken.fault("slug").starts_with("This slug is taken by convention"));
    let elsewhere = api.as_key(&other.key, Method::POST, CONVENTIONS, &body).await.json(201);
    assert_eq!(elsewhere["slug"], "moxhall-open", "another organization has slugs of its own");
}

#[tokio::test]
async fn an_empty_region_is_none() {
    let (api, store) = with_convention().await;
    for (region, shown) in [("EMEA", json!("EMEA")), ("", Value::Null)] {
        let body = json!({ "regional_championship_region": region });
        let changed = api.as_key(&store.key, Method::PATCH, OPEN, &body).await.json(200);
        assert_eq!(changed["regional_championship_region"], shown, "{region:?}");
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
