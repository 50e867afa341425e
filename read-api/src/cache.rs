//! The cache of documents. It never serves a document that is older than the last commit notice for it.
//!
//! A document stays until its notice. If a notice arrives during a load, the document is loaded again; if the store
//! lags behind its notices, the request is refused with 503.

mod document;
mod entry;

use std::sync::Arc;

use api_kit::noticed_cache::{CacheSettings, LoadResult, Loaded, NoticedCache};
use api_kit::store_failed;
use futures::FutureExt;
use futures::future::BoxFuture;
use metrics::Counter;
use service_kit::problem::Problem;
use storage::{
    Document, DocumentKey, Notice, NoticeBoard, PublicAddress, StoreError, ViewReader, document_of_complete_views,
};

use self::document::CachedDocument;
use crate::audience::Audience;

pub(crate) use entry::{COMPRESSED_ABOVE, Coding, Entry};

/// Maximum number of loads for a request, if notices overtake them.
const ATTEMPTS: usize = 3;

/// A load of a document from the store.
type Loading = BoxFuture<'static, Result<Option<Document>, StoreError>>;
type Load = Box<dyn Fn(DocumentKey) -> Loading + Send + Sync>;

/// Rendered documents by key.
pub(crate) struct DocumentCache {
    load: Load,
    address: PublicAddress,
    kept: NoticedCache<DocumentKey, Arc<CachedDocument>>,
    hits: Counter,
    misses: Counter,
}

impl DocumentCache {
    /// Creates an empty cache of up to `bytes` bytes for these views, which listens to the notice board. Its documents
    /// contain this address.
    pub(crate) fn of_views(
        bytes: u64,
        views: Arc<dyn ViewReader>,
        address: PublicAddress,
        board: &NoticeBoard,
    ) -> Self {
        let load = move |key| {
            let views = Arc::clone(&views);
            async move { document_of_complete_views(&*views, &key).await }.boxed()
        };
        Self::new(bytes, load, address, board)
    }

    fn new(
        bytes: u64,
        load: impl Fn(DocumentKey) -> Loading + Send + Sync + 'static,
        address: PublicAddress,
        board: &NoticeBoard,
    ) -> Self {
        let settings = CacheSettings { capacity: bytes, attempts: ATTEMPTS, lifetime: None };
        let kept = NoticedCache::new(settings, |key, document: &Arc<CachedDocument>| document.weight(key));
        let (listener, of_bodies) = (kept.clone(), address.clone());
        board.listen_for_bodies(move |notice, bodies| match notice {
            Notice::Documents { keys, position } => {
                listener.renew(keys, *position, |place, old: Arc<CachedDocument>| {
                    // A notice about everything comes when a stream is parked or no longer parked.
                    let new = bodies.get(place).filter(|_| !old.is_stale())?;
                    // Copied, because the renderer's buffer may be larger.
                    Some(Arc::new(CachedDocument::new(new.body.copied(), &new.digest, false, &of_bodies)))
                });
            }
            Notice::Everything => listener.invalidate_all(),
        });
        let hits = metrics::counter!("crosstable_cache_hits_total");
        let misses = metrics::counter!("crosstable_cache_misses_total");
        Self { load: Box::new(load), address, kept, hits, misses }
    }

    /// Returns a document from memory or from the store, as an audience sees it; `None` if it does not exist.
    pub(crate) async fn get(&self, key: &DocumentKey, audience: Audience) -> Result<Option<Arc<Entry>>, Problem> {
        if let Some(found) = self.cached(key, audience) {
            self.count_hit();
            return Ok(Some(found));
        }
        self.misses.increment(1);
        let found = self.kept.get(key, |key| loaded((self.load)(key), self.address.clone())).await?;
        let Some(found) = found else { return Ok(None) };
        let seen = found.seen_by(audience.readers_in(key.organization_id), &self.address);
        seen.map(Some).ok_or_else(|| store_failed(StoreError::Incomplete))
    }

    /// Returns a document as an audience sees it, if it is in memory.
    pub(crate) fn cached(&self, key: &DocumentKey, audience: Audience) -> Option<Arc<Entry>> {
        self.kept.at_hand(key)?.seen_by(audience.readers_in(key.organization_id), &self.address)
    }

    /// Counts an answer from memory.
    pub(crate) fn count_hit(&self) {
        self.hits.increment(1);
    }

    /// Returns the number of entries and their bytes.
    pub(crate) fn size(&self) -> (u64, u64) {
        self.kept.size()
    }
}

async fn loaded(loading: Loading, address: PublicAddress) -> LoadResult<Arc<CachedDocument>> {
    let document = loading.await.map_err(store_failed)?;
    let cached = |document: Document| Loaded {
        position: Some(document.position),
        value: Arc::new(CachedDocument::new(document.body, &document.digest, document.stale, &address)),
    };
    Ok(document.map(cached))
}

#[cfg(test)]
mod tests;
