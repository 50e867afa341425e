//! Shared set-up and checks.

use e2e::crawl::id;
use e2e::people::Person;
use e2e::{Reply, TestApp, with_form};
use proto_events::vocabulary::Role;
use reqwest::Method;
use serde_json::{Value, json};

/// A member of the app's organization who can sign in.
pub(crate) async fn member(app: &TestApp, username: &str, role: Role) -> Person {
    let person = app.member(app.organization, username, role).await;
    app.with_password(person).await
}

/// Creates something, and returns its id.
pub(crate) async fn create(app: &TestApp, path: &str, body: &Value) -> i64 {
    id(&app.post(path, body).await.created())
}

/// Creates an event with these fields, and returns its id.
pub(crate) async fn event(app: &TestApp, fields: Value) -> i64 {
    let mut body = json!({ "name": "Friday Legacy", "event_format": "LEGACY" });
    body.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    create(app, "/api/v1/magic-events/", &body).await
}

/// Registers a player with these fields, and returns the id of the registration.
pub(crate) async fn register(app: &TestApp, event: i64, fields: &Value) -> i64 {
    create(app, &format!("/api/v1/magic-events/{event}/registrations/"), fields).await
}

pub(crate) async fn register_name(app: &TestApp, event: i64, name: &str) -> i64 {
    register(app, event, &json!({ "name": name })).await
}

/// Sends a request of staff about an event.
pub(crate) async fn asks(app: &TestApp, event: i64, below: &str, body: &Value) -> Value {
    let reply = app.post(&format!("/api/v1/magic-events/{event}/{below}"), body).await;
    assert!((200..300).contains(&reply.status), "{}: {}", reply.asked, reply.text());
    reply.any_json()
}

pub(crate) async fn change(app: &TestApp, event: i64, fields: &Value) {
    app.patch(&format!("/api/v1/magic-events/{event}/"), fields).await.json();
}

pub(crate) async fn settings(app: &TestApp, event: i64) -> Value {
    app.get(&format!("/api/v1/magic-events/{event}/settings/")).await.json()
}

/// The page that a player's private link opens.
pub(crate) async fn own_page(app: &TestApp, event: i64, entry: i64) -> String {
    let link = app.private_link(event, entry).await;
    app.send(app.anonymous(&link)).await.text().to_owned()
}

/// Presses a button on the page that a player's private link opens.
pub(crate) async fn presses(app: &TestApp, event: i64, entry: i64, step: &str) -> Reply {
    let link = app.private_link(event, entry).await;
    app.send(with_form(app.anonymous_request(Method::POST, &link), &[("step", step)])).await
}

#[track_caller]
pub(crate) fn says(page: &Reply, status: u16, texts: &[&str]) {
    assert_eq!(page.status, status, "{}", page.text());
    for text in texts {
        assert!(page.text().contains(text), "{text:?} is not in {}", page.text());
    }
}

#[track_caller]
pub(crate) fn location(reply: &Reply) -> String {
    assert_eq!(reply.status, 303, "{}", reply.text());
    reply.header("location").to_owned()
}
