//! Encodes rows as parameters.

use proto_events::StreamId;
use serde::Serialize;

use crate::StoreError;

/// Encodes rows as one JSON parameter for `json_each`, so that a statement's text does not depend on their number.
pub(super) fn json_rows<T: Serialize>(rows: impl IntoIterator<Item = T>) -> Result<String, StoreError> {
    let rows: Vec<T> = rows.into_iter().collect();
    serde_json::to_string(&rows).map_err(|error| StoreError::Unwritable(error.to_string()))
}

/// Encodes streams as rows of kind and id.
pub(super) fn json_streams<'a>(streams: impl IntoIterator<Item = &'a StreamId>) -> Result<String, StoreError> {
    json_rows(streams.into_iter().map(|stream| (stream.kind.name(), stream.id)))
}
