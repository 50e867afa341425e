//! The views' records about callers: API keys, tokens, accounts and memberships, each cached briefly, so that most
//! requests need no look-up.
//!
//! A notice removes the records that it names at once. If a notice is lost, records still expire after half a second,
//! so every process refuses a revoked key within that time. Missing records are not cached, so that a new key works as
//! soon as it is stored.

use std::any::Any;
use std::sync::Arc;
use std::time::Duration;

use futures::future::BoxFuture;
use proto_events::ids::OrganizationId;
use serde::de::DeserializeOwned;
use service_kit::problem::Problem;
use storage::{Document, DocumentKey, NoticeBoard, StoreError, ViewKind, ViewReader, document_of_complete_views};

use crate::noticed_cache::NoticedCache;
use crate::store_failure::store_failed;

/// Maximum number of records in memory.
const CAPACITY: u64 = 40_000;
/// How long a record is used if its notice is lost.
const LIFETIME: Duration = Duration::from_millis(500);

/// A load of a document from the store.
type Loading = BoxFuture<'static, Result<Option<Document>, StoreError>>;

/// A record in memory, of the type that belongs to the kind in its key.
type Record = Arc<dyn Any + Send + Sync>;

/// The cached records that identify callers.
#[derive(Clone)]
pub struct Credentials {
    load: Arc<dyn Fn(DocumentKey) -> Loading + Send + Sync>,
    kept: NoticedCache<DocumentKey, Record>,
}

impl Credentials {
    /// Creates a cache of these views. Notices on the board remove changed records.
    pub fn new(views: Arc<dyn ViewReader>, board: &NoticeBoard) -> Self {
        let load = move |key| -> Loading {
            let views = Arc::clone(&views);
            Box::pin(async move { document_of_complete_views(&*views, &key).await })
        };
        Self::loading(load, board)
    }

    fn loading(load: impl Fn(DocumentKey) -> Loading + Send + Sync + 'static, board: &NoticeBoard) -> Self {
        let kept = NoticedCache::expiring(Some(LIFETIME), CAPACITY, |_, _| 1);
        kept.heed(board);
        Self { load: Arc::new(load), kept }
    }

    /// Returns the record of a kind with this key, if it is in memory.
    pub(crate) fn cached<T: Send + Sync + 'static>(&self, kind: ViewKind, key: String) -> Option<Arc<T>> {
        self.kept.cached(&key_of(kind, key))?.downcast().ok()
    }

    /// Returns the record of a kind with this key, which all organizations share.
    pub(crate) async fn find<T>(&self, kind: ViewKind, key: String) -> Result<Option<Arc<T>>, Problem>
    where
        T: DeserializeOwned + Send + Sync + 'static,
    {
        let unreadable = move || {
            Problem::internal(format!("a record of kind {} in the view store cannot be read", kind.stored_name()))
        };
        let load = |key| {
            let loading = (self.load)(key);
            async move {
                let Some(document) = loading.await.map_err(store_failed)? else { return Ok(None) };
                let record: T = serde_json::from_slice(&document.body.for_everyone()).map_err(|_| unreadable())?;
                Ok(Some(Arc::new(record) as Record))
            }
        };
        let found = self.kept.get(&key_of(kind, key), load).await?;
        found.map(|record| record.downcast().map_err(|_| unreadable())).transpose()
    }
}

fn key_of(kind: ViewKind, key: String) -> DocumentKey {
    DocumentKey { organization_id: OrganizationId::SHARED, kind, key }
}

#[cfg(test)]
mod tests;
