//! Writes tables into new files, so that the server's files do not hold deleted rows any more.

use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{AssertSqlSafe, Connection, Row};
use tokio::time::{Instant, sleep};

use super::open::connect;
use crate::StoreError;
use crate::views::Rewriting;

/// Size of all tables up to which they are rewritten at once. Reads wait meanwhile.
const SMALL: i64 = 256 << 20;
/// How long older transactions are waited for.
const TIME_LIMIT: Duration = Duration::from_secs(30);
/// Interval between two looks for older transactions.
const LOOK_EVERY: Duration = Duration::from_millis(5);

/// Writes the tables of the log with personal data into new files. A plain `VACUUM` would leave the bytes of deleted rows in
/// the pages until other rows overwrite them.
pub(super) async fn rewrite_log(options: &PgConnectOptions) -> Result<(), StoreError> {
    let mut connection = connect(options).await?;
    let tables = "VACUUM (FULL, ANALYZE) claims, idempotent_answers, passwords, person_keys, push_subscriptions, \
                  notification_choices"
        .to_owned();
    vacuum(&mut connection, tables).await?;
    Ok(connection.close().await?)
}

/// Rewrites all tables, or removes only the deleted rows of large ones from what the server reads.
pub(super) async fn rewrite_views(options: &PgConnectOptions, when: Rewriting) -> Result<bool, StoreError> {
    let mut connection = connect(options).await?;
    let (tables, size) = tables(&mut connection).await?;
    let is_whole = when == Rewriting::Always || size <= SMALL;
    let how = if is_whole { "VACUUM (FULL, ANALYZE)" } else { "VACUUM (ANALYZE)" };
    vacuum(&mut connection, format!("{how} {}", tables.join(", "))).await?;
    connection.close().await?;
    Ok(is_whole)
}

/// Returns the quoted names of all tables in the schema, and their size.
async fn tables(connection: &mut PgConnection) -> Result<(Vec<String>, i64), StoreError> {
    let rows = sqlx::query(
        "SELECT quote_ident(relname), pg_total_relation_size(pg_class.oid) FROM pg_class
         WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace ORDER BY relname",
    );
    let (mut tables, mut size) = (Vec::new(), 0);
    for row in rows.fetch_all(connection).await? {
        tables.push(row.try_get(0)?);
        size += row.try_get::<i64, _>(1)?;
    }
    Ok((tables, size))
}

/// Executes a `VACUUM` when no older transaction is running.
///
/// # Errors
/// [`StoreError::OlderTransaction`] if one is still running after 30 seconds.
async fn vacuum(connection: &mut PgConnection, statement: String) -> Result<(), StoreError> {
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
