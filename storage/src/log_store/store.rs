//! A log in a database, and how its repositories reach the database.

use std::sync::{Arc, PoisonError, RwLock};

use proto_events::{Position, Recorded};
use tokio::sync::watch;

use super::ids::IdSequences;
use super::person_keys::KeyRows;
use super::tables::LogTables;
use crate::StoreError;
use crate::append::ids::IdBlocks;
use crate::append::queue::AppendQueue;
use crate::person_keys::PersonKeys;
use crate::recent::RecentEvents;
use crate::tables::{Direct, Purpose};

/// A log in a database.
pub struct LogStore<T> {
    pub(super) tables: Arc<T>,
    /// `None` if the store is read-only.
    pub(super) appending: Option<Appending>,
    pub(super) ids: IdBlocks<IdSequences<T>>,
    pub(super) keys: PersonKeys<KeyRows<T>>,
    pub(super) log_id: RwLock<String>,
    /// The watch of a read-only store, which never changes. It is kept so that waiting receivers get no error.
    pub(super) still: watch::Sender<Position>,
}

/// What only a store has that appends.
pub(crate) struct Appending {
    pub(crate) queue: AppendQueue,
    /// The newest events, for readers in this process.
    pub(crate) recent: Arc<RecentEvents>,
}

/// Returns a store whose log has this id and ends at this position.
pub(crate) fn log_store<T: LogTables>(
    tables: T,
    (head, log_id): (Position, String),
    appending: Option<Appending>,
) -> LogStore<T> {
    let tables = Arc::new(tables);
    let (ids, keys) = (IdBlocks::new(IdSequences(Arc::clone(&tables))), PersonKeys::new(KeyRows(Arc::clone(&tables))));
    LogStore { tables, appending, ids, keys, log_id: RwLock::new(log_id), still: watch::channel(head).0 }
}

impl<T> LogStore<T> {
    /// Stores the log's id in memory and returns it.
    pub(super) fn is_now(&self, log_id: String) -> String {
        self.log_id.write().unwrap_or_else(PoisonError::into_inner).clone_from(&log_id);
        log_id
    }

    /// Returns what a store has that may append.
    pub(super) fn appending(&self) -> Result<&Appending, StoreError> {
        self.appending.as_ref().ok_or(StoreError::ReadOnly)
    }
}

/// Decrypts events.
pub(super) async fn opened<T: LogTables>(
    store: &LogStore<T>,
    mut events: Vec<Recorded>,
) -> Result<Vec<Recorded>, StoreError> {
    store.keys.open(&mut events).await?;
    Ok(events)
}

/// Returns a connection for reading.
pub(super) fn shown<T: LogTables>(store: &LogStore<T>) -> Direct<'_, T> {
    store.tables.direct(Purpose::Show)
}

/// Returns a connection for reading what decides on writes.
pub(super) fn deciding<T: LogTables>(store: &LogStore<T>) -> Direct<'_, T> {
    store.tables.direct(Purpose::Decide)
}
