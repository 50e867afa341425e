//! Rows for commands on matches.

use axum::http::Method;
use proto_events::TournamentEvent;
use proto_events::ids::RoundId;
use proto_events::vocabulary::Role;
use serde_json::{Value, json};

use super::Right::Legal;
use super::{Row, Scene, row};
use crate::rounds::{games, user_of};

/// A round of two players that is in progress; the body of the request is made from its match.
pub(super) async fn playing(body: impl FnOnce(&Value) -> Value) -> Scene {
    let (hall, round, table) = crate::matches::playing(2).await;
    Scene::new(hall, body(&table)).at("match_id", table["id"].clone()).at("round_id", round["id"].clone())
}

async fn noted(body: Value) -> Scene {
    playing(|_| body).await
}

/// The first player has reported a result; staff is to confirm it.
async fn to_be_confirmed() -> Scene {
    let mut scene = playing(|table| json!({ "games_won": games(table, 2, 0) })).await;
    let path = scene.hall.at(&format!("matches/{}/result/", scene.ids[0].1));
    let [player, _] = scene.hall.api.person(user_of(1).0, None).await;
    scene.hall.send_as(&player, Method::POST, &path, &scene.body).await.json(200);
    Scene { body: json!({}), ..scene }
}

async fn with_a_judge() -> Scene {
    let mut scene = noted(Value::Null).await;
    let judge = scene.hall.api.register("judge", None).await;
    scene.hall.api.take_in(scene.hall.store.id, judge, Role::Judge).await;
    Scene { body: json!({"assigned_judge": judge.0}), ..scene }
}

/// Completes the round.
async fn round_ends(scene: &Scene) {
    let round_id = RoundId(scene.ids[1].1.as_i64().unwrap());
    scene.hall.happen(vec![TournamentEvent::RoundCompleted { round_id }]).await;
}

pub(super) fn rows() -> Vec<Row> {
    let result = || playing(|table| json!({ "games_won": games(table, 2, 1) }));
    let late = || Legal(&["IN_PROGRESS"]);
    vec![
        row("report_result", result).refused_after(round_ends, late()),
        row("correct_result", result).refused_after(Scene::lists_are_published, Legal(&["DECKLISTS_PUBLISHING"])),
        row("confirm_result", to_be_confirmed).refused_after(round_ends, late()),
        row("contest_result", to_be_confirmed).refused_after(round_ends, late()),
        row("change_match: feature match", || noted(json!({"is_feature_match": true}))),
        row("change_match: judge", with_a_judge).refused_after(round_ends, late()),
        row("change_match: time", || noted(json!({"time_extension_seconds": 60}))).refused_after(round_ends, late()),
        row("change_match: deck check", || noted(json!({"deck_check_started": true})))
            .refused_after(round_ends, late()),
    ]
}
