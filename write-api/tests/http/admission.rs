//! Who registers themselves: by policy, join code and time, and who waits for approval.

use axum::http::Method;
use chrono::TimeDelta;
use proto_events::TournamentEvent;
use serde_json::{Value, json};

use crate::events::Hall;
use crate::harness::Reply;

impl Hall {
    async fn join(&self, by: &(&'static str, String), code: &str) -> Reply {
        self.send_as(by, Method::POST, &self.at("registrations/"), &json!({ "join_code": code })).await
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
async fn holder_of_the_newest_code_registers_and_no_one_else() {
    let mut hall = Hall::with(json!({"registration_policy": "JOIN_CODE"})).await;
    let (_, anna) = hall.player("anna").await;
    assert_eq!(hall.told().await[1], TournamentEvent::JoinCodeMade { number: 1 }, "the event has a code at once");
    let made = hall.another_code().await;
    let first = made["code"].as_str().unwrap().to_owned();
    assert!(first.starts_with(&format!("{}-", hall.event)), "{made}");
    assert!(made["url"].as_str().unwrap().ends_with(&format!("/join/{first}/")), "{made}");
    let code = hall.another_code().await["code"].as_str().unwrap().to_owned();
    let without = hall.send_as(&anna, Method::POST, &hall.at("registrations/"), &json!({})).await;
    assert!(without.fault("join_code").contains("join code"));
    for wrong in ["", "x", &hall.event.to_string(), &first, &code.replace(&hall.event.to_string(), "99")] {
        assert!(hall.join(&anna, wrong).await.fault("join_code").contains("not it"), "{wrong}");
    }
    assert_eq!(hall.registrations().await, 0, "failed attempts take no place");
    let joined = hall.join(&anna, &code.to_lowercase().replace('-', " ")).await.json(201);
    assert_eq!(joined["registration_status"], "COMPLETE");
    let told = serde_json::to_string(&hall.told().await).unwrap();
    let letters = code.split_once('-').unwrap().1;
    assert!(!told.contains(letters) && !joined.to_string().contains(letters), "the code stands nowhere");
    hall.api.register("bert", None).await;
    let by_staff = hall.send(Method::POST, &hall.at("registrations/"), &json!({"username": "bert"})).await;
    assert_eq!(by_staff.json(201)["registration_status"], "COMPLETE", "staff needs no code");
}

#[tokio::test]
async fn registration_opens_and_closes_by_the_clock_for_people_and_staff_is_not_bound() {
    let window = json!({"registration_opens": "2026-03-15T11:00:00Z", "registration_closes": "2026-03-15T12:00:00Z"});
    let mut hall = Hall::with(window).await;
    let mut people = Vec::new();
    for name in ["anna", "bert", "cara"] {
        people.push(hall.player(name).await.1);
    }
    let sign_up = async |by| hall.send_as(by, Method::POST, &hall.at("registrations/"), &json!({})).await;
    let early = sign_up(&people[0]).await.problem(409);
    assert_eq!(early["registration_opens"], "2026-03-15T11:00:00Z");
    assert_eq!(early["detail"], "Registration opens on 2026-03-15, 11:00 (UTC).");
    hall.api.clock.advance(TimeDelta::minutes(40));
    assert_eq!(sign_up(&people[0]).await.status, 201, "before the service has noted the status");
    hall.step("REGISTRATION_OPEN").await.json(200);
    hall.step("REGISTRATION_CLOSED").await.json(200);
    let closed = sign_up(&people[1]).await.problem(409);
    assert!(closed.get("registration_opens").is_none(), "staff has closed it: {closed}");
    hall.step("REGISTRATION_OPEN").await.json(200);
    hall.api.clock.advance(TimeDelta::hours(1));
    let late = sign_up(&people[1]).await.problem(409);
    assert_eq!(late["detail"], "Registration closed on 2026-03-15, 12:00 (UTC).");
    assert_eq!(sign_up(&people[0]).await.status, 200, "who is registered stays so");
    let by_staff = hall.send(Method::POST, &hall.at("registrations/"), &json!({"username": "cara"})).await;
    assert_eq!(by_staff.status, 201);
}

#[tokio::test]
async fn who_waits_for_approval_has_a_place_until_staff_decides() {
    let mut hall = Hall::with(json!({"needs_approval": true, "capacity": 1})).await;
    let ((_, anna), (_, bert)) = (hall.player("anna").await, hall.player("bert").await);
    let sign_up = async |by| hall.send_as(by, Method::POST, &hall.at("registrations/"), &json!({})).await;
    let waits = sign_up(&anna).await.json(201);
    assert_eq!(waits["registration_status"], "IN_WAITING_ROOM");
    assert_eq!(sign_up(&bert).await.json(201)["registration_status"], "ON_WAITLIST");
    let entry = hall.at(&format!("registrations/{}/", waits["id"]));
    let own = hall.send_as(&anna, Method::PATCH, &entry, &json!({"registration_status": "COMPLETE"})).await;
    assert!(own.status == 403 || own.status == 404, "nobody approves themselves: {}", own.text());
    let approved = hall.send(Method::PATCH, &entry, &json!({"registration_status": "COMPLETE"})).await.json(200);
    assert_eq!(approved["registration_status"], "COMPLETE");
    hall.send(Method::PATCH, &entry, &json!({"registration_status": "CANCELED"})).await.json(200);
    assert_eq!(sign_up(&anna).await.json(201)["registration_status"], "ON_WAITLIST", "bert is first now");
}

#[tokio::test]
async fn policy_says_who_registers_themselves() {
    let mut hall = Hall::with(json!({"registration_policy": "STAFF"})).await;
    let (_, anna) = hall.player("anna").await;
    let sign_up = async || hall.send_as(&anna, Method::POST, &hall.at("registrations/"), &json!({})).await;
    assert!(sign_up().await.detail(403).contains("staff registers"));
    for policy in ["EVERYONE", "ACCOUNTS"] {
        let path = hall.at("");
        hall.send(Method::PATCH, &path, &json!({"registration_policy": policy})).await.json(200);
        assert!(sign_up().await.status < 300, "{policy}");
    }
}
