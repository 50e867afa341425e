//! Penalties, calls for a judge, and random deck checks.

use axum::http::Method;
use serde_json::{Value, json};

use crate::events::Hall;
use crate::rounds::in_progress;

/// An event whose first round is in progress, the round, and its first match.
async fn playing(players: i64) -> (Hall, Value, Value) {
    let hall = in_progress(players, json!({})).await;
    let round = hall.add("swiss").await;
    hall.start(&round).await;
    let table = round["matches"][0].clone();
    (hall, round, table)
}

fn player(table: &Value, place: usize) -> i64 {
    table["players"][place]["registration"].as_i64().unwrap()
}

#[tokio::test]
async fn a_penalty_is_recorded_with_its_match_and_changes_nothing_else() {
    let (hall, round, table) = playing(4).await;
    let entry = player(&table, 0);
    let body = json!({
        "registration_id": entry, "match_id": table["id"], "infraction": "Tardiness", "penalty": "GAME_LOSS",
        "note": "Twelve minutes",
    });
    let before = hall.told().await.len();
    let issued = hall.send(Method::POST, &hall.at("penalties/"), &body).await.json(201);
    assert_eq!((&issued["penalty"], &issued["note"]), (&json!("GAME_LOSS"), &json!("Twelve minutes")));
    assert_eq!((&issued["round_id"], &issued["round_number"]), (&round["id"], &json!(1)));
    assert_eq!((&issued["registration_id"], &issued["table_number"]), (&json!(entry), &table["table_number"]));
    assert_eq!((&issued["event_name"], &issued["withdrawn_at"]), (&json!("Open"), &Value::Null));
    assert_eq!(hall.told().await.len(), before + 1, "no result and no registration changed");

    let path = hall.at(&format!("penalties/{}/", issued["id"]));
    let withdrawn = hall.send(Method::DELETE, &path, &Value::Null).await.json(200);
    assert!(withdrawn["withdrawn_at"].is_string(), "{withdrawn}");
    let restored = hall.send(Method::POST, &format!("{path}restore/"), &json!({})).await.json(200);
    assert_eq!(restored, issued);
}
