//! Tests of the webhooks' pages.

use proto_events::ids::WebhookId;
use proto_events::vocabulary::WebhookFault;
use proto_events::{OrganizationEvent, StreamId};
use service_kit::webhook_secret::WebhookSecret;

use crate::browser::Browser;
use crate::world::World;

const NEW: &str = "/admin/webhooks/new/";
const FIELDS: [(&str, &str); 4] = [
    ("url", "https://hooks.invalid/"),
    ("description", "<b>Screens</b>"),
    ("enabled", "yes"),
    ("round.published", "yes"),
];

/// Adds a webhook. Returns its address.
async fn add(admin: &mut Browser, world: &World) -> String {
    admin.fill(NEW, &FIELDS).await.value();
    let webhooks = world.stored().await.webhooks;
    format!("/admin/webhooks/{}/", webhooks.last().expect("a webhook").id)
}

#[tokio::test]
async fn a_webhook_is_changed_sends_a_period_again_gets_another_secret_and_is_removed() {
    let (world, mut admin) = World::with_admin().await;
    let path = add(&mut admin, &world).await;
    let deliveries = format!("{path}deliveries/");
    for (from, to, said) in [
        ("", "2026-03-15T10:00", "This is not a date with a time."),
        ("2026-03-15T10:00", "soon", "This is not a date with a time."),
        ("2026-03-15T10:00", "2026-03-15T09:00", "The end must not be before the beginning."),
    ] {
        admin.fill(&deliveries, &[("from", from), ("to", to)]).await.says(422, &[said]);
    }
    let right = [("from", "2026-03-15T10:00"), ("to", "2026-03-15T10:00")];
    admin.fill(&deliveries, &right).await.goes_to(&deliveries);
    admin.fill(&path, &[("url", "https://hooks.invalid/b")]).await.goes_to("/admin/webhooks/");
    let webhook = world.stored().await.webhooks[0].clone();
    assert_eq!((webhook.settings.url.as_str(), webhook.settings.enabled), ("https://hooks.invalid/b", false));
    admin.get("/admin/webhooks/").await.says(200, &["Off", "All"]);
    let rotate = format!("{path}rotate/");
    let secret = admin.fill(&rotate, &[]).await.value();
    assert!(WebhookSecret::parse(&secret).is_some());
    admin.get(&path).await.says(200, &["two signatures until 16 Mar 2026, 10:20 UTC"]);
    admin.fill(&format!("{path}remove/"), &[]).await.goes_to("/admin/webhooks/");
    admin.get(&path).await.shows(404);
    admin.get(&deliveries).await.shows(404);
    let audit = admin.get("/admin/audit/").await;
    audit.says(200, &["Webhook added: https://hooks.invalid/", "Secret of a webhook rotated", "Webhook removed"]);
}

#[tokio::test]
async fn a_disabled_webhook_is_on_the_overview() {
    let (world, mut admin) = World::with_admin().await;
    let path = add(&mut admin, &world).await;
    let disabled = OrganizationEvent::WebhookDisabled { webhook_id: WebhookId(1), reason: WebhookFault::Failing };
    world.append(vec![(StreamId::organization(world.store), disabled.into())]).await;
    admin.get("/admin/").await.says(200, &["was disabled: its address accepted nothing for five days"]);
    admin.get(&path).await.says(200, &["It was disabled on 15 Mar 2026"]);
    let deliveries = admin.get(&format!("{path}deliveries/")).await;
    deliveries.says(200, &["There are no deliveries here"]).lacks(&["Send the period again"]);
}
