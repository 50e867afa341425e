//! Rows for commands on the lists handed in for an event.

use axum::http::Method;
use chrono::TimeDelta;
use proto_events::ids::UserId;
use proto_events::vocabulary::RegistrationStatus;
use serde_json::{Value, json};

use super::Right::{Legal, Says};
use super::{Row, Scene, row};
use crate::events::Hall;
use crate::harness::LISTS;
use crate::rounds::registered;

const ANNA: i64 = 71;

/// An event whose lists are due in a minute, with Anna's registration.
async fn due(body: Value) -> Scene {
    let hall = Hall::with(json!({"decklist_deadline": "2026-03-15T10:21:30Z"})).await;
    hall.happen(vec![registered(1, UserId(ANNA), RegistrationStatus::Complete)]).await;
    Scene::new(hall, body)
}

/// Anna hands in a list of her own.
async fn handed_in() -> Scene {
    let mut scene = due(Value::Null).await;
    let [anna, _] = scene.hall.api.person(ANNA, None).await;
    let list = scene.hall.send_as(&anna, Method::POST, LISTS, &json!({"name": "Burn"})).await.id();
    Scene { body: json!({"decklist_id": list.0}), by: Some(anna), ..scene.at("registration_id", 1) }
}

async fn deadline_passes(scene: &Scene) {
    scene.hall.api.clock.advance(TimeDelta::minutes(2));
}

pub(super) fn rows() -> Vec<Row> {
    vec![
        row("attach_decklist", handed_in).refused_after(deadline_passes, Says("staff can unlock it")),
        row("lock_decklists", || due(json!({}))),
        row("unlock_decklists", || due(json!({"registration_id": 1})))
            .refused_after(Scene::lists_are_published, Legal(&["DECKLISTS_PUBLISHING"])),
    ]
}
