//! An event as a message: a line of JSON that holds all that the store has of it, and headers for those who do not open it.
//! Lines of a backup have the same form.
//!
//! The form may gain fields; one that is there keeps its name and meaning, since a relay of one version talks to
//! projectors of another while they are exchanged.

use std::borrow::Cow;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::ids::OrganizationId;
use crate::{Actor, Encoded, EventHash, Position, Recorded, StreamId, StreamKind, Version};

/// Header with the event's position.
pub const POSITION_HEADER: &str = "Crosstable-Position";
/// Header that says of which log the event is.
pub const LOG_HEADER: &str = "Crosstable-Log";
/// Header with the event's hash.
pub const HASH_HEADER: &str = "Crosstable-Hash";
/// Header with the trace that the event belongs to, as the W3C defines it.
pub const TRACE_HEADER: &str = "traceparent";

/// [`Recorded`], field by field.
#[derive(Serialize, Deserialize)]
struct Message<'a> {
    position: Position,
    kind: StreamKind,
    id: i64,
    version: Version,
    organization_id: OrganizationId,
    occurred_at: DateTime<Utc>,
    recorded_at: DateTime<Utc>,
    actor: Actor,
    #[serde(borrow)]
    event_type: Cow<'a, str>,
    schema: i32,
    /// The event letter by letter as it is stored.
    #[serde(borrow, skip_serializing_if = "Option::is_none")]
    payload: Option<&'a RawValue>,
    /// Instead, where what is stored is no JSON, or more than a line: it travels all the same, so that its stream is parked
    /// and no other.
    #[serde(borrow, skip_serializing_if = "Option::is_none")]
    payload_text: Option<Cow<'a, str>>,
    #[serde(borrow, skip_serializing_if = "Option::is_none")]
    traceparent: Option<Cow<'a, str>>,
    /// Absent in what versions without hashes wrote; then all zeros, which no event has.
    #[serde(default)]
    hash: EventHash,
}

/// A message that holds no event.
#[derive(Debug, thiserror::Error)]
pub enum WireError {
    /// It is no JSON, or something is missing in it.
    #[error("it holds no event: {0}")]
    Malformed(#[from] serde_json::Error),
    /// It has no payload.
    #[error("it holds an event without a payload")]
    Empty,
}

impl Recorded {
    /// The body of the message that carries this event: one line.
    ///
    /// # Errors
    /// When it cannot be written as JSON, as none that was read from a store.
    pub fn to_message(&self) -> Result<String, WireError> {
        let stored = self.encoded.payload.as_str();
        // White space around it would be lost, and `null` is read as nothing.
        let raw = serde_json::from_str::<&RawValue>(stored).ok();
        let raw = raw.filter(|raw| raw.get() == stored && stored != "null" && !stored.contains(['\n', '\r']));
        let message = Message {
            position: self.position,
            kind: self.stream.kind,
            id: self.stream.id,
            version: self.version,
            organization_id: self.organization_id,
            occurred_at: self.occurred_at,
            recorded_at: self.recorded_at,
            actor: self.actor.clone(),
            event_type: Cow::Borrowed(&self.encoded.event_type),
            schema: self.encoded.schema,
            payload: raw,
            payload_text: raw.is_none().then_some(Cow::Borrowed(stored)),
            traceparent: self.traceparent.as_deref().map(Cow::Borrowed),
            hash: self.hash,
        };
        Ok(serde_json::to_string(&message)?)
    }

    /// The event that a message carries.
    ///
    /// # Errors
    /// When the body holds none.
    pub fn from_message(body: &[u8]) -> Result<Self, WireError> {
        let message: Message<'_> = serde_json::from_slice(body)?;
        let payload = match (message.payload, message.payload_text) {
            (Some(raw), _) => raw.get().to_owned(),
            (None, Some(text)) => text.into_owned(),
            (None, None) => return Err(WireError::Empty),
        };
        Ok(Self {
            position: message.position,
            stream: StreamId { kind: message.kind, id: message.id },
            version: message.version,
            organization_id: message.organization_id,
            occurred_at: message.occurred_at,
            recorded_at: message.recorded_at,
            actor: message.actor,
            encoded: Encoded { event_type: message.event_type.into_owned(), schema: message.schema, payload },
            traceparent: message.traceparent.map(Cow::into_owned),
            hash: message.hash,
            is_damaged: false,
        })
    }
}
