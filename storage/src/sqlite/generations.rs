//! Generations of views: begin, switch, drop.
//!
//! One is `active`, those under construction are `building`. A switch marks the old one `retired` in its transaction,
//! so that a projector still writing to it is told; its rows go later, bit by bit.

use proto_events::Position;
use sqlx::sqlite::{SqliteConnection, SqlitePool, SqliteRow};
use sqlx::{AssertSqlSafe, Row};

use crate::StoreError;
use crate::views::{Checkpoint, Generation};

/// Tables that hold a generation's rows.
const TABLES: [&str; 6] = ["documents", "exports", "sources", "lagging", "parked", "list_states"];
/// Rows deleted in a transaction, so that the projector need not wait long.
const ROWS_PER_DELETE: i64 = 500;

/// The active generation's checkpoint.
pub(super) async fn active(readers: &SqlitePool) -> Result<Option<Checkpoint>, StoreError> {
    let query = sqlx::query("SELECT id, position, fingerprint FROM generations WHERE state = 'active'");
    query.fetch_optional(readers).await?.as_ref().map(to_checkpoint).transpose()
}

/// A generation's checkpoint; none if it is retired.
pub(super) async fn checkpoint(readers: &SqlitePool, generation: Generation) -> Result<Option<Checkpoint>, StoreError> {
    let query = sqlx::query("SELECT id, position, fingerprint FROM generations WHERE id = ?1 AND state <> 'retired'");
    query.bind(generation.0).fetch_optional(readers).await?.as_ref().map(to_checkpoint).transpose()
}

fn to_checkpoint(row: &SqliteRow) -> Result<Checkpoint, StoreError> {
    Ok(Checkpoint {
        generation: Generation(row.try_get(0)?),
        position: Position(row.try_get(1)?),
        fingerprint: row.try_get(2)?,
    })
}

/// Begins an empty generation; the first one of a store is active at once.
pub(super) async fn begin(writer: &SqlitePool, fingerprint: &str) -> Result<Generation, StoreError> {
    let mut transaction = writer.begin_with("BEGIN IMMEDIATE").await?;
    let row = sqlx::query(
        "INSERT INTO generations (position, fingerprint, state)
         SELECT 0, ?1, CASE WHEN EXISTS (SELECT 1 FROM generations WHERE state = 'active') THEN 'building' ELSE 'active' END
         RETURNING id",
    )
    .bind(fingerprint)
    .fetch_one(&mut *transaction)
    .await?;
    transaction.commit().await?;
    Ok(Generation(row.try_get(0)?))
}

/// Makes a generation the active one.
pub(super) async fn switch_to(writer: &SqlitePool, generation: Generation, at: Position) -> Result<bool, StoreError> {
    let mut transaction = writer.begin_with("BEGIN IMMEDIATE").await?;
    let ready = sqlx::query(
        "SELECT 1 FROM generations WHERE id = ?1 AND position = ?2 AND state <> 'retired'
         AND NOT EXISTS (SELECT 1 FROM generations WHERE state = 'active' AND position > ?2)",
    )
    .bind(generation.0)
    .bind(at.0)
    .fetch_optional(&mut *transaction)
    .await?;
    if ready.is_none() {
        transaction.rollback().await?;
        return Ok(false);
    }
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

/// Deletes every generation but the active one.
pub(super) async fn drop_inactive(writer: &SqlitePool) -> Result<u64, StoreError> {
    let mut transaction = writer.begin_with("BEGIN IMMEDIATE").await?;
    let retired = sqlx::query("UPDATE generations SET state = 'retired' WHERE state <> 'active' RETURNING id")
        .fetch_all(&mut *transaction)
        .await?;
    transaction.commit().await?;
    for row in &retired {
        drop_generation(writer, Generation(row.try_get(0)?)).await?;
    }
    Ok(u64::try_from(retired.len()).unwrap_or(u64::MAX))
}

async fn drop_generation(writer: &SqlitePool, generation: Generation) -> Result<(), StoreError> {
    for table in TABLES {
        loop {
            let mut transaction = writer.begin_with("BEGIN IMMEDIATE").await?;
            let deleted = delete_some(&mut transaction, table, generation).await?;
            transaction.commit().await?;
            if deleted == 0 {
                break;
            }
        }
    }
    let mut transaction = writer.begin_with("BEGIN IMMEDIATE").await?;
    sqlx::query("DELETE FROM generations WHERE id = ?1").bind(generation.0).execute(&mut *transaction).await?;
    transaction.commit().await?;
    Ok(())
}

async fn delete_some(
    connection: &mut SqliteConnection,
    table: &'static str,
    generation: Generation,
) -> Result<u64, StoreError> {
    // The tables without rowids hold a few small columns: they go at once.
    let sql = match table {
        "documents" | "exports" => format!(
            "DELETE FROM {table} WHERE rowid IN (SELECT rowid FROM {table} WHERE generation = ?1 LIMIT {ROWS_PER_DELETE})"
        ),
        _ => format!("DELETE FROM {table} WHERE generation = ?1"),
    };
    let query = sqlx::query(AssertSqlSafe(sql)).bind(generation.0);
    Ok(query.execute(connection).await?.rows_affected())
}
