//! The former road, for areas that have not moved to their own folders yet.
//! Runs a command on one stream: loads the state, decides, appends at the version that was decided on.

use std::sync::Arc;

use chrono::{DateTime, SubsecRound, Utc};
use proto_events::ids::OrganizationId;
use proto_events::{Actor, DomainEvent, Envelope, Position, StreamId, Version};
use storage::{AppendRequest, Claim, IdempotentAnswer, StoreError, StreamWrite};

use super::api::WriteApi;
use crate::engine::append::{Landed, occurred as now};
use crate::engine::context::Reach;
use crate::engine::decision::{ATTEMPTS, CommandError, Failure};
use crate::engine::folded::{Fold, Folded};
use crate::engine::idempotency_key::{IdempotencyKey, Reference};
use crate::engine::versions::{VersionMatch, check_version};

/// Digits that the store keeps of a fraction of a second.
const FRACTION: u16 = 6;

/// The decision on a command: its events, and the outcome for the caller. No events mean that there was nothing to do.
#[derive(Debug, Clone, PartialEq)]
pub struct Decision<E, O> {
    /// The new events.
    pub events: Vec<E>,
    /// The outcome for the caller.
    pub outcome: O,
}

impl<E, O> Decision<E, O> {
    /// Returns a decision with these events.
    pub fn happens(events: Vec<E>, outcome: O) -> Self {
        Self { events, outcome }
    }

    /// Returns a decision without events: there is nothing to do.
    pub fn nothing(outcome: O) -> Self {
        Self { events: Vec::new(), outcome }
    }
}

/// The request context of a change to an existing stream.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Asked<'a, O> {
    pub(crate) actor: &'a Actor,
    pub(crate) reach: Reach,
    pub(crate) stream: StreamId,
    /// The version that the caller expects, if any.
    pub(crate) expected: Option<&'a VersionMatch>,
    /// When the request arrived, if that matters: the events then occurred at this time.
    pub(crate) arrived_at: Option<DateTime<Utc>>,
    /// Set if the command is carried out once, however often it is repeated.
    pub(crate) once: Option<Once<'a, O>>,
}

/// The request context of an append to a stream.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Target<'a, O> {
    pub(crate) actor: &'a Actor,
    /// The organization that the stream belongs to.
    pub(crate) organization_id: OrganizationId,
    pub(crate) stream: StreamId,
    /// When the events occurred, if not now.
    pub(crate) occurred_at: Option<DateTime<Utc>>,
    /// Set if the command is carried out once, however often it is repeated.
    pub(crate) once: Option<Once<'a, O>>,
}

/// Further writes in the same append: all of it is stored, or nothing.
#[derive(Debug, Default)]
pub(crate) struct FurtherWrites {
    /// Events of other streams; they precede the stream's own events in the log.
    pub(crate) writes: Vec<StreamWrite>,
    /// Names to claim.
    pub(crate) claims: Vec<Claim>,
}

/// How a write to one stream ended, unless the store failed.
pub(crate) enum Written<S> {
    /// The events are in the log; this is the new state.
    Folded(Arc<Folded<S>>),
    /// Another writer appended to the stream first.
    Overtaken,
    /// The idempotency key was used before.
    Repeated(Box<IdempotentAnswer>),
}

impl WriteApi {
    /// Runs a command on one existing stream of an organization.
    pub(crate) async fn former_change<S: Fold, E: Into<DomainEvent>, O: Copy, R>(
        &self,
        actor: &Actor,
        organization_id: OrganizationId,
        stream: StreamId,
        decide: impl Fn(&S) -> Result<Decision<E, O>, R>,
    ) -> Result<Done<S, O>, CommandError<R>> {
        let reach = Reach::organization(organization_id);
        let asked = Asked { actor, reach, stream, expected: None, arrived_at: None, once: None };
        self.change_once(asked, decide).await
    }

    /// Runs a command on one existing stream that the caller reaches; once if it has an idempotency key.
    pub(crate) async fn change_once<S: Fold, E: Into<DomainEvent>, O: Copy, R>(
        &self,
        asked: Asked<'_, O>,
        decide: impl Fn(&S) -> Result<Decision<E, O>, R>,
    ) -> Result<Done<S, O>, CommandError<R>> {
        self.change_beside(asked, decide, |_| FurtherWrites::default()).await
    }

    /// Like `change_once`, with further writes in the same append, made from the state that was decided on.
    pub(crate) async fn change_beside<S: Fold, E: Into<DomainEvent>, O: Copy, R>(
        &self,
        asked: Asked<'_, O>,
        decide: impl Fn(&S) -> Result<Decision<E, O>, R>,
        beside: impl Fn(&S) -> FurtherWrites,
    ) -> Result<Done<S, O>, CommandError<R>> {
        let Asked { actor, stream, once, arrived_at: occurred_at, .. } = asked;
        let _turn = self.turns.wait(stream).await;
        if let Some(done) = self.earlier_within(asked).await? {
            return Ok(done);
        }
        let mut known = S::memory(&self.memories).and_then(|memory| memory.get(stream));
        let mut believed = known.is_some();
        for _ in 0..ATTEMPTS {
            if !believed {
                known = self.read_on(stream, known).await?;
            }
            let folded = known.clone().filter(|known| asked.reach.covers(known));
            let folded = folded.ok_or(CommandError::NotFound(stream))?;
            let decided = match check_version(asked.expected, folded.version) {
                Ok(()) => decide(&folded.state).map_err(CommandError::Refused),
                Err(stale) => Err(CommandError::Stale { stream, stale }),
            };
            let writes = decided.as_ref().is_ok_and(|decision| !decision.events.is_empty());
            let from_memory = std::mem::take(&mut believed);
            if from_memory && !writes {
                continue;
            }
            let decision = match decided {
                Ok(decision) => decision,
                // An equal request may have been carried out meanwhile and be the reason for the refusal.
                Err(refusal) => return self.earlier_within(asked).await?.ok_or(refusal),
            };
            let since = folded.version;
            if !writes && once.is_none() {
                return Ok(Done { folded, since, outcome: decision.outcome });
            }
            let target = Target { actor, organization_id: folded.organization_id, stream, occurred_at, once };
            let beside = if writes { beside(&folded.state) } else { FurtherWrites::default() };
            match self.write(target, Some(folded), decision.events, beside).await? {
                Written::Folded(folded) => return Ok(Done { folded, since, outcome: decision.outcome }),
                Written::Repeated(answer) if let Some(once) = once => return self.again(once, &answer).await,
                Written::Repeated(_) | Written::Overtaken => {}
            }
        }
        Err(CommandError::Busy(stream))
    }

    /// Returns the result of the first time if the command was carried out before and the caller still reaches the
    /// stream.
    pub(crate) async fn earlier_within<S: Fold, O, R>(
        &self,
        asked: Asked<'_, O>,
    ) -> Result<Option<Done<S, O>>, CommandError<R>> {
        let Some(done) = self.earlier(asked.once).await? else { return Ok(None) };
        if asked.reach.covers(&done.folded) { Ok(Some(done)) } else { Err(CommandError::NotFound(asked.stream)) }
    }

    /// Appends events to a stream at the known version. Without events it only checks the version and stores the
    /// answer.
    pub(crate) async fn write<S: Fold, E: Into<DomainEvent>, O: Copy>(
        &self,
        target: Target<'_, O>,
        known: Option<Arc<Folded<S>>>,
        events: Vec<E>,
        beside: FurtherWrites,
    ) -> Result<Written<S>, Failure> {
        let Target { actor, organization_id, stream, occurred_at, once } = target;
        let version = known.as_ref().map_or(0, |known| known.version);
        // Truncated as in the store, so that the state in memory equals the one that is read.
        let at = self.clock.now().trunc_subsecs(FRACTION);
        let occurred_at = occurred_at.map_or(at, |occurred_at| occurred_at.trunc_subsecs(FRACTION));
        let mut envelopes = envelopes(&target, version, (occurred_at, at), events);
        let answer = |once: Once<'_, O>| {
            let after = envelopes.last().map_or(version, |last| last.version);
            once.key.answer(stream, version, after, at)
        };
        let idempotency = once.map(answer);
        let events = now(occurred_at, envelopes.iter().map(|envelope| envelope.event.clone()).collect());
        let FurtherWrites { mut writes, claims } = beside;
        writes.push(StreamWrite { stream, organization_id, expected_version: version, events });
        let request =
            AppendRequest { actor: actor.clone(), recorded_at: at, writes, claims, idempotency, traceparent: None };
        let last = match self.append_request(request).await? {
            Landed::Written(last) => last,
            Landed::Overtaken => return Ok(Written::Overtaken),
            Landed::Repeated(answer) => return Ok(Written::Repeated(answer)),
        };
        // The events of one append have consecutive positions, and these are its last.
        for (envelope, position) in envelopes.iter_mut().rev().zip((1..=last.0).rev()) {
            envelope.position = Position(position);
        }
        Ok(self.taken_in(known, &envelopes)?.map_or(Written::Overtaken, Written::Folded))
    }
}

/// Wraps events that have no position in the log yet.
fn envelopes<E: Into<DomainEvent>, O>(
    target: &Target<'_, O>,
    version: Version,
    (occurred_at, recorded_at): (DateTime<Utc>, DateTime<Utc>),
    events: Vec<E>,
) -> Vec<Envelope> {
    let wrap = |(event, version): (E, Version)| Envelope {
        position: Position::START,
        stream: target.stream,
        version,
        organization_id: target.organization_id,
        occurred_at,
        recorded_at,
        actor: target.actor.clone(),
        event: event.into(),
    };
    events.into_iter().zip(version + 1..).map(wrap).collect()
}

/// A command that is carried out once.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Once<'a, O> {
    pub(crate) key: &'a IdempotencyKey,
    /// The outcome if it was carried out before.
    pub(crate) repeated: O,
}

/// The result of a command on one stream.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Done<S, O> {
    /// The state after the command; of a repeated command, the state after the first time.
    pub folded: Arc<Folded<S>>,
    /// The version before the command: its events are above it, up to the version of `folded`.
    pub since: Version,
    /// The outcome of the command.
    pub outcome: O,
}

impl<S, O> Done<S, O> {
    /// Returns whether the command has events, appended now or the first time.
    pub fn happened(&self) -> bool {
        self.since < self.folded.version
    }
}

impl WriteApi {
    /// Returns the events of a command, appended now or the first time.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn told<S, O>(&self, done: &Done<S, O>) -> Result<Vec<DomainEvent>, Failure> {
        let Folded { stream, version, .. } = *done.folded;
        let events = if done.happened() { self.read(stream, done.since).await? } else { Vec::new() };
        Ok(events.into_iter().filter(|event| event.version <= version).map(|event| event.event).collect())
    }

    /// Returns the result of the first time, if the command was carried out before.
    pub(crate) async fn earlier<S: Fold, O, R>(
        &self,
        once: Option<Once<'_, O>>,
    ) -> Result<Option<Done<S, O>>, CommandError<R>> {
        let Some(once) = once else { return Ok(None) };
        let Some(answer) = self.events.recorded_answer(&once.key.owner, &once.key.key).await? else { return Ok(None) };
        self.again(once, &answer).await.map(Some)
    }

    /// Rebuilds the result from a recorded answer.
    pub(crate) async fn again<S: Fold, O, R>(
        &self,
        once: Once<'_, O>,
        answer: &IdempotentAnswer,
    ) -> Result<Done<S, O>, CommandError<R>> {
        if answer.request_sha256 != once.key.request_sha256 {
            return Err(CommandError::KeyReused);
        }
        let damaged =
            || Failure::from(StoreError::Damaged(format!("a recorded answer refers to `{}`", answer.response)));
        let Reference { stream, since, version } = Reference::from_json(&answer.response).ok_or_else(damaged)?;
        let folded = self.at_version(stream, version).await?.ok_or_else(damaged)?;
        Ok(Done { folded, since, outcome: once.repeated })
    }
}
