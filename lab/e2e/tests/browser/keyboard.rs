//! Keys are created, used and revoked with the keyboard alone. The focus must always be visible. After signing out, the
//! browser's history shows nothing.

use e2e::TestApp;
use e2e::browser::{Browser, Key};
use e2e::people::{Credential, PASSWORD};
use proto_events::vocabulary::Role;

use crate::given::member;

/// Moves the focus to the element with this name, and checks that the focus is visible.
async fn go_to(browser: &Browser, name: &str) {
    browser.tab_to(name).await;
    assert!(browser.focus_can_be_seen().await, "the focus on `{name}` is not visible");
}

async fn hit_at(browser: &Browser, name: &str, key: Key) {
    go_to(browser, name).await;
    browser.hit(key).await;
}

async fn write_into(browser: &Browser, name: &str, text: &str) {
    go_to(browser, name).await;
    browser.write(text).await;
}

async fn sign_in(browser: &Browser, username: &str) {
    browser.open("/login/").await;
    write_into(browser, "Username", username).await;
    write_into(browser, "Password", PASSWORD).await;
    browser.hit(Key::Enter).await;
    browser.arrives_at("/admin/").await;
}

async fn make_a_key(browser: &Browser) -> String {
    hit_at(browser, "Administration", Key::Enter).await;
    hit_at(browser, "Keys", Key::Enter).await;
    browser.arrives_at("/admin/keys/").await;
    browser.open("/admin/keys/").await;
    browser.hit(Key::Tab).await;
    assert_eq!(browser.focused().await, "Skip to the content", "the first stop leads past the menu");
    browser.hit(Key::Enter).await;
    browser.hit(Key::Tab).await;
    assert_eq!(browser.focused().await, "Create a key");
    browser.hit(Key::Enter).await;
    browser.arrives_at("/admin/keys/new/").await;
    write_into(browser, "Name", "Stream overlay").await;
    go_to(browser, "Administrator").await;
    browser.down_to("Judge").await;
    hit_at(browser, "Make the key read-only", Key::Space).await;
    write_into(browser, "Your current password", PASSWORD).await;
    hit_at(browser, "Create the key", Key::Enter).await;
    browser.comes_to_show("It is shown only once.").await;
    hit_at(browser, "Copy", Key::Space).await;
    browser.comes_to_show("Copied.").await;
    browser.clipboard().await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_is_made_copied_used_and_revoked_by_the_keyboard_alone() {
    let app = TestApp::start().await;
    member(&app, "ada", Role::Admin).await;
    let browser = Browser::start(&app.address()).await;
    sign_in(&browser, "ada").await;
    let key = make_a_key(&browser).await;
    let uses_it = async || app.ask(&Credential::Key(key.clone()), "/api/v1/api-keys/whoami/").await;
    assert_eq!(uses_it().await.json()["name"], "Stream overlay");
    hit_at(&browser, "I have saved it", Key::Enter).await;
    browser.comes_to_show("Stream overlay").await;
    hit_at(&browser, "Revoke the key Stream overlay", Key::Enter).await;
    browser.comes_to_show("Revoke “Stream overlay”?").await;
    write_into(&browser, "Your current password", PASSWORD).await;
    hit_at(&browser, "Revoke the key", Key::Enter).await;
    browser.comes_to_show("The key was revoked").await;
    app.applied().await;
    assert_eq!(uses_it().await.status, 401);

    browser.open("/admin/members/").await;
    browser.sees("ADA").await;
    browser.press("Sign out").await;
    browser.arrives_at("/login/").await;
    browser.back().await;
    assert!(!browser.shows("ADA").await, "{}", browser.text().await);
    app.stop().await;
}
