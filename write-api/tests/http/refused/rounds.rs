//! Rows for commands on rounds and cuts.

use axum::http::Method;
use proto_events::TournamentEvent;
use proto_events::ids::RoundId;
use serde_json::{Value, json};

use super::Because::{EffectDiffers, ItIsInItsOwnWay};
use super::Right::Legal;
use super::events::AFTER_THE_END;
use super::{Row, Scene, row};
use crate::rounds::{in_progress, tables};

/// An event of eight players in progress.
async fn to_begin(body: Value) -> Scene {
    Scene::new(in_progress(8, json!({})).await, body)
}

/// The same with a round that has not started.
async fn paired(body: Value) -> Scene {
    let scene = to_begin(body).await;
    let round = scene.hall.add("swiss").await;
    scene.at("round_id", round["id"].clone())
}

/// The same with a round that has all results.
async fn reported() -> Scene {
    let scene = to_begin(json!({})).await;
    let round = scene.hall.add("swiss").await;
    scene.hall.start(&round).await;
    for table in tables(&round) {
        scene.hall.report(&table, 2, 0).await.json(200);
    }
    scene.at("round_id", round["id"].clone())
}

/// The same with a complete round.
async fn played() -> Scene {
    let scene = to_begin(json!({"size": 4})).await;
    scene.hall.play("swiss").await;
    scene
}

async fn starts(scene: &Scene) {
    let path = scene.hall.at(&format!("rounds/{}/start/", scene.ids[0].1));
    scene.hall.send(Method::POST, &path, &json!({})).await.json(200);
}

/// The same with a round in progress.
async fn in_play() -> Scene {
    let scene = paired(json!({"length_seconds": 3000, "action": "start"})).await;
    starts(&scene).await;
    scene
}

async fn completes(scene: &Scene) {
    let path = scene.hall.at(&format!("rounds/{}/complete/", scene.ids[0].1));
    scene.hall.send(Method::POST, &path, &json!({"unreported": "draw"})).await.json(200);
}

async fn another_is_paired(scene: &Scene) {
    scene.hall.add("swiss").await;
}

/// Completes the round.
async fn round_ends(scene: &Scene) {
    let round_id = RoundId(scene.ids[0].1.as_i64().unwrap());
    let events = [TournamentEvent::RoundStarted { round_id }, TournamentEvent::RoundCompleted { round_id }];
    scene.hall.happen(events.into()).await;
}

pub(super) fn rows() -> Vec<Row> {
    let by_hand = || {
        let matches: Vec<_> = [[1, 2], [3, 4], [5, 6], [7, 8]].map(|players| json!({ "players": players })).into();
        paired(json!({ "matches": matches }))
    };
    vec![
        row("create_round", || to_begin(json!({"kind": "swiss"})))
            .refused_after(another_is_paired, Legal(&["IN_PROGRESS"]))
            .needs_a_key(ItIsInItsOwnWay),
        row("pair_round", || paired(json!({}))).refused_after(starts, Legal(&["COMPLETE"])).needs_a_key(EffectDiffers),
        row("replace_pairings", by_hand).refused_after(starts, Legal(&["COMPLETE"])),
        row("remove_round", || paired(json!({}))).refused_after(starts, Legal(&["COMPLETE"])),
        row("publish_pairings", || paired(json!({}))).refused_after(Scene::is_over, AFTER_THE_END),
        row("start_round", || paired(json!({}))).refused_after(Scene::is_over, AFTER_THE_END),
        row("complete_round", reported).refused_after(Scene::is_over, AFTER_THE_END),
        row("change_clock", in_play).by("change_round_clock").refused_after(completes, Legal(&["IN_PROGRESS"])),
        row("draw_deck_checks", || paired(json!({"count": 2})))
            .refused_after(round_ends, Legal(&["IN_PROGRESS"]))
            .needs_a_key(EffectDiffers),
        row("make_cut", played).refused_after(another_is_paired, Legal(&["IN_PROGRESS"])),
    ]
}
