//! Short functions for test data.

use bytes::Bytes;
use chrono::{DateTime, Utc};
use domain::documents::ReaderGroup;
use futures::TryStreamExt;
use proto_events::decklist::DecklistBody;
use proto_events::ids::{ApiKeyId, OrganizationId};
use proto_events::vocabulary::EventFormat;
use proto_events::{Actor, DecklistEvent, DomainEvent, Position, StreamId, StreamKind, UserEvent};
use storage::{
    AppendRequest, Claim, Document, DocumentBody, DocumentKey, ExportDocument, Generation, IdempotentAnswer, NewEvent,
    Reached, Shard, Snapshot, StreamWrite, ViewBatch, ViewKind,
};

use super::{Log, Views};

pub(crate) const ORGANIZATION: OrganizationId = OrganizationId(3);

/// Returns a time, given in seconds since 1970.
pub(crate) fn at(seconds: i64) -> DateTime<Utc> {
    DateTime::from_timestamp(seconds, 123_456_000).unwrap()
}

pub(crate) fn decklist(id: i64) -> StreamId {
    StreamId { kind: StreamKind::Decklist, id }
}

pub(crate) fn tournament(id: i64) -> StreamId {
    StreamId { kind: StreamKind::Tournament, id }
}

pub(crate) fn user(id: i64) -> StreamId {
    StreamId { kind: StreamKind::User, id }
}

/// Returns an event of a decklist with this text.
pub(crate) fn revised(text: impl Into<String>) -> NewEvent {
    let body = DecklistBody { plaintext_list: text.into(), ..DecklistBody::default() };
    NewEvent { occurred_at: at(1_000), event: DomainEvent::Decklist(DecklistEvent::Revised { body }) }
}

/// Returns `count` events for a decklist's stream.
pub(crate) fn write(id: i64, expected_version: i64, count: usize) -> StreamWrite {
    let events = (0..count).map(|n| revised(format!("{id}: {n}"))).collect();
    StreamWrite { stream: decklist(id), organization_id: ORGANIZATION, expected_version, events }
}

pub(crate) fn request(writes: Vec<StreamWrite>) -> AppendRequest {
    AppendRequest {
        actor: Actor::ApiKey(ApiKeyId(7)),
        recorded_at: at(2_000),
        writes,
        claims: Vec::new(),
        outbox: Vec::new(),
        idempotency: None,
        traceparent: None,
    }
}

/// Returns a request that writes these events of a person.
pub(crate) fn of_user(id: i64, expected_version: i64, events: impl IntoIterator<Item = UserEvent>) -> AppendRequest {
    let event = |event| NewEvent { occurred_at: at(1_000), event: DomainEvent::User(event) };
    let events = events.into_iter().map(event).collect();
    request(vec![StreamWrite { stream: user(id), organization_id: OrganizationId::SHARED, expected_version, events }])
}

/// Returns a request that claims a name for a decklist and writes its first event.
pub(crate) fn claiming(id: i64, scope: &str, name: &str) -> AppendRequest {
    let claim = Claim { scope: scope.to_owned(), name: name.to_owned(), holder: decklist(id) };
    AppendRequest { claims: vec![claim], ..request(vec![write(id, 0, 1)]) }
}

pub(crate) fn answer(owner: &str, key: &str, response: &str) -> IdempotentAnswer {
    IdempotentAnswer {
        owner: owner.to_owned(),
        key: key.to_owned(),
        request_sha256: "ab".repeat(32),
        response: response.to_owned(),
        recorded_at: at(2_000),
    }
}

/// Asserts that the log has this number of events, without gaps in positions and versions.
pub(crate) async fn assert_gapless(store: &Log, expected: i64) {
    let (mut after, mut versions) = (Position::START, std::collections::HashMap::new());
    loop {
        let events = store.read_from(after, 1_000).await.unwrap();
        if events.is_empty() {
            break;
        }
        for event in events {
            assert_eq!(event.position.0, after.0 + 1, "positions have no gaps");
            let version = versions.entry(event.stream).or_insert(0);
            *version += 1;
            assert_eq!(event.version, *version, "versions of {} have no gaps", event.stream);
            after = event.position;
        }
    }
    assert_eq!(after.0, expected, "every event is in the log once");
    assert_eq!(store.head().await.unwrap().0, expected);
}

pub(crate) fn key(kind: ViewKind, key: &str) -> DocumentKey {
    DocumentKey::new(ORGANIZATION, kind, key)
}

/// Returns a document of tournament 1.
pub(crate) fn document(kind: ViewKind, name: &str, body: &str) -> Document {
    Document {
        key: key(kind, name),
        source: tournament(1),
        sort: "1".to_owned(),
        owner: None,
        position: Position(1),
        digest: format!("digest of {}", body.len()),
        body: DocumentBody::same(kind, body.to_owned()),
        stale: false,
    }
}

pub(crate) fn export(tournament: i64, start: i64, event_format: EventFormat) -> ExportDocument {
    ExportDocument {
        organization_id: ORGANIZATION,
        tournament_id: tournament.into(),
        start: at(start),
        event_format,
        position: Position(1),
        body: Bytes::from(format!("export {tournament}")),
        body_with_text: Bytes::from(format!("export {tournament} with text")),
    }
}

/// Commits a batch that `fill` fills, and moves the generation's checkpoint by one position.
pub(crate) async fn commit(store: &Views, generation: Generation, fill: impl FnOnce(&mut ViewBatch)) -> Position {
    let from = store.checkpoint(generation).await.unwrap().unwrap().position();
    let to = Position(from.0 + 1);
    let mut batch = ViewBatch::new(generation, Shard::WHOLE, from, Reached::all(to));
    fill(&mut batch);
    store.commit(batch).await.unwrap();
    to
}

/// Creates the first, active generation of a store, which `fill` fills.
pub(crate) async fn active(store: &Views, fill: impl FnOnce(&mut ViewBatch)) -> Generation {
    let generation = store.begin_generation("first", "log").await.unwrap();
    commit(store, generation, fill).await;
    generation
}

/// Creates the first, active generation of a store with these documents.
pub(crate) async fn active_with(store: &Views, documents: Vec<Document>) -> Generation {
    active(store, |batch| batch.documents = documents).await
}

pub(crate) async fn round(store: &Views, name: &str) -> Option<String> {
    let document = store.document(&key(ViewKind::Round, name)).await.unwrap()?;
    Some(String::from_utf8(document.body.for_everyone().to_vec()).unwrap())
}

pub(crate) async fn listed(store: &Views, kind: ViewKind) -> Vec<String> {
    bodies(store.list(ORGANIZATION, kind, ReaderGroup::Organizers).await.unwrap()).await
}

pub(crate) async fn bodies<S>(snapshot: Snapshot<S>) -> Vec<String> {
    texts(&snapshot.bodies.try_collect::<Vec<_>>().await.unwrap())
}

pub(crate) fn texts(bodies: &[Bytes]) -> Vec<String> {
    bodies.iter().map(|body| String::from_utf8(body.to_vec()).unwrap()).collect()
}
