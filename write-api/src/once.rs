//! A request that carries an idempotency key is carried out once; whoever repeats it gets the first answer.
//!
//! What is stored is a reference, `{"decklist":17,"since":0,"version":1}`: a stream never changes up to a version, so the
//! answer can be made again from it; what the command itself did stands above the version `since`. The look-up here is the early one; the append checks again, so that of requests at the
//! same time one is written.

use std::collections::BTreeMap;
use std::sync::Arc;

use chrono::{DateTime, Utc};
use proto_events::{DomainEvent, StreamId, StreamKind, Version};
use storage::{IdempotentAnswer, StoreError};

use crate::WriteApi;
use crate::decision::{CommandError, Failure};
use crate::folded::{Fold, Folded};

/// A client's `Idempotency-Key`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdempotencyKey {
    /// Whose it is: `api-key/7`.
    pub owner: String,
    /// The key.
    pub key: String,
    /// SHA-256 of the request it was sent with, lower-case hex.
    pub request_sha256: String,
}

/// A command that is to be carried out once.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Once<'a, O> {
    pub(crate) key: &'a IdempotencyKey,
    /// The outcome when it was carried out before.
    pub(crate) repeated: O,
}

/// How a command on one stream ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Done<S, O> {
    /// What the stream says since; of a repeated command, what it said after the first time.
    pub folded: Arc<Folded<S>>,
    /// The version before: what the command did stands above it, up to that of `folded`.
    pub since: Version,
    /// What became of the command.
    pub outcome: O,
}

impl<S, O> Done<S, O> {
    /// Whether the command made anything happen, now or the first time.
    pub fn happened(&self) -> bool {
        self.since < self.folded.version
    }
}

impl IdempotencyKey {
    /// What is stored beside events that bring a stream from one version to another.
    pub(crate) fn answer(
        &self,
        stream: StreamId,
        since: Version,
        version: Version,
        recorded_at: DateTime<Utc>,
    ) -> IdempotentAnswer {
        let Self { owner, key, request_sha256 } = self.clone();
        let response = Reference { stream, since, version }.to_json();
        IdempotentAnswer { owner, key, request_sha256, response, recorded_at }
    }
}

/// What is stored of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Reference {
    stream: StreamId,
    since: Version,
    version: Version,
}

impl Reference {
    fn to_json(self) -> String {
        let Self { stream, since, version } = self;
        serde_json::json!({ stream.kind.name(): stream.id, "since": since, "version": version }).to_string()
    }

    /// Reads it. Those of earlier days do not say `since`: what they refer to did one thing.
    fn from_json(text: &str) -> Option<Self> {
        let mut numbers: BTreeMap<String, i64> = serde_json::from_str(text).ok()?;
        let version = numbers.remove("version")?;
        let since = numbers.remove("since").unwrap_or(version - 1);
        let (kind, id) = numbers.pop_first()?;
        Some(Self { stream: StreamId { kind: StreamKind::from_name(&kind)?, id }, since, version })
    }
}

impl WriteApi {
    /// What a command made happen, now or the first time.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn told<S, O>(&self, done: &Done<S, O>) -> Result<Vec<DomainEvent>, Failure> {
        let Folded { stream, version, .. } = *done.folded;
        let events = if done.happened() { self.read(stream, done.since).await? } else { Vec::new() };
        Ok(events.into_iter().filter(|event| event.version <= version).map(|event| event.event).collect())
    }

    /// How the command ended the first time, if it was carried out before.
    pub(crate) async fn earlier<S: Fold, O, R>(
        &self,
        once: Option<Once<'_, O>>,
    ) -> Result<Option<Done<S, O>>, CommandError<R>> {
        let Some(once) = once else { return Ok(None) };
        let Some(answer) = self.events.recorded_answer(&once.key.owner, &once.key.key).await? else { return Ok(None) };
        self.again(once, &answer).await.map(Some)
    }

    /// How the command ended when this answer was recorded.
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

#[cfg(test)]
mod tests {
    use proto_events::ids::DecklistId;

    use super::*;

    #[test]
    fn a_reference_is_read_as_it_was_written() {
        let stream = StreamId::decklist(DecklistId(17));
        let told = Reference { stream, since: 2, version: 3 };
        assert_eq!(told.to_json(), r#"{"decklist":17,"since":2,"version":3}"#);
        assert_eq!(Reference::from_json(&told.to_json()), Some(told));
        assert_eq!(Reference::from_json(r#"{"decklist":17,"version":3}"#), Some(told), "from earlier days");
        for damaged in ["", "{}", r#"{"decklist":17}"#, r#"{"version":1}"#, r#"{"dragon":17,"version":1}"#, "7"] {
            assert_eq!(Reference::from_json(damaged), None, "{damaged}");
        }
    }
}
