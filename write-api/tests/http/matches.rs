//! Matches: results; changes and penalties by judges.

use axum::http::Method;
use proto_events::vocabulary::Role;
use serde_json::{Value, json};

use crate::events::Hall;
use crate::rounds::{games, in_progress, user_of};

/// An event whose first round is in progress, and the first match.
pub(crate) async fn playing(players: i64) -> (Hall, Value, Value) {
    let hall = in_progress(players, json!({})).await;
    let round = hall.add("swiss").await;
    hall.start(&round).await;
    let table = round["matches"][0].clone();
    (hall, round, table)
}

fn at(hall: &Hall, table: &Value, below: &str) -> String {
    hall.at(&format!("matches/{}/{below}", table["id"]))
}

/// Returns the registration of a player of a match.
fn entry(table: &Value, place: usize) -> i64 {
    table["players"][place]["registration"].as_i64().unwrap()
}

impl Hall {
    /// Returns the header of a player's token.
    async fn token(&mut self, entry: i64) -> (&'static str, String) {
        let [token, _] = self.api.person(user_of(entry).0, None).await;
        token
    }
}

#[tokio::test]
async fn a_result_is_reported_once_by_games() {
    let (hall, round, table) = playing(4).await;
    let reported = hall.report(&table, 1, 2).await;
    let answer = reported.json(200);
    assert_eq!(reported.header("etag"), format!("\"{}\"", hall.told().await.len()));
    assert_eq!(answer["players"][1]["games_won"], 2);
    assert_eq!((&answer["winning_registration"], &answer["status"]), (&json!(entry(&table, 1)), &json!("COMPLETE")));
    assert_eq!((&answer["is_reported"], &answer["is_confirmed"]), (&json!(true), &json!(false)));
    let again = hall.report(&table, 1, 2).await;
    assert_eq!((again.json(200), again.header("etag")), (answer, reported.header("etag")));
    let other = hall.report(&table, 2, 0).await.detail(409);
    assert_eq!(other, "Another result was reported, 1-2. The event's staff can correct it with PUT.");

    let agreed = json!({"intentional_draw": true});
    let draw = hall.send(Method::POST, &at(&hall, &round["matches"][1], "result/"), &agreed).await.json(200);
    assert_eq!((&draw["games_drawn"], &draw["match_is_intentional_draw"]), (&json!(3), &json!(true)));
    assert_eq!(draw["winning_registration"], Value::Null);
}

#[tokio::test]
async fn games_that_make_no_result_are_told_by_field() {
    let (hall, _, table) = playing(2).await;
    let path = at(&hall, &table, "result/");
    for (body, field, said) in [
        (json!({"games_won": [2, 1]}), "games_won", "Must be an object"),
        (json!({"games_won": {"1": "2"}}), "games_won.1", "from 0 to 9"),
        (json!({"games_won": {"one": 2}}), "games_won", "`one` is not the id"),
        (json!({"games_won": {"1": 10}}), "games_won.1", "from 0 to 9"),
        (json!({"games_won": {"1": -1}}), "games_won.1", "from 0 to 9"),
        (json!({"games_won": {"1": 2}, "games_drawn": -1}), "games_drawn", "from 0 to 9"),
        (json!({"games_won": {"1": 2}, "games_drawn": 10}), "games_drawn", "from 0 to 9"),
    ] {
        for method in [Method::POST, Method::PUT] {
            let fault = hall.send(method, &path, &body).await.fault(field);
            assert!(fault.contains(said), "{body}: {fault}");
        }
    }
}

#[tokio::test]
async fn judges_note_what_they_see() {
    let (mut hall, _, table) = playing(4).await;
    let judge = hall.api.register("judge", None).await;
    hall.api.take_in(hall.store.id, judge, Role::Judge).await;
    let key = hall.api.key_for(hall.store.id, Role::Judge, false).await;
    let path = at(&hall, &table, "");
    let body = json!({
        "is_feature_match": true, "assigned_judge": judge.0, "time_extension_seconds": 180, "deck_check_started": true,
    });
    let noted = hall.api.as_key(&key, Method::PATCH, &path, &body).await;
    let answer = noted.json(200);
    for (field, value) in body.as_object().unwrap() {
        assert_eq!(answer[field], *value, "{field}");
    }
    let again = hall.api.as_key(&key, Method::PATCH, &path, &body).await;
    assert_eq!((again.json(200), again.header("etag")), (answer, noted.header("etag")));
    let taken_off = hall.api.as_key(&key, Method::PATCH, &path, &json!({"assigned_judge": null})).await.json(200);
    assert_eq!((&taken_off["assigned_judge"], &taken_off["is_feature_match"]), (&Value::Null, &json!(true)));
    for (body, field) in [
        (json!({"assigned_judge": user_of(1).0}), "assigned_judge"),
        (json!({"time_extension_seconds": -1}), "time_extension_seconds"),
        (json!({"time_extension_seconds": 7_201}), "time_extension_seconds"),
        (json!({"deck_check_started": false, "deck_check_completed": true}), "deck_check_completed"),
        (json!({"is_feature_match": "yes"}), "is_feature_match"),
    ] {
        hall.send(Method::PATCH, &path, &body).await.fault(field);
    }
}

#[tokio::test]
async fn an_event_without_a_page_is_known_to_its_players_alone() {
    let mut hall = in_progress(2, json!({"is_unlisted": true})).await;
    let round = hall.add("swiss").await;
    hall.start(&round).await;
    let table = &round["matches"][0];
    let (path, body) = (at(&hall, table, "result/"), json!({ "games_won": games(table, 2, 0) }));
    let stranger = hall.token(77).await;
    hall.send_as(&stranger, Method::POST, &path, &body).await.problem(404);
    let player = hall.token(1).await;
    hall.send_as(&player, Method::POST, &path, &body).await.json(200);
}

#[tokio::test]
async fn a_penalty_is_recorded_with_its_match_and_changes_nothing_else() {
    let (hall, round, table) = playing(4).await;
    let player = entry(&table, 0);
    let body = json!({
        "registration_id": player, "match_id": table["id"], "infraction": "Tardiness", "penalty": "GAME_LOSS",
        "note": "Twelve minutes",
    });
    let before = hall.told().await.len();
    let issued = hall.send(Method::POST, &hall.at("penalties/"), &body).await.json(201);
    assert_eq!((&issued["penalty"], &issued["note"]), (&json!("GAME_LOSS"), &json!("Twelve minutes")));
    assert_eq!((&issued["round_id"], &issued["round_number"]), (&round["id"], &json!(1)));
    assert_eq!((&issued["registration_id"], &issued["table_number"]), (&json!(player), &table["table_number"]));
    assert_eq!((&issued["event_name"], &issued["withdrawn_at"]), (&json!("Open"), &Value::Null));
    assert_eq!(hall.told().await.len(), before + 1, "no result and no registration changed");

    let path = hall.at(&format!("penalties/{}/", issued["id"]));
    let withdrawn = hall.send(Method::DELETE, &path, &Value::Null).await.json(200);
    assert!(withdrawn["withdrawn_at"].is_string(), "{withdrawn}");
    let restored = hall.send(Method::POST, &format!("{path}restore/"), &json!({})).await.json(200);
    assert_eq!(restored, issued);
}
