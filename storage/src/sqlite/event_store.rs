//! The event store on SQLite.

use std::path::Path;

use futures::TryStreamExt;
use proto_events::{Position, Recorded};
use sqlx::sqlite::{SqliteConnection, SqliteSynchronous};
use sqlx::{AssertSqlSafe, Row, Sqlite};

use super::event_writer::EventWriter;
use super::open::{Database, Kind};
use super::writer::{BEGIN, truncate_log};
use crate::append::queue::AppendQueue;
use crate::append_request::{AppendError, AppendRequest};
use crate::event_rows::EventDecoder;
use crate::log_rows::EVENTS;
use crate::log_store::{LogStore, LogTables, events, log_store};
use crate::sql::{Statement, names, sql};
use crate::tables::{Purpose, Tables};
use crate::transaction::Transaction;
use crate::{StoreError, migrations};

/// A write is acknowledged when it is on disk.
pub(super) const KIND: Kind = Kind { migrations: &migrations::EVENTS_ON_SQLITE, synchronous: SqliteSynchronous::Full };

/// Bytes of payload read together. The event that exceeds it is the last.
const MAX_BYTES: usize = 8 * 1024 * 1024;

/// The log in one SQLite file.
pub type SqliteEventStore = LogStore<Database>;

impl SqliteEventStore {
    /// Opens the log, creates missing folders and files, and brings the schema up to date.
    ///
    /// # Errors
    /// If the file cannot be opened, is not a log, has a newer version, or SQLite itself is too old.
    pub async fn open(path: &Path) -> Result<Self, StoreError> {
        let database = Database::open(path, KIND).await?;
        let mut reader = database.direct(Purpose::Show);
        let (head, log_id) = (events::head(&mut reader).await?, events::log_id(&mut reader).await?);
        let queue = AppendQueue::start(EventWriter::new(database.clone()), head);
        Ok(log_store(database, (head, log_id), Some(queue)))
    }
}

/// Returns the query for a range of the log. Only the first row needs the previous hash.
pub(super) fn range_query() -> Statement {
    sql(format!(
        "SELECT {}, CASE WHEN position = $1 + 1 THEN (SELECT hash FROM events AS before WHERE before.position = $1) END
         FROM events WHERE position > $1 ORDER BY position LIMIT $2 + 0",
        names(EVENTS.columns)
    ))
}

impl LogTables for Database {
    async fn read_log(&self, after: Position, limit: usize) -> Result<Vec<Recorded>, StoreError> {
        let query = range_query().bind(after.0).bind(i64::try_from(limit).unwrap_or(i64::MAX)).for_sqlite();
        let readers = self.readers();
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

    async fn long_transaction(&self) -> Result<Transaction<Sqlite>, StoreError> {
        self.transaction().await
    }

    fn check(&self, _request: &AppendRequest) -> Result<(), StoreError> {
        Ok(())
    }

    fn note(&self, appended: &Result<Position, AppendError>) {
        if let Err(AppendError::Store(error)) = appended {
            self.note_failure();
            if error.is_corrupt() {
                self.set_damaged(error.to_string());
            }
        }
    }

    fn refuse_writes(&self, damage: String) {
        self.set_damaged(damage);
    }

    async fn rewrite(&self) -> Result<(), StoreError> {
        rewrite(self).await
    }
}

/// The tables of the log that hold personal data or keys.
const TABLES: [&str; 4] = ["claims", "idempotent_answers", "passwords", "person_keys"];
/// Largest value that fills free pages.
const FILLER: i64 = 64 << 20;

/// Rewrites the tables with personal data and all free pages, and empties the write-ahead log. `DELETE` alone leaves the
/// bytes of a row in free pages, and copies of moved rows in the gaps of pages.
async fn rewrite(database: &Database) -> Result<(), StoreError> {
    let writer = database.writer()?;
    let mut transaction = Transaction::begin_set(&writer, "PRAGMA secure_delete = ON", BEGIN).await?;
    for table in TABLES {
        for statement in [
            format!("CREATE TABLE rewritten AS SELECT * FROM {table}"),
            format!("DELETE FROM {table}"),
            format!("INSERT INTO {table} SELECT * FROM rewritten"),
            "DROP TABLE rewritten".to_owned(),
        ] {
            sqlx::query(AssertSqlSafe(statement)).persistent(false).execute(&mut *transaction).await?;
        }
    }
    overwrite_free_pages(&mut transaction).await?;
    transaction.commit().await?;
    database.note_write();
    truncate_log(&writer).await
}

/// Fills all free pages with zeros.
async fn overwrite_free_pages(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    let page = number(connection, "PRAGMA page_size").await?;
    sqlx::query("CREATE TABLE filler (zeros BLOB)").persistent(false).execute(&mut *connection).await?;
    loop {
        let free = number(connection, "PRAGMA freelist_count").await?;
        if free == 0 {
            break;
        }
        let fill = sqlx::query("INSERT INTO filler VALUES (zeroblob(?1))").bind((free * page).min(FILLER));
        fill.persistent(false).execute(&mut *connection).await?;
    }
    sqlx::query("DROP TABLE filler").persistent(false).execute(connection).await?;
    Ok(())
}

async fn number(connection: &mut SqliteConnection, pragma: &'static str) -> Result<i64, StoreError> {
    Ok(sqlx::query(pragma).fetch_one(connection).await?.try_get(0)?)
}
