//! An administrator adds a webhook, sees its secret once and its deliveries, sends one again and a period, and removes it.

use e2e::browser::Browser;
use e2e::hook_receiver::HookReceiver;
use e2e::people::PASSWORD;
use e2e::{Options, TestApp};
use proto_events::vocabulary::Role;
use serde_json::json;

use crate::given::{member, signed_in};

/// Adds a webhook, up to the page that shows its secret. Returns the secret.
async fn add(browser: &Browser, url: &str) -> String {
    browser.follow("Webhooks").await;
    browser.look_at("webhooks-none").await;
    browser.follow("Add a webhook").await;
    browser.fill("Address", "https://127.0.0.1.nip.example:22/").await;
    browser.fill("Your current password", PASSWORD).await;
    browser.press("Add the webhook").await;
    browser.sees("The port must be 443, 80, or from 1024 to 65535").await;
    browser.look_at("webhooks-new-refused").await;
    browser.fill("Address", url).await;
    browser.fill("Description (optional)", "Screens").await;
    browser.fill("Your current password", PASSWORD).await;
    browser.press("Add the webhook").await;
    browser.look_at("webhooks-made").await;
    browser.value("Secret").await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_webhook_is_added_watched_and_removed() {
    let app = TestApp::with(Options { webhooks_inside: true, ..Options::default() }).await;
    let receiver = HookReceiver::start().await;
    let ada = member(&app, "ada", Role::Admin).await;
    let browser = signed_in(&app, &ada).await;
    let secret = add(&browser, &receiver.url()).await;
    browser.follow("I have saved it").await;
    assert!(!browser.source().await.contains(&secret));

    receiver.answers(&["500 Oops"]);
    app.post("/api/v1/magic-events/", &json!({ "name": "Cup", "event_format": "LEGACY" })).await.created();
    assert!(receiver.gets(1).await[0].is_signed_with(&secret));
    browser.open("/admin/").await;
    // The refusal is stored after it was answered.
    while !browser.shows("does not accept messages").await {
        browser.reload().await;
    }
    browser.follow("Webhooks").await;
    browser.sees("Accepts nothing").await;
    browser.follow("Deliveries of Screens").await;
    browser.sees("Pending").await;
    browser.look_at("webhooks-deliveries-failed").await;
    browser.press("Send again: delivery 1").await;
    browser.sees("being sent again").await;
    receiver.gets(2).await;
    while !browser.shows("Delivered").await {
        browser.reload().await;
    }
    browser.fill("From", "2026-09-01T00:00").await;
    browser.fill("To", "2026-09-02T00:00").await;
    browser.press("Send the period again").await;
    browser.sees("being sent again").await;
    receiver.gets(3).await;

    browser.follow("Screens").await;
    browser.follow("Rotate the secret").await;
    browser.fill("Your current password", PASSWORD).await;
    browser.press("Rotate the secret").await;
    assert_ne!(browser.value("Secret").await, secret);
    browser.follow("I have saved it").await;
    browser.follow("Screens").await;
    browser.sees("two signatures").await;
    browser.follow("Remove this webhook").await;
    browser.fill("Your current password", PASSWORD).await;
    browser.press("Remove the webhook").await;
    browser.sees("The webhook was removed").await;
    browser.sees("There are no webhooks yet").await;
    app.stop().await;
}
