//! Players on their phones, without scripts: two of them report, contest and confirm, hand in a list, and leave.

use e2e::TestApp;
use e2e::browser::{Browser, Look};
use e2e::people::Credential;
use e2e::stage::Stage;
use e2e::things::Things;
use serde_json::json;

use crate::evening::pictures;

/// Starts a phone on which a private link is opened.
async fn phone(app: &TestApp, link: &str) -> Browser {
    let browser = Browser::start(&app.address()).await;
    browser.scripts(false).await;
    browser.open(link).await;
    browser
}

/// Saves a picture of a phone for `docs/players.md`, if documents are to be written.
async fn shown(browser: &Browser, name: &str) {
    browser.look(Look::Phone).await;
    pictures(browser, name).await;
    browser.look(Look::Light).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn phones_report_contest_and_confirm_and_hand_in_a_list_without_scripts() {
    let app = TestApp::start().await;
    let things = Things::of_own(&app).await;
    let playing = &things.stages.playing;
    let links = app.private_links(playing.event).await;
    let one = phone(&app, &links[&playing.entries[2]]).await;
    let other = phone(&app, &links[&playing.entries[3]]).await;
    for phone in [&one, &other] {
        phone.sees("Table 2").await;
    }
    shown(&one, "player-round").await;
    one.press("You won 2–0").await;
    one.sees("You reported this.").await;
    other.reload().await;
    other.sees("You lost 0–2").await;
    other.press("No, contest it").await;
    other.sees("This result is contested.").await;
    let calls = app.get(&format!("/api/v1/magic-events/{}/calls/", playing.event)).await;
    assert!(calls.text().contains("contested"), "a judge is called");
    one.reload().await;
    one.press("You won 2–1").await;
    other.reload().await;
    other.press("Yes, confirm").await;
    other.sees("This result is confirmed.").await;
    one.press("Call a judge").await;
    one.sees("A judge is called.").await;
    one.scripts(true).await;
    one.reload().await;
    one.look_at("player-page").await;
    one.follow("Standings").await;
    one.comes_to_show("My match").await;
    one.follow("My match").await;
    one.sees("This result is confirmed.").await;
    hands_in_a_list_and_leaves(&app, &things.stages.open).await;
    app.stop().await;
}

async fn hands_in_a_list_and_leaves(app: &TestApp, open: &Stage) {
    let deadline = json!({ "decklist_deadline": app.clock_now() + chrono::Duration::hours(1) });
    app.patch(&format!("/api/v1/magic-events/{}/", open.event), &deadline).await.json();
    let link = app.private_link(open.event, open.entries[0]).await;
    let phone = phone(app, &link).await;
    phone.sees("You have not handed in a decklist yet.").await;
    phone.fill("Name of the deck", "Delver").await;
    phone.fill("Cards, one line each, such as “4 Island”", "4 Delver of Secrets\n55 Island\nnot a card at all").await;
    phone.press("Check the list").await;
    phone.sees("Main deck 59").await;
    phone.sees("1 line was not understood").await;
    shown(&phone, "player-list").await;
    phone.fill("Cards, one line each, such as “4 Island”", "4 Delver of Secrets\n56 Island").await;
    phone.press("Hand in the list").await;
    phone.sees("Version 1 of your list was received").await;
    phone.scripts(true).await;
    phone.reload().await;
    phone.look_at("player-list").await;
    phone.follow("Leave the event …").await;
    phone.press("Yes, leave the event").await;
    phone.sees("You have left the event.").await;
    let revoke = format!("/api/v1/magic-events/{}/registrations/{}/private-link/", open.event, open.entries[0]);
    app.send(app.request(reqwest::Method::DELETE, &revoke)).await;
    assert_eq!(app.ask(&Credential::Nothing, &link).await.status, 404);
    phone.reload().await;
    phone.sees("This link does not open").await;
    phone.look_at("player-no-link").await;
}
