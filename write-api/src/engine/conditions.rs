//! The conditions of a command: the version that a client expects (`If-Match`), and its idempotency key.
//!
//! As the answer to a key, the store keeps a reference, `{"decklist":17,"since":0,"version":1}`. A stream never changes up
//! to a version, so the answer can be rebuilt from it; the command's own events are those above the version `since`.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use proto_events::{StreamId, StreamKind, Version};
use storage::IdempotentAnswer;

/// The version that a client expects (`If-Match`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum VersionMatch {
    /// Any version of a resource that exists.
    Any,
    /// One of these versions; if empty, no version matches.
    OneOf(Vec<Version>),
}

impl VersionMatch {
    /// Returns whether a version is one that the client expects.
    pub(crate) fn includes(&self, version: Version) -> bool {
        matches!(self, Self::Any) || matches!(self, Self::OneOf(versions) if versions.contains(&version))
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::*;

    #[test]
    fn a_version_is_checked_where_one_was_said() {
        assert!(VersionMatch::Any.includes(3));
        for (versions, includes) in [(vec![1, 3], true), (vec![2, 4], false), (vec![], false)] {
            assert_eq!(VersionMatch::OneOf(versions.clone()).includes(3), includes, "{versions:?}");
        }
    }

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
