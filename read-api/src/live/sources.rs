//! The documents that the facts of a topic come from.

use std::collections::HashMap;
use std::sync::Arc;

use api_kit::streams::WatchedDocuments;
use axum::http::HeaderValue;
use service_kit::problem::Problem;
use storage::DocumentKey;

use super::known::FactDigest;
use crate::audience::Audience;
use crate::cache::{DocumentCache, Entry};

/// Digests in a round's document, with the tag of the document: they are computed once for each state of it.
pub(super) type RoundDigests = (HeaderValue, [FactDigest; 3]);

/// Reads the documents of a topic.
pub(super) struct Sources<'r> {
    pub(super) cache: &'r DocumentCache,
    pub(super) audience: Audience,
    /// The path with which addresses begin.
    pub(super) base_path: &'r str,
    pub(super) documents: &'r mut WatchedDocuments,
    /// By round.
    pub(super) digests: &'r mut HashMap<i64, RoundDigests>,
}

impl Sources<'_> {
    /// Returns a document as the readers see it, if it exists.
    pub(super) async fn get(&mut self, key: DocumentKey) -> Result<Option<Arc<Entry>>, Problem> {
        self.documents.watch(&key);
        self.cache.get(&key, self.audience).await
    }

    /// Returns the digests in a round's document.
    pub(super) fn digests(
        &mut self,
        round: i64,
        document: &Entry,
        compute: impl FnOnce(&[u8]) -> serde_json::Result<[FactDigest; 3]>,
    ) -> Result<[FactDigest; 3], Problem> {
        if let Some((etag, digests)) = self.digests.get(&round)
            && *etag == document.etag
        {
            return Ok(*digests);
        }
        let digests = compute(&document.body).map_err(Problem::internal)?;
        self.digests.insert(round, (document.etag.clone(), digests));
        Ok(digests)
    }
}
