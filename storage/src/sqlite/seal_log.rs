//! Converts an older log; see [`seal`].

use sqlx::Row;
use sqlx::sqlite::SqlitePool;

use super::writer::Writer;
use crate::StoreError;
use crate::log_store::seal;
use crate::sql::{Sql, sql};

/// Copies the remaining events of an older log.
pub(super) async fn seal_log(writer: &Writer) -> Result<(), StoreError> {
    let mut transaction = writer.transaction().await?;
    let last = sql("SELECT coalesce(max(position), 0) FROM events_unsealed");
    let last: i64 = transaction.one(last, |row| Ok(row.try_get(0)?)).await?;
    transaction.rollback().await?;
    if last > 0 {
        tracing::info!(events = last, "converting an older log: adding hashes and encrypting personal data");
    }
    loop {
        let mut transaction = writer.transaction().await?;
        let copied = seal::copy_step(&mut *transaction).await?;
        if copied == 0 {
            seal::finish(&mut *transaction).await?;
        }
        transaction.commit().await?;
        if copied == 0 {
            return Ok(());
        }
    }
}

/// Whether all events are in the table with hashes.
pub(super) async fn is_sealed(readers: &SqlitePool) -> Result<bool, StoreError> {
    let query = sql("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'events_unsealed'");
    Ok(readers.acquire().await?.first(query, |_| Ok(())).await?.is_none())
}
