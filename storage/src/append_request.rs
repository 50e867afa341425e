//! The request to append events, and its result.

use chrono::{DateTime, Utc};
use proto_events::ids::OrganizationId;
use proto_events::{Actor, DomainEvent, StreamId, Version};
use serde::{Deserialize, Serialize};

use crate::StoreError;
use crate::deliveries::Message;

/// An event to be appended.
#[derive(Debug, Clone, PartialEq)]
pub struct NewEvent {
    /// When it happened; for imports, the original time.
    pub occurred_at: DateTime<Utc>,
    /// The event.
    pub event: DomainEvent,
}

/// Events for one stream.
#[derive(Debug, Clone, PartialEq)]
pub struct StreamWrite {
    /// The stream.
    pub stream: StreamId,
    /// The organization it belongs to.
    pub organization_id: OrganizationId,
    /// The version that the stream must have; 0 for a new stream.
    pub expected_version: Version,
    /// The events, in order.
    pub events: Vec<NewEvent>,
}

/// A name that only one stream may have: a convention's slug, an imported file, a username.
/// Claims are part of the event store and are written in the same transaction as the events.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Claim {
    /// The kind of name and its scope: `convention-slug/3`.
    pub scope: String,
    /// The name.
    pub name: String,
    /// The stream that holds it.
    pub holder: StreamId,
}

/// Everything that one command appends, all or nothing.
#[derive(Debug, Clone, PartialEq)]
pub struct AppendRequest {
    /// Who causes it.
    pub actor: Actor,
    /// The time of writing.
    pub recorded_at: DateTime<Utc>,
    /// Events, by stream. Positions follow this order.
    pub writes: Vec<StreamWrite>,
    /// Names that the command claims.
    pub claims: Vec<Claim>,
    /// Messages that the events cause. A cause that is queued already changes nothing.
    pub outbox: Vec<Message>,
    /// The client's idempotency key, with the answer to repeat.
    pub idempotency: Option<IdempotentAnswer>,
    /// The trace of the request that causes it: `traceparent` of W3C Trace Context.
    pub traceparent: Option<String>,
}

/// The recorded answer to a request that carried an `Idempotency-Key`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct IdempotentAnswer {
    /// The key's owner: `api-key/7`.
    pub owner: String,
    /// The client's key.
    pub key: String,
    /// SHA-256 of the request, lower-case hex.
    pub request_sha256: String,
    /// The answer, in the write side's own format.
    pub response: String,
    /// When it was recorded. Answers are kept for 24 hours as counted by [`crate::EventStore::answer_hour`].
    pub recorded_at: DateTime<Utc>,
}

/// Why an append was refused. Nothing of it was written. Other requests in the same transaction are not affected.
#[derive(Debug, thiserror::Error)]
pub enum AppendError {
    /// The stream is at another version: another command wrote first.
    #[error("{stream} is at version {actual}, not {expected}")]
    Conflict {
        /// The stream.
        stream: StreamId,
        /// The version that the command had read.
        expected: Version,
        /// The stream's version.
        actual: Version,
    },
    /// A name is taken.
    #[error("`{}` is taken in {} by {holder}", claim.name, claim.scope)]
    Taken {
        /// The refused claim.
        claim: Claim,
        /// The stream that holds the name.
        holder: StreamId,
    },
    /// The idempotency key was used before, with this answer.
    #[error("this idempotency key was used before")]
    Repeated(Box<IdempotentAnswer>),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}
