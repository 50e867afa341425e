//! Unknown names, and the other faults of a body: refused together at our own addresses; ignored and listed at
//! addresses of the interface.

use axum::http::Method;
use serde_json::{Value, json};

use crate::harness::{LISTS, Reply, TestApi, address};

const IGNORED: &str = "crosstable-ignored";

/// Sends a JSON body unchanged.
async fn sent(api: &TestApi, method: Method, path: &str, body: impl Into<String>) -> Reply {
    let headers = [("x-api-key", api.key.as_str()), ("content-type", "application/json")];
    api.send(method, path, &headers, body.into()).await
}

/// Returns the errors of a refusal with 400.
#[track_caller]
fn errors(reply: &Reply) -> Value {
    reply.problem(400)["errors"].clone()
}

#[tokio::test]
async fn values_out_of_range_are_reported_beside_wrong_types() {
    let api = TestApi::start().await;
    for (path, body, expected) in [
        (
            "/api/v1/magic-events/",
            json!({"name": "a\r\nBEGIN:VEVENT", "event_format": 7}),
            &["event_format", "name"][..],
        ),
        (
            "/api/v1/conventions/",
            json!({"name": " ", "slug": "a b", "url": "ftp://x", "requires_ticket": 1,
                "coordinates": {"type": "Point", "coordinates": [1, 2], "z": 3}}),
            &["coordinates.z", "name", "requires_ticket", "slug", "url"],
        ),
        (
            "/api/v1/users/",
            json!({"username": " a", "email": "x".repeat(300), "pronouns": 7}),
            &["best_identifier", "email", "pronouns", "username"],
        ),
        (
            "/api/v1/api-keys/api_keys/",
            json!({"name": " ", "expires_at": "2020-01-01T00:00:00Z", "role": "KING"}),
            &["expires_at", "name", "role"],
        ),
    ] {
        let found = errors(&sent(&api, Method::POST, path, body.to_string()).await);
        let paths: Vec<_> = found.as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(paths, expected, "{path}: {found}");
    }
    let notes = json!({"internal_notes": "x".repeat(10_001), "tags": [" "], "fixed_seat": 0, "mark_as_payd": true});
    let registration = "/api/v1/magic-events/7/registrations/8/";
    let found = errors(&sent(&api, Method::PATCH, registration, notes.to_string()).await);
    let paths: Vec<_> = found.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(paths, ["fixed_seat", "internal_notes", "mark_as_payd", "tags"], "{found}");
}

#[tokio::test]
async fn a_field_given_twice_is_refused_and_null_is_not_absence() {
    let api = TestApi::start().await;
    let twice = r#"{"capacity": 64, "name": "Open", "capacity": 128, "rules": {"decimals": 8, "decimals": 16}}"#;
    let found = errors(&sent(&api, Method::PATCH, "/api/v1/magic-events/7/", twice).await);
    assert_eq!(
        found,
        json!({"capacity": ["This is given more than once."], "rules.decimals": ["This is given more than once."]})
    );

    let null = sent(&api, Method::PATCH, "/api/v1/magic-events/7/", r#"{"capacity": null, "capcity": null}"#).await;
    assert_eq!(errors(&null).as_object().unwrap().keys().collect::<Vec<_>>(), ["capcity"]);
}

#[tokio::test]
async fn names_are_shortened_made_safe_and_limited_in_number_and_values_are_not_repeated() {
    let api = TestApi::start().await;
    let many: serde_json::Map<_, _> = (0..1000).map(|number| (format!("unknown_{number}"), json!("secret"))).collect();
    let refused = sent(&api, Method::PATCH, "/api/v1/magic-events/7/", Value::Object(many).to_string()).await;
    assert!(
        errors(&refused).as_object().unwrap().len() <= 100 && refused.body.len() < 16_384,
        "{}",
        refused.body.len()
    );
    assert!(refused.problem(400)["detail"].as_str().unwrap().contains("900 more"), "{}", refused.text());

    let key = "sk_ABCDEFGHIJKLMNOPQRSTUVWXYZabcd34KlM6";
    let odd = json!({ key: "swordfish", "n\u{e4}me\r\nx: y": 1, "x".repeat(5000): 1 });
    for (method, path) in [(Method::PATCH, "/api/v1/magic-events/7/"), (Method::POST, LISTS)] {
        let mut body = odd.clone();
        if path == LISTS {
            body["name"] = json!("Burn");
        }
        let reply = sent(&api, method, path, body.to_string()).await;
        let shown = format!("{:?} {}", reply.headers, reply.text());
        assert!(!shown.contains("swordfish") && !shown.contains(&key[..12]), "{shown}");
        assert!(!shown.contains(&"x".repeat(60)) && !shown.contains("x: y"), "{shown}");
    }
}

#[tokio::test]
async fn addresses_of_the_interface_ignore_and_name_unknown_fields_and_parameters() {
    let api = TestApi::start().await;
    let list = r#"{"name": "First", "name": "Burn", "capcity": "secret", "archtype": null}"#;
    let made = sent(&api, Method::POST, &format!("{LISTS}?pgae=secret"), list).await;
    assert_eq!(made.json(201)["name"], "Burn");
    assert_eq!(made.header(IGNORED), "body.archtype, body.capcity, body.name, query.pgae");
    assert!(!format!("{:?}", made.headers).contains("secret"));

    let id = made.id();
    for (form, body) in [
        ("application/x-www-form-urlencoded", "name=Burn&nmae=x&name=Blast".to_owned()),
        (
            "multipart/form-data; boundary=b",
            ["name", "nmae", "name"]
                .map(|name| format!("--b\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\nBlast\r\n"))
                .concat()
                + "--b--\r\n",
        ),
    ] {
        let headers = [("x-api-key", api.key.as_str()), ("content-type", form)];
        let changed = api.send(Method::PATCH, &address(id), &headers, body).await;
        assert_eq!(changed.json(200)["name"], "Blast", "{form}");
        assert_eq!(changed.header(IGNORED), "body.name, body.nmae", "{form}");
    }
    let plain = sent(&api, Method::PATCH, &address(id), r#"{"name": "Burn"}"#).await;
    assert_eq!((plain.status, plain.headers.contains_key(IGNORED)), (200, false));
}

#[tokio::test]
async fn refusals_of_the_interface_name_what_was_ignored_too() {
    let api = TestApi::start().await;
    let nameless = sent(&api, Method::POST, &format!("{LISTS}?pgae=2"), r#"{"nmae": "Burn"}"#).await;
    assert_eq!(errors(&nameless), json!({"name": ["This field is required."]}));
    assert_eq!(nameless.header(IGNORED), "body.nmae, query.pgae");
    let nowhere = sent(&api, Method::PATCH, &format!("{}?pgae=2", address(9_999.into())), r#"{"nmae": "Burn"}"#).await;
    nowhere.problem(404);
    assert_eq!(nowhere.header(IGNORED), "body.nmae, query.pgae");
    let headers = [("content-type", "application/json")];
    let stranger = api.send(Method::POST, &format!("{LISTS}?pgae=2"), &headers, "{}").await;
    stranger.problem(401);
    assert_eq!(stranger.header(IGNORED), "query.pgae");
}
