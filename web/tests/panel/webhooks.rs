//! Tests of the webhooks' pages.

use proto_events::ids::WebhookId;
use proto_events::vocabulary::WebhookFault;
use proto_events::{Actor, OrganizationEvent, StreamId};
use service_kit::webhook_secret::WebhookSecret;
use storage::{AppendRequest, EventStore as _, LogReader as _, NewEvent, StreamWrite};

use crate::browser::Browser;
use crate::world::{World, now};

const NEW: &str = "/admin/webhooks/new/";
const FIELDS: [(&str, &str); 4] = [
    ("url", "https://hooks.invalid/"),
    ("description", "<b>Screens</b>"),
    ("enabled", "yes"),
    ("round.published", "yes"),
];

impl World {
    /// Appends an event to the store's stream.
    async fn happens_to_store(&self, event: OrganizationEvent) {
        let stream = StreamId::organization(self.store);
        let expected_version = self.events.read_stream(stream, 0).await.unwrap().last().unwrap().version;
        let events = vec![NewEvent { occurred_at: now(), event: event.into() }];
        let request = AppendRequest {
            actor: Actor::System,
            recorded_at: now(),
            writes: vec![StreamWrite { stream, organization_id: self.store, expected_version, events }],
            claims: Vec::new(),
            outbox: Vec::new(),
            idempotency: None,
            traceparent: None,
        };
        self.events.append(request).await.unwrap();
        self.settled().await;
    }
}

/// Adds a webhook. Returns its address.
async fn add(admin: &mut Browser, world: &World) -> String {
    admin.fill(NEW, &FIELDS).await.value();
    let webhooks = world.stored().await.webhooks;
    format!("/admin/webhooks/{}/", webhooks.last().expect("a webhook").id)
}

#[tokio::test]
async fn what_is_wrong_is_said_at_the_field() {
    let world = World::start().await;
    let mut admin = world.admin().await;
    for (url, said) in [
        ("", "May not be empty."),
        ("http://hooks.invalid/", "The address must begin with https://"),
        ("https://10.0.0.1/", "leads to an address that is not public"),
    ] {
        admin.fill(NEW, &[("url", url), ("enabled", "yes")]).await.says(422, &[said]);
    }
    assert!(world.stored().await.webhooks.is_empty());
}

#[tokio::test]
async fn a_webhook_is_changed_rotated_and_removed() {
    let world = World::start().await;
    let mut admin = world.admin().await;
    let path = add(&mut admin, &world).await;
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
    admin.get(&format!("{path}deliveries/")).await.shows(404);
    let audit = admin.get("/admin/audit/").await;
    audit.says(200, &["Webhook added: https://hooks.invalid/", "Secret of a webhook rotated", "Webhook removed"]);
}

#[tokio::test]
async fn a_disabled_webhook_is_on_the_overview() {
    let world = World::start().await;
    let mut admin = world.admin().await;
    let path = add(&mut admin, &world).await;
    let disabled = OrganizationEvent::WebhookDisabled { webhook_id: WebhookId(1), reason: WebhookFault::Failing };
    world.happens_to_store(disabled).await;
    admin.get("/admin/").await.says(200, &["was disabled: its address accepted nothing for five days"]);
    admin.get(&path).await.says(200, &["It was disabled on 15 Mar 2026"]);
    let deliveries = admin.get(&format!("{path}deliveries/")).await;
    deliveries.says(200, &["There are no deliveries here"]);
    assert!(!deliveries.body.contains("Send the period again"), "nothing is sent to it");
}

#[tokio::test]
async fn a_period_needs_two_times_in_order() {
    let world = World::start().await;
    let mut admin = world.admin().await;
    let path = format!("{}deliveries/", add(&mut admin, &world).await);
    for (from, to, said) in [
        ("", "2026-03-15T10:00", "This is not a date with a time."),
        ("2026-03-15T10:00", "soon", "This is not a date with a time."),
        ("2026-03-15T10:00", "2026-03-15T09:00", "The end must not be before the beginning."),
    ] {
        admin.fill(&path, &[("from", from), ("to", to)]).await.says(422, &[said]);
    }
    let right = [("from", "2026-03-15T10:00"), ("to", "2026-03-15T10:00")];
    admin.fill(&path, &right).await.goes_to(&path);
}
