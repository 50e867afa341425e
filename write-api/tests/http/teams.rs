//! Teams: formed and dropped.

use axum::http::Method;
use proto_events::TournamentEvent;
use proto_events::ids::{RegistrationId, UserId};
use proto_events::vocabulary::{LifecycleStatus, RegistrationStatus, Role};
use serde_json::{Value, json};

use crate::events::{EVENTS, Hall};
use crate::harness::Reply;

/// An event of teams of three with registrations 1 to 7 of users 901 to 907; the last is on the waitlist.
async fn trios() -> Hall {
    let hall = Hall::with(json!({"team_size": 3})).await;
    let registered = |entry: i64, status| TournamentEvent::PlayerRegistered {
        registration_id: RegistrationId(entry),
        user_id: UserId(900 + entry),
        status,
    };
    let mut events: Vec<_> = (1..=6).map(|entry| registered(entry, RegistrationStatus::Complete)).collect();
    events.push(registered(7, RegistrationStatus::OnWaitlist));
    hall.happen(events).await;
    hall
}

impl Hall {
    async fn form(&self, name: &str, members: &[i64]) -> Reply {
        let body = json!({"team_name": name, "registration_ids": members});
        self.send(Method::POST, &self.at("teams/"), &body).await
    }

    async fn let_go(&self, team: &Value) -> Reply {
        self.send(Method::POST, &self.at(&format!("teams/{team}/drop/")), &json!({})).await
    }

    async fn move_to(&self, status: LifecycleStatus) {
        self.happen(vec![TournamentEvent::LifecycleChanged { status }]).await;
    }
}

#[tokio::test]
async fn a_team_is_formed_in_the_order_of_its_seats() {
    let hall = trios().await;
    let formed = hall.form("Moxes", &[3, 1, 2]).await;
    let team = formed.json(201);
    assert_eq!((&team["team_name"], &team["is_dropped"]), (&json!("Moxes"), &json!(false)));
    let members = team["members"].as_array().unwrap();
    let seats: Vec<_> =
        members.iter().map(|it| json!([it["seat"], it["registration"], it["user"], it["captain"]])).collect();
    assert_eq!(seats, [json!([1, 3, 903, true]), json!([2, 1, 901, false]), json!([3, 2, 902, false])]);
    assert_eq!(formed.header("etag"), "\"9\"");
    let again = hall.form("Moxes", &[3, 1, 2]).await;
    assert_eq!((again.json(200), again.header("etag")), (team.clone(), "\"9\""), "a repeat forms no second team");
    let second = hall.form("Moxes", &[4, 5, 6]).await.json(201);
    assert_ne!(second["id"], team["id"]);
    assert_ne!(second["members"][0]["id"], team["members"][0]["id"]);
}

#[tokio::test]
async fn a_team_is_formed_once_for_a_key() {
    let hall = trios().await;
    let body = json!({"team_name": "Moxes", "registration_ids": [1, 2, 3]});
    let send =
        async || hall.send_with(("idempotency-key", "key-number-1"), Method::POST, &hall.at("teams/"), &body).await;
    let first = send().await;
    hall.let_go(&first.json(201)["id"]).await.json(200);
    assert_eq!(send().await, first, "the first answer, whatever happened since");
}

#[tokio::test]
async fn what_is_wrong_with_a_team_is_told_by_field() {
    let hall = trios().await;
    let nothing = hall.send(Method::POST, &hall.at("teams/"), &json!({})).await;
    assert_eq!(
        (nothing.fault("team_name"), nothing.fault("registration_ids")),
        ("This field is required.".into(), "This field is required.".into())
    );
    let too_long = "x".repeat(201);
    for unfinished in [json!({"team_name": too_long}), json!({"team_name": too_long, "registration_ids": "all"})] {
        let refused = hall.send(Method::POST, &hall.at("teams/"), &unfinished).await;
        assert!(refused.fault("team_name").contains("200 characters"), "{unfinished}");
        assert!(!refused.fault("registration_ids").is_empty(), "{unfinished}");
    }
    let wrong = hall.form(&too_long, &[1, 2]).await;
    assert!(wrong.fault("team_name").contains("200 characters"));
    assert!(wrong.fault("registration_ids").contains("Must be 3 registrations"));
    assert!(hall.form("Moxes", &[1, 2, 99]).await.fault("registration_ids").contains("no registration 99"));
    assert!(hall.form("Moxes", &[1, 2, 2]).await.fault("registration_ids").contains("named twice"));
    let many: Vec<i64> = (1..1_000).collect();
    assert!(hall.form("Moxes", &many).await.fault("registration_ids").contains("these are 999"));
}

#[tokio::test]
async fn members_have_a_place_and_are_in_no_other_team() {
    let hall = trios().await;
    let waits = hall.form("Moxes", &[1, 2, 7]).await;
    assert!(waits.detail(409).contains("Registration 7 is ON_WAITLIST"));
    assert!(waits.problem(409)["legal"].as_array().unwrap().contains(&json!("COMPLETE")));
    let team = hall.form("Moxes", &[1, 2, 3]).await.json(201);
    let taken = hall.form("Others", &[4, 5, 3]).await.detail(409);
    assert_eq!(taken, format!("Registration 3 is in team {}.", team["id"]));
    let alone = Hall::with(json!({})).await;
    assert!(alone.form("Moxes", &[1]).await.detail(409).contains("not a team event"));
}

#[tokio::test]
async fn a_team_leaves_with_its_members_once() {
    let hall = trios().await;
    let team = hall.form("Moxes", &[1, 2, 3]).await.json(201);
    let left = hall.let_go(&team["id"]).await;
    assert_eq!((&left.json(200)["is_dropped"], left.header("etag")), (&json!(true), "\"10\""));
    hall.move_to(LifecycleStatus::EventFinished).await;
    let again = hall.let_go(&team["id"]).await;
    assert_eq!((again.json(200), again.header("etag")), (left.json(200), "\"11\""));
    let commands = hall.api.commands();
    let event = commands.tournament(hall.event.into()).await.unwrap().unwrap();
    let statuses: Vec<_> = event.state.registrations.iter().take(4).map(|entry| entry.status).collect();
    let dropped = RegistrationStatus::Dropped;
    assert_eq!(statuses, [dropped, dropped, dropped, RegistrationStatus::Complete]);
    assert!(hall.let_go(&json!(99)).await.detail(404).contains("no team with the id `99`"));
}

#[tokio::test]
async fn teams_stay_as_they_are_when_the_event_is_over() {
    let hall = trios().await;
    hall.move_to(LifecycleStatus::EventInProgress).await;
    let team = hall.form("Late", &[1, 2, 3]).await.json(201);
    hall.move_to(LifecycleStatus::EventFinished).await;
    for refused in [hall.form("Later", &[4, 5, 6]).await, hall.let_go(&team["id"]).await] {
        assert!(refused.detail(409).contains("EVENT_FINISHED"));
        assert_eq!(refused.problem(409)["legal"], json!(["EVENT_IN_PROGRESS", "DECKLISTS_PUBLISHING"]));
    }
}

#[tokio::test]
async fn teams_are_for_the_desk_of_the_own_organization_at_the_version_that_was_seen() {
    let mut hall = trios().await;
    let other = hall.api.found("Other").await;
    let team = hall.form("Moxes", &[1, 2, 3]).await.json(201)["id"].clone();
    let requests = [
        (hall.at("teams/"), json!({"team_name": "Others", "registration_ids": [4, 5, 6]})),
        (hall.at(&format!("teams/{team}/drop/")), json!({})),
    ];
    let head = hall.api.head().await;
    let [token, cookie] = hall.api.person(901, None).await;
    for role in [Role::Judge, Role::ReadOnly] {
        let key = hall.api.issue(hall.store.id, role).await;
        for (path, body) in &requests {
            let refused = hall.api.as_key(&key, Method::POST, path, body).await.detail(403);
            assert!(refused.contains("may not manage registrations"), "{refused}");
        }
    }
    for (path, body) in &requests {
        for by in [&token, &cookie] {
            hall.send_as(by, Method::POST, path, body).await.problem(403);
        }
        let theirs = hall.api.as_key(&other.key, Method::POST, path, body).await.detail(404);
        let never = path.replace(&format!("{EVENTS}{}/", hall.event), &format!("{EVENTS}9999/"));
        let nobodys = hall.api.as_key(&other.key, Method::POST, &never, body).await.detail(404);
        assert_eq!(theirs.replace(&format!("`{}`", hall.event), "`9999`"), nobodys);
        let stale = hall.send_with(("if-match", "\"1\""), Method::POST, path, body).await;
        assert!(stale.detail(412).contains("event is at version 9"));
    }
    assert_eq!(hall.api.head().await, head);
    let key = hall.api.issue(hall.store.id, Role::Scorekeeper).await;
    for ((path, body), status) in requests.iter().zip([201, 200]) {
        hall.api.as_key(&key, Method::POST, path, body).await.json(status);
    }
}
