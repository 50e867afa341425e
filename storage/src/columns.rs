//! Converts columns to the types of the store, and prefixes to ranges of keys, for any database.

use chrono::{DateTime, Utc};
use proto_events::{EventHash, StreamId, StreamKind};

use crate::StoreError;
use crate::sql::{Columns, Value};

pub(crate) const STREAM: Columns = "kind text, id bigint";

/// Returns streams as rows of [`STREAM`].
pub(crate) fn stream_rows(streams: &[StreamId]) -> Value {
    Value::Rows(STREAM, streams.iter().map(|stream| vec![stream.kind.name().into(), stream.id.into()]).collect())
}

/// Reads a stream from its two columns.
pub(crate) fn stream_id(kind: &str, id: i64) -> Result<StreamId, StoreError> {
    let kind =
        StreamKind::from_name(kind).ok_or_else(|| StoreError::Damaged(format!("`{kind}` is not a kind of stream")))?;
    Ok(StreamId { kind, id })
}

pub(crate) fn event_hash(bytes: &[u8]) -> Result<EventHash, StoreError> {
    EventHash::from_bytes(bytes).ok_or_else(|| StoreError::Damaged(format!("a hash has {} bytes", bytes.len())))
}

pub(crate) fn time(micros: i64) -> Result<DateTime<Utc>, StoreError> {
    DateTime::from_timestamp_micros(micros).ok_or_else(|| StoreError::Damaged(format!("{micros} is not a valid time")))
}

/// Returns the end of the range of texts that start with `prefix`: all texts from `prefix` on and before this one start
/// with it. `None` if the range has no end. Texts are ordered by bytes.
pub(crate) fn end_of_prefix(prefix: &str) -> Option<String> {
    let mut end = prefix.to_owned();
    while let Some(last) = end.pop() {
        if let Some(next) = (last..=char::MAX).nth(1) {
            end.push(next);
            return Some(end);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::end_of_prefix;

    #[test]
    fn a_prefix_ends_where_its_last_character_gives_way_to_the_next() {
        assert_eq!(end_of_prefix("7/").as_deref(), Some("70"));
        assert_eq!(end_of_prefix("a\u{d7ff}").as_deref(), Some("a\u{e000}"));
        assert_eq!(end_of_prefix("a\u{10ffff}\u{10ffff}").as_deref(), Some("b"));
        assert_eq!(end_of_prefix("\u{10ffff}"), None);
        assert_eq!(end_of_prefix(""), None);
    }

    proptest! {
        #[test]
        fn what_begins_with_a_prefix_is_what_lies_between(prefix in "[/0aé\u{10ffff}]{0,3}", text in "[/0aé\u{10ffff}]{0,4}") {
            let end = end_of_prefix(&prefix);
            let between = text >= prefix && end.is_none_or(|end| text < end);
            prop_assert_eq!(between, text.starts_with(&prefix));
        }
    }
}
