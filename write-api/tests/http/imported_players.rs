//! An event made from a list of players in CSV, run over HTTP like any other.

use axum::http::Method;
use importers::{ImportOutcome, Stated, read_stated};
use proto_events::TournamentEvent;
use proto_events::vocabulary::LifecycleStatus;
use serde_json::json;

use crate::events::Hall;

const PLAYERS: &[u8] = include_bytes!("../../../importers/tests/files/csv-players.csv");

#[tokio::test]
async fn an_event_of_imported_players_is_paired_over_http() {
    let mut hall = Hall::with(json!({})).await;
    let stated = Stated { date: Some("2026-03-21".into()), format: Some("Pauper".into()), ..Stated::default() };
    let file = read_stated(PLAYERS, "saturday.csv", &stated).unwrap();
    let outcome = hall.api.importer().import(hall.store.id, &file, false).await.unwrap();
    let ImportOutcome::Imported { tournament_id, counts } = outcome else { panic!("{outcome:?}") };
    assert_eq!((counts.players, counts.rounds), (6, 0));
    hall.event = tournament_id.0;
    let imported = hall.told().await;
    let is_change = |event: &&TournamentEvent| matches!(event, TournamentEvent::LifecycleChanged { .. });
    assert_eq!(imported.iter().filter(is_change).count(), 0, "registration is open, as in a new event");

    let settings = hall.send(Method::PATCH, &hall.at(""), &json!({"swiss_rounds": 2})).await.json(200);
    assert_eq!((&settings["name"], &settings["swiss_rounds"]), (&json!("saturday"), &json!(2)));
    hall.step("EVENT_IN_PROGRESS").await.json(200);
    for number in 1..=2 {
        let round = hall.add("swiss").await;
        let tables = round["matches"].as_array().unwrap();
        assert_eq!((&round["round_number"], tables.len()), (&json!(number), 3), "five players, one dropped");
        hall.start(&round).await;
        for table in tables.iter().filter(|table| table["match_is_bye"] == false) {
            hall.report(table, 2, 0).await.json(200);
        }
        hall.to_round(&round, "complete", &json!({})).await.json(200);
    }
    hall.step("EVENT_FINISHED").await.json(200);
    let state = hall.api.importer().import(hall.store.id, &file, true).await.unwrap();
    assert_eq!(state, ImportOutcome::AlreadyImported { tournament_id });
    let told = hall.told().await;
    let finished = TournamentEvent::LifecycleChanged { status: LifecycleStatus::EventFinished };
    assert_eq!(told.last(), Some(&finished));
}
