//! Appends the events of a command, at the version that was decided on.

use std::sync::Arc;

use chrono::{DateTime, SubsecRound, Utc};
use proto_events::ids::OrganizationId;
use proto_events::{Actor, DomainEvent, Envelope, Position, StreamId, Version};
use service_kit::traces;
use storage::{
    AppendError, AppendRequest, Claim, IdempotentAnswer, NewEvent, PendingAppend, StoreError, StreamWrite, Submitted,
};
use tracing::field::Empty;
use tracing::{Instrument, Span};

use super::api::WriteApi;
use super::context::Context;
use super::decision::{Decision, Failure};
use super::folded::{Fold, continued};
use super::state::Folded;
use super::stream_lock::StreamLock;

/// Digits that the store keeps of a fraction of a second.
const FRACTION: u16 = 6;

/// How an append ended, unless the store failed.
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use]
pub(crate) enum AppendOutcome<T> {
    /// The events are in the log: their last position, or the new state of their stream.
    Committed(T),
    /// Another writer appended to the stream, or claimed the name, first: decide again.
    Overtaken,
    /// The idempotency key was used before.
    Repeated(Box<IdempotentAnswer>),
}

impl<T> AppendOutcome<T> {
    /// Returns whether the events are in the log.
    pub(crate) fn is_committed(&self) -> bool {
        matches!(self, Self::Committed(_))
    }

    /// Returns the outcome with what `next` makes of a committed one: the new state, or `None` if it is not known.
    fn and_then<S>(self, next: impl FnOnce(T) -> Result<Option<S>, Failure>) -> Result<AppendOutcome<S>, Failure> {
        Ok(match self {
            Self::Committed(committed) => next(committed)?.map_or(AppendOutcome::Overtaken, AppendOutcome::Committed),
            Self::Overtaken => AppendOutcome::Overtaken,
            Self::Repeated(answer) => AppendOutcome::Repeated(answer),
        })
    }
}

/// The stream that a command's events are appended to.
#[derive(Debug, Clone, Copy)]
pub(super) struct Target {
    pub(super) stream: StreamId,
    /// The organization that the stream belongs to.
    pub(super) organization_id: OrganizationId,
}

/// Returns new events that all occurred at this time.
pub(crate) fn occurred<E: Into<DomainEvent>>(at: DateTime<Utc>, events: Vec<E>) -> Vec<NewEvent> {
    events.into_iter().map(|event| NewEvent { occurred_at: at, event: event.into() }).collect()
}

/// A command's events that are decided and not appended yet.
struct Planned {
    request: AppendRequest,
    /// The events of the command's stream, without positions.
    envelopes: Vec<Envelope>,
}

impl WriteApi {
    /// Appends the events of a decision to a stream whose state is known, with everything that is written with them.
    /// Without events it only checks the version and stores the idempotent answer. `after` is the request whose events the state
    /// contains although they may not be written yet.
    pub(super) async fn append_decided<S: Fold, E: Into<DomainEvent>>(
        &self,
        context: &Context,
        target: Target,
        (known, after): (Option<Arc<Folded<S>>>, Option<PendingAppend>),
        decision: Decision<E>,
    ) -> Result<AppendOutcome<Arc<Folded<S>>>, Failure> {
        let Planned { request, mut envelopes } = self.planned(context, target, known.as_deref(), decision);
        self.append_request(request, after).await?.and_then(|last| {
            // The events of one append have consecutive positions, and these are its last.
            for (envelope, position) in envelopes.iter_mut().rev().zip((1..=last.0).rev()) {
                envelope.position = Position(position);
            }
            self.taken_in(known, &envelopes)
        })
    }

    /// Like `append_decided`, but ends the turn as soon as the events have their place in the log. All of them must be events
    /// that [`Fold::may_run_ahead`] allows.
    pub(super) async fn append_ahead<S: Fold, E: Into<DomainEvent>>(
        &self,
        context: &Context,
        turn: StreamLock<S>,
        (known, after): (Arc<Folded<S>>, Option<PendingAppend>),
        decision: Decision<E>,
    ) -> Result<AppendOutcome<Arc<Folded<S>>>, Failure> {
        let target = Target { stream: known.stream, organization_id: known.organization_id };
        let Planned { request, envelopes } = self.planned(context, target, Some(&*known), decision);
        let position = known.position;
        let Some(folded) = continued(Some(known), &envelopes)? else { return Ok(AppendOutcome::Overtaken) };
        let folded = Arc::new(Folded { position, ..Arc::unwrap_or_clone(folded) });
        let (submitted, span) = self.submit(request, after).await?;
        let _unfinished = turn.end_early(Arc::clone(&folded), submitted.pending);
        landed(submitted.landing.instrument(span.clone()).await, &span)?.and_then(|position| {
            let folded = Arc::new(Folded { position, ..Arc::unwrap_or_clone(folded) });
            S::memory(&self.memories).put_newer(&folded);
            Ok(Some(folded))
        })
    }

    /// Returns what to append for a decision on a stream with this state.
    fn planned<S, E: Into<DomainEvent>>(
        &self,
        context: &Context,
        target: Target,
        known: Option<&Folded<S>>,
        decision: Decision<E>,
    ) -> Planned {
        let version = known.map_or(0, |known| known.version);
        // Truncated as in the store, so that the state in memory equals the one that is read.
        let at = self.clock.now().trunc_subsecs(FRACTION);
        let occurred_at = context.arrived_at.map_or(at, |arrived_at| arrived_at.trunc_subsecs(FRACTION));
        let Decision { events, mut writes, claims } = decision;
        let envelopes = envelopes(&context.actor, target, version, (occurred_at, at), events);
        let after = envelopes.last().map_or(version, |last| last.version);
        let idempotency = context.key.as_ref().map(|key| key.answer(target.stream, version, after, at));
        let Target { stream, organization_id } = target;
        let events = occurred(occurred_at, envelopes.iter().map(|envelope| envelope.event.clone()).collect());
        writes.push(StreamWrite { stream, organization_id, expected_version: version, events });
        let actor = context.actor.clone();
        let request = AppendRequest { actor, recorded_at: at, writes, claims, idempotency, traceparent: None };
        Planned { request, envelopes }
    }

    /// Appends all writes and claims, or nothing.
    pub(crate) async fn append(
        &self,
        actor: &Actor,
        writes: Vec<StreamWrite>,
        claims: Vec<Claim>,
    ) -> Result<AppendOutcome<Position>, StoreError> {
        let recorded_at = self.clock.now();
        let actor = actor.clone();
        let request = AppendRequest { actor, recorded_at, writes, claims, idempotency: None, traceparent: None };
        self.append_request(request, None).await
    }

    /// Appends a request unchanged, as part of the current trace.
    pub(crate) async fn append_request(
        &self,
        request: AppendRequest,
        after: Option<PendingAppend>,
    ) -> Result<AppendOutcome<Position>, StoreError> {
        let (submitted, span) = match self.submit(request, after).await {
            // The person was erased after the command was decided.
            Err(StoreError::Erased(_)) => return Ok(AppendOutcome::Overtaken),
            submitted => submitted?,
        };
        landed(submitted.landing.instrument(span.clone()).await, &span)
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

/// Returns how an append ended, and adds the position to its span.
fn landed(appended: Result<Position, AppendError>, span: &Span) -> Result<AppendOutcome<Position>, StoreError> {
    match appended {
        Ok(position) => {
            span.record("position", position.0);
            Ok(AppendOutcome::Committed(position))
        }
        Err(AppendError::Conflict { .. } | AppendError::PredecessorFailed | AppendError::Taken { .. }) => {
            Ok(AppendOutcome::Overtaken)
        }
        Err(AppendError::Repeated(answer)) => Ok(AppendOutcome::Repeated(answer)),
        Err(AppendError::Store(error)) => Err(error),
    }
}

/// Wraps events that have no position in the log yet.
fn envelopes<E: Into<DomainEvent>>(
    actor: &Actor,
    Target { stream, organization_id }: Target,
    version: Version,
    (occurred_at, recorded_at): (DateTime<Utc>, DateTime<Utc>),
    events: Vec<E>,
) -> Vec<Envelope> {
    let wrap = |(event, version): (E, Version)| Envelope {
        position: Position::START,
        stream,
        version,
        organization_id,
        occurred_at,
        recorded_at,
        actor: actor.clone(),
        event: event.into(),
    };
    events.into_iter().zip(version + 1..).map(wrap).collect()
}
