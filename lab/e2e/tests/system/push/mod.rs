//! Push messages, sent to a real server: a push service and a browser in Python, with `http-ece` and `cryptography` of PyPI, which
//! `scripts/generated-clients` installs.

use chrono::Duration as Span;
use e2e::script::Script;
use e2e::until::{until, wanted};
use e2e::{Options, TestApp, webhook_rules};
use proto_events::ids::{OrganizationId, UserId};
use serde_json::{Value, json};
use service_kit::outbound::Outbound;
use storage::deliveries::{ChannelKind, Delivery, DeliveryPage, DeliveryState, Message, Recipient};
use storage::notifications::PushSubscription;
use write_api::{CommandError, WriteApi};

fn subscription(user_id: UserId, endpoint: &str, public_key: &str, auth: &str) -> PushSubscription {
    let (public_key, auth, language) = (public_key.into(), auth.into(), "de".into());
    PushSubscription { id: 0, user_id, endpoint: endpoint.into(), public_key, auth, language }
}

struct Scene {
    app: TestApp,
    api: WriteApi,
    /// The push service, and the keys of the browser behind it.
    server: Script,
    keys: Value,
}

impl Scene {
    async fn start() -> Self {
        let app = TestApp::with(Options { webhooks_inside: true, ..Options::default() }).await;
        let api = app.commands().sending_to(Outbound::new(webhook_rules(true)));
        let server = Script::python("tests/system/push/server.py", &[]);
        Self { app, api, keys: server.next(), server }
    }

    /// Subscribes a browser. Returns its id.
    async fn subscribe(&self, user_id: UserId, path: &str) -> i64 {
        let endpoint = format!("http://127.0.0.1:{}{path}", self.keys["port"]);
        let [key, auth] = ["public_key", "auth"].map(|name| self.keys[name].as_str().unwrap());
        let subscription = subscription(user_id, &endpoint, key, auth);
        self.api.subscribe_to_push(&subscription).await.unwrap();
        let stored = self.api.events().push_subscriptions(&[user_id]).await.unwrap();
        stored.iter().find(|stored| stored.endpoint == endpoint).unwrap().id
    }

    /// Queues a test message to a browser.
    async fn queue(&self, id: i64) {
        let message = Message {
            recipient: Recipient { channel: ChannelKind::Push, id },
            organization_id: OrganizationId(0),
            tournament_id: None,
            subject: 0,
            cause: "test".into(),
            recorded_at: self.api.now(),
            due_at: None,
            expires_at: Some(self.api.now() + Span::hours(1)),
            payload: json!({ "language": "de", "contents": "test" }).to_string(),
        };
        self.api.events().queue_message(&message).await.unwrap();
    }

    /// Waits until the message to a browser fulfils a condition.
    async fn until(&self, id: i64, is_so: impl Fn(&Delivery) -> bool) -> Delivery {
        let recipient = Recipient { channel: ChannelKind::Push, id };
        let page = DeliveryPage { recipient, state: None, before: None, limit: 10 };
        let newest = async || {
            let deliveries = self.api.events().deliveries(&page).await.unwrap();
            wanted(deliveries.first().cloned(), |delivery| delivery.as_ref().is_some_and(&is_so))
        };
        until("the delivery", newest).await.unwrap()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn pushed_message_is_decrypted_and_its_token_verified_by_another_program() {
    let scene = Scene::start().await;
    let ada = scene.app.person("ada").await.user_id;
    let id = scene.subscribe(ada, "/ada").await;
    scene.queue(id).await;
    let pushed = scene.server.next();
    assert_eq!(pushed["path"], "/ada");
    let message = &pushed["message"];
    assert!(message["title"].as_str().unwrap().contains("Test"), "{message}");
    assert!(!message["body"].as_str().unwrap().is_empty(), "{message}");
    assert_eq!(pushed["length"], 16 + 4 + 1 + 65 + 1_024 + 16, "the length says nothing about the text");
    let headers = &pushed["headers"];
    assert_eq!([&headers["ttl"], &headers["urgency"], &headers["content-encoding"]], ["3600", "normal", "aes128gcm"]);
    assert_eq!(headers["topic"].as_str().unwrap().len(), 32);
    assert_eq!(pushed["claims"]["sub"], scene.app.public_url());
    let valid = pushed["claims"]["exp"].as_i64().unwrap() - scene.api.now().timestamp();
    assert!((1..=24 * 60 * 60).contains(&valid), "{valid}");
    assert_eq!(pushed["key"], scene.api.push_key().await.unwrap().public());
    let sent = scene.until(id, |delivery| delivery.state == DeliveryState::Delivered).await;
    assert_eq!((sent.attempts, sent.message.payload.as_str()), (1, ""));
    scene.app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn push_service_that_refuses_is_tried_again_or_loses_the_subscription() {
    let scene = Scene::start().await;
    let ada = scene.app.person("ada").await.user_id;
    let [gone, large, later] = [
        scene.subscribe(ada, "/gone").await,
        scene.subscribe(ada, "/large").await,
        scene.subscribe(ada, "/later").await,
    ];
    for id in [gone, large, later] {
        scene.queue(id).await;
    }
    let refused = scene.until(large, |delivery| delivery.state == DeliveryState::Undelivered).await;
    assert_eq!((refused.attempts, refused.last.unwrap().status), (1, Some(413)));
    let waiting = scene.until(later, |delivery| delivery.attempts == 1).await;
    assert_eq!((waiting.state, waiting.last.unwrap().status), (DeliveryState::Pending, Some(429)));
    scene.app.clock.advance(Span::seconds(8));
    assert_eq!(scene.server.next()["path"], "/later");
    scene.until(later, |delivery| delivery.state == DeliveryState::Delivered).await;

    // A subscription that has ended is removed with its messages.
    until("the subscription is removed", async || {
        wanted(scene.api.events().push_subscription(gone).await.unwrap(), Option::is_none)
    })
    .await;
    assert!(scene.api.events().push_subscription(large).await.unwrap().is_some());
    scene.app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn subscription_with_a_wrong_address_or_key_is_refused() {
    let app = TestApp::start().await;
    let ada = app.person("ada").await.user_id;
    let (long, zeros) = (format!("https://192.88.98.1/{}", "a".repeat(1_000)), "A".repeat(86));
    let key = format!("B{zeros}");
    let (endpoint, key, auth) = ("https://192.88.98.1/ada", key.as_str(), &zeros[..22]);
    let subscribe = async |endpoint: &str, key: &str, auth: &str| {
        app.commands().subscribe_to_push(&subscription(ada, endpoint, key, auth)).await
    };
    for (endpoint, key, auth) in [
        ("http://192.88.98.1/ada", key, auth),
        ("https://127.0.0.1/ada", key, auth),
        ("https://169.254.169.254/latest", key, auth),
        (long.as_str(), key, auth),
        (endpoint, zeros.as_str(), auth),
        (endpoint, key, "not base64"),
    ] {
        let answer = subscribe(endpoint, key, auth).await;
        assert!(matches!(answer, Err(CommandError::Refused(_))), "{endpoint}, {key}, {auth}");
    }
    subscribe(endpoint, key, auth).await.unwrap();
    assert_eq!(app.commands().events().push_subscriptions(&[ada]).await.unwrap().len(), 1);
    app.stop().await;
}
