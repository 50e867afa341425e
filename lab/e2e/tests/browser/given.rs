//! Shared set-up of the browser tests.

use e2e::TestApp;
use e2e::browser::Browser;
use e2e::crawl::id;
use e2e::people::{PASSWORD, Person};
use proto_events::vocabulary::Role;
use serde_json::{Value, json};

/// An event with these players. Returns its id.
pub(crate) async fn event(app: &TestApp, details: &Value, players: &[impl AsRef<str>]) -> i64 {
    let event = id(&app.post("/api/v1/magic-events/", details).await.created());
    for name in players {
        asks(app, event, "registrations/", &json!({ "name": name.as_ref() })).await;
    }
    event
}

/// Sends a request of staff about an event.
pub(crate) async fn asks(app: &TestApp, event: i64, below: &str, body: &Value) -> Value {
    let reply = app.post(&format!("/api/v1/magic-events/{event}/{below}"), body).await;
    assert!((200..300).contains(&reply.status), "{}: {}", reply.asked, reply.text());
    reply.any_json()
}

/// Begins an event, and pairs and publishes a round. Returns its id.
pub(crate) async fn published(app: &TestApp, event: i64) -> i64 {
    asks(app, event, "lifecycle/", &json!({ "status": "EVENT_IN_PROGRESS" })).await;
    let round = id(&asks(app, event, "rounds/", &json!({ "kind": "swiss" })).await);
    asks(app, event, &format!("rounds/{round}/publish/"), &json!({})).await;
    app.applied().await;
    round
}

/// A member of the app's organization who can sign in.
pub(crate) async fn member(app: &TestApp, username: &str, role: Role) -> Person {
    let person = app.member(app.organization, username, role).await;
    app.with_password(person).await
}

/// A browser in which a person is signed in.
pub(crate) async fn signed_in(app: &TestApp, person: &Person) -> Browser {
    let browser = Browser::start(&app.address()).await;
    browser.open("/login/").await;
    sign_in(&browser, person).await;
    browser
}

/// Signs a member in on the open page.
pub(crate) async fn sign_in(browser: &Browser, person: &Person) {
    sign_in_to(browser, person, "/admin/").await;
}

/// Signs a person in on the open page, and waits for the page that follows.
pub(crate) async fn sign_in_to(browser: &Browser, person: &Person, next: &str) {
    browser.fill("Username", &person.username).await;
    browser.fill("Password", PASSWORD).await;
    browser.press("Sign in").await;
    browser.arrives_at(next).await;
}
