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

/// Returns all requests about a match, with valid bodies.
fn requests(hall: &Hall, id: i64) -> Vec<(Method, String, Value)> {
    let at = |below: &str| hall.at(&format!("matches/{id}/{below}"));
    vec![
        (Method::POST, at("result/"), json!({"games_won": {"1": 2}})),
        (Method::PUT, at("result/"), json!({"games_won": {"1": 2}})),
        (Method::POST, at("confirm/"), json!({})),
        (Method::PATCH, at(""), json!({"is_feature_match": true})),
    ]
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
async fn a_result_is_reported_once_for_a_key() {
    let (hall, _, table) = playing(4).await;
    let (path, body) = (at(&hall, &table, "result/"), json!({ "games_won": games(&table, 2, 0) }));
    let report = async || hall.send_with(("idempotency-key", "key-number-1"), Method::POST, &path, &body).await;
    let first = report().await;
    hall.correct(&table, 2, 1).await.json(200);
    assert_eq!(report().await.json(200), first.json(200), "the first answer, whatever happened since");
}

#[tokio::test]
async fn players_report_their_own_match_and_the_other_one_confirms() {
    let (mut hall, round, table) = playing(4).await;
    let (one, other) = (hall.token(entry(&table, 0)).await, hall.token(entry(&table, 1)).await);
    let stranger = hall.token(entry(&round["matches"][1], 0)).await;
    let nobody = hall.token(77).await;
    let (path, confirm) = (at(&hall, &table, "result/"), at(&hall, &table, "confirm/"));
    let says = |first, second| json!({ "games_won": games(&table, first, second) });
    for outsider in [&stranger, &nobody] {
        let refused = hall.send_as(outsider, Method::POST, &path, &says(2, 0)).await.detail(403);
        assert!(refused.contains("You do not play in this match"), "{refused}");
        hall.send_as(outsider, Method::POST, &confirm, &json!({})).await.problem(403);
    }
    assert_eq!(hall.send_as(&one, Method::POST, &confirm, &json!({})).await.problem(409)["status"], 409);
    hall.send_as(&one, Method::POST, &path, &says(2, 1)).await.json(200);
    hall.send_as(&one, Method::POST, &path, &says(2, 0)).await.json(200);
    assert!(hall.send_as(&one, Method::POST, &confirm, &json!({})).await.detail(409).contains("other side must"));
    hall.send_as(&other, Method::POST, &path, &says(0, 2)).await.problem(409);
    let confirmed = hall.send_as(&other, Method::POST, &confirm, &json!({})).await.json(200);
    assert_eq!(confirmed["is_confirmed"], true);
    assert_eq!(hall.send_as(&one, Method::POST, &confirm, &json!({})).await.json(200), confirmed, "it stays confirmed");
    hall.send_as(&one, Method::POST, &path, &says(2, 1)).await.problem(409);
    hall.send_as(&one, Method::PUT, &path, &says(2, 1)).await.problem(403);

    let second = &round["matches"][1];
    let reporter = json!({ "games_won": games(second, 2, 0) });
    let path = at(&hall, second, "result/");
    hall.send_as(&stranger, Method::POST, &path, &reporter).await.json(200);
    let opponent = hall.token(entry(second, 1)).await;
    let same = hall.send_as(&opponent, Method::POST, &path, &reporter).await.json(200);
    assert_eq!(same["is_confirmed"], true, "the same result from the other side confirms");
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
async fn a_result_that_the_match_cannot_have_is_refused_with_the_possible_ones() {
    let hall = in_progress(4, json!({"best_of": 3})).await;
    let round = hall.add("swiss").await;
    hall.start(&round).await;
    let table = &round["matches"][0];
    let possible = "Possible results in best of 3, for either player: 2-0, 2-1, 1-0, 1-1, with at most 3 drawn games, \
                    or 0-0 with 1 to 3 drawn games.";
    assert_eq!(hall.report(table, 3, 0).await.fault("games_won"), possible);
    hall.report(table, 2, 1).await.json(200);
    assert_eq!(hall.correct(table, 2, 2).await.fault("games_won"), possible);
    hall.correct(table, 1, 2).await.json(200);
}

#[tokio::test]
async fn what_is_over_or_has_not_begun_is_told_with_what_is_legal() {
    let hall = in_progress(3, json!({})).await;
    let round = hall.add("swiss").await;
    let (table, bye) = (&round["matches"][0], &round["matches"][1]);
    for refused in [hall.report(table, 2, 0).await, hall.correct(table, 2, 0).await] {
        let problem = refused.problem(409);
        assert_eq!(problem["legal"], json!(["IN_PROGRESS"]));
        assert!(problem["detail"].as_str().unwrap().starts_with("Round 1 is UPCOMING"), "{problem}");
    }
    hall.start(&round).await;
    let confirm = hall.send(Method::POST, &at(&hall, table, "confirm/"), &json!({})).await.detail(409);
    assert!(confirm.contains("no result yet"), "{confirm}");
    let alone = json!({"games_won": {entry(bye, 0).to_string(): 2}});
    for method in [Method::POST, Method::PUT] {
        let refused = hall.send(method, &at(&hall, bye, "result/"), &alone).await.detail(409);
        assert!(refused.contains("is not played between two opponents"), "{refused}");
    }
    hall.report(table, 2, 0).await.json(200);
    hall.to_round(&round, "complete", &json!({})).await.json(200);
    assert_eq!(hall.report(table, 2, 0).await.problem(409)["legal"], json!(["IN_PROGRESS"]));
    let late = [json!({"time_extension_seconds": 60}), json!({"deck_check_started": true})];
    for body in &late {
        let refused = hall.send(Method::PATCH, &at(&hall, table, ""), body).await.problem(409);
        assert_eq!(refused["legal"], json!(["IN_PROGRESS"]), "{body}");
    }
    hall.send(Method::PATCH, &at(&hall, table, ""), &json!({"is_feature_match": true})).await.json(200);
}

#[tokio::test]
async fn matches_are_for_those_who_may() {
    let (mut hall, _, table) = playing(2).await;
    let id = table["id"].as_i64().unwrap();
    let (judge, reader) = (
        hall.api.key_for(hall.store.id, Role::Judge, false).await,
        hall.api.key_for(hall.store.id, Role::ReadOnly, false).await,
    );
    let stranger = hall.api.found("Other").await.key;
    let head = hall.api.head().await;
    for (method, path, body) in requests(&hall, id) {
        hall.api.as_key(&reader, method.clone(), &path, &body).await.problem(403);
        let by_judge = hall.api.as_key(&judge, method.clone(), &path, &Value::Null).await.status;
        assert_eq!(by_judge == 403, method != Method::PATCH, "{method} {path}");
        let foreign = hall.api.as_key(&stranger, method.clone(), &path, &body).await.detail(404);
        let nowhere = path.replacen(&format!("/{}/", hall.event), "/9999/", 1);
        let nobodys = hall.api.as_key(&stranger, method.clone(), &nowhere, &body).await.detail(404);
        assert_eq!(
            foreign.replace(&format!("`{}`", hall.event), "`9999`"),
            nobodys,
            "the two answers must be the same"
        );
        let unknown = path.replace(&format!("matches/{id}/"), "matches/99999/");
        let told = hall.send(method.clone(), &unknown, &body).await.detail(404);
        assert!(told.contains("no match with the id `99999`"), "{told}");
        let stale = hall.send_with(("if-match", "\"1\""), method.clone(), &path, &body).await;
        stale.problem(412);
        hall.api.send(method, &path, &[], body.to_string()).await.problem(401);
    }
    assert_eq!(hall.api.head().await, head);
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
