//! Where events come from: in order, from a position on, without gaps.
//!
//! A feed keeps no place of its own: the projector says after which position it wants to go on, so that a call may be
//! dropped half-way and repeated.
//!
//! | Feed | Reads | For |
//! |---|---|---|
//! | [`StoreFeed`] | the event store | one process, and whoever has no NATS |
//! | [`NatsFeed`] | what a relay publishes, and the store where that has a gap or falls silent | processes of their own |

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

/// Events read at once at most.
pub(crate) const READ_LIMIT: usize = 16_384;
/// Payload bytes from which on a read counts as full: the store stops at about 8 MiB of what it stores, and encrypted payloads
/// take a third more there.
const FULL_BYTES: usize = 5 << 20;

/// Events that follow each other.
#[derive(Debug)]
pub struct FeedBatch {
    /// Those that the shard hears of.
    pub events: Vec<Recorded>,
    /// Position of the last event looked at, taken in or not.
    pub through: Position,
    /// Its hash.
    pub hash: EventHash,
    /// Whether more are waiting, as far as can be told.
    pub full: bool,
}

impl FeedBatch {
    /// A batch of events that follow `after`, of which there is at least one.
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

/// Yields events.
#[async_trait]
pub trait EventFeed: Send {
    /// The events after a position, as soon as there are any.
    async fn next(&mut self, after: Position) -> Result<FeedBatch, ProjectorError>;

    /// The events after a position that are there by now; none at the head of the log.
    async fn ready(&mut self, after: Position) -> Result<Option<FeedBatch>, ProjectorError>;
}
