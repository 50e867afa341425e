//! A Commander evening: two pods of four, one entered at the desk with the keyboard, the other reported and confirmed on
//! phones, and its slips and pages.

use std::collections::BTreeMap;

use e2e::TestApp;
use e2e::browser::{Browser, Key};
use proto_events::vocabulary::Role;
use serde_json::{Value, json};

use crate::evening::Evening;
use crate::given::{member, signed_in};

const PLAYERS: [&str; 8] =
    ["Ada Lowe", "Bo Reed", "Cleo Fox", "Dan Hill", "Eve Moss", "Finn Park", "Gia Stone", "Hal Brook"];

/// The players of each table by seat.
async fn pods(browser: &Browser, round: &str) -> Vec<Vec<&'static str>> {
    let seats = |names: &str| {
        let mut seated: Vec<_> = PLAYERS.into_iter().filter_map(|name| Some((names.find(name)?, name))).collect();
        seated.sort_unstable();
        seated.into_iter().map(|(_, name)| name).collect()
    };
    browser.rows(round).await.iter().map(|row| seats(&row[1])).collect()
}

/// Opens a player's private link on a phone without scripts.
async fn phone(app: &TestApp, event: i64, entry: i64) -> Browser {
    let link = app.private_link(event, entry).await;
    let phone = Browser::start(&app.address()).await;
    phone.scripts(false).await;
    phone.open(&link).await;
    phone
}

#[tokio::test(flavor = "multi_thread")]
async fn pods_are_entered_by_keyboard_and_reported_on_phones() {
    let app = TestApp::start().await;
    let ada = member(&app, "ada", Role::Organizer).await;
    let event = json!({ "name": "Commander", "event_format": "COMMANDER2", "pod_size": 4, "swiss_rounds": 2 });
    let event = app.post("/api/v1/magic-events/", &event).await.created()["id"].as_i64().unwrap();
    let mut entries = BTreeMap::new();
    for name in PLAYERS {
        let path = format!("/api/v1/magic-events/{event}/registrations/");
        entries.insert(name, app.post(&path, &json!({ "name": name })).await.created()["id"].as_i64().unwrap());
    }
    let browser = signed_in(&app, &ada).await;
    let mut evening = Evening::of(&browser, &PLAYERS);
    browser.open(&format!("/desk/events/{event}/round/")).await;
    evening.taps("Pair Round 1", "Round 1: the pairings are ready.").await;
    let pods = pods(&browser, "Round 1").await;
    assert!(pods.len() == 2 && pods.iter().all(|pod| pod.len() == 4), "{pods:?}");
    browser.press("Publish the pairings").await;
    evening.taps("Start Round 1", "2 tables have not reported").await;

    // The desk: a line is refused that names no seat, and the winner's seat is entered.
    browser.sees("Table, then the winner’s seat: 12 3").await;
    evening.types("1 5").await;
    evening.hits(Key::Enter).await;
    browser.comes_to_show("This did not work").await;
    browser.look_at("commander-refused").await;
    browser.fill("Result", "1 3").await;
    browser.tab_to("Enter").await;
    evening.hits(Key::Enter).await;
    browser.comes_to_show("Table 1: Seat 3").await;
    assert_eq!(browser.rows("Round 1").await[0][2], "Seat 3");

    // The phones: one reports the win of another, who confirms it.
    let [reports, _, wins, _] = pods[1][..] else { panic!("four players") };
    let one = phone(&app, event, entries[reports]).await;
    let other = phone(&app, event, entries[wins]).await;
    one.sees("Table 2, Seat 1").await;
    other.sees("Table 2, Seat 3").await;
    for name in &pods[1][1..] {
        one.sees(name).await;
    }
    one.press(&format!("{wins} won")).await;
    one.sees("You reported this. Another player of your table can confirm it.").await;
    other.reload().await;
    other.sees("You won").await;
    other.press("Yes, confirm").await;
    other.sees("This result is confirmed.").await;
    other.scripts(true).await;
    other.reload().await;
    other.look_at("commander-player").await;

    browser.comes_to_show("Round 1: all results are in.").await;
    assert_eq!(browser.rows("Round 1").await[1][2], "Seat 3");
    browser.look_at("commander-round").await;
    browser.open(&format!("/events/{event}/rounds/1/?by=table")).await;
    browser.look_at("commander-public").await;
    browser.open(&format!("/desk/events/{event}/print/slips/")).await;
    assert_eq!(browser.texts(".slip .who b").await.len(), PLAYERS.len());
    app.applied().await;
    let standings = app.get(&format!("/api/v1/magic-events/{event}/current_standings/")).await.json();
    let points = |name: &str| {
        let lines = standings["standings"].as_array().expect("lines");
        lines.iter().find(|line| line["name"] == name).map(|line| line["match_points"].clone())
    };
    for (pod, name) in pods.iter().flat_map(|pod| pod.iter().map(move |name| (pod, *name))) {
        let expected: Value = if name == pod[2] { 5 } else { 0 }.into();
        assert_eq!(points(name), Some(expected), "{name}");
    }
    app.stop().await;
}
