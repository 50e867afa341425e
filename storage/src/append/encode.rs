//! Encodes a request before a transaction is opened.

use proto_events::ids::{OrganizationId, UserId};
use proto_events::{ContentDigest, Encoded, StoredContent, StreamId, Version};

use crate::StoreError;
use crate::append_request::{AppendRequest, Claim, IdempotentAnswer, NewEvent, PendingAppend, StreamWrite};
use crate::person_keys::{EventContext, PersonKey, WritingKeys};

/// Maximum size of an event's JSON. It leaves room for the envelope in a message.
pub(crate) const MAX_PAYLOAD_BYTES: usize = 512 * 1024;

/// Approximate bytes of a row without its payload.
const ROW_BYTES: usize = 128;

/// A request, ready to be written.
#[derive(Debug, Default)]
pub(crate) struct Prepared {
    pub(crate) actor: String,
    pub(crate) recorded_at: i64,
    pub(crate) writes: Vec<PreparedWrite>,
    pub(crate) claims: Vec<Claim>,
    /// Keys of people whose personal data is written for the first time.
    pub(crate) new_keys: Vec<(UserId, PersonKey)>,
    pub(crate) idempotency: Option<IdempotentAnswer>,
    pub(crate) traceparent: Option<String>,
    /// Approximate bytes that it adds to a transaction.
    pub(crate) bytes: usize,
    /// The request whose events it was decided on, if these were not written yet. It is written only after that one.
    pub(crate) after: Option<PendingAppend>,
    /// What becomes of it.
    pub(crate) pending: PendingAppend,
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
    /// Digest of everything that its hash covers, except position and version.
    pub(crate) digest: ContentDigest,
}

/// The data that all events of a request share.
struct Common<'a> {
    actor: &'a str,
    recorded_at: i64,
    traceparent: Option<&'a str>,
    keys: &'a WritingKeys,
}

/// Encodes a request and encrypts personal data.
pub(crate) fn prepare(
    request: AppendRequest,
    after: Option<PendingAppend>,
    keys: WritingKeys,
) -> Result<Prepared, StoreError> {
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
        after,
        pending: PendingAppend::default(),
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
        encoded.payload = key.seal(&EventContext { stream, version, event_type }, &encoded.payload)?;
    }
    if encoded.payload.len() > MAX_PAYLOAD_BYTES {
        return Err(StoreError::Unwritable(format!(
            "{stream}: `{}` has {} bytes; the limit is {MAX_PAYLOAD_BYTES}",
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
