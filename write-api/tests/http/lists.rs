//! Lists handed in for an event: permissions, deadlines, and the revision that counts.

use std::convert::Infallible;

use axum::body::Body;
use axum::http::Method;
use chrono::TimeDelta;
use proto_events::TournamentEvent;
use proto_events::ids::{DecklistId, RegistrationId, UserId};
use proto_events::tournament::FixedRevision;
use proto_events::vocabulary::{RegistrationStatus, Role};
use serde_json::{Value, json};
use service_kit::clock::Clock;
use storage::ViewKind;

use crate::events::{EVENTS, Hall};
use crate::harness::{By, LISTS, Reply, TestApi, address, at};
use crate::rounds::registered;

/// Registration 1 is Anna's, user 71; registration 2 is Bea's, user 72.
const ANNA: i64 = 71;
const BEA: i64 = 72;

/// An event whose lists are due in a minute, with ten seconds' grace, and two players, and the token of the first.
struct Desk {
    hall: Hall,
    anna: By,
}

impl Desk {
    async fn open() -> Self {
        let fields = json!({"decklist_deadline": "2026-03-15T10:21:30Z", "decklist_grace_seconds": 10});
        let mut hall = Hall::with(fields).await;
        let joins = |entry, user| registered(entry, UserId(user), RegistrationStatus::Complete);
        hall.happen(vec![joins(1, ANNA), joins(2, BEA)]).await;
        let [anna, _] = hall.api.person(ANNA, None).await;
        Self { hall, anna }
    }

    fn api(&self) -> &TestApi {
        &self.hall.api
    }

    /// Sets the clock to this many seconds after the deadline.
    fn wait_until(&self, seconds: i64) {
        let deadline = at("2026-03-15T10:21:30Z");
        self.api().clock.advance(deadline + TimeDelta::seconds(seconds) - self.api().clock.now());
    }

    fn path(&self, entry: i64) -> String {
        self.hall.at(&format!("registrations/{entry}/decklist/"))
    }

    /// Submits a list of a person.
    async fn submit(&self, by: &By) -> DecklistId {
        self.hall.send_as(by, Method::POST, LISTS, &json!({"name": "Burn"})).await.id()
    }

    async fn hand_in(&self, by: &By, entry: i64, list: impl Into<Option<DecklistId>>) -> Reply {
        let body = json!({"decklist_id": list.into().map(|list| list.0)});
        self.hall.send_as(by, Method::PUT, &self.path(entry), &body).await
    }

    /// Hands in a list of Anna's that the views know.
    async fn annas(&mut self) -> DecklistId {
        let list = self.submit(&self.anna).await;
        self.hand_in(&self.anna, 1, list).await.json(200);
        let event = self.hall.event;
        self.hall.api.note_lists(event, &[list]).await;
        list
    }

    async fn revise(&self, by: &By, list: DecklistId, name: &str) -> Reply {
        self.hall.send_as(by, Method::PATCH, &address(list), &json!({ "name": name })).await
    }

    /// Locks or unlocks lists.
    async fn turn(&self, step: &str, body: &Value) -> Reply {
        self.hall.send(Method::POST, &self.hall.at(&format!("decklists/{step}/")), body).await
    }

    /// Returns all revisions fixed so far.
    async fn fixed(&self) -> Vec<FixedRevision> {
        let told = self.hall.told().await;
        let fixed = told.into_iter().filter_map(|event| match event {
            TournamentEvent::ListRevisionsFixed { revisions } => Some(revisions),
            _ => None,
        });
        fixed.flatten().collect()
    }
}

fn fixed(list: DecklistId, version: i64) -> FixedRevision {
    FixedRevision { registration_id: RegistrationId(1), decklist_id: list, version }
}

#[tokio::test]
async fn a_list_is_in_time_when_it_arrives_in_time_however_long_its_body_takes() {
    let mut desk = Desk::open().await;
    let list = desk.annas().await;
    let clock = desk.api().clock.clone();
    let slow = |text: String, seconds: i64| {
        let clock = clock.clone();
        Body::from_stream(futures::stream::once(async move {
            clock.advance(TimeDelta::seconds(seconds));
            Ok::<_, Infallible>(text)
        }))
    };
    let headers = [(desk.anna.0, desk.anna.1.as_str()), ("content-type", "application/json")];
    desk.wait_until(10);
    let body = slow(r#"{"name": "Burn 2"}"#.into(), 5);
    desk.api().send(Method::PATCH, &address(list), &headers, body).await.json(200);
    desk.revise(&desk.anna, list, "Burn 3").await.problem(409);
    desk.turn("lock", &json!({})).await.json(200);
    assert_eq!(desk.fixed().await, [fixed(list, 2)], "and it counts");
}

#[tokio::test]
async fn staff_attaches_a_players_list_that_another_of_its_events_knows_as_it_is_known_there() {
    let mut desk = Desk::open().await;
    let list = desk.annas().await;
    desk.turn("lock", &json!({})).await.json(200);
    let (store, first) = (desk.hall.store.id, desk.hall.event);
    let second = desk.hall.announce(json!({})).await;
    let registration_id = RegistrationId(3);
    let joined = registered(registration_id.0, UserId(ANNA), RegistrationStatus::Complete);
    desk.api().happen(store, second, vec![joined]).await;
    let path = format!("{EVENTS}{second}/registrations/3/decklist/");
    let attach = async |desk: &Desk| desk.hall.send(Method::PUT, &path, &json!({ "decklist_id": list.0 })).await;
    let unknown = attach(&desk).await.fault("decklist_id");
    assert!(unknown.contains("one of its events"), "the views know no event with the list: {unknown}");
    desk.hall.api.record_for(store, ViewKind::Overview, first, &json!({})).await;
    assert_eq!(attach(&desk).await.json(200)["fixed_revision"], 1);
    // If the views disagree with the event, the event itself decides.
    for (event, registration_id) in [(first, RegistrationId(1)), (second, registration_id)] {
        let taken_back = TournamentEvent::DecklistAttached { registration_id, decklist_id: None };
        desk.api().happen(store, event, vec![taken_back]).await;
    }
    assert_eq!(attach(&desk).await.fault("decklist_id"), unknown);
}

#[tokio::test]
async fn a_change_that_was_made_in_time_is_answered_again_later() {
    let mut desk = Desk::open().await;
    let list = desk.annas().await;
    let (once, body) = ([("idempotency-key", "key-number-1")], json!({"name": "Burn 2"}));
    let send = async || desk.api().send_by(&desk.anna, Method::PATCH, &address(list), &once, &body).await;
    let first = send().await;
    desk.wait_until(99);
    assert_eq!(send().await, first);
}

#[tokio::test]
async fn staff_changes_the_lists_of_its_events_and_nobody_else_does_nor_the_own() {
    let mut desk = Desk::open().await;
    let store = desk.hall.store.id;
    let event = desk.hall.event;
    // A judge who plays: the list belongs to the organization, and is handed in for registration 1.
    let [judge, _] = desk.hall.api.person(ANNA, Some((store, Role::Judge))).await;
    let [colleague, _] = desk.hall.api.person(79, Some((store, Role::Judge))).await;
    let list = desk.submit(&judge).await;
    desk.hand_in(&judge, 1, list).await.json(200);
    desk.hall.api.note_lists(event, &[list]).await;
    desk.wait_until(11);
    desk.revise(&judge, list, "Burn 2").await.problem(409);
    desk.revise(&colleague, list, "Burn 3").await.json(200);
    let key = ("x-api-key", desk.hall.store.key.clone());
    desk.revise(&key, list, "Burn 4").await.json(200);

    // After this event's deadline, another organization cannot change the list of its member.
    let other = desk.hall.api.found("Other").await;
    let [bea, _] = desk.hall.api.person(BEA, Some((other.id, Role::Judge))).await;
    let beas = desk.submit(&bea).await;
    desk.turn("unlock", &json!({"registration_id": 2})).await.json(200);
    desk.hand_in(&bea, 2, beas).await.json(200);
    desk.turn("lock", &json!({"registration_id": 2})).await.json(200);
    desk.hall.api.note_lists(event, &[list, beas]).await;
    let their_key = ("x-api-key", other.key.clone());
    let refused = desk.revise(&their_key, beas, "Storm").await;
    let (told, problem) = (refused.detail(409), refused.problem(409));
    assert!(told.contains("another organization") && !told.contains("Open"), "{told}");
    assert!(problem.get("magic_event").is_none() && problem.get("decklist_deadline").is_none(), "{problem}");
    let refused = desk.revise(&bea, beas, "Storm").await;
    assert!(refused.detail(409).contains("\"Open\", "), "the player learns the event: {}", refused.text());
    assert_eq!(refused.problem(409)["magic_event"], event);
    let free = desk.submit(&bea).await;
    desk.revise(&their_key, free, "Storm").await.json(200);
}

#[tokio::test]
async fn without_a_body_all_lists_are_meant() {
    let desk = Desk::open().await;
    for step in ["lock", "unlock"] {
        let path = desk.hall.at(&format!("decklists/{step}/"));
        let reply = desk.api().send(Method::POST, &path, &[("x-api-key", &desk.hall.store.key)], "").await;
        assert_eq!(reply.json(200)["decklists_locked"], step == "lock");
    }
}

#[tokio::test]
async fn a_repeated_change_shows_the_list_as_it_was_and_nothing_that_the_player_wrote_since() {
    let mut desk = Desk::open().await;
    let list = desk.annas().await;
    let (path, paid) = (desk.hall.at("registrations/1/"), json!({"mark_as_paid": true}));
    let change = async |key: &str| desk.hall.send_with(("idempotency-key", key), Method::PATCH, &path, &paid).await;
    let first = change("key-number-1").await;
    assert_eq!(first.json(200)["decklist"]["name"], "Burn");
    desk.revise(&desk.anna, list, "Burn 2").await.json(200);
    assert_eq!(change("key-number-1").await, first);
    let unchanged = change("key-number-2").await;
    assert_eq!(unchanged.json(200)["decklist"]["name"], "Burn 2", "the newest revision counts");
    assert_eq!(change("key-number-2").await, unchanged);

    desk.hand_in(&desk.anna, 1, None).await.json(200);
    desk.revise(&desk.anna, list, "Secret").await.json(200);
    assert_eq!(change("key-number-1").await, first);
    let again = change("key-number-2").await.json(200);
    assert_eq!(again["decklist"]["name"], "Burn", "as it was when the event last changed before that request");
}

#[tokio::test]
async fn publishing_fixes_the_lists_as_they_are() {
    let mut desk = Desk::open().await;
    let list = desk.annas().await;
    for status in ["EVENT_IN_PROGRESS", "EVENT_FINISHED"] {
        desk.hall.step(status).await.json(200);
    }
    assert!(desk.fixed().await.is_empty());
    for status in ["DECKLISTS_PUBLISHING", "DECKLISTS_PUBLISHED"] {
        desk.hall.step(status).await.json(200);
        assert_eq!(desk.fixed().await, [fixed(list, 1)], "{status}");
    }
}
