//! Reads for which a missing document means that it does not exist.

use super::{Document, DocumentKey, ViewReader};
use crate::StoreError;

/// Returns a document of the active generation, or `None` if complete views do not contain it. Views that are being
/// built may lack existing documents.
///
/// # Errors
/// [`StoreError::Incomplete`] if the document is missing and the views are not complete.
pub async fn document_of_complete_views(
    views: &dyn ViewReader,
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
