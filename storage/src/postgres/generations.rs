//! Generations of views: begin, divide, switch, drop.
//!
//! One is `active`; those under construction are `building`. A switch marks the old one as `retired` in the same
//! transaction, so that a projector which still writes to it gets an error. Its rows are deleted later, in small steps.
//!
//! A change of generations locks the table of generations, and waits for batches in progress by locking the rows of
//! their shards. Batches and readers do not wait for each other.

use proto_events::{EventHash, Position};
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPool, Postgres};
use sqlx::{AssertSqlSafe, Row};

use super::open::connect;
use super::record_rows;
use super::retry::with_retries;
use crate::StoreError;
use crate::checkpoint::{Checkpoint, Reached, Shard, ShardCheckpoint};
use crate::generation_rows::{self, select_checkpoint};
use crate::transaction::Transaction;
use crate::views::{Generation, Rendering, RenderingLock};

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
/// The number of the advisory lock for rendering a generation. Nothing else in this database uses it.
const RENDERING_LOCK: i64 = 0x7669_6577;
/// Pages of a table cleared in one transaction: some hundreds of rows with their large bodies.
const PAGES_PER_DELETE: i64 = 32;

/// Returns the active generation's checkpoint.
pub(super) async fn active(readers: &PgPool) -> Result<Option<Checkpoint>, StoreError> {
    let query = sqlx::query(select_checkpoint!("WHERE state = 'active'"));
    generation_rows::checkpoint(&query.fetch_all(readers).await?)
}

/// Returns the checkpoint of the last active generation, if it was retired without a successor.
pub(super) async fn given_up(readers: &PgPool) -> Result<Option<Checkpoint>, StoreError> {
    let query = sqlx::query(select_checkpoint!(
        "WHERE id = (SELECT max(id) FROM generations WHERE state = 'retired')
         AND NOT EXISTS (SELECT 1 FROM generations WHERE state = 'active')"
    ));
    generation_rows::checkpoint(&query.fetch_all(readers).await?)
}

/// Returns how many documents the newest generation has that is not active yet.
pub(super) async fn rendering(readers: &PgPool) -> Result<Option<Rendering>, StoreError> {
    let query = sqlx::query(
        "SELECT (SELECT count(*) FROM documents WHERE generation = building.id),
                (SELECT count(*) FROM documents WHERE generation = (SELECT id FROM generations WHERE state = 'active'))
         FROM (SELECT max(id) AS id FROM generations WHERE state = 'building') AS building WHERE building.id IS NOT NULL",
    );
    let Some(row) = query.fetch_optional(readers).await? else { return Ok(None) };
    Ok(Some(Rendering { documents: row.try_get(0)?, active_documents: row.try_get(1)? }))
}

/// Returns a generation's checkpoint, or `None` if it is retired.
pub(super) async fn checkpoint(readers: &PgPool, generation: Generation) -> Result<Option<Checkpoint>, StoreError> {
    let query = sqlx::query(select_checkpoint!("WHERE id = $1 AND state <> 'retired'"));
    generation_rows::checkpoint(&query.bind(generation.0).fetch_all(readers).await?)
}

/// Begins a transaction that is the only one to change generations. Each of its statements sees everything committed
/// before it.
async fn alone(writer: &PgPool) -> Result<Transaction<Postgres>, StoreError> {
    let mut transaction = Transaction::begin(writer, "BEGIN ISOLATION LEVEL READ COMMITTED").await?;
    sqlx::query("LOCK TABLE generations IN SHARE ROW EXCLUSIVE MODE").execute(&mut *transaction).await?;
    Ok(transaction)
}

/// Waits for batches in progress in these generations. Further batches wait until the transaction ends, and find that
/// the last batch has another name.
async fn hold_shards(connection: &mut PgConnection, generations: &[i64]) -> Result<(), StoreError> {
    let query = sqlx::query(
        "WITH held AS (
             SELECT generation, shard FROM shards WHERE generation = ANY($1) ORDER BY generation, shard FOR UPDATE
         )
         UPDATE shards SET batch = gen_random_uuid()::text FROM held
         WHERE shards.generation = held.generation AND shards.shard = held.shard",
    );
    query.bind(generations).execute(connection).await?;
    Ok(())
}

/// Creates an empty generation, which is active at once if no other one is.
pub(super) async fn begin(writer: &PgPool, fingerprint: &str, log_id: &str) -> Result<Generation, StoreError> {
    let mut transaction = alone(writer).await?;
    record_rows::begin_lineage(&mut transaction).await?;
    let row = sqlx::query(
        "INSERT INTO generations (fingerprint, log_id, state)
         SELECT $1, $2, CASE WHEN EXISTS (SELECT 1 FROM generations WHERE state = 'active')
                         THEN 'building' ELSE 'active' END
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

/// Returns the checkpoint of a shard.
pub(super) async fn open_shard(
    writer: &PgPool,
    generation: Generation,
    shard: Shard,
) -> Result<Option<ShardCheckpoint>, StoreError> {
    let mut transaction = alone(writer).await?;
    hold_shards(&mut transaction, &[generation.0]).await?;
    let query = sqlx::query(select_checkpoint!("WHERE id = $1 AND state <> 'retired'")).bind(generation.0);
    let Some(checkpoint) = generation_rows::checkpoint(&query.fetch_all(&mut *transaction).await?)? else {
        return Ok(None);
    };
    if checkpoint.shards.len() == shard.of as usize {
        return Ok(checkpoint.shards.get(shard.index as usize).copied());
    }
    // Numbers continue, so that no two commit notices have the same number.
    let commits = checkpoint.shards.iter().map(|place| place.commits).max().unwrap_or_default();
    let (reached, hash) = (checkpoint.reached(), checkpoint.hash());
    let place = ShardCheckpoint { reached, commits, complete: checkpoint.is_complete(), hash };
    write_shards(&mut transaction, generation, shard.of, place).await?;
    transaction.commit().await?;
    Ok((shard.index < shard.of).then_some(place))
}

async fn write_shards(
    connection: &mut PgConnection,
    generation: Generation,
    count: u32,
    place: ShardCheckpoint,
) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM shards WHERE generation = $1").bind(generation.0).execute(&mut *connection).await?;
    let Reached { applied, prompt, settled } = place.reached;
    let query = sqlx::query(
        "INSERT INTO shards (generation, shard, applied, prompt, settled, commits, complete, hash)
         SELECT $1, shard, $3, $4, $5, $6, $7, $8 FROM generate_series(0, $2 - 1) AS shard",
    );
    let query = query.bind(generation.0).bind(i64::from(count)).bind(applied.0).bind(prompt.0).bind(settled.0);
    let query = query.bind(place.commits).bind(place.complete).bind(place.hash.as_ref().map(EventHash::as_bytes));
    query.execute(connection).await?;
    Ok(())
}

/// Marks a shard as complete.
pub(super) async fn mark_complete(writer: &PgPool, generation: Generation, shard: Shard) -> Result<(), StoreError> {
    let mut transaction = alone(writer).await?;
    let query = sqlx::query(
        "UPDATE shards SET complete = true WHERE generation = $1 AND shard = $2
         AND (SELECT count(*) FROM shards WHERE generation = $1) = $3",
    );
    let query = query.bind(generation.0).bind(i64::from(shard.index)).bind(i64::from(shard.of));
    query.execute(&mut *transaction).await?;
    transaction.commit().await?;
    Ok(())
}

/// Makes a generation the active one.
pub(super) async fn switch_to(writer: &PgPool, generation: Generation, at: Position) -> Result<bool, StoreError> {
    let mut transaction = alone(writer).await?;
    let active =
        sqlx::query("SELECT id FROM generations WHERE state = 'active'").fetch_optional(&mut *transaction).await?;
    let mut concerned = vec![generation.0];
    if let Some(row) = active {
        concerned.push(row.try_get(0)?);
    }
    hold_shards(&mut transaction, &concerned).await?;
    let ready = sqlx::query(
        "SELECT 1 FROM generations WHERE id = $1 AND state <> 'retired'
         AND NOT EXISTS (SELECT 1 FROM shards WHERE generation = $1 AND applied <> $2)
         AND NOT EXISTS (SELECT 1 FROM generations AS active JOIN shards ON generation = active.id
                         WHERE active.state = 'active' AND applied > $2)",
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
    sqlx::query("UPDATE generations SET state = 'retired' WHERE state = 'active' AND id <> $1")
        .bind(generation.0)
        .execute(&mut *transaction)
        .await?;
    sqlx::query("UPDATE generations SET state = 'active' WHERE id = $1")
        .bind(generation.0)
        .execute(&mut *transaction)
        .await?;
    transaction.commit().await?;
    Ok(true)
}

/// Replaces the fingerprint of the active generation.
pub(super) async fn change_fingerprint(
    writer: &PgPool,
    generation: Generation,
    from: &str,
    to: &str,
) -> Result<bool, StoreError> {
    let change =
        sqlx::query("UPDATE generations SET fingerprint = $3 WHERE id = $1 AND fingerprint = $2 AND state = 'active'");
    Ok(change.bind(generation.0).bind(from).bind(to).execute(writer).await?.rows_affected() > 0)
}

/// Retires the active generation.
pub(super) async fn give_up(writer: &PgPool, generation: Generation) -> Result<(), StoreError> {
    let mut transaction = alone(writer).await?;
    hold_shards(&mut transaction, &[generation.0]).await?;
    let retire = sqlx::query("UPDATE generations SET state = 'retired' WHERE id = $1 AND state = 'active'");
    retire.bind(generation.0).execute(&mut *transaction).await?;
    transaction.commit().await?;
    Ok(())
}

/// Takes the lock for rendering a generation that is not active. It belongs to a session and ends with it.
pub(super) async fn lock_rendering(options: &PgConnectOptions) -> Result<Option<RenderingLock>, StoreError> {
    let mut session = connect(options).await?;
    let lock = sqlx::query("SELECT pg_try_advisory_lock($1)").bind(RENDERING_LOCK);
    let is_ours: bool = lock.fetch_one(&mut session).await?.try_get(0)?;
    Ok(is_ours.then(|| RenderingLock::new(session)))
}

/// Deletes all generations except the active one.
pub(super) async fn drop_inactive(writer: &PgPool) -> Result<u64, StoreError> {
    let retired = with_retries(|| retire_inactive(writer)).await?;
    if retired.is_empty() {
        return Ok(0);
    }
    for table in TABLES {
        for pages in with_retries(|| page_ranges(writer, table)).await? {
            with_retries(|| delete_some(writer, table, &pages, &retired)).await?;
        }
    }
    with_retries(|| forget(writer, &retired)).await?;
    Ok(u64::try_from(retired.len()).unwrap_or(u64::MAX))
}

/// Retires all generations except the active one. After the commit, no process writes to them.
async fn retire_inactive(writer: &PgPool) -> Result<Vec<i64>, StoreError> {
    let mut transaction = alone(writer).await?;
    let query = sqlx::query("UPDATE generations SET state = 'retired' WHERE state <> 'active' RETURNING id");
    let rows = query.fetch_all(&mut *transaction).await?;
    let retired = rows.iter().map(|row| row.try_get(0)).collect::<Result<Vec<i64>, _>>()?;
    hold_shards(&mut transaction, &retired).await?;
    transaction.commit().await?;
    Ok(retired)
}

/// Returns a table's pages as ranges of row addresses. Rows that are written to later pages belong to other
/// generations.
async fn page_ranges(writer: &PgPool, table: &'static str) -> Result<Vec<(String, String)>, StoreError> {
    let query = sqlx::query("SELECT pg_relation_size(to_regclass($1)) / current_setting('block_size')::bigint");
    let pages: i64 = query.bind(table).fetch_one(writer).await?.try_get(0)?;
    let steps = (0..=pages / PAGES_PER_DELETE).map(|step| step * PAGES_PER_DELETE);
    Ok(steps.map(|first| (format!("({first},0)"), format!("({},0)", first + PAGES_PER_DELETE))).collect())
}

/// Deletes the rows of these generations in a range of pages. Scanning pages takes the same time for each range, while
/// an index scan would pass over deleted rows again and again.
async fn delete_some(
    writer: &PgPool,
    table: &'static str,
    (first, next): &(String, String),
    generations: &[i64],
) -> Result<(), StoreError> {
    let query = sqlx::query(AssertSqlSafe(delete_from(table))).bind(first).bind(next).bind(generations);
    query.execute(writer).await?;
    Ok(())
}

pub(super) fn delete_from(table: &'static str) -> String {
    format!(
        "DELETE FROM {table} WHERE ctid >= $1::text::tid AND ctid < $2::text::tid AND generation = ANY($3::bigint[])"
    )
}

async fn forget(writer: &PgPool, generations: &[i64]) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM generations WHERE id = ANY($1)").bind(generations).execute(writer).await?;
    Ok(())
}
