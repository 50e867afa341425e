//! Registrations: people register and drop, staff manages them, the waitlist is promoted.

use axum::http::Method;
use proto_events::ids::UserId;
use proto_events::vocabulary::RegistrationStatus;
use serde_json::{Value, json};

use crate::events::{EVENTS, Hall};
use crate::harness::{By, Reply};
use crate::rounds::registered;

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
    pub(crate) async fn entry(&self, username: &str, status: &str) -> i64 {
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
async fn staff_signs_up_anybody_and_says_where_the_registration_stands() {
    let hall = Hall::with(json!({"capacity": 1})).await;
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
async fn a_person_acts_for_nobody_else_and_sees_no_note_of_staffs() {
    let mut hall = Hall::with(json!({})).await;
    let ((user, anna), (_, bert)) = (hall.player("anna").await, hall.player("bert").await);
    let id = hall.sign_up(&anna).await.json(201)["id"].as_i64().unwrap();
    for body in [json!({"username": "anna"}), json!({"user_id": user.0}), json!({"status": "COMPLETE"})] {
        hall.send_as(&bert, Method::POST, &hall.at("registrations/"), &body).await.problem(403);
    }
    for staffs in ["HERE", "TIMED_OUT", "WAITING_FOR_PLAYER_RESPONSE"] {
        let body = json!({ "status": staffs });
        let fault = hall.send_as(&anna, Method::POST, &hall.entry_at(id, "check-in/"), &body).await.fault("status");
        assert!(fault.contains("CHECKED_IN, DECLINED"), "{fault}");
    }
    hall.change(id, json!({"internal_notes": "Watch out."})).await.json(200);
    let shown = hall.send_as(&anna, Method::POST, &hall.entry_at(id, "drop/"), &json!({})).await.json(200);
    assert_eq!(shown["internal_notes"], "");
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
async fn staff_changes_several_things_of_a_registration_at_once() {
    let hall = Hall::with(json!({})).await;
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
async fn a_player_is_moved_although_somebody_else_writes_to_the_child() {
    let hall = Hall::with(json!({})).await;
    let id = hall.entry("anna", "COMPLETE").await;
    let child = hall.announce(json!({"parent_id": hall.event})).await;
    // The state of the child in memory is the one at its creation.
    let another = registered(701, UserId(701), RegistrationStatus::Complete);
    hall.api.happen(hall.store.id, child, vec![another]).await;
    let moved = hall.send(Method::POST, &hall.entry_at(id, "move/"), &json!({"event_id": child})).await;
    assert_eq!(moved.json(200)["registration_status"], "MOVED_TO_CHILD_EVENT");
    assert_eq!(hall.api.told(child).await.len(), 4);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_many_who_come_at_once_as_many_are_in_as_there_are_places() {
    let mut hall = Hall::with(json!({"capacity": 10})).await;
    let mut people = Vec::new();
    for number in 0..32 {
        people.push(hall.player(&format!("player-{number}")).await.1);
    }
    let (path, other) = (hall.at("registrations/"), hall.api.another_process().await);
    let tasks = people.into_iter().enumerate().map(|(number, by)| {
        let (api, path) = (if number % 4 == 0 { other.clone() } else { hall.api.clone() }, path.clone());
        tokio::spawn(async move {
            loop {
                let reply = api.send_by(&by, Method::POST, &path, &[], &json!({})).await;
                // Two processes may overtake each other: then the client has to try again.
                if reply.status != 503 {
                    return reply.json(201)["registration_status"] == "COMPLETE";
                }
            }
        })
    });
    let done = futures::future::join_all(tasks).await;
    let in_place = done.into_iter().filter(|is_in| *is_in.as_ref().unwrap()).count();
    assert_eq!((in_place, hall.told().await.len()), (10, 33));
}
