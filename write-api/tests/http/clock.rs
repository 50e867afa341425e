//! The clock of a round: it starts with the round, pauses, goes on and gets more time.

use axum::http::Method;
use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::rounds::in_progress;

#[tokio::test]
async fn the_clock_starts_with_the_round_and_is_run_by_staff() {
    let hall = in_progress(4, json!({"round_minutes": 50, "end_of_round_rule": "Five more turns"})).await;
    let round = hall.add("swiss").await;
    assert_eq!(round["clock"], Value::Null, "it has not started");
    let path = hall.at(&format!("rounds/{}/clock/", round["id"]));
    let change = async |body: Value| hall.send(Method::POST, &path, &body).await;
    let early = change(json!({"action": "start"})).await.problem(409);
    assert_eq!(early["legal"], json!(["IN_PROGRESS"]), "{early}");

    let started = hall.send(Method::POST, &hall.at(&format!("rounds/{}/start/", round["id"])), &json!({})).await;
    let running = json!({
        "length_seconds": 3000, "elapsed_seconds": 0, "running_since": "2026-03-15T10:20:30Z",
        "ends_at": "2026-03-15T11:10:30Z",
    });
    assert_eq!(started.json(200)["clock"], running);
    hall.api.clock.advance(TimeDelta::seconds(600));
    let paused = json!({"length_seconds": 3000, "elapsed_seconds": 600, "running_since": null, "ends_at": null});
    assert_eq!(change(json!({"action": "pause"})).await.json(200)["clock"], paused);
    let longer = change(json!({"action": "start", "add_seconds": 60})).await.json(200);
    let resumed = json!({
        "length_seconds": 3060, "elapsed_seconds": 600, "running_since": "2026-03-15T10:30:30Z",
        "ends_at": "2026-03-15T11:11:30Z",
    });
    assert_eq!(longer["clock"], resumed);

    assert_eq!(change(json!({})).await.fault("action"), "Give an action, length_seconds or add_seconds.");
    assert_eq!(change(json!({"action": "stop"})).await.fault("action"), "Must be one of start, pause, reset.");
    assert!(change(json!({"add_seconds": -3060})).await.fault("add_seconds").contains("no time"));
    assert!(change(json!({"add_seconds": 86_400})).await.fault("add_seconds").contains("a day"));
    change(json!({"length_seconds": 0})).await.fault("length_seconds");

    let end = json!({"unreported": "draw"});
    let ended = hall.send(Method::POST, &hall.at(&format!("rounds/{}/complete/", round["id"])), &end).await.json(200);
    assert_eq!(ended["clock"]["running_since"], Value::Null);
}
