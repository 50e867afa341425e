//! The event store on SQLite.

use std::path::Path;

use sqlx::sqlite::{SqliteConnection, SqliteSynchronous};
use sqlx::{AssertSqlSafe, Row, Sqlite};

use super::event_writer::EventWriter;
use super::open::{Database, Kind};
use super::writer::{BEGIN, truncate_log};
use crate::append::queue::AppendQueue;
use crate::append_request::AppendRequest;
use crate::log_store::{LogStore, LogTables, events, log_store};
use crate::tables::{Opening, Purpose, Tables};
use crate::transaction::Transaction;
use crate::{StoreError, migrations};

/// A write is acknowledged when it is on disk.
pub(super) const KIND: Kind = Kind { migrations: &migrations::EVENTS_ON_SQLITE, synchronous: SqliteSynchronous::Full };

/// The log in one SQLite file.
pub type SqliteEventStore = LogStore<Database>;

impl SqliteEventStore {
    /// Opens the log, creates missing folders and files, and brings the schema up to date.
    ///
    /// # Errors
    /// If the file cannot be opened, is not a log, has a newer version, or SQLite itself is too old.
    pub fn open(path: &Path) -> Opening<'_, Self> {
        Box::pin(async move {
            let database = Database::open(path, KIND).await?;
            let mut reader = database.direct(Purpose::Show);
            let (head, log_id) = (events::head(&mut reader).await?, events::log_id(&mut reader).await?);
            let queue = AppendQueue::start(EventWriter::new(database.clone()), head);
            Ok(log_store(database, (head, log_id), Some(queue)))
        })
    }
}

impl LogTables for Database {
    async fn long_transaction(&self) -> Result<Transaction<Sqlite>, StoreError> {
        self.transaction().await
    }

    fn check(&self, _request: &AppendRequest) -> Result<(), StoreError> {
        Ok(())
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
