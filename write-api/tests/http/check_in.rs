//! Check-in by players themselves, and by staff for any player.

use axum::http::Method;
use serde_json::{Value, json};

use crate::events::Hall;
use crate::harness::Reply;

impl Hall {
    async fn check_in(&self, entry: i64, by: &(&'static str, String), body: &Value) -> Reply {
        self.send_as(by, Method::POST, &self.at(&format!("registrations/{entry}/check-in/")), body).await
    }
}

/// An event with Anna's registration, and her token.
async fn with_anna() -> (Hall, i64, (&'static str, String)) {
    let mut hall = Hall::with(json!({})).await;
    let user = hall.api.register("anna", None).await;
    let [anna, _] = hall.api.person(user.0, None).await;
    let entry = hall.send_as(&anna, Method::POST, &hall.at("registrations/"), &json!({})).await.json(201);
    let entry = entry["id"].as_i64().unwrap();
    (hall, entry, anna)
}

#[tokio::test]
async fn a_player_checks_in_and_may_still_say_no() {
    let (hall, entry, anna) = with_anna().await;
    let here = hall.check_in(entry, &anna, &json!({})).await;
    assert_eq!(here.json(200)["queue_check_in_status"], "CHECKED_IN");
    assert_eq!(hall.check_in(entry, &anna, &json!({"status": "CHECKED_IN"})).await.header("etag"), here.header("etag"));
    let no = hall.check_in(entry, &anna, &json!({"status": "DECLINED"})).await.json(200);
    assert_eq!(no["queue_check_in_status"], "DECLINED");
    let refused = hall.check_in(entry, &anna, &json!({})).await.problem(409);
    assert_eq!(refused["legal"], json!(["WAITING_FOR_CHECK_IN_REQUEST"]));
}

#[tokio::test]
async fn a_player_who_is_called_answers_and_staff_answers_for_anybody() {
    let (hall, entry, anna) = with_anna().await;
    let path = hall.at(&format!("registrations/{entry}/"));
    hall.check_in(entry, &anna, &json!({"status": "WAITING_FOR_CHECK_IN_REQUEST"})).await.json(200);
    let called = json!({"queue_check_in_status": "WAITING_FOR_PLAYER_RESPONSE"});
    hall.send(Method::PATCH, &path, &called).await.json(200);
    let key = ("x-api-key", hall.store.key.clone());
    assert_eq!(hall.check_in(entry, &key, &json!({})).await.json(200)["queue_check_in_status"], "CHECKED_IN");
    hall.send(Method::PATCH, &path, &json!({"registration_status": "DROPPED"})).await.json(200);
    let refused = hall.check_in(entry, &anna, &json!({"status": "STANDBY"})).await.problem(409);
    assert_eq!(refused["detail"], "The registration is DROPPED, and has no place in the event.");
    assert_eq!(refused["legal"], json!(["COMPLETE", "DISQUALIFIED"]));
}

#[tokio::test]
async fn players_do_not_call_themselves_and_check_in_nobody_else() {
    let (mut hall, entry, anna) = with_anna().await;
    for staffs in ["WAITING_FOR_PLAYER_RESPONSE", "TIMED_OUT", "HERE"] {
        let fault = hall.check_in(entry, &anna, &json!({ "status": staffs })).await.fault("status");
        assert!(fault.contains("CHECKED_IN, DECLINED"), "{fault}");
    }
    let user = hall.api.register("bert", None).await;
    let [bert, _] = hall.api.person(user.0, None).await;
    let theirs = hall.check_in(entry, &bert, &json!({})).await.detail(404);
    let nobodys = hall.check_in(9_999, &bert, &json!({})).await.detail(404);
    assert_eq!(theirs.replace(&format!("`{entry}`"), "`9999`"), nobodys, "the two answers must be the same");
}
