//! Members: added by username.

use axum::http::Method;
use serde_json::{Value, json};

use crate::harness::TestApi;
use crate::staff::MEMBERS;

#[tokio::test]
async fn a_person_whose_account_is_managed_is_taken_in_by_username_once() {
    let mut api = TestApi::start().await;
    let store = api.found("Moxhall").await;
    let zoe = api.register("zoe", Some(store.id)).await;
    let body = json!({"username": "zoe", "role": "JUDGE"});
    let made = api.as_key(&store.key, Method::POST, MEMBERS, &body).await;
    let member = made.json(201);
    let user = json!({
        "id": zoe.0, "username": "zoe", "best_identifier": "The zoe", "first_name": "", "last_name": "", "email": "",
        "pronouns": "",
    });
    assert_eq!(member, json!({"id": member["id"], "user": user, "role": "JUDGE"}));
    assert_eq!(api.token_of(store.id, &made), api.head().await);
    let again = api.as_key(&store.key, Method::POST, MEMBERS, &body).await;
    assert_eq!(again.json(200), member);
    let by_id = json!({"user_id": zoe.0, "role": "JUDGE"});
    assert_eq!(api.as_key(&store.key, Method::POST, MEMBERS, &by_id).await.json(200), member);

    let other = json!({"username": "zoe", "role": "ADMIN"});
    let conflict = api.as_key(&store.key, Method::POST, MEMBERS, &other).await.problem(409);
    assert_eq!(conflict["type"], "/problems/conflict");
    assert!(conflict["detail"].as_str().unwrap().contains("JUDGE"));
}

#[tokio::test]
async fn what_is_wrong_with_a_member_is_told_all_at_once() {
    let mut api = TestApi::start().await;
    let store = api.found("Moxhall").await;
    let post = async |body: Value| api.as_key(&store.key, Method::POST, MEMBERS, &body).await;
    let nothing = post(json!({})).await;
    assert_eq!(
        (nothing.fault("role"), nothing.fault("username")),
        ("This field is required.".into(), "This field is required if user_id is not given.".into())
    );
    assert!(post(json!({"username": "a", "user_id": 1, "role": "JUDGE"})).await.fault("user_id").contains("one of"));
    assert!(post(json!({"username": "unknown", "role": "JUDGE"})).await.fault("username").contains("No account"));
    let wrong = post(json!({"username": 7, "role": "judge"})).await;
    assert!(wrong.fault("username").contains("a number") && wrong.fault("role").contains("SCOREKEEPER"));
}
