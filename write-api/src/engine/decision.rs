//! Decisions on commands: the events, what is written with them, and why nothing is written.

use domain::FoldError;
use proto_events::{DecodeError, DomainEvent, StreamId, Version};
use service_kit::password::NotHashed;
use storage::deliveries::Message;
use storage::{Claim, Overdrawn, StoreError, StreamWrite};

use super::refusal::Refusal;

/// How often a command is decided while other writers keep appending first. Of two processes whose commands all change one
/// convention, each is first about half of the time, so a command rarely needs more than a few of them.
pub const ATTEMPTS: usize = 20;

/// The decision on a command: its events, and what is written in the same append. All of it is stored, or nothing.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Decision {
    /// The new events of the command's stream; none if there is nothing to do.
    pub(crate) events: Vec<DomainEvent>,
    /// Events of other streams; they precede the stream's own events in the log.
    pub(crate) writes: Vec<StreamWrite>,
    /// Names to claim.
    pub(crate) claims: Vec<Claim>,
    /// Messages that the events cause.
    pub(crate) outbox: Vec<Message>,
}

impl<E: Into<DomainEvent>> From<Vec<E>> for Decision {
    fn from(events: Vec<E>) -> Self {
        Self { events: events.into_iter().map(Into::into).collect(), ..Self::default() }
    }
}

/// Why a command was not carried out. Nothing was stored.
#[derive(Debug, thiserror::Error)]
pub enum CommandError {
    /// A rule of the command forbids it.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The stream does not exist, or the caller does not reach it.
    #[error("{0} does not exist")]
    NotFound(StreamId),
    /// The stream has another version than the caller expects.
    #[error("{stream}: the version is {current}, which was not expected")]
    Stale {
        /// The stream.
        stream: StreamId,
        /// Its current version.
        current: Version,
    },
    /// The idempotency key was used before with another request.
    #[error("the idempotency key was used before for another request")]
    KeyReused,
    /// Other writers appended first in every attempt.
    #[error("others keep writing to {0}; try again")]
    Busy(StreamId),
    /// Too many passwords are waiting to be hashed.
    #[error("too many passwords are waiting to be checked; try again")]
    Crowded,
    /// The store failed, or its data cannot be read.
    #[error(transparent)]
    Failed(#[from] Failure),
}

/// A failure of the write side itself. The message is for the log; clients get a fixed text.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A stored event cannot be read.
    #[error("{stream}: {source}")]
    Unreadable {
        /// The stream.
        stream: StreamId,
        /// Why the event cannot be decoded.
        source: DecodeError,
    },
    /// A stream does not fold.
    #[error("{stream}: {source}")]
    Damaged {
        /// The stream.
        stream: StreamId,
        /// Why the stream does not fold.
        source: FoldError,
    },
    /// A password cannot be hashed, or a stored hash is invalid.
    #[error(transparent)]
    Hashing(NotHashed),
    /// Too few ids were reserved.
    #[error(transparent)]
    Overdrawn(#[from] Overdrawn),
}

impl From<StoreError> for CommandError {
    fn from(error: StoreError) -> Self {
        Self::Failed(error.into())
    }
}
