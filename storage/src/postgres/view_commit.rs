//! Writes a batch of views with its checkpoint, in one transaction.
//!
//! The row of the shard is locked first, so that two projectors of one shard never write at the same time. Rows that
//! shards share are locked in order. If two transactions still deadlock, the server aborts one of them, and it is
//! repeated.

use proto_events::{EventHash, Position};
use sqlx::Row;
use sqlx::postgres::{PgConnection, PgPool};

use super::retry::{Retries, STATEMENT, with_retries, within};
use super::view_rows::{self, Lists};
use crate::StoreError;
use crate::checkpoint::Reached;
use crate::document_rows::{export_rows, exports_table};
use crate::records::{EXPORT_RECORDS, change_row, changed, latest, record_rows};
use crate::sql::Sql;
use crate::transaction::Transaction;
use crate::view_store::changes;
use crate::views::{CommitError, ViewBatch};

/// Writes the batch if the checkpoint is at the expected position. Repeats this after temporary errors. That is safe:
/// if the batch was written after all, the checkpoint has moved.
pub(super) async fn commit(writer: &PgPool, batch: &ViewBatch) -> Result<i64, CommitError> {
    let mut retries = Retries::begin();
    loop {
        match attempt(writer, batch).await {
            Err(CommitError::Store(error)) if passes(&error) => {
                retries.pause("the views could not be written", error).await?;
            }
            done => return done,
        }
    }
}

/// Whether another attempt may succeed, after a conflict of transactions or if the database cannot be reached.
fn passes(error: &StoreError) -> bool {
    match error {
        StoreError::Database(sqlx::Error::Database(refused))
            if refused.code().is_some_and(|code| ["40P01", "40001"].contains(&&*code)) =>
        {
            true
        }
        error => error.is_away(),
    }
}

async fn attempt(writer: &PgPool, batch: &ViewBatch) -> Result<i64, CommitError> {
    let mut transaction = within(STATEMENT, Transaction::begin(writer, "BEGIN ISOLATION LEVEL READ COMMITTED")).await?;
    let (is_gone, standing, moved) = within(STATEMENT, move_checkpoint(&mut transaction, batch)).await?;
    let Some((number, name)) = moved else {
        transaction.rollback().await?;
        // A shard that no longer exists has position -1.
        let actual = Position(standing.unwrap_or(-1));
        let moved = CommitError::CheckpointMoved { expected: batch.from, actual };
        return Err(if is_gone { CommitError::GenerationGone } else { moved });
    };
    write(&mut transaction, batch).await?;
    match within(STATEMENT, transaction.commit()).await {
        Ok(()) => Ok(number),
        Err(error) if error.is_away() => Ok(found(writer, batch, &name, error).await?),
        Err(error) => Err(error.into()),
    }
}

/// Returns the number of a batch if it was committed although the connection was lost before the answer; otherwise the
/// error.
async fn found(writer: &PgPool, batch: &ViewBatch, name: &str, error: StoreError) -> Result<i64, StoreError> {
    match with_retries(|| stands(writer, batch, name)).await {
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

/// Whether the generation is gone, where the shard stands, and the number and the name of the batch.
type Moved = (bool, Option<i64>, Option<(i64, String)>);

/// Moves the shard's checkpoint and counts the batch, if the checkpoint is at the expected position.
async fn move_checkpoint(connection: &mut PgConnection, batch: &ViewBatch) -> Result<Moved, StoreError> {
    let Reached { applied, prompt, settled } = batch.reached;
    let query = sqlx::query(
        "SELECT outcome = 'gone', standing, number, name FROM move_checkpoint($1, $2, $3, $4, $5, $6, $7, $8)",
    );
    let query = query
        .bind(batch.generation.0)
        .bind(i64::from(batch.shard.index))
        .bind(i64::from(batch.shard.of))
        .bind(batch.from.0)
        .bind(applied.0)
        .bind(prompt.0)
        .bind(settled.0)
        .bind(batch.hash.as_ref().map(EventHash::as_bytes));
    let row = query.fetch_one(connection).await?;
    let (number, name): (Option<i64>, Option<String>) = (row.try_get(2)?, row.try_get(3)?);
    Ok((row.try_get(0)?, row.try_get(1)?, number.zip(name)))
}

/// Writes the batch. Documents are removed first, so that a key which moves from one source to another in the same
/// batch exists afterwards. Rows that shards share are written last, so they are locked only during the commit.
async fn write(connection: &mut PgConnection, batch: &ViewBatch) -> Result<(), StoreError> {
    let generation = batch.generation;
    let mut lists = Lists::default();
    view_rows::remove_documents(connection, generation, &batch.removed, &mut lists).await?;
    view_rows::write_documents(connection, generation, &batch.documents, &mut lists).await?;
    if let Some(statement) = changes::unexport::<PgConnection>(batch) {
        within(STATEMENT, connection.execute(statement)).await?;
    }
    let records = latest(&batch.records);
    for (table, rows) in [
        (exports_table::<PgConnection>(), export_rows::<PgConnection>(generation, &batch.exports)),
        (EXPORT_RECORDS, record_rows(generation, &records)),
    ] {
        for statement in table.insert::<PgConnection>(rows) {
            within(STATEMENT, connection.execute(statement)).await?;
        }
    }
    within(STATEMENT, async {
        for statement in changes::of_streams::<PgConnection>(batch) {
            connection.execute(statement).await?;
        }
        lists.write(connection, generation).await?;
        if records.is_empty() {
            return Ok(());
        }
        let known = connection.all(changes::known::<PgConnection>(generation, &records), change_row).await?;
        for statement in changes::number::<PgConnection>(generation, &records, &changed(&records, known), 1) {
            connection.execute(statement).await?;
        }
        Ok(())
    })
    .await
}
