//! Rows for commands on penalties and calls for a judge.

use axum::http::Method;
use serde_json::{Value, json};

use super::Because::EffectDiffers;
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

async fn is_closed(scene: &Scene) {
    let path = scene.hall.at(&format!("calls/{}/close/", scene.ids[2].1));
    scene.hall.send(Method::POST, &path, &json!({})).await.json(200);
}

pub(super) fn rows() -> Vec<Row> {
    vec![
        row("issue_penalty", || playing(tardy)).needs_a_key(EffectDiffers),
        row("withdraw_penalty", penalized),
        row("restore_penalty", pardoned),
        row("call_judge", || playing(question)).refused_after(Scene::is_over, AFTER_THE_END),
        row("answer_call", called).refused_after(is_closed, Says("CLOSED")),
        row("close_call", called),
    ]
}
