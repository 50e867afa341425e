//! Pairings that staff change before play: paired again, edited by hand, and the last round by standings.

use e2e::TestApp;
use e2e::crawl::id;
use e2e::generate::Dice;
use reqwest::Method;
use serde_json::{Value, json};

use crate::hall::{Hall, Round};
use crate::ledger::{Ledger, assert_standings, chance};
use crate::players::{Player, people};

/// An event with this many players that has begun.
async fn begun<'a>(app: &'a TestApp, players: usize, fields: Value) -> (Hall<'a>, Vec<Player>, Ledger) {
    let mut people = people(app, players).await;
    let hall = Hall::with_players(app, "LEGACY", fields, &mut people).await;
    let ledger = Ledger::new(people.iter().map(|player| player.entry));
    (hall, people, ledger)
}

/// Ids of the round's matches as served.
async fn served(hall: &Hall<'_>, round: &Round) -> Vec<i64> {
    let matches = hall.read(&format!("/api/v1/tournament-rounds/{}/matches/", round.id)).await;
    matches["matches"].as_array().unwrap().iter().map(id).collect()
}

#[tokio::test]
async fn a_round_can_be_paired_anew_until_it_starts() {
    let app = TestApp::start().await;
    let (hall, people, _) = begun(&app, 16, json!({ "swiss_rounds": 4 })).await;
    let first = hall.add("swiss").await;
    let again = Round::of(hall.to_round(&first, "pair", &json!({})).await.json());
    assert_eq!((again.id, again.seated()), (first.id, first.seated()));
    assert_ne!(again.pairs(), first.pairs(), "the pairings differ");
    let [tables, earlier] = [&again, &first].map(|round| round.tables.iter().map(|it| it.id).collect::<Vec<_>>());
    assert!(tables.iter().all(|table| !earlier.contains(table)));
    assert_eq!(served(&hall, &first).await, tables, "discarded pairings are not served");

    // One player drops and another one registers late, between pairing and play.
    hall.lets_go(people[3].entry, "drop").await;
    let late = app.person("late").await;
    let late = id(&hall.post("registrations/", &json!({ "username": late.username })).await.created());
    let mut playing: Vec<i64> = people.iter().map(|player| player.entry).filter(|it| *it != people[3].entry).collect();
    playing.push(late);
    let third = Round::of(hall.to_round(&first, "pair", &json!({})).await.json());
    assert_eq!((third.seated(), third.warnings()), (playing, vec![]));
    hall.start(&third).await;
    hall.to_round(&third, "pair", &json!({})).await.problem(409);
    let told = hall.look("audit/").await.to_string();
    assert_eq!(told.matches("\"pairings_discarded\"").count(), 2, "{told}");
    app.stop().await;
}

#[tokio::test]
async fn pairings_by_hand_seat_nobody_twice() {
    let app = TestApp::start().await;
    let (hall, people, _) = begun(&app, 7, json!({ "swiss_rounds": 3 })).await;
    let round = hall.add("swiss").await;
    let [a, b, c, d, e, f, g]: [i64; 7] =
        people.iter().map(|player| player.entry).collect::<Vec<_>>().try_into().unwrap();
    let by_hand = async |tables: &[&[i64]]| {
        let matches: Vec<Value> = tables.iter().map(|players| json!({ "players": players })).collect();
        let path = format!("rounds/{}/pairings/", round.id);
        hall.send(&hall.desk, Method::PUT, &path, &json!({ "matches": matches })).await
    };
    let twice = by_hand(&[&[a, b], &[a, c], &[d, e], &[f, g]]).await;
    twice.problem(409);
    let problems = twice.any_json()["problems"].clone();
    let of_a = problems.as_array().unwrap().iter().find(|problem| problem["code"] == "double_booked").unwrap();
    assert_eq!(of_a["ids"], json!([a]));
    by_hand(&[&[a, a], &[b, c], &[d, e], &[f, g]]).await.problem(409);
    assert_eq!(served(&hall, &round).await, round.tables.iter().map(|table| table.id).collect::<Vec<_>>());

    let left_out = Round::of(by_hand(&[&[a, b], &[c, d], &[e, f]]).await.json());
    assert_eq!(left_out.warnings(), ["left_out"], "that is allowed with a warning");
    let edited = Round::of(by_hand(&[&[a, b], &[c, d], &[e, f], &[g]]).await.json());
    assert_eq!((edited.pairs(), edited.byes()), (vec![[a, b], [c, d], [e, f]], vec![g]));
    assert!(edited.warnings().is_empty(), "{}", edited.told);
    hall.play(&edited, |_| [2, 0, 0]).await;
    by_hand(&[&[a, c], &[b, d], &[e, g], &[f]]).await.problem(409);

    let next = hall.add("swiss").await;
    let path = format!("rounds/{}/pairings/", next.id);
    let rematch =
        json!({ "matches": [{ "players": [a, b] }, { "players": [c, e] }, { "players": [d, f] }, { "players": [g] }] });
    let warned = Round::of(hall.send(&hall.desk, Method::PUT, &path, &rematch).await.json());
    let mut codes = warned.warnings();
    codes.sort_unstable();
    assert_eq!(codes, ["another_bye", "rematch"]);
    app.stop().await;
}

#[tokio::test]
async fn who_keeps_a_table_plays_there_in_every_round_and_who_comes_late_begins_with_nothing() {
    let app = TestApp::start().await;
    let (hall, people, mut ledger) = begun(&app, 10, json!({ "swiss_rounds": 3 })).await;
    let keeps = people[6].entry;
    assert_eq!(hall.change(keeps, &json!({ "fixed_seat": 4 })).await["fixed_seat"], 4);
    let mut dice = Dice(10);
    let mut late = Vec::new();
    for number in 1..=3 {
        let round = hall.add("swiss").await;
        let table = round.tables.iter().find(|table| table.players.contains(&keeps)).unwrap();
        assert_eq!((table.number, table.is_match()), (4, true), "round {number}");
        assert_eq!((round.pairs().len(), round.byes()), (if number == 1 { 5 } else { 6 }, vec![]));
        let scores = hall.play(&round, |table| chance(&mut dice, table)).await;
        ledger.note(&round, &scores);
        assert_standings(&hall.standings(round.id).await, &ledger.standings(number, |_| true));
        for username in ["late", "later"].iter().filter(|_| number == 1) {
            let person = app.person(username).await;
            late.push(id(&hall.post("registrations/", &json!({ "username": person.username })).await.created()));
            ledger.joins(late[late.len() - 1]);
        }
    }
    assert!(late.iter().all(|entry| ledger.points_of(*entry) <= 6), "two rounds at most");
    app.stop().await;
}

#[tokio::test]
async fn the_last_round_before_a_cut_is_paired_by_standing() {
    let app = TestApp::start().await;
    let fields = json!({ "swiss_rounds": 3, "top_cut": 2, "power_pair_last_round": true });
    let (hall, _, mut ledger) = begun(&app, 8, fields).await;
    let mut dice = Dice(8);
    let mut last = 0;
    for _ in 0..2 {
        let round = hall.add("swiss").await;
        let scores = hall.play(&round, |table| chance(&mut dice, table)).await;
        ledger.note(&round, &scores);
        last = round.id;
    }
    let order: Vec<i64> = hall.standings(last).await.into_iter().map(|(entry, _)| entry).collect();
    let round = hall.add("swiss").await;
    let mut pairs: Vec<[i64; 2]> = round.pairs();
    for pair in &mut pairs {
        pair.sort_unstable();
    }
    pairs.sort_unstable();
    let mut expected = by_standing(&ledger, &order);
    for pair in &mut expected {
        pair.sort_unstable();
    }
    expected.sort_unstable();
    assert_eq!(pairs, expected);
    app.stop().await;
}

/// The pairings with the fewest rematches, then with the least difference of points, then the first ones by standings.
fn by_standing(ledger: &Ledger, order: &[i64]) -> Vec<[i64; 2]> {
    let cost = |pairs: &Vec<[i64; 2]>| {
        let rematches = pairs.iter().filter(|[one, other]| ledger.met_before(*one, *other)).count();
        let apart = |[one, other]: &[i64; 2]| (ledger.points_of(*one) - ledger.points_of(*other)).abs();
        (rematches, pairs.iter().map(apart).sum::<i64>())
    };
    // `all_pairings` returns them in the order of standings, and `min_by_key` takes the first of equals.
    all_pairings(order).into_iter().min_by_key(cost).unwrap()
}

fn all_pairings(of: &[i64]) -> Vec<Vec<[i64; 2]>> {
    let Some((first, others)) = of.split_first() else { return vec![Vec::new()] };
    let with = |place: usize| {
        let mut rest = others.to_vec();
        let other = rest.remove(place);
        all_pairings(&rest).into_iter().map(move |pairs| [vec![[*first, other]], pairs].concat())
    };
    (0..others.len()).flat_map(with).collect()
}
