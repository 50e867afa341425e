//! Appends the events of a command, at the version that was decided on.

use std::sync::Arc;

use chrono::{DateTime, SubsecRound, Utc};
use proto_events::ids::OrganizationId;
use proto_events::{Actor, DomainEvent, Envelope, Position, StreamId, Version};
use service_kit::traces;
use storage::{AppendError, AppendRequest, Claim, IdempotentAnswer, NewEvent, StoreError, StreamWrite};
use tracing::Instrument;
use tracing::field::Empty;

use super::api::WriteApi;
use super::context::Context;
use super::decision::{Decision, Failure};
use super::folded::Fold;
use super::state::Folded;

/// Digits that the store keeps of a fraction of a second.
const FRACTION: u16 = 6;

/// How an append ended, unless the store failed.
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use]
pub(crate) enum Landed {
    /// The events are in the log, the last one at this position.
    Written(Position),
    /// Another writer appended to the stream, or claimed the name, first: decide again.
    Overtaken,
    /// The idempotency key was used before.
    Repeated(Box<IdempotentAnswer>),
}

impl Landed {
    /// Returns whether the events are in the log.
    pub(crate) fn is_written(&self) -> bool {
        matches!(self, Self::Written(_))
    }
}

/// How an append to one stream ended, unless the store failed.
pub(super) enum Appended<S> {
    /// The events are in the log; this is the new state.
    Folded(Arc<Folded<S>>),
    /// Another writer was first: decide again.
    Overtaken,
    /// The idempotency key was used before.
    Repeated(Box<IdempotentAnswer>),
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

impl WriteApi {
    /// Appends the events of a decision to a stream whose state is known, with everything that is written with them.
    /// Without events it only checks the version and stores the idempotent answer.
    pub(super) async fn append_decided<S: Fold, E: Into<DomainEvent>>(
        &self,
        context: &Context,
        target: Target,
        known: Option<Arc<Folded<S>>>,
        decision: Decision<E>,
    ) -> Result<Appended<S>, Failure> {
        let version = known.as_ref().map_or(0, |known| known.version);
        // Truncated as in the store, so that the state in memory equals the one that is read.
        let at = self.clock.now().trunc_subsecs(FRACTION);
        let occurred_at = context.arrived_at.map_or(at, |arrived_at| arrived_at.trunc_subsecs(FRACTION));
        let Decision { events, mut writes, claims } = decision;
        let mut envelopes = envelopes(&context.actor, target, version, (occurred_at, at), events);
        let after = envelopes.last().map_or(version, |last| last.version);
        let idempotency = context.key.as_ref().map(|key| key.answer(target.stream, version, after, at));
        let Target { stream, organization_id } = target;
        let events = occurred(occurred_at, envelopes.iter().map(|envelope| envelope.event.clone()).collect());
        writes.push(StreamWrite { stream, organization_id, expected_version: version, events });
        let actor = context.actor.clone();
        let request = AppendRequest { actor, recorded_at: at, writes, claims, idempotency, traceparent: None };
        let last = match self.append_request(request).await? {
            Landed::Written(last) => last,
            Landed::Overtaken => return Ok(Appended::Overtaken),
            Landed::Repeated(answer) => return Ok(Appended::Repeated(answer)),
        };
        // The events of one append have consecutive positions, and these are its last.
        for (envelope, position) in envelopes.iter_mut().rev().zip((1..=last.0).rev()) {
            envelope.position = Position(position);
        }
        Ok(self.taken_in(known, &envelopes)?.map_or(Appended::Overtaken, Appended::Folded))
    }

    /// Appends all writes and claims, or nothing.
    pub(crate) async fn append(
        &self,
        actor: &Actor,
        writes: Vec<StreamWrite>,
        claims: Vec<Claim>,
    ) -> Result<Landed, StoreError> {
        let recorded_at = self.clock.now();
        let actor = actor.clone();
        let request = AppendRequest { actor, recorded_at, writes, claims, idempotency: None, traceparent: None };
        self.append_request(request).await
    }

    /// Appends a request unchanged, as part of the current trace.
    pub(crate) async fn append_request(&self, mut request: AppendRequest) -> Result<Landed, StoreError> {
        let events: usize = request.writes.iter().map(|write| write.events.len()).sum();
        let span = tracing::debug_span!(target: traces::TARGET, "append", events, position = Empty);
        request.traceparent = traces::of(&span);
        let appended = self.events.append(request).instrument(span.clone()).await;
        if let Ok(appended) = &appended {
            span.record("position", appended.position.0);
        }
        match appended {
            Ok(appended) => Ok(Landed::Written(appended.position)),
            Err(AppendError::Conflict { .. } | AppendError::Taken { .. }) => Ok(Landed::Overtaken),
            Err(AppendError::Repeated(answer)) => Ok(Landed::Repeated(answer)),
            Err(AppendError::Store(error)) => Err(error),
        }
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
