//! The event store on SQLite.

use std::path::Path;
use std::sync::Arc;

use futures::TryStreamExt;
use futures::stream::BoxStream;
use proto_events::{Position, Recorded};
use sqlx::Sqlite;
use sqlx::sqlite::{SqliteRow, SqliteSynchronous};

use super::event_writer::EventWriter;
use super::open::{Database, Kind};
use super::rewriting;
use crate::StoreError;
use crate::append::queue::AppendQueue;
use crate::backup::{BackupItem, BackupSender};
use crate::erasures::Erasure;
use crate::event_rows::EventDecoder;
use crate::events::{AppendError, AppendRequest};
use crate::log_store::tables::LogTables;
use crate::log_store::{Appending, LogStore, backup, events, log_store};
use crate::recent::RecentEvents;
use crate::sql::{Sql, Statement, sql};
use crate::tables::{Purpose, Tables};
use crate::transaction::Transaction;

pub(crate) static MIGRATIONS: sqlx::migrate::Migrator = sqlx::migrate!("../migrations/events/sqlite");

/// A write is acknowledged when it is on disk.
pub(super) const KIND: Kind = Kind { migrations: &MIGRATIONS, is_log: true, synchronous: SqliteSynchronous::Full };

/// Bytes of payload read together. The event that exceeds it is the last.
const MAX_BYTES: usize = 8 * 1024 * 1024;

/// The log in one SQLite file.
pub type SqliteEventStore = LogStore<SqliteLog>;

/// The file of a log.
pub struct SqliteLog(Database);

impl SqliteEventStore {
    /// Opens the log, creates missing folders and files, and brings the schema up to date.
    ///
    /// # Errors
    /// If the file cannot be opened, is not a log, has a newer version, or SQLite itself is too old.
    pub async fn open(path: &Path) -> Result<Self, StoreError> {
        let database = Database::open(path, KIND).await?;
        let tables = SqliteLog(database.clone());
        let mut reader = tables.direct(Purpose::Show);
        let (head, log_id) = (events::head(&mut reader).await?, events::log_id(&mut reader).await?);
        let recent = Arc::new(RecentEvents::default());
        let queue = AppendQueue::start(EventWriter::new(database, Arc::clone(&recent)), head);
        Ok(log_store(tables, (head, log_id), Some(Appending { queue, recent })))
    }
}

/// Returns the query for a range of the log. Only the first row needs the previous hash.
pub(super) fn range_query() -> Statement {
    sql(format!(
        "SELECT {}, CASE WHEN position = $1 + 1 THEN (SELECT hash FROM events AS before WHERE before.position = $1) END
         FROM events WHERE position > $1 ORDER BY position LIMIT $2 + 0",
        events::COLUMNS
    ))
}

impl Tables for SqliteLog {
    type Db = Sqlite;

    async fn each(
        &self,
        purpose: Purpose,
        statement: Statement,
        take: impl FnMut(SqliteRow) -> Result<(), StoreError> + Send,
    ) -> Result<u64, StoreError> {
        let readers = match purpose {
            Purpose::Show | Purpose::Export | Purpose::Operate => self.0.readers(),
            Purpose::Decide => self.0.sound_readers()?,
            Purpose::Write => {
                let mut transaction = self.transaction().await?;
                let changed = transaction.each(statement, take).await?;
                transaction.commit().await?;
                return Ok(changed);
            }
        };
        readers.acquire().await?.each(statement, take).await
    }

    async fn transaction(&self) -> Result<Transaction<Sqlite>, StoreError> {
        self.0.writer()?.transaction().await
    }
}

impl LogTables for SqliteLog {
    async fn read_log(&self, after: Position, limit: usize) -> Result<Vec<Recorded>, StoreError> {
        let query = range_query().bind(after.0).bind(i64::try_from(limit).unwrap_or(i64::MAX)).for_sqlite();
        let readers = self.0.readers();
        let mut rows = query.fetch(&readers);
        let mut decoder = EventDecoder::default();
        let (mut events, mut bytes) = (Vec::new(), 0);
        while bytes < MAX_BYTES
            && let Some(row) = rows.try_next().await?
        {
            let event = decoder.recorded(&row)?;
            bytes += event.encoded.payload.len();
            events.push(event);
        }
        Ok(events)
    }

    async fn side_tables(&self, sender: &BackupSender) -> Result<(Position, Vec<BackupItem>), StoreError> {
        let mut snapshot: Transaction<Sqlite> = Transaction::begin(&self.0.readers(), "BEGIN").await?;
        let read = backup::side_tables(&mut *snapshot, sender).await?;
        snapshot.rollback().await?;
        Ok(read)
    }

    async fn restore(
        &self,
        items: BoxStream<'static, Result<BackupItem, StoreError>>,
        erased: &[Erasure],
    ) -> Result<(Position, String), StoreError> {
        let mut transaction = self.transaction().await?;
        let filled = backup::fill(&mut *transaction, items, erased).await?;
        transaction.commit().await?;
        Ok(filled)
    }

    fn check(&self, _request: &AppendRequest) -> Result<(), StoreError> {
        Ok(())
    }

    fn note(&self, appended: &Result<Position, AppendError>) {
        if let Err(AppendError::Store(error)) = appended {
            self.0.note_failure();
            if error.is_corrupt() {
                self.0.refuse_writes(error.to_string());
            }
        }
    }

    async fn try_write(&self) -> Result<(), StoreError> {
        self.0.try_write().await
    }

    fn refuse_writes(&self, damage: String) {
        self.0.refuse_writes(damage);
    }

    async fn rewrite(&self) -> Result<(), StoreError> {
        rewriting::rewrite(&self.0).await
    }

    async fn ping(&self) -> Result<(), StoreError> {
        let watcher = self.0.watcher();
        events::head(&mut *watcher.acquire().await?).await.map(drop)
    }

    async fn close(&self) {
        self.0.close().await;
    }
}
