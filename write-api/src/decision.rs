//! How a decision becomes events in the store: append at the version seen, decide again when overtaken.

use chrono::{DateTime, Utc};
use domain::FoldError;
use proto_events::{Actor, DecodeError, DomainEvent, Position, StreamId};
use service_kit::password::NotHashed;
use service_kit::traces;
use storage::{AppendError, AppendRequest, Claim, IdempotentAnswer, NewEvent, StoreError, StreamWrite};
use tracing::Instrument;
use tracing::field::Empty;

use crate::{Stale, WriteApi};

/// How often a command is decided anew when others keep writing first.
pub const ATTEMPTS: usize = 5;

/// What a command does: events, and what to tell the caller. No events: there was nothing left to do.
#[derive(Debug, Clone, PartialEq)]
pub struct Decision<E, O> {
    /// What happens.
    pub events: Vec<E>,
    /// What the caller is told.
    pub outcome: O,
}

impl<E, O> Decision<E, O> {
    /// These events happen.
    pub fn happens(events: Vec<E>, outcome: O) -> Self {
        Self { events, outcome }
    }

    /// There is nothing left to do.
    pub fn nothing(outcome: O) -> Self {
        Self { events: Vec::new(), outcome }
    }
}

/// Why a command was not carried out. Nothing of it was stored.
#[derive(Debug, thiserror::Error)]
pub enum CommandError<R> {
    /// A rule of the command says no.
    #[error(transparent)]
    Refused(R),
    /// What it speaks of does not exist in the caller's organization.
    #[error("{0} does not exist")]
    NotFound(StreamId),
    /// The stream has another version than the caller said.
    #[error("{stream}: {stale}")]
    Stale {
        /// The stream.
        stream: StreamId,
        /// What it has.
        stale: Stale,
    },
    /// The idempotency key came before with another request.
    #[error("the idempotency key was used before for another request")]
    KeyReused,
    /// Others wrote first each time.
    #[error("others keep writing to {0}; try again")]
    Busy(StreamId),
    /// Too many passwords wait to be hashed.
    #[error("too many passwords wait to be checked; try again")]
    Crowded,
    /// The store failed, or holds what cannot be read.
    #[error(transparent)]
    Failed(#[from] Failure),
}

/// The write side itself failed. The message is for the log; clients get a fixed text.
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
        /// What is wrong with it.
        source: DecodeError,
    },
    /// A stream does not fold.
    #[error("{stream}: {source}")]
    Damaged {
        /// The stream.
        stream: StreamId,
        /// What is wrong with it.
        source: FoldError,
    },
    /// A password cannot be hashed, or what is kept is no hash.
    #[error(transparent)]
    Hashing(NotHashed),
    /// The ids reserved were too few.
    #[error(transparent)]
    Overdrawn(#[from] crate::Overdrawn),
}

impl<R> CommandError<R> {
    /// The same for a refusal that becomes something else.
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

/// How an append ended, where the store did not fail.
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use]
pub(crate) enum Landed {
    /// It is in the log; the last event at this position.
    Written(Position),
    /// Somebody else wrote to the stream, or took the name, in between: decide again.
    Overtaken,
    /// Its idempotency key was used before.
    Repeated(Box<IdempotentAnswer>),
}

impl Landed {
    /// Whether it is in the log.
    pub(crate) fn is_written(&self) -> bool {
        matches!(self, Self::Written(_))
    }
}

/// Events that all happen now.
pub(crate) fn now<E: Into<DomainEvent>>(at: DateTime<Utc>, events: Vec<E>) -> Vec<NewEvent> {
    events.into_iter().map(|event| NewEvent { occurred_at: at, event: event.into() }).collect()
}

impl WriteApi {
    /// Appends all of it or nothing.
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

    /// Appends a request as it is, as part of the trace that it is made in.
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
