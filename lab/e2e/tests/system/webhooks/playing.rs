//! An event is played from its announcement to its published lists, and each change becomes a message.

use e2e::crawl::id;
use e2e::hook_receiver::{Delivered, HookReceiver};
use serde_json::{Value, json};

use crate::given::asks;
use crate::webhooks::given::Scene;

/// Plays an event of two players and another who leaves. Returns its id and that of its round.
async fn play(scene: &Scene) -> (i64, i64) {
    let app = &scene.app;
    let event = scene.event().await;
    let tell = async |below: &str, body: Value| asks(app, event, below, &body).await;
    let mut entries = Vec::new();
    for name in ["ada", "ben", "cem"] {
        let person = app.managed_person(name, app.organization).await;
        entries.push(id(&tell("registrations/", json!({ "user_id": person.user_id, "status": "COMPLETE" })).await));
    }
    tell(&format!("registrations/{}/drop/", entries[2]), json!({})).await;
    tell("lifecycle/", json!({ "status": "EVENT_IN_PROGRESS" })).await;
    let round = tell("rounds/", json!({ "kind": "swiss" })).await;
    let (round, table) = (id(&round), id(&round["matches"][0]));
    tell(&format!("rounds/{round}/publish/"), json!({})).await;
    tell(&format!("rounds/{round}/start/"), json!({})).await;
    let [first, second] = [0, 1].map(|place| entries[place].to_string());
    let result = |won: i64, lost: i64| json!({ "games_won": { first.as_str(): won, second.as_str(): lost } });
    tell(&format!("matches/{table}/result/"), result(2, 1)).await;
    tell(&format!("rounds/{round}/complete/"), json!({})).await;
    let path = format!("/api/v1/magic-events/{event}/matches/{table}/result/");
    let corrected = app.put(&path, &result(0, 2)).await;
    assert!(corrected.status < 300, "{}", corrected.text());
    for status in ["EVENT_FINISHED", "DECKLISTS_PUBLISHING", "DECKLISTS_PUBLISHED"] {
        tell("lifecycle/", json!({ "status": status })).await;
    }
    (event, round)
}

/// The messages of the event that [`play`] plays.
const MESSAGES: [&str; 15] = [
    "tournament.created",
    "registration.added",
    "registration.added",
    "registration.added",
    "registration.dropped",
    "tournament.changed",
    "round.published",
    "round.published",
    "round.completed",
    "result.corrected",
    "tournament.changed",
    "standings.final",
    "tournament.changed",
    "tournament.changed",
    "lists.published",
];

#[tokio::test]
async fn each_change_of_an_event_becomes_a_signed_message_in_order_for_the_webhooks_that_want_it() {
    let scene = Scene::start().await;
    let [few, later] = [HookReceiver::start().await, HookReceiver::start().await];
    let some = json!({ "url": few.url(), "event_types": ["round.published", "standings.final"] });
    scene.app.post("/api/v1/webhooks/", &some).await.created();
    let (event, round) = play(&scene).await;
    let got = scene.receiver.gets(MESSAGES.len()).await;
    let types: Vec<_> = got.iter().map(Delivered::event_type).collect();
    assert_eq!(types, MESSAGES);

    let mut position = 0;
    for delivered in &got {
        assert!(delivered.is_signed_with(&scene.secret), "{delivered:?}");
        assert!(delivered.body.len() < 1_000 && !delivered.body.contains("ada"), "{}", delivered.body);
        let message = delivered.message();
        assert_eq!(message["data"]["tournament_id"], event);
        assert_eq!(message["data"]["organization_id"], scene.app.organization.0);
        let now = message["data"]["position"].as_i64().unwrap();
        assert!(now >= position, "{types:?}");
        position = now;
        let url = message["data"]["url"].as_str().unwrap().to_owned();
        let path = url.strip_prefix(&scene.app.public_url()).expect("an address of the service");
        assert_eq!(scene.app.get(path).await.status, 200, "{path}");
    }
    let published = got.iter().find(|delivered| delivered.event_type() == "round.published").unwrap().message();
    assert_eq!(published["data"]["round_id"], round);
    scene.until("all are delivered", |all| all.iter().all(|it| it["state"] == "DELIVERED")).await;

    scene.app.post("/api/v1/webhooks/", &json!({ "url": later.url() })).await.created();
    let next = scene.event().await;
    let types: Vec<_> = few.gets(3).await.iter().map(Delivered::event_type).collect();
    assert_eq!(types, ["round.published", "round.published", "standings.final"]);
    let first = later.gets(1).await[0].message();
    assert_eq!((&first["type"], &first["data"]["tournament_id"]), (&json!("tournament.created"), &json!(next)));
    scene.app.stop().await;
}

#[tokio::test]
async fn messages_wait_while_the_service_is_stopped() {
    let scene = Scene::start().await;
    scene.receiver.answers(&["500 Oops"]);
    let event = scene.event().await;
    scene.receiver.gets(1).await;
    scene.until("one attempt", |all| all[0]["attempts"] == 1).await;
    scene.app.clock.advance(chrono::Duration::minutes(1));
    let scene = scene.restart().await;
    let got = scene.receiver.gets(2).await;
    assert_eq!(got[0].header("webhook-id"), got[1].header("webhook-id"));
    assert_eq!(got[0].body, got[1].body, "a message stays the same");
    assert_eq!(got[1].message()["data"]["tournament_id"], event);
    scene.app.stop().await;
}
