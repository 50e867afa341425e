//! Appends the events of a command, at the version that was decided on.

use std::sync::Arc;

use chrono::{DateTime, SubsecRound, Utc};
use proto_events::ids::OrganizationId;
use proto_events::{Actor, DomainEvent, Envelope, Position, StreamId, Version};
use service_kit::traces;
use storage::{AppendError, AppendRequest, Claim, NewEvent, PendingAppend, StoreError, StreamWrite, Submitted};
use tracing::field::Empty;
use tracing::{Instrument, Span};

use super::api::WriteApi;
use super::context::Context;
use super::decision::{CommandError, Decision};
use super::folded::{Fold, continued};
use super::idempotency::Written;
use super::state::Folded;
use super::stream_lock::StreamLock;

/// Digits that the store keeps of a fraction of a second.
const FRACTION: u16 = 6;

/// What a command's events are appended to.
pub(super) struct Base<S> {
    /// The stream.
    pub(super) stream: StreamId,
    /// The organization that the stream belongs to.
    pub(super) organization_id: OrganizationId,
    /// The state that the command was decided on; `None` for a new stream.
    pub(super) known: Option<Arc<Folded<S>>>,
    /// The request whose events the state contains although they may not be written yet.
    pub(super) after: Option<PendingAppend>,
}

/// Returns new events that all occurred at this time.
fn occurred<E: Into<DomainEvent>>(at: DateTime<Utc>, events: Vec<E>) -> Vec<NewEvent> {
    events.into_iter().map(|event| NewEvent { occurred_at: at, event: event.into() }).collect()
}

/// Returns whether later commands may be decided on this decision before it is written.
fn may_run_ahead<S: Fold>(decision: &Decision<DomainEvent>) -> bool {
    let is_alone = decision.writes.is_empty() && decision.claims.is_empty() && decision.outbox.is_empty();
    let is_alone = is_alone && !decision.events.is_empty();
    is_alone && decision.events.iter().all(S::may_run_ahead)
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
    ///
    /// The turn at an existing stream ends as soon as the events have their place in the log, if later commands may be
    /// decided on them before they are written.
    pub(super) async fn append_decided<S: Fold>(
        &self,
        context: &Context,
        base: Base<S>,
        decision: Decision<DomainEvent>,
        turn: Option<StreamLock<S>>,
    ) -> Result<Option<Written<S>>, CommandError> {
        let runs_ahead = may_run_ahead::<S>(&decision);
        let (request, mut envelopes) = self.request(context, &base, decision);
        let since = base.known.as_ref().map_or(0, |known| known.version);
        let next = match base.known.clone().filter(|_| runs_ahead) {
            Some(known) => {
                let position = known.position;
                let next = continued(Some(known), &envelopes)?;
                next.map(|next| Arc::new(Folded { position, ..Arc::unwrap_or_clone(next) }))
            }
            None => None,
        };
        let (submitted, span) = match self.submit(request, base.after).await {
            // The person was erased after the command was decided.
            Err(StoreError::Erased(_)) => return Ok(None),
            submitted => submitted?,
        };
        let _held = match (turn, &next) {
            (Some(turn), Some(next)) => (Some(turn.end_early(Arc::clone(next), submitted.pending)), None),
            (turn, _) => (None, turn),
        };
        let last = match landed(submitted.landing.instrument(span.clone()).await, &span) {
            Err(AppendError::Repeated(answer)) => return self.repeated(context, &answer).await.map(Some),
            Err(AppendError::Store(error)) => return Err(error.into()),
            Err(AppendError::Conflict { .. } | AppendError::PredecessorFailed | AppendError::Taken { .. }) => {
                return Ok(None);
            }
            Ok(last) => last,
        };
        let folded = match next {
            Some(next) => {
                let folded = Arc::new(Folded { position: last, ..Arc::unwrap_or_clone(next) });
                S::memory(&self.memories).put(&folded);
                Some(folded)
            }
            None => {
                // The events of one append have consecutive positions, and these are its last.
                for (envelope, position) in envelopes.iter_mut().rev().zip((1..=last.0).rev()) {
                    envelope.position = Position(position);
                }
                self.taken_in(base.known, &envelopes)?
            }
        };
        Ok(folded.map(|folded| Written { folded, since }))
    }

    /// Returns what to append for a decision, and the events of the command's stream, without positions.
    fn request<S>(
        &self,
        context: &Context,
        base: &Base<S>,
        decision: Decision<DomainEvent>,
    ) -> (AppendRequest, Vec<Envelope>) {
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
        let (submitted, span) = match self.submit(request, None).await {
            Err(StoreError::Erased(_)) => return Ok(None),
            submitted => submitted?,
        };
        match landed(submitted.landing.instrument(span.clone()).await, &span) {
            Ok(last) => Ok(Some(last)),
            Err(AppendError::Store(error)) => Err(error),
            Err(_) => Ok(None),
        }
    }

    /// Gives a request its place in the log, as part of the current trace. Returns the span of the append.
    async fn submit(
        &self,
        mut request: AppendRequest,
        after: Option<PendingAppend>,
    ) -> Result<(Submitted, Span), StoreError> {
        let events: usize = request.writes.iter().map(|write| write.events.len()).sum();
        let span = tracing::debug_span!(target: traces::TARGET, "append", events, position = Empty);
        request.traceparent = traces::of(&span);
        let submitted = self.events.submit(request, after).instrument(span.clone()).await?;
        Ok((submitted, span))
    }
}

/// Adds the position of an append to its span.
fn landed(appended: Result<Position, AppendError>, span: &Span) -> Result<Position, AppendError> {
    appended.inspect(|position| {
        span.record("position", position.0);
    })
}
