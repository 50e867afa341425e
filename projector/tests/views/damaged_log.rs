//! A damaged log: an event that cannot be read parks its stream, and a gap stops the projector.

use std::sync::Arc;

use async_trait::async_trait;
use futures::stream::BoxStream;
use projector::{Projector, ProjectorError, verify};
use proto_events::ids::OrganizationId;
use proto_events::player_salt::PlayerSalt;
use proto_events::{EventHash, Position, Recorded, StreamId, StreamKind, Version};
use storage::{BackupItem, DocumentKey, LogReader, StoreError, ViewKind};
use tokio::sync::watch;

use crate::common::*;

/// A log with one damaged event.
struct Damaged {
    log: Arc<dyn LogReader>,
    at: Position,
    damage: Damage,
}

#[derive(Clone, Copy)]
enum Damage {
    /// The payload is no known event.
    Unreadable,
    /// A later version of the program wrote the event.
    FromTheFuture,
    /// The event is missing.
    Missing,
}

impl Damaged {
    fn of(world: &World, at: Position, damage: Damage) -> Arc<dyn LogReader> {
        Arc::new(Self { log: world.events.clone(), at, damage })
    }

    fn damage(&self, events: Vec<Recorded>) -> Vec<Recorded> {
        let mut events = events;
        for event in events.iter_mut().filter(|event| event.position == self.at) {
            match self.damage {
                Damage::Unreadable => event.encoded.payload = r#"{"no_such_event":{}}"#.into(),
                Damage::FromTheFuture => event.encoded.schema += 1,
                Damage::Missing => {}
            }
        }
        if matches!(self.damage, Damage::Missing) {
            events.retain(|event| event.position != self.at);
        }
        events
    }
}

#[async_trait]
impl LogReader for Damaged {
    fn log_id(&self) -> String {
        self.log.log_id()
    }

    async fn reload_log_id(&self) -> Result<String, StoreError> {
        self.log.reload_log_id().await
    }

    async fn read_versions(
        &self,
        stream: StreamId,
        after: Version,
        up_to: Version,
    ) -> Result<Vec<Recorded>, StoreError> {
        Ok(self.damage(self.log.read_versions(stream, after, up_to).await?))
    }

    async fn read_streams(&self, kind: StreamKind, ids: &[i64], to: Position) -> Result<Vec<Recorded>, StoreError> {
        Ok(self.damage(self.log.read_streams(kind, ids, to).await?))
    }

    async fn streams(&self, kind: StreamKind) -> Result<Vec<i64>, StoreError> {
        self.log.streams(kind).await
    }

    async fn read_from(&self, after: Position, limit: usize) -> Result<Vec<Recorded>, StoreError> {
        Ok(self.damage(self.log.read_from(after, limit).await?))
    }

    async fn read_sealed(&self, after: Position, limit: usize) -> Result<Vec<Recorded>, StoreError> {
        self.log.read_sealed(after, limit).await
    }

    async fn unseal(&self, events: &mut [Recorded]) -> Result<(), StoreError> {
        self.log.unseal(events).await
    }

    async fn hash_at(&self, position: Position) -> Result<Option<EventHash>, StoreError> {
        self.log.hash_at(position).await
    }

    async fn happened(
        &self,
        organization_id: OrganizationId,
        before: Option<Position>,
        limit: usize,
    ) -> Result<Vec<Recorded>, StoreError> {
        self.log.happened(organization_id, before, limit).await
    }

    async fn player_salt(&self) -> Result<PlayerSalt, StoreError> {
        self.log.player_salt().await
    }

    async fn head(&self) -> Result<Position, StoreError> {
        self.log.head().await
    }

    fn appended(&self) -> watch::Receiver<Position> {
        self.log.appended()
    }

    fn backup(&self) -> BoxStream<'static, Result<BackupItem, StoreError>> {
        self.log.backup()
    }

    async fn ping(&self) -> Result<(), StoreError> {
        self.log.ping().await
    }

    async fn close(&self) {
        self.log.close().await;
    }
}

fn projector(world: &World, events: &Arc<dyn LogReader>) -> Projector {
    Projector::new(Arc::clone(events), Arc::clone(&world.views), world.board.clone(), settings())
}

async fn an_unreadable_event_parks_its_stream(damage: Damage, says: &str) {
    let mut world = World::with_store().await;
    world.play(7, 4, None).await;
    world.play(8, 4, None).await;
    world.tournament(7, vec![won(match_id(7, 1, 0))]).await;
    let bad = world.tournament(7, vec![won(match_id(7, 1, 1))]).await;
    let head = world.tournament(8, vec![won(match_id(8, 1, 0))]).await;
    let events = Damaged::of(&world, bad, damage);
    assert_eq!(projector(&world, &events).catch_up().await.unwrap(), head);

    let generation = world.views.active().await.unwrap().unwrap().generation;
    let parked = world.views.parked(generation).await.unwrap();
    assert_eq!(parked.len(), 1);
    assert_eq!((parked[0].stream, parked[0].position), (StreamId::tournament(7.into()), bad));
    assert!(parked[0].error.contains(says), "{}", parked[0].error);
    for (id, stale) in [(7, true), (8, false)] {
        let key = DocumentKey::new(STORE, ViewKind::RoundMatches, round_id(id, 1));
        let document = world.views.document(&key).await.unwrap().unwrap();
        assert_eq!(document.stale, stale);
        let body: serde_json::Value = serde_json::from_slice(&document.body.for_everyone()).unwrap();
        assert_eq!(body["matches"][0]["status"], "COMPLETE", "earlier events are shown");
    }
    let report = verify(events, world.views.clone(), &settings(), Default::default()).await.unwrap();
    assert!(!report.is_sound());
    assert!(report.problems.iter().any(|problem| problem.contains(&bad.to_string())), "{:?}", report.problems);
}

#[tokio::test]
async fn an_event_of_no_known_kind_parks_its_stream_alone() {
    an_unreadable_event_parks_its_stream(Damage::Unreadable, "no_such_event").await;
}

#[tokio::test]
async fn an_event_of_a_later_version_parks_its_stream_and_says_what_to_do() {
    an_unreadable_event_parks_its_stream(Damage::FromTheFuture, "run a newer Crosstable").await;
}

#[tokio::test]
async fn a_gap_in_the_log_stops_the_projector_before_it_skips_anything() {
    let mut world = World::with_store().await;
    world.play(7, 4, None).await;
    let gone = world.tournament(7, vec![won(match_id(7, 1, 0))]).await;
    world.tournament(7, vec![won(match_id(7, 1, 1))]).await;
    let events = Damaged::of(&world, gone, Damage::Missing);
    let error = projector(&world, &events).catch_up().await.unwrap_err();
    assert!(matches!(error, ProjectorError::Gap { .. }), "{error}");
    let report = verify(events, world.views.clone(), &settings(), Default::default()).await;
    assert!(report.is_err() || !report.unwrap().is_sound());
}
