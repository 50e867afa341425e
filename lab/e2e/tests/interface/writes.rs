//! Lists written through the interface (18, 20, 21): formats of bodies, contents of answers, retries, versions,
//! revisions and pictures.

use chrono::Duration;
use e2e::archive::own_fixtures;
use e2e::crawl::{id, text};
use e2e::form::{Fields, Form, sha256};
use e2e::{Reply, TestApp};
use proto_events::vocabulary::{LifecycleStatus, Role};
use proto_events::{StreamId, TournamentEvent};
use reqwest::Method;
use serde_json::{Value, json};

const LISTS: &str = "/api/v1/decklists/";

fn owned(fields: &[(&'static str, &str)]) -> Fields {
    fields.iter().map(|(name, text)| (*name, (*text).to_owned())).collect()
}

/// Sends fields in this format.
async fn send(app: &TestApp, method: Method, path: &str, form: Form, fields: &[(&'static str, &str)]) -> Reply {
    let (content_type, body) = form.encode(&owned(fields), 0);
    app.send(app.request(method, path).header("content-type", content_type).body(body)).await
}

/// Creates a list from JSON. Returns its id and address.
async fn created(app: &TestApp, body: &Value) -> (i64, String) {
    let reply = app.post(LISTS, body).await;
    (id(&reply.created()), reply.header("location").to_owned())
}

/// Checks that the answer to a write equals that to a read of the same list, and has all required headers.
async fn assert_receipt(app: &TestApp, written: &Reply, version: usize) {
    let document = written.any_json();
    // The answer waits half a second for the views; on a busy machine the largest lists take longer.
    app.applied().await;
    let read = app.get(&format!("{LISTS}{}/", id(&document))).await;
    assert_eq!((read.status, &read.body), (200, &written.body), "{}", written.asked);
    for reply in [written, &read] {
        assert_eq!(reply.header("etag"), format!("\"{version}\""), "{}", reply.asked);
        assert_eq!(reply.header("content-type"), "application/json");
    }
    assert_eq!(written.header("x-content-sha256"), sha256(text(&document["plaintext_list"])), "{}", written.asked);
    assert_eq!(written.header("cache-control"), "no-store");
    assert!(!written.header("consistency-token").is_empty());
}

#[tokio::test]
async fn each_write_takes_each_form_of_a_body() {
    let app = TestApp::start().await;
    for (number, form) in (1..).zip(Form::ALL) {
        let whole = [
            ("name", "Red & \u{201e}rot\u{201c} +1%"),
            ("deckhost_deck_json", r#"{"mainboard": {}}"#),
            ("plaintext_list", "4 Lightning Bolt\r\n56 Mountain\n\n15 Æther Vial\n"),
            ("deckhost_public_id", "pub-7"),
            ("archetype", "Burn"),
        ];
        let first = send(&app, Method::POST, LISTS, form, &whole).await;
        let document = first.created();
        assert_eq!(id(&document), number, "{form:?}");
        for (name, value) in whole {
            assert_eq!(document[name], value, "{form:?}");
        }
        let path = format!("{LISTS}{number}/");
        assert_eq!(first.header("location"), path);
        let picture = format!("{}/decklists/{number}/image.svg", app.public_url());
        assert_eq!(document["deck_image_url"], picture);
        assert_receipt(&app, &first, 1).await;

        let replaced = send(&app, Method::PUT, &path, form, &[("name", "Blue"), ("plaintext_list", "60 Island")]).await;
        let document = replaced.json();
        for (name, value) in
            [("name", "Blue"), ("plaintext_list", "60 Island"), ("archetype", ""), ("deckhost_public_id", "")]
        {
            assert_eq!(document[name], value, "PUT in {form:?}: fields that are not given become empty");
        }
        assert_eq!(replaced.header("location"), "");
        assert_receipt(&app, &replaced, 2).await;

        let changed = send(&app, Method::PATCH, &path, form, &[("archetype", "Control")]).await;
        let document = changed.json();
        for (name, value) in [("name", "Blue"), ("plaintext_list", "60 Island"), ("archetype", "Control")] {
            assert_eq!(document[name], value, "PATCH in {form:?}: fields that are not given stay");
        }
        assert_receipt(&app, &changed, 3).await;
    }
    app.stop().await;
}

#[tokio::test]
async fn a_retry_is_known_after_a_restart() {
    let app = TestApp::start().await;
    let send = async |app: &TestApp, path: &str, method: Method| {
        let request = app.with_json(method, path, &json!({"name": "Once", "plaintext_list": "60 Forest"}));
        app.send(request.header("idempotency-key", format!("restart-{path}"))).await
    };
    let posted = send(&app, LISTS, Method::POST).await;
    let path = posted.header("location").to_owned();
    app.put(&path, &json!({"name": "Between"})).await.json();
    let put = send(&app, &path, Method::PUT).await;
    put.json();
    let app = app.restart(e2e::Options::default()).await;
    for (first, again) in [(posted, send(&app, LISTS, Method::POST).await), (put, send(&app, &path, Method::PUT).await)]
    {
        assert_eq!((again.status, &again.body), (first.status, &first.body));
        assert_eq!(again.header("consistency-token"), first.header("consistency-token"));
    }
    app.stop().await;
}

#[tokio::test]
async fn every_revision_is_kept_and_what_changes_nothing_is_none() {
    let app = TestApp::start().await;
    let judge = app.key_for(app.organization, Role::Judge, None).await;
    let (_, path) = created(&app, &json!({"name": "One", "plaintext_list": "60 Island"})).await;
    app.clock.advance(Duration::minutes(5));
    let change = app.anonymous_write(Method::PATCH, &path, &json!({"plaintext_list": "60 Swamp"}));
    app.send(change.header("x-api-key", &judge)).await.json();
    for same in [app.patch(&path, &json!({})).await, app.patch(&path, &json!({"name": "One"})).await] {
        assert_eq!((same.json()["plaintext_list"].as_str(), same.header("etag")), (Some("60 Swamp"), "\"2\""));
    }
    let keys = app.get("/api/v1/api-keys/api_keys/").await.list();
    let own = id(keys.first().unwrap());
    let judges = id(&app.get_as(&judge, "/api/v1/api-keys/api_keys/").await.list()[0]);
    let revisions = app.get(&format!("{path}revisions/")).await;
    let expected = json!([
        {"number": 1, "recorded_at": "2026-09-01T12:00:00Z", "actor": {"type": "API_KEY", "id": own},
         "content_sha256": sha256("60 Island")},
        {"number": 2, "recorded_at": "2026-09-01T12:05:00Z", "actor": {"type": "API_KEY", "id": judges},
         "content_sha256": sha256("60 Swamp")},
    ]);
    assert_eq!(revisions.json(), expected);
    let reader = app.key_for(app.organization, Role::ReadOnly, None).await;
    app.get_as(&reader, &format!("{path}revisions")).await.problem(404);
    app.stop().await;
}

#[tokio::test]
async fn a_list_that_came_with_a_tournament_is_changed_like_any_other() {
    let app = TestApp::start().await;
    let event = app.import(&own_fixtures()[1]).await;
    let list = app.get(LISTS).await.json()["results"][0].clone();
    let path = format!("{LISTS}{}/", id(&list));
    app.patch(&path, &json!({"name": "Renamed", "plaintext_list": "60 Wastes"})).await.json();
    let revisions = app.get(&format!("{path}revisions/")).await.list();
    assert_eq!(revisions[0]["actor"]["id"], Value::Null);
    assert_eq!(revisions[1]["actor"]["type"], "API_KEY");
    let of_event = app.get(&format!("/api/v1/magic-events/{event}/decklists/")).await;
    assert!(of_event.text().contains("Renamed"), "its event shows the new list");
    app.stop().await;
}

#[tokio::test]
async fn the_picture_follows_the_list_and_is_public_when_the_list_is() {
    let app = TestApp::start().await;
    let event = app.import(&own_fixtures()[1]).await;
    let stream = StreamId::tournament(event);
    let tell = async |status| {
        app.append(app.organization, stream, vec![TournamentEvent::LifecycleChanged { status }.into()]).await;
    };
    tell(LifecycleStatus::EventInProgress).await;
    let list = app.get(&format!("/api/v1/magic-events/{event}/decklists/")).await.list()[0].clone();
    let number = id(&list);
    let picture = format!("/decklists/{number}/image.svg");
    let text = "4 Lightning Bolt\n2 <script>alert(1)</script> & Co\n\nSideboard\n3 Pyroblast";
    app.put(&format!("{LISTS}{number}/"), &json!({"name": "Drawn", "plaintext_list": text})).await.json();

    let own = app.get(&picture).await;
    assert_eq!((own.status, own.header("content-type")), (200, "image/svg+xml"));
    for shown in ["Lightning Bolt", "Pyroblast", "Sideboard"] {
        assert!(own.text().contains(shown), "{shown} in {}", own.text());
    }
    assert!(!own.text().contains("<script"), "names are escaped: {}", own.text());
    app.send(app.anonymous(&picture)).await.problem(401);
    tell(LifecycleStatus::DecklistsPublished).await;
    let public = app.send(app.anonymous(&picture)).await;
    assert_eq!((public.status, &public.body), (200, &own.body));
    let unattached = created(&app, &json!({"name": "Private"})).await.0;
    app.send(app.anonymous(&format!("/decklists/{unattached}/image.svg"))).await.problem(401);
    app.get("/decklists/999999/image.svg").await.problem(404);
    app.stop().await;
}

#[tokio::test]
async fn a_list_as_long_as_may_be_is_kept_as_it_came() {
    let app = TestApp::start().await;
    let long = "4 Æther Vial\n".repeat(17_000);
    let reply = app.post(LISTS, &json!({"name": "n".repeat(300), "plaintext_list": long})).await;
    assert_eq!(reply.created()["plaintext_list"], long);
    assert_receipt(&app, &reply, 1).await;
    app.stop().await;
}

/// A clock that jumps a day ahead, for a moment or permanently, makes no key expire.
#[tokio::test]
async fn a_key_outlives_a_clock_that_jumps() {
    let app = TestApp::start().await;
    let ask = async |app: &TestApp| {
        let request = app.with_json(Method::POST, LISTS, &json!({"name": "Burn"}));
        id(&app.send(request.header("idempotency-key", "a-key-of-mine")).await.created())
    };
    let first = ask(&app).await;
    app.clock.advance(Duration::hours(25));
    // Restarts the app, and appends an event with a newer time.
    let app = app.restart(e2e::Options::default()).await;
    created(&app, &json!({"name": "Another"})).await;
    assert_eq!(ask(&app).await, first);
    app.clock.advance(Duration::hours(-50));
    let app = app.restart(e2e::Options::default()).await;
    assert_eq!(ask(&app).await, first);
    app.stop().await;
}
