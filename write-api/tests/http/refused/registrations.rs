//! Rows for commands on registrations and the waitlist.

use axum::http::Method;
use futures::FutureExt;
use futures::future::BoxFuture;
use proto_events::TournamentEvent;
use proto_events::ids::RegistrationId;
use proto_events::vocabulary::LifecycleStatus;
use serde_json::{Value, json};

use super::Always::IsNotedAtAnyTime;
use super::Because::{AnotherIsMade, ItIsInItsOwnWay, TheNextFollows};
use super::Right::{Legal, Says};
use super::events::AFTER_THE_END;
use super::{Row, Scene, row};
use crate::events::Hall;

/// Anna is to be registered.
async fn to_sign_up() -> Scene {
    let mut hall = Hall::with(json!({})).await;
    hall.api.register("anna", None).await;
    Scene::new(hall, json!({"username": "anna"}))
}

/// Anna is registered with this status.
async fn registered(status: &str, body: Value) -> Scene {
    let mut hall = Hall::with(json!({})).await;
    let id = hall.entry("anna", status).await;
    Scene::new(hall, body).at("registration_id", id)
}

fn complete(body: Value) -> BoxFuture<'static, Scene> {
    registered("COMPLETE", body).boxed()
}

async fn with_a_child() -> Scene {
    let scene = registered("COMPLETE", Value::Null).await;
    let child = scene.hall.announce(json!({"parent_id": scene.hall.event})).await;
    Scene { body: json!({"event_id": child}), ..scene }
}

/// Anna has a private link.
async fn linked() -> Scene {
    let mut hall = Hall::with(json!({})).await;
    let id = hall.entry("anna", "COMPLETE").await;
    let registration_id = RegistrationId(id);
    hall.happen(vec![TournamentEvent::PrivateLinkMade { registration_id, number: 1, sha256: "00".into() }]).await;
    Scene::new(hall, Value::Null).at("registration_id", id)
}

/// Anna comes while the first round is played.
async fn late() -> Scene {
    let scene = registered("COMPLETE", json!({"rounds": [{"round_number": 1, "award": "LOSS"}]})).await;
    scene.hall.begin_play().await;
    scene
}

/// Three players wait, and one is to be promoted.
async fn waiting() -> Scene {
    let mut hall = Hall::with(json!({"capacity": 1})).await;
    for name in ["anna", "bert", "cara"] {
        hall.entry(name, "ON_WAITLIST").await;
    }
    Scene::new(hall, json!({"count": 1}))
}

/// A place is offered to Anna, who waits.
async fn offered() -> Scene {
    let scene = registered("ON_WAITLIST", json!({"is_accepted": true})).await;
    let registration_id = RegistrationId(scene.ids[0].1.as_i64().unwrap());
    let until = chrono::DateTime::from_timestamp(4_000_000_000, 0).unwrap();
    scene.hall.happen(vec![TournamentEvent::PlaceOffered { registration_id, until }]).await;
    scene
}

/// Anna and Bert are in an on-demand queue; if so, both are here.
async fn queued(are_here: bool) -> Scene {
    let mut hall = Hall::with(json!({})).await;
    hall.send(Method::POST, "/api/v1/conventions/", &json!({"name": "Moxhall Open"})).await.json(201);
    hall.event = hall.announce(json!({"convention_slug": "moxhall-open", "queue_size": 4})).await;
    let [anna, bert] = [hall.entry("anna", "COMPLETE").await, hall.entry("bert", "COMPLETE").await];
    for entry in [anna, bert].into_iter().filter(|_| are_here) {
        let path = hall.at(&format!("registrations/{entry}/queue/"));
        hall.send(Method::POST, &path, &json!({"status": "CHECKED_IN"})).await.json(200);
    }
    if are_here {
        return Scene::new(hall, json!({}));
    }
    Scene::new(hall, json!({"status": "STANDBY"})).at("registration_id", anna)
}

/// Staff first makes this change of the registration.
fn has(scene: &Scene, change: Value) -> BoxFuture<'_, ()> {
    async move {
        let path = scene.hall.at(&format!("registrations/{}/", scene.ids[0].1));
        scene.hall.send(Method::PATCH, &path, &change).await.json(200);
    }
    .boxed()
}

async fn another_keeps_the_table(scene: &mut Scene) {
    let other = scene.hall.entry("bert", "COMPLETE").await;
    let path = scene.hall.at(&format!("registrations/{other}/"));
    scene.hall.send(Method::PATCH, &path, &json!({"fixed_seat": 12})).await.json(200);
}

async fn wrote_often(scene: &mut Scene) {
    for number in 1..=5 {
        let text = json!({"text": format!("Message {number}")});
        scene.hall.send(Method::POST, &scene.hall.at("messages/"), &text).await.json(201);
    }
}

pub(super) fn rows() -> Vec<Row> {
    [changes(), steps()].into_iter().flatten().collect()
}

/// Rows of the commands that `PATCH` runs.
fn changes() -> Vec<Row> {
    let change = |command, scene| row(command, "change_registration", scene);
    vec![
        change("change_registration: status", || complete(json!({"registration_status": "ON_WAITLIST"})))
            .refused_after(
                |scene| has(scene, json!({"registration_status": "DROPPED"})),
                Legal(&["COMPLETE", "DISQUALIFIED"]),
            ),
        change("change_registration: payment", || complete(json!({"cardpay_payment_intent_status": "PROCESSING"})))
            .refused_after(
                |scene| has(scene, json!({"cardpay_payment_intent_status": "SUCCEEDED"})),
                Legal(&["REFUNDED"]),
            ),
        change("change_registration: check-in status", || complete(json!({"queue_check_in_status": "STANDBY"})))
            .refused_after(
                |scene| {
                    async {
                        has(scene, json!({"queue_check_in_status": "WAITING_FOR_CHECK_IN_REQUEST"})).await;
                        has(scene, json!({"queue_check_in_status": "DECLINED"})).await;
                    }
                    .boxed()
                },
                Legal(&["WAITING_FOR_CHECK_IN_REQUEST"]),
            ),
        change("change_registration: seat", || complete(json!({"fixed_seat": 12})))
            .refused_after(|scene| another_keeps_the_table(scene).boxed(), Says("keeps this table already")),
        change("change_registration: byes", || complete(json!({"has_byes_for_round_numbers": [1]})))
            .refused_after(|scene| scene.hall.begin_play().boxed(), Says("Round 1 has begun")),
        change("change_registration: tags", || complete(json!({"tags": ["vip"]}))).never_refused(IsNotedAtAnyTime),
        change("change_registration: notes", || complete(json!({"internal_notes": "Left-handed."})))
            .never_refused(IsNotedAtAnyTime),
        change("change_registration: paper", || complete(json!({"using_paper_decklist": true})))
            .never_refused(IsNotedAtAnyTime),
    ]
}

/// Rows of the commands with addresses of their own.
fn steps() -> Vec<Row> {
    vec![
        row("register_player", "create_registration", || to_sign_up().boxed())
            .refused_after(|scene| scene.is_over().boxed(), AFTER_THE_END),
        row("check_in", "check_in", || complete(json!({}))).refused_after(
            |scene| {
                async {
                    has(scene, json!({"queue_check_in_status": "CHECKED_IN"})).await;
                    has(scene, json!({"queue_check_in_status": "DECLINED"})).await;
                }
                .boxed()
            },
            Legal(&["WAITING_FOR_CHECK_IN_REQUEST"]),
        ),
        row("step_in_queue", "step_in_queue", || queued(false).boxed()).refused_after(
            |scene| has(scene, json!({"registration_status": "DROPPED"})),
            Legal(&["COMPLETE", "DISQUALIFIED"]),
        ),
        row("fire_queue", "fire_queue", || queued(true).boxed())
            .refused_after(|scene| scene.is_over().boxed(), AFTER_THE_END)
            .needs_a_key(ItIsInItsOwnWay),
        row("award_missed_rounds", "award_missed_rounds", || late().boxed())
            .refused_after(|scene| has(scene, json!({"registration_status": "DROPPED"})), Says("only a player who is")),
        row("drop_player", "drop_player", || complete(json!({})))
            .refused_after(|scene| scene.is_over().boxed(), AFTER_THE_END),
        row("disqualify_player", "disqualify_player", || complete(json!({}))).refused_after(
            |scene| has(scene, json!({"registration_status": "ON_WAITLIST"})),
            Legal(&["IN_PROGRESS", "IN_WAITING_ROOM", "COMPLETE", "CANCELED", "DROPPED"]),
        ),
        row("move_to_child_event", "move_to_child_event", || with_a_child().boxed()).refused_after(
            |scene| has(scene, json!({"registration_status": "ON_WAITLIST"})),
            Legal(&["IN_PROGRESS", "IN_WAITING_ROOM", "COMPLETE", "CANCELED", "DROPPED"]),
        ),
        row("make_join_code", "make_join_code", || complete(Value::Null).boxed())
            .never_refused(IsNotedAtAnyTime)
            .needs_a_key(AnotherIsMade),
        row("make_private_links", "make_private_links", || complete(json!({}))).never_refused(IsNotedAtAnyTime),
        row("revoke_private_link", "revoke_private_link", || linked().boxed()).never_refused(IsNotedAtAnyTime),
        row("promote_waitlist", "promote_waitlist", || waiting().boxed())
            .refused_after(
                |scene| scene.becomes(LifecycleStatus::DecklistsPublished).boxed(),
                Legal(&["DECKLISTS_PUBLISHING"]),
            )
            .needs_a_key(TheNextFollows),
        row("answer_offer", "answer_offer", || offered().boxed())
            .refused_after(|scene| has(scene, json!({"registration_status": "CANCELED"})), Says("No place is offered")),
        row("send_message", "send_message", || complete(json!({"text": "Doors open at nine."})))
            .refused_after(|scene| wrote_often(scene).boxed(), Says("in the last hour"))
            .needs_a_key(AnotherIsMade),
    ]
}
