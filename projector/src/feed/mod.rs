//! Feeds read events in order from a position, without gaps.
//!
//! A feed stores no position: the projector passes the position after which it continues. So a call may be cancelled
//! and repeated.
//!
//! | Feed | Reads | For |
//! |---|---|---|
//! | [`StoreFeed`] | the event store | a single process, or processes without NATS |
//! | [`NatsFeed`] | the NATS stream of a relay, and the store if that stream has a gap or stops | separate processes |

mod listener;
mod nats;
mod store;

use async_trait::async_trait;
use proto_events::{EventHash, Position, Recorded};
use storage::Shard;

use crate::error::ProjectorError;
use crate::sharding::hears_of;

pub use nats::NatsFeed;
pub use store::StoreFeed;

/// Maximum number of events per read.
pub(crate) const READ_LIMIT: usize = 16_384;
/// Payload bytes from which a read counts as full: the store stops at about 8 MiB of stored bytes, and encrypted
/// payloads take a third more there.
const FULL_BYTES: usize = 5 << 20;

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

/// A source of events.
#[async_trait]
pub trait EventFeed: Send {
    /// Waits for events after a position and returns them.
    async fn next(&mut self, after: Position) -> Result<FeedBatch, ProjectorError>;

    /// Returns the events after a position that exist now; `None` at the head of the log.
    async fn ready(&mut self, after: Position) -> Result<Option<FeedBatch>, ProjectorError>;
}
