//! Turns a request into what is written, before any transaction is open.

use proto_events::ids::{OrganizationId, UserId};
use proto_events::{ContentDigest, Encoded, StoredContent, StreamId, Version};

use crate::events::{AppendRequest, Claim, IdempotentAnswer, NewEvent, StreamWrite};
use crate::person_keys::{PersonKey, Place, WritingKeys};
use crate::{AppendError, StoreError};

/// An event's JSON may not be larger, so that it fits into a message with its envelope.
pub(crate) const MAX_PAYLOAD_BYTES: usize = 512 * 1024;

/// Bytes of a row beside its payload, roughly.
const ROW_BYTES: usize = 128;

/// A request, ready to be written.
#[derive(Debug)]
pub(crate) struct Prepared {
    pub(crate) actor: String,
    pub(crate) recorded_at: i64,
    pub(crate) writes: Vec<PreparedWrite>,
    pub(crate) claims: Vec<Claim>,
    /// Keys of people of whom something personal is written for the first time.
    pub(crate) new_keys: Vec<(UserId, PersonKey)>,
    pub(crate) idempotency: Option<IdempotentAnswer>,
    pub(crate) traceparent: Option<String>,
    /// About how much it adds to a transaction.
    pub(crate) bytes: usize,
}

/// Events for one stream, ready to be written.
#[derive(Debug)]
pub(crate) struct PreparedWrite {
    pub(crate) stream: StreamId,
    pub(crate) organization_id: OrganizationId,
    pub(crate) expected_version: Version,
    pub(crate) events: Vec<PreparedEvent>,
}

/// One event, ready to be written.
#[derive(Debug)]
pub(crate) struct PreparedEvent {
    pub(crate) occurred_at: i64,
    /// The event as it is stored: personal payloads are encrypted.
    pub(crate) encoded: Encoded,
    /// Digest of all that its hash covers except its place.
    pub(crate) digest: ContentDigest,
}

/// What all events of a request have in common.
struct Common<'a> {
    actor: &'a str,
    recorded_at: i64,
    traceparent: Option<&'a str>,
    keys: &'a WritingKeys,
}

/// Encodes a request, and encrypts what is personal in it.
pub(crate) fn prepare(request: AppendRequest, keys: WritingKeys) -> Result<Prepared, AppendError> {
    let actor = serde_json::to_string(&request.actor).map_err(|error| StoreError::Unwritable(error.to_string()))?;
    let recorded_at = request.recorded_at.timestamp_micros();
    let common = Common { actor: &actor, recorded_at, traceparent: request.traceparent.as_deref(), keys: &keys };
    let writes = request.writes.iter().map(|write| prepare_write(write, &common)).collect::<Result<Vec<_>, _>>()?;
    let events = writes.iter().flat_map(|write| &write.events);
    let bytes = events.map(|event| event.encoded.payload.len() + ROW_BYTES).sum::<usize>()
        + request.idempotency.as_ref().map_or(0, |answer| answer.response.len());
    Ok(Prepared {
        actor,
        recorded_at,
        writes,
        claims: request.claims,
        new_keys: keys.new,
        idempotency: request.idempotency,
        traceparent: request.traceparent,
        bytes,
    })
}

fn prepare_write(write: &StreamWrite, common: &Common<'_>) -> Result<PreparedWrite, StoreError> {
    let versions = (write.expected_version + 1)..;
    let events = versions.zip(&write.events).map(|(version, event)| prepare_event(write, version, event, common));
    Ok(PreparedWrite {
        stream: write.stream,
        organization_id: write.organization_id,
        expected_version: write.expected_version,
        events: events.collect::<Result<_, _>>()?,
    })
}

fn prepare_event(
    write: &StreamWrite,
    version: Version,
    event: &NewEvent,
    common: &Common<'_>,
) -> Result<PreparedEvent, StoreError> {
    let stream = write.stream;
    let mut encoded = event.event.encode().map_err(|error| StoreError::Unwritable(format!("{stream}: {error}")))?;
    let event_type = &encoded.event_type;
    if event.event.stream_kind() != stream.kind {
        let kind = event.event.stream_kind().name();
        return Err(StoreError::Unwritable(format!("{stream}: `{event_type}` is an event of a {kind}")));
    }
    if event.event.is_personal() {
        let key = common.keys.of(stream);
        let key = key.ok_or_else(|| StoreError::Unwritable(format!("{stream}: there is no key for `{event_type}`")))?;
        encoded.payload = key.seal(&Place { stream, version, event_type }, &encoded.payload)?;
    }
    if encoded.payload.len() > MAX_PAYLOAD_BYTES {
        return Err(StoreError::Unwritable(format!(
            "{stream}: `{}` has {} bytes, and {MAX_PAYLOAD_BYTES} are the limit",
            encoded.event_type,
            encoded.payload.len()
        )));
    }
    let occurred_at = event.occurred_at.timestamp_micros();
    let content = StoredContent {
        stream,
        organization_id: write.organization_id.0,
        occurred_at,
        recorded_at: common.recorded_at,
        actor: common.actor,
        event_type: &encoded.event_type,
        schema: encoded.schema,
        payload: &encoded.payload,
        traceparent: common.traceparent,
    };
    let digest = content.digest();
    Ok(PreparedEvent { occurred_at, encoded, digest })
}
