//! A log, relays of it, and followers of the events that they publish.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use chrono::DateTime;
use projector::relay::Relay;
use projector::{EventFeed, NatsFeed};
use proto_events::decklist::DecklistBody;
use proto_events::ids::OrganizationId;
use proto_events::testing::samples;
use proto_events::vocabulary::LifecycleStatus;
use proto_events::wire::{LOG_HEADER, POSITION_HEADER};
use proto_events::{Actor, DecklistEvent, DomainEvent, Position, Recorded, StreamId, StreamKind, TournamentEvent};
use service_kit::nats::{Nats, NatsOptions, connect};
use storage::sqlite::SqliteEventStore;
use storage::{AppendRequest, EventStore, NewEvent, Shard, StreamWrite};
use tempfile::TempDir;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

/// Time in which everything must work again after any fault.
pub(crate) const SOON: Duration = Duration::from_secs(10);

/// A log in a file, opened by one process.
#[derive(Clone)]
pub(crate) struct Log {
    pub(crate) events: Arc<dyn EventStore>,
    folder: Arc<TempDir>,
    /// Number of streams, over all handles of the log.
    streams: Arc<AtomicI64>,
}

impl Log {
    pub(crate) async fn new() -> Self {
        let folder = Arc::new(TempDir::new().unwrap());
        let events = open(folder.path()).await;
        Self { events, folder, streams: Arc::default() }
    }

    /// The same log, opened by another process.
    pub(crate) async fn elsewhere(&self) -> Self {
        Self { events: open(self.folder.path()).await, ..self.clone() }
    }

    /// Appends events in separate streams, of organizations 1 to 5 in turn, and of people.
    pub(crate) async fn append(&self, events: usize) -> Position {
        let write = |_| {
            let id = self.streams.fetch_add(1, Ordering::Relaxed) + 1;
            let (stream, organization_id, event) = match id % 6 {
                0 => (StreamId { kind: StreamKind::User, id }, OrganizationId::SHARED, person()),
                organization @ (1 | 3) => {
                    (StreamId { kind: StreamKind::Tournament, id }, organization.into(), in_progress())
                }
                organization => (StreamId { kind: StreamKind::Decklist, id }, organization.into(), revised(id)),
            };
            let events = vec![NewEvent { occurred_at: DateTime::UNIX_EPOCH, event }];
            StreamWrite { stream, organization_id, expected_version: 0, events }
        };
        let request = AppendRequest {
            actor: Actor::System,
            recorded_at: DateTime::UNIX_EPOCH,
            writes: (0..events).map(write).collect(),
            claims: Vec::new(),
            idempotency: None,
            traceparent: Some("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01".into()),
        };
        self.events.append(request).await.unwrap()
    }

    /// All its events.
    pub(crate) async fn all(&self) -> Vec<Recorded> {
        let (mut all, mut after) = (Vec::new(), Position::START);
        loop {
            let read = self.events.read_from(after, 10_000).await.unwrap();
            let Some(last) = read.last() else { return all };
            after = last.position;
            all.extend(read);
        }
    }
}

async fn open(folder: &Path) -> Arc<dyn EventStore> {
    Arc::new(SqliteEventStore::open(&folder.join("events.sqlite")).await.unwrap())
}

fn person() -> DomainEvent {
    samples().into_iter().find(|event| event.stream_kind() == StreamKind::User).unwrap()
}

fn in_progress() -> DomainEvent {
    DomainEvent::Tournament(TournamentEvent::LifecycleChanged { status: LifecycleStatus::EventInProgress })
}

fn revised(id: i64) -> DomainEvent {
    let body = DecklistBody { plaintext_list: format!("{id} \"Island\""), ..DecklistBody::default() };
    DomainEvent::Decklist(DecklistEvent::Revised { body })
}

/// Connects to a test's server, which may be down.
pub(crate) async fn connection(server: &test_servers::Nats) -> Nats {
    connect(&NatsOptions::new([server.url()])).await.unwrap()
}

/// A relay that runs until this value is dropped.
pub(crate) struct Relaying {
    stop: CancellationToken,
    task: JoinHandle<()>,
}

impl Relaying {
    pub(crate) fn start(log: &Log, nats: &Nats) -> Self {
        let stop = CancellationToken::new();
        let task = tokio::spawn(Relay::new(Arc::clone(&log.events), nats.clone()).run(stop.clone()));
        Self { stop, task }
    }

    pub(crate) async fn stop(self) {
        self.stop.cancel();
        self.task.await.unwrap();
    }
}

/// Appends events until the relay has begun, which it does at the head of the log.
pub(crate) async fn begun(log: &Log, nats: &Nats) {
    let begun = async {
        loop {
            let position = log.append(1).await;
            for _ in 0..100 {
                if ends_with(nats, position).await {
                    return;
                }
            }
        }
    };
    tokio::time::timeout(SOON, begun).await.unwrap();
}

/// A follower of a feed, with the events it has received.
pub(crate) struct Follower {
    through: watch::Receiver<Position>,
    events: watch::Receiver<Vec<Recorded>>,
    task: JoinHandle<()>,
}

impl Follower {
    pub(crate) fn of(log: &Log, nats: &Nats, shard: Shard) -> Self {
        Self::after(log, nats, shard, Position::START)
    }

    pub(crate) fn after(log: &Log, nats: &Nats, shard: Shard, start: Position) -> Self {
        let feed = NatsFeed::new(log.events.clone(), nats.clone(), shard);
        let (tell, through) = watch::channel(start);
        let (got, events) = watch::channel(Vec::new());
        let task = tokio::spawn(follow(feed, start, tell, got));
        Self { through, events, task }
    }

    /// Waits until everything up to a position has arrived.
    pub(crate) async fn has(&mut self, position: Position) {
        assert!(!self.task.is_finished(), "the feed failed");
        let come = self.through.wait_for(|through| *through >= position);
        let in_time = tokio::time::timeout(SOON, come).await.map(|came| drop(came.unwrap())).is_ok();
        assert!(in_time, "{position} has not arrived after {SOON:?}, only {}", self.through.borrow().0);
    }

    pub(crate) fn events(&self) -> Vec<Recorded> {
        self.events.borrow().clone()
    }
}

impl Drop for Follower {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// Follows a feed as the projector does. A call may be cancelled half-way.
async fn follow(mut feed: NatsFeed, start: Position, tell: watch::Sender<Position>, got: watch::Sender<Vec<Recorded>>) {
    let mut after = start;
    loop {
        let batch = match tokio::time::timeout(Duration::from_millis(70), feed.next(after)).await {
            Ok(batch) => batch.unwrap(),
            Err(_) => continue,
        };
        assert!(batch.through > after, "{} is not after {after}", batch.through);
        let mut last = after;
        for event in &batch.events {
            assert!(event.position > last && event.position <= batch.through, "{} after {last}", event.position);
            last = event.position;
        }
        after = batch.through;
        got.send_modify(|events| events.extend(batch.events));
        tell.send_replace(after);
    }
}

/// The events in the stream: log and position by sequence number.
pub(crate) async fn stream(nats: &Nats) -> BTreeMap<u64, (String, i64)> {
    let stream = nats.jetstream().get_stream("CROSSTABLE_EVENTS").await.unwrap();
    let state = stream.get_info().await.unwrap().state;
    let mut found = BTreeMap::new();
    for sequence in state.first_sequence.max(1)..=state.last_sequence {
        // Some messages may have been deleted.
        if let Ok(message) = stream.get_raw_message(sequence).await {
            let header = |name: &str| message.headers.get(name).unwrap().as_str().to_owned();
            found.insert(sequence, (header(LOG_HEADER), header(POSITION_HEADER).parse().unwrap()));
        }
    }
    found
}

/// Waits until the stream ends with a position.
pub(crate) async fn stream_ends_with(nats: &Nats, position: Position) {
    let ends = async {
        while !ends_with(nats, position).await {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(SOON, ends).await.unwrap_or_else(|_| panic!("the stream does not end with {position}"));
}

async fn ends_with(nats: &Nats, position: Position) -> bool {
    let Ok(stream) = nats.jetstream().get_stream("CROSSTABLE_EVENTS").await else { return false };
    let last = stream.get_last_raw_message_by_subject("crosstable.events.>").await;
    let is_it = |value: &str| value == position.to_string();
    last.is_ok_and(|last| last.headers.get(POSITION_HEADER).is_some_and(|value| is_it(value.as_str())))
}

/// Checks that the stream has only events of this log, in order and without duplicates. Returns their positions.
pub(crate) async fn assert_orderly(nats: &Nats, log: &Log) -> Vec<i64> {
    let messages = stream(nats).await;
    let positions: Vec<i64> = messages.values().map(|(_, position)| *position).collect();
    assert!(positions.is_sorted_by(|one, next| one < next), "an event is doubled or out of order: {positions:?}");
    assert!(messages.values().all(|(of, _)| *of == log.events.log_id()), "an event of another log");
    positions
}
