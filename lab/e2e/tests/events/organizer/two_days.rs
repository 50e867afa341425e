//! An event of two days: players who make the cut are moved into a separate event.

use e2e::TestApp;
use e2e::crawl::id;
use e2e::generate::Dice;
use serde_json::{Value, json};

use crate::organizer::hall::{Hall, Round};
use crate::organizer::ledger::{Ledger, assert_standings, chance};
use crate::organizer::players::people;

async fn swiss(hall: &Hall<'_>, ledger: &mut Ledger, dice: &mut Dice) -> Round {
    let round = hall.add("swiss").await;
    let scores = hall.play(&round, |table| chance(dice, table)).await;
    ledger.note(&round, &scores);
    round
}

#[tokio::test]
async fn who_makes_the_cut_is_moved_into_the_event_of_the_second_day() {
    let app = TestApp::start().await;
    let mut people = people(&app, 10).await;
    let first = Hall::with_entries(&app, "PIONEER", json!({ "swiss_rounds": 3 }), &mut people).await;
    for player in people.iter_mut().take(9) {
        player.hand_in(&first).await;
    }
    first.lifecycle("EVENT_IN_PROGRESS").await;
    let second = json!({ "parent_id": first.event, "swiss_rounds": 3, "top_cut": 4 });
    let second = Hall::announce(&app, "Second Day", "PIONEER", second).await;
    let stranger = Hall::announce(&app, "Elsewhere", "PIONEER", json!({})).await;
    let mut ledger = Ledger::new(people.iter().map(|player| player.entry));
    let mut dice = Dice(3);
    let mut last = 0;
    for _ in 0..3 {
        last = swiss(&first, &mut ledger, &mut dice).await.id;
    }
    let standings = first.standings(last).await;
    let through: Vec<i64> = first.cut(6).await.concat();
    let path = |entry: i64| format!("registrations/{entry}/move/");
    first.post(&path(through[0]), &json!({ "event_id": stranger.event })).await.problem(400);
    for entry in &through {
        let moved = first.post(&path(*entry), &json!({ "event_id": second.event })).await.json();
        assert_eq!(moved["registration_status"], "MOVED_TO_CHILD_EVENT");
        first.post(&path(*entry), &json!({ "event_id": second.event })).await.json();
    }
    first.lifecycle("EVENT_FINISHED").await;
    assert_eq!(first.standings(last).await, standings, "the first day is unchanged");

    let entries = second.look("registrations/").await;
    let users = |entries: &Value| -> Vec<i64> {
        entries.as_array().unwrap().iter().map(|entry| entry["user"]["id"].as_i64().unwrap()).collect()
    };
    let user = |entry: &i64| people.iter().find(|player| player.entry == *entry).unwrap().user;
    assert_eq!(users(&entries), through.iter().map(user).collect::<Vec<_>>(), "each player is registered once");
    let with_lists = through.iter().filter(|entry| **entry != people[9].entry).count();
    assert_eq!(second.look("decklists/").await.as_array().unwrap().len(), with_lists, "their lists were moved too");
    second.lifecycle("EVENT_IN_PROGRESS").await;
    let mut ledger = Ledger::new(entries.as_array().unwrap().iter().map(id));
    for number in 1..=3 {
        let round = swiss(&second, &mut ledger, &mut dice).await;
        assert_standings(&second.standings(round.id).await, &ledger.standings(number, |_| true));
    }
    assert_eq!(second.cut(4).await.len(), 4);
    app.stop().await;
}
