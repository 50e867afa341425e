//! An importer into a real store in a temporary folder, with a manual clock, and archives.

use std::path::PathBuf;
use std::sync::Arc;

use chrono::DateTime;
use domain::tournament::Tournament;
use domain::user::User;
use importers::Importer;
use proto_events::ids::{OrganizationId, TournamentId, UserId};
use proto_events::{Actor, DomainEvent, Envelope, OrganizationEvent, Position, StreamId};
use serde_json::{Value, json};
use service_kit::clock::{Clock as _, ManualClock};
use storage::sqlite::SqliteEventStore;
use storage::{AppendRequest, EventStore as _, LogReader as _, NewEvent, StreamWrite};
use tempfile::TempDir;

pub(crate) struct Scene {
    pub(crate) importer: Importer,
    pub(crate) store: Arc<SqliteEventStore>,
    pub(crate) clock: ManualClock,
    _folder: TempDir,
}

impl Scene {
    pub(crate) async fn empty() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = Arc::new(SqliteEventStore::open(&folder.path().join("events.db")).await.unwrap());
        let clock = ManualClock::at(DateTime::from_timestamp(1_780_000_000, 0).unwrap());
        let importer = Importer::new(store.clone(), Arc::new(clock.clone()));
        Self { importer, store, clock, _folder: folder }
    }

    pub(crate) async fn with_organization() -> (Self, OrganizationId) {
        let (scene, id) = (Self::empty().await, OrganizationId(1));
        scene.organization(id).await;
        (scene, id)
    }

    pub(crate) async fn organization(&self, id: OrganizationId) {
        let created = OrganizationEvent::Created { name: "Moxhall".into() };
        self.append(StreamId::organization(id), id, vec![created.into()]).await;
    }

    /// Appends events to a stream at the clock's time, as another program would.
    pub(crate) async fn append(&self, stream: StreamId, organization_id: OrganizationId, events: Vec<DomainEvent>) {
        let now = self.clock.now();
        let expected_version = self.events(stream).await.last().map_or(0, |last| last.version);
        let events = events.into_iter().map(|event| NewEvent { occurred_at: now, event }).collect();
        let writes = vec![StreamWrite { stream, organization_id, expected_version, events }];
        let request = AppendRequest {
            actor: Actor::System,
            recorded_at: now,
            writes,
            claims: Vec::new(),
            outbox: Vec::new(),
            idempotency: None,
            traceparent: None,
        };
        self.store.append(request).await.unwrap();
    }

    pub(crate) async fn events(&self, stream: StreamId) -> Vec<Envelope> {
        let recorded = self.store.read_stream(stream, 0).await.unwrap();
        assert!(recorded.iter().all(|event| event.encoded.payload.len() < 512 * 1024));
        recorded.iter().map(|event| event.decode().unwrap()).collect()
    }

    pub(crate) async fn tournament(&self, id: TournamentId) -> Tournament {
        Tournament::from_events(&self.events(StreamId::tournament(id)).await).unwrap()
    }

    pub(crate) async fn user(&self, id: UserId) -> User {
        User::from_events(&self.events(StreamId::user(id)).await).unwrap()
    }

    pub(crate) async fn head(&self) -> Position {
        self.store.head().await.unwrap()
    }
}

/// A tournament of `players` people over `rounds` Swiss rounds, each with a list. Deterministic; the first player wins.
pub(crate) fn generated(id: &str, players: usize, rounds: usize) -> Value {
    let names: Vec<String> = (0..players).map(|player| format!("Player {player:05}")).collect();
    let round = |number: usize| {
        // Half of the players move by one table each round, so that there are few rematches.
        let half = players / 2;
        let mut matches: Vec<Value> = (0..half)
            .map(|table| {
                let p2 = half + (table + number) % half.max(1);
                json!({"p1": table, "p2": p2, "g1": 2, "g2": (table + number) % 2, "gd": 0, "winner": 1})
            })
            .collect();
        if players % 2 == 1 {
            matches.push(json!({"p1": players - 1, "p2": null, "g1": 2, "g2": 0, "gd": 0, "bye": true, "winner": 1}));
        }
        json!({"number": number, "kind": "swiss", "matches": matches})
    };
    let row = |p: usize| {
        json!({"rank": p + 1, "p": p, "points": 0, "w": 0, "l": 0, "d": 0, "omw": 0.5, "gw": 0.5, "ogw": 0.5,
            "as_of_round": rounds})
    };
    let lists: serde_json::Map<String, Value> = (0..players)
        .map(|player| (player.to_string(), json!(["30 Island", "30 Mountain", "", "Sideboard", "15 Swamp"])))
        .collect();
    json!({
        "id": id, "name": format!("Generated {id}"), "date": "2025-03-01T09:00:00+00:00", "format": "Modern",
        "platform": "generated", "swiss_rounds": rounds, "top_cut": 0, "players": names,
        "rounds": (1..=rounds).map(round).collect::<Vec<_>>(), "standings": (0..players).map(row).collect::<Vec<_>>(),
        "decklists": lists, "deck_urls": {},
    })
}

/// Returns the files of the oracle folder; none if there is no such folder.
pub(crate) fn oracle() -> Vec<PathBuf> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/oracle/tournaments");
    let entries = std::fs::read_dir(folder).map(|entries| entries.map(|entry| entry.unwrap().path()));
    let mut files: Vec<PathBuf> = entries.map(Iterator::collect).unwrap_or_default();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "json"));
    files.sort();
    files
}
