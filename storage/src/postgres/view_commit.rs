//! Writes a batch of views with its checkpoint, in one transaction.
//!
//! The row of the shard is locked first, so that two projectors of one shard never write at the same time. Rows that
//! shards share are locked in order; should two of them be in each other's way still, the server ends one transaction,
//! and it is done again.

use std::collections::BTreeMap;

use proto_events::{Position, StreamId};
use sqlx::Row;
use sqlx::postgres::{PgConnection, PgPool, PgRow, Postgres};

use super::patience::{STATEMENT, Waiting, patiently, within};
use super::rows::stream_columns;
use super::view_rows::{self, Lists};
use crate::StoreError;
use crate::checkpoint::Reached;
use crate::transaction::Transaction;
use crate::views::{CommitError, Generation, ParkedStream, ViewBatch};

/// What became of a batch.
enum Outcome {
    Written(i64),
    Moved(Position),
    Gone,
}

/// A batch that is to be committed.
struct Written {
    transaction: Transaction<Postgres>,
    /// Which of the shard it is.
    number: i64,
    /// By which it is known again.
    name: String,
}

/// Writes the batch, if the checkpoint stands where it should; again, where that failed for a passing reason. Doing so
/// is safe: a batch that was written after all has moved the checkpoint.
pub(super) async fn commit(writer: &PgPool, batch: &ViewBatch) -> Result<i64, CommitError> {
    let mut waiting = Waiting::begin();
    loop {
        match attempt(writer, batch).await {
            Ok(Outcome::Written(number)) => return Ok(number),
            Ok(Outcome::Gone) => return Err(CommitError::GenerationGone),
            Ok(Outcome::Moved(actual)) => {
                return Err(CommitError::CheckpointMoved { expected: batch.from, actual });
            }
            Err(error) if passes(&error) => waiting.pause("views were not written", error).await?,
            Err(error) => return Err(error.into()),
        }
    }
}

/// Whether another try may succeed: two transactions were in each other's way, or the database is away.
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

async fn attempt(writer: &PgPool, batch: &ViewBatch) -> Result<Outcome, StoreError> {
    let mut transaction = within(STATEMENT, Transaction::begin(writer, "BEGIN ISOLATION LEVEL READ COMMITTED")).await?;
    let row = within(STATEMENT, move_checkpoint(&mut transaction, batch)).await?;
    match row.try_get("outcome")? {
        "written" => {
            write(&mut transaction, batch).await?;
            let written = Written { transaction, number: row.try_get("number")?, name: row.try_get("name")? };
            finish(writer, batch, written).await
        }
        outcome => {
            transaction.rollback().await?;
            let standing: Option<i64> = row.try_get("standing")?;
            // A shard that is not there any more stands nowhere.
            Ok(if outcome == "gone" { Outcome::Gone } else { Outcome::Moved(Position(standing.unwrap_or(-1))) })
        }
    }
}

/// Commits. Where the connection breaks before the answer, looks whether it was done.
async fn finish(writer: &PgPool, batch: &ViewBatch, written: Written) -> Result<Outcome, StoreError> {
    let Written { transaction, number, name } = written;
    match within(STATEMENT, transaction.commit()).await {
        Ok(()) => Ok(Outcome::Written(number)),
        Err(error) if error.is_away() => match patiently(|| stands(writer, batch, &name)).await {
            Ok(true) => Ok(Outcome::Written(number)),
            Ok(false) => Err(error),
            Err(unknown) => Err(StoreError::Uncertain(format!("{error}; then {unknown}"))),
        },
        Err(error) => Err(error),
    }
}

/// Whether the last batch of the shard is this one. The lock waits for a transaction that has not ended yet.
async fn stands(writer: &PgPool, batch: &ViewBatch, name: &str) -> Result<bool, StoreError> {
    let query = sqlx::query("SELECT batch = $3 FROM shards WHERE generation = $1 AND shard = $2 FOR UPDATE");
    let query = query.bind(batch.generation.0).bind(i64::from(batch.shard.index)).bind(name);
    Ok(match query.fetch_optional(writer).await? {
        Some(row) => row.try_get(0)?,
        None => false,
    })
}

/// Moves the shard's checkpoint, and counts the batch.
async fn move_checkpoint(connection: &mut PgConnection, batch: &ViewBatch) -> Result<PgRow, StoreError> {
    let Reached { applied, prompt, settled } = batch.reached;
    let query = sqlx::query("SELECT outcome, standing, number, name FROM move_checkpoint($1, $2, $3, $4, $5, $6, $7)")
        .bind(batch.generation.0)
        .bind(i64::from(batch.shard.index))
        .bind(i64::from(batch.shard.of))
        .bind(batch.from.0)
        .bind(applied.0)
        .bind(prompt.0)
        .bind(settled.0);
    Ok(query.fetch_one(connection).await?)
}

/// What is gone goes first, so that a name that moved from one source to another in the same batch is there afterwards.
async fn write(connection: &mut PgConnection, batch: &ViewBatch) -> Result<(), StoreError> {
    let generation = batch.generation;
    let mut lists = Lists::default();
    view_rows::remove_documents(connection, generation, &batch.removed, &mut lists).await?;
    view_rows::write_documents(connection, generation, &batch.documents, &mut lists).await?;
    view_rows::remove_exports(connection, generation, &batch.unexported).await?;
    view_rows::write_exports(connection, generation, &batch.exports).await?;
    within(STATEMENT, async {
        write_sources(connection, generation, &batch.sources).await?;
        write_lagging(connection, batch).await?;
        park(connection, generation, &batch.parked).await?;
        // Last, because shards share some of these: they are locked for no longer than the commit takes.
        lists.write(connection, generation).await
    })
    .await
}

/// Writes only what differs: a large tournament draws on thousands of streams, and each change adds one.
async fn write_sources(
    connection: &mut PgConnection,
    generation: Generation,
    sources: &[(StreamId, Vec<StreamId>)],
) -> Result<(), StoreError> {
    if sources.is_empty() {
        return Ok(());
    }
    // Of a stream named twice, what was said last.
    let sources: BTreeMap<StreamId, &[StreamId]> = sources.iter().map(|(of, drawn)| (*of, &drawn[..])).collect();
    let (kinds, ids) = stream_columns(sources.keys());
    let pairs = || sources.iter().flat_map(|(dependent, drawn)| drawn.iter().map(move |source| (dependent, source)));
    let (dependent_kinds, dependent_ids) = stream_columns(pairs().map(|(dependent, _)| dependent));
    let (source_kinds, source_ids) = stream_columns(pairs().map(|(_, source)| source));
    let query = sqlx::query(super::view_rows::FORGET_SOURCES).bind(generation.0).bind(kinds).bind(ids);
    let query = query.bind(&dependent_kinds).bind(&dependent_ids).bind(&source_kinds).bind(&source_ids);
    query.execute(&mut *connection).await?;
    let query = sqlx::query(
        "INSERT INTO sources (generation, dependent_kind, dependent_id, source_kind, source_id)
         SELECT $1, * FROM unnest($2::text[], $3::bigint[], $4::text[], $5::bigint[]) ON CONFLICT DO NOTHING",
    );
    let query = query.bind(generation.0).bind(dependent_kinds).bind(dependent_ids).bind(source_kinds).bind(source_ids);
    query.execute(connection).await?;
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
        // Whatever an error says, the park must be written; text in PostgreSQL has no NUL.
        query.bind(it.position.0).bind(it.error.replace('\0', "\u{fffd}")).execute(&mut *connection).await?;
    }
    Ok(())
}

/// Writes something that changes nothing: a message in the server's own log of writes, which is flushed with its transaction.
pub(super) async fn try_write(writer: &PgPool) -> Result<(), StoreError> {
    sqlx::query("SELECT pg_logical_emit_message(true, 'crosstable', '')").execute(writer).await?;
    Ok(())
}
