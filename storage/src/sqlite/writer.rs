//! The connection of this process that writes to a database file. Nothing writes but by a transaction, so that a connection
//! on which one failed is never used again.

use sqlx::sqlite::{SqliteConnection, SqlitePool, SqliteSynchronous};
use sqlx::{AssertSqlSafe, Row, Sqlite};

use crate::StoreError;
use crate::transaction::Transaction;

/// A pool of one connection.
#[derive(Debug, Clone)]
pub(super) struct Writer(SqlitePool);

impl Writer {
    /// Takes over a pool of one connection.
    pub(super) fn new(pool: SqlitePool) -> Self {
        Self(pool)
    }

    /// Begins a transaction that has the write lock from its beginning.
    pub(super) async fn transaction(&self) -> Result<Transaction<Sqlite>, StoreError> {
        Transaction::begin(&self.0, "BEGIN IMMEDIATE").await
    }

    /// The same for what must survive a power cut once it is committed, whatever holds for other transactions.
    pub(super) async fn flushed_transaction(&self) -> Result<Transaction<Sqlite>, StoreError> {
        Transaction::begin_set(&self.0, "PRAGMA synchronous = FULL", "BEGIN IMMEDIATE").await
    }

    /// Writes something that changes nothing, by the way that everything takes, and flushes it.
    pub(super) async fn try_write(&self, synchronous: SqliteSynchronous) -> Result<(), StoreError> {
        let mut transaction = match synchronous {
            SqliteSynchronous::Full => self.transaction().await?,
            _ => self.flushed_transaction().await?,
        };
        touch(&mut transaction).await?;
        transaction.commit().await
    }

    /// Copies what no reader still needs from the write-ahead log into the file.
    pub(super) async fn checkpoint(&self) -> Result<(), StoreError> {
        super::wal::copy(&self.0).await
    }

    /// The connection itself, for tests to spoil.
    #[cfg(test)]
    pub(super) async fn connection(&self) -> sqlx::pool::PoolConnection<Sqlite> {
        self.0.acquire().await.unwrap()
    }

    /// Closes the connection, once it is free.
    pub(super) async fn close(&self) {
        self.0.close().await;
    }
}

/// Makes a transaction write: it counts a number in the file's header that nothing else uses.
pub(super) async fn touch(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    let count: i32 = sqlx::query("PRAGMA user_version").fetch_one(&mut *connection).await?.try_get(0)?;
    let count = AssertSqlSafe(format!("PRAGMA user_version = {}", count.wrapping_add(1)));
    sqlx::query(count).persistent(false).execute(connection).await?;
    Ok(())
}
