//! Removal of rounds that were added by mistake.

use axum::http::Method;
use proto_events::TournamentEvent;
use serde_json::{Value, json};

use crate::events::Hall;
use crate::harness::Reply;
use crate::rounds::in_progress;

impl Hall {
    async fn remove(&self, round: &Value) -> Reply {
        self.send(Method::DELETE, &self.at(&format!("rounds/{}/", round["id"])), &json!({})).await
    }
}

#[tokio::test]
async fn a_round_that_was_added_by_mistake_is_removed_and_the_next_takes_its_number() {
    let hall = in_progress(8, json!({})).await;
    hall.play("swiss").await;
    hall.send(Method::POST, &hall.at("cut/"), &json!({"size": 4})).await.json(200);
    let mistaken = hall.add("playoff").await;
    let gone = hall.remove(&mistaken).await;
    gone.nothing();
    assert_eq!(gone.header("etag"), format!("\"{}\"", hall.told().await.len()));
    let again = hall.remove(&mistaken).await;
    again.nothing();
    assert_eq!(again.header("etag"), gone.header("etag"), "once");
    let next = hall.add("swiss").await;
    assert_eq!((&next["round_number"], &next["phase_type"]), (&json!(2), &json!("SWISS")));
    assert_ne!(next["id"], mistaken["id"]);
    hall.to_round(&mistaken, "start", &json!({})).await.problem(404);
    hall.start(&next).await;
    let begun = hall.remove(&next).await.problem(409);
    assert_eq!(begun["legal"], json!(["COMPLETE"]));
    assert_eq!(begun["detail"], "Round 2 is IN_PROGRESS; only one that is UPCOMING can be removed.");
}

#[tokio::test]
async fn a_round_is_removed_without_a_body_and_once_for_a_key() {
    let hall = in_progress(4, json!({})).await;
    let round = hall.add("swiss").await;
    let path = hall.at(&format!("rounds/{}", round["id"]));
    let headers = [("x-api-key", hall.store.key.as_str()), ("idempotency-key", "key-number-1")];
    let gone = hall.api.send(Method::DELETE, &path, &headers, "").await;
    gone.nothing();
    hall.add("swiss").await;
    let again = hall.api.send(Method::DELETE, &path, &headers, "").await;
    assert_eq!((again.status, again.header("etag")), (204, gone.header("etag")));
    let removed = hall.told().await.iter().filter(|it| matches!(it, TournamentEvent::RoundRemoved { .. })).count();
    assert_eq!(removed, 1);
}
