//! Matches and their results.

use axum::http::Method;
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

#[tokio::test]
async fn a_result_is_reported_once_by_games() {
    let (hall, round, table) = playing(4).await;
    let reported = hall.report(&table, 1, 2).await;
    let answer = reported.json(200);
    assert_eq!(reported.header("etag"), format!("\"{}\"", hall.told().await.len()));
    assert_eq!(answer["players"][1]["games_won"], 2);
    let winner = &table["players"][1]["registration"];
    assert_eq!((&answer["winning_registration"], &answer["status"]), (winner, &json!("COMPLETE")));
    assert_eq!((&answer["is_reported"], &answer["is_confirmed"]), (&json!(true), &json!(false)));
    let again = hall.report(&table, 1, 2).await;
    assert_eq!((again.json(200), again.header("etag")), (answer, reported.header("etag")));
    let other = hall.report(&table, 2, 0).await.detail(409);
    assert_eq!(other, "Another result was reported, 1-2. The event's staff can correct it with PUT.");

    let agreed = json!({"intentional_draw": true});
    let draw = hall.send(Method::POST, &hall.result_of(&round["matches"][1]), &agreed).await.json(200);
    assert_eq!((&draw["games_drawn"], &draw["match_is_intentional_draw"]), (&json!(3), &json!(true)));
    assert_eq!(draw["winning_registration"], Value::Null);
}

#[tokio::test]
async fn games_that_make_no_result_are_told_by_field() {
    let (hall, _, table) = playing(2).await;
    let path = hall.result_of(&table);
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
async fn an_event_without_a_page_is_known_to_its_players_alone() {
    let mut hall = in_progress(2, json!({"is_unlisted": true})).await;
    let round = hall.add("swiss").await;
    hall.start(&round).await;
    let table = &round["matches"][0];
    let (path, body) = (hall.result_of(table), json!({ "games_won": games(table, 2, 0) }));
    let [stranger, _] = hall.api.person(user_of(77).0, None).await;
    hall.send_as(&stranger, Method::POST, &path, &body).await.problem(404);
    let [player, _] = hall.api.person(user_of(1).0, None).await;
    hall.send_as(&player, Method::POST, &path, &body).await.json(200);
}
