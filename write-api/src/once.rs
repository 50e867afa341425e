//! A request that carries an idempotency key is carried out once; whoever repeats it gets the first answer.
//!
//! What is stored is a reference, `{"decklist":17,"version":1}`: a stream never changes up to a version, so the answer
//! can be made again from it. The look-up here is the early one; the append checks again, so that of requests at the
//! same time one is written.

use std::collections::BTreeMap;
use std::sync::Arc;

use chrono::{DateTime, Utc};
use proto_events::{StreamId, StreamKind, Version};
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
    /// What became of the command.
    pub outcome: O,
}

impl IdempotencyKey {
    /// What is stored beside events that bring a stream to this version.
    pub(crate) fn answer(&self, stream: StreamId, version: Version, recorded_at: DateTime<Utc>) -> IdempotentAnswer {
        let Self { owner, key, request_sha256 } = self.clone();
        IdempotentAnswer { owner, key, request_sha256, response: reference(stream, version), recorded_at }
    }
}

fn reference(stream: StreamId, version: Version) -> String {
    serde_json::json!({ stream.kind.name(): stream.id, "version": version }).to_string()
}

fn referred(text: &str) -> Option<(StreamId, Version)> {
    let mut numbers: BTreeMap<String, i64> = serde_json::from_str(text).ok()?;
    let version = numbers.remove("version")?;
    let (kind, id) = numbers.pop_first()?;
    Some((StreamId { kind: StreamKind::from_name(&kind)?, id }, version))
}

impl WriteApi {
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
        let folded = match referred(&answer.response) {
            Some((stream, version)) => self.at_version(stream, version).await?,
            None => None,
        };
        let damaged = || StoreError::Damaged(format!("a recorded answer refers to `{}`", answer.response));
        let folded = folded.ok_or_else(damaged).map_err(Failure::from)?;
        Ok(Done { folded, outcome: once.repeated })
    }
}

#[cfg(test)]
mod tests {
    use proto_events::ids::DecklistId;

    use super::*;

    #[test]
    fn a_reference_is_read_as_it_was_written() {
        let stream = StreamId::decklist(DecklistId(17));
        assert_eq!(reference(stream, 3), r#"{"decklist":17,"version":3}"#);
        assert_eq!(referred(&reference(stream, 3)), Some((stream, 3)));
        for damaged in ["", "{}", r#"{"decklist":17}"#, r#"{"version":1}"#, r#"{"dragon":17,"version":1}"#, "7"] {
            assert_eq!(referred(damaged), None, "{damaged}");
        }
    }
}
