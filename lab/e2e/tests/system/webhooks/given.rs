//! Webhooks with receivers.

use std::time::{Duration, Instant};

use e2e::crawl::id;
use e2e::hook_receiver::HookReceiver;
use e2e::{Options, TestApp};
use reqwest::Method;
use serde_json::{Value, json};

/// How long a test waits for a state.
const PATIENCE: Duration = Duration::from_secs(60);

/// An app with a webhook and its receiver.
pub(crate) struct Scene {
    pub(crate) app: TestApp,
    pub(crate) receiver: HookReceiver,
    pub(crate) webhook: i64,
    pub(crate) secret: String,
}

/// An app whose webhooks may reach this machine.
pub(crate) async fn app() -> TestApp {
    TestApp::with(Options { webhooks_inside: true, ..Options::default() }).await
}

impl Scene {
    /// An app with a webhook for these types; none means all.
    pub(crate) async fn of_types(types: &[&str]) -> Self {
        let (app, receiver) = (app().await, HookReceiver::start().await);
        let added = json!({ "url": receiver.url(), "event_types": types, "description": "Screens" });
        let added = app.post("/api/v1/webhooks/", &added).await.created();
        let secret = added["secret"].as_str().expect("a secret").to_owned();
        Self { webhook: id(&added), app, receiver, secret }
    }

    /// The same for all types.
    pub(crate) async fn start() -> Self {
        Self::of_types(&[]).await
    }

    /// The address of the webhook, with what is below it.
    pub(crate) fn path(&self, below: &str) -> String {
        format!("/api/v1/webhooks/{}/{below}", self.webhook)
    }

    /// Creates an event. It becomes a message.
    pub(crate) async fn event(&self) -> i64 {
        let event = json!({ "name": "Friday Legacy", "event_format": "LEGACY" });
        id(&self.app.post("/api/v1/magic-events/", &event).await.created())
    }

    /// Changes an event's name. It becomes a message.
    pub(crate) async fn rename(&self, event: i64, name: &str) {
        let renamed = self.app.patch(&format!("/api/v1/magic-events/{event}/"), &json!({ "name": name })).await;
        assert_eq!(renamed.status, 200, "{}", renamed.text());
    }

    /// Sends a request without a body.
    pub(crate) async fn tell(&self, below: &str) -> e2e::Reply {
        self.app.send(self.app.request(Method::POST, &self.path(below))).await
    }

    /// The webhook as it is answered.
    pub(crate) async fn webhook(&self) -> Value {
        self.app.get(&self.path("")).await.json()
    }

    /// The newest deliveries.
    pub(crate) async fn deliveries(&self) -> Vec<Value> {
        let page = self.app.get(&self.path("deliveries/")).await.json();
        page["results"].as_array().expect("deliveries").clone()
    }

    /// Waits until the log has no deliveries.
    pub(crate) async fn until_empty(&self) {
        let waiting = Instant::now();
        while !self.deliveries().await.is_empty() {
            assert!(waiting.elapsed() < PATIENCE, "there are still deliveries");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Waits until there are deliveries and the newest fulfil a condition, and returns them.
    pub(crate) async fn until(&self, what: &str, is_so: impl Fn(&[Value]) -> bool) -> Vec<Value> {
        let waiting = Instant::now();
        loop {
            let deliveries = self.deliveries().await;
            if !deliveries.is_empty() && is_so(&deliveries) {
                return deliveries;
            }
            assert!(waiting.elapsed() < PATIENCE, "{what}: {deliveries:#?}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Waits until the webhook fulfils a condition, and returns it.
    pub(crate) async fn until_webhook(&self, what: &str, is_so: impl Fn(&Value) -> bool) -> Value {
        let waiting = Instant::now();
        loop {
            let webhook = self.webhook().await;
            if is_so(&webhook) {
                return webhook;
            }
            assert!(waiting.elapsed() < PATIENCE, "{what}: {webhook:#?}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}
