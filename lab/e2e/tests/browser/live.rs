//! Pages that follow an event: changes appear without a reload, can be paused, and disturb no one who is typing.

use e2e::browser::{Browser, Key};
use e2e::things::Things;
use e2e::{Options, TestApp};
use proto_events::vocabulary::Role;
use serde_json::json;

use crate::given::{asks, member, signed_in};

pub(crate) async fn hall() -> (TestApp, Things) {
    let app = TestApp::start().await;
    let things = Things::of_own(&app).await;
    (app, things)
}

/// Reports 2–0 at the second table of the running event, or corrects the result to 0–2 or 1–2.
pub(crate) async fn report(app: &TestApp, things: &Things, [first, second]: [i64; 2]) {
    let stage = &things.stages.playing;
    let games = json!({ "games_won": { stage.entries[2].to_string(): first, stage.entries[3].to_string(): second } });
    let path = format!("/api/v1/magic-events/{}/matches/{}/result/", stage.event, stage.tables[1]);
    let reply = if first == 2 { app.post(&path, &games).await } else { app.put(&path, &games).await };
    assert!((200..300).contains(&reply.status), "{}", reply.text());
}

/// Opens a page that follows an event.
async fn open(browser: &Browser, path: &str) {
    browser.open(path).await;
    browser.remember_page().await;
    browser.comes_to_show("Pause updates").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_public_page_shows_results_without_a_reload_until_it_is_paused() {
    let (app, things) = hall().await;
    let event = things.stages.playing.event;
    let page = format!("/events/{event}/rounds/1/?by=table");
    let browser = Browser::start(&app.address()).await;
    browser.scripts(false).await;
    browser.open(&page).await;
    browser.sees("Pairings").await;
    assert!(!browser.has_button("Pause updates").await, "without scripts there is nothing to pause");
    browser.scripts(true).await;
    open(&browser, &page).await;
    report(&app, &things, [2, 0]).await;
    browser.comes_to_show("2–0").await;
    browser.comes_to_show("Updated at").await;
    let shift = browser.layout_shift().await;
    assert!(shift < 0.1, "the page moves: {shift}");
    browser.look_at("live-round").await;

    browser.tab_to("Pause updates").await;
    browser.hit(Key::Enter).await;
    browser.comes_to_show("Updates are paused.").await;
    report(&app, &things, [0, 2]).await;
    browser.comes_to_show("There is news.").await;
    assert!(!browser.shows("0–2").await, "nothing is put in place");
    browser.is_for_everybody().await;
    assert!(browser.is_remembered_page().await, "the page was never loaded anew");
    browser.reload().await;
    browser.remember_page().await;
    browser.comes_to_show("Updates are paused.").await;
    browser.sees("0–2").await;
    report(&app, &things, [1, 2]).await;
    browser.comes_to_show("There is news.").await;
    browser.touch("Resume updates").await;
    browser.comes_to_show("1–2").await;

    browser.offline(true).await;
    let path = format!("/api/v1/magic-events/{event}/");
    assert_eq!(app.patch(&path, &json!({ "name": "Legacy of the Hall" })).await.status, 200);
    browser.offline(false).await;
    browser.comes_to_show("Legacy of the Hall").await;
    assert_eq!(app.patch(&path, &json!({ "is_unlisted": true })).await.status, 200);
    browser.comes_to_show("This page can no longer be opened").await;
    assert!(!browser.has_button("Pause updates").await);
    assert!(browser.is_remembered_page().await);
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_without_a_stream_is_loaded_from_time_to_time() {
    let limits = vec!["--max-streams-per-address", "1"];
    let app = TestApp::with(Options { limits, ..Options::default() }).await;
    let things = Things::of_own(&app).await;
    let event = things.stages.playing.event;
    // Another reader at the same address has the only stream.
    let other = app.anonymous(&format!("/events/{event}/live/")).send().await.unwrap();
    let browser = Browser::start(&app.address()).await;
    browser.open(&format!("/events/{event}/rounds/1/")).await;
    browser.remember_page().await;
    report(&app, &things, [2, 0]).await;
    browser.comes_to_show("2–0").await;
    assert!(browser.is_remembered_page().await);
    assert_eq!(other.status(), 200);
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_desk_follows_others_while_a_scorekeeper_types_and_asks_before_it_completes() {
    let (app, things) = hall().await;
    let stage = &things.stages.playing;
    let browser = signed_in(&app, &member(&app, "organizer", Role::Organizer).await).await;
    let page = format!("/desk/events/{}/round/", stage.event);
    open(&browser, &page).await;
    browser.write("2 2").await;
    report(&app, &things, [2, 0]).await;
    browser.comes_to_show("2–0").await;
    assert_eq!((browser.value("Result").await, browser.focused().await), ("2 2".to_owned(), "Result".to_owned()));
    assert!(browser.is_remembered_page().await);
    browser.fill("Result", "1 0 2").await;
    browser.hit(Key::Enter).await;
    browser.comes_to_show("at table 1. Is that wrong?").await;
    browser.look_at("desk-conflict").await;
    browser.press("Replace it with 0–2").await;
    browser.comes_to_show("0–2").await;
    open(&browser, &page).await;
    let phone = Browser::start(&app.address()).await;
    phone.open(&app.private_link(stage.event, stage.entries[3]).await).await;
    phone.press("No, contest it").await;
    phone.sees("This result is contested.").await;
    browser.comes_to_show("1 result is contested").await;
    browser.look_at("live-contested").await;
    browser.press("Complete Round 1").await;
    browser.comes_to_show("Complete the round anyway?").await;
    browser.is_for_everybody().await;
    browser.press("Yes, complete the round").await;
    browser.comes_to_show("Round 1 completed.").await;
    assert!(browser.is_remembered_page().await);

    let event = things.stages.open.event;
    open(&browser, &format!("/desk/events/{event}/players/")).await;
    asks(&app, event, "registrations/", &json!({ "name": "Zoe Quick" })).await;
    browser.comes_to_show("Zoe Quick").await;
    browser.follow("Zoe Quick").await;
    browser.comes_to_show("Private link").await;
    assert!(browser.is_remembered_page().await, "the link of a new row replaces the main part");
    app.stop().await;
}
