//! Turns a request into what is written, before any transaction is open.

use proto_events::ids::OrganizationId;
use proto_events::{Encoded, StreamId, Version};

use crate::events::{AppendRequest, Claim, IdempotentAnswer, NewEvent, StreamWrite};
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
    pub(crate) encoded: Encoded,
}

/// Encodes a request.
pub(crate) fn prepare(request: AppendRequest) -> Result<Prepared, AppendError> {
    let actor = serde_json::to_string(&request.actor).map_err(|error| StoreError::Unwritable(error.to_string()))?;
    let writes = request.writes.iter().map(prepare_write).collect::<Result<Vec<_>, _>>()?;
    let events = writes.iter().flat_map(|write| &write.events);
    let bytes = events.map(|event| event.encoded.payload.len() + ROW_BYTES).sum::<usize>()
        + request.idempotency.as_ref().map_or(0, |answer| answer.response.len());
    Ok(Prepared {
        actor,
        recorded_at: request.recorded_at.timestamp_micros(),
        writes,
        claims: request.claims,
        idempotency: request.idempotency,
        traceparent: request.traceparent,
        bytes,
    })
}

fn prepare_write(write: &StreamWrite) -> Result<PreparedWrite, StoreError> {
    Ok(PreparedWrite {
        stream: write.stream,
        organization_id: write.organization_id,
        expected_version: write.expected_version,
        events: write.events.iter().map(|event| prepare_event(write.stream, event)).collect::<Result<_, _>>()?,
    })
}

fn prepare_event(stream: StreamId, event: &NewEvent) -> Result<PreparedEvent, StoreError> {
    let encoded = event.event.encode().map_err(|error| StoreError::Unwritable(format!("{stream}: {error}")))?;
    if event.event.stream_kind() != stream.kind {
        let told = event.event.stream_kind().name();
        return Err(StoreError::Unwritable(format!("{stream}: `{}` is an event of a {told}", encoded.event_type)));
    }
    if encoded.payload.len() > MAX_PAYLOAD_BYTES {
        return Err(StoreError::Unwritable(format!(
            "{stream}: `{}` has {} bytes, and {MAX_PAYLOAD_BYTES} are the limit",
            encoded.event_type,
            encoded.payload.len()
        )));
    }
    Ok(PreparedEvent { occurred_at: event.occurred_at.timestamp_micros(), encoded })
}
