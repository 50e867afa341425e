//! Generations of views: begin, switch, drop.
//!
//! One is `active`; those under construction are `building`. A switch marks the old one as `retired` in the same
//! transaction, so that a projector which still writes to it gets an error. Its rows are deleted later, in small steps.

use proto_events::{EventHash, Position};
use sqlx::sqlite::{SqliteConnection, SqlitePool};
use sqlx::{AssertSqlSafe, Row};

use super::open::Database;
use super::record_rows;
use super::writer::Writer;
use crate::StoreError;
use crate::checkpoint::{Checkpoint, Reached, Shard, ShardCheckpoint};
use crate::generation_rows::{self, select_checkpoint};
use crate::views::{Generation, Rendering};

/// Tables with a generation's rows.
const TABLES: [&str; 10] = [
    "list_counts",
    "own_documents",
    "documents",
    "exports",
    "export_records",
    "export_changes",
    "sources",
    "lagging",
    "parked",
    "shards",
];
/// Rows deleted in one transaction: few, so that the projector does not wait long.
const ROWS_PER_DELETE: i64 = 500;

/// Returns the active generation's checkpoint.
pub(super) async fn active(readers: &SqlitePool) -> Result<Option<Checkpoint>, StoreError> {
    let query = sqlx::query(select_checkpoint!("WHERE state = 'active'"));
    generation_rows::checkpoint(&query.fetch_all(readers).await?)
}

/// Returns the checkpoint of the last active generation, if it was retired without a successor.
pub(super) async fn given_up(readers: &SqlitePool) -> Result<Option<Checkpoint>, StoreError> {
    let query = sqlx::query(select_checkpoint!(
        "WHERE id = (SELECT max(id) FROM generations WHERE state = 'retired')
         AND NOT EXISTS (SELECT 1 FROM generations WHERE state = 'active')"
    ));
    generation_rows::checkpoint(&query.fetch_all(readers).await?)
}

/// Returns how many documents the newest generation has that is not active yet.
pub(super) async fn rendering(readers: &SqlitePool) -> Result<Option<Rendering>, StoreError> {
    let query = sqlx::query(
        "SELECT (SELECT count(*) FROM documents WHERE generation = building.id),
                (SELECT count(*) FROM documents WHERE generation = (SELECT id FROM generations WHERE state = 'active'))
         FROM (SELECT max(id) AS id FROM generations WHERE state = 'building') AS building WHERE building.id IS NOT NULL",
    );
    let Some(row) = query.fetch_optional(readers).await? else { return Ok(None) };
    Ok(Some(Rendering { documents: row.try_get(0)?, active_documents: row.try_get(1)? }))
}

/// Returns a generation's checkpoint, or `None` if it is retired.
pub(super) async fn checkpoint(readers: &SqlitePool, generation: Generation) -> Result<Option<Checkpoint>, StoreError> {
    let query = sqlx::query(select_checkpoint!("WHERE id = ?1 AND state <> 'retired'"));
    generation_rows::checkpoint(&query.bind(generation.0).fetch_all(readers).await?)
}

/// Creates an empty generation, which is active at once if no other one is. The commit is flushed, so that a number is
/// never issued twice.
pub(super) async fn begin(writer: &Writer, fingerprint: &str, log_id: &str) -> Result<Generation, StoreError> {
    let mut transaction = writer.flushed_transaction().await?;
    record_rows::begin_lineage(&mut transaction).await?;
    let row = sqlx::query(
        "INSERT INTO generations (fingerprint, log_id, state)
         SELECT ?1, ?2, CASE WHEN EXISTS (SELECT 1 FROM generations WHERE state = 'active') THEN 'building' ELSE 'active' END
         RETURNING id",
    )
    .bind(fingerprint)
    .bind(log_id)
    .fetch_one(&mut *transaction)
    .await?;
    let generation = Generation(row.try_get(0)?);
    write_shards(&mut transaction, generation, 1, ShardCheckpoint::default()).await?;
    transaction.commit().await?;
    Ok(generation)
}

/// Returns the checkpoint of a shard. If the file cannot be written, this works only if the number of shards is
/// unchanged: no batch can then be in progress that would move the checkpoint.
pub(super) async fn open_shard(
    database: &Database,
    generation: Generation,
    shard: Shard,
) -> Result<Option<ShardCheckpoint>, StoreError> {
    match divided_shard(database, generation, shard).await {
        Err(error) if error.is_full() || error.is_unavailable() => {
            match checkpoint(&database.readers(), generation).await? {
                Some(checkpoint) if checkpoint.shards.len() != shard.of as usize => Err(error),
                checkpoint => Ok(checkpoint.and_then(|it| it.shards.get(shard.index as usize).copied())),
            }
        }
        opened => opened,
    }
}

/// Divides the generation again if it has another number of shards.
async fn divided_shard(
    database: &Database,
    generation: Generation,
    shard: Shard,
) -> Result<Option<ShardCheckpoint>, StoreError> {
    let mut transaction = database.writer()?.transaction().await?;
    let query = sqlx::query(select_checkpoint!("WHERE id = ?1 AND state <> 'retired'")).bind(generation.0);
    let checkpoint = generation_rows::checkpoint(&query.fetch_all(&mut *transaction).await?)?;
    let checkpoint = match checkpoint {
        Some(checkpoint) if checkpoint.shards.len() != shard.of as usize => checkpoint,
        checkpoint => {
            transaction.rollback().await?;
            return Ok(checkpoint.and_then(|it| it.shards.get(shard.index as usize).copied()));
        }
    };
    // Numbers continue, so that no two commit notices have the same number.
    let commits = checkpoint.shards.iter().map(|place| place.commits).max().unwrap_or_default();
    let (reached, hash) = (checkpoint.reached(), checkpoint.hash());
    let place = ShardCheckpoint { reached, commits, complete: checkpoint.is_complete(), hash };
    write_shards(&mut transaction, generation, shard.of, place).await?;
    transaction.commit().await?;
    Ok((shard.index < shard.of).then_some(place))
}

async fn write_shards(
    connection: &mut SqliteConnection,
    generation: Generation,
    count: u32,
    place: ShardCheckpoint,
) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM shards WHERE generation = ?1").bind(generation.0).execute(&mut *connection).await?;
    let Reached { applied, prompt, settled } = place.reached;
    for shard in 0..count {
        let query = sqlx::query(
            "INSERT INTO shards (generation, shard, applied, prompt, settled, commits, complete, hash)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        );
        let query = query.bind(generation.0).bind(shard).bind(applied.0).bind(prompt.0).bind(settled.0);
        let query = query.bind(place.commits).bind(place.complete);
        query.bind(place.hash.as_ref().map(EventHash::as_bytes)).execute(&mut *connection).await?;
    }
    Ok(())
}

/// Marks a shard as complete.
pub(super) async fn mark_complete(writer: &Writer, generation: Generation, shard: Shard) -> Result<(), StoreError> {
    let mut transaction = writer.transaction().await?;
    let query = sqlx::query(
        "UPDATE shards SET complete = 1 WHERE generation = ?1 AND shard = ?2
         AND (SELECT count(*) FROM shards WHERE generation = ?1) = ?3",
    );
    query.bind(generation.0).bind(shard.index).bind(shard.of).execute(&mut *transaction).await?;
    transaction.commit().await?;
    Ok(())
}

/// Makes a generation the active one.
pub(super) async fn switch_to(writer: &Writer, generation: Generation, at: Position) -> Result<bool, StoreError> {
    let mut transaction = writer.flushed_transaction().await?;
    let ready = sqlx::query(
        "SELECT 1 FROM generations WHERE id = ?1 AND state <> 'retired'
         AND NOT EXISTS (SELECT 1 FROM shards WHERE generation = ?1 AND applied <> ?2)
         AND NOT EXISTS (SELECT 1 FROM generations AS active JOIN shards ON generation = active.id
                         WHERE active.state = 'active' AND applied > ?2)",
    )
    .bind(generation.0)
    .bind(at.0)
    .fetch_optional(&mut *transaction)
    .await?;
    if ready.is_none() {
        transaction.rollback().await?;
        return Ok(false);
    }
    record_rows::carry_over(&mut transaction, generation).await?;
    sqlx::query("UPDATE generations SET state = 'retired' WHERE state = 'active' AND id <> ?1")
        .bind(generation.0)
        .execute(&mut *transaction)
        .await?;
    sqlx::query("UPDATE generations SET state = 'active' WHERE id = ?1")
        .bind(generation.0)
        .execute(&mut *transaction)
        .await?;
    transaction.commit().await?;
    Ok(true)
}

/// Replaces the fingerprint of the active generation.
pub(super) async fn change_fingerprint(
    writer: &Writer,
    generation: Generation,
    from: &str,
    to: &str,
) -> Result<bool, StoreError> {
    let mut transaction = writer.transaction().await?;
    let change =
        sqlx::query("UPDATE generations SET fingerprint = ?3 WHERE id = ?1 AND fingerprint = ?2 AND state = 'active'");
    let changed = change.bind(generation.0).bind(from).bind(to).execute(&mut *transaction).await?.rows_affected();
    transaction.commit().await?;
    Ok(changed > 0)
}

/// Retires the active generation.
pub(super) async fn give_up(writer: &Writer, generation: Generation) -> Result<(), StoreError> {
    let mut transaction = writer.flushed_transaction().await?;
    let retire = sqlx::query("UPDATE generations SET state = 'retired' WHERE id = ?1 AND state = 'active'");
    retire.bind(generation.0).execute(&mut *transaction).await?;
    transaction.commit().await?;
    Ok(())
}

/// Deletes all generations except the active one.
pub(super) async fn drop_inactive(writer: &Writer) -> Result<u64, StoreError> {
    let mut transaction = writer.transaction().await?;
    let retired = sqlx::query("UPDATE generations SET state = 'retired' WHERE state <> 'active' RETURNING id")
        .fetch_all(&mut *transaction)
        .await?;
    transaction.commit().await?;
    for row in &retired {
        drop_generation(writer, Generation(row.try_get(0)?)).await?;
    }
    Ok(u64::try_from(retired.len()).unwrap_or(u64::MAX))
}

async fn drop_generation(writer: &Writer, generation: Generation) -> Result<(), StoreError> {
    for table in TABLES {
        loop {
            let mut transaction = writer.transaction().await?;
            let deleted = delete_some(&mut transaction, table, generation).await?;
            transaction.commit().await?;
            if deleted == 0 {
                break;
            }
        }
    }
    let mut transaction = writer.transaction().await?;
    sqlx::query("DELETE FROM generations WHERE id = ?1").bind(generation.0).execute(&mut *transaction).await?;
    transaction.commit().await?;
    Ok(())
}

async fn delete_some(
    connection: &mut SqliteConnection,
    table: &'static str,
    generation: Generation,
) -> Result<u64, StoreError> {
    // The tables without rowids have few small columns: their rows are deleted in one step.
    let sql = match table {
        "documents" | "exports" | "export_records" => format!(
            "DELETE FROM {table} WHERE rowid IN (SELECT rowid FROM {table} WHERE generation = ?1 LIMIT {ROWS_PER_DELETE})"
        ),
        _ => format!("DELETE FROM {table} WHERE generation = ?1"),
    };
    let query = sqlx::query(AssertSqlSafe(sql)).bind(generation.0);
    Ok(query.execute(connection).await?.rows_affected())
}
