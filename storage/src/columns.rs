//! From columns to the types of the store, whatever the database.

use chrono::{DateTime, Utc};
use proto_events::{StreamId, StreamKind};

use crate::StoreError;
use crate::views::ViewKind;

/// A stream from its two columns.
pub(crate) fn stream_id(kind: &str, id: i64) -> Result<StreamId, StoreError> {
    let kind =
        StreamKind::from_name(kind).ok_or_else(|| StoreError::Damaged(format!("`{kind}` is no kind of stream")))?;
    Ok(StreamId { kind, id })
}

/// A kind of document from its column.
pub(crate) fn view_kind(name: &str) -> Result<ViewKind, StoreError> {
    ViewKind::from_stored_name(name).ok_or_else(|| StoreError::Damaged(format!("`{name}` is no kind of view")))
}

/// A time from its column.
pub(crate) fn time(micros: i64) -> Result<DateTime<Utc>, StoreError> {
    DateTime::from_timestamp_micros(micros).ok_or_else(|| StoreError::Damaged(format!("{micros} is no time")))
}
