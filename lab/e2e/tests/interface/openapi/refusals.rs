//! Every refusal conforms to the document, and every documented refusal occurs.

use api_kit::description::Route;
use domain::permissions::{Operation, Own, Scheme};
use e2e::examples::cursor_of_another_history;
use e2e::openapi::routes;
use e2e::people::{Credential, Person};
use e2e::reply::{raw, status_of};
use e2e::stage::{Stage, Stages};
use e2e::things::Things;
use e2e::{PICTURE, TestApp, crawl, scene, with_body};
use proto_events::ids::{TournamentId, UserId};
use proto_events::vocabulary::{LifecycleStatus, Role};
use proto_events::{StreamId, TournamentEvent};
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
    let method = route.method;
    let verb = Method::from_bytes(method.as_bytes()).expect("a method");
    let request = |address: &str| {
        let request = credential.sign(app.anonymous_request(verb.clone(), address));
        if method == "GET" { request } else { with_body(request, &with_name(body, "Refused")) }
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
    if method != "GET" {
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
    let read_only = app.key_for(app.organization, Role::ReadOnly, None).await;
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

/// Announces a picture that is too large. The service refuses it before it is sent.
async fn refuse_large_picture(app: &TestApp, path: &str) {
    let (host, key, length) = (app.address(), &app.key, domain::limits::PICTURE_BYTES + 1);
    let head = format!(
        "PUT {path} HTTP/1.1\r\nhost: {host}\r\nx-api-key: {key}\r\ncontent-type: image/png\r\n\
         content-length: {length}\r\nconnection: close\r\n\r\n"
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
    let all = routes();
    let route = |id: &str| *all.iter().find(|route| route.id == id).expect("a route");
    let revoke = route("revoke_api_key");
    let revoked = things.path(&revoke);
    assert_eq!(app.send(app.request(Method::DELETE, &revoked)).await.status, 204);
    let keeper = json!({ "username": keeper["user"]["username"], "role": "ADMIN" });
    let mut conflicts = conflicts_of_events(app, things).await;
    conflicts.extend(conflicts_of_conventions(app).await);
    conflicts.extend(conflicts_of_lists(app, things).await);
    let [in_use, own_name] = ["merge", "name"].map(|part| format!("/api/v1/users/{}/{part}/", things.keeper().0));
    let double = crawl::id(&app.post("/api/v1/users/", &json!({ "best_identifier": "Kim K." })).await.created());
    app.post(&format!("/api/v1/users/{double}/merge/"), &json!({ "into": nameless })).await.json();
    conflicts.extend(conflicts_of_webhooks(app).await);
    let late = things.path(&route("award_missed_rounds"));
    let not_begun = json!({ "rounds": [{ "round_number": 1, "award": "BYE" }] });
    conflicts.extend([
        (route("award_missed_rounds"), app.with_json(Method::POST, &late, &not_begun)),
        (route("create_member"), app.with_json(Method::POST, "/api/v1/members/", &keeper)),
        (route("change_member"), app.with_json(Method::PATCH, &last_one, &json!({ "role": "JUDGE" }))),
        (route("remove_member"), app.request(Method::DELETE, &last_one)),
        (route("leave_organization"), leave),
        (route("withdraw_invitation"), withdraw),
        (route("rename_guest"), app.with_json(Method::PUT, &own_name, &json!({ "best_identifier": "Kim K." }))),
        (route("merge_user"), app.with_json(Method::POST, &in_use, &json!({ "into": nameless }))),
        (route("erase_user"), app.request(Method::POST, &format!("/api/v1/users/{double}/erase/"))),
        (route("create_password_link"), app.request(Method::POST, &format!("/api/v1/users/{nameless}/password-link/"))),
        (route("change_api_key"), app.with_json(Method::PATCH, &revoked, &json!({ "expires_at": null }))),
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

/// Finishes two events, and publishes the lists of the second.
async fn become_past(app: &TestApp, teams: &Stage, child: &Stage) {
    for (stage, status) in [
        (teams, "EVENT_IN_PROGRESS"),
        (teams, "EVENT_FINISHED"),
        (child, "EVENT_IN_PROGRESS"),
        (child, "EVENT_FINISHED"),
        (child, "DECKLISTS_PUBLISHING"),
    ] {
        let path = format!("/api/v1/magic-events/{}/lifecycle/", stage.event);
        app.post(&path, &json!({ "status": status })).await.json();
    }
}

/// An event that ends while a round's pairings are hidden. Organizers cannot bring this about, but a log may have it.
async fn ended_unpublished(app: &TestApp, begun: &Stage) -> Stage {
    let rounds = format!("/api/v1/magic-events/{}/rounds/", begun.event);
    let round = crawl::id(&app.post(&rounds, &json!({ "kind": "swiss" })).await.created());
    let finished = TournamentEvent::LifecycleChanged { status: LifecycleStatus::EventFinished };
    app.append(app.organization, StreamId::tournament(TournamentId(begun.event)), vec![finished.into()]).await;
    Stage { round, ..begun.clone() }
}

/// Requests on a convention that is archived.
async fn conflicts_of_conventions(app: &TestApp) -> Vec<(Route, RequestBuilder)> {
    app.post("/api/v1/conventions/", &json!({ "name": "Old Days" })).await.created();
    app.post("/api/v1/conventions/old-days/status/", &json!({ "status": "ARCHIVED" })).await.json();
    let all = [
        ("post_announcement", json!({ "text": "Doors open.", "to_players": true })),
        ("change_convention", json!({ "name": "New Days" })),
        ("change_convention_status", json!({ "status": "SCHEDULED" })),
    ];
    let request = |(id, body): (&str, Value)| {
        let route = by_id(id);
        let method = Method::from_bytes(route.method.as_bytes()).expect("a method");
        let path = route.template.replace("{slug}", "old-days");
        (route, app.with_json(method, &path, &body))
    };
    all.map(request).into()
}

/// Valid requests of organizers that are refused because of the current state.
async fn conflicts_of_events(app: &TestApp, things: &Things) -> Vec<(Route, RequestBuilder)> {
    let Stages { announced, paired, playing, between, .. } = &things.stages;
    let table_of = |stage: &Stage, place: usize| Stage { tables: vec![stage.tables[place]], ..stage.clone() };
    let next_round = format!("/api/v1/magic-events/{}/rounds/", between.event);
    app.post(&next_round, &json!({ "kind": "swiss" })).await.created();
    let confirm = format!("/api/v1/magic-events/{}/matches/{}/confirm/", playing.event, playing.tables[0]);
    app.post(&confirm, &json!({})).await.json();
    let [one, two, ..] = playing.entries[..] else { panic!("too few entries") };
    let other_result = json!({ "games_won": { one.to_string(): 0, two.to_string(): 2 } });
    let twice = json!({ "matches": [{ "players": [paired.entries[0], paired.entries[0]] }] });
    let Stages { open, child, teams, begun, .. } = &things.stages;
    let (moved, to_child) = (open.with_entry(3), json!({ "event_id": child.event }));
    let path = format!("/api/v1/magic-events/{}/registrations", open.event);
    app.post(&format!("{path}/{}/move/", moved.entries[0]), &to_child).await.json();
    app.post(&format!("{path}/"), &json!({ "username": things.stages.entrant })).await.created();
    let waiting = json!({ "username": things.stages.entrant, "status": "ON_WAITLIST" });
    app.post(&format!("/api/v1/magic-events/{}/registrations/", child.event), &waiting).await.created();
    become_past(app, teams, child).await;
    let (judged, settled) = (child.clone(), playing.clone());
    app.post(&settled.path(&by_id("close_call")), &json!({})).await.json();
    let unpublished = ended_unpublished(app, begun).await;
    let all = [
        ("change_registration", Some(playing.clone()), json!({ "has_byes_for_round_numbers": [1] })),
        ("create_registration", Some(open.clone()), waiting),
        ("check_in", Some(moved.clone()), json!({})),
        ("answer_offer", Some(moved.clone()), json!({ "is_accepted": true })),
        ("step_in_queue", Some(open.clone()), json!({ "status": "STANDBY" })),
        ("fire_queue", Some(open.clone()), json!({})),
        ("join_group", Some(moved.clone()), json!({})),
        ("leave_group", Some(teams.clone()), json!({})),
        ("drop_player", Some(moved.clone()), json!({})),
        ("disqualify_player", Some(moved), json!({})),
        ("move_to_child_event", Some(open.with_entry(4)), to_child),
        ("promote_waitlist", Some(child.clone()), json!({})),
        ("send_message", Some(open.clone()), json!({ "text": "Doors open at nine.", "tag": "no one" })),
        ("form_team", Some(teams.clone()), things.stages.body("form_team").expect("a team")),
        ("change_team", Some(teams.clone()), json!({ "team_name": "Fast Rollers" })),
        ("drop_team", Some(teams.clone()), json!({})),
        ("unlock_decklists", Some(child.clone()), json!({})),
        ("change_following_events", Some(playing.clone()), json!({ "team_size": 3 })),
        ("change_event", Some(playing.clone()), json!({ "team_size": 3 })),
        ("delete_event", Some(playing.clone()), Value::Null),
        ("change_lifecycle", Some(announced.clone()), json!({ "status": "DECKLISTS_PUBLISHED" })),
        ("create_round", Some(playing.clone()), json!({ "kind": "swiss" })),
        ("pair_round", Some(playing.clone()), json!({})),
        ("replace_pairings", Some(paired.clone()), twice),
        ("remove_round", Some(playing.clone()), json!({})),
        ("publish_pairings", Some(unpublished), json!({})),
        ("start_round", Some(between.clone()), json!({})),
        ("complete_round", Some(playing.clone()), json!({})),
        ("change_round_clock", Some(between.clone()), json!({ "action": "start" })),
        ("make_cut", Some(playing.clone()), json!({ "size": 2 })),
        ("report_result", Some(playing.clone()), other_result),
        ("confirm_result", Some(table_of(playing, 1)), json!({})),
        ("contest_result", Some(table_of(playing, 1)), json!({})),
        ("correct_result", Some(paired.clone()), paired.result()),
        ("call_judge", Some(judged), json!({ "note": "A question" })),
        ("answer_call", Some(settled), json!({})),
        ("draw_deck_checks", Some(between.clone()), json!({})),
        ("change_match", Some(between.clone()), json!({ "time_extension_seconds": 60 })),
    ];
    let request = |(id, stage, body): (&str, Option<Stage>, Value)| {
        let route = by_id(id);
        let path = stage.map_or_else(|| route.template.to_owned(), |stage| stage.path(&route));
        let method = Method::from_bytes(route.method.as_bytes()).expect("a method");
        (route, app.with_json(method, &path, &body))
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
            if !seen && !OUT_OF_REACH.contains(&status.as_str()) {
                unseen.push(format!("{method} {template} {status}"));
            }
        }
    }
    assert_eq!(unseen, Vec::<String>::new(), "documented, but no request gets such an answer");
}
