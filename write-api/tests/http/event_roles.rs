//! Roles for one event: where they count, and where they do not.

use axum::http::Method;
use domain::permissions::Operation;
use proto_events::Actor;
use proto_events::ids::{TournamentId, UserId};
use proto_events::user::Profile;
use proto_events::vocabulary::Role;
use serde_json::{Value, json};
use write_api::accounts::RegisterUser;

use crate::events::Hall;
use crate::harness::{By, Reply};

/// An event, and a `READ_ONLY` member with a token.
struct Scene {
    hall: Hall,
    member: UserId,
    token: By,
}

impl Scene {
    async fn open() -> Self {
        let mut hall = Hall::with(json!({})).await;
        let member = hall.api.register("rita", None).await;
        hall.api.take_in(hall.store.id, member, Role::ReadOnly).await;
        let [token, _] = hall.api.person(member.0, Some((hall.store.id, Role::ReadOnly))).await;
        Self { hall, member, token }
    }

    async fn assign(&self, role: Value) -> Reply {
        let path = self.hall.at(&format!("staff/{}/", self.member));
        self.hall.send(Method::PUT, &path, &json!({"role": role})).await
    }
}

#[tokio::test]
async fn a_key_keeps_the_role_of_its_member() {
    let mut scene = Scene::open().await;
    scene.assign(json!("SCOREKEEPER")).await.json(200);
    let key = scene.hall.api.issue(scene.hall.store.id, Role::ReadOnly).await;
    let path = scene.hall.at("decklists/lock/");
    assert_eq!(scene.hall.api.as_key(&key, Method::POST, &path, &json!({})).await.status, 403);
}

#[tokio::test]
async fn staff_of_one_event_is_shown_no_address_of_a_player_who_did_not_sign_up() {
    let scene = Scene::open().await;
    let (hall, address) = (&scene.hall, "ada@example.com");
    let profile = Profile { best_identifier: "Ada".into(), email: address.into(), ..Profile::default() };
    let command = RegisterUser { profile, managed_by: Some(hall.store.id) };
    let ada = hall.api.commands().carry_out(&Actor::CommandLine, &command).await.unwrap().folded.state.id;
    let entry = hall.send(Method::POST, &hall.at("registrations/"), &json!({"user_id": ada.0})).await.json(201);
    assert_eq!(entry["user"]["email"], address);
    scene.assign(json!("SCOREKEEPER")).await.json(200);
    let path = hall.at(&format!("registrations/{}/", entry["id"]));
    let seen = hall.send_as(&scene.token, Method::PATCH, &path, &json!({"internal_notes": "Late"})).await.json(200);
    assert_eq!((&seen["user"]["email"], &seen["internal_notes"]), (&json!(""), &json!("Late")));
    let seen = hall.send(Method::PATCH, &path, &json!({"internal_notes": "Here"})).await.json(200);
    assert_eq!(seen["user"]["email"], address, "the organization knows its people");
}

#[tokio::test]
async fn judges_of_one_event_are_staff_there_as_long_as_they_are_members() {
    let scene = Scene::open().await;
    let (api, id) = (scene.hall.api.commands(), TournamentId(scene.hall.event));
    let is_rung = async || {
        let event = api.tournament(id).await.unwrap().unwrap();
        api.staff_in(&event.state, Operation::JudgeMatches).await.unwrap().contains(&scene.member)
    };
    assert!(!is_rung().await);
    scene.assign(json!("JUDGE")).await.json(200);
    assert!(is_rung().await);
    let everywhere = api.staff(scene.hall.store.id, Operation::JudgeMatches).await.unwrap();
    assert!(!everywhere.contains(&scene.member));
    scene.assign(Value::Null).await.json(200);
    assert!(!is_rung().await);
}
