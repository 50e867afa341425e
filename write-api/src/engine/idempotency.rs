//! A request with an idempotency key is carried out once; repeating it returns the first answer.
//!
//! The store keeps a reference, `{"decklist":17,"since":0,"version":1}`. A stream never changes up to a version, so the
//! answer can be rebuilt from it; the command's own events are those above the version `since`. The look-up here is the
//! early one. The append checks the key again, so that only one of several concurrent requests is written.

use std::collections::BTreeMap;
use std::sync::Arc;

use chrono::{DateTime, Utc};
use proto_events::{DomainEvent, StreamId, StreamKind, Version};
use storage::{IdempotentAnswer, StoreError};

use super::WriteApi;
use super::context::Context;
use super::decision::{CommandError, Failure};
use super::folded::{Fold, Folded};

/// A client's `Idempotency-Key`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdempotencyKey {
    /// Its owner: `api-key/7`.
    pub owner: String,
    /// The key.
    pub key: String,
    /// SHA-256 of the request it was sent with, lower-case hex.
    pub request_sha256: String,
}

/// The result of a command on one stream.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written<S> {
    /// The state after the command; of a repeated command, the state after the first time.
    pub folded: Arc<Folded<S>>,
    /// The version before the command: its events are above it, up to the version of `folded`.
    pub since: Version,
}

impl<S> Written<S> {
    /// Returns whether the command has events, appended now or the first time.
    pub fn happened(&self) -> bool {
        self.since < self.folded.version
    }
}

impl IdempotencyKey {
    /// Returns the answer to store with the events from version `since` to `version`.
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

/// The reference that is stored as an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Reference {
    pub(super) stream: StreamId,
    pub(super) since: Version,
    pub(super) version: Version,
}

impl Reference {
    fn to_json(self) -> String {
        let Self { stream, since, version } = self;
        serde_json::json!({ stream.kind.name(): stream.id, "since": since, "version": version }).to_string()
    }

    /// Reads a reference. Older ones have no `since`: their commands had one event.
    pub(super) fn from_json(text: &str) -> Option<Self> {
        let mut numbers: BTreeMap<String, i64> = serde_json::from_str(text).ok()?;
        let version = numbers.remove("version")?;
        let since = numbers.remove("since").unwrap_or(version - 1);
        let (kind, id) = numbers.pop_first()?;
        Some(Self { stream: StreamId { kind: StreamKind::from_name(&kind)?, id }, since, version })
    }
}

impl WriteApi {
    /// Returns the events of a command, appended now or the first time.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn events_of<S>(&self, written: &Written<S>) -> Result<Vec<DomainEvent>, Failure> {
        let Folded { stream, version, .. } = *written.folded;
        let events = if written.happened() { self.read(stream, written.since).await? } else { Vec::new() };
        Ok(events.into_iter().filter(|event| event.version <= version).map(|event| event.event).collect())
    }

    /// Returns the result of the first time, if a request with the context's key was carried out before.
    pub(super) async fn carried_out_before<S: Fold, R>(
        &self,
        context: &Context,
    ) -> Result<Option<Written<S>>, CommandError<R>> {
        let Some(IdempotencyKey { owner, key, .. }) = &context.key else { return Ok(None) };
        let Some(answer) = self.events.recorded_answer(owner, key).await? else { return Ok(None) };
        self.repeated(context, &answer).await.map(Some)
    }

    /// Rebuilds the result of the first time from a recorded answer.
    pub(super) async fn repeated<S: Fold, R>(
        &self,
        context: &Context,
        answer: &IdempotentAnswer,
    ) -> Result<Written<S>, CommandError<R>> {
        if context.key.as_ref().is_none_or(|key| key.request_sha256 != answer.request_sha256) {
            return Err(CommandError::KeyReused);
        }
        let damaged =
            || Failure::from(StoreError::Damaged(format!("a recorded answer refers to `{}`", answer.response)));
        let Reference { stream, since, version } = Reference::from_json(&answer.response).ok_or_else(damaged)?;
        let folded = self.at_version(stream, version).await?.ok_or_else(damaged)?;
        Ok(Written { folded, since })
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
        assert_eq!(Reference::from_json(r#"{"decklist":17,"version":3}"#), Some(told), "an older reference");
        for damaged in ["", "{}", r#"{"decklist":17}"#, r#"{"version":1}"#, r#"{"dragon":17,"version":1}"#, "7"] {
            assert_eq!(Reference::from_json(damaged), None, "{damaged}");
        }
    }
}
