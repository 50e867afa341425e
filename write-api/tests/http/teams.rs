//! Teams: formed and dropped.

use axum::http::Method;
use proto_events::TournamentEvent;
use proto_events::ids::{RegistrationId, UserId};
use proto_events::vocabulary::RegistrationStatus;
use serde_json::json;

use crate::events::Hall;
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
