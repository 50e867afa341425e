//! The feed that receives events from NATS, and reads the event store when NATS does not deliver them.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use metrics::Counter;
use proto_events::{EventHash, Position};
use service_kit::nats::Nats;
use storage::{LogReader, Shard};
use tokio::time::Instant;

use super::listener::{Arrival, Content, Listener, Subscription, silence};
use super::store::{EventFeed, FeedBatch, StoreFeed};
use crate::error::ProjectorError;

/// How often the head of the log is checked while NATS delivers events. Events that exist at two checks and have not
/// arrived are read from the store: after a second at the latest.
const WATCH: Duration = Duration::from_millis(450);
/// How often it is checked while NATS does not deliver.
const POLL: Duration = Duration::from_millis(100);
/// How long a listener may deliver none of the existing events before it is replaced.
const PATIENCE: Duration = Duration::from_secs(5);

/// Returns events from NATS as long as they follow the previous ones. Drops duplicates. Reads missing events from the
/// store, and all events while NATS does not deliver.
pub struct NatsFeed {
    store: StoreFeed,
    events: Arc<dyn LogReader>,
    subscription: Subscription,
    listener: Option<Listener>,
    listening_since: Instant,
    /// Received from the listener and not returned yet.
    held: Option<Arrival>,
    /// Position and hash of the last event returned.
    last: Option<(Position, EventHash)>,
    /// Whether NATS delivers all events. At first, and after every failure, the store is read until NATS delivers
    /// again.
    is_followed: bool,
    looked: Instant,
    /// The head of the log at the last check, if it was ahead.
    ahead: Option<Position>,
    fallbacks: Counter,
}

/// The result of reading the received messages.
enum Arrived {
    /// The next events.
    Batch(FeedBatch),
    /// A later event; those before it are missing.
    Gap,
    /// No usable message.
    Nothing,
}

impl NatsFeed {
    /// Creates a feed of this store's events for a shard, received from this NATS.
    pub fn new(events: Arc<dyn LogReader>, nats: Nats, shard: Shard) -> Self {
        let now = Instant::now();
        Self {
            store: StoreFeed::new(Arc::clone(&events), shard),
            subscription: Subscription { nats, log: events.log_id(), shard },
            events,
            listener: None,
            listening_since: now,
            held: None,
            last: None,
            is_followed: false,
            looked: now.checked_sub(POLL).unwrap_or(now),
            ahead: None,
            fallbacks: metrics::counter!("crosstable_feed_fallbacks_total"),
        }
    }

    /// Reads the hash of the event at `after`, unless it is the last event returned.
    async fn stand_at(&mut self, after: Position) -> Result<(), ProjectorError> {
        if self.last.is_none_or(|(position, _)| position != after) {
            self.last = Some((after, self.store.hash_at(after).await?));
        }
        Ok(())
    }

    /// Returns all received events that follow the last one returned and have the expected hash.
    fn arrived(&mut self) -> Arrived {
        let (after, hash) = self.last.unwrap_or_default();
        let mut batch = FeedBatch { events: Vec::new(), through: after, hash, full: false };
        let mut is_gap = false;
        while let Some(arrival) = self.held.take().or_else(|| self.listener.as_mut()?.arrivals.try_recv().ok()) {
            if arrival.position <= batch.through {
                continue;
            }
            let follows = arrival.position.0 == batch.through.0 + 1;
            match arrival.content {
                Content::Ours(event) if follows && event.hash_after(batch.hash) == arrival.hash => {
                    batch.events.push(*event);
                }
                Content::Others if follows => {}
                _ => {
                    self.held = Some(arrival);
                    is_gap = true;
                    break;
                }
            }
            (batch.through, batch.hash) = (arrival.position, arrival.hash);
        }
        if batch.through > after {
            return Arrived::Batch(batch);
        }
        if is_gap { Arrived::Gap } else { Arrived::Nothing }
    }

    /// Decrypts a batch from NATS. The first batch after a failure must be in the log as well: a log that was set back
    /// has lost events that NATS still has.
    async fn believed(&mut self, mut batch: FeedBatch) -> Result<Option<FeedBatch>, ProjectorError> {
        if !self.is_followed && self.events.hash_at(batch.through).await? != Some(batch.hash) {
            return Ok(None);
        }
        (self.is_followed, self.ahead) = (true, None);
        self.last = Some((batch.through, batch.hash));
        self.events.unseal(&mut batch.events).await?;
        Ok(Some(batch))
    }

    /// Reads events from the store.
    async fn read(&mut self, after: Position) -> Result<Option<FeedBatch>, ProjectorError> {
        let batch = self.store.ready(after).await?;
        if let Some(batch) = &batch {
            self.last = Some((batch.through, batch.hash));
        }
        Ok(batch)
    }

    fn listener(&mut self, after: Position) -> &mut Listener {
        let (subscription, since) = (&self.subscription, &mut self.listening_since);
        let listener = self.listener.get_or_insert_with(|| {
            *since = Instant::now();
            Listener::start(subscription.clone(), after)
        });
        listener.want(after);
        listener
    }

    /// Compares the head of the log with the received events, and reads missing ones from the store.
    async fn look(&mut self, after: Position) -> Result<Option<FeedBatch>, ProjectorError> {
        self.looked = Instant::now();
        let head = self.events.head().await?;
        let before = self.ahead.take();
        if head <= after {
            return Ok(None);
        }
        if self.is_followed {
            if before.is_none_or(|before| before <= after) {
                self.ahead = Some(head);
                return Ok(None);
            }
            self.fall_back("NATS does not deliver events that are in the log");
        }
        if self.listening_since.elapsed() > PATIENCE {
            // Its start sequence may be beyond the end of a stream that was created again.
            self.listener = None;
        }
        self.read(after).await
    }

    fn fall_back(&mut self, why: &'static str) {
        self.is_followed = false;
        self.fallbacks.increment(1);
        tracing::warn!(why, "events are read from the store until NATS delivers again");
    }
}

#[async_trait]
impl EventFeed for NatsFeed {
    async fn next(&mut self, after: Position) -> Result<FeedBatch, ProjectorError> {
        self.stand_at(after).await?;
        loop {
            match self.arrived() {
                Arrived::Batch(batch) => {
                    if let Some(batch) = self.believed(batch).await? {
                        return Ok(batch);
                    }
                }
                Arrived::Gap => {
                    if let Some(batch) = self.read(after).await? {
                        return Ok(batch);
                    }
                    // An event that is not in the store is not waited for.
                    self.held = None;
                    continue;
                }
                Arrived::Nothing => {}
            }
            let pause = if self.is_followed { WATCH } else { POLL };
            let (look_at, is_followed) = (self.looked + pause, self.is_followed);
            let Listener { arrivals, is_listening, .. } = self.listener(after);
            tokio::select! {
                biased;
                arrival = arrivals.recv() => match arrival {
                    Some(arrival) => self.held = Some(arrival),
                    None => self.listener = None,
                },
                () = silence(is_listening), if is_followed => self.fall_back("NATS cannot be read"),
                () = tokio::time::sleep_until(look_at) => {
                    if let Some(batch) = self.look(after).await? {
                        return Ok(batch);
                    }
                }
            }
        }
    }

    async fn ready(&mut self, after: Position) -> Result<Option<FeedBatch>, ProjectorError> {
        self.stand_at(after).await?;
        match self.arrived() {
            Arrived::Batch(batch) => match self.believed(batch).await? {
                Some(batch) => Ok(Some(batch)),
                None => self.read(after).await,
            },
            Arrived::Gap | Arrived::Nothing => self.read(after).await,
        }
    }
}
