//! Rows for commands on conventions.

use axum::http::Method;
use futures::FutureExt;
use futures::future::BoxFuture;
use serde_json::json;

use super::Always::{IsAlwaysLegal, MakesSomethingNew};
use super::Because::AnotherIsMade;
use super::Right::Legal;
use super::{Row, Scene, row};
use crate::events::Hall;

const CONVENTIONS: &str = "/api/v1/conventions/";

pub(super) async fn convention(body: serde_json::Value) -> Scene {
    let hall = Hall::with(json!({})).await;
    hall.send(Method::POST, CONVENTIONS, &json!({"name": "Moxhall Open"})).await.json(201);
    Scene::new(hall, body).at("slug", "moxhall-open")
}

/// A convention with an announcement.
async fn with_announcement() -> Scene {
    let scene = convention(serde_json::Value::Null).await;
    let path = format!("{CONVENTIONS}moxhall-open/announcements/");
    scene.hall.send(Method::POST, &path, &json!({"text": "Doors open."})).await.json(201);
    scene.at("announcement_id", 1)
}

fn becomes<'a>(scene: &'a Scene, status: &'static str) -> BoxFuture<'a, ()> {
    async move {
        let path = format!("{CONVENTIONS}moxhall-open/status/");
        scene.hall.send(Method::POST, &path, &json!({ "status": status })).await.json(200);
    }
    .boxed()
}

pub(super) fn rows() -> Vec<Row> {
    vec![
        row("create_convention", "create_convention", || {
            async { Scene::new(Hall::with(json!({})).await, json!({"name": "Moxhall Open"})) }.boxed()
        })
        .never_refused(MakesSomethingNew)
        .without_version(),
        row("change_convention", "change_convention", || convention(json!({"name": "Moxhall Closed"})).boxed())
            .refused_after(|scene| becomes(scene, "ARCHIVED"), Legal(&[])),
        row("change_convention_status", "change_convention_status", || {
            convention(json!({"status": "UNLISTED"})).boxed()
        })
        .refused_after(|scene| becomes(scene, "CANCELED"), Legal(&["DETAILS_PENDING", "SCHEDULED", "ARCHIVED"])),
        row("post_announcement", "post_announcement", || convention(json!({"text": "Doors open."})).boxed())
            .never_refused(MakesSomethingNew)
            .needs_a_key(AnotherIsMade),
        row("remove_announcement", "remove_announcement", || with_announcement().boxed()).never_refused(IsAlwaysLegal),
    ]
}
