//! Bodies become lists, and the answer shows them.

use proto_events::ids::ApiKeyId;
use proto_events::{Actor, DecklistEvent, DomainEvent};
use serde_json::json;

use crate::harness::{TestApi, address, at};

/// SHA-256 of "4 Island\n".
const FOUR_ISLANDS: &str = "d937df9eddbcfe63ef1da45521e0bf96793e7b046f2d8c77e09e0039176140de";

#[tokio::test]
async fn each_answer_shows_the_list_as_it_is_read() {
    let api = TestApi::start().await;
    let list = json!({"name": "Bürn & Co", "plaintext_list": "4 Island\n", "archetype": "Aggro"});
    let made = api.post(&[], &list).await;
    let id = made.id();
    let expected = json!({
        "id": id.0, "name": "Bürn & Co", "deckhost_deck_json": "", "plaintext_list": "4 Island\n",
        "deckhost_public_id": "", "archetype": "Aggro",
        "deck_image_url": format!("https://events.example/decklists/{id}/image.svg"),
    });
    assert_eq!(made.json(201), expected);
    assert_eq!((made.header("location"), made.header("etag")), (address(id).as_str(), "\"1\""));

    let second = json!({"name": "Control", "deckhost_deck_json": "{\"mainboard\": {\"Opt\": {\"quantity\": 4}}}"});
    let replaced = api.put(id, &[], &second).await;
    let shown = replaced.json(200);
    assert_eq!((&shown["archetype"], &shown["plaintext_list"]), (&json!(""), &json!("4 Opt")));
    assert_eq!((replaced.header("location"), replaced.header("etag")), ("", "\"2\""));

    let changed = api.patch(id, &[], &json!({"moxfield_public_id": "x7", "id": "99"})).await;
    let shown = changed.json(200);
    assert_eq!((&shown["name"], &shown["deckhost_public_id"]), (&json!("Control"), &json!("x7")));
    assert_eq!((&shown["id"], changed.header("etag")), (&json!(id.0), "\"3\""));
    assert_eq!(shown, api.read(id).await, "the answer equals the list as it is read");
}

#[tokio::test]
async fn an_answer_says_all_that_a_careful_client_wants_to_know() {
    let api = TestApi::start().await;
    api.submit("Another").await;
    let made = api.post(&[], &json!({"name": "Burn", "plaintext_list": "4 Island\n"})).await;
    let mut headers: Vec<_> = made.headers.keys().map(axum::http::HeaderName::as_str).collect();
    headers.sort_unstable();
    let expected = [
        "cache-control",
        "consistency-token",
        "content-length",
        "content-type",
        "etag",
        "location",
        "x-content-sha256",
    ];
    assert_eq!(headers, expected);
    assert_eq!(made.header("cache-control"), "no-store");
    assert_eq!(api.token(&made), 2);
    assert_eq!(made.header("x-content-sha256"), FOUR_ISLANDS);

    let json = r#"{"main": [{"name": "Island", "count": 4}]}"#;
    let derived = api.post(&[], &json!({"name": "a", "deckhost_deck_json": json})).await;
    assert_eq!(derived.json(201)["plaintext_list"], "4 Island");
    assert_eq!(derived.header("x-content-sha256"), api.stored(derived.id()).await.content_sha256());
}

#[tokio::test]
async fn the_log_says_who_wrote_what() {
    let api = TestApi::start().await;
    let text = "4 Island\r\n\u{1}\tZoë";
    let id = api.post(&[], &json!({"name": " Burn ", "plaintext_list": text})).await.id();
    api.patch(id, &[], &json!({"name": "Burn 2"})).await.json(200);

    let events = api.events(id).await;
    let actors: Vec<_> = events.iter().map(|event| event.actor.clone()).collect();
    assert_eq!(actors, [Actor::ApiKey(ApiKeyId(1)), Actor::ApiKey(ApiKeyId(1))]);
    assert!(events.iter().all(|event| event.recorded_at == at("2026-03-15T10:20:30Z")));
    let DomainEvent::Decklist(DecklistEvent::Submitted { owner_user_id, body, deck_url }) = &events[0].event else {
        panic!("{:?}", events[0])
    };
    assert_eq!((*owner_user_id, deck_url.as_str()), (None, ""));
    assert_eq!((body.name.as_str(), body.plaintext_list.as_str()), (" Burn ", text), "stored as it was sent");
    assert_eq!(api.stored(id).await.earlier.len(), 1, "every revision is kept");
}

#[tokio::test]
async fn all_that_is_wrong_is_told_at_once() {
    let api = TestApi::start().await;
    let id = api.submit("Burn").await;
    let wrong = json!({
        "name": 7, "archetype": "x".repeat(201), "plaintext_list": "a\u{0}b", "deckhost_deck_json": "{",
        "deckhost_public_id": "a", "moxfield_public_id": "b",
    });
    let headers = [("idempotency-key", "short"), ("if-match", "3")];
    let problem = api.put(id, &headers, &wrong).await.problem(400);
    let errors = problem["errors"].as_object().unwrap();
    let names: Vec<_> = errors.keys().map(String::as_str).collect();
    let expected = [
        "Idempotency-Key",
        "If-Match",
        "archetype",
        "deckhost_deck_json",
        "moxfield_public_id",
        "name",
        "plaintext_list",
    ];
    assert_eq!(names, expected, "{problem}");
    assert_eq!(errors["name"], json!(["Must be a string; this is a number."]));
    assert_eq!(problem["type"], "/problems/bad-request");

    let one = api.put(id, &[], &json!({})).await.problem(400);
    assert_eq!(one["errors"], json!({"name": ["This field is required."]}));
    assert_eq!(one["detail"], "name is invalid, see `errors`.");
    let blank = api.patch(id, &[], &json!({"name": " \t"})).await.problem(400);
    assert_eq!(blank["errors"], json!({"name": ["May not be empty."]}));
    assert_eq!(api.head().await, 1, "nothing was written");
}

#[tokio::test]
async fn a_text_that_answers_only_derive_is_not_stored_when_a_client_of_vendors_sends_it_back() {
    let api = TestApi::with(true).await;
    let json = r#"{"main": [{"name": "Island", "count": 4}]}"#;
    for given in
        [json!({"name": "Burn", "deckhost_public_id": "x7"}), json!({"name": "Burn", "deckhost_deck_json": json})]
    {
        let made = api.post(&[], &given).await;
        let (id, mut list) = (made.id(), made.json(201));
        assert_ne!(list["plaintext_list"], "");
        let same = api.put(id, &[], &list).await;
        assert_eq!((same.header("etag"), same.json(200)), (made.header("etag"), list.clone()), "no revision");
        let text = list["plaintext_list"].clone();
        let patched = api.patch(id, &[], &json!({"name": "Burn 2", "plaintext_list": text})).await.json(200);
        assert_eq!(patched["plaintext_list"], text, "the answer has a text");
        assert_eq!(api.stored(id).await.body.plaintext_list, "", "and the list has none");
        list["plaintext_list"] = json!("4 Island\n1 Shock");
        assert_eq!(api.put(id, &[], &list).await.json(200)["plaintext_list"], "4 Island\n1 Shock");
        assert_eq!(api.stored(id).await.body.plaintext_list, "4 Island\n1 Shock");
    }
}

#[tokio::test]
async fn a_list_that_fits_into_no_event_is_a_413() {
    let api = TestApi::start().await;
    let half = "x".repeat(250_000);
    let id = api.post(&[], &json!({"name": "a", "plaintext_list": half})).await.id();
    api.patch(id, &[], &json!({"deckhost_deck_json": format!("\"{half}\"")})).await.problem(413);
}
