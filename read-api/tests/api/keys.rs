//! API keys: what they tell of themselves, and how they are listed.

use chrono::Duration;
use proto_events::vocabulary::Role;
use serde_json::json;
use service_kit::clock::Clock;
use storage::ViewKind;

use crate::documents::{OTHER, STORE, at, document};
use crate::harness::TestApi;

#[tokio::test]
async fn the_key_in_use_is_told_with_this_very_use() {
    let mut api = TestApi::start().await;
    let (mut credential, key) = api.credential(STORE, Role::Scorekeeper);
    credential.expires_at = Some(at("2027-01-01T00:00:00Z"));
    credential.last_used_at = Some(at("2026-03-01T00:00:00Z"));
    api.put_credential(&credential, &key).await;
    let expected = json!({
        "name": "key 2", "store_name": "Store 1", "role": "SCOREKEEPER", "created_at": "2026-03-12T10:20:30Z",
        "last_used_at": "2026-03-15T10:20:30Z", "expires_at": "2027-01-01T00:00:00Z",
    });
    assert_eq!(api.get_as(key.expose(), "/api/v1/api-keys/whoami/").await.json(), expected);
}

#[tokio::test]
async fn a_users_keys_are_listed_with_what_holds_now() {
    let mut api = TestApi::start().await;
    let (mine, key) = api.credential(STORE, Role::Admin);
    let (mut old, _) = api.credential(STORE, Role::Admin);
    (old.user_id, old.member_id) = (mine.user_id, mine.member_id);
    old.expires_at = Some(api.clock.now() + Duration::hours(1));
    old.last_used_at = Some(at("2026-03-02T08:00:00Z"));
    api.put_credential(&mine, &key).await;
    let list = serde_json::to_string(&[&mine, &old]).unwrap();
    api.put([document(ViewKind::ApiKeys, mine.user_id, &list)]).await;
    let role = json!({"id": 102, "user": {"id": 202, "best_identifier": "Ada Ahorn"}, "role": "ADMIN"});
    let expected = |active: bool, now: &str| {
        json!([
            {"id": 2, "name": "key 2", "store_name": "Store 1", "organization_role": role, "created_at": "2026-03-12T10:20:30Z",
             "last_used_at": now, "expires_at": null, "is_active": true},
            {"id": 3, "name": "key 3", "store_name": "Store 1", "organization_role": role, "created_at": "2026-03-12T10:20:30Z",
             "last_used_at": "2026-03-02T08:00:00Z", "expires_at": "2026-03-15T11:20:30Z", "is_active": active},
        ])
    };
    let path = "/api/v1/api-keys/api_keys/";
    assert_eq!(api.get_as(key.expose(), path).await.json(), expected(true, "2026-03-15T10:20:30Z"));
    api.clock.advance(Duration::hours(1));
    assert_eq!(api.get_as(key.expose(), path).await.json(), expected(false, "2026-03-15T11:20:30Z"));
}

#[tokio::test]
async fn an_administrator_reads_the_keys_of_all_members_by_id() {
    let mut api = TestApi::start().await;
    let judge = api.issue(STORE, Role::Judge).await;
    api.issue(OTHER, Role::Admin).await;
    let (mut gone, key) = api.credential(STORE, Role::Scorekeeper);
    gone.revoked = true;
    api.put_credential(&gone, &key).await;
    let path = "/api/v1/api-keys/api_keys/?all=true";
    let all = api.get(path).await.json();
    let told: Vec<_> = all.as_array().unwrap().iter().map(|key| (key["id"].as_i64(), &key["is_active"])).collect();
    assert_eq!(told, [(Some(1), &json!(true)), (Some(2), &json!(true)), (Some(4), &json!(false))]);
    let own = api.get("/api/v1/api-keys/api_keys/?all=false").await.json();
    assert_eq!(own.as_array().unwrap().len(), 1);
    assert!(own[0].as_object().unwrap().keys().eq(all[0].as_object().unwrap().keys()), "{own} {all}");

    let detail = api.get_as(&judge, path).await.detail(403);
    assert!(detail.contains("may not read all API keys") && detail.contains("ADMIN"), "{detail}");
    assert!(api.get("/api/v1/api-keys/api_keys/?all=yes").await.problem(400)["errors"]["all"].is_array());
}
