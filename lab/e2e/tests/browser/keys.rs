//! An administrator creates a key, uses it, and revokes it, and signs out.

use std::time::Instant;

use e2e::TestApp;
use e2e::browser::Browser;
use e2e::people::PASSWORD;
use proto_events::vocabulary::Role;

use crate::given::{is_refused_soon, member, opens, sign_in, signed_in};

/// Creates a key, up to the page that shows it once. Returns its value.
async fn make_a_key(browser: &Browser) -> String {
    browser.follow("Keys").await;
    browser.follow("Create a key").await;
    browser.fill("Name", "Stream overlay").await;
    browser.tick("Read only").await;
    browser.fill("Your current password", PASSWORD).await;
    browser.press("Create the key").await;
    browser.value("Key").await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_is_made_copied_used_shown_once_and_revoked() {
    let app = TestApp::start().await;
    let ada = member(&app, "ada", Role::Admin).await;
    let browser = Browser::start(&app.address()).await;
    browser.open("/admin/keys/").await;
    browser.sees("Sign in").await;
    sign_in(&browser, &ada).await;
    let key = make_a_key(&browser).await;
    browser.touch("Copy").await;
    browser.comes_to_show("Copied.").await;
    assert_eq!(browser.clipboard().await, key);
    opens(&app, &key).await;
    browser.reload().await;
    assert!(!browser.source().await.contains(&key), "a form that is sent again creates no key and shows none");
    browser.open("/admin/keys/").await;
    assert!(!browser.source().await.contains(&key));
    assert_eq!(browser.text().await.matches("Stream overlay").count(), 1, "there is one key");
    browser.follow("Revoke the key Stream overlay").await;
    browser.fill("Your current password", PASSWORD).await;
    browser.press("Revoke the key").await;
    browser.sees("The key was revoked").await;
    is_refused_soon(&app, &key, Instant::now()).await;
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_signs_out_does_not_come_back_by_the_browsers_history() {
    let app = TestApp::start().await;
    let ada = member(&app, "ada", Role::Admin).await;
    let browser = signed_in(&app, &ada).await;
    browser.follow("Members").await;
    browser.sees("ADA").await;
    browser.press("Sign out").await;
    browser.arrives_at("/login/").await;
    browser.back().await;
    assert!(!browser.shows("ADA").await, "{}", browser.text().await);
    app.stop().await;
}
