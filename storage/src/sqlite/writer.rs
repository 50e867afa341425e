//! The connection with which this process writes to a database file. All writes use [`Transaction`], so that a
//! connection with a failed transaction is never used again.

use sqlx::sqlite::{SqliteConnection, SqlitePool, SqliteSynchronous};
use sqlx::{AssertSqlSafe, Row, Sqlite};
use tokio::time::{Duration, Instant, sleep};

use crate::StoreError;
use crate::transaction::Transaction;

/// How long the emptying of the write-ahead log waits for reads.
const TRUNCATION: Duration = Duration::from_secs(60);
/// Time between two attempts.
const TRUNCATION_RETRY: Duration = Duration::from_millis(50);

/// A pool of one connection.
#[derive(Debug, Clone)]
pub(super) struct Writer(SqlitePool);

impl Writer {
    /// Creates a writer from a pool of one connection.
    pub(super) fn new(pool: SqlitePool) -> Self {
        Self(pool)
    }

    /// Begins a transaction with the write lock.
    pub(super) async fn transaction(&self) -> Result<Transaction<Sqlite>, StoreError> {
        Transaction::begin(&self.0, "BEGIN IMMEDIATE").await
    }

    /// Returns a transaction whose first statement has to begin it, with `BEGIN IMMEDIATE`. Statements that are sent together are
    /// one message to SQLite's thread instead of one each.
    pub(super) async fn unbegun_transaction(&self) -> Result<Transaction<Sqlite>, StoreError> {
        Transaction::begin_with_first_statement(&self.0).await
    }

    /// Begins a transaction with the write lock whose commit is always flushed, so that it survives a power cut.
    pub(super) async fn flushed_transaction(&self) -> Result<Transaction<Sqlite>, StoreError> {
        Transaction::begin_set(&self.0, "PRAGMA synchronous = FULL", "BEGIN IMMEDIATE").await
    }

    /// Begins a transaction with the write lock that overwrites with zeros what it deletes.
    pub(super) async fn zeroing_transaction(&self) -> Result<Transaction<Sqlite>, StoreError> {
        Transaction::begin_set(&self.0, "PRAGMA secure_delete = ON", "BEGIN IMMEDIATE").await
    }

    /// Makes a flushed write that changes nothing, in the same way as all writes.
    pub(super) async fn try_write(&self, synchronous: SqliteSynchronous) -> Result<(), StoreError> {
        let mut transaction = match synchronous {
            SqliteSynchronous::Full => self.transaction().await?,
            _ => self.flushed_transaction().await?,
        };
        touch(&mut transaction).await?;
        transaction.commit().await
    }

    /// Copies the pages that no reader needs from the write-ahead log into the file.
    pub(super) async fn checkpoint(&self) -> Result<(), StoreError> {
        copy(&self.0).await
    }

    /// Copies the write-ahead log into the file and empties it. Waits for reads that need it, up to a time limit.
    pub(super) async fn truncate_log(&self) -> Result<(), StoreError> {
        let give_up = Instant::now() + TRUNCATION;
        loop {
            let row = sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").fetch_one(&self.0).await?;
            if row.try_get::<i64, _>(0)? == 0 {
                return Ok(());
            }
            if Instant::now() >= give_up {
                return Err(StoreError::Locked);
            }
            sleep(TRUNCATION_RETRY).await;
        }
    }

    /// Writes the whole file anew, without deleted rows. Reads continue; writes wait.
    pub(super) async fn vacuum(&self) -> Result<(), StoreError> {
        sqlx::query("VACUUM").persistent(false).execute(&self.0).await?;
        Ok(())
    }

    /// Returns the connection itself, for tests that make it fail.
    #[cfg(test)]
    pub(super) async fn connection(&self) -> sqlx::pool::PoolConnection<Sqlite> {
        self.0.acquire().await.unwrap()
    }

    /// Closes the connection when it is free.
    pub(super) async fn close(&self) {
        self.0.close().await;
    }
}

/// Makes a transaction write, by increasing an unused number in the file's header.
pub(super) async fn touch(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    let count: i32 = sqlx::query("PRAGMA user_version").fetch_one(&mut *connection).await?.try_get(0)?;
    let count = AssertSqlSafe(format!("PRAGMA user_version = {}", count.wrapping_add(1)));
    sqlx::query(count).persistent(false).execute(connection).await?;
    Ok(())
}

/// Copies the pages that no reader needs in the log. Writers on other connections do not wait.
pub(super) async fn copy(connection: &SqlitePool) -> Result<(), StoreError> {
    sqlx::query("PRAGMA wal_checkpoint(PASSIVE)").fetch_one(connection).await?;
    Ok(())
}
