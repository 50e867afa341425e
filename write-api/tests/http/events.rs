//! Events: created, changed, and their lifecycle.

use axum::http::Method;
use proto_events::TournamentEvent;
use proto_events::ids::{DecklistId, PhaseId, RegistrationId, RoundId};
use proto_events::vocabulary::{PhaseType, Role, RoundType};
use serde_json::{Value, json};

use crate::harness::{Reply, TestApi};
use crate::staff::Store;

pub(crate) const EVENTS: &str = "/api/v1/magic-events/";

/// An organization with an event.
pub(crate) struct Hall {
    pub(crate) api: TestApi,
    pub(crate) store: Store,
    /// Id of the event.
    pub(crate) event: i64,
}

impl Hall {
    /// A hall with an event that has these fields and defaults for the others.
    pub(crate) async fn with(fields: Value) -> Self {
        let mut api = TestApi::start().await;
        let store = api.found("Moxhall").await;
        let mut hall = Self { api, store, event: 0 };
        hall.event = hall.announce(fields).await;
        hall
    }

    /// Creates a further event; returns its id.
    pub(crate) async fn announce(&self, fields: Value) -> i64 {
        let mut body = json!({"name": "Open", "event_format": "LEGACY"});
        for (name, value) in fields.as_object().unwrap() {
            body[name] = value.clone();
        }
        self.send(Method::POST, EVENTS, &body).await.json(201)["id"].as_i64().unwrap()
    }

    /// Returns an address below the event's, such as `lifecycle/`.
    pub(crate) fn at(&self, below: &str) -> String {
        format!("{EVENTS}{}/{below}", self.event)
    }

    /// Sends JSON with the administrator's key.
    pub(crate) async fn send(&self, method: Method, path: &str, body: &Value) -> Reply {
        self.api.as_key(&self.store.key, method, path, body).await
    }

    /// Like `send`, with a further header.
    pub(crate) async fn send_with(&self, header: (&str, &str), method: Method, path: &str, body: &Value) -> Reply {
        let headers = [("x-api-key", self.store.key.as_str()), ("content-type", "application/json"), header];
        self.api.send(method, path, &headers, body.to_string()).await
    }

    /// Like `send` as a person, with this header as credential.
    pub(crate) async fn send_as(&self, by: &(&'static str, String), method: Method, path: &str, body: &Value) -> Reply {
        let headers = [(by.0, by.1.as_str()), ("content-type", "application/json"), ("sec-fetch-site", "same-origin")];
        self.api.send(method, path, &headers, body.to_string()).await
    }

    /// Returns the domain events of the event.
    pub(crate) async fn told(&self) -> Vec<TournamentEvent> {
        self.api.told(self.event).await
    }

    /// Appends domain events of the event.
    pub(crate) async fn happen(&self, events: Vec<TournamentEvent>) {
        self.api.happen(self.store.id, self.event, events).await;
    }

    /// Changes the lifecycle status of the event.
    pub(crate) async fn step(&self, status: &str) -> Reply {
        self.send(Method::POST, &self.at("lifecycle/"), &json!({ "status": status })).await
    }

    /// Starts a round without matches.
    pub(crate) async fn begin_play(&self) {
        let (phase_id, round_id) = (PhaseId(1), RoundId(1));
        self.step("EVENT_IN_PROGRESS").await.json(200);
        self.happen(vec![
            TournamentEvent::PhaseAdded { phase_id, order_in_phases: 1, round_type: PhaseType::Swiss },
            TournamentEvent::RoundAdded {
                round_id,
                phase_id,
                round_number: 1,
                round_type: RoundType::PlayVsOpponent,
                final_round_in_event: false,
                use_old_pairings: false,
                pairingengine_url: String::new(),
            },
            TournamentEvent::PairingsCompleted { round_id },
            TournamentEvent::RoundStarted { round_id },
        ])
        .await;
    }

    /// Completes that round.
    pub(crate) async fn end_play(&self) {
        self.happen(vec![TournamentEvent::RoundCompleted { round_id: RoundId(1) }]).await;
    }
}

#[tokio::test]
async fn an_event_is_announced_as_it_usually_is() {
    let mut api = TestApi::start().await;
    let store = api.found("Moxhall").await;
    let made = api.as_key(&store.key, Method::POST, EVENTS, &json!({"name": "Open", "event_format": "Legacy"})).await;
    let event = made.json(201);
    let id = &event["id"];
    assert_eq!((made.header("location"), made.header("etag")), (format!("{EVENTS}{id}/").as_str(), "\"1\""));
    let rules = json!({
        "points_for_win": 3, "points_for_draw": 1, "points_for_loss": 0, "floor": {"numerator": 33, "denominator": 100},
        "own_game_win_floored": true, "game_win_without_games": null, "tiebreakers": ["omw", "gw", "ogw"], "decimals": 8,
    });
    let usual = json!({
        "id": id, "name": "Open", "settings": {"id": id, "event_lifecycle_status": "REGISTRATION_OPEN"},
        "event_format": "LEGACY", "start_datetime": null, "convention_slug": null, "is_test": false, "is_unlisted": false,
        "is_canceled": false,
        "team_size": 1, "capacity": null, "swiss_rounds": null, "top_cut": 0, "rules": rules, "decklist_deadline": null,
        "decklist_grace_seconds": 0, "power_pair_last_round": true, "ranked_playoff": false, "draft_pod_size": 8,
        "publish_when_paired": false, "fee_note": "", "time_zone": null, "best_of": null, "check_in_required": false,
        "first_table": null, "last_table": null, "round_minutes": null, "end_of_round_rule": "", "description": "",
        "venue_name": "", "venue_address": "", "prizes": "", "rules_level": null, "contact": "",
        "registration_opens": null, "registration_closes": null, "parent_id": null, "picture": null,
        "decklists_locked": null, "enrolled_player_count": 0, "waitlisted_player_count": 0,
    });
    assert_eq!(event, usual);
    let two: Vec<_> = [1, 2].map(|_| json!({"name": "Open", "event_format": "Legacy"})).into();
    for body in two {
        assert_ne!(api.as_key(&store.key, Method::POST, EVENTS, &body).await.json(201)["id"], *id);
    }
}

#[tokio::test]
async fn an_event_is_what_was_decided_about_it_and_has_a_seed_of_its_own() {
    let hall = Hall::with(json!({})).await;
    hall.send(Method::POST, "/api/v1/conventions/", &json!({"name": "Mox Con"})).await.json(201);
    let body = json!({
        "name": "Trios", "event_format": "trios constructed", "start_datetime": "2026-03-16T10:00:00Z",
        "convention_slug": "mox-con", "is_test": true, "is_unlisted": true, "team_size": 3, "capacity": 60,
        "swiss_rounds": 5, "top_cut": 4, "rules": {"points_for_draw": 0, "floor": {"numerator": 1, "denominator": 3},
        "tiebreakers": ["ogw"], "game_win_without_games": -0.2, "decimals": 16},
        "decklist_deadline": "2026-03-16T09:00:00Z", "decklist_grace_seconds": 300, "power_pair_last_round": false,
        "ranked_playoff": true, "draft_pod_size": 6, "parent_id": hall.event,
        "fee_note": "10 €, paid at the counter", "time_zone": "Europe/Berlin", "best_of": 3, "check_in_required": true,
        "first_table": 101, "last_table": 160, "round_minutes": 50, "end_of_round_rule": "Five more turns",
        "description": "Bring *three* decks.", "venue_name": "Old Depot", "venue_address": "1 Depot Road",
        "prizes": "Packs for everyone", "rules_level": "COMPETITIVE", "contact": "desk@moxhall.example",
        "registration_opens": "2026-03-01T10:00:00Z", "registration_closes": "2026-03-16T09:30:00Z",
    });
    let event = hall.send(Method::POST, EVENTS, &body).await.json(201);
    for (field, given) in body.as_object().unwrap() {
        match field.as_str() {
            "event_format" => assert_eq!(event[field], "TRIOS_CONSTRUCTED"),
            "rules" => {
                for (rule, given) in given.as_object().unwrap() {
                    assert_eq!(event["rules"][rule], *given, "{rule}");
                }
            }
            _ => assert_eq!(event[field], *given, "{field}"),
        }
    }
    let seed = |events: Vec<TournamentEvent>| match events[0] {
        TournamentEvent::Created { seed, .. } => seed,
        ref other => panic!("{other:?}"),
    };
    assert_ne!(seed(hall.told().await), seed(hall.api.told(event["id"].as_i64().unwrap()).await));
}

#[tokio::test]
async fn an_event_is_announced_once_for_a_key() {
    let hall = Hall::with(json!({})).await;
    let body = json!({"name": "Open", "event_format": "LEGACY", "rules": {"decimals": 8, "points_for_win": 3}});
    let key = ("idempotency-key", "key-number-1");
    let made = hall.send_with(key, Method::POST, EVENTS, &body).await;
    let id = made.json(201)["id"].clone();
    hall.send(Method::PATCH, &format!("{EVENTS}{id}/"), &json!({"name": "Closed"})).await.json(200);
    let spelled = r#"{"rules": {"points_for_win": 3, "decimals": 8}, "event_format": "LEGACY", "name": "Open"}"#;
    let again = hall.send_with(key, Method::POST, EVENTS, &serde_json::from_str(spelled).unwrap()).await;
    assert_eq!(again, made, "the first answer, whatever happened since");
    hall.send_with(key, Method::POST, EVENTS, &json!({"name": "Open", "event_format": "MODERN"})).await.problem(422);
    assert_eq!(hall.api.told(id.as_i64().unwrap()).await.len(), 2);
}

#[tokio::test]
async fn what_is_wrong_with_an_event_is_told_all_at_once() {
    let mut hall = Hall::with(json!({})).await;
    let nothing = hall.send(Method::POST, EVENTS, &json!({})).await;
    assert_eq!(
        (nothing.fault("name"), nothing.fault("event_format")),
        ("This field is required.".into(), "This field is required.".into())
    );
    let wrong = json!({
        "name": 7, "event_format": "Chess", "start_datetime": "tomorrow", "convention_slug": "nowhere", "is_test": "yes",
        "team_size": 0, "capacity": 0, "swiss_rounds": 1.5, "top_cut": "8", "rules": {"points_for_win": -1, "floor": {}},
        "decklist_grace_seconds": 86_401, "draft_pod_size": 1, "parent_id": "x",
        "fee_note": 10, "time_zone": 1, "best_of": 5, "check_in_required": "yes", "first_table": 0,
        "last_table": 100_001, "round_minutes": 0, "end_of_round_rule": null, "description": 7, "venue_name": null,
        "venue_address": [], "prizes": {}, "rules_level": "STRICT", "contact": false, "registration_opens": "soon",
        "registration_closes": 1,
    });
    let told = hall.send(Method::POST, EVENTS, &wrong).await;
    for field in wrong.as_object().unwrap().keys().filter(|field| *field != "rules") {
        told.fault(field);
    }
    assert!(told.fault("event_format").contains("LEGACY"));
    assert!(told.fault("rules.points_for_win").contains("Must be"));
    assert_eq!(told.fault("rules.floor.numerator"), "This field is required.");

    let other = hall.api.found("Other").await;
    let theirs =
        hall.api.as_key(&other.key, Method::POST, EVENTS, &json!({"name": "Open", "event_format": "LEGACY"})).await;
    for parent in [theirs.json(201)["id"].clone(), json!(9_999)] {
        let body = json!({"name": "Day 2", "event_format": "LEGACY", "parent_id": parent, "top_cut": 1});
        let told = hall.send(Method::POST, EVENTS, &body).await;
        assert_eq!(told.fault("parent_id"), "Your organization has no event with this id.");
        assert!(told.fault("top_cut").contains("at least 2"));
    }
}

#[tokio::test]
async fn a_time_zone_is_one_of_the_known_ones_and_tables_are_a_range() {
    let hall = Hall::with(json!({"time_zone": "Europe/Berlin", "first_table": 101, "last_table": 110})).await;
    let change = async |body| hall.send(Method::PATCH, &format!("{EVENTS}{}/", hall.event), &body).await;
    let told = change(json!({"time_zone": "Berlin", "best_of": 2, "last_table": 100})).await;
    assert_eq!(told.fault("time_zone"), "`Berlin` is not a time zone. Give the IANA name, such as `Europe/Berlin`.");
    assert_eq!(told.fault("best_of"), "Must be 1 or 3, or null.");
    let told = change(json!({"last_table": 100})).await;
    assert_eq!(told.fault("last_table"), "May not be lower than the first table, 101.");
    let cleared = json!({"time_zone": null, "first_table": null, "last_table": null, "fee_note": ""});
    let event = change(cleared.clone()).await.json(200);
    assert!(cleared.as_object().unwrap().iter().all(|(field, value)| event[field] == *value), "{event}");
}

#[tokio::test]
async fn what_is_given_changes_and_the_rest_stays() {
    let hall = Hall::with(json!({"capacity": 8, "draft_pod_size": 6})).await;
    let changes = json!({"name": "Closed", "capacity": null, "ranked_playoff": true});
    let changed = hall.send(Method::PATCH, &hall.at(""), &changes).await;
    let event = changed.json(200);
    assert_eq!(
        (&event["name"], &event["capacity"], &event["draft_pod_size"]),
        (&json!("Closed"), &Value::Null, &json!(6))
    );
    assert_eq!(changed.header("etag"), "\"4\"");
    let again = hall.send(Method::PATCH, &hall.at(""), &changes).await;
    assert_eq!((again.json(200), again.header("etag")), (event, "\"4\""), "a repeat appends no event");
    assert!(hall.send(Method::PATCH, &hall.at(""), &json!({"top_cut": 1})).await.fault("top_cut").contains("2"));
}

#[tokio::test]
async fn what_results_depend_on_stays_once_play_has_begun() {
    let hall = Hall::with(json!({})).await;
    hall.send(Method::PATCH, &hall.at(""), &json!({"rules": {"points_for_win": 2}})).await.json(200);
    hall.begin_play().await;
    let changes = json!({"rules": {"points_for_win": 3}, "team_size": 2, "name": "x"});
    let refused = hall.send(Method::PATCH, &hall.at(""), &changes).await.detail(409);
    assert!(refused.contains("team_size, rules"), "{refused}");
    hall.send(Method::PATCH, &hall.at(""), &json!({"name": "x"})).await.json(200);
}

#[tokio::test]
async fn an_event_moves_on_as_its_machine_says() {
    let hall = Hall::with(json!({})).await;
    for _ in 0..2 {
        let moved = hall.step("WAITLIST_ONLY").await;
        assert_eq!(moved.json(200)["settings"]["event_lifecycle_status"], "WAITLIST_ONLY");
        assert_eq!(moved.header("etag"), "\"2\"", "setting the same status changes nothing");
    }
    let illegal = hall.step("DECKLISTS_PUBLISHED").await.problem(409);
    assert_eq!(illegal["legal"], json!(["REGISTRATION_OPEN", "REGISTRATION_CLOSED", "EVENT_IN_PROGRESS"]));
    assert!(hall.step("OPEN").await.fault("status").contains("REGISTRATION_OPEN"));
    hall.begin_play().await;
    assert!(hall.step("REGISTRATION_CLOSED").await.detail(409).contains("Play has begun"));
    let open = hall.step("EVENT_FINISHED").await.detail(409);
    assert!(open.contains("every round is COMPLETE, and these are not: 1"), "{open}");
    hall.end_play().await;
    for status in
        ["EVENT_FINISHED", "EVENT_IN_PROGRESS", "EVENT_FINISHED", "DECKLISTS_PUBLISHING", "DECKLISTS_PUBLISHED"]
    {
        hall.step(status).await.json(200);
    }
    assert_eq!(hall.step("EVENT_FINISHED").await.problem(409)["legal"], json!(["DECKLISTS_PUBLISHING"]));
}

#[tokio::test]
async fn a_step_is_made_once_for_a_key() {
    let hall = Hall::with(json!({})).await;
    let (key, path) = (("idempotency-key", "key-number-1"), hall.at("lifecycle/"));
    let body = json!({"status": "WAITLIST_ONLY"});
    let moved = hall.send_with(key, Method::POST, &path, &body).await;
    hall.step("REGISTRATION_OPEN").await.json(200);
    assert_eq!(hall.send_with(key, Method::POST, &path, &body).await, moved, "the step is not repeated");
    assert_eq!(hall.told().await.len(), 3);
}

#[tokio::test]
async fn a_change_is_made_to_the_version_that_was_seen() {
    let hall = Hall::with(json!({})).await;
    let steps = [
        (Method::PATCH, hall.at(""), json!({"name": "Closed"})),
        (Method::POST, hall.at("lifecycle/"), json!({"status": "WAITLIST_ONLY"})),
    ];
    for ((method, path, body), version) in steps.into_iter().zip(1..) {
        for stale in ["\"99\"", "\"0\""] {
            let stale = hall.send_with(("if-match", stale), method.clone(), &path, &body).await;
            assert!(stale.detail(412).contains(&format!("event is at version {version}")));
            assert_eq!(stale.header("etag"), format!("\"{version}\""));
        }
        assert!(
            hall.send_with(("if-match", "1"), method.clone(), &path, &body).await.fault("If-Match").contains("quotes")
        );
        hall.send_with(("if-match", &format!("\"{version}\"")), method, &path, &body).await.json(200);
    }
}

#[tokio::test]
async fn events_are_for_organizers_of_their_own_organization() {
    let mut hall = Hall::with(json!({})).await;
    let other = hall.api.found("Other").await;
    let requests = [
        (Method::POST, EVENTS.to_owned(), json!({"name": "Open", "event_format": "LEGACY"})),
        (Method::PATCH, hall.at(""), json!({"name": "Closed"})),
        (Method::POST, hall.at("lifecycle/"), json!({"status": "WAITLIST_ONLY"})),
    ];
    let head = hall.api.head().await;
    for role in [Role::Scorekeeper, Role::Judge, Role::ReadOnly] {
        let key = hall.api.issue(hall.store.id, role).await;
        for (method, path, body) in &requests {
            let refused = hall.api.as_key(&key, method.clone(), path, body).await.detail(403);
            assert!(refused.contains("may not manage events"), "{refused}");
        }
    }
    for (method, path, body) in &requests[1..] {
        let theirs = hall.api.as_key(&other.key, method.clone(), path, body).await.detail(404);
        let never = path.replace(&format!("/{}/", hall.event), "/9999/");
        let nobodys = hall.api.as_key(&other.key, method.clone(), &never, body).await.detail(404);
        assert_eq!(theirs.replace(&format!("`{}`", hall.event), "`9999`"), nobodys, "the two answers must be the same");
    }
    let [token, cookie] = hall.api.person(77, None).await;
    for by in [token, cookie] {
        hall.send_as(&by, Method::PATCH, &hall.at(""), &requests[1].2).await.problem(403);
    }
    assert_eq!(hall.api.head().await, head);
    let key = hall.api.issue(hall.store.id, Role::Organizer).await;
    for (method, path, body) in requests {
        assert!(hall.api.as_key(&key, method, &path, &body).await.status < 300);
    }
}

#[tokio::test]
async fn what_another_process_wrote_counts_although_memory_does_not_know_it() {
    let hall = Hall::with(json!({})).await;
    let other = hall.api.another_process().await;
    let patch = |name: &str| json!({ "name": name });
    other.as_key(&hall.store.key, Method::PATCH, &hall.at(""), &patch("Second")).await.json(200);
    // The state in memory, on which this is decided, lags by one version.
    let seen = hall.send_with(("if-match", "\"2\""), Method::PATCH, &hall.at(""), &patch("Third")).await;
    assert_eq!((seen.status, seen.header("etag")), (200, "\"3\""), "not refused from memory");
    let back = other.as_key(&hall.store.key, Method::PATCH, &hall.at(""), &patch("Second")).await;
    assert_eq!((back.status, back.header("etag")), (200, "\"4\""), "in memory this was no change");
}

#[tokio::test]
async fn publishing_fixes_the_lists_as_they_are_and_later_changes_do_not_count() {
    let mut hall = Hall::with(json!({})).await;
    let entry = hall.entry("anna", "COMPLETE").await;
    let list = hall.send(Method::POST, "/api/v1/decklists/", &json!({"name": "Burn"})).await.json(201)["id"].clone();
    let decklist_id = Some(DecklistId(list.as_i64().unwrap()));
    hall.happen(vec![TournamentEvent::DecklistAttached { registration_id: RegistrationId(entry), decklist_id }]).await;
    let revise = async |name: &str| {
        let path = format!("/api/v1/decklists/{list}/");
        hall.send(Method::PATCH, &path, &json!({ "name": name })).await.json(200);
    };
    revise("Burn 2").await;
    for status in ["EVENT_IN_PROGRESS", "EVENT_FINISHED", "DECKLISTS_PUBLISHING"] {
        hall.step(status).await.json(200);
    }
    revise("Burn 3").await;
    hall.step("DECKLISTS_PUBLISHED").await.json(200);
    let fixed: Vec<_> = hall
        .told()
        .await
        .into_iter()
        .filter_map(|event| match event {
            TournamentEvent::ListRevisionsFixed { revisions } => Some(revisions),
            _ => None,
        })
        .collect();
    assert_eq!((fixed.len(), fixed[0].len(), fixed[0][0].version), (1, 1, 2));
    let shown = hall.send(Method::PATCH, &hall.at(&format!("registrations/{entry}/")), &json!({})).await.json(200);
    assert_eq!(shown["decklist"]["name"], "Burn 2", "the registration shows the list that counts");
}

#[tokio::test]
async fn a_canceled_event_takes_no_one_until_that_is_taken_back() {
    let hall = Hall::with(json!({})).await;
    let says = |is_canceled: bool| json!({ "is_canceled": is_canceled });
    let register = async || {
        let name = json!({ "name": "Ada Lowe" });
        hall.send(Method::POST, &hall.at("registrations/"), &name).await
    };
    let canceled = hall.send(Method::PATCH, &hall.at(""), &says(true)).await.json(200);
    assert_eq!(canceled["is_canceled"], true);
    assert_eq!(register().await.detail(409), "The event is canceled: no one can register for it.");
    assert!(hall.step("REGISTRATION_CLOSED").await.detail(409).contains("is_canceled false"));
    assert_eq!(hall.send(Method::PATCH, &hall.at(""), &says(false)).await.json(200)["is_canceled"], false);
    register().await.json(201);
}

#[tokio::test]
async fn a_deleted_event_is_gone_and_its_log_stays() {
    let hall = Hall::with(json!({})).await;
    let deleted = hall.send(Method::DELETE, &hall.at(""), &Value::Null).await;
    assert_eq!((deleted.status, deleted.text().to_owned()), (204, String::new()));
    for (method, below, body) in [
        (Method::DELETE, "", Value::Null),
        (Method::PATCH, "", json!({ "name": "Again" })),
        (Method::POST, "registrations/", json!({ "name": "Ada Lowe" })),
        (Method::POST, "rounds/", json!({ "kind": "swiss" })),
    ] {
        assert_eq!(hall.send(method.clone(), &hall.at(below), &body).await.status, 404, "{method} {below}");
    }
    let child = json!({ "name": "Day 2", "event_format": "LEGACY", "parent_id": hall.event });
    let refused = hall.send(Method::POST, EVENTS, &child).await;
    assert_eq!(refused.fault("parent_id"), "Your organization has no event with this id.");
    assert_eq!(hall.told().await.last(), Some(&TournamentEvent::Deleted {}));
}
