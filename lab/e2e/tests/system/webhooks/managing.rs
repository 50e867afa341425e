//! Administrators manage webhooks over HTTP.

use chrono::Duration;
use e2e::crawl::id;
use e2e::until::{until, wanted};
use serde_json::json;

use crate::webhooks::given::Scene;

#[tokio::test]
async fn a_secret_is_shown_once_and_while_it_rotates_both_sign() {
    let scene = Scene::start().await;
    let event = scene.event().await;
    scene.receiver.gets(1).await;
    let rotated = scene.tell("rotate-secret/").await.json();
    let secret = rotated["secret"].as_str().unwrap().to_owned();
    assert_ne!(secret, scene.secret);
    assert!(rotated["previous_secret_until"].is_string());
    scene.rename(event, "During").await;
    let got = scene.receiver.gets(2).await;
    assert_eq!((got[0].signatures().len(), got[1].signatures().len()), (1, 2));
    assert!(got[1].is_signed_with(&secret) && got[1].is_signed_with(&scene.secret));

    scene.app.clock.advance(Duration::hours(25));
    scene.rename(event, "After").await;
    let got = scene.receiver.gets(3).await;
    assert!(got[2].is_signed_with(&secret) && !got[2].is_signed_with(&scene.secret));
    assert_eq!(got[2].signatures().len(), 1);

    for event in scene.app.log().await {
        assert!(!event.encoded.payload.contains("whsec_"), "{event:?}");
    }
    let everything = scene.app.get("/api/v1/webhooks/").await.text().to_owned() + &scene.app.heard();
    assert!(!everything.contains("whsec_"));
    let backup = scene.app.backup().await;
    assert!(backup.iter().any(|item| item.contains("WebhookSecret")), "a backup has the secret");
    assert!(!backup.concat().contains("whsec_"), "and does not show it");
    scene.app.stop().await;
}

#[tokio::test]
async fn deliveries_are_sent_again_one_or_those_of_a_period() {
    let scene = Scene::start().await;
    let event = scene.event().await;
    let begun = scene.app.clock_now();
    scene.app.clock.advance(Duration::hours(1));
    scene.rename(event, "Later").await;
    scene.rename(event, "Later still").await;
    let first = scene.receiver.gets(3).await;
    let all = scene.until("all are delivered", |all| all.iter().all(|it| it["state"] == "DELIVERED")).await;
    let oldest = id(&all[2]);
    let again = scene.tell(&format!("deliveries/{oldest}/resend/")).await;
    assert_eq!((again.status, &again.any_json()["state"]), (202, &json!("PENDING")));
    let got = scene.receiver.gets(4).await;
    assert_eq!(got[3].header("webhook-id"), first[0].header("webhook-id"), "the id stays the same");

    let period = json!({ "from": begun + Duration::minutes(30), "to": begun + Duration::hours(2) });
    let sent = scene.app.post(&scene.path("resend/"), &period).await;
    assert_eq!((sent.status, &sent.any_json()["deliveries"]), (202, &json!(2)));
    let got = scene.receiver.gets(6).await;
    let ids: Vec<_> = got[4..].iter().map(|delivered| delivered.header("webhook-id")).collect();
    assert_eq!(ids, [first[1].header("webhook-id"), first[2].header("webhook-id")]);

    let backwards = json!({ "from": begun, "to": begun - Duration::hours(1) });
    scene.app.post(&scene.path("resend/"), &backwards).await.problem(400);
    assert_eq!(scene.tell("deliveries/4000000/resend/").await.status, 404);
    scene.app.stop().await;
}

#[tokio::test]
async fn the_log_has_pages_and_states_and_ends_after_thirty_days() {
    let scene = Scene::start().await;
    let event = scene.event().await;
    for number in 0..4 {
        scene.rename(event, &format!("Name {number}")).await;
    }
    scene.receiver.gets(5).await;
    scene.until("all are delivered", |all| all.len() == 5 && all.iter().all(|it| it["state"] == "DELIVERED")).await;
    let (mut path, mut seen) = (scene.path("deliveries/?page_size=2&state=DELIVERED"), Vec::new());
    loop {
        let page = scene.app.get(&path).await.json();
        seen.extend(page["results"].as_array().unwrap().iter().map(id));
        let Some(next) = page["next"].as_str() else { break };
        path = next.strip_prefix(&scene.app.public_url()).unwrap().to_owned();
    }
    assert!(seen.len() == 5 && seen.is_sorted_by(|newer, older| newer > older), "{seen:?}");
    assert_eq!(scene.app.get(&scene.path("deliveries/?state=PENDING")).await.json()["results"], json!([]));
    for wrong in ["state=LOST", "page_size=0", "before=x", "page=2"] {
        assert_eq!(scene.app.get(&scene.path(&format!("deliveries/?{wrong}"))).await.status, 400, "{wrong}");
    }

    scene.app.clock.advance(Duration::days(31));
    let scene = scene.restart().await;
    until("the log is empty", async || wanted(scene.deliveries().await, Vec::is_empty)).await;
    scene.app.stop().await;
}

#[tokio::test]
async fn addresses_inside_and_bad_fields_are_refused() {
    let app = e2e::TestApp::start().await;
    let urls = [
        "",
        "http://hooks.example.org/",
        "https://127.0.0.1/",
        "https://localhost/",
        "https://[::1]/",
        "https://169.254.169.254/latest/",
        "https://0x7f.1/",
        "https://2130706433/",
        "https://user:secret@hooks.example.org/",
    ];
    let fields = [
        (json!({}), "url"),
        (json!({ "url": "https://hooks.invalid/", "event_types": ["round.lost"] }), "event_types[0]"),
        (json!({ "url": "https://hooks.invalid/", "description": "x".repeat(201) }), "description"),
        (json!({ "url": "https://hooks.invalid/", "secret": "whsec_x" }), "secret"),
    ];
    for (body, field) in urls.map(|url| (json!({ "url": url }), "url")).into_iter().chain(fields) {
        let refused = app.post("/api/v1/webhooks/", &body).await;
        refused.problem(400);
        assert!(refused.any_json()["errors"][field].is_array(), "{body}: {}", refused.text());
    }
    app.stop().await;
}
