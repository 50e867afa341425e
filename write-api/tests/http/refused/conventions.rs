//! Rows for commands on conventions.

use axum::http::Method;
use serde_json::{Value, json};

use super::Because::EffectDiffers;
use super::Right::Legal;
use super::{Row, Scene, row};
use crate::events::Hall;

const CONVENTIONS: &str = "/api/v1/conventions/";

pub(super) async fn convention(body: Value) -> Scene {
    let hall = Hall::with(json!({})).await;
    hall.send(Method::POST, CONVENTIONS, &json!({"name": "Moxhall Open"})).await.json(201);
    Scene::new(hall, body).at("slug", "moxhall-open")
}

/// A convention with an announcement.
async fn with_announcement() -> Scene {
    let scene = convention(Value::Null).await;
    let path = format!("{CONVENTIONS}moxhall-open/announcements/");
    scene.hall.send(Method::POST, &path, &json!({"text": "Doors open."})).await.json(201);
    scene.at("announcement_id", 1)
}

async fn becomes(scene: &Scene, status: &str) {
    let path = format!("{CONVENTIONS}moxhall-open/status/");
    scene.hall.send(Method::POST, &path, &json!({ "status": status })).await.json(200);
}

pub(super) fn rows() -> Vec<Row> {
    vec![
        row("create_convention", async || Scene::new(Hall::with(json!({})).await, json!({"name": "Moxhall Open"}))),
        row("change_convention", || convention(json!({"name": "Moxhall Closed"})))
            .refused_after(async |scene| becomes(scene, "ARCHIVED").await, Legal(&[])),
        row("change_convention_status", || convention(json!({"status": "UNLISTED"}))).refused_after(
            async |scene| becomes(scene, "CANCELED").await,
            Legal(&["DETAILS_PENDING", "SCHEDULED", "ARCHIVED"]),
        ),
        row("post_announcement", || convention(json!({"text": "Doors open."}))).needs_a_key(EffectDiffers),
        row("remove_announcement", with_announcement),
    ]
}
