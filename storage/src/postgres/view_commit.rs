//! Writes a batch of views with its checkpoint, in one transaction.
//!
//! The row of the shard is locked first, so that two projectors of one shard never write at the same time. Rows that
//! shards share are locked in order. If two transactions still deadlock, the server aborts one of them, and it is
//! repeated.

use sqlx::Row;
use sqlx::postgres::PgPool;

use super::retry::{RETRY_TIME, Retries, STATEMENT, retried, within};
use crate::StoreError;
use crate::transaction::Transaction;
use crate::view_store::changes;
use crate::views::{CommitError, ViewBatch};

/// Writes the batch if the checkpoint is at the expected position. Repeats this after temporary errors. That is safe:
/// if the batch was written after all, the checkpoint has moved.
pub(super) async fn commit(writer: &PgPool, batch: &ViewBatch) -> Result<i64, CommitError> {
    let mut retries = Retries::begin(RETRY_TIME);
    loop {
        match attempt(writer, batch).await {
            Err(CommitError::Store(error)) if error.is_away() => {
                retries.pause("the views could not be written", error).await?;
            }
            done => return done,
        }
    }
}

async fn attempt(writer: &PgPool, batch: &ViewBatch) -> Result<i64, CommitError> {
    let mut transaction = within(STATEMENT, Transaction::begin(writer, "BEGIN ISOLATION LEVEL READ COMMITTED")).await?;
    let (number, name) = match within(STATEMENT, changes::move_checkpoint(&mut *transaction, batch)).await? {
        Ok(moved) => moved,
        Err(refused) => {
            transaction.rollback().await?;
            return Err(refused);
        }
    };
    within(STATEMENT, changes::write(&mut *transaction, batch, 1)).await?;
    match within(STATEMENT, transaction.commit()).await {
        Ok(()) => Ok(number),
        Err(error) if error.is_away() => Ok(found(writer, batch, &name, error).await?),
        Err(error) => Err(error.into()),
    }
}

/// Returns the number of a batch if it was committed although the connection was lost before the answer; otherwise the
/// error.
async fn found(writer: &PgPool, batch: &ViewBatch, name: &str, error: StoreError) -> Result<i64, StoreError> {
    match retried(RETRY_TIME, || stands(writer, batch, name)).await {
        Ok(Some(number)) => Ok(number),
        Ok(None) => Err(error),
        Err(unknown) => Err(StoreError::Uncertain(format!("{error}; then {unknown}"))),
    }
}

/// Returns the number of the shard's last batch if it is this one. The row lock waits for a transaction that has not ended
/// yet.
async fn stands(writer: &PgPool, batch: &ViewBatch, name: &str) -> Result<Option<i64>, StoreError> {
    let query = sqlx::query(
        "SELECT CASE WHEN batch = $3 THEN commits END FROM shards WHERE generation = $1 AND shard = $2 FOR UPDATE",
    );
    let query = query.bind(batch.generation.0).bind(i64::from(batch.shard.index)).bind(name);
    Ok(match query.fetch_optional(writer).await? {
        Some(row) => row.try_get(0)?,
        None => None,
    })
}
