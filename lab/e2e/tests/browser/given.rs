//! Shared set-up of the browser tests.

use std::time::{Duration, Instant};

use e2e::TestApp;
use e2e::browser::Browser;
use e2e::people::{Credential, PASSWORD, Person};
use proto_events::vocabulary::Role;

/// An address that every valid key may read.
const WHOAMI: &str = "/api/v1/api-keys/whoami/";

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

/// Checks that a program can use a key.
pub(crate) async fn opens(app: &TestApp, key: &str) {
    let known = app.ask(&Credential::Key(key.to_owned()), WHOAMI).await;
    assert_eq!(known.json()["name"], "Stream overlay");
}

/// Checks that a key is refused within a second of `since`.
pub(crate) async fn is_refused_soon(app: &TestApp, key: &str, since: Instant) {
    loop {
        let asked = since.elapsed();
        if app.ask(&Credential::Key(key.to_owned()), WHOAMI).await.status == 401 {
            return;
        }
        assert!(asked < Duration::from_secs(1), "the key is still accepted after {asked:?}");
    }
}
