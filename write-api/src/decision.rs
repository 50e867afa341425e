//! Decisions, and how they are appended: at the version that was read; after a conflict the command is decided again.

use chrono::{DateTime, Utc};
use domain::FoldError;
use proto_events::{Actor, DecodeError, DomainEvent, Position, StreamId};
use service_kit::password::NotHashed;
use service_kit::traces;
use storage::{AppendError, AppendRequest, Claim, IdempotentAnswer, NewEvent, StoreError, StreamWrite};
use tracing::Instrument;
use tracing::field::Empty;

use crate::{Stale, WriteApi};

/// How often a command is decided while other writers keep appending first.
pub const ATTEMPTS: usize = 5;

/// The decision on a command: its events, and the outcome for the caller. No events mean that there was nothing to do.
#[derive(Debug, Clone, PartialEq)]
pub struct Decision<E, O> {
    /// The new events.
    pub events: Vec<E>,
    /// The outcome for the caller.
    pub outcome: O,
}

impl<E, O> Decision<E, O> {
    /// Returns a decision with these events.
    pub fn happens(events: Vec<E>, outcome: O) -> Self {
        Self { events, outcome }
    }

    /// Returns a decision without events: there is nothing to do.
    pub fn nothing(outcome: O) -> Self {
        Self { events: Vec::new(), outcome }
    }
}

/// Why a command was not carried out. Nothing was stored.
#[derive(Debug, thiserror::Error)]
pub enum CommandError<R> {
    /// A rule of the command forbids it.
    #[error(transparent)]
    Refused(R),
    /// The stream does not exist, or the caller does not reach it.
    #[error("{0} does not exist")]
    NotFound(StreamId),
    /// The stream has another version than the caller expects.
    #[error("{stream}: {stale}")]
    Stale {
        /// The stream.
        stream: StreamId,
        /// Its current version.
        stale: Stale,
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
    Overdrawn(#[from] crate::Overdrawn),
}

impl<R> CommandError<R> {
    /// Maps a refusal to another error; all other errors stay as they are.
    pub(crate) fn refused_as<S>(self, refused: impl FnOnce(R) -> CommandError<S>) -> CommandError<S> {
        match self {
            Self::Refused(refusal) => refused(refusal),
            Self::NotFound(stream) => CommandError::NotFound(stream),
            Self::Stale { stream, stale } => CommandError::Stale { stream, stale },
            Self::KeyReused => CommandError::KeyReused,
            Self::Busy(stream) => CommandError::Busy(stream),
            Self::Crowded => CommandError::Crowded,
            Self::Failed(failure) => CommandError::Failed(failure),
        }
    }
}

impl<R> From<StoreError> for CommandError<R> {
    fn from(error: StoreError) -> Self {
        Self::Failed(error.into())
    }
}

/// How an append ended, unless the store failed.
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use]
pub(crate) enum Landed {
    /// The events are in the log, the last one at this position.
    Written(Position),
    /// Another writer appended to the stream, or claimed the name, first: decide again.
    Overtaken,
    /// The idempotency key was used before.
    Repeated(Box<IdempotentAnswer>),
}

impl Landed {
    /// Returns whether the events are in the log.
    pub(crate) fn is_written(&self) -> bool {
        matches!(self, Self::Written(_))
    }
}

/// Returns new events that all occurred at this time.
pub(crate) fn now<E: Into<DomainEvent>>(at: DateTime<Utc>, events: Vec<E>) -> Vec<NewEvent> {
    events.into_iter().map(|event| NewEvent { occurred_at: at, event: event.into() }).collect()
}

impl WriteApi {
    /// Appends all writes and claims, or nothing.
    pub(crate) async fn append(
        &self,
        actor: &Actor,
        writes: Vec<StreamWrite>,
        claims: Vec<Claim>,
    ) -> Result<Landed, StoreError> {
        let recorded_at = self.clock.now();
        let actor = actor.clone();
        let request = AppendRequest { actor, recorded_at, writes, claims, idempotency: None, traceparent: None };
        self.append_request(request).await
    }

    /// Appends a request unchanged, as part of the current trace.
    pub(crate) async fn append_request(&self, mut request: AppendRequest) -> Result<Landed, StoreError> {
        let events: usize = request.writes.iter().map(|write| write.events.len()).sum();
        let span = tracing::debug_span!(target: traces::TARGET, "append", events, position = Empty);
        request.traceparent = traces::of(&span);
        let appended = self.events.append(request).instrument(span.clone()).await;
        if let Ok(appended) = &appended {
            span.record("position", appended.position.0);
        }
        match appended {
            Ok(appended) => Ok(Landed::Written(appended.position)),
            Err(AppendError::Conflict { .. } | AppendError::Taken { .. }) => Ok(Landed::Overtaken),
            Err(AppendError::Repeated(answer)) => Ok(Landed::Repeated(answer)),
            Err(AppendError::Store(error)) => Err(error),
        }
    }
}
