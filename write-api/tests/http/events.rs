//! Events: created, changed, and their lifecycle.

use axum::http::Method;
use proto_events::TournamentEvent;
use proto_events::ids::{PhaseId, RoundId};
use proto_events::vocabulary::{PhaseType, RoundType};
use serde_json::{Value, json};

use crate::harness::{By, Reply, TestApi};
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
        self.api.send_by(&("x-api-key", self.store.key.clone()), method, path, &[header], body).await
    }

    /// Like `send` as a person, with this header as credential.
    pub(crate) async fn send_as(&self, by: &By, method: Method, path: &str, body: &Value) -> Reply {
        self.api.send_by(by, method, path, &[("sec-fetch-site", "same-origin")], body).await
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
}

#[tokio::test]
async fn an_event_is_what_was_decided_about_it_and_has_a_seed_of_its_own() {
    let hall = Hall::with(json!({})).await;
    hall.send(Method::POST, "/api/v1/conventions/", &json!({"name": "Mox Con"})).await.json(201);
    let body = json!({
        "name": "Trios", "event_format": "trios constructed", "start_datetime": "2026-03-16T10:00:00Z",
        "convention_slug": "mox-con", "is_test": true, "is_unlisted": true, "team_size": 3, "capacity": 60,
        "swiss_rounds": 5, "top_cut": 4, "rules": {"points_for_draw": 0, "floor": {"numerator": 1, "denominator": 3},
        "tiebreakers": ["ogw"], "game_win_without_games": -0.2, "decimals": 16,
        "match_win_by": "RESULTS", "byes_count": false, "drop_cap": {"numerator": 3, "denominator": 4}, "frozen_at_drop": true,
        "restarts_after_cut": true, "compared_decimals": 4, "scores": null,
        "bye_opponents": {"count": 3, "match_win": {"numerator": 1, "denominator": 5}},
        "loss_opponents": {"count": 1, "match_win": {"numerator": 1, "denominator": 4}},
        "round_weights": [{"numerator": 1, "denominator": 2}]}, "short_pods": "BYES",
        "playoff": "DOUBLE_ELIMINATION_RESET", "pool_size": 6, "plays_together": false,
        "seat_formats": ["STANDARD", "PIONEER", "MODERN"], "lowest_gets_bye": true, "squares_first": true,
        "balanced_sides": true, "tables_per_row": 12, "rounds_by_attendance": true,
        "end_datetime": "2026-03-16T20:00:00Z", "queue_size": 0, "answer_minutes": 10, "shares_tables": true,
        "decklist_deadline": "2026-03-16T09:00:00Z", "decklist_grace_seconds": 300, "power_pair_last_round": false,
        "ranked_playoff": true, "draft_pod_size": 6, "parent_id": hall.event,
        "fee_note": "10 €, paid at the counter", "time_zone": "Europe/Berlin", "best_of": 3, "check_in_required": true,
        "first_table": 101, "last_table": 160, "round_minutes": 50, "offer_minutes": 120, "end_of_round_rule": "Five more turns",
        "description": "Bring *three* decks.", "venue_name": "Old Depot", "venue_address": "1 Depot Road",
        "prizes": "Packs for everyone", "rules_level": "COMPETITIVE", "contact": "desk@moxhall.example",
        "registration_opens": "2026-03-01T10:00:00Z", "registration_closes": "2026-03-16T09:30:00Z",
        "registration_policy": "JOIN_CODE", "needs_approval": true,
    });
    let made = hall.send(Method::POST, EVENTS, &body).await;
    let event = made.json(201);
    let location = format!("{EVENTS}{}/", event["id"]);
    assert_eq!(made.header("location"), location);
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
