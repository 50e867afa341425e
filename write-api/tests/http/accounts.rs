//! Accounts that an organization creates and manages, and links to set passwords.

use axum::http::Method;
use proto_events::ids::UserId;
use serde_json::{Value, json};

use crate::harness::TestApi;
use crate::staff::{Store, USERS};

impl Store {
    async fn post_user(&self, api: &TestApi, body: &Value) -> crate::harness::Reply {
        api.as_key(&self.key, Method::POST, USERS, body).await
    }
}

#[tokio::test]
async fn of_two_merges_into_each_other_at_the_same_time_one_is_done() {
    let mut api = TestApi::start().await;
    let store = api.found("Moxhall").await;
    for number in 0..5 {
        let name = json!({ "best_identifier": format!("Ada {number}") });
        let (one, other) = (store.post_user(&api, &name).await, store.post_user(&api, &name).await);
        let [one, other] = [one, other].map(|made| made.json(201)["id"].as_i64().unwrap());
        let merge = async |from: i64, into: i64| {
            api.as_key(&store.key, Method::POST, &format!("{USERS}{from}/merge/"), &json!({ "into": into }))
                .await
                .status
        };
        let mut statuses: [u16; 2] = tokio::join!(merge(one, other), merge(other, one)).into();
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 400], "the account that stays is not merged itself");
    }
}

#[tokio::test]
async fn an_account_is_made_once_and_managed_by_who_made_it() {
    let mut api = TestApi::start().await;
    let (store, other) = (api.found("Moxhall").await, api.found("Other").await);
    let body =
        json!({"username": "anna", "best_identifier": "Anna A.", "email": "anna@example.org", "pronouns": "she/her"});
    let made = store.post_user(&api, &body).await;
    let user = made.json(201);
    let id = UserId(user["id"].as_i64().unwrap());
    let expected = json!({
        "id": id.0, "username": "anna", "best_identifier": "Anna A.", "first_name": "", "last_name": "",
        "email": "anna@example.org", "pronouns": "she/her",
    });
    assert_eq!((&user, made.header("location")), (&expected, format!("{USERS}{id}/").as_str()));
    assert_eq!(api.token_of(store.id, &made), api.head().await);
    let again = store.post_user(&api, &body).await;
    assert_eq!((again.json(200), again.header("location")), (user, ""));
    assert_eq!(api.commands().user(id).await.unwrap().unwrap().state.managed_by, Some(store.id));

    let theirs = other.post_user(&api, &body).await;
    assert_eq!(theirs.fault("username"), "This name is taken.", "the answer says nothing else about the account");
}

#[tokio::test]
async fn an_account_without_a_username_is_made_once_for_an_idempotency_key() {
    let mut api = TestApi::start().await;
    let store = api.found("Moxhall").await;
    let send = async |key: &str, body: Value| {
        let by = ("x-api-key", store.key.clone());
        api.send_by(&by, Method::POST, USERS, &[("idempotency-key", key)], &body).await
    };
    let body = json!({"best_identifier": "Anna A."});
    let first = send("key-number-1", body.clone()).await;
    let again = send("key-number-1", body.clone()).await;
    assert_eq!((again.status, &again.body, again.header("location")), (201, &first.body, first.header("location")));
    assert_ne!(send("key-number-2", body).await.body, first.body);
    send("key-number-1", json!({"best_identifier": "Zoe"})).await.problem(422);
    assert!(send("short", json!({})).await.problem(400)["errors"]["Idempotency-Key"].is_array());
}
