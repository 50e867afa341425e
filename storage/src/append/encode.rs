//! Encodes a request before a transaction is opened.

use chrono::SubsecRound;
use proto_events::ids::UserId;
use proto_events::{EventHash, Position, Recorded, StreamId, Version};

use crate::StoreError;
use crate::append_request::{AppendRequest, Claim, IdempotentAnswer, NewEvent, StreamWrite};
use crate::deliveries::Message;
use crate::person_keys::{EventContext, PersonKey, WritingKeys};

/// Maximum size of an event's JSON. It leaves room for the envelope in a message.
pub(crate) const MAX_PAYLOAD_BYTES: usize = 512 * 1024;

/// Approximate bytes of a row without its payload.
const ROW_BYTES: usize = 128;

/// A request, ready to be written.
#[derive(Debug, Default)]
pub(crate) struct Prepared {
    pub(crate) writes: Vec<PreparedWrite>,
    pub(crate) claims: Vec<Claim>,
    /// Messages that the events cause.
    pub(crate) outbox: Vec<Message>,
    /// Keys of people whose personal data is written for the first time.
    pub(crate) new_keys: Vec<(UserId, PersonKey)>,
    pub(crate) idempotency: Option<IdempotentAnswer>,
    /// Approximate bytes that it adds to a transaction.
    pub(crate) bytes: usize,
}

/// Events for one stream, ready to be written.
#[derive(Debug)]
pub(crate) struct PreparedWrite {
    pub(crate) stream: StreamId,
    pub(crate) expected_version: Version,
    /// The events as they are stored, without position and hash: personal payloads are encrypted.
    pub(crate) events: Vec<Recorded>,
}

/// Encodes a request and encrypts personal data.
pub(crate) fn prepare(request: AppendRequest, keys: WritingKeys) -> Result<Prepared, StoreError> {
    let writes = request.writes.iter().map(|write| {
        let versions = (write.expected_version + 1)..;
        let events =
            versions.zip(&write.events).map(|(version, event)| encoded(&request, write, version, event, &keys));
        let (stream, expected_version) = (write.stream, write.expected_version);
        Ok(PreparedWrite { stream, expected_version, events: events.collect::<Result<_, _>>()? })
    });
    let writes = writes.collect::<Result<Vec<_>, StoreError>>()?;
    let events = writes.iter().flat_map(|write| &write.events);
    let bytes = events.map(|event| event.encoded.payload.len() + ROW_BYTES).sum::<usize>()
        + request.idempotency.as_ref().map_or(0, |answer| answer.response.len());
    Ok(Prepared {
        writes,
        claims: request.claims,
        outbox: request.outbox,
        new_keys: keys.new,
        idempotency: request.idempotency,
        bytes,
    })
}

fn encoded(
    request: &AppendRequest,
    write: &StreamWrite,
    version: Version,
    event: &NewEvent,
    keys: &WritingKeys,
) -> Result<Recorded, StoreError> {
    let stream = write.stream;
    let mut encoded = event.event.encode().map_err(|error| StoreError::Unwritable(format!("{stream}: {error}")))?;
    let event_type = &encoded.event_type;
    if event.event.stream_kind() != stream.kind {
        let kind = event.event.stream_kind().name();
        return Err(StoreError::Unwritable(format!("{stream}: `{event_type}` is an event of a {kind}")));
    }
    if event.event.is_personal() {
        let key = keys.of(stream);
        let key = key.ok_or_else(|| StoreError::Unwritable(format!("{stream}: there is no key for `{event_type}`")))?;
        encoded.payload = key.seal(&EventContext { stream, version, event_type }, &encoded.payload)?;
    }
    if encoded.payload.len() > MAX_PAYLOAD_BYTES {
        return Err(StoreError::Unwritable(format!(
            "{stream}: `{}` has {} bytes; the limit is {MAX_PAYLOAD_BYTES}",
            encoded.event_type,
            encoded.payload.len()
        )));
    }
    Ok(Recorded {
        position: Position::START,
        stream,
        version,
        organization_id: write.organization_id,
        // The store keeps microseconds.
        occurred_at: event.occurred_at.trunc_subsecs(6),
        recorded_at: request.recorded_at.trunc_subsecs(6),
        actor: request.actor.clone(),
        traceparent: request.traceparent.clone(),
        hash: EventHash::START,
        is_damaged: false,
        encoded,
    })
}
