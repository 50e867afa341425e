//! Serializes documents.

use bytes::Bytes;
use domain::documents::{Redactor, Versions, to_json};
use serde::Serialize;

/// Returns the bytes of a document. Serialization cannot fail, because documents have string keys; if it did, the
/// snapshot of the view's test would show `null`.
pub(in crate::views) fn to_bytes(document: &impl Serialize) -> Bytes {
    to_json(document).map_or(Bytes::from_static(b"null"), Bytes::from)
}

/// Returns the bytes of a document in the versions that groups of readers see.
pub(in crate::views) fn to_versions<D: Serialize>(document: impl Fn(&Redactor) -> D) -> Versions<Bytes> {
    Versions::render(|redactor| to_bytes(&document(redactor)))
}

/// Returns the bytes of a document without a `<`. A read side of an earlier version takes the data of a page for the
/// page itself, and must not show markup that is in a name.
pub(in crate::views) fn to_html_safe_bytes(document: &impl Serialize) -> Bytes {
    let plain = to_bytes(document);
    if !plain.contains(&b'<') {
        return plain;
    }
    String::from_utf8_lossy(&plain).replace('<', "\\u003c").into()
}
