//! Every refusal conforms to the document, and every documented refusal occurs.

use api_kit::description::{Route, Tag};
use domain::permissions::{Operation, Own, Scheme};
use e2e::examples::cursor_of_another_history;
use e2e::openapi::routes;
use e2e::people::{Credential, Person};
use e2e::reply::{raw, status_of};
use e2e::stage::{Stage, Stages};
use e2e::things::{Things, method};
use e2e::{PICTURE, TestApp, crawl, scene, with_body};
use proto_events::ids::UserId;
use proto_events::vocabulary::Role;
use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};

use crate::openapi::checker::Checker;
use crate::openapi::operations;

/// An `Idempotency-Key` that is sent with different requests.
const KEY_OF_ANOTHER: &str = "one-for-two";

/// Replaces the name in a body, if it has one.
fn with_name(body: &Value, name: &str) -> Value {
    let mut body = body.clone();
    for field in ["name", "best_identifier"] {
        if let Some(named) = body.get_mut(field) {
            *named = json!(name);
        }
    }
    body
}

/// Requests of an operation that must be refused, of all kinds that apply.
fn refusals(
    app: &TestApp,
    route: &Route,
    (address, body): (&str, &Value),
    (credential, read_only): (&Credential, &str),
) -> Vec<RequestBuilder> {
    let request = |address: &str| {
        let request = credential.sign(app.anonymous_request(method(route), address));
        if route.method == "GET" { request } else { with_body(request, &with_name(body, "Refused")) }
    };
    let without_key = request(address).build().map(|mut request| {
        for header in ["x-api-key", "authorization"] {
            request.headers_mut().remove(header);
        }
        RequestBuilder::from_parts(reqwest::Client::new(), request)
    });
    let with_key = |key: &str, query: &str| {
        let mut request = request(&format!("{address}{query}")).build().expect("a request");
        request.headers_mut().insert("x-api-key", key.parse().expect("a header"));
        RequestBuilder::from_parts(reqwest::Client::new(), request)
    };
    let mut of_another_type = request(address).build().expect("a request");
    of_another_type.headers_mut().insert("content-type", "text/plain".parse().expect("a header"));
    let of_another_type = RequestBuilder::from_parts(reqwest::Client::new(), of_another_type);
    let mut refusals = vec![
        // First, because another one of these requests may delete the resource.
        request(address).header("if-match", "\"900\""),
        without_key.expect("a request"),
        with_key("sk_mistyped", ""),
        with_key(read_only, ""),
        with_key(read_only, "?teams=true"),
        with_key(read_only, "?all=true"),
        request(address).header("accept", "text/css"),
        request(address).header("consistency-token", "invented"),
        request(address).header("x-long", "x".repeat(40_000)),
        of_another_type,
        request(address).header("idempotency-key", "short"),
        request(&format!("{address}?page=0&teams=7&start_date_after=noon&num_days=many")),
        request(&format!("{address}?event_format=chess")),
        request(&format!("{address}?page=1000")),
    ];
    if route.method != "GET" {
        let keyed = |name: &str| {
            let request = request(address).header("idempotency-key", KEY_OF_ANOTHER);
            if body == PICTURE { request } else { request.json(&with_name(body, name)) }
        };
        refusals.extend([
            request(address).body("1".repeat(300_000)),
            request(address).body("{"),
            request(address).json(&json!({ "status": 7, "name": 7, "username": 7, "best_identifier": 7 })),
            keyed("One"),
            keyed("Two"),
        ]);
    }
    refusals
}

#[tokio::test(flavor = "multi_thread")]
async fn every_refusal_is_as_the_document_says() {
    let mut checker = Checker::new();
    let (app, scene, _) = scene::with_finished_event().await;
    let read_only = app.key_for(app.organization, Role::ReadOnly).await;
    let things = Things::of_scene(&app, &scene).await;
    for (route, request) in conflicts(&app, &things).await {
        let reply = app.send(request).await;
        assert_eq!(reply.status, 409, "{}: {}", reply.asked, reply.text());
        checker.check(route.method, route.template, &reply);
    }
    let cursor = cursor_of_another_history(&app).await;
    let late = app.get(&format!("/api/v1/export/tournaments/?since={cursor}")).await;
    checker.check("GET", "/api/v1/export/tournaments/", &late);
    checker.check("GET", "/dumps/", &app.without_dumps(app.get("/dumps/")).await);
    checker.check("POST", "/api/v1/members/", &app.post("/api/v1/members/", &things.invitation()).await);
    // This key is used for another request first.
    let path = format!("/api/v1/magic-events/{}/", things.stages.announced.event);
    let request = app.with_json(Method::PATCH, &path, &json!({ "capacity": 99 }));
    assert_eq!(app.send(request.header("idempotency-key", KEY_OF_ANOTHER)).await.status, 200);
    for route in routes() {
        let body = things.body(&route).unwrap_or_else(|| json!({}));
        let credential = things.credential(&route, &app.key);
        let (there, nowhere) = (things.path(&route), Things::never().path(&route));
        let not_even = route.template.replace("{slug}", "%20").replace(['{', '}'], "");
        if route.method == "GET" && can_refuse_a_person(&route) {
            let reply = app.send(things.outsider().sign(app.anonymous(&there))).await;
            checker.check(route.method, route.template, &reply);
        }
        for address in [&there, &nowhere, &not_even] {
            for request in refusals(&app, &route, (address, &body), (&credential, &read_only)) {
                let reply = app.send(request).await;
                checker.check(route.method, route.template, &reply);
            }
        }
        if body == PICTURE {
            refuse_large_picture(&app, &there).await;
            checker.seen.insert((route.id.to_owned(), 413));
        }
    }
    app.patch("/api/v1/store-page/", &json!({ "slug": "hall" })).await.json();
    checker.check("GET", "/stores/{slug}/", &app.get(&format!("/stores/{}/", app.organization)).await);
    checker.assert_none();
    assert_every_status_was_seen(&checker);
    app.stop().await;
}

/// Announces a picture that is too large, and asks before it is sent. The service refuses it, and does not wait for it.
async fn refuse_large_picture(app: &TestApp, path: &str) {
    let (host, key, length) = (app.address(), &app.key, domain::limits::PICTURE_BYTES + 1);
    let head = format!(
        "PUT {path} HTTP/1.1\r\nhost: {host}\r\nx-api-key: {key}\r\ncontent-type: image/png\r\n\
         content-length: {length}\r\nexpect: 100-continue\r\nconnection: close\r\n\r\n"
    );
    let answer = raw(&host, head.as_bytes()).await;
    assert_eq!(status_of(&answer), 413, "{answer}");
}

/// Whether an operation takes tokens, but is only for members of an organization.
fn can_refuse_a_person(route: &Route) -> bool {
    let is_for_members = |operation: Operation| operation.takes(Scheme::Token) && operation.rule().own == Own::No;
    route.operation().is_some_and(is_for_members)
}

/// Valid requests that are refused because of the current state.
async fn conflicts(app: &TestApp, things: &Things) -> Vec<(Route, RequestBuilder)> {
    let members = app.get("/api/v1/members/").await.list();
    let administrator =
        members.iter().find(|member| member["role"] == "ADMIN").map(crawl::id).expect("an administrator");
    let keeper = members.iter().find(|member| member["role"] == "SCOREKEEPER").expect("a scorekeeper");
    let nameless = crawl::id(&app.post("/api/v1/users/", &json!({ "best_identifier": "Kim" })).await.created());
    let last_one = format!("/api/v1/members/{administrator}/");
    let (leave, withdraw) = conflicts_of_invitations(app, things, administrator).await;
    let revoked = things.path(&by_id("revoke_api_key"));
    assert_eq!(app.send(app.request(Method::DELETE, &revoked)).await.status, 204);
    let keeper = json!({ "username": keeper["user"]["username"], "role": "ADMIN" });
    let mut conflicts = conflicts_of_events(app, things);
    app.post("/api/v1/conventions/", &json!({ "name": "Old Days" })).await.created();
    app.post("/api/v1/conventions/old-days/status/", &json!({ "status": "ARCHIVED" })).await.json();
    let late = json!({ "text": "Doors open.", "to_players": true });
    conflicts.extend(conflicts_of_lists(app, things).await);
    let [in_use, own_name] = ["merge", "name"].map(|part| format!("/api/v1/users/{}/{part}/", things.keeper().0));
    let double = crawl::id(&app.post("/api/v1/users/", &json!({ "best_identifier": "Kim K." })).await.created());
    app.post(&format!("/api/v1/users/{double}/merge/"), &json!({ "into": nameless })).await.json();
    conflicts.extend(conflicts_of_webhooks(app).await);
    conflicts.extend([
        (by_id("post_announcement"), app.with_json(Method::POST, "/api/v1/conventions/old-days/announcements/", &late)),
        (by_id("create_member"), app.with_json(Method::POST, "/api/v1/members/", &keeper)),
        (by_id("change_member"), app.with_json(Method::PATCH, &last_one, &json!({ "role": "JUDGE" }))),
        (by_id("remove_member"), app.request(Method::DELETE, &last_one)),
        (by_id("leave_organization"), leave),
        (by_id("withdraw_invitation"), withdraw),
        (by_id("rename_guest"), app.with_json(Method::PUT, &own_name, &json!({ "best_identifier": "Kim K." }))),
        (by_id("merge_user"), app.with_json(Method::POST, &in_use, &json!({ "into": nameless }))),
        (by_id("erase_user"), app.request(Method::POST, &format!("/api/v1/users/{double}/erase/"))),
        (by_id("create_password_link"), app.request(Method::POST, &format!("/api/v1/users/{nameless}/password-link/"))),
        (by_id("change_api_key"), app.with_json(Method::PATCH, &revoked, &json!({ "expires_at": null }))),
    ]);
    conflicts
}

/// A webhook beyond the limit, and messages to one that is disabled.
async fn conflicts_of_webhooks(app: &TestApp) -> Vec<(Route, RequestBuilder)> {
    let path = "/api/v1/webhooks/";
    let disabled = json!({ "url": "https://hooks.invalid/", "enabled": false });
    let id = crawl::id(&app.post(path, &disabled).await.created());
    while app.post(path, &disabled).await.status == 201 {}
    let period = json!({ "from": "2026-03-15T18:00:00Z", "to": "2026-03-15T23:00:00Z" });
    let resend = |below: &str| format!("{path}{id}/{below}resend/");
    vec![
        (by_id("create_webhook"), app.with_json(Method::POST, path, &disabled)),
        (by_id("resend_webhook_delivery"), app.request(Method::POST, &resend("deliveries/1/"))),
        (by_id("resend_webhook_deliveries"), app.with_json(Method::POST, &resend(""), &period)),
    ]
}

/// The last administrator leaves, and an accepted invitation is withdrawn.
async fn conflicts_of_invitations(
    app: &TestApp,
    things: &Things,
    administrator: i64,
) -> (RequestBuilder, RequestBuilder) {
    let members = app.get("/api/v1/members/").await.list();
    let last = members.iter().find(|member| crawl::id(member) == administrator).expect("the administrator");
    let last = Person { user_id: UserId(crawl::id(&last["user"])), username: String::new() };
    let guest = app.person("joining").await;
    let invitation = app.invite(app.organization, &guest).await;
    let [last, guest] = [app.token(&last, None).await, app.token(&guest, None).await].map(Credential::Token);
    app.tell(&guest, Method::POST, &things.path(&by_id("accept_invitation")), &json!({})).await.json();
    let leave = app.anonymous_request(Method::DELETE, &things.path(&by_id("leave_organization")));
    (last.sign(leave), app.request(Method::DELETE, &format!("/api/v1/invitations/{invitation}/")))
}

fn by_id(id: &str) -> Route {
    routes().into_iter().find(|route| route.id == id).expect("a route")
}

/// A player's changes of lists that an event no longer accepts.
async fn conflicts_of_lists(app: &TestApp, things: &Things) -> Vec<(Route, RequestBuilder)> {
    let playing = &things.stages.playing;
    let player = Person { user_id: UserId(playing.players[0]), username: String::new() };
    let token = Credential::Token(app.token(&player, None).await);
    let whole = json!({ "name": "Goblins" });
    let (attach, replace, change) = (by_id("attach_decklist"), by_id("replace_decklist"), by_id("change_decklist"));
    let mut lists = Vec::new();
    for _ in 0..2 {
        let list = app.tell(&token, Method::POST, "/api/v1/decklists/", &whole).await.created();
        lists.push(crawl::id(&list));
    }
    let address = playing.path(&attach);
    let [unlock, lock] = ["unlock_decklists", "lock_decklists"].map(|id| playing.path(&by_id(id)));
    let entry = json!({ "registration_id": playing.entries[0] });
    app.post(&unlock, &entry).await.json();
    app.tell(&token, Method::PUT, &address, &json!({ "decklist_id": lists[0] })).await.json();
    app.post(&lock, &entry).await.json();
    let list = replace.template.replace("{id}", &lists[0].to_string());
    let write = |method: Method, path: &str, body: &Value| token.sign(app.anonymous_write(method, path, body));
    let whole = json!({ "name": "Elves" });
    vec![
        (attach, write(Method::PUT, &address, &json!({ "decklist_id": lists[1] }))),
        (replace, write(Method::PUT, &list, &whole)),
        (change, write(Method::PATCH, &list, &whole)),
    ]
}

/// Requests of organizers that the state refuses, for each form of the answer. `write-api/tests/http/refused/mod.rs` has one for
/// each of their operations.
fn conflicts_of_events(app: &TestApp, things: &Things) -> Vec<(Route, RequestBuilder)> {
    let Stages { announced, paired, playing, .. } = &things.stages;
    let twice = json!({ "matches": [{ "players": [paired.entries[0], paired.entries[0]] }] });
    let all = [
        ("change_event", playing, json!({ "team_size": 3 })),
        ("change_lifecycle", announced, json!({ "status": "DECKLISTS_PUBLISHED" })),
        ("create_round", playing, json!({ "kind": "swiss" })),
        ("replace_pairings", paired, twice),
        ("complete_round", playing, json!({})),
    ];
    let request = |(id, stage, body): (&str, &Stage, Value)| {
        let route = by_id(id);
        (route, app.with_json(method(&route), &stage.path(&route), &body))
    };
    all.map(request).into()
}

/// Statuses that a request cannot provoke, and statuses of valid requests.
const OUT_OF_REACH: [&str; 8] = ["200", "201", "202", "304", "429", "500", "503", "507"];

#[track_caller]
fn assert_every_status_was_seen(checker: &Checker) {
    let mut unseen = Vec::new();
    for (method, template, operation) in operations(&checker.document) {
        let id = operation["operationId"].as_str().expect("an id").to_owned();
        for status in operation["responses"].as_object().expect("responses").keys() {
            let seen = checker.seen.contains(&(id.clone(), status.parse().expect("a status")));
            // `write-api/tests/http/refused/mod.rs` provokes those.
            let is_elsewhere = status == "409" && by_id(&id).tag == Tag::Organizing;
            if !seen && !is_elsewhere && !OUT_OF_REACH.contains(&status.as_str()) {
                unseen.push(format!("{method} {template} {status}"));
            }
        }
    }
    assert_eq!(unseen, Vec::<String>::new(), "documented, but no request gets such an answer");
}
