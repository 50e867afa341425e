//! Rows for pictures of events and conventions.

use axum::http::Method;
use proto_events::{Picture, TournamentEvent};
use serde_json::{Value, json};

use super::conventions::convention;
use super::{Row, Scene, row};
use crate::events::Hall;
use crate::harness::{PICTURE, sent};

/// An event that has a picture.
async fn with_picture() -> Scene {
    let scene = Scene::new(Hall::with(json!({})).await, Value::Null);
    let picture = Picture { sha256: "00".repeat(32), width: 16, height: 9 };
    scene.hall.happen(vec![TournamentEvent::PictureSet { picture: Some(picture) }]).await;
    scene
}

/// A convention that has a header image.
async fn with_header() -> Scene {
    let scene = convention(Value::Null).await;
    let path = "/api/v1/conventions/moxhall-open/picture/";
    let (media_type, file) = sent(&json!(PICTURE));
    let headers = [("x-api-key", scene.hall.store.key.as_str()), ("content-type", media_type)];
    scene.hall.api.send(Method::PUT, path, &headers, file).await.json(200);
    scene
}

pub(super) fn rows() -> Vec<Row> {
    vec![
        row("set_event_picture", async || Scene::new(Hall::with(json!({})).await, json!(PICTURE))),
        row("set_convention_picture", || convention(json!(PICTURE))),
        row("set_convention_picture: removed", with_header).by("remove_convention_picture"),
        row("remove_event_picture", with_picture),
    ]
}
