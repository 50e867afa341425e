//! Standings with the tiebreakers of their event.

use serde_json::{Value, json};
use storage::ViewKind;

use crate::documents::document;
use crate::harness::TestApi;

const ROUND: &str = "/api/v1/tournament-rounds/201/standings/";
const CURRENT: &str = "/api/v1/magic-events/7/current_standings/";
/// A document as the projector renders it.
const STANDINGS: &str = concat!(
    r#"{"round_number":1,"standings":["#,
    r#"{"record":"1-0-0","rank":1,"player_id":11,"name":"Ann }","match_points":3,"match_win_percentage":1.0,"#,
    r#""opponent_match_win_percentage":0.33,"game_win_percentage":0.66666667,"opponent_game_win_percentage":0.5,"#,
    r#""opponent_average_match_points":0.0,"wins":1,"losses":0,"draws":0,"games_won":2,"games_lost":1,"games_drawn":0,"#,
    r#""playoff_wins":0,"playoff_losses":0,"user_event_status_ids":[101]}]}"#
);

async fn api() -> TestApi {
    let mut api = TestApi::start().await;
    api.put([
        document(ViewKind::RoundStandings, 201, STANDINGS),
        document(ViewKind::CurrentStandings, 7, r#"{"round_id":201}"#),
    ])
    .await;
    api
}

#[tokio::test]
async fn tiebreakers_of_magic_are_added_to_the_fields_of_a_line_on_request_alone() {
    let api = api().await;
    for path in [ROUND, CURRENT] {
        for query in ["", "?tiebreakers=false"] {
            assert_eq!(api.get(&format!("{path}{query}")).await.text(), STANDINGS, "{path}{query}");
        }
        let mut with = api.get(&format!("{path}?tiebreakers=true")).await.json();
        let values = with["standings"][0].as_object_mut().unwrap().remove("tiebreakers");
        let expected =
            json!([{"name": "omw", "value": 0.33}, {"name": "gw", "value": 0.66666667}, {"name": "ogw", "value": 0.5}]);
        assert_eq!(values, Some(expected), "{path}");
        assert_eq!(with, serde_json::from_str::<Value>(STANDINGS).unwrap(), "{path}");
        let refused = api.get(&format!("{path}?tiebreakers=all")).await.problem(400);
        assert!(refused["errors"]["tiebreakers"][0].as_str().unwrap().contains("true"), "{refused}");
    }
}

#[tokio::test]
async fn tiebreakers_of_other_rules_are_those_of_their_own_document() {
    let mut api = api().await;
    let own = r#"{"round_number":1,"standings":[{"tiebreakers":[{"name":"sos","value":3.5}]}]}"#;
    api.put([document(ViewKind::RoundTiebreakers, 201, own)]).await;
    for path in [ROUND, CURRENT] {
        assert_eq!(api.get(&format!("{path}?tiebreakers=true")).await.text(), own);
        assert_eq!(api.get(path).await.text(), STANDINGS);
    }
}

#[tokio::test]
async fn tiebreakers_before_the_first_round_are_none() {
    let mut api = api().await;
    let none = r#"{"round_number":1,"standings":[]}"#;
    api.put([document(ViewKind::CurrentStandings, 7, none)]).await;
    assert_eq!(api.get(&format!("{CURRENT}?tiebreakers=true")).await.text(), none);
}
