//! Webhooks with receivers.

use e2e::crawl::id;
use e2e::hook_receiver::HookReceiver;
use e2e::until::{until, wanted};
use e2e::{Options, TestApp};
use reqwest::Method;
use serde_json::{Value, json};

/// An app with a webhook and its receiver.
pub(crate) struct Scene {
    pub(crate) app: TestApp,
    pub(crate) receiver: HookReceiver,
    pub(crate) webhook: i64,
    pub(crate) secret: String,
}

/// Webhooks may reach this machine.
fn options() -> Options {
    Options { webhooks_inside: true, ..Options::default() }
}

impl Scene {
    /// An app with a webhook for all types.
    pub(crate) async fn start() -> Self {
        let (app, receiver) = (TestApp::with(options()).await, HookReceiver::start().await);
        let added = json!({ "url": receiver.url(), "description": "Screens" });
        let added = app.post("/api/v1/webhooks/", &added).await.created();
        let secret = added["secret"].as_str().expect("a secret").to_owned();
        Self { webhook: id(&added), app, receiver, secret }
    }

    /// The address of the webhook, with what is below it.
    pub(crate) fn path(&self, below: &str) -> String {
        format!("/api/v1/webhooks/{}/{below}", self.webhook)
    }

    /// Creates an event. It becomes a message.
    pub(crate) async fn event(&self) -> i64 {
        crate::given::event(&self.app, json!({})).await
    }

    /// Changes an event's name. It becomes a message.
    pub(crate) async fn rename(&self, event: i64, name: &str) {
        crate::given::change(&self.app, event, &json!({ "name": name })).await;
    }

    pub(crate) async fn restart(self) -> Self {
        Self { app: self.app.restart(options()).await, ..self }
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

    /// Waits until there are deliveries and the newest fulfil a condition, and returns them.
    pub(crate) async fn until(&self, what: &str, is_so: impl Fn(&[Value]) -> bool) -> Vec<Value> {
        until(what, async || wanted(self.deliveries().await, |all| !all.is_empty() && is_so(all))).await
    }

    /// Waits until the webhook fulfils a condition, and returns it.
    pub(crate) async fn until_webhook(&self, what: &str, is_so: impl Fn(&Value) -> bool) -> Value {
        until(what, async || wanted(self.webhook().await, &is_so)).await
    }
}
