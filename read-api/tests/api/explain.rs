//! Explanations of lines of standings.

use chrono::DateTime;
use domain::documents::Redactor;
use domain::tournament::Tournament;
use domain::tournament::sheet::Sheet;
use proto_events::ids::{MatchId, OrganizationId, PhaseId, RegistrationId, RoundId, TournamentId, UserId};
use proto_events::tournament::{Games, MatchResult, Pairing, PairingKind, TournamentDetails, Winner};
use proto_events::vocabulary::{EventFormat, PhaseType, RegistrationStatus, Role, RoundType};
use proto_events::{Actor, Envelope, Position, StreamId, TournamentEvent};
use serde_json::{Value, json};
use storage::{Document, RoundEvent, ViewKind};

use crate::documents::{OTHER, account, document, in_versions};
use crate::harness::TestApi;

/// Returns a tournament of three players after one round: the first beat the second 2-1, the third had a bye. Person 11
/// has registration 101.
fn tournament() -> Tournament {
    use TournamentEvent as E;
    let round_id = RoundId(201);
    let entry = |person: i64| RegistrationId(person + 90);
    let table = |id: i64, kind, players: &[i64]| Pairing {
        match_id: MatchId(id),
        kind,
        table_number: 1,
        players: players.iter().map(|person| entry(*person)).collect(),
        ..Pairing::default()
    };
    let mut events = vec![E::Created { details: TournamentDetails::new("Open", EventFormat::Legacy), seed: 7 }];
    events.extend((11..=13).map(|person| E::PlayerRegistered {
        registration_id: entry(person),
        user_id: UserId(person),
        status: RegistrationStatus::Complete,
    }));
    let games = Games { first: 2, second: 1, drawn: 0 };
    events.extend([
        E::PhaseAdded { phase_id: PhaseId(21), order_in_phases: 1, round_type: PhaseType::Swiss },
        E::RoundAdded {
            round_id,
            phase_id: PhaseId(21),
            round_number: 1,
            round_type: RoundType::PlayVsOpponent,
            final_round_in_event: false,
            use_old_pairings: false,
            pairingengine_url: String::new(),
        },
        E::MatchesPaired {
            round_id,
            pairings: vec![table(501, PairingKind::Versus, &[11, 12]), table(502, PairingKind::Bye, &[13])],
        },
        E::RoundStarted { round_id },
        E::ResultReported { match_id: MatchId(501), result: MatchResult::new(Winner::First, Some(games)) },
        E::RoundCompleted { round_id },
    ]);
    let envelopes: Vec<Envelope> = (1..)
        .zip(events)
        .map(|(version, event)| Envelope {
            position: Position(version),
            stream: StreamId::tournament(TournamentId(40)),
            version,
            organization_id: OrganizationId(1),
            occurred_at: DateTime::UNIX_EPOCH,
            recorded_at: DateTime::UNIX_EPOCH,
            actor: Actor::System,
            event: event.into(),
        })
        .collect();
    Tournament::from_events(&envelopes).unwrap()
}

/// Returns the documents that the projector renders from it.
pub(crate) fn documents() -> [Document; 2] {
    let sheet = |redactor: &Redactor| Sheet::of(redactor, &tournament());
    let event = serde_json::to_string(&RoundEvent { event: TournamentId(40) }).unwrap();
    [in_versions(ViewKind::StandingsSheet, 40, sheet), document(ViewKind::RoundEvent, 201, &event)]
}

async fn api() -> TestApi {
    let mut api = TestApi::start().await;
    api.put(documents()).await;
    api.put([account(11, 0), account(12, 0)]).await;
    api
}

fn path(player: &str) -> String {
    format!("/api/v1/tournament-rounds/201/standings/{player}/explain/")
}

#[tokio::test]
async fn a_line_is_told_with_its_opponents_and_what_each_counts() {
    let api = api().await;
    let line = api.get(&path("11")).await.json();
    let expected = json!({
        "round_number": 1,
        "as_of_round_number": 1,
        "rank": line["rank"],
        "player_id": 11,
        "name": "Person 11",
        "match_points": 3,
        "floor": 0.33,
        "match_win_percentage": {"value": 1.0, "before_floor": 1.0, "points": 3, "possible_points": 3},
        "game_win_percentage":
            {"value": 0.666_666_67, "before_floor": 0.666_666_67, "games_won": 2, "games_lost": 1, "games_drawn": 0},
        "opponent_match_win_percentage": {"value": 0.33, "sum": 0.33, "opponents": 1},
        "opponent_game_win_percentage": {"value": 0.333_333_33, "sum": 0.333_333_33, "opponents": 1},
        "opponent_average_match_points": {"value": 0.0, "sum": 0.0, "opponents": 1},
        "tiebreakers": [
            {"name": "omw", "value": 0.33}, {"name": "gw", "value": 0.666_666_67}, {"name": "ogw", "value": 0.333_333_33},
        ],
        "rounds": [{
            "round_id": 201,
            "round_number": 1,
            "result": "WIN",
            "games_won": 2,
            "games_lost": 1,
            "games_drawn": 0,
            "match_points": 3,
            "opponent": {
                "player_id": 12,
                "name": "Person 12",
                "match_points": 0,
                "match_win_percentage": {"value": 0.33, "before_floor": 0.0, "points": 0, "possible_points": 3},
                "game_win_percentage":
                    {"value": 0.333_333_33, "before_floor": 0.333_333_33, "games_won": 1, "games_lost": 2, "games_drawn": 0},
            },
            "opponents": [],
            "is_counted": true,
        }],
    });
    assert_eq!(line, expected);
}

#[tokio::test]
async fn a_bye_has_no_opponent_and_who_is_not_known_has_a_name_all_the_same() {
    let api = api().await;
    let line = api.get(&path("13")).await.json();
    assert_eq!(line["name"], "Player 13");
    assert_eq!((&line["rounds"][0]["result"], &line["rounds"][0]["opponent"]), (&json!("BYE"), &Value::Null));
    assert_eq!(line["opponent_match_win_percentage"], json!({"value": 0.33, "sum": 0.0, "opponents": 0}));
}

#[tokio::test]
async fn where_there_is_no_line_there_is_nothing_to_explain() {
    let mut api = api().await;
    for player in ["14", "101", "x", "011"] {
        assert!(api.get(&path(player)).await.detail(404).contains("player"), "{player}");
    }
    assert!(api.get("/api/v1/tournament-rounds/202/standings/11/explain/").await.detail(404).contains("round"));
    let stranger = api.issue(OTHER, Role::Admin).await;
    api.get_as(&stranger, &path("11")).await.problem(404);
}
