//! Registration with a join code, and teams that players found.

use axum::http::Method;
use proto_events::TournamentEvent;
use serde_json::{Value, json};

use crate::events::Hall;
use crate::harness::{By, Reply};

impl Hall {
    async fn comes(&self, by: &By, fields: &Value) -> Reply {
        self.send_as(by, Method::POST, &self.at("registrations/"), fields).await
    }

    /// Makes another join code.
    async fn another_code(&self) -> Value {
        self.send(Method::POST, &self.at("join-code/"), &json!({})).await.json(200)
    }

    async fn registrations(&self) -> usize {
        let registered = |event: &&TournamentEvent| matches!(event, TournamentEvent::PlayerRegistered { .. });
        self.told().await.iter().filter(registered).count()
    }
}

#[tokio::test]
async fn captain_founds_with_the_registration_and_one_of_two_gets_the_last_seat() {
    let mut hall = Hall::with(json!({"team_size": 2})).await;
    let ((_, anna), founds) = (hall.player("anna").await, json!({"team_name": "Moxes"}));
    let entry = hall.comes(&anna, &founds).await.json(201)["id"].clone();
    let path = hall.at(&format!("registrations/{entry}/join-group/"));
    let team = hall.send_as(&anna, Method::POST, &path, &founds).await.json(200);
    let link = team["invite_hash"].as_str().unwrap();
    assert!(link.starts_with(&format!("{}-t{}-", hall.event, team["id"])), "{team}");
    assert!(team["invite_url"].as_str().unwrap().ends_with(&format!("/join/{link}/")), "{team}");
    let ((_, bert), (_, cara)) = (hall.player("bert").await, hall.player("cara").await);
    let fields = json!({ "invite_hash": link });
    let (one, other) = tokio::join!(hall.comes(&bert, &fields), hall.comes(&cara, &fields));
    let mut statuses = [one.status, other.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 409], "{} {}", one.text(), other.text());
    assert_eq!(hall.registrations().await, 2, "the other one is not registered either");
    let path = hall.at(&format!("teams/{}/", team["id"]));
    let full = hall.send_as(&anna, Method::PATCH, &path, &json!({})).await.json(200);
    assert_eq!((full["members"].as_array().unwrap().len(), &full["invite_hash"]), (2, &json!("")));
    let told = serde_json::to_string(&hall.told().await).unwrap();
    assert!(!told.contains(&link[link.len() - 24..]), "the link stands nowhere");
}

#[tokio::test]
async fn holder_of_the_newest_code_registers_and_no_one_else() {
    let mut hall = Hall::with(json!({"registration_policy": "JOIN_CODE"})).await;
    let (_, anna) = hall.player("anna").await;
    assert_eq!(hall.told().await[1], TournamentEvent::JoinCodeMade { number: 1 }, "the event has a code at once");
    let made = hall.another_code().await;
    let first = made["code"].as_str().unwrap().to_owned();
    assert!(first.starts_with(&format!("{}-", hall.event)), "{made}");
    assert!(made["url"].as_str().unwrap().ends_with(&format!("/join/{first}/")), "{made}");
    let code = hall.another_code().await["code"].as_str().unwrap().to_owned();
    assert!(hall.comes(&anna, &json!({})).await.fault("join_code").contains("join code"));
    for wrong in ["", "x", &hall.event.to_string(), &first, &code.replace(&hall.event.to_string(), "99")] {
        let refused = hall.comes(&anna, &json!({ "join_code": wrong })).await;
        assert!(refused.fault("join_code").contains("not it"), "{wrong}");
    }
    assert_eq!(hall.registrations().await, 0, "failed attempts take no place");
    let typed = code.to_lowercase().replace('-', " ");
    let joined = hall.comes(&anna, &json!({ "join_code": typed })).await.json(201);
    assert_eq!(joined["registration_status"], "COMPLETE");
    let told = serde_json::to_string(&hall.told().await).unwrap();
    let letters = code.split_once('-').unwrap().1;
    assert!(!told.contains(letters) && !joined.to_string().contains(letters), "the code stands nowhere");
    hall.api.register("bert", None).await;
    let by_staff = hall.send(Method::POST, &hall.at("registrations/"), &json!({"username": "bert"})).await;
    assert_eq!(by_staff.json(201)["registration_status"], "COMPLETE", "staff needs no code");
}
