//! Reads that take a missing document for one that does not exist.

use super::{Document, DocumentKey, ViewStore};
use crate::StoreError;

/// One document of the active generation, if that shows everything. Views that are being made from nothing lack documents
/// that exist.
///
/// # Errors
/// [`StoreError::Incomplete`] where there is no such document in views that are not complete.
pub async fn document_of_complete_views(
    views: &dyn ViewStore,
    key: &DocumentKey,
) -> Result<Option<Document>, StoreError> {
    if let Some(document) = views.document(key).await? {
        return Ok(Some(document));
    }
    match views.active().await? {
        Some(active) if active.is_complete() => Ok(None),
        _ => Err(StoreError::Incomplete),
    }
}
