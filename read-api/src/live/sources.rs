//! The documents that the facts of a topic come from. Each is subscribed to before it is read, so that no change of it
//! is missed.

use std::collections::HashMap;
use std::sync::Arc;

use axum::http::HeaderValue;
use service_kit::problem::Problem;
use storage::DocumentKey;

use super::known::FactDigest;
use super::wakeups::Subscription;
use crate::audience::Audience;
use crate::cache::{DocumentCache, Entry};

/// Digests of a round's document, which are computed once for each state of it.
type Digests = [FactDigest; 3];

/// Reads the documents of a topic.
pub(super) struct Sources {
    cache: Arc<DocumentCache>,
    audience: Audience,
    base_path: Arc<str>,
    subscription: Subscription,
    /// By round, with the tag of the document.
    digests: HashMap<i64, (HeaderValue, Digests)>,
}

impl Sources {
    pub(super) fn new(
        cache: Arc<DocumentCache>,
        audience: Audience,
        base_path: Arc<str>,
        subscription: Subscription,
    ) -> Self {
        Self { cache, audience, base_path, subscription, digests: HashMap::new() }
    }

    /// Returns the subscription to the documents that were read.
    pub(super) fn subscription(&self) -> &Subscription {
        &self.subscription
    }

    /// Returns the path with which addresses begin.
    pub(super) fn base_path(&self) -> &str {
        &self.base_path
    }

    /// Returns a document as the readers see it, if it exists.
    pub(super) async fn get(&mut self, key: DocumentKey) -> Result<Option<Arc<Entry>>, Problem> {
        self.subscription.add(&key);
        self.cache.get(&key, self.audience).await
    }

    /// Returns the digests of a round's document.
    pub(super) fn digests(
        &mut self,
        round: i64,
        document: &Entry,
        compute: impl FnOnce(&[u8]) -> serde_json::Result<Digests>,
    ) -> Result<Digests, Problem> {
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
