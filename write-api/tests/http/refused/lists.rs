//! Rows for commands on the lists handed in for an event.

use axum::http::Method;
use chrono::TimeDelta;
use futures::FutureExt;
use proto_events::ids::UserId;
use proto_events::vocabulary::{LifecycleStatus, RegistrationStatus};
use serde_json::{Value, json};

use super::Always::IsAlwaysLegal;
use super::Right::{Legal, Says};
use super::{Row, Scene, row};
use crate::events::Hall;
use crate::harness::LISTS;
use crate::rounds::registered;

const ANNA: i64 = 71;

/// An event whose lists are due in a minute, with Anna's registration.
async fn due() -> Hall {
    let hall = Hall::with(json!({"decklist_deadline": "2026-03-15T10:21:30Z"})).await;
    hall.happen(vec![registered(1, UserId(ANNA), RegistrationStatus::Complete)]).await;
    hall
}

/// Anna hands in a list of her own.
async fn handed_in() -> Scene {
    let mut hall = due().await;
    let [anna, _] = hall.api.person(ANNA, None).await;
    let list = hall.send_as(&anna, Method::POST, LISTS, &json!({"name": "Burn"})).await.id();
    Scene::new(hall, json!({"decklist_id": list.0})).at("registration_id", 1).by(anna)
}

async fn turned(body: Value) -> Scene {
    Scene::new(due().await, body)
}

pub(super) fn rows() -> Vec<Row> {
    vec![
        row("attach_decklist", "attach_decklist", || handed_in().boxed()).refused_after(
            |scene| async { scene.hall.api.clock.advance(TimeDelta::minutes(2)) }.boxed(),
            Says("staff can unlock it"),
        ),
        row("lock_decklists", "lock_decklists", || turned(json!({})).boxed()).never_refused(IsAlwaysLegal),
        row("unlock_decklists", "unlock_decklists", || turned(json!({"registration_id": 1})).boxed()).refused_after(
            |scene| scene.becomes(LifecycleStatus::DecklistsPublished).boxed(),
            Legal(&["DECKLISTS_PUBLISHING"]),
        ),
    ]
}
