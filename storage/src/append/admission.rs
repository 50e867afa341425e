//! Decides, inside the transaction, which requests of a batch are written, and numbers their events. Pure functions.
//!
//! Each request is checked against the database and against the requests admitted before it in the same batch. Nothing
//! of a refused request is written.

use std::collections::HashMap;

use proto_events::ids::UserId;
use proto_events::{EventHash, Position, Recorded, StreamId, StreamKind, UserEvent, Version};

use super::encode::{Prepared, PreparedWrite};
use crate::append_request::{AppendError, Claim, IdempotentAnswer};
use crate::deliveries::Message;
use crate::person_keys::PersonKey;
use crate::pictures::{PictureUse, changed_by};

/// The end of the log.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Head {
    /// Position of the newest event.
    pub(crate) position: Position,
    pub(crate) hash: EventHash,
}

/// The database's state of the streams, names and idempotency keys in a batch.
#[derive(Debug, Default)]
pub(crate) struct Known {
    /// Versions of the streams. Streams that do not exist may be missing.
    pub(crate) versions: HashMap<StreamId, Version>,
    /// Holders by scope and name.
    pub(crate) holders: HashMap<(String, String), StreamId>,
    /// Answers by owner and key.
    pub(crate) answers: HashMap<(String, String), IdempotentAnswer>,
}

/// The rows to write, and the outcome of each request.
#[derive(Debug, Default)]
pub(crate) struct Plan<'a> {
    pub(crate) head: Head,
    pub(crate) events: Vec<Recorded>,
    pub(crate) claims: Vec<&'a Claim>,
    pub(crate) keys: Vec<&'a (UserId, PersonKey)>,
    pub(crate) answers: Vec<&'a IdempotentAnswer>,
    /// People whose data is erased, with the time in microseconds.
    pub(crate) erased: Vec<(UserId, i64)>,
    /// Messages that the events cause.
    pub(crate) outbox: Vec<Message>,
    /// The pictures that streams name from now on.
    pub(crate) pictures: Vec<PictureUse>,
    pub(crate) outcomes: Vec<Result<Position, AppendError>>,
}

impl Plan<'_> {
    /// Whether there is nothing to write.
    pub(crate) fn is_empty(&self) -> bool {
        self.events.is_empty() && self.claims.is_empty() && self.answers.is_empty()
    }
}

/// Admits or refuses each request in order. `head` is the end of the log.
pub(crate) fn plan(requests: &[Prepared], mut known: Known, head: Head) -> Plan<'_> {
    let mut plan = Plan { head, ..Plan::default() };
    for request in requests {
        let outcome = match known.check(request) {
            Ok(()) => {
                known.admit(request, &mut plan);
                Ok(plan.head.position)
            }
            Err(refusal) => Err(refusal),
        };
        plan.outcomes.push(outcome);
    }
    plan
}

impl Known {
    /// Checks a request. A repeated request is detected first, because it would conflict with its first execution.
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
        for event in request.writes.iter().flat_map(|write| &write.events) {
            let mut event = Recorded { position: Position(plan.head.position.0 + 1), ..event.clone() };
            event.hash = event.hash_after(plan.head.hash);
            plan.head = Head { position: event.position, hash: event.hash };
            self.versions.insert(event.stream, event.version);
            if event.stream.kind == StreamKind::User && event.encoded.event_type == UserEvent::ERASED {
                plan.erased.push((UserId(event.stream.id), event.occurred_at.timestamp_micros()));
            }
            plan.pictures.extend(changed_by(&event));
            plan.events.push(event);
        }
        for claim in &request.claims {
            let name = (claim.scope.clone(), claim.name.clone());
            if self.holders.insert(name, claim.holder).is_none() {
                plan.claims.push(claim);
            }
        }
        plan.keys.extend(&request.new_keys);
        plan.outbox.extend(request.outbox.iter().cloned());
        if let Some(answer) = &request.idempotency {
            self.answers.insert((answer.owner.clone(), answer.key.clone()), answer.clone());
            plan.answers.push(answer);
        }
    }
}

fn after(version: Version, events: usize) -> Version {
    version.saturating_add(Version::try_from(events).unwrap_or(Version::MAX))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::testing::prepared;

    fn stream(id: i64) -> StreamId {
        StreamId { kind: StreamKind::Decklist, id }
    }

    fn claim(name: u8, holder: i64) -> Claim {
        Claim { scope: "slug".into(), name: name.to_string(), holder: stream(holder) }
    }

    fn answer(key: u8, response: String) -> IdempotentAnswer {
        let recorded_at = chrono::DateTime::UNIX_EPOCH;
        IdempotentAnswer {
            owner: "o".into(),
            key: key.to_string(),
            request_sha256: String::new(),
            response,
            recorded_at,
        }
    }

    /// A request of a test: stream, expected version and count of each write; name and holder of each claim; a key.
    type Shape = (Vec<(i64, Version, usize)>, Vec<(u8, i64)>, Option<u8>);

    fn requests(shapes: &[Shape]) -> Vec<Prepared> {
        let numbered = shapes.iter().enumerate();
        let requests = numbered.map(|(number, (writes, claims, key))| Prepared {
            claims: claims.iter().map(|(name, holder)| claim(*name, *holder)).collect(),
            idempotency: key.map(|key| answer(key, number.to_string())),
            writes: writes.iter().map(|(id, expected, count)| prepared(*id, *expected, *count, "{}")).collect(),
            ..Prepared::default()
        });
        requests.collect()
    }

    /// The position, stream, version and hash of an event.
    type LogEntry = (i64, StreamId, Version, EventHash);

    /// Returns the outcomes and the log if each request had its own transaction.
    fn one_by_one(requests: &[Prepared]) -> (Vec<String>, Vec<LogEntry>) {
        let (mut outcomes, mut log) = (Vec::new(), Vec::new());
        let (mut versions, mut holders, mut answers) = (HashMap::new(), HashMap::new(), HashMap::new());
        let mut head = Head::default();
        for request in requests.chunks(1) {
            let known = Known { versions: versions.clone(), holders: holders.clone(), answers: answers.clone() };
            let plan = plan(request, known, head);
            head = plan.head;
            outcomes.extend(plan.outcomes.iter().map(|outcome| format!("{outcome:?}")));
            for event in &plan.events {
                log.push((event.position.0, event.stream, event.version, event.hash));
                versions.insert(event.stream, event.version);
            }
            for claim in plan.claims {
                assert_eq!(holders.insert((claim.scope.clone(), claim.name.clone()), claim.holder), None);
            }
            for answer in plan.answers {
                assert_eq!(answers.insert((answer.owner.clone(), answer.key.clone()), answer.clone()), None);
            }
        }
        (outcomes, log)
    }

    proptest! {
        #[test]
        fn a_batch_ends_as_if_each_request_had_come_alone(
            shapes in prop::collection::vec(
                (
                    prop::collection::vec((0..3_i64, 0..4_i64, 0..3_usize), 0..3),
                    prop::collection::vec((0..4_u8, 0..3_i64), 0..2),
                    prop::option::weighted(0.2, 0..4_u8),
                ),
                1..20,
            )
        ) {
            let requests = requests(&shapes);
            let (outcomes, log) = one_by_one(&requests);

            let plan = plan(&requests, Known::default(), Head::default());

            let together: Vec<_> = plan.outcomes.iter().map(|outcome| format!("{outcome:?}")).collect();
            prop_assert_eq!(together, outcomes);
            let numbered = plan.events.iter().map(|it| (it.position.0, it.stream, it.version, it.hash));
            prop_assert_eq!(numbered.collect::<Vec<_>>(), log);
        }
    }
}
