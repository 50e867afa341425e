//! Rounds: added, paired, paired again and by hand, started, completed; cuts and playoffs.

use axum::http::Method;
use proto_events::TournamentEvent;
use proto_events::ids::{DecklistId, RegistrationId, TeamId, TeamPlayerId, UserId};
use proto_events::tournament::TeamMember;
use proto_events::vocabulary::{LifecycleStatus, RegistrationStatus, Role};
use serde_json::{Value, json};

use crate::events::Hall;
use crate::harness::Reply;

/// Returns the user of a registration: 901 for registration 1, 902 for registration 2.
pub(crate) fn user_of(entry: i64) -> UserId {
    UserId(900 + entry)
}

/// An event in progress with this many players, these fields and defaults for the others.
pub(crate) async fn in_progress(players: i64, fields: Value) -> Hall {
    let hall = Hall::with(fields).await;
    let registered = |entry: i64| TournamentEvent::PlayerRegistered {
        registration_id: RegistrationId(entry),
        user_id: user_of(entry),
        status: RegistrationStatus::Complete,
    };
    let mut events: Vec<_> = (1..=players).map(registered).collect();
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

    pub(crate) async fn by_hand(&self, round: &Value, matches: &Value) -> Reply {
        let path = self.at(&format!("rounds/{}/pairings/", round["id"]));
        self.send(Method::PUT, &path, &json!({ "matches": matches })).await
    }

    pub(crate) async fn report(&self, table: &Value, first: i32, second: i32) -> Reply {
        let body = json!({ "games_won": games(table, first, second) });
        self.send(Method::POST, &self.at(&format!("matches/{}/result/", table["id"])), &body).await
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

/// Returns all requests about rounds, with valid bodies, for the round with this id.
fn requests(hall: &Hall, round: i64) -> Vec<(Method, String, Value)> {
    let at = |step: &str| hall.at(&format!("rounds/{round}/{step}/"));
    vec![
        (Method::POST, hall.at("rounds/"), json!({"kind": "swiss"})),
        (Method::POST, at("pair"), json!({})),
        (Method::PUT, at("pairings"), json!({"matches": [{"players": [1, 2]}]})),
        (Method::POST, at("start"), json!({})),
        (Method::POST, at("complete"), json!({})),
        (Method::POST, hall.at("cut/"), json!({"size": 2})),
    ]
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
    assert_eq!(
        hall.api.tokens.read(&added.headers, Some(hall.store.id)).unwrap().unwrap().position.0,
        hall.api.head().await
    );
    let expected = json!({
        "id": id, "tournament_phase": round["tournament_phase"], "phase_type": "SWISS", "round_number": 1,
        "round_type": "PLAY_VS_OPPONENT", "status": "UPCOMING", "pairings_status": "GENERATED",
        "pairings_published": false, "final_round_in_event": false, "pairingengine_url": domain::pairing::ENGINE,
        "clock": null, "matches": round["matches"],
        "team_event_matches": [], "unreported_tables": [1, 2], "warnings": [],
    });
    assert_eq!(round, expected);
    let first = &round["matches"][0];
    let players: Vec<Value> = seats(&round)[0]
        .iter()
        .map(|entry| json!({"registration": entry, "user": user_of(*entry).0, "games_won": 0}))
        .collect();
    let expected = json!({
        "id": first["id"], "round": id, "table_number": 1, "pod_number": 0, "status": "UPCOMING", "match_is_bye": false,
        "match_is_loss": false, "players": players, "is_reported": false, "is_confirmed": false, "is_contested": false,
        "winning_registration": null, "games_drawn": 0, "match_is_intentional_draw": false, "is_feature_match": false,
        "assigned_judge": null, "time_extension_seconds": 0, "deck_check_started": false, "deck_check_completed": false,
    });
    assert_eq!(*first, expected);
    let bye = &round["matches"][2];
    assert_eq!((&bye["match_is_bye"], &bye["table_number"], seats(&round)[2].len()), (&json!(true), &json!(3), 1));
}

#[tokio::test]
async fn a_whole_event_of_eight_is_run() {
    let hall = in_progress(8, json!({"swiss_rounds": 3, "top_cut": 4})).await;
    let meeting = hall.add("random_player_meeting").await;
    assert_eq!((&meeting["round_number"], &meeting["unreported_tables"]), (&json!(-1), &json!([])));
    hall.start(&meeting).await;
    hall.to_round(&meeting, "complete", &json!({})).await.json(200);
    for number in 1..=3 {
        assert_eq!(hall.play("swiss").await["round_number"], number);
    }
    let cut = hall.send(Method::POST, &hall.at("cut/"), &json!({"size": 4})).await;
    assert_eq!(cut.header("etag"), format!("\"{}\"", hall.told().await.len()));
    let cut = cut.json(200);
    let seeds: Vec<i64> =
        cut["advancing"].as_array().unwrap().iter().map(|seed| seed["registrations"][0].as_i64().unwrap()).collect();
    assert_eq!((&cut["after_round_number"], &cut["advancing"][0]["seed"], seeds.len()), (&json!(3), &json!(1), 4));
    let semifinals = hall.play("playoff").await;
    assert_eq!(seats(&semifinals), [vec![seeds[0], seeds[3]], vec![seeds[1], seeds[2]]]);
    let last = hall.play("playoff").await;
    assert_eq!((&last["round_number"], &last["final_round_in_event"]), (&json!(5), &json!(true)));
    assert_eq!(seats(&last), [vec![seeds[0], seeds[1]]]);
    assert_eq!(last["matches"][0]["winning_registration"], seeds[0]);
    let over = hall.try_add(&json!({"kind": "playoff"})).await.detail(409);
    assert_eq!(over, "The playoff is over.");
    hall.step("EVENT_FINISHED").await.json(200);
}

#[tokio::test]
async fn a_meeting_sits_down_by_name() {
    let mut hall = Hall::with(json!({})).await;
    let mut events = Vec::new();
    for (entry, name) in [(1, "zoe"), (2, "anna"), (3, "Émile"), (4, "bert")] {
        let user_id = hall.api.register(name, None).await;
        let (registration_id, status) = (RegistrationId(entry), RegistrationStatus::Complete);
        events.push(TournamentEvent::PlayerRegistered { registration_id, user_id, status });
    }
    events.push(TournamentEvent::LifecycleChanged { status: LifecycleStatus::RegistrationClosed });
    hall.happen(events).await;
    let meeting = hall.add("player_meeting").await;
    assert_eq!(seats(&meeting), [[2, 4], [3, 1]]);
    let again = hall.to_round(&meeting, "pair", &json!({})).await.json(200);
    assert_eq!(seats(&again), [[2, 4], [3, 1]], "names are read again");
}

#[tokio::test]
async fn a_round_is_paired_anew_each_time_and_once_for_a_key() {
    let hall = in_progress(16, json!({})).await;
    let round = hall.add("swiss").await;
    let path = hall.at(&format!("rounds/{}/pair/", round["id"]));
    let first = hall.send_with(("idempotency-key", "key-number-1"), Method::POST, &path, &json!({})).await;
    assert_ne!(seats(&first.json(200)), seats(&round));
    let second = hall.send(Method::POST, &path, &json!({})).await.json(200);
    assert_ne!(seats(&second), seats(&first.json(200)));
    let again = hall.send_with(("idempotency-key", "key-number-1"), Method::POST, &path, &json!({})).await;
    assert_eq!((again.json(200), again.header("etag")), (first.json(200), first.header("etag")));
    hall.send_with(("idempotency-key", "key-number-1"), Method::POST, &path, &json!({"by_standing": true}))
        .await
        .problem(422);
}

#[tokio::test]
async fn a_round_is_added_once_for_a_key() {
    let hall = in_progress(4, json!({})).await;
    let add = async || {
        let body = json!({"kind": "swiss"});
        hall.send_with(("idempotency-key", "key-number-1"), Method::POST, &hall.at("rounds/"), &body).await
    };
    let first = add().await;
    hall.start(&first.json(201)).await;
    let again = add().await;
    assert_eq!((again.json(201), again.header("location")), (first.json(201), first.header("location")));
    let rounds = hall.told().await.iter().filter(|event| matches!(event, TournamentEvent::RoundAdded { .. })).count();
    assert_eq!(rounds, 1);
}

#[tokio::test]
async fn pairings_are_made_by_hand_and_the_organizer_is_told_what_to_know() {
    let hall = in_progress(6, json!({})).await;
    let before = hall.play("swiss").await;
    let met = &seats(&before)[0];
    let round = hall.add("swiss").await;
    let others: Vec<i64> = (1..=6).filter(|entry| !met.contains(entry)).collect();
    let matches = json!([{"players": met, "table_number": 9}, {"players": others[..2]}, {"players": [others[2]]}]);
    let changed = hall.by_hand(&round, &matches).await;
    let edited = changed.json(200);
    assert_eq!(seats(&edited).len(), 3);
    let numbers: Vec<_> = tables(&edited).iter().map(|table| table["table_number"].clone()).collect();
    assert_eq!(numbers, [1, 2, 9]);
    let warnings = edited["warnings"].as_array().unwrap();
    assert!(warnings.iter().any(|warning| warning["code"] == "left_out"), "{edited}");
    let rematch = warnings.iter().find(|warning| warning["ids"] == json!(met)).unwrap();
    assert_eq!((&rematch["code"], &rematch["table_number"]), (&json!("rematch"), &Value::Null));
    assert_eq!(rematch["detail"], format!("{} and {} have met once before.", met[0], met[1]));
    let again = hall.by_hand(&round, &matches).await;
    assert_eq!((again.json(200), again.header("etag")), (edited, changed.header("etag")), "nothing changes");
}

#[tokio::test]
async fn pairings_that_cannot_be_played_are_refused_with_all_that_is_wrong() {
    let hall = in_progress(6, json!({})).await;
    let round = hall.add("swiss").await;
    hall.happen(vec![TournamentEvent::PlayerDropped { registration_id: RegistrationId(4) }]).await;
    let refused = hall.by_hand(&round, &json!([{"players": [1, 2]}, {"players": [1, 4]}, {"players": [99]}])).await;
    let problem = refused.problem(409);
    let codes: Vec<_> = problem["problems"].as_array().unwrap().iter().map(|found| found["code"].clone()).collect();
    assert_eq!(codes, ["double_booked", "dropped", "unknown"]);
    assert!(
        problem["detail"].as_str().unwrap().contains("1 is paired more than once. 4 is not active in"),
        "{problem}"
    );
    let path = hall.at(&format!("rounds/{}/pairings/", round["id"]));
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
async fn what_is_not_reported_is_a_draw_only_if_that_is_said() {
    let hall = in_progress(4, json!({})).await;
    let round = hall.add("swiss").await;
    hall.start(&round).await;
    hall.report(&round["matches"][1], 2, 1).await.json(200);
    let refused = hall.to_round(&round, "complete", &json!({})).await.problem(409);
    assert_eq!(refused["tables"], json!([1]));
    assert!(refused["detail"].as_str().unwrap().starts_with("Table 1: no result is reported."), "{refused}");
    let unknown = hall.to_round(&round, "complete", &json!({"unreported": "win"})).await;
    assert_eq!(unknown.fault("unreported"), "Must be `draw` or `loss`, or be left out.");
    let completed = hall.to_round(&round, "complete", &json!({"unreported": "draw"})).await.json(200);
    assert_eq!((&completed["status"], &completed["unreported_tables"]), (&json!("COMPLETE"), &json!([1])));
}

#[tokio::test]
async fn steps_that_were_made_are_answered_again_and_illegal_ones_name_the_legal() {
    let hall = in_progress(4, json!({})).await;
    let round = hall.add("swiss").await;
    let refused = hall.to_round(&round, "complete", &json!({})).await.problem(409);
    assert_eq!(refused["legal"], json!(["IN_PROGRESS"]));
    let open = hall.try_add(&json!({"kind": "swiss"})).await.problem(409);
    assert_eq!((&open["legal"], &open["round"]), (&json!(["IN_PROGRESS"]), &round["id"]));
    assert_eq!(open["detail"], "Round 1 is UPCOMING; it must be COMPLETE.");
    let started = hall.start(&round).await;
    let (path, key) = (hall.at(&format!("rounds/{}/start", round["id"])), [("x-api-key", hall.store.key.as_str())]);
    let without_a_body = hall.api.send(Method::POST, &path, &key, "").await;
    assert_eq!(without_a_body.json(200), started);
    for (method, path, body) in requests(&hall, round["id"].as_i64().unwrap()).into_iter().skip(1).take(2) {
        let begun = hall.send(method, &path, &body).await.problem(409);
        assert_eq!(begun["legal"], json!(["COMPLETE"]), "{path}");
    }
    let cut = hall.send(Method::POST, &hall.at("cut/"), &json!({"size": 2})).await.problem(409);
    assert_eq!(cut["legal"], json!(["COMPLETE"]));
    for table in tables(&round) {
        hall.report(&table, 2, 0).await.json(200);
    }
    let completed = hall.to_round(&round, "complete", &json!({})).await.json(200);
    assert_eq!(hall.to_round(&round, "complete", &json!({})).await.json(200), completed);
    assert_eq!(hall.start(&round).await["status"], "IN_PROGRESS", "the round is resumed");
}

#[tokio::test]
async fn an_event_that_is_not_played_has_no_rounds() {
    let hall = in_progress(4, json!({})).await;
    let round = hall.add("swiss").await;
    hall.happen(vec![TournamentEvent::LifecycleChanged { status: LifecycleStatus::EventFinished }]).await;
    for (method, path, body) in requests(&hall, round["id"].as_i64().unwrap()) {
        let refused = hall.send(method, &path, &body).await.problem(409);
        assert_eq!(refused["legal"], json!(["EVENT_IN_PROGRESS", "DECKLISTS_PUBLISHING"]), "{path}");
        assert_eq!(refused["detail"], "The event is EVENT_FINISHED; it must be EVENT_IN_PROGRESS.");
    }
}

#[tokio::test]
async fn rounds_are_run_by_those_who_may() {
    let mut hall = in_progress(4, json!({})).await;
    let round = hall.add("swiss").await["id"].as_i64().unwrap();
    let [judge, reader] = [Role::Judge, Role::ReadOnly];
    let judge = hall.api.key_for(hall.store.id, judge, false).await;
    let reader = hall.api.key_for(hall.store.id, reader, false).await;
    let narrow = hall.api.key_for(hall.store.id, Role::Admin, true).await;
    let stranger = hall.api.found("Other").await.key;
    let [player, _] = hall.api.person(user_of(1).0, None).await;
    let head = hall.api.head().await;
    for (method, path, body) in requests(&hall, round) {
        for key in [&judge, &reader, &narrow] {
            let refused = hall.api.as_key(key, method.clone(), &path, &body).await.detail(403);
            assert!(refused.contains("run rounds"), "{method} {path}: {refused}");
        }
        hall.send_as(&player, method.clone(), &path, &body).await.problem(403);
        let foreign = hall.api.as_key(&stranger, method.clone(), &path, &body).await.detail(404);
        let nowhere = path.replacen(&format!("/{}/", hall.event), "/9999/", 1);
        let nobodys = hall.api.as_key(&stranger, method.clone(), &nowhere, &body).await.detail(404);
        assert_eq!(
            foreign.replace(&format!("`{}`", hall.event), "`9999`"),
            nobodys,
            "the two answers must be the same"
        );
        hall.api.send(method, &path, &[], body.to_string()).await.problem(401);
    }
    assert_eq!(hall.api.head().await, head);
    for role in [Role::Organizer, Role::Scorekeeper] {
        let key = hall.api.key_for(hall.store.id, role, false).await;
        let path = hall.at(&format!("rounds/{round}/pair/"));
        hall.api.as_key(&key, Method::POST, &path, &json!({})).await.json(200);
    }
}

#[tokio::test]
async fn only_the_version_that_was_seen_is_changed() {
    let hall = in_progress(4, json!({})).await;
    let round = hall.add("swiss").await["id"].as_i64().unwrap();
    let head = hall.api.head().await;
    let current = format!("\"{}\"", hall.told().await.len());
    for (method, path, body) in requests(&hall, round) {
        let stale = hall.send_with(("if-match", "\"1\""), method, &path, &body).await;
        stale.problem(412);
        assert_eq!(stale.header("etag"), current, "{path}");
    }
    assert_eq!(hall.api.head().await, head);
    let path = hall.at(&format!("rounds/{round}/start/"));
    hall.send_with(("if-match", &current), Method::POST, &path, &json!({})).await.json(200);
}

#[tokio::test]
async fn what_is_not_there_or_not_said_right_is_told() {
    let hall = in_progress(4, json!({})).await;
    for (method, path, body) in requests(&hall, 9_999).into_iter().filter(|(_, path, _)| path.contains("9999")) {
        let told = hall.send(method, &path, &body).await.detail(404);
        assert!(told.contains("no round with the id `9999`"), "{told}");
    }
    hall.send(Method::POST, &hall.at("rounds/x/start/"), &json!({})).await.problem(404);
    assert_eq!(hall.try_add(&json!({})).await.fault("kind"), "This field is required.");
    let kinds = hall.try_add(&json!({"kind": "SWISS"})).await.fault("kind");
    assert_eq!(kinds, "Must be one of swiss, player_meeting, random_player_meeting, draft_pod, playoff.");
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
async fn each_address_says_which_methods_it_has() {
    let hall = in_progress(2, json!({})).await;
    for (method, path, _) in requests(&hall, 1) {
        let refused = hall.api.send(Method::DELETE, path.trim_end_matches('/'), &[], "").await;
        refused.problem(405);
        assert_eq!(refused.header("allow"), method.as_str(), "{path}");
    }
}

#[tokio::test]
async fn a_cut_is_made_once_by_size_or_points() {
    let hall = in_progress(8, json!({})).await;
    hall.play("swiss").await;
    let cut = |body: Value| {
        let path = hall.at("cut/");
        let hall = &hall;
        async move { hall.send(Method::POST, &path, &body).await }
    };
    let by_points = cut(json!({"match_points": 3})).await;
    assert_eq!(by_points.json(200)["advancing"].as_array().unwrap().len(), 4);
    let by_size = cut(json!({"size": 4})).await;
    assert_eq!((by_size.json(200), by_size.header("etag")), (by_points.json(200), by_points.header("etag")));
    assert_eq!(cut(json!({"match_points": 9})).await.detail(409), "0 would advance; at least 2 must.");
    assert_eq!(cut(json!({"size": 2})).await.json(200)["advancing"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn with_the_first_round_lists_are_fixed_as_they_are() {
    let hall = in_progress(4, json!({})).await;
    let headers = [("x-api-key", hall.store.key.as_str()), ("content-type", "application/json")];
    let list = hall.api.send(Method::POST, "/api/v1/decklists/", &headers, r#"{"name": "Burn"}"#).await.id();
    let (registration_id, decklist_id) = (RegistrationId(2), Some(list));
    hall.happen(vec![TournamentEvent::DecklistAttached { registration_id, decklist_id }]).await;
    let round = hall.add("swiss").await;
    hall.start(&round).await;
    let told = hall.told().await;
    let fixed: Vec<(RegistrationId, DecklistId, i64)> = told
        .iter()
        .filter_map(|event| match event {
            TournamentEvent::ListRevisionsFixed { revisions } => Some(revisions),
            _ => None,
        })
        .flatten()
        .map(|fixed| (fixed.registration_id, fixed.decklist_id, fixed.version))
        .collect();
    assert_eq!(fixed, [(registration_id, list, 1)]);
}

#[tokio::test]
async fn teams_are_paired_by_team() {
    let hall = in_progress(9, json!({"team_size": 3})).await;
    let team = |team: i64| TournamentEvent::TeamFormed {
        team_id: TeamId(team),
        team_name: format!("Team {team}"),
        invite_hash: String::new(),
        members: (1..=3)
            .map(|seat: i32| TeamMember {
                team_player_id: TeamPlayerId(10 * team + i64::from(seat)),
                registration_id: RegistrationId(3 * (team - 1) + i64::from(seat)),
                seat,
                captain: seat == 1,
            })
            .collect(),
    };
    hall.happen((1..=3).map(team).collect()).await;
    let round = hall.add("swiss").await;
    let of_teams = round["team_event_matches"].as_array().unwrap();
    assert_eq!((of_teams.len(), seats(&round).len()), (2, 3));
    assert_eq!((&of_teams[1]["match_is_bye"], &of_teams[1]["first_table_number"]), (&json!(true), &json!(4)));
    let edited = hall.by_hand(&round, &json!([{"teams": [3, 1]}, {"teams": [2]}])).await.json(200);
    assert_eq!(edited["team_event_matches"][0]["teams"], json!([3, 1]));
    assert_eq!(seats(&edited), [[7, 1], [8, 2], [9, 3]]);
    hall.start(&round).await;
    for table in tables(&edited) {
        hall.report(&table, 2, 0).await.json(200);
    }
    hall.to_round(&round, "complete", &json!({})).await.json(200);
    let cut = hall.send(Method::POST, &hall.at("cut/"), &json!({"size": 2})).await.json(200);
    let winner = json!({"seed": cut["advancing"][0]["seed"], "team": 3, "registrations": [7, 8, 9]});
    assert!(cut["advancing"].as_array().unwrap().iter().any(|seed| seed["team"] == winner["team"]), "{cut}");
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
