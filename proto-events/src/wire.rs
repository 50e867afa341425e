//! An event as a message, the line of a backup: JSON with all stored columns.
//!
//! Fields may be added; existing fields keep their name and meaning, because backups of earlier versions can be restored.

use std::borrow::Cow;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::ids::OrganizationId;
use crate::{Actor, Encoded, EventHash, Position, Recorded, StreamId, StreamKind, Version};

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
    /// The payload exactly as it is stored.
    #[serde(borrow, skip_serializing_if = "Option::is_none")]
    payload: Option<&'a RawValue>,
    /// The payload as a string, if it is not JSON in one line. It is sent too, so that only its stream is parked.
    #[serde(borrow, skip_serializing_if = "Option::is_none")]
    payload_text: Option<Cow<'a, str>>,
    #[serde(borrow, skip_serializing_if = "Option::is_none")]
    traceparent: Option<Cow<'a, str>>,
    /// Absent in messages of versions without hashes; it is then all zeros, which no event has.
    #[serde(default)]
    hash: EventHash,
}

/// Why a message is not an event.
#[derive(Debug, thiserror::Error)]
pub enum WireError {
    /// It is not JSON, or a field is missing.
    #[error("the message is not an event: {0}")]
    Malformed(#[from] serde_json::Error),
    /// It has no payload.
    #[error("the event in the message has no payload")]
    Empty,
}

impl Recorded {
    /// Returns the body of this event's message: one line of JSON.
    ///
    /// # Errors
    /// If the event cannot be written as JSON. This does not occur for events that were read from a store.
    pub fn to_message(&self) -> Result<String, WireError> {
        let stored = self.encoded.payload.as_str();
        // A raw value would lose surrounding white space, and `null` would be read as absent.
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

    /// Reads the event in a message.
    ///
    /// # Errors
    /// If the body is not an event.
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
