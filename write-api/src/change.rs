//! A command on one stream: what is known of it, a decision, an append at the version that was decided on.

use std::sync::Arc;

use chrono::{DateTime, SubsecRound, Utc};
use proto_events::ids::OrganizationId;
use proto_events::{Actor, DomainEvent, Envelope, Position, StreamId, Version};
use storage::{AppendRequest, IdempotentAnswer, StreamWrite};

use crate::WriteApi;
use crate::decision::{ATTEMPTS, CommandError, Decision, Failure, Landed, now};
use crate::folded::{Fold, Folded};
use crate::once::{Done, Once};

/// Digits of a second's fraction that the store keeps.
const FRACTION: u16 = 6;

/// Who writes to which stream.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Target<'a, O> {
    pub(crate) actor: &'a Actor,
    pub(crate) organization_id: OrganizationId,
    pub(crate) stream: StreamId,
    /// Set if it is to be carried out once however often it is asked for.
    pub(crate) once: Option<Once<'a, O>>,
}

/// How a write to one stream ended, where the store did not fail.
pub(crate) enum Written<S> {
    /// It is in the log, and the stream says this.
    Folded(Arc<Folded<S>>),
    /// Somebody else wrote to the stream in between.
    Overtaken,
    /// The idempotency key was used before.
    Repeated(Box<IdempotentAnswer>),
}

impl WriteApi {
    /// Runs a command on one existing stream of an organization, and says what became of it.
    pub(crate) async fn change<S: Fold, E: Into<DomainEvent>, O: Copy, R>(
        &self,
        actor: &Actor,
        organization_id: OrganizationId,
        stream: StreamId,
        decide: impl Fn(&S) -> Result<Decision<E, O>, R>,
    ) -> Result<O, CommandError<R>> {
        let target = Target { actor, organization_id, stream, once: None };
        Ok(self.change_once(target, decide).await?.outcome)
    }

    /// The same, with what the stream says since; carried out once if the target says so.
    pub(crate) async fn change_once<S: Fold, E: Into<DomainEvent>, O: Copy, R>(
        &self,
        target: Target<'_, O>,
        decide: impl Fn(&S) -> Result<Decision<E, O>, R>,
    ) -> Result<Done<S, O>, CommandError<R>> {
        let Target { stream, once, .. } = target;
        let _turn = self.turns.wait(stream).await;
        if let Some(done) = self.earlier(once).await? {
            return Ok(done);
        }
        let mut known = S::memory(self).and_then(|memory| memory.get(stream));
        let mut believed = known.is_some();
        for _ in 0..ATTEMPTS {
            if !believed {
                known = self.read_on(stream, known).await?;
            }
            let folded = known.clone().filter(|known| known.organization_id == target.organization_id);
            let folded = folded.ok_or(CommandError::NotFound(stream))?;
            let decided = decide(&folded.state);
            let writes = decided.as_ref().is_ok_and(|decision| !decision.events.is_empty());
            let from_memory = std::mem::take(&mut believed);
            if from_memory && !writes {
                continue;
            }
            let decision = match decided {
                Ok(decision) => decision,
                // The first of two equal requests may be the very reason why the second would be refused.
                Err(refusal) => return self.earlier(once).await?.ok_or(CommandError::Refused(refusal)),
            };
            if !writes && once.is_none() {
                return Ok(Done { folded, outcome: decision.outcome });
            }
            match self.write(target, Some(folded), decision.events).await? {
                Written::Folded(folded) => return Ok(Done { folded, outcome: decision.outcome }),
                Written::Repeated(answer) if let Some(once) = once => return self.again(once, &answer).await,
                Written::Repeated(_) | Written::Overtaken => {}
            }
        }
        Err(CommandError::Busy(stream))
    }

    /// Appends events to a stream at the version known; without any, only that version is checked and the answer kept.
    pub(crate) async fn write<S: Fold, E: Into<DomainEvent>, O: Copy>(
        &self,
        target: Target<'_, O>,
        known: Option<Arc<Folded<S>>>,
        events: Vec<E>,
    ) -> Result<Written<S>, Failure> {
        let Target { actor, organization_id, stream, once } = target;
        let version = known.as_ref().map_or(0, |known| known.version);
        // As the store keeps it, so that what stays in memory equals what is read.
        let at = self.clock.now().trunc_subsecs(FRACTION);
        let mut envelopes = envelopes(&target, version, at, events);
        let answer = |once: Once<'_, O>| {
            let after = envelopes.last().map_or(version, |last| last.version);
            once.key.answer(stream, after, at)
        };
        let idempotency = once.map(answer);
        let events = now(at, envelopes.iter().map(|envelope| envelope.event.clone()).collect());
        let writes = vec![StreamWrite { stream, organization_id, expected_version: version, events }];
        let request = AppendRequest {
            actor: actor.clone(),
            recorded_at: at,
            writes,
            claims: Vec::new(),
            idempotency,
            traceparent: None,
        };
        let last = match self.append_request(request).await? {
            Landed::Written(last) => last,
            Landed::Overtaken => return Ok(Written::Overtaken),
            Landed::Repeated(answer) => return Ok(Written::Repeated(answer)),
        };
        // Events of one request follow each other in the log.
        for (envelope, position) in envelopes.iter_mut().rev().zip((1..=last.0).rev()) {
            envelope.position = Position(position);
        }
        Ok(self.taken_in(known, &envelopes)?.map_or(Written::Overtaken, Written::Folded))
    }
}

/// Events to come, not placed in the log yet.
fn envelopes<E: Into<DomainEvent>, O>(
    target: &Target<'_, O>,
    version: Version,
    at: DateTime<Utc>,
    events: Vec<E>,
) -> Vec<Envelope> {
    let wrap = |(event, version): (E, Version)| Envelope {
        position: Position::START,
        stream: target.stream,
        version,
        organization_id: target.organization_id,
        occurred_at: at,
        recorded_at: at,
        actor: target.actor.clone(),
        event: event.into(),
    };
    events.into_iter().zip(version + 1..).map(wrap).collect()
}
