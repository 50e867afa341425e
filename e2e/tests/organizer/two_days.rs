//! Events of two days: a cut with Swiss rounds after it, and players who are moved into a separate event.

use e2e::TestApp;
use e2e::crawl::id;
use e2e::generate::Dice;
use serde_json::{Value, json};

use crate::hall::{Hall, Round};
use crate::ledger::{Ledger, assert_standings, chance};
use crate::players::people;

async fn swiss(hall: &Hall<'_>, ledger: &mut Ledger, dice: &mut Dice) -> Round {
    let round = hall.add("swiss").await;
    let scores = hall.play(&round, |table| chance(dice, table)).await;
    ledger.note(&round, &scores);
    round
}

fn lines_of(standings: &[(i64, Value)], entries: &[i64]) -> Vec<Value> {
    let of = |entry: &i64| standings.iter().find(|(listed, _)| listed == entry).unwrap().1.clone();
    entries.iter().map(of).collect()
}

#[tokio::test]
async fn the_second_day_is_for_those_with_enough_points_and_the_others_keep_their_lines() {
    let app = TestApp::start().await;
    let mut people = people(&app, 16).await;
    let fields = json!({ "swiss_rounds": 5, "top_cut": 0 });
    let hall = Hall::with_players(&app, "STANDARD", fields, &mut people).await;
    let mut ledger = Ledger::new(people.iter().map(|player| player.entry));
    let mut dice = Dice(2);
    let mut last = None;
    for _ in 0..3 {
        last = Some(swiss(&hall, &mut ledger, &mut dice).await);
    }
    let first_day = hall.standings(last.unwrap().id).await;
    assert_standings(&first_day, &ledger.standings(3, |_| true));
    let cut = hall.post("cut/", &json!({ "match_points": 4 })).await.json();
    let enough = first_day.iter().filter(|(_, line)| line["match_points"].as_i64() >= Some(4));
    let through: Vec<i64> = enough.map(|(entry, _)| *entry).collect();
    let told: Vec<i64> =
        cut["advancing"].as_array().unwrap().iter().map(|it| it["registrations"][0].as_i64().unwrap()).collect();
    assert_eq!((told, &cut["after_round_number"]), (through.clone(), &json!(3)));

    let meeting = hall.add("random_player_meeting").await;
    hall.start(&meeting).await;
    hall.complete(&meeting).await;
    let mut playing = through.clone();
    playing.sort_unstable();
    assert_eq!(meeting.seated(), playing);
    let fourth = swiss(&hall, &mut ledger, &mut dice).await;
    assert_eq!((fourth.number, fourth.seated()), (4, playing.clone()));
    let fifth = swiss(&hall, &mut ledger, &mut dice).await;
    assert_eq!(fifth.told["final_round_in_event"], true);
    assert_ne!(fifth.told["tournament_phase"], hall_phase(&hall).await[0], "the second day is a separate phase");

    let second_day = hall.standings(fifth.id).await;
    let out: Vec<i64> = first_day.iter().map(|(entry, _)| *entry).filter(|it| !through.contains(it)).collect();
    let unranked = |lines: Vec<Value>| -> Vec<Value> {
        let without = |mut line: Value| {
            line.as_object_mut().unwrap().remove("rank");
            line
        };
        lines.into_iter().map(without).collect()
    };
    assert_eq!(unranked(lines_of(&second_day, &out)), unranked(lines_of(&first_day, &out)), "lines at the cut");
    let all = ledger.standings(5, |_| true);
    for (entry, line) in second_day.iter().filter(|(entry, _)| through.contains(entry)) {
        let reckoned = &all.iter().find(|it| it.entry == *entry).unwrap().row;
        assert_eq!(line["match_points"], reckoned.points);
    }
    hall.lifecycle("EVENT_FINISHED").await;
    let exported = app.get("/api/export-decklists/?num_days=36500").await.list();
    assert_eq!((&exported[0]["players"], exported[0]["standings"].as_array().unwrap().len()), (&json!(16), 16));
    app.stop().await;
}

/// The event's phases.
async fn hall_phase(hall: &Hall<'_>) -> Vec<Value> {
    hall.look("").await["tournament_phases"].as_array().unwrap().iter().map(|phase| phase["id"].clone()).collect()
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
