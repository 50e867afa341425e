//! Decides, inside the transaction, which requests of a batch are written, and numbers their events. Pure.
//!
//! Each request is checked against what the database knows and against the requests admitted before it in the same
//! batch. One that is refused leaves no trace.

use std::collections::HashMap;

use proto_events::{Position, StreamId, Version};

use super::encode::{Prepared, PreparedEvent, PreparedWrite};
use crate::events::{AppendError, Appended, Claim, IdempotentAnswer};

/// What the database says of the streams, names and idempotency keys in a batch.
#[derive(Debug, Default)]
pub(crate) struct Known {
    /// Versions of the streams; a stream that does not exist may be missing.
    pub(crate) versions: HashMap<StreamId, Version>,
    /// Holders by scope and name.
    pub(crate) holders: HashMap<(String, String), StreamId>,
    /// Answers by owner and key.
    pub(crate) answers: HashMap<(String, String), IdempotentAnswer>,
}

/// An event with its numbers.
#[derive(Debug)]
pub(crate) struct NumberedEvent<'a> {
    pub(crate) position: Position,
    pub(crate) version: Version,
    pub(crate) request: &'a Prepared,
    pub(crate) write: &'a PreparedWrite,
    pub(crate) event: &'a PreparedEvent,
}

/// What is to be written, and what each request is told once it is.
#[derive(Debug)]
pub(crate) struct Plan<'a> {
    pub(crate) head: Position,
    pub(crate) events: Vec<NumberedEvent<'a>>,
    pub(crate) claims: Vec<&'a Claim>,
    pub(crate) answers: Vec<&'a IdempotentAnswer>,
    pub(crate) outcomes: Vec<Result<Appended, AppendError>>,
}

impl Plan<'_> {
    /// Whether there is nothing to write.
    pub(crate) fn is_empty(&self) -> bool {
        self.events.is_empty() && self.claims.is_empty() && self.answers.is_empty()
    }
}

/// Admits or refuses each request in turn. `head` is the position of the newest event.
pub(crate) fn plan(requests: &[Prepared], mut known: Known, head: Position) -> Plan<'_> {
    let mut plan = Plan { head, events: Vec::new(), claims: Vec::new(), answers: Vec::new(), outcomes: Vec::new() };
    for request in requests {
        let outcome = match known.check(request) {
            Ok(()) => {
                known.admit(request, &mut plan);
                Ok(Appended { position: plan.head })
            }
            Err(refusal) => Err(refusal),
        };
        plan.outcomes.push(outcome);
    }
    plan
}

impl Known {
    /// A repeated request is told so before anything else: it would only conflict with its first self.
    fn check(&self, request: &Prepared) -> Result<(), AppendError> {
        if let Some(answer) = &request.idempotency
            && let Some(first) = self.answers.get(&(answer.owner.clone(), answer.key.clone()))
        {
            return Err(AppendError::Repeated(Box::new(first.clone())));
        }
        self.check_versions(&request.writes)?;
        self.check_claims(&request.claims)
    }

    fn version(&self, stream: StreamId) -> Version {
        self.versions.get(&stream).copied().unwrap_or_default()
    }

    fn check_versions(&self, writes: &[PreparedWrite]) -> Result<(), AppendError> {
        let mut own = HashMap::new();
        for write in writes {
            let actual = own.get(&write.stream).copied().unwrap_or_else(|| self.version(write.stream));
            if actual != write.expected_version {
                return Err(AppendError::Conflict { stream: write.stream, expected: write.expected_version, actual });
            }
            own.insert(write.stream, after(actual, write.events.len()));
        }
        Ok(())
    }

    fn check_claims(&self, claims: &[Claim]) -> Result<(), AppendError> {
        let mut own = HashMap::new();
        for claim in claims {
            let name = (claim.scope.clone(), claim.name.clone());
            let holder = self.holders.get(&name).copied().unwrap_or(claim.holder);
            let holder = *own.entry(name).or_insert(holder);
            if holder != claim.holder {
                return Err(AppendError::Taken { claim: claim.clone(), holder });
            }
        }
        Ok(())
    }

    fn admit<'a>(&mut self, request: &'a Prepared, plan: &mut Plan<'a>) {
        for write in &request.writes {
            let mut version = self.version(write.stream);
            for event in &write.events {
                plan.head.0 += 1;
                version += 1;
                plan.events.push(NumberedEvent { position: plan.head, version, request, write, event });
            }
            self.versions.insert(write.stream, version);
        }
        for claim in &request.claims {
            let name = (claim.scope.clone(), claim.name.clone());
            if self.holders.insert(name, claim.holder).is_none() {
                plan.claims.push(claim);
            }
        }
        if let Some(answer) = &request.idempotency {
            self.answers.insert((answer.owner.clone(), answer.key.clone()), answer.clone());
            plan.answers.push(answer);
        }
    }
}

fn after(version: Version, events: usize) -> Version {
    version.saturating_add(Version::try_from(events).unwrap_or(Version::MAX))
}
