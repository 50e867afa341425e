//! Rows for commands on registrations and the waitlist.

use axum::http::Method;
use proto_events::TournamentEvent;
use proto_events::ids::RegistrationId;
use serde_json::{Value, json};

use super::Because::{EffectDiffers, ItIsInItsOwnWay};
use super::Right::{Legal, Says};
use super::events::AFTER_THE_END;
use super::{Row, Scene, row};
use crate::events::Hall;

/// Anna is to be registered.
async fn to_sign_up() -> Scene {
    let hall = Hall::with(json!({})).await;
    hall.api.register("anna", None).await;
    Scene::new(hall, json!({"username": "anna"}))
}

/// Anna is registered with this status.
async fn registered(status: &str, body: Value) -> Scene {
    let hall = Hall::with(json!({})).await;
    let id = hall.entry("anna", status).await;
    Scene::new(hall, body).at("registration_id", id)
}

async fn complete(body: Value) -> Scene {
    registered("COMPLETE", body).await
}

async fn with_a_child() -> Scene {
    let scene = complete(Value::Null).await;
    let child = scene.hall.announce(json!({"parent_id": scene.hall.event})).await;
    Scene { body: json!({"event_id": child}), ..scene }
}

fn registration_id(scene: &Scene) -> RegistrationId {
    RegistrationId(scene.ids[0].1.as_i64().unwrap())
}

/// Anna has a private link.
async fn linked() -> Scene {
    let scene = complete(Value::Null).await;
    let registration_id = registration_id(&scene);
    let made = TournamentEvent::PrivateLinkMade { registration_id, number: 1, sha256: "00".into() };
    scene.hall.happen(vec![made]).await;
    scene
}

/// Anna comes while the first round is played.
async fn late() -> Scene {
    let scene = complete(json!({"rounds": [{"round_number": 1, "award": "LOSS"}]})).await;
    scene.hall.begin_play().await;
    scene
}

/// Three players wait, and one is to be promoted.
async fn waiting() -> Scene {
    let hall = Hall::with(json!({"capacity": 1})).await;
    for name in ["anna", "bert", "cara"] {
        hall.entry(name, "ON_WAITLIST").await;
    }
    Scene::new(hall, json!({"count": 1}))
}

/// A place is offered to Anna, who waits.
async fn offered() -> Scene {
    let scene = registered("ON_WAITLIST", json!({"is_accepted": true})).await;
    let until = chrono::DateTime::from_timestamp(4_000_000_000, 0).unwrap();
    let registration_id = registration_id(&scene);
    scene.hall.happen(vec![TournamentEvent::PlaceOffered { registration_id, until }]).await;
    scene
}

/// Anna is in an on-demand queue.
async fn queued() -> Scene {
    let mut hall = Hall::with(json!({})).await;
    hall.send(Method::POST, "/api/v1/conventions/", &json!({"name": "Moxhall Open"})).await.json(201);
    hall.event = hall.announce(json!({"convention_slug": "moxhall-open", "queue_size": 4})).await;
    let anna = hall.entry("anna", "COMPLETE").await;
    Scene::new(hall, json!({"status": "STANDBY"})).at("registration_id", anna)
}

/// Anna and Bert are in an on-demand queue, and both are here.
async fn queued_and_here() -> Scene {
    let scene = queued().await;
    let bert = scene.hall.entry("bert", "COMPLETE").await;
    for entry in [&scene.ids[0].1, &json!(bert)] {
        let path = scene.hall.at(&format!("registrations/{entry}/queue/"));
        scene.hall.send(Method::POST, &path, &json!({"status": "CHECKED_IN"})).await.json(200);
    }
    Scene { body: json!({}), ..scene }
}

/// Staff first makes this change of the registration.
async fn has(scene: &Scene, change: Value) {
    let path = scene.hall.at(&format!("registrations/{}/", scene.ids[0].1));
    scene.hall.send(Method::PATCH, &path, &change).await.json(200);
}

async fn is_dropped(scene: &Scene) {
    has(scene, json!({"registration_status": "DROPPED"})).await;
}

async fn waits(scene: &Scene) {
    has(scene, json!({"registration_status": "ON_WAITLIST"})).await;
}

async fn declined(scene: &Scene) {
    has(scene, json!({"queue_check_in_status": "WAITING_FOR_CHECK_IN_REQUEST"})).await;
    has(scene, json!({"queue_check_in_status": "DECLINED"})).await;
}

async fn another_keeps_the_table(scene: &Scene) {
    let other = scene.hall.entry("bert", "COMPLETE").await;
    let path = scene.hall.at(&format!("registrations/{other}/"));
    scene.hall.send(Method::PATCH, &path, &json!({"fixed_seat": 12})).await.json(200);
}

async fn wrote_often(scene: &Scene) {
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
    vec![
        row("change_registration: status", || complete(json!({"registration_status": "ON_WAITLIST"})))
            .refused_after(is_dropped, Legal(&["COMPLETE", "DISQUALIFIED"])),
        row("change_registration: payment", || complete(json!({"cardpay_payment_intent_status": "PROCESSING"})))
            .refused_after(
                async |scene| has(scene, json!({"cardpay_payment_intent_status": "SUCCEEDED"})).await,
                Legal(&["REFUNDED"]),
            ),
        row("change_registration: check-in status", || complete(json!({"queue_check_in_status": "STANDBY"})))
            .refused_after(declined, Legal(&["WAITING_FOR_CHECK_IN_REQUEST"])),
        row("change_registration: seat", || complete(json!({"fixed_seat": 12})))
            .refused_after(another_keeps_the_table, Says("keeps this table already")),
        row("change_registration: byes", || complete(json!({"has_byes_for_round_numbers": [1]})))
            .refused_after(Scene::play_begins, Says("Round 1 has begun")),
        row("change_registration: tags", || complete(json!({"tags": ["vip"]}))),
        row("change_registration: notes", || complete(json!({"internal_notes": "Left-handed."}))),
        row("change_registration: paper", || complete(json!({"using_paper_decklist": true}))),
    ]
}

/// Rows of the commands with addresses of their own.
fn steps() -> Vec<Row> {
    let registered_again = || Legal(&["IN_PROGRESS", "IN_WAITING_ROOM", "COMPLETE", "CANCELED", "DROPPED"]);
    vec![
        row("register_player", to_sign_up).by("create_registration").refused_after(Scene::is_over, AFTER_THE_END),
        row("check_in", || complete(json!({}))).refused_after(declined, Legal(&["WAITING_FOR_CHECK_IN_REQUEST"])),
        row("step_in_queue", queued).refused_after(is_dropped, Legal(&["COMPLETE", "DISQUALIFIED"])),
        row("fire_queue", queued_and_here).refused_after(Scene::is_over, AFTER_THE_END).needs_a_key(ItIsInItsOwnWay),
        row("award_missed_rounds", late).refused_after(is_dropped, Says("only a player who is")),
        row("drop_player", || complete(json!({}))).refused_after(Scene::is_over, AFTER_THE_END),
        row("disqualify_player", || complete(json!({}))).refused_after(waits, registered_again()),
        row("move_to_child_event", with_a_child).refused_after(waits, registered_again()),
        row("make_join_code", || complete(Value::Null)).needs_a_key(EffectDiffers),
        row("make_private_links", || complete(json!({}))),
        row("revoke_private_link", linked),
        row("promote_waitlist", waiting)
            .refused_after(Scene::lists_are_published, Legal(&["DECKLISTS_PUBLISHING"]))
            .needs_a_key(EffectDiffers),
        row("answer_offer", offered).refused_after(
            async |scene| has(scene, json!({"registration_status": "CANCELED"})).await,
            Says("No place is offered"),
        ),
        row("send_message", || complete(json!({"text": "Doors open at nine."})))
            .refused_after(wrote_often, Says("in the last hour"))
            .needs_a_key(EffectDiffers),
    ]
}
