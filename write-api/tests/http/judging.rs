//! Penalties, calls for a judge, and random deck checks.

use axum::http::Method;
use proto_events::TournamentEvent;
use proto_events::vocabulary::{RegistrationStatus, Role};
use serde_json::{Value, json};

use crate::events::Hall;
use crate::rounds::{in_progress, user_of};

/// An event whose first round is in progress, the round, and its first match.
async fn playing(players: i64) -> (Hall, Value, Value) {
    let hall = in_progress(players, json!({})).await;
    let round = hall.add("swiss").await;
    hall.start(&round).await;
    let table = round["matches"][0].clone();
    (hall, round, table)
}

fn player(table: &Value, place: usize) -> i64 {
    table["players"][place]["registration"].as_i64().unwrap()
}

#[tokio::test]
async fn a_penalty_is_recorded_with_its_match_and_changes_nothing_else() {
    let (hall, round, table) = playing(4).await;
    let entry = player(&table, 0);
    let body = json!({
        "registration_id": entry, "match_id": table["id"], "infraction": "Tardiness", "penalty": "GAME_LOSS",
        "note": "Twelve minutes",
    });
    let before = hall.told().await.len();
    let issued = hall.send(Method::POST, &hall.at("penalties/"), &body).await.json(201);
    assert_eq!((&issued["penalty"], &issued["note"]), (&json!("GAME_LOSS"), &json!("Twelve minutes")));
    assert_eq!((&issued["round_id"], &issued["round_number"]), (&round["id"], &json!(1)));
    assert_eq!((&issued["registration_id"], &issued["table_number"]), (&json!(entry), &table["table_number"]));
    assert_eq!((&issued["event_name"], &issued["withdrawn_at"]), (&json!("Open"), &Value::Null));
    assert_eq!(hall.told().await.len(), before + 1, "no result and no registration changed");

    let path = hall.at(&format!("penalties/{}/", issued["id"]));
    let withdrawn = hall.send(Method::DELETE, &path, &Value::Null).await.json(200);
    assert!(withdrawn["withdrawn_at"].is_string(), "{withdrawn}");
    let restored = hall.send(Method::POST, &format!("{path}restore/"), &json!({})).await.json(200);
    assert_eq!(restored, issued);
}

#[tokio::test]
async fn judges_issue_penalties_and_players_and_readers_do_not() {
    let (mut hall, _, table) = playing(2).await;
    let body = json!({ "registration_id": player(&table, 0), "infraction": "Slow play", "penalty": "WARNING" });
    let path = hall.at("penalties/");
    let judge = ("x-api-key", hall.api.issue(hall.store.id, Role::Judge).await);
    let read_only = ("x-api-key", hall.api.issue(hall.store.id, Role::ReadOnly).await);
    hall.send_as(&judge, Method::POST, &path, &body).await.json(201);
    assert_eq!(hall.send_as(&read_only, Method::POST, &path, &body).await.status, 403);
    let [token, _] = hall.api.person(user_of(player(&table, 0)).0, None).await;
    assert_eq!(hall.send_as(&token, Method::POST, &path, &body).await.status, 403);
}

#[tokio::test]
async fn what_a_penalty_says_is_checked_all_at_once() {
    let (hall, ..) = playing(2).await;
    let body = json!({ "registration_id": "one", "infraction": "", "penalty": "LOSS", "note": "x".repeat(2_001) });
    let problem = hall.send(Method::POST, &hall.at("penalties/"), &body).await.problem(400);
    let fields: Vec<_> = problem["errors"].as_object().unwrap().keys().collect();
    assert!(["penalty", "registration_id"].iter().all(|field| fields.contains(&&(*field).to_owned())), "{problem}");
}

#[tokio::test]
async fn players_call_a_judge_to_their_own_match_once() {
    let (mut hall, _, table) = playing(4).await;
    let path = hall.at("calls/");
    let body = json!({ "match_id": table["id"], "note": "Who won?" });
    let [own, _] = hall.api.person(user_of(player(&table, 0)).0, None).await;
    let call = hall.send_as(&own, Method::POST, &path, &body).await.json(201);
    assert_eq!((&call["status"], &call["registration_id"]), (&json!("OPEN"), &json!(player(&table, 0))));
    let again = hall.send_as(&own, Method::POST, &path, &json!({ "match_id": table["id"] })).await;
    assert_eq!(again.json(200), call);

    let outsider = (1..=4).find(|entry| ![player(&table, 0), player(&table, 1)].contains(entry)).unwrap();
    let [other, _] = hall.api.person(user_of(outsider).0, None).await;
    let refused = hall.send_as(&other, Method::POST, &path, &body).await;
    assert!(refused.detail(403).contains("your own match"));
    let nameless = hall.send_as(&own, Method::POST, &path, &json!({ "note": "Here" })).await.problem(400);
    assert!(nameless["errors"]["match_id"].is_array(), "{nameless}");
    let answer = hall.at(&format!("calls/{}/answer/", call["id"]));
    assert_eq!(hall.send_as(&own, Method::POST, &answer, &json!({})).await.status, 403, "judges answer calls");
}

#[tokio::test]
async fn one_judge_takes_a_call_and_any_closes_it() {
    let (mut hall, _, table) = playing(2).await;
    let call = hall.send(Method::POST, &hall.at("calls/"), &json!({ "match_id": table["id"] })).await.json(201);
    let at = |step: &str| format!("/api/v1/magic-events/{}/calls/{}/{step}/", hall.event, call["id"]);
    let (answer, close) = (at("answer"), at("close"));
    let first = ("x-api-key", hall.api.issue(hall.store.id, Role::Judge).await);
    let second = ("x-api-key", hall.api.issue(hall.store.id, Role::Judge).await);
    let taken = hall.send_as(&first, Method::POST, &answer, &json!({})).await.json(200);
    assert_eq!(taken["status"], "ANSWERED");
    assert!(hall.send_as(&second, Method::POST, &answer, &json!({})).await.detail(409).contains("Another judge"));
    let closed = hall.send_as(&second, Method::POST, &close, &json!({})).await.json(200);
    assert_eq!((&closed["status"], &closed["answered_by"]), (&json!("CLOSED"), &taken["answered_by"]));
}

#[tokio::test]
async fn tables_are_drawn_for_deck_checks_once_for_a_key() {
    let (hall, round, _) = playing(8).await;
    let path = hall.at(&format!("rounds/{}/deck-checks/", round["id"]));
    let draw =
        async |key: &str| hall.send_with(("idempotency-key", key), Method::POST, &path, &json!({"count": 2})).await;
    let checked = |round: &Value| {
        let tables = round["matches"].as_array().unwrap();
        tables.iter().filter(|table| table["deck_check_started"] == true).count()
    };
    let first = draw("key-number-1").await.json(200);
    assert_eq!((checked(&first), draw("key-number-1").await.json(200)), (2, first));
    assert_eq!(checked(&draw("key-number-2").await.json(200)), 4);
    assert!(draw("key-number-3").await.detail(409).contains("have a deck check"));
    let none = hall.send(Method::POST, &path, &json!({"count": 0})).await.problem(400);
    assert!(none["errors"]["count"].is_array(), "{none}");
}

#[tokio::test]
async fn what_judges_record_is_kept_when_the_player_leaves() {
    let (hall, _, table) = playing(2).await;
    let entry = player(&table, 0);
    let body = json!({ "registration_id": entry, "infraction": "Cheating", "penalty": "DISQUALIFICATION" });
    let issued = hall.send(Method::POST, &hall.at("penalties/"), &body).await.json(201);
    let path = hall.at(&format!("registrations/{entry}/disqualify/"));
    let out = hall.send(Method::POST, &path, &json!({})).await.json(200);
    assert_eq!(out["registration_status"], RegistrationStatus::Disqualified.wire_name());
    let kept = hall.send(Method::DELETE, &hall.at(&format!("penalties/{}/", issued["id"])), &Value::Null).await;
    assert_eq!(kept.json(200)["infraction"], "Cheating");
    let is_penalty = |event: &TournamentEvent| matches!(event, TournamentEvent::PenaltyIssued { .. });
    assert_eq!(hall.told().await.iter().filter(|event| is_penalty(event)).count(), 1);
}
