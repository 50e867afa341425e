//! Two scorekeepers at one event: the second sees the result and the settings that the first entered, and by whom, and
//! nothing is replaced without a choice.

use e2e::TestApp;
use e2e::browser::{Browser, Key};
use e2e::crawl::id;
use proto_events::vocabulary::Role;
use serde_json::json;

use crate::given::{member, signed_in};

/// An event with a round in progress, with four players.
async fn started(app: &TestApp) -> i64 {
    let event =
        id(&app.post("/api/v1/magic-events/", &json!({ "name": "Cup", "event_format": "LEGACY" })).await.created());
    for name in ["Ada Lowe", "Bo Reed", "Cleo Fox", "Dan Hill"] {
        app.post(&format!("/api/v1/magic-events/{event}/registrations/"), &json!({ "name": name })).await.created();
    }
    let status = json!({ "status": "EVENT_IN_PROGRESS" });
    app.post(&format!("/api/v1/magic-events/{event}/lifecycle/"), &status).await;
    let round =
        id(&app.post(&format!("/api/v1/magic-events/{event}/rounds/"), &json!({ "kind": "swiss" })).await.created());
    app.post(&format!("/api/v1/magic-events/{event}/rounds/{round}/start/"), &json!({})).await;
    event
}

async fn enters(browser: &Browser, entry: &str, then: &str) {
    browser.write(entry).await;
    browser.hit(Key::Enter).await;
    browser.comes_to_show(then).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_second_scorekeeper_sees_what_the_first_entered() {
    let app = TestApp::start().await;
    let event = started(&app).await;
    let first = signed_in(&app, &member(&app, "first", Role::Organizer).await).await;
    let second = signed_in(&app, &member(&app, "second", Role::Organizer).await).await;
    for browser in [&first, &second] {
        browser.open(&format!("/desk/events/{event}/round/")).await;
        browser.sees("2 tables have not reported").await;
    }
    enters(&first, "120", "1 table has not reported").await;
    enters(&second, "121", "FIRST has entered 2–0 at table 1. Is that wrong?").await;
    second.look_at("desk-conflict").await;
    second.press("Replace it with 2–1").await;
    second.comes_to_show("2–1").await;
    first.reload().await;
    first.sees("2–1").await;

    for browser in [&first, &second] {
        browser.open(&format!("/desk/events/{event}/settings/")).await;
    }
    first.fill("Name", "Cup of the first").await;
    first.press("Save").await;
    second.fill("Name", "Cup of the second").await;
    second.press("Save").await;
    second.comes_to_show("FIRST has changed “name” to “Cup of the first”. You entered: “Cup of the second”.").await;
    second.look_at("desk-settings-conflict").await;
    first.open(&format!("/desk/events/{event}/settings/")).await;
    assert_eq!(first.value("Name").await, "Cup of the first", "nothing was saved yet");
    app.stop().await;
}
