//! Who signs out stays out.

use e2e::TestApp;
use proto_events::vocabulary::Role;

use crate::given::{member, signed_in};

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
