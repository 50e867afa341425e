//! A log in a database, what it needs of the database, and how its repositories reach it.

use std::future::Future;
use std::sync::{Arc, PoisonError, RwLock};

use proto_events::{Position, Recorded};
use tokio::sync::watch;

use super::ids::IdBlocks;
use super::person_keys;
use crate::StoreError;
use crate::append::queue::AppendQueue;
use crate::append_request::AppendRequest;
use crate::last_write::LastWrite;
use crate::tables::Tables;
use crate::transaction::Transaction;

/// A log in a database.
pub struct LogStore<T> {
    pub(super) tables: Arc<T>,
    /// `None` if the store is read-only.
    pub(super) queue: Option<AppendQueue>,
    pub(super) ids: IdBlocks,
    pub(super) log_id: RwLock<String>,
    /// The watch of a read-only store, which never changes. It is kept so that waiting receivers get no error.
    pub(super) still: watch::Sender<Position>,
    pub(super) last_write: LastWrite,
}

/// Returns a store whose log has this id and ends at this position.
pub(crate) fn log_store<T: LogTables>(
    tables: T,
    (head, log_id): (Position, String),
    queue: Option<AppendQueue>,
) -> LogStore<T> {
    let (tables, log_id, still) = (Arc::new(tables), RwLock::new(log_id), watch::channel(head).0);
    LogStore { tables, queue, ids: IdBlocks::default(), log_id, still, last_write: LastWrite::default() }
}

impl<T> LogStore<T> {
    /// Stores the log's id in memory and returns it.
    pub(super) fn is_now(&self, log_id: String) -> String {
        self.log_id.write().unwrap_or_else(PoisonError::into_inner).clone_from(&log_id);
        log_id
    }

    /// Returns the queue of a store that may append.
    pub(super) fn appending(&self) -> Result<&AppendQueue, StoreError> {
        self.queue.as_ref().ok_or(StoreError::ReadOnly)
    }
}

pub(super) async fn decrypted<T: LogTables>(
    store: &LogStore<T>,
    mut events: Vec<Recorded>,
) -> Result<Vec<Recorded>, StoreError> {
    person_keys::open(&mut store.tables.show(), &mut events).await?;
    Ok(events)
}

pub(crate) trait LogTables: Tables {
    /// Begins a transaction that writes, and may take long.
    fn long_transaction(&self) -> impl Future<Output = Result<Transaction<Self::Db>, StoreError>> + Send;

    /// Refuses a request that the database cannot store, before it makes a batch with other requests fail.
    fn check(&self, request: &AppendRequest) -> Result<(), StoreError>;

    /// Refuses all further writes, if the database cannot maintain its files itself.
    fn refuse_writes(&self, damage: String);

    /// Removes deleted rows from the files; see [`EventStore::rewrite`](crate::EventStore::rewrite).
    fn rewrite(&self) -> impl Future<Output = Result<(), StoreError>> + Send;
}
