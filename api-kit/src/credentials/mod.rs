//! The views' records about callers: API keys, tokens, accounts and memberships, each cached briefly, so that most
//! requests need no look-up.
//!
//! A notice removes the records that it names at once. If a notice is lost, records still expire after half a second,
//! so every process refuses a revoked key within that time. Missing records are not cached, so that a new key works as
//! soon as it is stored.

use std::sync::Arc;
use std::time::Duration;

use futures::future::BoxFuture;
use proto_events::ids::OrganizationId;
use serde::de::DeserializeOwned;
use service_kit::problem::Problem;
use storage::{
    Account, Credential, Document, DocumentKey, Membership, Notice, NoticeBoard, StoreError, TokenRecord, ViewKind,
    ViewReader, document_of_complete_views,
};

use crate::noticed_cache::{LoadResult, NoticedCache};
use crate::store_failure::store_failed;

/// Maximum number of records of a kind in memory.
const CAPACITY: u64 = 10_000;
/// How long a record is used if its notice is lost.
const LIFETIME: Duration = Duration::from_millis(500);

/// The cached records that identify callers.
#[derive(Clone)]
pub struct Credentials {
    /// API keys, by the SHA-256 of their value.
    pub(crate) keys: Records<Credential>,
    /// Tokens, by the SHA-256 of their value.
    pub(crate) tokens: Records<TokenRecord>,
    /// Accounts, by user id.
    pub(crate) accounts: Records<Account>,
    /// Memberships, by [`Membership::key`].
    pub(crate) memberships: Records<Membership>,
}

impl Credentials {
    /// Creates caches of these views. Notices on the board remove changed records.
    pub fn new(views: Arc<dyn ViewReader>, board: &NoticeBoard) -> Self {
        let load: Load = Arc::new(move |key| -> Loading {
            let views = Arc::clone(&views);
            Box::pin(async move { document_of_complete_views(&*views, &key).await })
        });
        Self {
            keys: Records::new(ViewKind::Credential, &load, board),
            tokens: Records::new(ViewKind::UserToken, &load, board),
            accounts: Records::new(ViewKind::Account, &load, board),
            memberships: Records::new(ViewKind::Membership, &load, board),
        }
    }
}

/// A load of a document from the store.
type Loading = BoxFuture<'static, Result<Option<Document>, StoreError>>;
type Load = Arc<dyn Fn(DocumentKey) -> Loading + Send + Sync>;

/// Cached records of one kind under [`OrganizationId::SHARED`], by the keys of their documents.
pub(crate) struct Records<T> {
    kind: ViewKind,
    load: Load,
    kept: NoticedCache<String, Arc<T>>,
}

impl<T> Clone for Records<T> {
    fn clone(&self) -> Self {
        Self { kind: self.kind, load: Arc::clone(&self.load), kept: self.kept.clone() }
    }
}

impl<T: DeserializeOwned + Send + Sync + 'static> Records<T> {
    /// Creates a cache of the records of a kind. Notices on the board remove changed records.
    fn new(kind: ViewKind, load: &Load, board: &NoticeBoard) -> Self {
        let kept = NoticedCache::expiring(Some(LIFETIME), CAPACITY, |_, _| 1);
        let records = Self { kind, load: Arc::clone(load), kept };
        let listener = records.clone();
        board.listen(move |notice| listener.heed(notice));
        records
    }

    pub(crate) fn cached(&self, key: &str) -> Option<Arc<T>> {
        self.kept.cached(key)
    }

    pub(crate) async fn find(&self, key: &str) -> Result<Option<Arc<T>>, Problem> {
        self.kept.get(key, |key| self.load(key)).await
    }

    fn load(&self, key: String) -> impl Future<Output = LoadResult<Arc<T>>> + Send + use<T> {
        let kind = self.kind;
        let loading = (self.load)(DocumentKey { organization_id: OrganizationId::SHARED, kind, key });
        async move {
            let Some(document) = loading.await.map_err(store_failed)? else { return Ok(None) };
            let record = serde_json::from_slice(&document.body.for_everyone());
            record.map(|record| Some(Arc::new(record))).map_err(|_| {
                Problem::internal(format!("a record of kind {} in the view store cannot be read", kind.stored_name()))
            })
        }
    }

    fn heed(&self, notice: &Notice) {
        match notice {
            Notice::Documents { keys, .. } => {
                let named = keys.iter().filter(|key| key.kind == self.kind);
                self.kept.invalidate(named.map(|key| key.key.as_str()));
            }
            Notice::Everything => self.kept.invalidate_all(),
        }
    }
}

#[cfg(test)]
mod tests;
