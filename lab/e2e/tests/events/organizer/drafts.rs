//! Drafts: pods of eight, rounds inside the pods, a second draft by standings, and a playoff with its own draft.

use e2e::TestApp;
use e2e::generate::Dice;
use serde_json::json;

use crate::organizer::hall::{Hall, Round};
use crate::organizer::ledger::{Ledger, assert_standings, chance, winner};
use crate::organizer::players::people;

/// The players of each pod of a draft, by seat.
fn pods(draft: &Round) -> Vec<Vec<i64>> {
    draft.tables.iter().map(|table| table.players.clone()).collect()
}

/// Seats all players for a meeting, and then in pods.
async fn seated(hall: &Hall<'_>, kind: &str) -> Vec<Vec<i64>> {
    let meeting = hall.add(kind).await;
    let draft_is_early = hall.post("rounds/", &json!({ "kind": "draft_pod" })).await;
    draft_is_early.problem(409);
    hall.start(&meeting).await;
    hall.complete(&meeting).await;
    let draft = hall.add("draft_pod").await;
    assert_eq!((draft.seated(), &draft.told["round_type"]), (meeting.seated(), &json!("DRAFT_POD")));
    let shown = hall.read(&format!("/api/v1/tournament-rounds/{}/matches/", draft.id)).await;
    let numbers: Vec<_> = shown["matches"].as_array().unwrap().iter().map(|pod| pod["pod_number"].clone()).collect();
    assert_eq!(json!(numbers), json!((1..=pods(&draft).len()).collect::<Vec<_>>()));
    hall.start(&draft).await;
    hall.complete(&draft).await;
    pods(&draft)
}

/// Plays three rounds inside these pods. In the first, players meet the opponent across the table.
async fn three_rounds(hall: &Hall<'_>, ledger: &mut Ledger, pods: &[Vec<i64>], dice: &mut Dice) -> i64 {
    let mut last = 0;
    for number in 1..=3 {
        let round = hall.add("draft_pod").await;
        assert_eq!(round.told["phase_type"], "DRAFT_POD");
        for table in &round.tables {
            let pod = &pods[usize::try_from(table.pod).unwrap() - 1];
            assert!(table.players.iter().all(|player| pod.contains(player)), "play stays in the pod: {table:?}");
            if let [one, other] = table.players[..] {
                assert!(number == 1 || !ledger.met_before(one, other) || pod.len() < 4);
            }
            if let ([one, other], 1) = (&table.players[..], number) {
                let seat = |player: &i64| pod.iter().position(|seat| seat == player).unwrap();
                assert!(pod.len() % 2 == 1 || seat(one).abs_diff(seat(other)) == pod.len() / 2, "they sit opposite");
            }
        }
        let scores = hall.play(&round, |table| chance(dice, table)).await;
        ledger.note(&round, &scores);
        assert_standings(&hall.standings(round.id).await, &ledger.standings(round.number, |_| true));
        last = round.id;
    }
    last
}

#[tokio::test]
async fn two_drafts_and_a_drafted_playoff() {
    let app = TestApp::start().await;
    let mut people = people(&app, 15).await;
    let fields = json!({ "swiss_rounds": 6, "top_cut": 8, "draft_pod_size": 8 });
    let hall = Hall::with_players(&app, "BOOSTER_DRAFT", fields, &mut people).await;
    let mut ledger = Ledger::new(people.iter().map(|player| player.entry));
    let mut dice = Dice(15);
    let first = seated(&hall, "random_player_meeting").await;
    let mut sizes: Vec<usize> = first.iter().map(Vec::len).collect();
    sizes.sort_unstable();
    assert_eq!(sizes, [7, 8]);
    let last = three_rounds(&hall, &mut ledger, &first, &mut dice).await;

    let order: Vec<i64> = hall.standings(last).await.into_iter().map(|(entry, _)| entry).collect();
    let second = seated(&hall, "player_meeting").await;
    let best = &order[..second[0].len()];
    assert!(second[0].iter().all(|entry| best.contains(entry)), "the best are in pod 1: {second:?}, {order:?}");
    let last = three_rounds(&hall, &mut ledger, &second, &mut dice).await;

    let order: Vec<i64> = hall.standings(last).await.into_iter().map(|(entry, _)| entry).collect();
    let seeds = hall.cut(8).await.concat();
    assert_eq!(seeds, order[..8]);
    let third = seated(&hall, "player_meeting").await;
    let [pod] = &third[..] else { panic!("one pod: {third:?}") };
    let seat = |number: usize| pod[number - 1];
    for number in 0..3 {
        let round = hall.add("playoff").await;
        if number == 0 {
            assert_eq!(round.pairs(), [[1, 5], [3, 7], [2, 6], [4, 8]].map(|pair| pair.map(seat)));
        }
        let scores = hall.play(&round, |_| winner(&mut dice)).await;
        ledger.note_playoff(&round, &scores);
    }
    hall.lifecycle("EVENT_FINISHED").await;
    let current = hall.look("current_standings/").await;
    let shown = current["standings"].as_array().unwrap().iter();
    let shown: Vec<i64> = shown.map(|line| line["user_event_status_ids"][0].as_i64().unwrap()).collect();
    assert_eq!(shown, ledger.final_order(&order));
    app.stop().await;
}
