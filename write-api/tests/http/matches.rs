//! Matches: results reported, confirmed and corrected; changes by judges.

use axum::http::Method;
use proto_events::vocabulary::Role;
use serde_json::{Value, json};

use crate::events::Hall;
use crate::harness::Reply;
use crate::rounds::{games, in_progress, tables, user_of};

/// An event whose first round is in progress, and the first match.
async fn playing(players: i64) -> (Hall, Value, Value) {
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
    async fn correct(&self, table: &Value, first: i32, second: i32) -> Reply {
        let body = json!({ "games_won": games(table, first, second) });
        self.send(Method::PUT, &at(self, table, "result/"), &body).await
    }

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
        (json!({}), "games_won", "Say how many games"),
        (json!({"games_won": {"77": 2}}), "games_won", "Registration 77 does not play here"),
        (json!({"games_won": [2, 1]}), "games_won", "Must be an object"),
        (json!({"games_won": {"1": "2"}}), "games_won.1", "from 0 to 9"),
        (json!({"games_won": {"one": 2}}), "games_won", "`one` is not the id"),
        (json!({"games_won": {"1": 10}}), "games_won.1", "from 0 to 9"),
        (json!({"games_won": {"1": -1}}), "games_won.1", "from 0 to 9"),
        (json!({"games_won": {"1": 2}, "games_drawn": -1}), "games_drawn", "from 0 to 9"),
        (json!({"games_won": {"1": 2}, "games_drawn": 10}), "games_drawn", "from 0 to 9"),
        (json!({"games_won": {"1": 2}, "intentional_draw": true}), "intentional_draw", "without games"),
    ] {
        for method in [Method::POST, Method::PUT] {
            let fault = hall.send(method, &path, &body).await.fault(field);
            assert!(fault.contains(said), "{body}: {fault}");
        }
    }
}

#[tokio::test]
async fn a_correction_says_what_it_leads_to() {
    let (hall, round, table) = playing(8).await;
    let nothing = json!({"standings_of_rounds": [], "rounds_paired_before": [], "rounds_to_pair": [], "cut": null});
    let early = hall.correct(&table, 2, 1).await.json(200);
    assert_eq!((&early["effects"], &early["is_confirmed"]), (&nothing, &json!(false)), "the first is a report");
    for table in &tables(&round)[1..] {
        hall.report(table, 2, 0).await.json(200);
    }
    hall.to_round(&round, "complete", &json!({})).await.json(200);
    hall.send(Method::POST, &hall.at("cut/"), &json!({"size": 4})).await.json(200);
    let semifinals = hall.add("playoff").await;
    let corrected = hall.correct(&table, 0, 2).await;
    let answer = corrected.json(200);
    assert_eq!(answer["winning_registration"], entry(&table, 1));
    let effects = &answer["effects"];
    assert_eq!((&effects["standings_of_rounds"], &effects["rounds_paired_before"]), (&json!([1]), &json!([2])));
    let cut = &effects["cut"];
    assert_eq!((&cut["after_round_number"], &cut["can_be_made_again"]), (&json!(1), &json!(true)));
    assert!(cut["would_advance"].as_array().unwrap().contains(&json!(entry(&table, 1))), "{cut}");
    let again = hall.correct(&table, 0, 2).await;
    assert_eq!((again.json(200), again.header("etag")), (answer.clone(), corrected.header("etag")));

    let made = hall.send(Method::POST, &hall.at("cut/"), &json!({"size": 4})).await.json(200);
    let on: Vec<_> =
        made["advancing"].as_array().unwrap().iter().map(|seed| seed["registrations"][0].clone()).collect();
    assert_eq!(Value::Array(on), cut["would_advance"]);
    hall.to_round(&semifinals, "start", &json!({})).await.problem(409);
    hall.to_round(&semifinals, "pair", &json!({})).await.json(200);
    hall.start(&semifinals).await;
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
async fn match_that_both_lose_has_no_winner_and_gives_no_points() {
    let (mut hall, round, table) = playing(4).await;
    let path = at(&hall, &table, "result/");
    let both_lose = json!({"both_lose": true});
    let player = hall.token(entry(&table, 0)).await;
    let refusal = hall.send_as(&player, Method::POST, &path, &both_lose).await.detail(409);
    assert!(refusal.contains("event's staff can report"), "{refusal}");
    let mixed = json!({"both_lose": true, "games_won": games(&table, 2, 0)});
    hall.send(Method::POST, &path, &mixed).await.fault("both_lose");
    let zero = hall.report(&table, 0, 0).await.fault("games_won").to_owned();
    assert!(zero.contains("both_lose"), "{zero}");
    let lost = hall.send(Method::PUT, &path, &both_lose).await.json(200);
    assert_eq!((&lost["winning_registration"], &lost["match_is_loss"]), (&Value::Null, &json!(true)));
    let completed = hall.to_round(&round, "complete", &json!({"unreported": "loss"})).await.json(200);
    assert!(completed["matches"].as_array().unwrap().iter().all(|table| table["match_is_loss"] == true));
}
