//! Registrations: people register and drop, staff manages them, the waitlist is promoted.

use axum::http::Method;
use proto_events::TournamentEvent;
use proto_events::ids::{RegistrationId, UserId};
use proto_events::vocabulary::{RegistrationStatus, Role};
use serde_json::{Value, json};

use crate::events::{EVENTS, Hall};
use crate::harness::{Reply, TestApi};

/// The header of a person's credential.
type By = (&'static str, String);

impl Hall {
    /// Registers a user whose account no organization manages; returns the id and the header of a token.
    pub(crate) async fn player(&mut self, username: &str) -> (UserId, By) {
        let user = self.api.register(username, None).await;
        let [token, _] = self.api.person(user.0, None).await;
        (user, token)
    }

    /// Registers the person for the event.
    async fn sign_up(&self, by: &By) -> Reply {
        self.send_as(by, Method::POST, &self.at("registrations/"), &json!({})).await
    }

    /// Creates a user whom staff registers; returns the registration's id.
    pub(crate) async fn entry(&mut self, username: &str, status: &str) -> i64 {
        self.api.register(username, None).await;
        let body = json!({"username": username, "status": status});
        self.send(Method::POST, &self.at("registrations/"), &body).await.json(201)["id"].as_i64().unwrap()
    }

    fn entry_at(&self, id: i64, below: &str) -> String {
        self.at(&format!("registrations/{id}/{below}"))
    }

    async fn change(&self, id: i64, body: Value) -> Reply {
        self.send(Method::PATCH, &self.entry_at(id, ""), &body).await
    }
}

#[tokio::test]
async fn a_person_signs_up_and_is_shown_as_registrations_are_read() {
    let mut hall = Hall::with(json!({})).await;
    let (user, anna) = hall.player("anna").await;
    let made = hall.sign_up(&anna).await;
    let entry = made.json(201);
    assert_eq!(made.header("location"), format!("{EVENTS}{}/registrations/{}/", hall.event, entry["id"]));
    assert_eq!((made.header("etag"), &entry["registration_status"]), ("\"2\"", &json!("COMPLETE")));
    let person =
        json!({"id": user.0, "captain": false, "queue_group": null, "best_identifier": "The anna", "email": ""});
    assert_eq!((&entry["user"], &entry["magic_event"]), (&person, &json!(hall.event)));
    assert_eq!(entry["registration_completed_datetime"], "2026-03-15T10:20:30Z");
    assert_eq!(entry.as_object().unwrap().len(), 24, "every field of the interface is there");

    let again = hall.sign_up(&anna).await;
    assert_eq!((again.json(200), again.header("etag")), (entry, "\"2\""), "a person registers only once");
}

#[tokio::test]
async fn who_finds_no_place_waits_and_comes_in_by_promotion_in_order() {
    let mut hall = Hall::with(json!({"capacity": 1})).await;
    let mut people = Vec::new();
    for name in ["anna", "bert", "cara", "dora"] {
        people.push(hall.player(name).await.1);
    }
    let mut ids = Vec::new();
    for (by, status) in people.iter().zip(["COMPLETE", "ON_WAITLIST", "ON_WAITLIST", "ON_WAITLIST"]) {
        let entry = hall.sign_up(by).await.json(201);
        assert_eq!(entry["registration_status"], status);
        ids.push(entry["id"].as_i64().unwrap());
    }
    let promote = async |body: Value| hall.send(Method::POST, &hall.at("waitlist/promote/"), &body).await;
    assert_eq!(promote(json!({})).await.json(200), json!([]), "no place is free");

    hall.send_as(&people[0], Method::POST, &hall.entry_at(ids[0], "drop/"), &json!({})).await.json(200);
    let promoted = promote(json!({})).await;
    assert_eq!(promoted.json(200).as_array().unwrap().len(), 1);
    assert_eq!(
        (&promoted.json(200)[0]["id"], &promoted.json(200)[0]["registration_status"]),
        (&json!(ids[1]), &json!("COMPLETE"))
    );
    assert_eq!(promote(json!({})).await.json(200), json!([]));

    let more = promote(json!({"count": 1})).await.json(200);
    assert_eq!((more.as_array().unwrap().len(), &more[0]["id"]), (1, &json!(ids[2])), "staff may choose the number");
    assert!(promote(json!({"count": -1})).await.fault("count").contains("whole number"));
    assert!(promote(json!({"count": "1"})).await.fault("count").contains("whole number"));
}

#[tokio::test]
async fn a_promotion_is_made_once_for_a_key() {
    let mut hall = Hall::with(json!({"capacity": 1})).await;
    for name in ["anna", "bert", "cara"] {
        hall.entry(name, "ON_WAITLIST").await;
    }
    let (key, path) = (("idempotency-key", "key-number-1"), hall.at("waitlist/promote/"));
    let promoted = hall.send_with(key, Method::POST, &path, &json!({"count": 1})).await;
    assert_eq!(promoted.json(200).as_array().unwrap().len(), 1);
    hall.change(1, json!({"internal_notes": "Paid late."})).await.json(200);
    assert_eq!(hall.send_with(key, Method::POST, &path, &json!({"count": 1})).await, promoted);
    hall.send_with(key, Method::POST, &path, &json!({"count": 2})).await.problem(422);
    let in_place = |event: &&TournamentEvent| {
        matches!(event, TournamentEvent::RegistrationStatusChanged { status: RegistrationStatus::Complete, .. })
    };
    assert_eq!(hall.told().await.iter().filter(in_place).count(), 1);
}

#[tokio::test]
async fn staff_signs_up_anybody_and_says_where_the_registration_stands() {
    let mut hall = Hall::with(json!({"capacity": 1})).await;
    let managed = hall.api.register("managed", Some(hall.store.id)).await;
    hall.api.register("anna", None).await;
    let path = hall.at("registrations/");
    let post = async |body: Value| hall.send(Method::POST, &path, &body).await;
    assert_eq!(post(json!({"username": "anna"})).await.json(201)["registration_status"], "COMPLETE");
    let by_id = post(json!({"user_id": managed.0, "status": "IN_PROGRESS"})).await.json(201);
    assert_eq!(by_id["registration_status"], "IN_PROGRESS", "although no place is free");
    assert_eq!(post(json!({"user_id": managed.0})).await.json(200), by_id);
    let elsewhere = post(json!({"user_id": managed.0, "status": "COMPLETE"})).await.detail(409);
    assert!(elsewhere.contains("is IN_PROGRESS"), "{elsewhere}");

    let nameless = post(json!({})).await.fault("username");
    assert_eq!(nameless, "This field is required if neither user_id nor name is given.");
    assert!(post(json!({"username": "unknown"})).await.fault("username").contains("No account"));
    assert!(post(json!({"username": "anna", "user_id": 1})).await.fault("user_id").contains("one of"));
    assert!(post(json!({"user_id": 9_999})).await.fault("user_id").contains("username"));
    assert!(post(json!({"username": "anna", "status": "DROPPED"})).await.fault("status").contains("IN_PROGRESS"));
    assert!(post(json!({"username": "anna", "status": "HERE"})).await.fault("status").contains("COMPLETE"));
}

#[tokio::test]
async fn a_registration_is_made_once_for_a_key() {
    let mut hall = Hall::with(json!({})).await;
    hall.api.register("anna", None).await;
    let (key, path) = (("idempotency-key", "key-number-1"), hall.at("registrations/"));
    let made = hall.send_with(key, Method::POST, &path, &json!({"username": "anna"})).await;
    let id = made.json(201)["id"].as_i64().unwrap();
    hall.change(id, json!({"tags": ["vip"], "registration_status": "CANCELED"})).await.json(200);
    assert_eq!(hall.send_with(key, Method::POST, &path, &json!({"username": "anna"})).await, made);
    let entries = hall.told().await.into_iter().filter(|it| matches!(it, TournamentEvent::PlayerRegistered { .. }));
    assert_eq!(entries.count(), 1);
}

#[tokio::test]
async fn people_sign_up_while_registration_is_open_and_staff_until_the_end() {
    let mut hall = Hall::with(json!({})).await;
    let (_, anna) = hall.player("anna").await;
    hall.step("REGISTRATION_CLOSED").await.json(200);
    let closed = hall.sign_up(&anna).await.detail(409);
    assert!(closed.contains("REGISTRATION_CLOSED"), "{closed}");
    hall.begin_play().await;
    let late = hall.entry("late", "COMPLETE").await;
    assert!(late > 0);
    hall.end_play().await;
    hall.step("EVENT_FINISHED").await.json(200);
    let body = json!({"username": "anna"});
    assert!(hall.send(Method::POST, &hall.at("registrations/"), &body).await.detail(409).contains("EVENT_FINISHED"));
    hall.send(Method::POST, &hall.at("registrations/"), &json!({"username": "late"})).await.json(200);
}

#[tokio::test]
async fn a_person_acts_for_nobody_else_and_sees_no_note_of_staffs() {
    let mut hall = Hall::with(json!({})).await;
    let (user, anna) = hall.player("anna").await;
    let (_, bert) = hall.player("bert").await;
    let id = hall.sign_up(&anna).await.json(201)["id"].as_i64().unwrap();
    for body in [json!({"username": "anna"}), json!({"user_id": user.0}), json!({"username": "unknown"})] {
        let refused = hall.send_as(&bert, Method::POST, &hall.at("registrations/"), &body).await.detail(403);
        assert!(refused.contains("staff"), "{refused}");
    }
    let own = hall.send_as(&bert, Method::POST, &hall.at("registrations/"), &json!({"status": "COMPLETE"})).await;
    own.problem(403);
    let theirs = hall.send_as(&bert, Method::POST, &hall.entry_at(id, "drop/"), &json!({})).await.detail(404);
    let nobodys = hall.send_as(&bert, Method::POST, &hall.entry_at(9_999, "drop/"), &json!({})).await.detail(404);
    assert_eq!(theirs.replace(&format!("`{id}`"), "`9999`"), nobodys, "the two answers must be the same");

    hall.change(id, json!({"internal_notes": "Watch out."})).await.json(200);
    let shown = hall.send_as(&anna, Method::POST, &hall.entry_at(id, "drop/"), &json!({})).await.json(200);
    assert_eq!(shown["internal_notes"], "");
    assert_eq!(hall.change(id, json!({})).await.json(200)["internal_notes"], "Watch out.");
}

#[tokio::test]
async fn a_person_reaches_public_events_and_those_that_staff_took_the_person_into() {
    let mut hall = Hall::with(json!({})).await;
    let (user, anna) = hall.player("anna").await;
    for hidden in [json!({"is_test": true}), json!({"is_unlisted": true})] {
        let event = hall.announce(hidden).await;
        let path = format!("{EVENTS}{event}/registrations/");
        assert!(hall.send_as(&anna, Method::POST, &path, &json!({})).await.detail(404).contains("no event"));
        hall.send(Method::POST, &path, &json!({"username": "anna"})).await.json(201);
        assert_eq!(hall.send_as(&anna, Method::POST, &path, &json!({})).await.json(200)["user"]["id"], user.0);
    }
    hall.send_as(&anna, Method::POST, &format!("{EVENTS}9999/registrations/"), &json!({})).await.problem(404);
}

#[tokio::test]
async fn who_leaves_before_play_has_canceled_and_may_come_back_and_who_leaves_later_has_dropped() {
    let mut hall = Hall::with(json!({})).await;
    let (_, anna) = hall.player("anna").await;
    let id = hall.sign_up(&anna).await.json(201)["id"].as_i64().unwrap();
    let path = hall.entry_at(id, "drop/");
    for _ in 0..2 {
        let left = hall.send_as(&anna, Method::POST, &path, &json!({})).await;
        assert_eq!((&left.json(200)["registration_status"], left.header("etag")), (&json!("CANCELED"), "\"3\""));
    }
    let back = hall.sign_up(&anna).await.json(201);
    assert_eq!((&back["id"], &back["registration_status"]), (&json!(id), &json!("COMPLETE")), "the same registration");

    hall.begin_play().await;
    for _ in 0..2 {
        let left = hall.send_as(&anna, Method::POST, &path, &json!([])).await.problem(400);
        assert!(left["detail"].as_str().unwrap().contains("JSON object"), "a given body must be valid");
        let headers = [(anna.0, anna.1.as_str())];
        let left = hall.api.send(Method::POST, &path, &headers, "").await;
        assert_eq!(left.json(200)["registration_status"], "DROPPED");
    }
    let refused = hall.sign_up(&anna).await.detail(409);
    assert!(refused.contains("is DROPPED"), "{refused}");
    hall.change(id, json!({"registration_status": "COMPLETE"})).await.json(200);
    hall.end_play().await;
    hall.step("EVENT_FINISHED").await.json(200);
    assert!(hall.send(Method::POST, &path, &json!({})).await.detail(409).contains("EVENT_FINISHED"));
}

#[tokio::test]
async fn who_is_disqualified_is_so_once_and_may_be_taken_back() {
    let mut hall = Hall::with(json!({})).await;
    let id = hall.entry("anna", "COMPLETE").await;
    let path = hall.entry_at(id, "disqualify/");
    for _ in 0..2 {
        let sent_away = hall.send(Method::POST, &path, &json!({})).await;
        assert_eq!(
            (&sent_away.json(200)["registration_status"], sent_away.header("etag")),
            (&json!("DISQUALIFIED"), "\"3\"")
        );
    }
    let back = hall.change(id, json!({"registration_status": "COMPLETE"})).await.json(200);
    assert_eq!(back["registration_status"], "COMPLETE");
    let waiting = hall.entry("bert", "ON_WAITLIST").await;
    let refused = hall.send(Method::POST, &hall.entry_at(waiting, "disqualify/"), &json!({})).await.problem(409);
    assert_eq!(refused["legal"], json!(["IN_PROGRESS", "COMPLETE", "CANCELED", "DROPPED"]));
}

#[tokio::test]
async fn staff_changes_several_things_of_a_registration_at_once() {
    let mut hall = Hall::with(json!({})).await;
    let id = hall.entry("anna", "IN_PROGRESS").await;
    let changes = json!({
        "registration_status": "COMPLETE", "mark_as_paid": true, "payment_method": "WALLETPAY",
        "walletpay_order_status": "CREATED", "walletpay_order_id": "W-1", "queue_check_in_status": "STANDBY",
        "internal_notes": "Left-handed.", "fixed_seat": 12, "has_byes_for_round_numbers": [2, 1], "tags": ["vip"],
        "using_paper_decklist": true, "requested_deferred_payment": true,
    });
    let changed = hall.change(id, changes.clone()).await;
    let entry = changed.json(200);
    for (field, given) in changes.as_object().unwrap() {
        match field.as_str() {
            "tags" | "requested_deferred_payment" | "unknown" => {}
            "has_byes_for_round_numbers" => assert_eq!(entry[field], json!([1, 2])),
            _ => assert_eq!(entry[field], *given, "{field}"),
        }
    }
    let head = hall.api.head().await;
    let again = hall.change(id, changes).await;
    assert_eq!((again.json(200), hall.api.head().await), (entry, head), "a repeat appends no event");
    let cleared =
        hall.change(id, json!({"fixed_seat": null, "payment_method": null, "queue_check_in_status": null})).await;
    let cleared = cleared.json(200);
    assert!(["fixed_seat", "payment_method", "queue_check_in_status"].iter().all(|field| cleared[*field].is_null()));
}

#[tokio::test]
async fn a_step_that_is_not_possible_is_refused_with_those_that_are_and_nothing_else_changes() {
    let mut hall = Hall::with(json!({})).await;
    let (id, other) = (hall.entry("anna", "COMPLETE").await, hall.entry("bert", "COMPLETE").await);
    hall.change(other, json!({"fixed_seat": 12})).await.json(200);
    hall.begin_play().await;
    let head = hall.api.head().await;
    for (change, said) in [
        (json!({"registration_status": "IN_PROGRESS"}), "MOVED_TO_CHILD_EVENT"),
        (json!({"registration_status": "MOVED_TO_CHILD_EVENT"}), "move/"),
        (json!({"cardpay_payment_intent_status": "REFUNDED"}), "PROCESSING, REQUIRES_CAPTURE, SUCCEEDED"),
        (json!({"walletpay_order_status": "COMPLETED"}), "CREATED"),
        (json!({"queue_check_in_status": "TIMED_OUT"}), "WAITING_FOR_CHECK_IN_REQUEST, STANDBY"),
        (json!({"fixed_seat": 12}), &format!("registration {other} keeps this table")),
        (json!({"has_byes_for_round_numbers": [1]}), "Round 1 has begun"),
    ] {
        let mut body = change.clone();
        body["internal_notes"] = json!("Not kept.");
        let refused = hall.change(id, body).await.problem(409);
        assert!(refused["detail"].as_str().unwrap().contains(said), "{change}: {refused}");
    }
    let wrong = json!({
        "registration_status": "GONE", "mark_as_paid": 1, "payment_method": "CASH", "tags": "vip", "fixed_seat": 0,
        "has_byes_for_round_numbers": [0], "using_paper_decklist": null, "internal_notes": null,
    });
    let told = hall.change(id, wrong.clone()).await;
    for field in wrong.as_object().unwrap().keys().filter(|field| *field != "has_byes_for_round_numbers") {
        told.fault(field);
    }
    told.fault("has_byes_for_round_numbers[0]");
    assert!(hall.change(id, json!({"tags": [" "]})).await.fault("tags").contains("empty"));
    assert!(
        hall.change(id, json!({"walletpay_order_id": "x".repeat(256)}))
            .await
            .fault("walletpay_order_id")
            .contains("255")
    );
    assert_eq!(hall.api.head().await, head);
}

#[tokio::test]
async fn a_player_is_moved_into_a_child_event_once() {
    let mut hall = Hall::with(json!({})).await;
    let id = hall.entry("anna", "COMPLETE").await;
    let child = hall.announce(json!({"name": "Day 2", "parent_id": hall.event})).await;
    let (stranger, path) = (hall.announce(json!({})).await, hall.entry_at(id, "move/"));
    let go = async |event: Value| hall.send(Method::POST, &path, &json!({ "event_id": event })).await;
    for no_child in [json!(stranger), json!(hall.event), json!(9_999)] {
        assert!(go(no_child).await.fault("event_id").contains("parent"));
    }
    assert!(go(json!("x")).await.fault("event_id").contains("integer"));
    for _ in 0..2 {
        let moved = go(json!(child)).await;
        assert_eq!(
            (&moved.json(200)["registration_status"], moved.header("etag")),
            (&json!("MOVED_TO_CHILD_EVENT"), "\"3\"")
        );
    }
    let there = hall.api.told(child).await;
    let registered = |event: &&TournamentEvent| {
        matches!(event, TournamentEvent::PlayerRegistered { status: RegistrationStatus::Complete, .. })
    };
    assert_eq!(there.iter().filter(registered).count(), 1, "{there:?}");

    let waiting = hall.entry("bert", "ON_WAITLIST").await;
    let refused = hall.send(Method::POST, &hall.entry_at(waiting, "move/"), &json!({"event_id": child})).await;
    assert_eq!(refused.problem(409)["legal"], json!(["IN_PROGRESS", "COMPLETE", "CANCELED", "DROPPED"]));
}

#[tokio::test]
async fn a_player_is_moved_although_somebody_else_writes_to_the_child() {
    let mut hall = Hall::with(json!({})).await;
    let id = hall.entry("anna", "COMPLETE").await;
    let child = hall.announce(json!({"parent_id": hall.event})).await;
    // The state of the child in memory is the one at its creation.
    let registered = |entry: i64| TournamentEvent::PlayerRegistered {
        registration_id: RegistrationId(entry),
        user_id: UserId(entry),
        status: RegistrationStatus::Complete,
    };
    hall.api.happen(hall.store.id, child, vec![registered(701)]).await;
    let moved = hall.send(Method::POST, &hall.entry_at(id, "move/"), &json!({"event_id": child})).await;
    assert_eq!(moved.json(200)["registration_status"], "MOVED_TO_CHILD_EVENT");
    assert_eq!(hall.api.told(child).await.len(), 4);
}

/// Returns all requests about registrations, with valid bodies, for this registration.
fn requests(hall: &Hall, entry: i64) -> Vec<(Method, String, Value)> {
    vec![
        (Method::POST, hall.at("registrations/"), json!({"username": "zoe"})),
        (Method::POST, hall.entry_at(entry, "drop/"), json!({})),
        (Method::PATCH, hall.entry_at(entry, ""), json!({"mark_as_paid": true})),
        (Method::POST, hall.entry_at(entry, "disqualify/"), json!({})),
        (Method::POST, hall.entry_at(entry, "move/"), json!({"event_id": 2})),
        (Method::POST, hall.at("waitlist/promote/"), json!({"count": 1})),
    ]
}

#[tokio::test]
async fn registrations_are_for_the_desk_of_their_own_organization() {
    let mut hall = Hall::with(json!({})).await;
    let id = hall.entry("anna", "COMPLETE").await;
    hall.entry("bert", "ON_WAITLIST").await;
    hall.api.register("zoe", None).await;
    let other = hall.api.found("Other").await;
    let head = hall.api.head().await;
    for role in [Role::Judge, Role::ReadOnly] {
        let key = hall.api.issue(hall.store.id, role).await;
        for (method, path, body) in requests(&hall, id) {
            let refused = hall.api.as_key(&key, method, &path, &body).await.detail(403);
            assert!(refused.contains("may not") && refused.contains("SCOREKEEPER"), "{path}: {refused}");
        }
    }
    for (method, path, body) in requests(&hall, id) {
        let theirs = hall.api.as_key(&other.key, method.clone(), &path, &body).await.detail(404);
        let never = path.replace(&format!("{EVENTS}{}/", hall.event), &format!("{EVENTS}9999/"));
        let nobodys = hall.api.as_key(&other.key, method, &never, &body).await.detail(404);
        assert_eq!(theirs.replace(&format!("`{}`", hall.event), "`9999`"), nobodys, "{path}");
    }
    for (method, path, body) in requests(&hall, 9_999).into_iter().skip(1).take(4) {
        assert!(hall.send(method, &path, &body).await.detail(404).contains("no registration with the id `9999`"));
    }
    let [token, cookie] = hall.api.person(77, None).await;
    for by in [token, cookie] {
        for (method, path, body) in requests(&hall, id).into_iter().skip(2) {
            hall.send_as(&by, method, &path, &body).await.problem(403);
        }
    }
    assert_eq!(hall.api.head().await, head);
    let desk = hall.api.issue(hall.store.id, Role::Scorekeeper).await;
    let changed = hall.api.as_key(&desk, Method::PATCH, &hall.entry_at(id, ""), &json!({"mark_as_paid": true})).await;
    assert_eq!(changed.json(200)["mark_as_paid"], true);
}

#[tokio::test]
async fn a_change_is_made_to_the_version_that_was_seen() {
    let mut hall = Hall::with(json!({})).await;
    let id = hall.entry("anna", "COMPLETE").await;
    hall.entry("bert", "ON_WAITLIST").await;
    hall.api.register("zoe", None).await;
    let head = hall.api.head().await;
    for (method, path, body) in requests(&hall, id) {
        let stale = hall.send_with(("if-match", "\"1\""), method.clone(), &path, &body).await;
        assert!(stale.detail(412).contains("event is at version 3"), "{path}");
        assert_eq!(stale.header("etag"), "\"3\"");
        assert!(hall.send_with(("if-match", "3"), method, &path, &body).await.fault("If-Match").contains("quotes"));
    }
    assert_eq!(hall.api.head().await, head);
    let paid = json!({"mark_as_paid": true});
    let seen = hall.send_with(("if-match", "\"3\""), Method::PATCH, &hall.entry_at(id, ""), &paid).await;
    assert_eq!(seen.header("etag"), "\"4\"");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_many_who_come_at_once_as_many_are_in_as_there_are_places() {
    let mut hall = Hall::with(json!({"capacity": 10})).await;
    let mut people = Vec::new();
    for number in 0..32 {
        people.push(hall.player(&format!("player-{number}")).await.1);
    }
    let hall = std::sync::Arc::new(hall);
    let other = std::sync::Arc::new(hall.api.another_process().await);
    let tasks: Vec<_> = (0..)
        .zip(people)
        .map(|(number, by)| {
            let (hall, other) = (std::sync::Arc::clone(&hall), std::sync::Arc::clone(&other));
            tokio::spawn(async move {
                let api: &TestApi = if number % 4 == 0 { &other } else { &hall.api };
                let headers = [(by.0, by.1.as_str()), ("content-type", "application/json")];
                loop {
                    let reply = api.send(Method::POST, &hall.at("registrations/"), &headers, "{}").await;
                    // Two processes may overtake each other: then the client has to try again.
                    if reply.status != 503 {
                        return reply.json(201)["registration_status"] == "COMPLETE";
                    }
                }
            })
        })
        .collect();
    let mut in_place = 0;
    for task in tasks {
        in_place += usize::from(task.await.unwrap());
    }
    assert_eq!((in_place, hall.told().await.len()), (10, 33));
}
