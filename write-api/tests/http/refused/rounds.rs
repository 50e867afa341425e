//! Rows for commands on rounds and cuts.

use axum::http::Method;
use futures::FutureExt;
use proto_events::TournamentEvent;
use proto_events::ids::RoundId;
use serde_json::{Value, json};

use super::Because::{ItIsInItsOwnWay, LotsDiffer};
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
    let Scene { hall, .. } = to_begin(Value::Null).await;
    let round = hall.add("swiss").await;
    Scene::new(hall, body).at("round_id", round["id"].clone())
}

/// The same with a round that has all results.
async fn reported() -> Scene {
    let Scene { hall, .. } = to_begin(Value::Null).await;
    let round = hall.add("swiss").await;
    hall.start(&round).await;
    for table in tables(&round) {
        hall.report(&table, 2, 0).await.json(200);
    }
    Scene::new(hall, json!({})).at("round_id", round["id"].clone())
}

/// The same with a complete round.
async fn played() -> Scene {
    let Scene { hall, .. } = to_begin(Value::Null).await;
    hall.play("swiss").await;
    Scene::new(hall, json!({"size": 4}))
}

async fn starts(scene: &mut Scene) {
    let path = scene.hall.at(&format!("rounds/{}/start/", scene.ids[0].1));
    scene.hall.send(Method::POST, &path, &json!({})).await.json(200);
}

/// The same with a round in progress.
async fn in_play(body: Value) -> Scene {
    let Scene { hall, .. } = to_begin(Value::Null).await;
    let round = hall.add("swiss").await;
    hall.start(&round).await;
    Scene::new(hall, body).at("round_id", round["id"].clone())
}

async fn completes(scene: &mut Scene) {
    let path = scene.hall.at(&format!("rounds/{}/complete/", scene.ids[0].1));
    scene.hall.send(Method::POST, &path, &json!({"unreported": "draw"})).await.json(200);
}

async fn another_is_paired(scene: &mut Scene) {
    scene.hall.add("swiss").await;
}

/// Completes the round.
async fn round_ends(scene: &mut Scene) {
    let round_id = RoundId(scene.ids[0].1.as_i64().unwrap());
    let events = [TournamentEvent::RoundStarted { round_id }, TournamentEvent::RoundCompleted { round_id }];
    scene.hall.happen(events.into()).await;
}

pub(super) fn rows() -> Vec<Row> {
    let by_hand = || {
        let matches: Vec<_> = [[1, 2], [3, 4], [5, 6], [7, 8]].map(|players| json!({ "players": players })).into();
        paired(json!({ "matches": matches })).boxed()
    };
    vec![
        row("create_round", "create_round", || to_begin(json!({"kind": "swiss"})).boxed())
            .refused_after(|scene| another_is_paired(scene).boxed(), Legal(&["IN_PROGRESS"]))
            .needs_a_key(ItIsInItsOwnWay),
        row("pair_round", "pair_round", || paired(json!({})).boxed())
            .refused_after(|scene| starts(scene).boxed(), Legal(&["COMPLETE"]))
            .needs_a_key(LotsDiffer),
        row("replace_pairings", "replace_pairings", by_hand)
            .refused_after(|scene| starts(scene).boxed(), Legal(&["COMPLETE"])),
        row("remove_round", "remove_round", || paired(json!({})).boxed())
            .refused_after(|scene| starts(scene).boxed(), Legal(&["COMPLETE"])),
        row("publish_pairings", "publish_pairings", || paired(json!({})).boxed())
            .refused_after(|scene| scene.is_over().boxed(), AFTER_THE_END),
        row("start_round", "start_round", || paired(json!({})).boxed())
            .refused_after(|scene| scene.is_over().boxed(), AFTER_THE_END),
        row("complete_round", "complete_round", || reported().boxed())
            .refused_after(|scene| scene.is_over().boxed(), AFTER_THE_END),
        row("change_clock", "change_round_clock", || {
            in_play(json!({"length_seconds": 3000, "action": "start"})).boxed()
        })
        .refused_after(|scene| completes(scene).boxed(), Legal(&["IN_PROGRESS"])),
        row("draw_deck_checks", "draw_deck_checks", || paired(json!({"count": 2})).boxed())
            .refused_after(|scene| round_ends(scene).boxed(), Legal(&["IN_PROGRESS"]))
            .needs_a_key(LotsDiffer),
        row("make_cut", "make_cut", || played().boxed())
            .refused_after(|scene| another_is_paired(scene).boxed(), Legal(&["IN_PROGRESS"])),
    ]
}
