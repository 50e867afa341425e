//! Appends the events of a command, at the version that was decided on.

use std::sync::Arc;

use chrono::{DateTime, SubsecRound, Utc};
use proto_events::ids::OrganizationId;
use proto_events::{Actor, DomainEvent, Envelope, Position, StreamId, Version};
use service_kit::traces;
use storage::{AppendError, AppendRequest, Claim, NewEvent, StoreError, StreamWrite};
use tracing::Instrument;
use tracing::field::Empty;

use super::api::WriteApi;
use super::context::Context;
use super::decision::{CommandError, Decision};
use super::folded::Fold;
use super::idempotency::Written;
use super::state::Folded;

/// Digits that the store keeps of a fraction of a second.
const FRACTION: u16 = 6;

/// What a command's events are appended to.
pub(super) struct Base<S> {
    pub(super) stream: StreamId,
    /// The organization that the stream belongs to.
    pub(super) organization_id: OrganizationId,
    /// The state that the command was decided on; `None` for a new stream.
    pub(super) known: Option<Arc<Folded<S>>>,
}

fn occurred<E: Into<DomainEvent>>(at: DateTime<Utc>, events: Vec<E>) -> Vec<NewEvent> {
    events.into_iter().map(|event| NewEvent { occurred_at: at, event: event.into() }).collect()
}

impl WriteApi {
    /// Returns a write of these events, which occur now, to a stream that is as it is known. Without events it only checks
    /// that.
    pub(crate) fn write_to<S, E: Into<DomainEvent>>(&self, known: &Folded<S>, events: Vec<E>) -> StreamWrite {
        let Folded { stream, organization_id, version, .. } = *known;
        StreamWrite { stream, organization_id, expected_version: version, events: occurred(self.now(), events) }
    }

    /// Returns a write of these events, which occur now, to a new stream.
    pub(crate) fn write_new<E: Into<DomainEvent>>(
        &self,
        stream: StreamId,
        organization_id: OrganizationId,
        events: Vec<E>,
    ) -> StreamWrite {
        StreamWrite { stream, organization_id, expected_version: 0, events: occurred(self.now(), events) }
    }

    /// Appends the events of a decision, with everything that is written with them. Without events it only checks the
    /// version and stores the idempotent answer. `None` if another writer was first: decide again.
    pub(super) async fn append_decided<S: Fold>(
        &self,
        context: &Context,
        base: Base<S>,
        decision: Decision,
    ) -> Result<Option<Written<S>>, CommandError> {
        let (request, mut envelopes) = self.request(context, &base, decision);
        let since = base.known.as_ref().map_or(0, |known| known.version);
        let last = match self.traced(request).await {
            // The person was erased after the command was decided.
            Err(AppendError::Store(StoreError::Erased(_))) => return Ok(None),
            Err(AppendError::Repeated(answer)) => return self.repeated(context, &answer).await.map(Some),
            Err(AppendError::Store(error)) => return Err(error.into()),
            Err(_) => return Ok(None),
            Ok(last) => last,
        };
        // The events of one append have consecutive positions, and these are its last.
        for (envelope, position) in envelopes.iter_mut().rev().zip((1..=last.0).rev()) {
            envelope.position = Position(position);
        }
        let folded = self.taken_in(base.known, &envelopes)?;
        Ok(folded.map(|folded| Written { folded, since }))
    }

    /// Returns what to append for a decision, and the events of the command's stream, without positions.
    fn request<S>(&self, context: &Context, base: &Base<S>, decision: Decision) -> (AppendRequest, Vec<Envelope>) {
        let Base { stream, organization_id, ref known, .. } = *base;
        let since = known.as_ref().map_or(0, |known| known.version);
        // Truncated as in the store, so that the state in memory equals the one that is read.
        let recorded_at = self.clock.now().trunc_subsecs(FRACTION);
        let occurred_at = context.arrived_at.map_or(recorded_at, |arrived_at| arrived_at.trunc_subsecs(FRACTION));
        let Decision { events, mut writes, claims, outbox } = decision;
        let actor = context.actor.clone();
        let envelope = |(event, version): (&DomainEvent, Version)| Envelope {
            position: Position::START,
            stream,
            version,
            organization_id,
            occurred_at,
            recorded_at,
            actor: actor.clone(),
            event: event.clone(),
        };
        let envelopes: Vec<_> = events.iter().zip(since + 1..).map(envelope).collect();
        let version = envelopes.last().map_or(since, |last| last.version);
        let idempotency = context.key.as_ref().map(|key| key.answer(stream, since, version, recorded_at));
        let events = occurred(occurred_at, events);
        writes.push(StreamWrite { stream, organization_id, expected_version: since, events });
        (AppendRequest { actor, recorded_at, writes, claims, outbox, idempotency, traceparent: None }, envelopes)
    }

    /// Appends all writes with these claims, or nothing. Returns the position of the last event; `None` if another writer
    /// was first, or holds one of the names.
    pub(crate) async fn append(
        &self,
        actor: &Actor,
        writes: Vec<StreamWrite>,
        claims: Vec<Claim>,
    ) -> Result<Option<Position>, StoreError> {
        let (recorded_at, actor) = (self.clock.now(), actor.clone());
        let request = AppendRequest {
            actor,
            recorded_at,
            writes,
            claims,
            outbox: Vec::new(),
            idempotency: None,
            traceparent: None,
        };
        match self.traced(request).await {
            Ok(last) => Ok(Some(last)),
            Err(AppendError::Store(StoreError::Erased(_))) => Ok(None),
            Err(AppendError::Store(error)) => Err(error),
            Err(_) => Ok(None),
        }
    }

    /// Appends a request as part of the current trace.
    async fn traced(&self, mut request: AppendRequest) -> Result<Position, AppendError> {
        let events: usize = request.writes.iter().map(|write| write.events.len()).sum();
        let span = tracing::debug_span!(target: traces::TARGET, "append", events, position = Empty);
        request.traceparent = traces::of(&span);
        let appended = self.events.append(request).instrument(span.clone()).await;
        appended.inspect(|position| {
            span.record("position", position.0);
        })
    }
}
