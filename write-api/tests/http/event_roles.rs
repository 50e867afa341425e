//! Roles for one event: what a member may do there with the own credentials, and nowhere else.

use axum::http::Method;
use domain::permissions::Operation;
use proto_events::Actor;
use proto_events::ids::{TournamentId, UserId};
use proto_events::user::Profile;
use proto_events::vocabulary::Role;
use serde_json::{Value, json};
use write_api::accounts::RegisterUser;

use crate::events::{EVENTS, Hall};
use crate::harness::Reply;

/// Two events, and a `READ_ONLY` member with a token and a cookie.
struct Scene {
    hall: Hall,
    elsewhere: i64,
    member: UserId,
    credentials: [(&'static str, String); 2],
}

impl Scene {
    async fn open() -> Self {
        let mut hall = Hall::with(json!({})).await;
        let member = hall.api.register("rita", None).await;
        hall.api.take_in(hall.store.id, member, Role::ReadOnly).await;
        let credentials = hall.api.person(member.0, Some((hall.store.id, Role::ReadOnly))).await;
        let elsewhere = hall.announce(json!({"name": "Other"})).await;
        Self { hall, elsewhere, member, credentials }
    }

    async fn assign(&self, role: Value) -> Reply {
        let path = self.hall.at(&format!("staff/{}/", self.member));
        self.hall.send(Method::PUT, &path, &json!({"role": role})).await
    }

    /// The answers to a request about an event with the token and the cookie.
    async fn statuses(&self, event: i64, method: Method, below: &str, body: Value) -> [u16; 2] {
        let path = format!("{EVENTS}{event}/{below}");
        let [token, cookie] = &self.credentials;
        let by_token = self.hall.send_as(token, method.clone(), &path, &body).await.status;
        [by_token, self.hall.send_as(cookie, method, &path, &body).await.status]
    }
}

#[tokio::test]
async fn staff_of_an_event_is_listed_and_assigned_once() {
    let scene = Scene::open().await;
    let assigned = scene.assign(json!("JUDGE")).await.json(200);
    assert_eq!(assigned["staff"], json!([{"user_id": scene.member.0, "role": "JUDGE"}]));
    assert_eq!(scene.assign(json!("SCOREKEEPER")).await.json(200)["staff"][0]["role"], "SCOREKEEPER");
    for role in ["ADMIN", "ORGANIZER", "READ_ONLY", "BOSS"] {
        assert!(scene.assign(json!(role)).await.problem(400)["errors"]["role"].is_array(), "{role}");
    }
    assert_eq!(scene.assign(Value::Null).await.json(200)["staff"], json!([]));
    let stranger = scene.hall.at("staff/8888/");
    scene.hall.send(Method::PUT, &stranger, &json!({"role": "JUDGE"})).await.problem(404);
}

#[tokio::test]
async fn a_role_for_an_event_counts_there_and_nowhere_else() {
    let scene = Scene::open().await;
    let (here, lock) = (scene.hall.event, "decklists/lock/");
    assert_eq!(scene.statuses(here, Method::POST, lock, json!({})).await, [403; 2], "not assigned");
    scene.assign(json!("SCOREKEEPER")).await.json(200);
    let done = scene.statuses(here, Method::POST, lock, json!({})).await;
    assert!(done.iter().all(|status| *status < 300), "{done:?}");
    let finish = json!({"status": "EVENT_IN_PROGRESS"});
    assert_eq!(scene.statuses(here, Method::POST, "lifecycle/", finish).await, [403; 2], "no scorekeeper may do this");
    for nowhere in [scene.elsewhere, 9_999] {
        assert_eq!(scene.statuses(nowhere, Method::POST, lock, json!({})).await, [403; 2], "{nowhere}");
    }
    scene.assign(Value::Null).await.json(200);
    assert_eq!(scene.statuses(here, Method::POST, lock, json!({})).await, [403; 2], "no longer assigned");
}

#[tokio::test]
async fn a_scorekeeper_of_one_event_changes_no_settings_and_nothing_of_the_organization() {
    let scene = Scene::open().await;
    scene.assign(json!("SCOREKEEPER")).await.json(200);
    let here = scene.hall.event;
    assert_eq!(scene.statuses(here, Method::PATCH, "", json!({"name": "Renamed"})).await, [403; 2]);
    let own = format!("staff/{}/", scene.member);
    assert_eq!(scene.statuses(here, Method::PUT, &own, json!({"role": "SCOREKEEPER"})).await, [403; 2]);
    // A private link reaches the player's notifications about all events.
    assert_eq!(scene.statuses(here, Method::POST, "private-links/", json!({})).await, [403; 2]);
    let [token, _] = &scene.credentials;
    for (path, body) in
        [(EVENTS, json!({"name": "Mine", "event_format": "LEGACY"})), ("/api/v1/conventions/", json!({"name": "Mine"}))]
    {
        assert_eq!(scene.hall.send_as(token, Method::POST, path, &body).await.status, 403, "{path}");
    }
    // Lists come from elsewhere, so the person attaches none: for oneself, there is no registration.
    let list = scene.hall.api.submit("Burn").await;
    let entry =
        scene.hall.send(Method::POST, &scene.hall.at("registrations/"), &json!({"name": "Kim"})).await.json(201);
    let attach = format!("registrations/{}/decklist/", entry["id"]);
    assert_eq!(scene.statuses(here, Method::PUT, &attach, json!({"decklist_id": list.0})).await, [404; 2]);
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
    let [token, _] = &scene.credentials;
    let seen = hall.send_as(token, Method::PATCH, &path, &json!({"internal_notes": "Late"})).await.json(200);
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
