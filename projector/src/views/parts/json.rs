//! Documents as bytes.

use bytes::Bytes;
use serde::Serialize;

/// The bytes of a document. Documents have string keys and serializers that never refuse, so there is no error to tell;
/// were there one, `null` would stand in the snapshot of the view's own test.
pub(in crate::views) fn to_bytes(document: &impl Serialize) -> Bytes {
    serde_json::to_vec(document).map_or(Bytes::from_static(b"null"), Bytes::from)
}
