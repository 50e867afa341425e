//! Registration with a join code, and teams that players found and staff forms.

use axum::http::Method;
use proto_events::TournamentEvent;
use proto_events::vocabulary::RegistrationStatus;
use serde_json::{Value, json};

use crate::events::Hall;
use crate::harness::Reply;
use crate::rounds::{registered, user_of};

type Person = (&'static str, String);

impl Hall {
    async fn comes(&self, by: &Person, fields: &Value) -> Reply {
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

    async fn form(&self, name: &str, members: &[i64]) -> Reply {
        let body = json!({"team_name": name, "registration_ids": members});
        self.send(Method::POST, &self.at("teams/"), &body).await
    }
}

#[tokio::test]
async fn all_faults_of_a_new_team_are_told_at_once() {
    let hall = Hall::with(json!({"team_size": 2})).await;
    let body = json!({"team_name": "", "registration_ids": "x"});
    let problem = hall.send(Method::POST, &hall.at("teams/"), &body).await.problem(400);
    let faulty = |field: &str| problem["errors"][field].is_array();
    assert!(faulty("team_name") && faulty("registration_ids"), "{problem}");
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

#[tokio::test]
async fn a_team_is_formed_in_the_order_of_its_seats() {
    let hall = Hall::with(json!({"team_size": 3})).await;
    let joins = |entry| registered(entry, user_of(entry), RegistrationStatus::Complete);
    hall.happen((1..=6).map(joins).collect()).await;
    let formed = hall.form("Moxes", &[3, 1, 2]).await;
    let team = formed.json(201);
    assert_eq!((&team["team_name"], &team["is_dropped"]), (&json!("Moxes"), &json!(false)));
    let members = team["members"].as_array().unwrap();
    let seats: Vec<_> =
        members.iter().map(|it| json!([it["seat"], it["registration"], it["user"], it["captain"]])).collect();
    assert_eq!(seats, [json!([1, 3, 903, true]), json!([2, 1, 901, false]), json!([3, 2, 902, false])]);
    assert_eq!(formed.header("etag"), "\"8\"");
    let second = hall.form("Moxes", &[4, 5, 6]).await.json(201);
    assert_ne!(second["id"], team["id"]);
    assert_ne!(second["members"][0]["id"], team["members"][0]["id"]);
}
