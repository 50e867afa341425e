//! From columns to the types of the store, and back.

use chrono::{DateTime, Utc};
use proto_events::{StreamId, StreamKind};
use serde::Serialize;

use crate::StoreError;
use crate::views::ViewKind;

/// A stream from its two columns.
pub(super) fn stream_id(kind: &str, id: i64) -> Result<StreamId, StoreError> {
    let kind =
        StreamKind::from_name(kind).ok_or_else(|| StoreError::Damaged(format!("`{kind}` is no kind of stream")))?;
    Ok(StreamId { kind, id })
}

/// A kind of document from its column.
pub(super) fn view_kind(name: &str) -> Result<ViewKind, StoreError> {
    ViewKind::from_stored_name(name).ok_or_else(|| StoreError::Damaged(format!("`{name}` is no kind of view")))
}

/// A time from its column.
pub(super) fn time(micros: i64) -> Result<DateTime<Utc>, StoreError> {
    DateTime::from_timestamp_micros(micros).ok_or_else(|| StoreError::Damaged(format!("{micros} is no time")))
}

/// Rows as one JSON parameter for `json_each`, so that a statement's text does not depend on their number.
pub(super) fn json_rows<T: Serialize>(rows: impl IntoIterator<Item = T>) -> Result<String, StoreError> {
    let rows: Vec<T> = rows.into_iter().collect();
    serde_json::to_string(&rows).map_err(|error| StoreError::Unwritable(error.to_string()))
}

/// Streams as rows of kind and id.
pub(super) fn json_streams<'a>(streams: impl IntoIterator<Item = &'a StreamId>) -> Result<String, StoreError> {
    json_rows(streams.into_iter().map(|stream| (stream.kind.name(), stream.id)))
}
