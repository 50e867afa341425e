//! The audit of an event: stored in parts, and the same after a restart and a rebuild.

use domain::documents::ReaderGroup;
use proto_events::ids::{ApiKeyId, RegistrationId};
use proto_events::tournament::{Games, ImportSource, MatchResult, Winner};
use proto_events::vocabulary::LifecycleStatus;
use proto_events::{Actor, StreamId, TournamentEvent};
use serde_json::{Value, json};
use storage::{DocumentBody, DocumentKey, Shard, ViewBatch, ViewKind};

use crate::common::*;

fn note(number: i32) -> TournamentEvent {
    TournamentEvent::NotesChanged { registration_id: RegistrationId(7_000), internal_notes: number.to_string() }
}

impl World {
    async fn audit(&self) -> Vec<Value> {
        let head: Value = serde_json::from_str(&self.body(ViewKind::EventAudit, 7).await.unwrap()).unwrap();
        let mut entries = Vec::new();
        for part in 0..head["parts"].as_i64().unwrap() {
            if let Some(body) = self.body(ViewKind::EventAuditPart, format!("7/{part}")).await {
                entries.append(&mut serde_json::from_str(&body).unwrap());
            }
        }
        entries
    }
}

fn versions(entries: &[Value]) -> Vec<i64> {
    entries.iter().map(|entry| entry["version"].as_i64().unwrap()).collect()
}

#[tokio::test]
async fn a_change_is_told_with_who_made_it_and_what_stood_there_before() {
    let mut world = World::playing(2).await;
    let table = match_id(7, 1, 0);
    world.tournament(7, vec![won(table)]).await;
    let games = Games { first: 1, second: 2, drawn: 0 };
    let result = MatchResult::new(Winner::Second, Some(games));
    let corrected = TournamentEvent::ResultCorrected { match_id: table, result };
    let stream = StreamId::tournament(7.into());
    world.append_as(Actor::ApiKey(ApiKeyId(5)), stream, STORE, vec![corrected.into()]).await;
    let renamed = TournamentEvent::DetailsChanged { details: details("Renamed", None) };
    let begun = TournamentEvent::LifecycleChanged { status: LifecycleStatus::EventInProgress };
    let dropped = TournamentEvent::PlayerDropped { registration_id: RegistrationId(7_001) };
    world.tournament(7, vec![renamed, begun, dropped]).await;
    world.catch_up().await;
    let entries = world.audit().await;
    assert_eq!(versions(&entries), (1..=13).collect::<Vec<_>>());
    let expected = json!({
        "version": 10,
        "at": "2026-05-02T09:00:00Z",
        "actor": {"type": "API_KEY", "id": 5},
        "what": "result_corrected",
        "about": {"round_id": 7_001, "match_id": 7_001_000},
        "before": {"result": {"winner": "first", "games": {"first": 2, "second": 0, "drawn": 0}}},
        "after": {"result": {"winner": "second", "games": {"first": 1, "second": 2, "drawn": 0}}},
    });
    assert_eq!(entries[9], expected);
    let status = |status| json!({ "registration_status": status });
    for (at, what, before, after) in [
        (1, "player_registered", Value::Null, status("COMPLETE")),
        (10, "details_changed", json!({"name": "Event 7"}), json!({"name": "Renamed"})),
        (11, "lifecycle_changed", json!({"status": "REGISTRATION_OPEN"}), json!({"status": "EVENT_IN_PROGRESS"})),
        (12, "player_dropped", status("COMPLETE"), status("DROPPED")),
    ] {
        let entry: &Value = &entries[at];
        assert_eq!((&entry["what"], &entry["before"], &entry["after"]), (&json!(what), &before, &after));
    }
    assert_eq!(entries[12]["about"], json!({"registration_id": 7_001, "user_id": 7_001}));
}

#[tokio::test]
async fn parts_grow_whatever_comes_between() {
    let mut world = World::playing(2).await;
    let mut projector = world.projector();
    for number in 0..150 {
        world.tournament(7, vec![note(number)]).await;
        if number % 40 == 0 {
            projector.catch_up().await.unwrap();
        }
        if number == 100 {
            // Another projector reads the stored parts.
            projector = world.projector();
        }
    }
    projector.catch_up().await.unwrap();
    let entries = world.audit().await;
    assert_eq!(versions(&entries), (1..=158).collect::<Vec<_>>());
    assert_eq!(entries[100]["before"], json!({"internal_notes": "91"}));
    assert_eq!(entries[100]["after"], json!({"internal_notes": "92"}));
    world.assert_sound().await;
}

#[tokio::test]
async fn what_was_stored_before_a_crash_is_not_told_twice() {
    let mut world = World::playing(2).await;
    world.catch_up().await;
    let key = DocumentKey::new(STORE, ViewKind::EventAuditPart, "7/0");
    let mut part = world.views.document(&key).await.unwrap().unwrap();
    let mut body = String::from_utf8(part.body.seen_by(ReaderGroup::Organizers).to_vec()).unwrap();
    body.insert_str(body.len() - 1, r#",{"version":9,"what":"half a batch"}"#);
    part.body = DocumentBody::same(part.key.kind, body);
    let checkpoint = world.views.active().await.unwrap().unwrap();
    let reached = checkpoint.shards[0].reached;
    let mut batch = ViewBatch::new(checkpoint.generation, Shard::WHOLE, reached.applied, reached);
    batch.documents.push(part);
    world.views.commit(batch).await.unwrap();

    world.tournament(7, vec![note(1)]).await;
    world.catch_up().await;
    assert_eq!(versions(&world.audit().await), (1..=9).collect::<Vec<_>>());
    world.assert_sound().await;
}

#[tokio::test]
async fn a_result_rewrites_the_last_part_and_no_other() {
    let mut world = World::playing(2).await;
    world.tournament(7, (0..80).map(note).collect()).await;
    let mut projector = world.caught_up().await;
    world.noticed();
    world.tournament(7, vec![won(match_id(7, 1, 0))]).await;
    projector.catch_up().await.unwrap();
    let audits = world.noticed().into_iter().filter(|key| key.kind == ViewKind::EventAuditPart);
    assert_eq!(audits.map(|key| key.key).collect::<Vec<_>>(), ["7/1"]);
}

#[tokio::test]
async fn an_import_is_one_thing_that_happened() {
    let mut world = World::with_store().await;
    let stream = StreamId::tournament(7.into());
    let source = ImportSource { platform: "paper".into(), source_id: "7".into(), sha256: "ab".into() };
    let mut events = first_round(7, 80, None);
    events.insert(1, TournamentEvent::Imported { source });
    let imported = i64::try_from(events.len()).unwrap();
    let events = events.into_iter().map(Into::into).collect();
    world.append_as(Actor::CommandLine, stream, STORE, events).await;
    let result = won(match_id(7, 1, 0));
    world.append_as(Actor::ApiKey(ApiKeyId(5)), stream, STORE, vec![result.into()]).await;
    world.catch_up().await;
    let entries = world.audit().await;
    assert_eq!(versions(&entries), [1, 2, imported + 1]);
    assert_eq!(entries[1]["after"]["platform"], "paper");
    world.assert_sound().await;
}
