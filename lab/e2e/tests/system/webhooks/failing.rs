//! Receivers that do not accept messages.

use chrono::Duration;
use e2e::hook_receiver::Delivered;
use e2e::people::Credential;
use reqwest::Method;
use serde_json::{Value, json};

use crate::webhooks::given::Scene;

#[tokio::test]
async fn a_failed_delivery_is_tried_again_and_the_next_ones_wait() {
    let scene = Scene::start().await;
    scene.receiver.answers(&["500 Oops", "302 Found\r\nLocation: http://127.0.0.1:1/"]);
    let event = scene.event().await;
    scene.until("one attempt", |all| all.len() == 1 && all[0]["attempts"] == 1).await;
    scene.rename(event, "Renamed").await;
    let waiting = scene.until("two messages", |all| all.len() == 2).await;
    assert_eq!((&waiting[0]["attempts"], &waiting[1]["last_status"]), (&json!(0), &json!(500)));

    scene.app.clock.advance(Duration::seconds(6));
    let redirected = scene.until("two attempts", |all| all[1]["attempts"] == 2).await;
    assert_eq!((&redirected[1]["last_status"], &redirected[1]["state"]), (&json!(302), &json!("PENDING")));
    assert_eq!(scene.receiver.got().len(), 2, "a redirect is not followed, and the next message waits");

    scene.app.clock.advance(Duration::minutes(6));
    let types: Vec<_> = scene.receiver.gets(4).await.iter().map(Delivered::event_type).collect();
    assert_eq!(types, ["tournament.created", "tournament.created", "tournament.created", "tournament.changed"]);
    scene.until("both are delivered", |all| all.iter().all(|it| it["state"] == "DELIVERED")).await;
    scene.app.stop().await;
}

#[tokio::test]
async fn gone_disables_at_once_and_it_can_be_enabled_again() {
    let scene = Scene::start().await;
    scene.receiver.answers(&["410 Gone"]);
    let event = scene.event().await;
    let disabled = scene.until_webhook("it is disabled", |webhook| webhook["enabled"] == false).await;
    assert_eq!(disabled["disabled_reason"], "GONE");
    let undelivered = scene.until("it is undelivered", |all| all[0]["state"] == "UNDELIVERED").await;
    let resend = format!("deliveries/{}/resend/", undelivered[0]["id"]);
    assert!(scene.tell(&resend).await.problem(409).contains("disabled"));
    scene.rename(event, "Not sent").await;

    let enabled = scene.app.patch(&scene.path(""), &json!({ "enabled": true })).await.json();
    assert_eq!((&enabled["enabled"], &enabled["disabled_reason"]), (&json!(true), &json!(null)));
    assert_eq!(scene.tell(&resend).await.status, 202);
    let got = scene.receiver.gets(2).await;
    assert_eq!(got[0].header("webhook-id"), got[1].header("webhook-id"));
    scene.rename(event, "Sent").await;
    scene.receiver.gets(3).await;
    assert_eq!(scene.deliveries().await.len(), 2, "what happened while it was disabled is not sent");
    scene.app.stop().await;
}

#[tokio::test]
async fn retries_end_after_three_days_and_five_days_without_success_disable() {
    let scene = Scene::start().await;
    scene.receiver.answers(&["500 Oops"; 40]);
    let event = scene.event().await;
    // Each pause is a tenth longer than the schedule.
    let (minutes, hours) = ([6, 34].map(|it| it * 60), [133, 331, 661, 925, 1_321, 1_585].map(|it| it * 60));
    for (attempts, pause) in (1..).zip([&[6][..], &minutes, &hours].concat()) {
        scene.until("the next attempt", |all| all[0]["attempts"] == attempts).await;
        scene.app.clock.advance(Duration::seconds(pause));
    }
    let given_up = scene.until("it is given up", |all| all[0]["state"] == "UNDELIVERED").await;
    assert_eq!((&given_up[0]["attempts"], &given_up[0]["last_error"]), (&json!(10), &json!("The answer was 500.")));
    let webhook = scene.webhook().await;
    assert!(webhook["enabled"] == true && webhook["failing_since"].is_string(), "{webhook}");

    scene.app.clock.advance(Duration::days(2));
    scene.rename(event, "Renamed").await;
    let webhook = scene.until_webhook("it is disabled", |webhook| webhook["enabled"] == false).await;
    assert_eq!(webhook["disabled_reason"], "FAILING");
    scene.until("both are undelivered", |all| all.iter().all(|it| it["state"] == "UNDELIVERED")).await;
    scene.rename(event, "Not sent").await;
    assert_eq!(scene.deliveries().await.len(), 2);
    scene.app.stop().await;
}

#[tokio::test]
async fn a_receiver_that_hangs_delays_no_other_organization() {
    let scene = Scene::start().await;
    let silent = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/", silent.local_addr().unwrap());
    let other = Credential::Key(scene.app.store("Other Store").await.key);
    let post = async |path: &str, body: Value| scene.app.tell(&other, Method::POST, path, &body).await.created();
    post("/api/v1/webhooks/", json!({ "url": url })).await;
    for number in 0..40 {
        let event = json!({ "name": format!("Event {number}"), "event_format": "LEGACY" });
        post("/api/v1/magic-events/", event).await;
    }
    let begun = std::time::Instant::now();
    scene.event().await;
    scene.receiver.gets(1).await;
    assert!(begun.elapsed().as_secs() < 10, "{:?}", begun.elapsed());
    scene.app.stop().await;
}
