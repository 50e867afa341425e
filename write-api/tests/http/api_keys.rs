//! API keys: issued with their value shown once, renamed, limited, revoked.

use axum::http::Method;
use serde_json::{Value, json};
use service_kit::credential_value::{CredentialValue, Kind};

use crate::harness::{LISTS, TestApi};
use crate::staff::KEYS;

#[tokio::test]
async fn a_key_is_issued_and_its_value_shown_once() {
    let mut api = TestApi::start().await;
    let store = api.found("Moxhall").await;
    let body = json!({"name": "Overlay", "role": "SCOREKEEPER", "expires_at": "2026-12-31T23:00:00+01:00"});
    let issued = api.as_key(&store.key, Method::POST, KEYS, &body).await;
    let key = issued.json(201);
    assert_eq!(issued.header("cache-control"), "no-store");
    let role = &key["organization_role"];
    let expected = json!({
        "id": key["id"], "name": "Overlay", "store_name": "Moxhall",
        "organization_role": {
            "id": role["id"], "role": "SCOREKEEPER",
            "user": {"id": role["user"]["id"], "best_identifier": "Moxhall Scorekeeper"},
        },
        "created_at": "2026-03-15T10:20:30Z", "last_used_at": null, "expires_at": "2026-12-31T22:00:00Z", "is_active": true,
        "key": key["key"],
    });
    assert_eq!(key, expected);
    let value = key["key"].as_str().unwrap();
    assert!(CredentialValue::parse(Kind::ApiKey, value).is_ok());
    assert_eq!(api.token_of(store.id, &issued), api.head().await);
    let log = storage::LogReader::read_from(&*api.store, proto_events::Position::START, 100).await.unwrap();
    assert!(log.iter().all(|event| !event.encoded.payload.contains(value)), "the value is nowhere stored");

    api.publish(store.id).await;
    assert_eq!(api.as_key(value, Method::POST, LISTS, &json!({"name": "Burn"})).await.status, 201);
    let address = format!("{KEYS}{}/", key["id"]);
    let renamed = api.as_key(&store.key, Method::PATCH, &address, &json!({"name": "Stream"})).await.json(200);
    assert_eq!((&renamed["name"], renamed.get("key")), (&json!("Stream"), None));
}

#[tokio::test]
async fn a_key_that_nothing_more_is_said_of_may_only_look() {
    let mut api = TestApi::start().await;
    let store = api.found("Moxhall").await;
    let plain = api.as_key(&store.key, Method::POST, KEYS, &json!({"name": "a"})).await.json(201);
    assert_eq!((&plain["organization_role"]["role"], &plain["expires_at"]), (&json!("READ_ONLY"), &Value::Null));
    let narrow = json!({"name": "b", "role": "ADMIN", "read_only": true, "expires_at": null});
    let narrow = api.as_key(&store.key, Method::POST, KEYS, &narrow).await.json(201);
    api.publish(store.id).await;
    let refused = api.as_key(narrow["key"].as_str().unwrap(), Method::POST, LISTS, &json!({"name": "Burn"})).await;
    assert!(refused.detail(403).contains("is read-only"));
}
