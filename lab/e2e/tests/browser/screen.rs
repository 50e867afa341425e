//! The page for the wall: letters of at least 40 pixels on a screen of 1920 × 1080, every player on one of its pages, and
//! changes without a reload.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use e2e::TestApp;
use e2e::browser::Browser;
use e2e::crawl::id;
use serde_json::json;
use service_kit::clock::{Clock, SystemClock};

const PLAYERS: usize = 32;

/// An event of 32 players whose first round is paired and published. Returns its id, and the id of the round.
async fn paired(app: &TestApp) -> (i64, i64) {
    let details = json!({ "name": "Winter Cup", "event_format": "LEGACY", "end_of_round_rule": "Five turns." });
    let event = id(&app.post("/api/v1/magic-events/", &details).await.created());
    let below = |name: &str| format!("/api/v1/magic-events/{event}/{name}");
    for number in 1..=PLAYERS {
        let person = json!({ "best_identifier": format!("Player Number {number:02}") });
        let person = app.post("/api/v1/users/", &person).await.created();
        app.post(&below("registrations/"), &json!({ "user_id": person["id"] })).await.created();
    }
    for status in ["REGISTRATION_CLOSED", "EVENT_IN_PROGRESS"] {
        app.post(&below("lifecycle/"), &json!({ "status": status })).await;
    }
    let round = id(&app.post(&below("rounds/"), &json!({ "kind": "swiss" })).await.created());
    app.post(&below(&format!("rounds/{round}/publish/")), &json!({})).await;
    (event, round)
}

/// The players whose lines are wholly above the controls until all were, while the page turns by itself.
async fn seen(browser: &Browser) -> BTreeSet<String> {
    let begun = Instant::now();
    let mut seen = BTreeSet::new();
    while seen.len() < PLAYERS && begun.elapsed().as_secs() < 60 {
        let names = browser.texts_above("[data-board] li", "[data-controls]").await;
        seen.extend(names.into_iter().filter(|name| name.starts_with("Player")));
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    seen
}

#[tokio::test(flavor = "multi_thread")]
async fn the_wall_shows_every_player_in_large_letters_and_follows_the_round() {
    let app = TestApp::start().await;
    // The browser counts the clock down by the time of the server, which is that of this machine.
    app.clock.advance(SystemClock.now() - app.clock_now());
    let (event, round) = paired(&app).await;
    let below = |name: &str| format!("/api/v1/magic-events/{event}/{name}");
    let browser = Browser::start(&app.address()).await;
    browser.window(1920, 1080).await;
    browser.open(&format!("/events/{event}/screen/")).await;
    browser.remember_page().await;
    browser.comes_to_show("Pause rotation").await;
    let smallest = browser.smallest_letters().await;
    assert!(smallest >= 40.0, "letters of {smallest} pixels");
    assert_eq!(seen(&browser).await.len(), PLAYERS);
    assert!(!browser.is_taller_than_the_window().await, "nothing is below the window");
    browser.is_for_everybody().await;
    for (width, height) in [(1366, 768), (360, 640)] {
        browser.window(width, height).await;
        assert_eq!(seen(&browser).await.len(), PLAYERS, "on {width} × {height}");
    }
    browser.window(1920, 1080).await;

    assert!((200..300).contains(&app.post(&below(&format!("rounds/{round}/start/")), &json!({})).await.status));
    browser.comes_to_show("In progress").await;
    browser.comes_to_show("16 tables still play").await;
    app.clock.advance(SystemClock.now() - app.clock_now());
    let clock = json!({ "length_seconds": 3000, "action": "start" });
    app.post(&below(&format!("rounds/{round}/clock/")), &clock).await;
    browser.comes_to_show("49:").await;
    browser.touch("Sound when time is up").await;
    let clock = json!({ "length_seconds": 1, "action": "start" });
    app.post(&below(&format!("rounds/{round}/clock/")), &clock).await;
    browser.comes_to_show("Five turns.").await;
    browser.touch("Pause rotation").await;
    browser.comes_to_show("Player Number 32").await;
    browser.sees("Player Number 01").await;
    app.post(&below(&format!("rounds/{round}/complete/")), &json!({ "unreported": "draw" })).await;
    browser.comes_to_show("Standings after").await;
    assert!(browser.is_remembered_page().await, "the page was never loaded anew");
    browser.look_at("screen").await;
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_scripts_the_wall_is_one_long_page() {
    let app = TestApp::start().await;
    let (event, _) = paired(&app).await;
    let browser = Browser::start(&app.address()).await;
    browser.scripts(false).await;
    browser.open(&format!("/events/{event}/screen/")).await;
    browser.sees("Player Number 01").await;
    browser.sees("Player Number 32").await;
    assert!(!browser.has_button("Pause rotation").await);
    app.stop().await;
}
