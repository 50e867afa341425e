//! A Commander event from registration to the final: the desk works with the keyboard in Chromium, and the first players
//! register and report on phones. `COMMANDER_PLAYERS` sets the size; 64 and 512 are the full ones.

use chrono::TimeDelta;
use e2e::TestApp;
use e2e::browser::{Browser, Key, Look};
use e2e::crawl::id;
use proto_events::vocabulary::Role;
use serde_json::{Value, json};

use crate::evening::Evening;
use crate::given::{event, member, signed_in};

/// The number of players with a phone.
const PHONES: usize = 3;
/// The most names in one pasted list.
const LIST: usize = 200;

/// The time of a round. Without it, all results of a large event would be typed in one minute, which has a limit.
const ROUND: TimeDelta = TimeDelta::minutes(50);

/// The size of an event: players, Swiss rounds, and players in the cut.
fn size() -> (usize, usize, usize) {
    let players = std::env::var("COMMANDER_PLAYERS").ok().and_then(|size| size.parse().ok()).unwrap_or(9);
    match players {
        ..16 => (players, 1, 4),
        16..200 => (players, 4, 16),
        200.. => (players, 6, 64),
    }
}

/// The number before a text on the page.
async fn number_before(browser: &Browser, text: &str) -> Option<usize> {
    let shown = browser.text().await;
    shown.split_once(text)?.0.rsplit(char::is_whitespace).next()?.parse().ok()
}

/// A player registers on a phone, and keeps the own page.
async fn registers(app: &TestApp, event: i64, name: &str) -> Browser {
    let phone = Browser::start(&app.address()).await;
    phone.look(Look::Phone).await;
    phone.open(&format!("/join/{event}/")).await;
    phone.fill("Your name", name).await;
    phone.press("Register").await;
    phone.sees("Keep this page: it is your key").await;
    phone
}

/// Registers all others from pasted lists.
async fn pastes(browser: &Browser, event: i64, names: &[String]) {
    for names in names.chunks(LIST) {
        browser.open(&format!("/desk/events/{event}/players/")).await;
        browser.follow("Paste a list").await;
        browser.fill("Names", &names.join("\n")).await;
        browser.press("Show a preview").await;
        browser.press("Register them").await;
        browser.comes_to_show(&format!("{} players were registered.", names.len())).await;
    }
}

/// Another player of a table, whose page shows this, confirms the result on a phone.
async fn confirms(app: &TestApp, event: i64, own: &str, shown: &str) {
    let entries = app.get(&format!("/api/v1/magic-events/{event}/registrations/")).await.list();
    // Those of earlier rounds stand further down.
    let shown = shown.split("Your rounds").next().unwrap_or_default();
    let is_there = |entry: &&Value| {
        let name = entry["user_identifier"].as_str().expect("a name");
        name != own && shown.contains(name)
    };
    let mate = entries.iter().find(is_there).expect("another player of the table");
    let phone = Browser::start(&app.address()).await;
    phone.open(&app.private_link(event, id(mate)).await).await;
    phone.press("Yes, confirm").await;
    phone.sees("This result is confirmed.").await;
}

/// Starts the round that was paired, and plays it: seat 1 of each table wins. A phone reports for its own table, and the
/// desk enters the others.
async fn plays(
    desk: &mut Evening<'_>,
    browser: &Browser,
    name: &str,
    (app, event, phones): (&TestApp, i64, &[Browser]),
) {
    browser.press("Publish the pairings").await;
    desk.taps(&format!("Start {name}"), "reported").await;
    let open = number_before(browser, " tables have not reported").await.unwrap_or(1);
    let mut by_phone = None;
    for (number, phone) in (1..).zip(phones) {
        phone.reload().await;
        let shown = phone.text().await;
        let seat = (1..=open).find(|table| shown.contains(&format!("Table {table}, Seat 1")));
        if let Some(table) = seat {
            phone.press("You won").await;
            phone.sees("You reported this. Another player of your table can confirm it.").await;
            confirms(app, event, &format!("Player {number:03}"), &shown).await;
            by_phone = Some(table);
            break;
        }
    }
    for table in (1..=open).filter(|table| Some(*table) != by_phone) {
        desk.types(&format!("{table} 1")).await;
        desk.hits(Key::Enter).await;
        browser.comes_to_show(&format!("Table {table}: Player ")).await;
    }
    browser.reload().await;
    browser.comes_to_show(&format!("{name}: all results are in.")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_commander_event_is_run_from_registration_to_the_final() {
    let (players, rounds, cut) = size();
    let app = TestApp::start().await;
    let olga = member(&app, "olga", Role::Admin).await;
    let details = json!({
        "name": "Commander day", "event_format": "COMMANDER2", "swiss_rounds": rounds, "top_cut": cut,
        "registration_policy": "EVERYONE",
    });
    let event = event(&app, &details, &[""; 0]).await;
    let browser = signed_in(&app, &olga).await;
    let names: Vec<String> = (1..=players).map(|number| format!("Player {number:03}")).collect();
    let mut phones = Vec::new();
    for name in &names[..PHONES] {
        phones.push(registers(&app, event, name).await);
    }
    pastes(&browser, event, &names[PHONES..]).await;
    let mut desk = Evening::of(&app, &browser, &[]);
    let page = format!("/desk/events/{event}/round/");
    for number in 1..=rounds {
        app.clock.advance(ROUND);
        browser.open(&page).await;
        let name = format!("Round {number}");
        desk.taps(&format!("Pair {name}"), &format!("{name}: the pairings are ready.")).await;
        if number == 1 {
            browser.open(&format!("/desk/events/{event}/print/slips/")).await;
            assert_eq!(browser.texts(".slip .who b").await.len(), players);
            browser.open(&page).await;
        }
        plays(&mut desk, &browser, &name, (&app, event, &phones)).await;
        let next = if number < rounds { "comes next." } else { "All Swiss rounds are complete." };
        desk.taps(&format!("Complete {name}"), next).await;
    }
    browser.follow("Review the cut").await;
    desk.taps(&format!("Cut to the top {cut}"), "Pair the playoff").await;
    browser.look_at("commander-cut").await;
    for name in ["Quarterfinals", "Semifinals", "Final"] {
        if !(name == "Final" || cut == 64 || (cut == 16 && name == "Semifinals")) {
            continue;
        }
        app.clock.advance(ROUND);
        browser.open(&page).await;
        desk.taps("Pair the playoff", &format!("{name}: the pairings are ready.")).await;
        plays(&mut desk, &browser, name, (&app, event, &[])).await;
        browser.press(&format!("Complete {name}")).await;
    }
    desk.taps("Finish the event", "Final standings").await;
    app.applied().await;
    let standings = app.get(&format!("/api/v1/magic-events/{event}/current_standings/")).await.json();
    assert_eq!(standings["standings"].as_array().map(Vec::len), Some(players));
    let first = standings["standings"][0]["name"].as_str().expect("a name").to_owned();
    browser.open(&format!("/events/{event}/")).await;
    browser.comes_to_show(&first).await;
    browser.look_at("commander-over").await;
    app.stop().await;
}
