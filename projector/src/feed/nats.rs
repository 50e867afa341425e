//! The feed that hears of events by NATS, and reads the event store where NATS does not tell.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use metrics::Counter;
use proto_events::{EventHash, Position};
use service_kit::nats::Nats;
use storage::{EventStore, Shard};
use tokio::time::Instant;

use super::listener::{Arrival, Content, Listener, Subscription, silence};
use super::{EventFeed, FeedBatch, StoreFeed};
use crate::error::ProjectorError;

/// How often the head of the log is looked at while NATS brings events. What was there at two looks and has not arrived
/// is read from the store: after a second at the latest.
const WATCH: Duration = Duration::from_millis(450);
/// How often it is while NATS does not.
const POLL: Duration = Duration::from_millis(100);
/// How long a listener may bring nothing of what there is before another is tried.
const PATIENCE: Duration = Duration::from_secs(5);

/// Hands on what arrives by NATS as long as it follows what was there before. What arrives twice is dropped; what is
/// missing is read from the store, and so is everything while NATS is gone or silent.
pub struct NatsFeed {
    store: StoreFeed,
    events: Arc<dyn EventStore>,
    subscription: Subscription,
    listener: Option<Listener>,
    listening_since: Instant,
    /// Taken from the listener and not handed on.
    held: Option<Arrival>,
    /// The last event handed on, and its hash.
    last: Option<(Position, EventHash)>,
    /// Whether NATS brings what there is. At first, and after every trouble, the store is read until it does.
    is_followed: bool,
    looked: Instant,
    /// The head of the log at the last look, if it was ahead.
    ahead: Option<Position>,
    fallbacks: Counter,
}

/// What has arrived.
enum Arrived {
    /// Events that follow.
    Batch(FeedBatch),
    /// Something that follows later.
    Gap,
    /// Nothing of use.
    Nothing,
}

impl NatsFeed {
    /// A feed of what a shard takes in of this store, told of by this NATS.
    pub fn new(events: Arc<dyn EventStore>, nats: Nats, shard: Shard) -> Self {
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

    /// Finds out the hash of the event that is to be followed, unless it is the last one handed on.
    async fn stand_at(&mut self, after: Position) -> Result<(), ProjectorError> {
        if self.last.is_none_or(|(position, _)| position != after) {
            self.last = Some((after, self.store.hash_at(after).await?));
        }
        Ok(())
    }

    /// Everything that has arrived and follows the last event handed on, each with the hash that it should have.
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

    /// Decrypts a batch that came by NATS. The first one after any trouble must be in the log as well: a log that was set
    /// back has lost events that NATS still has.
    async fn believed(&mut self, mut batch: FeedBatch) -> Result<Option<FeedBatch>, ProjectorError> {
        if !self.is_followed && self.events.hash_at(batch.through).await? != Some(batch.hash) {
            return Ok(None);
        }
        (self.is_followed, self.ahead) = (true, None);
        self.last = Some((batch.through, batch.hash));
        self.events.unseal(&mut batch.events).await?;
        Ok(Some(batch))
    }

    /// Events that are read from the store.
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

    /// Compares the head of the log with what arrived, and reads what did not.
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
            self.fall_back("it does not bring what is in the log");
        }
        if self.listening_since.elapsed() > PATIENCE {
            // What it begins with may lie beyond the end of a stream that was lost.
            self.listener = None;
        }
        self.read(after).await
    }

    fn fall_back(&mut self, why: &'static str) {
        self.is_followed = false;
        self.fallbacks.increment(1);
        tracing::warn!(why, "NATS is not followed for now: events are read from the store");
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
                    // What is told and not in the store is nothing to wait for.
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
                () = silence(is_listening), if is_followed => self.fall_back("it is not heard"),
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
