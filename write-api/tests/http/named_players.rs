//! Registration of a name without an account: a person is made for it.

use axum::http::Method;
use proto_events::ids::UserId;
use serde_json::json;

use crate::events::Hall;

#[tokio::test]
async fn a_name_alone_is_a_new_person_whose_account_the_organization_manages() {
    let mut hall = Hall::with(json!({})).await;
    let (key, path, body) =
        (("idempotency-key", "key-number-1"), hall.at("registrations/"), json!({"name": " Ada Lowe "}));
    let made = hall.send_with(key, Method::POST, &path, &body).await;
    let user_id = made.json(201)["user"]["id"].as_i64().unwrap();
    assert_eq!(made.json(201)["user"]["best_identifier"], "Ada Lowe");
    assert_eq!(hall.send_with(key, Method::POST, &path, &body).await, made, "a retry makes no second account");
    let account = hall.api.commands().user(UserId(user_id)).await.unwrap().unwrap();
    assert!(account.state.is_managed_by(hall.store.id));
    let namesake = hall.send(Method::POST, &path, &body).await.json(201)["user"]["id"].as_i64();
    assert_ne!(namesake, Some(user_id), "another person of the same name");
    let both = json!({"name": "Ada Lowe", "user_id": user_id});
    assert!(hall.send(Method::POST, &path, &both).await.fault("name").contains("one of"));
    assert_eq!(hall.send(Method::POST, &path, &json!({"name": " "})).await.fault("name"), "May not be empty.");
    let (_, bert) = hall.player("bert").await;
    assert_eq!(hall.send_as(&bert, Method::POST, &path, &body).await.status, 403, "players sign up themselves alone");
}

#[tokio::test]
async fn a_refused_registration_of_a_name_makes_no_account() {
    let hall = Hall::with(json!({})).await;
    let (path, before) = (hall.at("registrations/"), hall.api.head().await);
    let body = json!({"name": "Ada Lowe", "status": "DROPPED"});
    assert!(hall.send(Method::POST, &path, &body).await.fault("status").contains("COMPLETE"));
    let stale = ("if-match", "\"7\"");
    assert_eq!(hall.send_with(stale, Method::POST, &path, &json!({"name": "Ada Lowe"})).await.status, 412);
    let founder = json!({"name": "Ada Lowe", "team_name": "Moxes"});
    assert_eq!(hall.send(Method::POST, &path, &founder).await.status, 409, "the event has no teams");
    assert_eq!(hall.api.head().await, before, "nothing was stored");

    let key = ("x-api-key", hall.store.key.as_str());
    let headers =
        [key, ("content-type", "application/json"), ("if-match", "\"1\""), ("idempotency-key", "key-number-1")];
    let send = || hall.api.send(Method::POST, &path, &headers, json!({"name": "Ada Lowe"}).to_string());
    let made = send().await;
    made.json(201);
    assert_eq!(send().await, made, "a retry expects the version before");
}
