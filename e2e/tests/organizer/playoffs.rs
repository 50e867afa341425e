//! Playoffs of any size, and ranked ones.

use e2e::TestApp;
use e2e::generate::Dice;
use reqwest::Method;
use serde_json::{Value, json};

use crate::hall::{Hall, Round, result};
use crate::ledger::{Ledger, assert_standings, chance, winner};
use crate::players::people;

/// An event with this many players after three Swiss rounds. Returns the standings too, best first.
async fn after_swiss<'a>(app: &'a TestApp, players: usize, fields: Value) -> (Hall<'a>, Ledger, Vec<i64>) {
    let mut people = people(app, players).await;
    let hall = Hall::with_players(app, "MODERN", fields, &mut people).await;
    let mut ledger = Ledger::new(people.iter().map(|player| player.entry));
    let (mut dice, mut last) = (Dice(5), 0);
    for number in 1..=3 {
        let round = hall.add("swiss").await;
        let scores = hall.play(&round, |table| chance(&mut dice, table)).await;
        ledger.note(&round, &scores);
        assert_standings(&hall.standings(round.id).await, &ledger.standings(number, |_| true));
        last = round.id;
    }
    let order = hall.standings(last).await.into_iter().map(|(entry, _)| entry).collect();
    (hall, ledger, order)
}

/// Plays the next round of the playoff. `wins` decides whether the first player beats the second.
async fn play(hall: &Hall<'_>, ledger: &mut Ledger, wins: impl Fn(i64, i64) -> bool) -> Round {
    let round = hall.add("playoff").await;
    let mut dice = Dice(u64::try_from(round.number).unwrap());
    let scores = hall
        .play(&round, |table| {
            let [won, lost, drawn] = winner(&mut dice);
            let (more, less) = (won.max(lost), won.min(lost));
            let first_wins = wins(table.players[0], table.players[1]);
            if first_wins { [more, less, drawn] } else { [less, more, drawn] }
        })
        .await;
    ledger.note_playoff(&round, &scores);
    round
}

/// The players in the order of their final places.
async fn places(hall: &Hall<'_>) -> Vec<i64> {
    let mut entries: Vec<(i64, i64)> = Vec::new();
    for entry in hall.look("registrations/").await.as_array().unwrap() {
        let place = entry["final_place_in_standings"].as_i64().unwrap();
        entries.push((place, entry["id"].as_i64().unwrap()));
    }
    entries.sort_unstable();
    entries.into_iter().map(|(_, entry)| entry).collect()
}

#[tokio::test]
async fn in_a_playoff_of_six_the_best_two_have_byes() {
    let app = TestApp::start().await;
    let (hall, mut ledger, order) = after_swiss(&app, 9, json!({ "swiss_rounds": 3, "top_cut": 6 })).await;
    let seeds: Vec<i64> = hall.cut(6).await.concat();
    assert_eq!(seeds, order[..6]);
    let [first, second, third, fourth, fifth, sixth] = [0, 1, 2, 3, 4, 5].map(|seed: usize| seeds[seed]);

    let quarter = play(&hall, &mut ledger, |one, other| one > other).await;
    assert_eq!((quarter.pairs(), quarter.byes()), (vec![[fourth, fifth], [third, sixth]], vec![first, second]));
    let standings = hall.standings(quarter.id).await;
    let byes = standings.iter().filter(|(entry, _)| [first, second].contains(entry));
    assert!(byes.clone().count() == 2 && byes.clone().all(|(_, line)| line["playoff_wins"] == 0), "byes are no wins");
    let of = |one: i64, other: i64| if one > other { one } else { other };
    let semi = play(&hall, &mut ledger, |one, _| [first, second].contains(&one)).await;
    assert_eq!(semi.pairs(), [[first, of(fourth, fifth)], [second, of(third, sixth)]]);
    let last = play(&hall, &mut ledger, |_, _| false).await;
    assert_eq!((last.pairs(), &last.told["final_round_in_event"]), (vec![[first, second]], &json!(true)));
    hall.lifecycle("EVENT_FINISHED").await;
    let places = places(&hall).await;
    assert_eq!(places[..2], [second, first]);
    assert_eq!(places, ledger.final_order(&order));
    app.stop().await;
}

#[tokio::test]
async fn in_a_ranked_playoff_the_best_who_is_left_meets_the_worst() {
    let app = TestApp::start().await;
    let fields = json!({ "swiss_rounds": 3, "top_cut": 8, "ranked_playoff": true });
    let (hall, mut ledger, order) = after_swiss(&app, 11, fields).await;
    let seeds: Vec<i64> = hall.cut(8).await.concat();
    let seed = |number: usize| seeds[number - 1];
    // The first and the third seed lose in the first round: a fixed bracket would have seed 8 meet seed 4.
    let out = [seed(1), seed(3)];
    let quarter = play(&hall, &mut ledger, |one, _| !out.contains(&one)).await;
    assert_eq!(quarter.told["phase_type"], "RANKED_SINGLE_ELIMINATION");
    assert_eq!(quarter.seated(), sorted(&seeds));
    let semi = play(&hall, &mut ledger, |_, _| true).await;
    assert_eq!(semi.pairs(), [[seed(2), seed(8)], [seed(4), seed(6)]]);
    let last = play(&hall, &mut ledger, |_, _| true).await;
    assert_eq!(last.pairs(), [[seed(2), seed(4)]]);
    hall.lifecycle("EVENT_FINISHED").await;
    assert_eq!(places(&hall).await, ledger.final_order(&order));
    app.stop().await;
}

#[tokio::test]
async fn until_the_playoff_starts_a_cut_is_made_again_after_a_drop_or_a_correction() {
    let app = TestApp::start().await;
    let (hall, _, order) = after_swiss(&app, 12, json!({ "swiss_rounds": 3, "top_cut": 4 })).await;
    assert_eq!(hall.cut(4).await.concat(), order[..4]);
    let round = hall.add("playoff").await;
    assert_eq!(round.pairs(), [[order[0], order[3]], [order[1], order[2]]]);
    hall.lets_go(order[1], "drop").await;
    let seeds = [order[0], order[2], order[3], order[4]];
    assert_eq!(hall.cut(4).await.concat(), seeds);
    assert_eq!(hall.cut(4).await.concat(), seeds, "the same again changes nothing");
    hall.to_round(&round, "start", &json!({})).await.problem(409);
    let again = Round::of(hall.to_round(&round, "pair", &json!({})).await.json());
    assert_eq!(again.pairs(), [[seeds[0], seeds[3]], [seeds[1], seeds[2]]]);
    assert_eq!(hall.status_of(order[4]).await, "COMPLETE");

    hall.play(&again, |_| [2, 0, 0]).await;
    let last = hall.add("playoff").await;
    assert_eq!(last.pairs(), [[seeds[0], seeds[1]]]);
    // The other player has won the first match, which changes the pairing of the final.
    let table = &again.tables[0];
    let path = format!("matches/{}/result/", table.id);
    let corrected = hall.send(&hall.desk, Method::PUT, &path, &result(table, [1, 2, 0])).await.json();
    assert_eq!(corrected["effects"]["rounds_to_pair"], json!([last.number]));
    let other = Round::of(hall.to_round(&last, "pair", &json!({})).await.json());
    assert_eq!(other.pairs(), [[seeds[1], seeds[3]]]);
    assert_eq!([hall.status_of(seeds[0]).await, hall.status_of(seeds[3]).await], ["ELIMINATED", "COMPLETE"]);
    hall.start(&other).await;
    hall.post("cut/", &json!({ "size": 4 })).await.problem(409);
    let refused = hall.send(&hall.desk, Method::PUT, &path, &result(table, [2, 1, 0])).await;
    refused.problem(409);
    app.stop().await;
}

#[tokio::test]
async fn who_leaves_before_the_final_does_not_win_it() {
    let app = TestApp::start().await;
    let (hall, mut ledger, order) = after_swiss(&app, 8, json!({ "swiss_rounds": 3, "top_cut": 4 })).await;
    let seeds: Vec<i64> = hall.cut(4).await.concat();
    let semi = play(&hall, &mut ledger, |_, _| true).await;
    assert_eq!(semi.pairs(), [[seeds[0], seeds[3]], [seeds[1], seeds[2]]]);
    hall.lets_go(seeds[0], "drop").await;
    let last = play(&hall, &mut ledger, |_, _| true).await;
    assert_eq!((last.pairs(), last.byes()), (vec![], vec![seeds[1]]));
    assert_eq!(last.told["final_round_in_event"], true);
    hall.post("rounds/", &json!({ "kind": "playoff" })).await.problem(409);
    hall.lifecycle("EVENT_FINISHED").await;
    let places = places(&hall).await;
    assert_eq!(places[..2], [seeds[1], seeds[0]], "the other finalist has won");
    assert_eq!(places, ledger.final_order(&order));
    app.stop().await;
}

fn sorted(entries: &[i64]) -> Vec<i64> {
    let mut entries = entries.to_vec();
    entries.sort_unstable();
    entries
}
