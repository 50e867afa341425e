//! Serializes documents.

use bytes::Bytes;
use serde::Serialize;

/// Returns the bytes of a document. Serialization cannot fail, because documents have string keys; if it did, the
/// snapshot of the view's test would show `null`.
pub(in crate::views) fn to_bytes(document: &impl Serialize) -> Bytes {
    serde_json::to_vec(document).map_or(Bytes::from_static(b"null"), Bytes::from)
}
