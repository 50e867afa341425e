//! Rows for commands on teams.

use axum::http::Method;
use futures::FutureExt;
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
    let Scene { hall, body, .. } = to_be_formed().await;
    let team = hall.send(Method::POST, &hall.at("teams/"), &body).await.json(201);
    Scene::new(hall, json!({})).at("team_id", team["id"].clone())
}

/// The first player founds a team.
async fn to_be_founded() -> Scene {
    let hall = in_progress(3, json!({"team_size": 3})).await;
    Scene::new(hall, json!({"team_name": "Moxes"})).at("registration_id", 1)
}

/// The first player leaves a team.
async fn to_be_left() -> Scene {
    formed().await.at("registration_id", 1)
}

async fn to_be_renamed() -> Scene {
    Scene { body: json!({"team_name": "Others"}), ..formed().await }
}

pub(super) fn rows() -> Vec<Row> {
    vec![
        row("form_team", "form_team", || to_be_formed().boxed())
            .refused_after(|scene| scene.is_over().boxed(), AFTER_THE_END),
        row("change_team", "change_team", || to_be_renamed().boxed())
            .refused_after(|scene| scene.is_over().boxed(), AFTER_THE_END),
        row("join_group", "join_group", || to_be_founded().boxed())
            .refused_after(|scene| scene.is_over().boxed(), AFTER_THE_END),
        row("leave_group", "leave_group", || to_be_left().boxed())
            .refused_after(|scene| scene.is_over().boxed(), AFTER_THE_END),
        row("drop_team", "drop_team", || formed().boxed())
            .refused_after(|scene| scene.is_over().boxed(), AFTER_THE_END),
    ]
}
