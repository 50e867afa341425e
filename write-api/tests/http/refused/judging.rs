//! Rows for commands on penalties and calls for a judge.

use axum::http::Method;
use futures::FutureExt;
use serde_json::{Value, json};

use super::Always::{IsAlwaysLegal, IsNotedAtAnyTime};
use super::Because::AnotherIsMade;
use super::Right::Says;
use super::events::AFTER_THE_END;
use super::matches::playing;
use super::{Row, Scene, row};

fn tardy(table: &Value) -> Value {
    let registration = table["players"][0]["registration"].clone();
    json!({
        "registration_id": registration, "match_id": table["id"], "round_id": table["round"],
        "infraction": "Tardiness", "penalty": "WARNING", "note": "Three minutes.",
    })
}

fn question(table: &Value) -> Value {
    json!({ "match_id": table["id"], "note": "A question." })
}

/// A penalty was issued.
async fn penalized() -> Scene {
    let scene = playing(tardy).await;
    let path = scene.hall.at("penalties/");
    let penalty = scene.hall.send(Method::POST, &path, &scene.body).await.json(201);
    Scene { body: json!({}), ..scene.at("penalty_id", penalty["id"].clone()) }
}

/// A penalty was issued and withdrawn.
async fn pardoned() -> Scene {
    let scene = penalized().await;
    let path = scene.hall.at(&format!("penalties/{}/", scene.ids[2].1));
    scene.hall.send(Method::DELETE, &path, &json!({})).await.json(200);
    scene
}

/// A judge was called.
async fn called() -> Scene {
    let scene = playing(question).await;
    let path = scene.hall.at("calls/");
    let call = scene.hall.send(Method::POST, &path, &scene.body).await.json(201);
    Scene { body: json!({}), ..scene.at("call_id", call["id"].clone()) }
}

async fn is_closed(scene: &mut Scene) {
    let path = scene.hall.at(&format!("calls/{}/close/", scene.ids[2].1));
    scene.hall.send(Method::POST, &path, &json!({})).await.json(200);
}

pub(super) fn rows() -> Vec<Row> {
    vec![
        row("issue_penalty", "issue_penalty", || playing(tardy).boxed())
            .never_refused(IsNotedAtAnyTime)
            .needs_a_key(AnotherIsMade),
        row("withdraw_penalty", "withdraw_penalty", || penalized().boxed()).never_refused(IsAlwaysLegal),
        row("restore_penalty", "restore_penalty", || pardoned().boxed()).never_refused(IsAlwaysLegal),
        row("call_judge", "call_judge", || playing(question).boxed())
            .refused_after(|scene| scene.is_over().boxed(), AFTER_THE_END),
        row("answer_call", "answer_call", || called().boxed())
            .refused_after(|scene| is_closed(scene).boxed(), Says("CLOSED")),
        row("close_call", "close_call", || called().boxed()).never_refused(IsAlwaysLegal),
    ]
}
