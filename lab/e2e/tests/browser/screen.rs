//! The page for the wall: letters of at least 40 pixels on a screen of 1920 × 1080, every player on one of its pages, and
//! changes without a reload.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use e2e::TestApp;
use e2e::browser::Browser;
use serde_json::json;
use service_kit::clock::{Clock, SystemClock};

use crate::given::{asks, event, published};

const PLAYERS: usize = 32;

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
    let details = json!({ "name": "Winter Cup", "event_format": "LEGACY", "end_of_round_rule": "Five turns." });
    let names: Vec<_> = (1..=PLAYERS).map(|number| format!("Player Number {number:02}")).collect();
    let event = event(&app, &details, &names).await;
    let round = format!("rounds/{}", published(&app, event).await);
    let browser = Browser::start(&app.address()).await;
    browser.window(1920, 1080).await;
    browser.scripts(false).await;
    browser.open(&format!("/events/{event}/screen/")).await;
    for name in &names {
        browser.sees(name).await;
    }
    assert!(!browser.has_button("Pause rotation").await, "without scripts, it is one long page");
    browser.scripts(true).await;
    browser.reload().await;
    browser.remember_page().await;
    browser.comes_to_show("Pause rotation").await;
    let smallest = browser.smallest_letters().await;
    assert!(smallest >= 40.0, "letters of {smallest} pixels");
    assert_eq!(seen(&browser).await.len(), PLAYERS);
    assert!(!browser.is_taller_than_the_window().await, "nothing is below the window");
    let lines = browser.styles("[data-board] li:not([hidden])::after", "borderBottomStyle").await;
    assert!(!lines.is_empty() && lines.iter().all(|line| line == "dotted"), "dots lead from each name to its table");
    browser.is_for_everybody().await;
    for (width, height) in [(1366, 768), (360, 640)] {
        browser.window(width, height).await;
        assert_eq!(seen(&browser).await.len(), PLAYERS, "on {width} × {height}");
    }
    browser.window(1920, 1080).await;

    asks(&app, event, &format!("{round}/start/"), &json!({})).await;
    browser.comes_to_show("In progress").await;
    browser.comes_to_show("16 tables still play").await;
    app.clock.advance(SystemClock.now() - app.clock_now());
    let starts = async |seconds: u32| {
        let clock = json!({ "length_seconds": seconds, "action": "start" });
        asks(&app, event, &format!("{round}/clock/"), &clock).await;
    };
    starts(3_000).await;
    browser.comes_to_show("49:").await;
    browser.touch("Sound when time is up").await;
    starts(1).await;
    browser.comes_to_show("Five turns.").await;
    browser.touch("Pause rotation").await;
    browser.comes_to_show("Player Number 32").await;
    browser.sees("Player Number 01").await;
    asks(&app, event, &format!("{round}/complete/"), &json!({ "unreported": "draw" })).await;
    browser.comes_to_show("Standings after").await;
    assert!(browser.is_remembered_page().await, "the page was never loaded anew");
    browser.look_at("screen").await;
    app.stop().await;
}
