//! Keys are created, used and revoked with the keyboard alone. The focus must always be visible.

use std::time::Instant;

use e2e::TestApp;
use e2e::browser::{Browser, Key};
use e2e::people::PASSWORD;
use proto_events::vocabulary::Role;

use crate::given::{is_refused_soon, member, opens};

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
    hit_at(browser, "Create a key", Key::Enter).await;
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
    opens(&app, &key).await;
    hit_at(&browser, "I have saved it", Key::Enter).await;
    browser.comes_to_show("Stream overlay").await;
    hit_at(&browser, "Revoke the key Stream overlay", Key::Enter).await;
    browser.comes_to_show("Revoke “Stream overlay”?").await;
    write_into(&browser, "Your current password", PASSWORD).await;
    hit_at(&browser, "Revoke the key", Key::Enter).await;
    browser.comes_to_show("The key was revoked").await;
    is_refused_soon(&app, &key, Instant::now()).await;
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_stop_of_a_page_leads_past_the_menu() {
    let app = TestApp::start().await;
    member(&app, "ada", Role::Admin).await;
    let browser = Browser::start(&app.address()).await;
    sign_in(&browser, "ada").await;
    browser.open("/admin/keys/").await;
    browser.hit(Key::Tab).await;
    assert_eq!(browser.focused().await, "Skip to the content");
    browser.hit(Key::Enter).await;
    browser.hit(Key::Tab).await;
    assert_eq!(browser.focused().await, "Create a key");
    app.stop().await;
}
