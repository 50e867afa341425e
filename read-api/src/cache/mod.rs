//! The cache of documents. A document stays until its notice; no request gets one from before a notice that came before
//! the request.

mod entry;

use std::sync::Arc;

use api_kit::noticed_cache::{LoadResult, NoticedCache};
use api_kit::store_failed;
use bytes::Bytes;
use domain::documents::ReaderGroup;
use metrics::Counter;
use service_kit::problem::Problem;
use storage::{Document, DocumentKey, NoticeBoard, PublicAddress, StoreError, ViewReader, document_of_complete_views};

use crate::audience::Audience;

pub(crate) use entry::{COMPRESSED_ABOVE, Entry};

/// Rendered documents by key.
pub(crate) struct DocumentCache {
    views: Arc<dyn ViewReader>,
    address: PublicAddress,
    kept: NoticedCache<DocumentKey, Arc<CachedDocument>>,
    hits: Counter,
    misses: Counter,
}

impl DocumentCache {
    /// Creates an empty cache of up to `bytes` bytes, which listens to the notice board. Its documents contain this
    /// address.
    pub(crate) fn new(bytes: u64, views: Arc<dyn ViewReader>, address: PublicAddress, board: &NoticeBoard) -> Self {
        let kept = NoticedCache::new(bytes, |key, document: &Arc<CachedDocument>| document.weight(key));
        kept.heed(board);
        let hits = metrics::counter!("crosstable_cache_hits_total");
        let misses = metrics::counter!("crosstable_cache_misses_total");
        Self { views, address, kept, hits, misses }
    }

    /// Returns a document from memory or from the store, as an audience sees it; `None` if it does not exist.
    pub(crate) async fn get(&self, key: &DocumentKey, audience: Audience) -> Result<Option<Arc<Entry>>, Problem> {
        if let Some(found) = self.cached(key, audience) {
            self.count_hit();
            return Ok(Some(found));
        }
        self.misses.increment(1);
        let load = |key| loaded(Arc::clone(&self.views), key, self.address.clone());
        let Some(found) = self.kept.get(key, load).await? else { return Ok(None) };
        let seen = found.seen_by(audience.readers_in(key.organization_id));
        seen.map(Some).ok_or_else(|| store_failed(StoreError::Incomplete))
    }

    /// Returns a document as an audience sees it, if it is in memory.
    pub(crate) fn cached(&self, key: &DocumentKey, audience: Audience) -> Option<Arc<Entry>> {
        self.kept.cached(key)?.seen_by(audience.readers_in(key.organization_id))
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

async fn loaded(
    views: Arc<dyn ViewReader>,
    key: DocumentKey,
    address: PublicAddress,
) -> LoadResult<Arc<CachedDocument>> {
    let document = document_of_complete_views(&*views, &key).await.map_err(store_failed)?;
    Ok(document.map(|document| Arc::new(CachedDocument::new(&document, &address))))
}

/// A stored document in memory.
struct CachedDocument {
    /// As organizers see it.
    whole: Arc<Entry>,
    /// As judges and as all others see it; none if it is outdated for them.
    others: [Option<Arc<Entry>>; 2],
}

impl CachedDocument {
    /// Creates the document with the public address in it.
    fn new(document: &Document, address: &PublicAddress) -> Self {
        let Document { body, digest, stale, .. } = document;
        let whole = Arc::new(Entry::of(body.seen_by(ReaderGroup::Organizers), digest, *stale, address));
        let others = [ReaderGroup::Judges, ReaderGroup::Everyone].map(|readers| {
            let made = |version: Bytes| Arc::new(Entry::made(address.put_in(&version).unwrap_or(version), *stale));
            let seen = || body.version_of(readers).map_or_else(|| Arc::clone(&whole), made);
            (!body.is_outdated_for(readers)).then(seen)
        });
        Self { whole, others }
    }

    /// Returns the document as a group of readers sees it; `None` if it is outdated for them.
    fn seen_by(&self, readers: ReaderGroup) -> Option<Arc<Entry>> {
        match readers {
            ReaderGroup::Organizers => Some(Arc::clone(&self.whole)),
            ReaderGroup::Judges => self.others[0].clone(),
            ReaderGroup::Everyone => self.others[1].clone(),
        }
    }

    /// Returns the bytes that the document takes under this key, with all versions.
    fn weight(&self, key: &DocumentKey) -> u32 {
        let versions = self.others.iter().flatten().filter(|version| !Arc::ptr_eq(version, &self.whole));
        versions.map(|version| version.size()).fold(self.whole.weight(key), u32::saturating_add)
    }
}
