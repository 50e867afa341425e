//! Feeds read events in order from a position, without gaps.
//!
//! A feed stores no position: the projector passes the position after which it continues. So a call may be cancelled
//! and repeated. [`StoreFeed`] reads the log, in every shape.

use std::sync::Arc;
use std::time::Duration;

use proto_events::{EventHash, Position, Recorded};
use service_kit::nats::Nats;
use storage::{LogReader, Shard, StoreError};
use tokio::sync::watch;
use tokio::time::Instant;

use crate::error::ProjectorError;
use crate::published_events::PublishedEvents;
use crate::sharding::hears_of;

/// Maximum number of events per read.
pub(crate) const READ_LIMIT: usize = 4_096;
/// Payload bytes from which a read counts as full: the store stops at about 8 MiB of stored bytes, and encrypted
/// payloads take a third more there.
const FULL_BYTES: usize = 5 << 20;

/// How often the head of the log is checked when this process appends nothing: another process may.
const POLL: Duration = Duration::from_millis(250);

/// Consecutive events.
#[derive(Debug)]
pub struct FeedBatch {
    /// The events that the shard receives.
    pub events: Vec<Recorded>,
    /// Position of the last event read, whether the shard receives it or not.
    pub through: Position,
    /// Its hash.
    pub hash: EventHash,
    /// Whether more events are probably waiting.
    pub full: bool,
}

impl FeedBatch {
    /// Checks that the events follow `after` without a gap, and makes a batch of them. There must be at least one.
    fn checked(mut events: Vec<Recorded>, after: Position, shard: Shard) -> Result<Self, ProjectorError> {
        let (mut expected, hash) = (after, events.last().map(|event| event.hash).unwrap_or_default());
        for event in &events {
            expected = Position(expected.0 + 1);
            if event.position != expected {
                return Err(ProjectorError::Gap { expected });
            }
        }
        let bytes: usize = events.iter().map(|event| event.encoded.payload.len()).sum();
        let full = events.len() >= READ_LIMIT || bytes >= FULL_BYTES;
        events.retain(|event| hears_of(shard, event.organization_id, event.stream.kind));
        Ok(Self { events, through: expected, hash, full })
    }
}

/// Reads the event store. Wakes up when events are appended here or where a message tells of it, and polls slowly for
/// others.
pub struct StoreFeed {
    events: Arc<dyn LogReader>,
    shard: Shard,
    appended: watch::Receiver<Position>,
    published: Option<PublishedEvents>,
    /// When to check the head of the log again.
    look_at: Instant,
    /// The last event to return, if the feed ends there.
    last: Option<Position>,
}

impl StoreFeed {
    /// Creates a feed of this store's events for a shard.
    pub fn new(events: Arc<dyn LogReader>, shard: Shard) -> Self {
        let appended = events.appended();
        Self { events, shard, appended, published: None, look_at: Instant::now(), last: None }
    }

    /// Wakes up for the messages of other processes as well.
    #[must_use]
    pub fn receiving(self, nats: Nats) -> Self {
        Self { published: Some(PublishedEvents::receive(nats)), ..self }
    }

    /// Sets the event at which the feed ends; `None` if it does not end.
    pub(crate) fn end_at(&mut self, last: Option<Position>) {
        self.last = last;
    }

    /// Waits until the log has events after `after`.
    pub async fn wait(&mut self, after: Position) -> Result<(), StoreError> {
        loop {
            if *self.appended.borrow_and_update() > after {
                return Ok(());
            }
            if Instant::now() >= self.look_at {
                self.look_at = Instant::now() + POLL;
                if self.events.head().await? > after {
                    return Ok(());
                }
            }
            let published = self.published.as_ref();
            let came = async move {
                match published {
                    Some(published) => published.next().await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                () = came => self.look_at = Instant::now(),
                changed = self.appended.changed() => if changed.is_err() {
                    // The appender has ended; only the poll is left.
                    tokio::time::sleep_until(self.look_at).await;
                },
                () = tokio::time::sleep_until(self.look_at) => {}
            }
        }
    }

    /// Returns the events after a position, if there are some.
    ///
    /// # Errors
    /// If a database fails, or the log ends behind the position but has no event there.
    pub async fn next(&mut self, after: Position) -> Result<Option<FeedBatch>, ProjectorError> {
        if let Some(batch) = self.ready(after).await? {
            return Ok(Some(batch));
        }
        if self.events.head().await? <= after {
            return Ok(None);
        }
        let batch = self.ready(after).await?;
        batch.map(Some).ok_or(ProjectorError::Gap { expected: Position(after.0 + 1) })
    }

    /// Returns the events after a position that exist now; `None` at the head of the log.
    pub(crate) async fn ready(&mut self, after: Position) -> Result<Option<FeedBatch>, ProjectorError> {
        if self.last.is_some_and(|last| after >= last) {
            return Ok(None);
        }
        let mut events = self.events.read_from(after, READ_LIMIT).await?;
        events.retain(|event| self.last.is_none_or(|last| event.position <= last));
        if events.is_empty() {
            return Ok(None);
        }
        let batch = FeedBatch::checked(events, after, self.shard)?;
        if batch.full {
            // The next ones need no wait.
            self.look_at = Instant::now();
        }
        Ok(Some(batch))
    }
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use proto_events::ids::OrganizationId;
    use proto_events::{Actor, Encoded, StreamId};

    use super::*;

    fn event(position: i64) -> Recorded {
        Recorded {
            position: Position(position),
            stream: StreamId::organization(OrganizationId(1)),
            version: position,
            organization_id: OrganizationId(1),
            occurred_at: DateTime::UNIX_EPOCH,
            recorded_at: DateTime::UNIX_EPOCH,
            actor: Actor::System,
            traceparent: None,
            hash: EventHash::START,
            is_damaged: false,
            encoded: Encoded { event_type: "renamed".into(), schema: 1, payload: String::new() },
        }
    }

    #[test]
    fn a_gap_in_the_log_stops_the_projector_before_it_skips_anything() {
        let checked = |positions: &[i64]| {
            let events = positions.iter().map(|position| event(*position)).collect();
            FeedBatch::checked(events, Position(4), Shard::WHOLE)
        };
        assert_eq!(checked(&[5, 6]).unwrap().through, Position(6));
        for (positions, missing) in [(&[6, 7][..], 5), (&[5, 7], 6), (&[5, 5], 6)] {
            let error = checked(positions).unwrap_err();
            assert!(matches!(error, ProjectorError::Gap { expected: Position(at) } if at == missing), "{error}");
        }
    }
}
