//! A stored document in memory, in the versions that groups of readers see.

use std::sync::{Arc, OnceLock};

use domain::documents::ReaderGroup;
use storage::{DocumentBody, DocumentKey, PublicAddress};

use super::entry::Entry;

/// A stored document in memory.
pub(super) struct CachedDocument {
    body: DocumentBody,
    /// As organizers see it.
    whole: Arc<Entry>,
    /// As judges and as all others see it. Each is made on first use, unless these readers see all of it.
    others: [OnceLock<Arc<Entry>>; 2],
}

impl CachedDocument {
    /// Creates the document from its body and digest, with the public address in it.
    pub(super) fn new(body: DocumentBody, digest: &str, stale: bool, address: &PublicAddress) -> Self {
        let whole = Arc::new(Entry::of(body.seen_by(ReaderGroup::Organizers), digest, stale, address));
        Self { body, whole, others: Default::default() }
    }

    /// Returns the document as a group of readers sees it; `None` if it is outdated for them.
    pub(super) fn seen_by(&self, readers: ReaderGroup, address: &PublicAddress) -> Option<Arc<Entry>> {
        let made = match readers {
            ReaderGroup::Organizers => return Some(Arc::clone(&self.whole)),
            ReaderGroup::Judges => &self.others[0],
            ReaderGroup::Everyone => &self.others[1],
        };
        if let Some(made) = made.get() {
            return Some(Arc::clone(made));
        }
        if self.body.is_outdated_for(readers) {
            return None;
        }
        let Some(version) = self.body.version_of(readers) else { return Some(Arc::clone(&self.whole)) };
        let make = || Arc::new(Entry::made(address.put_in(&version).unwrap_or(version), self.is_stale()));
        Some(Arc::clone(made.get_or_init(make)))
    }

    /// Returns whether the newest domain events may be missing.
    pub(super) fn is_stale(&self) -> bool {
        self.whole.stale
    }

    /// Returns the bytes that the document takes under this key, with all versions.
    pub(super) fn weight(&self, key: &DocumentKey) -> u32 {
        let versions = [ReaderGroup::Judges, ReaderGroup::Everyone].map(|readers| self.body.version_of(readers));
        let others = versions.into_iter().flatten().map(|version| Entry::size_of(version.len()));
        others.fold(self.whole.weight(key), u32::saturating_add)
    }
}
