//! Rounds: added, paired, paired by hand, started; their clock.

use axum::http::Method;
use chrono::TimeDelta;
use proto_events::TournamentEvent;
use proto_events::ids::{RegistrationId, UserId};
use proto_events::vocabulary::{LifecycleStatus, RegistrationStatus};
use serde_json::{Value, json};

use crate::events::Hall;
use crate::harness::Reply;

/// Returns the user of a registration: 901 for registration 1, 902 for registration 2.
pub(crate) fn user_of(entry: i64) -> UserId {
    UserId(900 + entry)
}

/// A user registers as this registration, with this status.
pub(crate) fn registered(entry: i64, user_id: UserId, status: RegistrationStatus) -> TournamentEvent {
    TournamentEvent::PlayerRegistered { registration_id: RegistrationId(entry), user_id, status }
}

/// An event in progress with this many players, these fields and defaults for the others.
pub(crate) async fn in_progress(players: i64, fields: Value) -> Hall {
    let hall = Hall::with(fields).await;
    let joins = |entry| registered(entry, user_of(entry), RegistrationStatus::Complete);
    let mut events: Vec<_> = (1..=players).map(joins).collect();
    events.push(TournamentEvent::LifecycleChanged { status: LifecycleStatus::EventInProgress });
    hall.happen(events).await;
    hall
}

impl Hall {
    pub(crate) async fn try_add(&self, body: &Value) -> Reply {
        self.send(Method::POST, &self.at("rounds/"), body).await
    }

    /// Adds a round of this kind.
    pub(crate) async fn add(&self, kind: &str) -> Value {
        self.try_add(&json!({ "kind": kind })).await.json(201)
    }

    /// Sends a step of a round.
    pub(crate) async fn to_round(&self, round: &Value, step: &str, body: &Value) -> Reply {
        self.send(Method::POST, &self.at(&format!("rounds/{}/{step}/", round["id"])), body).await
    }

    pub(crate) async fn start(&self, round: &Value) -> Value {
        self.to_round(round, "start", &json!({})).await.json(200)
    }

    /// Returns the address of the result of a match.
    pub(crate) fn result_of(&self, table: &Value) -> String {
        self.at(&format!("matches/{}/result/", table["id"]))
    }

    pub(crate) async fn report(&self, table: &Value, first: i32, second: i32) -> Reply {
        let body = json!({ "games_won": games(table, first, second) });
        self.send(Method::POST, &self.result_of(table), &body).await
    }

    /// Plays a whole round of this kind: the first player of each match wins.
    pub(crate) async fn play(&self, kind: &str) -> Value {
        let round = self.add(kind).await;
        self.start(&round).await;
        for table in tables(&round).iter().filter(|table| table["players"].as_array().unwrap().len() == 2) {
            self.report(table, 2, 0).await.json(200);
        }
        self.to_round(&round, "complete", &json!({})).await.json(200)
    }
}

/// Returns the games won by the two players of a match.
pub(crate) fn games(table: &Value, first: i32, second: i32) -> Value {
    let player = |place: usize| table["players"][place]["registration"].to_string();
    json!({ player(0): first, player(1): second })
}

pub(crate) fn tables(round: &Value) -> Vec<Value> {
    round["matches"].as_array().unwrap().clone()
}

/// Returns the registrations at each table.
fn seats(round: &Value) -> Vec<Vec<i64>> {
    let of = |table: &Value| {
        table["players"].as_array().unwrap().iter().map(|player| player["registration"].as_i64().unwrap()).collect()
    };
    tables(round).iter().map(of).collect()
}

#[tokio::test]
async fn a_round_is_added_and_paired() {
    let hall = in_progress(5, json!({})).await;
    let added = hall.try_add(&json!({"kind": "swiss"})).await;
    let round = added.json(201);
    let id = &round["id"];
    assert_eq!(added.header("location"), format!("/api/v1/tournament-rounds/{id}/"));
    let told = hall.told().await;
    assert_eq!(added.header("etag"), format!("\"{}\"", told.len()));
    assert_eq!(hall.api.token_of(hall.store.id, &added), hall.api.head().await);
    let expected = json!({
        "id": id, "tournament_phase": round["tournament_phase"], "phase_type": "SWISS", "round_number": 1,
        "round_type": "PLAY_VS_OPPONENT", "status": "UPCOMING", "pairings_status": "GENERATED",
        "pairings_published": false, "final_round_in_event": false, "pairingengine_url": domain::pairing::ENGINE,
        "clock": null, "matches": round["matches"],
        "team_event_matches": [], "unreported_tables": [1, 2], "warnings": [],
    });
    assert_eq!(round, expected);
    let bye = &round["matches"][2];
    assert_eq!((&bye["match_is_bye"], &bye["table_number"], seats(&round)[2].len()), (&json!(true), &json!(3), 1));
}

#[tokio::test]
async fn a_meeting_sits_down_by_name() {
    let hall = Hall::with(json!({})).await;
    let mut events = Vec::new();
    for (entry, name) in [(1, "zoe"), (2, "anna"), (3, "Émile"), (4, "bert")] {
        let user_id = hall.api.register(name, None).await;
        events.push(registered(entry, user_id, RegistrationStatus::Complete));
    }
    events.push(TournamentEvent::LifecycleChanged { status: LifecycleStatus::RegistrationClosed });
    hall.happen(events).await;
    let meeting = hall.add("player_meeting").await;
    assert_eq!(seats(&meeting), [[2, 4], [3, 1]]);
    let again = hall.to_round(&meeting, "pair", &json!({})).await.json(200);
    assert_eq!(seats(&again), [[2, 4], [3, 1]], "names are read again");
}

#[tokio::test]
async fn pairings_that_cannot_be_played_are_refused_with_all_that_is_wrong() {
    let hall = in_progress(6, json!({})).await;
    let round = hall.add("swiss").await;
    hall.happen(vec![TournamentEvent::PlayerDropped { registration_id: RegistrationId(4) }]).await;
    let path = hall.at(&format!("rounds/{}/pairings/", round["id"]));
    let by_hand = json!({"matches": [{"players": [1, 2]}, {"players": [1, 4]}, {"players": [99]}]});
    let problem = hall.send(Method::PUT, &path, &by_hand).await.problem(409);
    let codes: Vec<_> = problem["problems"].as_array().unwrap().iter().map(|found| found["code"].clone()).collect();
    assert_eq!(codes, ["double_booked", "dropped", "unknown"]);
    assert!(
        problem["detail"].as_str().unwrap().contains("1 is paired more than once. 4 is not active in"),
        "{problem}"
    );
    for (body, field, said) in [
        (json!({}), "matches", "This field is required."),
        (json!({"matches": 7}), "matches", "Must be a list"),
        (json!({"matches": [7]}), "matches[0]", "Must be an object"),
        (json!({"matches": [{"players": [1, 2], "teams": [1]}]}), "matches[0].players", "one of players and teams"),
        (json!({"matches": [{"players": ["1", 2]}]}), "matches[0].players[0]", "Must be an integer."),
        (
            json!({"matches": [{"players": [1, 2], "table_number": 0}]}),
            "matches[0].table_number",
            "a whole number from 1",
        ),
        (json!({"matches": [{"players": [1, 2, 3]}]}), "matches", "one or two"),
        (json!({"matches": [{"players": []}]}), "matches", "one or two"),
        (json!({"matches": [{"teams": [1, 2]}]}), "matches", "name `players`"),
        (json!({"matches": [{"players": [1], "match_is_loss": "yes"}]}), "matches[0].match_is_loss", "true or false"),
    ] {
        let fault = hall.send(Method::PUT, &path, &body).await.fault(field);
        assert!(fault.contains(said), "{body}: {fault}");
    }
}

#[tokio::test]
async fn what_is_not_there_or_not_said_right_is_told() {
    let hall = in_progress(4, json!({})).await;
    hall.send(Method::POST, &hall.at("rounds/x/start/"), &json!({})).await.problem(404);
    assert_eq!(hall.try_add(&json!({})).await.fault("kind"), "This field is required.");
    let kinds = hall.try_add(&json!({"kind": "SWISS"})).await.fault("kind");
    assert_eq!(kinds, "Must be one of swiss, round_robin, player_meeting, random_player_meeting, draft_pod, playoff.");
    for (body, said) in [
        (json!({}), "one of size and match_points"),
        (json!({"size": 4, "match_points": 3}), "one of size and match_points"),
        (json!({"size": 1}), "from 2"),
    ] {
        let fault = hall.send(Method::POST, &hall.at("cut/"), &body).await.fault("size");
        assert!(fault.contains(said), "{body}: {fault}");
    }
    let few = hall.try_add(&json!({"kind": "playoff"})).await.detail(409);
    assert_eq!(few, "A playoff begins with a cut after the last Swiss round.");
}

#[tokio::test]
async fn who_left_is_named_before_a_round_starts() {
    let hall = in_progress(4, json!({})).await;
    let round = hall.add("swiss").await;
    hall.happen(vec![TournamentEvent::PlayerDropped { registration_id: RegistrationId(2) }]).await;
    let started = hall.start(&round).await;
    assert_eq!(started["warnings"][0]["code"], "dropped");
    assert_eq!(started["warnings"][0]["ids"], json!([2]));
}

#[tokio::test]
async fn the_clock_starts_with_the_round_and_is_run_by_staff() {
    let hall = in_progress(4, json!({"round_minutes": 50, "end_of_round_rule": "Five more turns"})).await;
    let round = hall.add("swiss").await;
    assert_eq!(round["clock"], Value::Null, "it has not started");
    let path = hall.at(&format!("rounds/{}/clock/", round["id"]));
    let change = async |body: Value| hall.send(Method::POST, &path, &body).await;
    let running = json!({
        "length_seconds": 3000, "elapsed_seconds": 0, "running_since": "2026-03-15T10:20:30Z",
        "ends_at": "2026-03-15T11:10:30Z",
    });
    assert_eq!(hall.start(&round).await["clock"], running);
    hall.api.clock.advance(TimeDelta::seconds(600));
    let paused = json!({"length_seconds": 3000, "elapsed_seconds": 600, "running_since": null, "ends_at": null});
    assert_eq!(change(json!({"action": "pause"})).await.json(200)["clock"], paused);
    let longer = change(json!({"action": "start", "add_seconds": 60})).await.json(200);
    let resumed = json!({
        "length_seconds": 3060, "elapsed_seconds": 600, "running_since": "2026-03-15T10:30:30Z",
        "ends_at": "2026-03-15T11:11:30Z",
    });
    assert_eq!(longer["clock"], resumed);

    assert_eq!(change(json!({})).await.fault("action"), "Give an action, length_seconds or add_seconds.");
    assert_eq!(change(json!({"action": "stop"})).await.fault("action"), "Must be one of start, pause, reset.");
}
