//! Rows for pictures of events.

use futures::FutureExt;
use proto_events::{Picture, TournamentEvent};
use serde_json::{Value, json};

use super::Always::IsAlwaysLegal;
use super::{Row, Scene, row};
use crate::events::Hall;
use crate::harness::PICTURE;

/// An event that has a picture.
async fn with_picture() -> Scene {
    let scene = Scene::new(Hall::with(json!({})).await, Value::Null);
    let picture = Picture { sha256: "00".repeat(32), width: 16, height: 9 };
    scene.hall.happen(vec![TournamentEvent::PictureSet { picture: Some(picture) }]).await;
    scene
}

pub(super) fn rows() -> Vec<Row> {
    vec![
        row("set_event_picture", "set_event_picture", || {
            async { Scene::new(Hall::with(json!({})).await, json!(PICTURE)) }.boxed()
        })
        .never_refused(IsAlwaysLegal),
        row("remove_event_picture", "remove_event_picture", || with_picture().boxed()).never_refused(IsAlwaysLegal),
    ]
}
