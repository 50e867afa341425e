//! Converts an older log; see [`seal`]. Each step is under the counter's lock, so that several processes may do so at
//! once.

use sqlx::Row;
use sqlx::postgres::PgConnection;

use crate::StoreError;
use crate::log_store::seal;
use crate::sql::{Sql, sql};

async fn is_unsealed(connection: &mut PgConnection) -> Result<bool, StoreError> {
    // Asks the catalogue itself: `to_regclass` alone may return a table that another process has just dropped.
    let query = sql("SELECT EXISTS (SELECT 1 FROM pg_class WHERE oid = to_regclass('events_unsealed'))");
    connection.one(query, |row| Ok(row.try_get(0)?)).await
}

/// Refuses a log that is still being copied.
pub(super) async fn expect_sealed(connection: &mut PgConnection) -> Result<(), StoreError> {
    if is_unsealed(connection).await? {
        let why = "the log is being converted to this version; try again when the process with the role `write-api` has started";
        return Err(StoreError::Unsupported(why.into()));
    }
    Ok(())
}

/// Copies the remaining events of an older log; does nothing for a current one. After an error, the connection may be
/// in a transaction and must be closed.
pub(super) async fn seal_log(connection: &mut PgConnection) -> Result<(), StoreError> {
    let mut is_announced = false;
    while is_unsealed(connection).await? {
        connection.raw("BEGIN").await?;
        connection.execute(sql("SELECT position FROM log_head FOR UPDATE")).await?;
        // Another process may have copied the last events while this one waited for the lock.
        if is_unsealed(connection).await? {
            if seal::copy_step(connection).await? == 0 {
                seal::finish(connection).await?;
            } else if !std::mem::replace(&mut is_announced, true) {
                tracing::info!("converting an older log: adding hashes and encrypting personal data");
            }
        }
        connection.raw("COMMIT").await?;
    }
    Ok(())
}
