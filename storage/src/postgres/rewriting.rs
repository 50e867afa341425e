//! Writes tables into new files, so that the server's files do not hold deleted rows any more.

use std::time::Duration;

use sqlx::postgres::PgConnection;
use sqlx::{AssertSqlSafe, Row};
use tokio::time::{Instant, sleep};

use crate::StoreError;

/// How long older transactions are waited for.
const TIME_LIMIT: Duration = Duration::from_secs(30);
/// Interval between two looks for older transactions.
const LOOK_EVERY: Duration = Duration::from_millis(5);

/// Executes a `VACUUM` when no older transaction is running.
///
/// # Errors
/// [`StoreError::OlderTransaction`] if one is still running after 30 seconds.
pub(super) async fn vacuum(connection: &mut PgConnection, statement: String) -> Result<(), StoreError> {
    older_transactions_end(connection).await?;
    sqlx::query(AssertSqlSafe(statement)).persistent(false).execute(connection).await?;
    Ok(())
}

/// Waits until the server needs no deleted rows any more: `VACUUM FULL` copies those that it needs.
///
/// The server keeps a deleted row for each transaction of this database that began before the deletion. While a transaction of
/// any database is writing that began before the deletion, it keeps the row for later transactions too. So the writing
/// transactions end first, and then those of this database that run at that moment.
async fn older_transactions_end(connection: &mut PgConnection) -> Result<(), StoreError> {
    let give_up = Instant::now() + TIME_LIMIT;
    let next = "SELECT pg_snapshot_xmax(pg_current_snapshot())::text";
    let next: String = sqlx::query(next).fetch_one(&mut *connection).await?.try_get(0)?;
    let writing = "SELECT pg_snapshot_xmin(pg_current_snapshot()) < $1::xid8";
    while sqlx::query(writing).bind(&next).fetch_one(&mut *connection).await?.try_get(0)? {
        wait(give_up).await?;
    }
    let mut older = running(connection).await?;
    while !older.is_empty() {
        wait(give_up).await?;
        let still = running(connection).await?;
        older.retain(|transaction| still.contains(transaction));
    }
    Ok(())
}

async fn wait(give_up: Instant) -> Result<(), StoreError> {
    if Instant::now() >= give_up {
        return Err(StoreError::OlderTransaction);
    }
    sleep(LOOK_EVERY).await;
    Ok(())
}

/// Returns the transactions of others in this database. Each holds a lock on its own number, which every role may see.
async fn running(connection: &mut PgConnection) -> Result<Vec<String>, StoreError> {
    let query = "SELECT virtualtransaction FROM pg_locks JOIN pg_stat_activity USING (pid)
                 WHERE locktype = 'virtualxid' AND mode = 'ExclusiveLock' AND datname = current_database()
                 AND pid <> pg_backend_pid()";
    let rows = sqlx::query(query).fetch_all(connection).await?;
    rows.iter().map(|row| Ok(row.try_get(0)?)).collect()
}
