//! The desk with scripts: people are offered while a name is typed, and nothing typed is lost when the network is gone.

use e2e::TestApp;
use e2e::browser::{Browser, Key};
use e2e::crawl::id;
use e2e::people::Credential;
use proto_events::vocabulary::Role;
use reqwest::Method;
use serde_json::json;

use crate::given::{member, signed_in};

/// A browser at the players of an empty event.
async fn at_players(app: &TestApp) -> (Browser, String) {
    let admin = Credential::Key(app.key.clone());
    let details = json!({ "name": "Friday", "event_format": "LEGACY" });
    let event = id(&app.tell(&admin, Method::POST, "/api/v1/magic-events/", &details).await.created());
    let ada = member(app, "organizer", Role::Organizer).await;
    let browser = signed_in(app, &ada).await;
    browser.open(&format!("/desk/events/{event}/players/")).await;
    (browser, format!("/api/v1/magic-events/{event}/registrations/"))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_known_player_takes_four_keys_and_enter() {
    let app = TestApp::start().await;
    let admin = Credential::Key(app.key.clone());
    let known = json!({ "best_identifier": "Adä Lowe" });
    let known = id(&app.tell(&admin, Method::POST, "/api/v1/users/", &known).await.created());
    app.applied().await;
    let (browser, registrations) = at_players(&app).await;
    browser.write("ada").await;
    browser.comes_to_show("1 person found.").await;
    browser.hit(Key::Down).await;
    browser.is_for_everybody().await;
    browser.hit(Key::Enter).await;
    browser.comes_to_show("1 player").await;
    assert_eq!(browser.focused().await, "Name of a player", "the next name can be typed");
    app.applied().await;
    let registered = app.ask(&admin, &registrations).await.list();
    assert_eq!(registered[0]["user"]["id"], json!(known));

    browser.write("Adä Lowe").await;
    browser.hit(Key::Enter).await;
    browser.comes_to_show("Adä Lowe is registered already.").await;
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_could_not_be_sent_is_kept_and_sent_again() {
    let app = TestApp::start().await;
    let (browser, _) = at_players(&app).await;
    browser.offline(true).await;
    browser.write("Bo Reed").await;
    browser.hit(Key::Enter).await;
    browser.comes_to_show("No answer arrived").await;
    browser.is_for_everybody().await;
    browser.offline(false).await;
    browser.touch("Send again").await;
    browser.comes_to_show("1 player").await;
    assert!(!browser.shows("No answer arrived").await);

    browser.write("Cleo").await;
    browser.reload().await;
    assert_eq!(browser.value("Name of a player").await, "Cleo", "kept over a reload");
    browser.tab_to("Name of a player").await; // which selects what is there
    browser.write("Cleo Fox").await;
    browser.hit(Key::Enter).await;
    browser.comes_to_show("Cleo Fox").await;
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn each_field_gets_its_own_text_back_after_a_reload() {
    let app = TestApp::start().await;
    let admin = Credential::Key(app.key.clone());
    let details = json!({ "name": "Twos", "event_format": "LEGACY", "team_size": 2 });
    let event = id(&app.tell(&admin, Method::POST, "/api/v1/magic-events/", &details).await.created());
    let ada = member(&app, "organizer", Role::Organizer).await;
    let browser = signed_in(&app, &ada).await;
    browser.open(&format!("/desk/events/{event}/teams/")).await;
    browser.fill("Seat 1", "Bo Reed").await;
    browser.fill("Seat 2", "Cy Marsh").await;
    browser.reload().await;
    assert_eq!(browser.value("Seat 1").await, "Bo Reed");
    assert_eq!(browser.value("Seat 2").await, "Cy Marsh");
    browser.open(&format!("/desk/events/{event}/judges/")).await;
    browser.fill("Note", "Slow play").await;
    browser.reload().await;
    assert_eq!(browser.value("Note").await, "Slow play", "the note on a penalty");
    assert_eq!(browser.value("Reason").await, "", "not of a call");
    app.stop().await;
}
