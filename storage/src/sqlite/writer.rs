//! The connection with which this process writes to a database file. All writes use [`Transaction`], so that a
//! connection with a failed transaction is never used again.

use std::time::Duration;

use sqlx::sqlite::{SqliteConnection, SqlitePool, SqliteSynchronous};
use sqlx::{AssertSqlSafe, Row, Sqlite};
use tokio::time::{Instant, sleep};

use crate::StoreError;
use crate::transaction::Transaction;

/// How long the emptying of the write-ahead log waits for reads.
const TRUNCATION: Duration = Duration::from_secs(60);
/// Time between two attempts.
const TRUNCATION_RETRY: Duration = Duration::from_millis(50);

/// Begins a transaction with the write lock.
pub(super) const BEGIN: &str = "BEGIN IMMEDIATE";

/// Begins a transaction with the write lock whose commit is always flushed, so that it survives a power cut.
pub(super) async fn flushed_transaction(writer: &SqlitePool) -> Result<Transaction<Sqlite>, StoreError> {
    Transaction::begin_set(writer, "PRAGMA synchronous = FULL", BEGIN).await
}

/// Makes a flushed write that changes nothing, in the same way as all writes.
pub(super) async fn try_write(writer: &SqlitePool, synchronous: SqliteSynchronous) -> Result<(), StoreError> {
    let mut transaction = match synchronous {
        SqliteSynchronous::Full => Transaction::begin(writer, BEGIN).await?,
        _ => flushed_transaction(writer).await?,
    };
    touch(&mut transaction).await?;
    transaction.commit().await
}

/// Copies the write-ahead log into the file and empties it. Waits for reads that need it, up to a time limit.
pub(super) async fn truncate_log(writer: &SqlitePool) -> Result<(), StoreError> {
    let give_up = Instant::now() + TRUNCATION;
    loop {
        let row = sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").fetch_one(writer).await?;
        if row.try_get::<i64, _>(0)? == 0 {
            return Ok(());
        }
        if Instant::now() >= give_up {
            return Err(StoreError::Locked);
        }
        sleep(TRUNCATION_RETRY).await;
    }
}

/// Makes a transaction write, by increasing an unused number in the file's header.
pub(super) async fn touch(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    let count: i32 = sqlx::query("PRAGMA user_version").fetch_one(&mut *connection).await?.try_get(0)?;
    let count = AssertSqlSafe(format!("PRAGMA user_version = {}", count.wrapping_add(1)));
    sqlx::query(count).persistent(false).execute(connection).await?;
    Ok(())
}
