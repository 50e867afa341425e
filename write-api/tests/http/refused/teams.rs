//! Rows for commands on teams.

use axum::http::Method;
use serde_json::json;

use super::events::AFTER_THE_END;
use super::{Row, Scene, row};
use crate::rounds::in_progress;

/// An event of teams of three, with a team that is to be formed.
async fn to_be_formed() -> Scene {
    let body = json!({"team_name": "Moxes", "registration_ids": [1, 2, 3]});
    Scene::new(in_progress(3, json!({"team_size": 3})).await, body)
}

async fn formed() -> Scene {
    let scene = to_be_formed().await;
    let team = scene.hall.send(Method::POST, &scene.hall.at("teams/"), &scene.body).await.json(201);
    Scene { body: json!({}), ..scene.at("team_id", team["id"].clone()) }
}

/// The first player founds a team.
async fn to_be_founded() -> Scene {
    Scene { body: json!({"team_name": "Moxes"}), ..to_be_formed().await.at("registration_id", 1) }
}

pub(super) fn rows() -> Vec<Row> {
    let rows = [
        row("form_team", to_be_formed),
        row("change_team", async || Scene { body: json!({"team_name": "Others"}), ..formed().await }),
        row("join_group", to_be_founded),
        row("leave_group", async || formed().await.at("registration_id", 1)),
        row("drop_team", formed),
    ];
    rows.map(|row| row.refused_after(Scene::is_over, AFTER_THE_END)).into()
}
