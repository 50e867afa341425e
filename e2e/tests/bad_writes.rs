//! Refused writes get the right status in the right order and name every invalid field. Nothing is stored or logged.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "this file is tests")]

use e2e::logged::{assert_silent, listen};
use e2e::people::mistyped;
use e2e::reply::{raw, status_of};
use e2e::{Reply, TestApp};
use proto_events::vocabulary::Role;
use reqwest::Method;
use serde_json::{Value, json};

const LISTS: &str = "/api/v1/decklists/";
const JSON: &str = "application/json";
const FORM: &str = "application/x-www-form-urlencoded";

/// An app with one list, and that list's address.
async fn app_with_a_list() -> (TestApp, String) {
    listen();
    let app = TestApp::start().await;
    let reply = app.post(LISTS, &json!({"name": "Only", "plaintext_list": "60 Island"})).await;
    reply.created();
    let path = reply.header("location").to_owned();
    (app, path)
}

/// Checks that the list is unchanged, and the only one.
async fn done(app: TestApp, path: &str) {
    let list = app.get(path).await;
    assert_eq!((list.json()["name"].as_str(), list.header("etag")), (Some("Only"), "\"1\""), "nothing was stored");
    assert_eq!(app.get(LISTS).await.json()["count"], 1);
    app.stop().await;
    assert_silent();
}

/// Sends a raw body.
async fn send(app: &TestApp, method: Method, path: &str, content_type: &str, body: impl Into<Vec<u8>>) -> Reply {
    app.send(app.request(method, path).header("content-type", content_type).body(body.into())).await
}

/// Checks a 400 and returns the messages for a field.
#[track_caller]
fn errors(reply: &Reply, field: &str) -> String {
    reply.problem(400);
    let problem = reply.any_json();
    let messages = problem["errors"][field].as_array().unwrap_or_else(|| panic!("no message for {field}: {problem}"));
    messages.iter().map(|message| message.as_str().unwrap()).collect::<Vec<_>>().join(" ")
}

#[tokio::test]
async fn who_may_not_write_is_told_why() {
    let (app, path) = app_with_a_list().await;
    let body = json!({"name": "Changed"});
    let reader = app.key_for(app.organization, Role::ReadOnly, None).await;
    for (method, path) in [(Method::POST, LISTS), (Method::PUT, &path), (Method::PATCH, &path)] {
        app.send(app.anonymous_write(method.clone(), path, &body)).await.problem(401);
        for key in ["sk_wrong", "", &mistyped(&app.key)] {
            app.send(app.anonymous_write(method.clone(), path, &body).header("x-api-key", key)).await.problem(401);
        }
        let refused = app.send(app.anonymous_write(method, path, &body).header("x-api-key", &reader)).await;
        let detail = refused.problem(403);
        assert!(detail.contains("READ_ONLY") && detail.contains("write decklists"), "{detail}");
    }
    done(app, &path).await;
}

#[tokio::test]
async fn every_other_role_may_write() {
    let (app, _) = app_with_a_list().await;
    for role in Role::ALL.iter().filter(|role| **role != Role::ReadOnly) {
        let key = app.key_for(app.organization, *role, None).await;
        let request = app.anonymous_write(Method::POST, LISTS, &json!({"name": role.wire_name()}));
        app.send(request.header("x-api-key", key)).await.created();
    }
    app.stop().await;
}

#[tokio::test]
async fn fields_that_are_not_right_are_all_named_at_once() {
    let (app, path) = app_with_a_list().await;
    let body = json!({
        "name": " ", "archetype": "a".repeat(201), "deckhost_public_id": 7, "deckhost_deck_json": "{not JSON",
        "plaintext_list": "4 Shock\u{0}", "id": "ignored", "deck_image_url": 3, "nonsense": [1],
    });
    for (method, path) in [(Method::POST, LISTS), (Method::PUT, &path), (Method::PATCH, &path)] {
        let reply = app.send(app.with_json(method.clone(), path, &body)).await;
        for (field, said) in [
            ("name", ""),
            ("archetype", "200"),
            ("deckhost_public_id", "string"),
            ("deckhost_deck_json", "JSON"),
            ("plaintext_list", ""),
        ] {
            let messages = errors(&reply, field);
            assert!(!messages.is_empty() && messages.contains(said), "{method}: {field}: {messages}");
        }
        assert_eq!(reply.any_json()["errors"].as_object().unwrap().len(), 5, "{method}: there are only these errors");
    }
    done(app, &path).await;
}

#[tokio::test]
async fn each_field_has_its_limit() {
    let (app, path) = app_with_a_list().await;
    for (field, limit) in [("name", 300), ("archetype", 200), ("deckhost_public_id", 200)] {
        let with = |length: usize| json!({"name": "x", field: "\u{1f0cf}".repeat(length)});
        let messages = errors(&app.put(&path, &with(limit + 1)).await, field);
        assert!(messages.contains(&limit.to_string()), "{field}: {messages}");
        app.post(LISTS, &with(limit)).await.created();
    }
    for (field, value) in
        [("name", Value::Null), ("name", json!(1)), ("plaintext_list", json!(["4 Shock"])), ("archetype", json!(true))]
    {
        let mut body = json!({"name": "x"});
        body[field] = value;
        assert!(errors(&app.put(&path, &body).await, field).contains("string"), "{body}");
    }
    let missing = app.put(&path, &json!({"plaintext_list": "60 Island"})).await;
    assert!(errors(&missing, "name").contains("required"));
    app.patch(&path, &json!({"plaintext_list": "60 Island"})).await.json();
    app.stop().await;
    assert_silent();
}

#[tokio::test]
async fn bodies_that_are_not_what_they_say_are_refused_with_words() {
    let (app, path) = app_with_a_list().await;
    let multipart = "multipart/form-data; boundary=b";
    for (content_type, body) in [
        (JSON, &b""[..]),
        (JSON, b"{"),
        (JSON, b"[]"),
        (JSON, b"\"name\""),
        (JSON, b"null"),
        (JSON, b"{\"name\": \"x\"} more"),
        (JSON, b"{\"name\": \"\xff\"}"),
        (FORM, b"name=%ff"),
        (FORM, b"name=%zz"),
        (multipart, b""),
        (multipart, b"--b\r\nContent-Disposition: form-data; name=\"name\"\r\n\r\nx"),
        (multipart, b"--c\r\nContent-Disposition: form-data; name=\"name\"\r\n\r\nx\r\n--c--\r\n"),
        (multipart, b"--b\r\nContent-Disposition: form-data; name=\"name\"\r\n\r\n\xff\r\n--b--\r\n"),
        ("multipart/form-data", b"--b--\r\n"),
    ] {
        for (method, path) in [(Method::POST, LISTS), (Method::PUT, path.as_str())] {
            let reply = send(&app, method, path, content_type, body).await;
            let detail = reply.problem(400);
            assert!(!detail.is_empty(), "{content_type} {}", String::from_utf8_lossy(body));
        }
    }
    let deep = format!("{{\"name\": {}{}}}", "[".repeat(50_000), "]".repeat(50_000));
    send(&app, Method::PUT, &path, JSON, deep).await.problem(400);
    let parts = "--b\r\nContent-Disposition: form-data; name=\"name\"\r\n\r\nx\r\n".repeat(65);
    let detail = send(&app, Method::PUT, &path, multipart, format!("{parts}--b--\r\n")).await.problem(400);
    assert!(detail.contains("64"), "{detail}");
    done(app, &path).await;
}

#[tokio::test]
async fn other_media_types_are_415_and_the_three_are_named() {
    let (app, path) = app_with_a_list().await;
    let body = r#"{"name": "Changed"}"#;
    for content_type in ["text/plain", "application/xml", "application/json; charset=latin1", "application/jso", "json"]
    {
        send(&app, Method::PUT, &path, content_type, body).await.problem(415);
    }
    let untyped = app.request(Method::POST, LISTS).header("accept", JSON).body(body);
    let detail = app.send(untyped).await.problem(415);
    for named in [JSON, FORM, "multipart/form-data"] {
        assert!(detail.contains(named), "{detail}");
    }
    let packed = app.with_json(Method::POST, LISTS, &json!({"name": "x"})).header("content-encoding", "gzip");
    app.send(packed).await.problem(415);
    done(app, &path).await;
}

#[tokio::test]
async fn bodies_that_are_too_large_are_413_however_they_come() {
    let (app, path) = app_with_a_list().await;
    let (head, tail) = (r#"{"name": "x", "plaintext_list": ""#, r#""}"#);
    let of = |bytes: usize| format!("{head}{}{tail}", "a".repeat(bytes - head.len() - tail.len()));
    for (method, path) in [(Method::POST, LISTS), (Method::PUT, &path), (Method::PATCH, &path)] {
        let detail = send(&app, method, path, JSON, of(262_145)).await.problem(413);
        assert!(detail.contains("262144"), "{detail}");
    }
    let chunks: Vec<_> =
        of(300_000).into_bytes().chunks(1_000).map(|chunk| Ok::<_, std::io::Error>(chunk.to_vec())).collect();
    let streamed = reqwest::Body::wrap_stream(futures::stream::iter(chunks));
    let request = app.request(Method::POST, LISTS).header("content-type", JSON).body(streamed);
    app.send(request).await.problem(413);
    let detail = send(&app, Method::PUT, &path, JSON, of(262_144).replace("aaaa", "\\\"\\\"")).await.status;
    assert!(detail == 200 || detail == 413, "{detail}");
    let long = |field: &str, body: &str| json!({ field: body });
    app.put(&path, &json!({"name": "Only", "plaintext_list": "60 Island"})).await.json();
    app.patch(&path, &long("plaintext_list", &"a".repeat(250_000))).await.json();
    let too_much = long("deckhost_deck_json", &format!("\"{}\"", "b".repeat(250_000)));
    let detail = app.patch(&path, &too_much).await.problem(413);
    assert!(detail.contains("491520") || detail.contains("limit"), "{detail}");
    app.stop().await;
    assert_silent();
}

#[tokio::test]
async fn a_body_that_is_told_too_large_is_not_waited_for() {
    let (app, path) = app_with_a_list().await;
    let head = format!(
        "POST {LISTS} HTTP/1.1\r\nHost: a\r\nX-API-Key: {}\r\nContent-Type: {JSON}\r\nContent-Length: 999999999\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n",
        app.key
    );
    let answer = raw(&app.address(), head.as_bytes()).await;
    assert_eq!(status_of(&answer), 413, "{answer}");
    done(app, &path).await;
}

#[tokio::test]
async fn headers_that_are_not_right_are_named() {
    let (app, path) = app_with_a_list().await;
    let body = json!({"name": "Changed"});
    for key in ["", "short", "seven77", &"k".repeat(256), "with space", "schl\u{fc}ssel"] {
        let request = app.with_json(Method::PUT, &path, &body).header("idempotency-key", key.as_bytes());
        let messages = errors(&app.send(request).await, "Idempotency-Key");
        assert!(messages.contains("visible") || messages.contains("255"), "{key}: {messages}");
    }
    for tag in ["", "1", "'1'", "\"1"] {
        let request = app.with_json(Method::PUT, &path, &body).header("if-match", tag);
        assert!(errors(&app.send(request).await, "If-Match").contains("\"3\""), "{tag}");
    }
    done(app, &path).await;
}

#[tokio::test]
async fn lists_that_are_not_there_are_404() {
    let (app, path) = app_with_a_list().await;
    let body = json!({"name": "Changed"});
    for method in [Method::PUT, Method::PATCH] {
        for odd in ["999999", "0", "-1", "abc", "1.5", "01", "99999999999999999999", "%00", "%ff", "1%2F2"] {
            let path = format!("{LISTS}{odd}/");
            if odd == "%00" && app.has_gateway() {
                app.send(app.with_json(method.clone(), &path, &body)).await.problem(400);
                continue;
            }
            let detail = app.send(app.with_json(method.clone(), &path, &body)).await.problem(404);
            assert!(detail.contains("id"), "{path}: {detail}");
        }
    }
    done(app, &path).await;
}

#[tokio::test]
async fn methods_that_a_list_does_not_have_are_405_with_those_it_has() {
    let (app, path) = app_with_a_list().await;
    for (method, path, allow) in [
        (Method::DELETE, path.as_str(), "GET, HEAD, PUT, PATCH"),
        (Method::POST, path.as_str(), "GET, HEAD, PUT, PATCH"),
        (Method::PUT, LISTS, "GET, HEAD, POST"),
        (Method::OPTIONS, LISTS, "GET, HEAD, POST"),
        (Method::PUT, &format!("{path}revisions/"), "GET, HEAD"),
    ] {
        let reply = app.send(app.with_json(method.clone(), path, &json!({"name": "x"}))).await;
        reply.problem(405);
        assert_eq!(reply.header("allow"), allow, "{method} {path}");
    }
    done(app, &path).await;
}

#[tokio::test]
async fn of_several_faults_the_first_in_order_is_told() {
    let (app, path) = app_with_a_list().await;
    let reader = app.key_for(app.organization, Role::ReadOnly, None).await;
    let other = app.store("Other Store").await;
    let (missing, text) = (format!("{LISTS}999999/"), "text/plain");
    let large = "x".repeat(300_000);
    let reused =
        app.with_json(Method::POST, LISTS, &json!({"name": "Second"})).header("idempotency-key", "used-before");
    app.send(reused).await.created();
    // Each line has one fault less than the line before.
    for (status, key, accept, path, content_type, body, tag) in [
        (401, "sk_wrong", "text/html", "abc/", text, large.as_str(), "\"9\""),
        (403, reader.as_str(), "text/html", "abc/", text, &large, "\"9\""),
        (406, &app.key, "text/html", "abc/", text, &large, "\"9\""),
        (404, &app.key, JSON, "abc/", text, &large, "\"9\""),
        (415, &app.key, JSON, "999999/", text, &large, "\"9\""),
        (413, &app.key, JSON, "999999/", JSON, &large, "\"9\""),
        (400, &app.key, JSON, "999999/", JSON, "{}", "\"9\""),
        (422, &app.key, JSON, "999999/", JSON, r#"{"name": "x"}"#, "\"9\""),
    ] {
        let request = app.anonymous(LISTS).build().unwrap();
        let url = request.url().join(path).unwrap();
        let request = reqwest::Client::new().put(url).header("x-api-key", key).header("accept", accept);
        let request = request.header("content-type", content_type).header("if-match", tag);
        app.send(request.header("idempotency-key", "used-before").body(body.to_owned())).await.problem(status);
    }
    let body = json!({"name": "x"});
    let stale = |path: &str, key: &str| {
        app.anonymous_write(Method::PUT, path, &body).header("x-api-key", key).header("if-match", "\"9\"")
    };
    app.send(stale(&missing, &app.key)).await.problem(404);
    app.send(stale(&path, &other.key)).await.problem(404);
    app.send(stale(&path, &app.key)).await.problem(412);
    app.stop().await;
    assert_silent();
}
