//! Penalties and calls for a judge, for staff.

use serde_json::{Value, json};
use storage::ViewKind;

use crate::documents::{OTHER, document, document_of};
use crate::harness::{TestApi, ids};

const EVENTS: &str = "/api/v1/magic-events/";

/// A penalty as the projector writes it, with the fields that matter here.
fn penalty(id: i64, user: i64, at: &str) -> Value {
    json!({ "id": id, "user_id": user, "note": "A secret", "issued_at": format!("2026-03-{at}T10:00:00Z") })
}

/// Two events with penalties and one without, and another organization's event with a penalty of the same player.
async fn api() -> TestApi {
    let mut api = TestApi::start().await;
    let first = json!([penalty(1, 11, "07"), penalty(2, 12, "07")]).to_string();
    let second = json!([penalty(3, 11, "14")]).to_string();
    let theirs = json!([penalty(4, 11, "14")]).to_string();
    let of = |penalties: Value| penalties.to_string();
    let calls = json!([{ "id": 5, "note": "A secret" }]).to_string();
    api.put([
        document(ViewKind::Overview, 7, "{}"),
        document(ViewKind::Overview, 9, "{}"),
        document(ViewKind::EventPenalties, 7, &first),
        document(ViewKind::EventPenalties, 10, &second),
        document(ViewKind::PlayerPenalties, "11/7", &of(json!([penalty(1, 11, "07")]))),
        document(ViewKind::PlayerPenalties, "12/7", &of(json!([penalty(2, 12, "07")]))),
        document(ViewKind::PlayerPenalties, "11/10", &second),
        document(ViewKind::PlayerPenalties, "111/10", &of(json!([penalty(6, 111, "14")]))),
        document(ViewKind::JudgeCalls, 7, &calls),
        document_of(OTHER, ViewKind::EventPenalties, 8, &theirs),
        document_of(OTHER, ViewKind::PlayerPenalties, "11/8", &theirs),
    ])
    .await;
    api
}

#[tokio::test]
async fn a_players_penalties_are_those_of_all_events_of_the_organization_newest_first() {
    let api = api().await;
    let of = async |query: &str| ids(&api.get(&format!("/api/v1/penalties/{query}")).await.json());
    assert_eq!(of("?user_id=11").await, [3, 1]);
    assert_eq!(of("?user_id=12").await, [2]);
    assert_eq!(of("?user_id=13").await, [0; 0]);
    assert_eq!(of("").await, [3, 2, 1]);
    assert!(api.get("/api/v1/penalties/?user_id=anna").await.detail(400).contains("user_id"));
}

#[tokio::test]
async fn an_event_without_penalties_or_calls_has_empty_lists_and_no_event_has_none() {
    let api = api().await;
    for (list, some) in [("penalties", vec![1, 2]), ("calls", vec![5])] {
        assert_eq!(ids(&api.get(&format!("{EVENTS}7/{list}/")).await.json()), some);
        assert_eq!(api.get(&format!("{EVENTS}9/{list}/")).await.json(), json!([]));
        for nowhere in ["8", "77", "seven"] {
            api.get(&format!("{EVENTS}{nowhere}/{list}/")).await.problem(404);
        }
    }
}
