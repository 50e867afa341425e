//! An importer into a real store in a temporary folder, with a manual clock.

use std::sync::Arc;

use chrono::DateTime;
use domain::decklist::Decklist;
use domain::tournament::Tournament;
use domain::user::User;
use importers::Importer;
use proto_events::ids::{DecklistId, OrganizationId, TournamentId, UserId};
use proto_events::{Actor, DomainEvent, Envelope, OrganizationEvent, Position, StreamId};
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

    /// A scene with one organization.
    pub(crate) async fn with_organization() -> (Self, OrganizationId) {
        let (scene, id) = (Self::empty().await, OrganizationId(1));
        scene.organization(id).await;
        (scene, id)
    }

    /// Creates an organization.
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

    pub(crate) async fn decklist(&self, id: DecklistId) -> Decklist {
        Decklist::from_events(&self.events(StreamId::decklist(id)).await).unwrap()
    }

    pub(crate) async fn user(&self, id: UserId) -> User {
        User::from_events(&self.events(StreamId::user(id)).await).unwrap()
    }

    pub(crate) async fn head(&self) -> Position {
        self.store.head().await.unwrap()
    }
}
