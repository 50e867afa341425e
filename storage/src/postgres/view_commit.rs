//! Writes a batch of views with its checkpoint, in one transaction. Most batches are [one statement](super::view_at_once).
//!
//! The row of the shard is locked first, so that two projectors of one shard never write at the same time. Rows that
//! shards share are locked in order. If two transactions still deadlock, the server aborts one of them, and it is
//! repeated.

use proto_events::{Position, StreamId};
use sqlx::Row;
use sqlx::postgres::{PgConnection, PgPool, PgRow, Postgres};

use super::record_rows;
use super::retry::{Retries, STATEMENT, with_retries, within};
use super::rows::stream_columns;
use super::view_at_once::{self, Turn, Turns, bind_checkpoint};
use super::view_rows::{self, Lists};
use crate::StoreError;
use crate::records::{latest, packed_records};
use crate::transaction::Transaction;
use crate::views::{CommitError, Generation, ParkedStream, ViewBatch};

/// The outcome of an attempt to write a batch.
enum Outcome {
    Written(i64),
    Moved(Position),
    Gone,
}

/// A batch that is written and not committed yet.
struct Written {
    transaction: Transaction<Postgres>,
    /// Its number in the shard.
    number: i64,
    /// A unique name that identifies it later.
    name: String,
}

/// Writes the batch if the checkpoint is at the expected position. Repeats this after temporary errors. That is safe:
/// if the batch was written after all, the checkpoint has moved.
pub(super) async fn commit(writer: &PgPool, turns: &Turns, batch: &ViewBatch) -> Result<i64, CommitError> {
    let mut retries = Retries::begin();
    loop {
        match attempt(writer, turns, batch).await {
            Ok(Outcome::Written(number)) => return Ok(number),
            Ok(Outcome::Gone) => return Err(CommitError::GenerationGone),
            Ok(Outcome::Moved(actual)) => {
                return Err(CommitError::CheckpointMoved { expected: batch.from, actual });
            }
            Err(error) if passes(&error) => retries.pause("the views could not be written", error).await?,
            Err(error) => return Err(error.into()),
        }
    }
}

/// Whether another attempt may succeed, after a conflict of transactions or if the database cannot be reached.
fn passes(error: &StoreError) -> bool {
    match error {
        StoreError::Uncertain(_) => false,
        StoreError::Database(sqlx::Error::Database(refused))
            if refused.code().is_some_and(|code| ["40P01", "40001"].contains(&&*code)) =>
        {
            true
        }
        error => error.is_away(),
    }
}

async fn attempt(writer: &PgPool, turns: &Turns, batch: &ViewBatch) -> Result<Outcome, StoreError> {
    if let Some(mut turn) = turns.take(batch).filter(|_| view_at_once::fits(batch))
        && let Some(number) = write_at_once(writer, batch, &mut turn).await?
    {
        turns.keep(batch, turn);
        return Ok(Outcome::Written(number));
    }
    // If the statement wrote nothing, the transaction finds out why.
    let mut transaction = within(STATEMENT, Transaction::begin(writer, "BEGIN ISOLATION LEVEL READ COMMITTED")).await?;
    let row = within(STATEMENT, move_checkpoint(&mut transaction, batch)).await?;
    match row.try_get("outcome")? {
        "written" => {
            write(&mut transaction, batch).await?;
            let written = Written { transaction, number: row.try_get("number")?, name: row.try_get("name")? };
            let (number, name) = finish(writer, batch, written).await?;
            turns.keep(batch, Turn::begin(name));
            Ok(Outcome::Written(number))
        }
        outcome => {
            transaction.rollback().await?;
            let standing: Option<i64> = row.try_get("standing")?;
            // A shard that no longer exists has position -1.
            Ok(if outcome == "gone" { Outcome::Gone } else { Outcome::Moved(Position(standing.unwrap_or(-1))) })
        }
    }
}

/// Writes the batch with one statement. Returns its number, or `None` if nothing was written because the shard is not as
/// this process left it.
async fn write_at_once(writer: &PgPool, batch: &ViewBatch, turn: &mut Turn) -> Result<Option<i64>, StoreError> {
    match within(STATEMENT, view_at_once::write(writer, batch, turn)).await {
        Err(error) if error.is_away() => found(writer, batch, &turn.name(), error).await.map(Some),
        written => written,
    }
}

/// Commits. Returns the batch's number and name.
async fn finish(writer: &PgPool, batch: &ViewBatch, written: Written) -> Result<(i64, String), StoreError> {
    let Written { transaction, number, name } = written;
    match within(STATEMENT, transaction.commit()).await {
        Ok(()) => Ok((number, name)),
        Err(error) if error.is_away() => Ok((found(writer, batch, &name, error).await?, name)),
        Err(error) => Err(error),
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

/// Returns the number of the shard's last batch if it is this one. Otherwise gives the shard another name, so that a
/// statement which arrives late writes nothing. The row lock waits for a transaction that has not ended yet.
async fn stands(writer: &PgPool, batch: &ViewBatch, name: &str) -> Result<Option<i64>, StoreError> {
    let query = sqlx::query(
        "UPDATE shards SET batch = CASE WHEN batch = $3 THEN batch ELSE gen_random_uuid()::text END
         WHERE generation = $1 AND shard = $2 RETURNING CASE WHEN batch = $3 THEN commits END",
    );
    let query = query.bind(batch.generation.0).bind(i64::from(batch.shard.index)).bind(name);
    Ok(match query.fetch_optional(writer).await? {
        Some(row) => row.try_get(0)?,
        None => None,
    })
}

/// Moves the shard's checkpoint and counts the batch.
async fn move_checkpoint(connection: &mut PgConnection, batch: &ViewBatch) -> Result<PgRow, StoreError> {
    let query =
        sqlx::query("SELECT outcome, standing, number, name FROM move_checkpoint($1, $2, $3, $4, $5, $6, $7, $8)");
    Ok(bind_checkpoint(query.bind(batch.generation.0), batch).fetch_one(connection).await?)
}

/// Writes the batch. Documents are removed first, so that a key which moves from one source to another in the same
/// batch exists afterwards.
async fn write(connection: &mut PgConnection, batch: &ViewBatch) -> Result<(), StoreError> {
    let generation = batch.generation;
    let mut lists = Lists::default();
    view_rows::remove_documents(connection, generation, &batch.removed, &mut lists).await?;
    view_rows::write_documents(connection, generation, &batch.documents, &mut lists).await?;
    view_rows::remove_exports(connection, generation, &batch.unexported).await?;
    view_rows::write_exports(connection, generation, &batch.exports).await?;
    let records = latest(&batch.records);
    record_rows::write(connection, generation, &packed_records(&records)).await?;
    within(STATEMENT, async {
        write_sources(connection, generation, &batch.sources).await?;
        write_lagging(connection, batch).await?;
        park(connection, generation, &batch.parked).await?;
        // Last, because shards share some of these rows: so they are locked only during the commit.
        lists.write(connection, generation).await?;
        record_rows::write_changes(connection, generation, &records).await
    })
    .await
}

/// Writes which streams the documents of others depend on.
async fn write_sources(
    connection: &mut PgConnection,
    generation: Generation,
    sources: &[(StreamId, Vec<StreamId>)],
) -> Result<(), StoreError> {
    if !sources.is_empty() {
        let query = view_rows::bind_sources(sqlx::query(view_rows::SOURCES).bind(generation.0), sources);
        query.execute(connection).await?;
    }
    Ok(())
}

async fn write_lagging(connection: &mut PgConnection, batch: &ViewBatch) -> Result<(), StoreError> {
    if !batch.lagging.is_empty() {
        let (kinds, ids) = stream_columns(batch.lagging.iter());
        let query = sqlx::query(
            "INSERT INTO lagging (generation, stream_kind, stream_id)
             SELECT $1, * FROM unnest($2::text[], $3::bigint[]) ON CONFLICT DO NOTHING",
        );
        query.bind(batch.generation.0).bind(kinds).bind(ids).execute(&mut *connection).await?;
    }
    if !batch.settled.is_empty() {
        let (kinds, ids) = stream_columns(batch.settled.iter());
        let query = sqlx::query(
            "DELETE FROM lagging USING unnest($2::text[], $3::bigint[]) AS settled (kind, id)
             WHERE generation = $1 AND stream_kind = settled.kind AND stream_id = settled.id",
        );
        query.bind(batch.generation.0).bind(kinds).bind(ids).execute(connection).await?;
    }
    Ok(())
}

async fn park(
    connection: &mut PgConnection,
    generation: Generation,
    parked: &[ParkedStream],
) -> Result<(), StoreError> {
    for it in parked {
        let query = sqlx::query(
            "INSERT INTO parked (generation, stream_kind, stream_id, position, error) VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT (generation, stream_kind, stream_id) DO UPDATE
             SET position = excluded.position, error = excluded.error",
        );
        let query = query.bind(generation.0).bind(it.stream.kind.name()).bind(it.stream.id);
        // Parking must succeed with any error text, but text in PostgreSQL cannot contain NUL.
        query.bind(it.position.0).bind(it.error.replace('\0', "\u{fffd}")).execute(&mut *connection).await?;
    }
    Ok(())
}

/// Makes a write that changes nothing: a message in the server's write-ahead log, which is flushed with its
/// transaction.
pub(super) async fn try_write(writer: &PgPool) -> Result<(), StoreError> {
    sqlx::query("SELECT pg_logical_emit_message(true, 'crosstable', '')").execute(writer).await?;
    Ok(())
}
