//! Teams that players found and join, and groups of friends.

use axum::http::Method;
use proto_events::TournamentEvent;
use serde_json::{Value, json};

use crate::events::Hall;
use crate::harness::Reply;

type Person = (&'static str, String);

impl Hall {
    async fn comes(&self, by: &Person, fields: &Value) -> Reply {
        self.send_as(by, Method::POST, &self.at("registrations/"), fields).await
    }

    async fn joins(&self, by: &Person, entry: &Value, fields: &Value) -> Reply {
        self.send_as(by, Method::POST, &self.at(&format!("registrations/{entry}/join-group/")), fields).await
    }

    async fn changes(&self, by: &Person, team: &Value, fields: &Value) -> Reply {
        self.send_as(by, Method::PATCH, &self.at(&format!("teams/{team}/")), fields).await
    }
}

/// An event of teams of two that Anna founded one of: her credentials, registration and team.
async fn founded(fields: Value) -> (Hall, Person, Value, Value) {
    let mut hall = Hall::with(fields).await;
    let (_, anna) = hall.player("anna").await;
    let entry = hall.comes(&anna, &json!({"team_name": "Moxes"})).await.json(201)["id"].clone();
    let team = hall.joins(&anna, &entry, &json!({"team_name": "Moxes"})).await.json(200);
    (hall, anna, entry, team)
}

#[tokio::test]
async fn captain_founds_with_the_registration_and_one_of_two_gets_the_last_seat() {
    let (mut hall, anna, _, team) = founded(json!({"team_size": 2})).await;
    let link = team["invite_hash"].as_str().unwrap();
    assert!(link.starts_with(&format!("{}-t{}-", hall.event, team["id"])), "{team}");
    assert!(team["invite_url"].as_str().unwrap().ends_with(&format!("/join/{link}/")), "{team}");
    let ((_, bert), (_, cara)) = (hall.player("bert").await, hall.player("cara").await);
    let fields = json!({ "invite_hash": link });
    let (one, other) = tokio::join!(hall.comes(&bert, &fields), hall.comes(&cara, &fields));
    let mut statuses = [one.status, other.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 409], "{} {}", one.text(), other.text());
    let registered = |event: &&TournamentEvent| matches!(event, TournamentEvent::PlayerRegistered { .. });
    assert_eq!(hall.told().await.iter().filter(registered).count(), 2, "the other one is not registered either");
    let full = hall.changes(&anna, &team["id"], &json!({})).await.json(200);
    assert_eq!((full["members"].as_array().unwrap().len(), &full["invite_hash"]), (2, &json!("")));
    let told = serde_json::to_string(&hall.told().await).unwrap();
    assert!(!told.contains(&link[link.len() - 24..]), "the link stands nowhere");
}

#[tokio::test]
async fn link_admits_as_the_join_code_does_until_the_captain_makes_another() {
    let mut hall = Hall::with(json!({"team_size": 2, "registration_policy": "JOIN_CODE"})).await;
    let ((_, anna), (_, bert)) = (hall.player("anna").await, hall.player("bert").await);
    let code = hall.send(Method::POST, &hall.at("join-code/"), &json!({})).await.json(200)["code"].clone();
    let entry = hall.comes(&anna, &json!({"join_code": code})).await.json(201)["id"].clone();
    let team = hall.joins(&anna, &entry, &json!({"team_name": "Moxes"})).await.json(200);
    let new = hall.changes(&anna, &team["id"], &json!({"renews_invite": true})).await.json(200);
    let old = hall.comes(&bert, &json!({"invite_hash": team["invite_hash"]})).await;
    assert!(old.fault("join_code").contains("join code"), "{}", old.text());
    hall.comes(&bert, &json!({"invite_hash": new["invite_hash"]})).await.json(201);
}

#[tokio::test]
async fn agent_comes_to_a_team_only_by_agreeing_and_others_do_not_find_it() {
    let (mut hall, anna, _, team) = founded(json!({"team_size": 2})).await;
    let ((_, bert), (_, cara)) = (hall.player("bert").await, hall.player("cara").await);
    let agent = hall.comes(&bert, &json!({})).await.json(201)["id"].clone();
    let accepts = json!({"team_id": team["id"]});
    hall.joins(&bert, &agent, &accepts).await.problem(409);
    let invited = hall.changes(&anna, &team["id"], &json!({"invited": [agent]})).await.json(200);
    assert_eq!((&invited["invited"], invited["members"].as_array().unwrap().len()), (&json!([agent]), 1));
    hall.changes(&cara, &team["id"], &json!({})).await.problem(404);
    let joined = hall.joins(&bert, &agent, &accepts).await.json(200);
    assert_eq!((joined["members"].as_array().unwrap().len(), &joined["invited"]), (2, &json!([])));
    hall.changes(&bert, &team["id"], &json!({"team_name": "Mine"})).await.problem(403);
    let other = hall.api.found("Other").await;
    let path = hall.at(&format!("teams/{}/", team["id"]));
    hall.api.as_key(&other.key, Method::PATCH, &path, &json!({"team_name": "Theirs"})).await.problem(404);
    let leaves = hall.at(&format!("registrations/{agent}/leave-group/"));
    assert_eq!(
        hall.send_as(&bert, Method::POST, &leaves, &json!({})).await.json(200)["registration_status"],
        "COMPLETE"
    );
}

#[tokio::test]
async fn group_on_the_waitlist_is_promoted_together_or_waits() {
    let mut hall = Hall::with(json!({"capacity": 1})).await;
    hall.entry("first", "COMPLETE").await;
    let ((_, anna), (_, bert)) = (hall.player("anna").await, hall.player("bert").await);
    let entry = hall.comes(&anna, &json!({})).await.json(201)["id"].clone();
    let group = hall.joins(&anna, &entry, &json!({})).await.json(200);
    let waits = hall.comes(&bert, &json!({"invite_hash": group["invite_hash"]})).await.json(201);
    assert_eq!(waits["registration_status"], "ON_WAITLIST");
    let promoted = async |places: i64| {
        hall.send(Method::PATCH, &hall.at(""), &json!({"capacity": places})).await.json(200);
        let promoted = hall.send(Method::POST, &hall.at("waitlist/promote/"), &json!({})).await.json(200);
        promoted.as_array().unwrap().len()
    };
    assert_eq!((promoted(2).await, promoted(3).await), (0, 2));
}
