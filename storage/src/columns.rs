//! Converts columns to the types of the store, for any database.

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

/// Sorts behind every text of the store, which has these characters at most once in a row. Texts are ordered by bytes.
pub(crate) const LAST: &str = "\u{10ffff}\u{10ffff}";
