//! Generations of views: begin, divide, switch, drop.
//!
//! One is `active`; those under construction are `building`. A switch marks the old one as `retired` in the same
//! transaction, so that a projector which still writes to it gets an error. Its rows are deleted later, in small steps.
//!
//! On PostgreSQL, a change of generations locks the table of generations, and waits for batches in progress by locking the
//! rows of their shards. Batches and readers do not wait for each other. SQLite has one writer at a time.

use proto_events::{EventHash, Position, StreamId};
use sqlx::Database;
use tokio::time::{Instant, sleep};

use super::store::ViewTables;
use crate::StoreError;
use crate::checkpoint::{Checkpoint, Generation, Reached, Shard, ShardCheckpoint};
use crate::columns::{event_hash, stream_id};
use crate::records::{CARRY_OVER, NEW_ROWS, TOMBSTONES};
use crate::sql::{Sql, Statement, StoreRow, Value, among, random_id, sql};
use crate::tables::Purpose;
use crate::transaction::Transaction;
use crate::views::{DocumentKey, ParkedStream, Rendering, ViewKind};

/// Tables with a generation's rows, and how many of them are deleted in one transaction: few, so that the projector does not
/// wait long. SQLite deletes the rows of tables with few small columns in one step: they have no rowids.
const TABLES: [(&str, Option<i64>); 10] = [
    ("list_counts", None),
    ("own_documents", None),
    ("documents", Some(500)),
    ("exports", Some(500)),
    ("export_records", Some(500)),
    ("export_changes", None),
    ("sources", None),
    ("lagging", None),
    ("parked", None),
    ("shards", None),
];

async fn checkpoint_of(connection: &mut impl Sql, query: Statement) -> Result<Option<Checkpoint>, StoreError> {
    let rows = connection.all(query, checkpoint_row).await?;
    let (mut generations, shards): (Vec<_>, Vec<_>) = rows.into_iter().unzip();
    let last = generations.pop();
    Ok(last.map(|(id, fingerprint, log_id)| Checkpoint { generation: Generation(id), shards, fingerprint, log_id }))
}

/// Returns the query for the active generation's checkpoint.
pub(crate) fn select_active() -> Statement {
    select_checkpoint("WHERE state = 'active'")
}

pub(crate) async fn active(connection: &mut impl Sql) -> Result<Option<Checkpoint>, StoreError> {
    checkpoint_of(connection, select_active()).await
}

/// Returns the checkpoint of the last active generation, if it was retired without a successor.
pub(super) async fn given_up(connection: &mut impl Sql) -> Result<Option<Checkpoint>, StoreError> {
    let query = select_checkpoint(
        "WHERE id = (SELECT max(id) FROM generations WHERE state = 'retired')
         AND NOT EXISTS (SELECT 1 FROM generations WHERE state = 'active')",
    );
    checkpoint_of(connection, query).await
}

/// Returns a generation's checkpoint, or `None` if it is retired.
pub(crate) async fn checkpoint(
    connection: &mut impl Sql,
    generation: Generation,
) -> Result<Option<Checkpoint>, StoreError> {
    checkpoint_of(connection, select_checkpoint("WHERE id = $1 AND state <> 'retired'").bind(generation.0)).await
}

/// Returns how many documents the newest generation has that is not active yet.
pub(super) async fn rendering(connection: &mut impl Sql) -> Result<Option<Rendering>, StoreError> {
    let query = sql("SELECT (SELECT count(*) FROM documents WHERE generation = building.id),
                (SELECT count(*) FROM documents WHERE generation = (SELECT id FROM generations WHERE state = 'active'))
         FROM (SELECT max(id) AS id FROM generations WHERE state = 'building') AS building WHERE building.id IS NOT NULL");
    connection.first(query, |row| Ok(Rendering { documents: row.column(0)?, active_documents: row.column(1)? })).await
}

fn id(row: &impl StoreRow) -> Result<i64, StoreError> {
    Ok(row.column(0)?)
}

/// Makes a transaction the only one that changes generations. Each of its statements sees everything committed before it.
async fn alone<DB: Database>(mut transaction: Transaction<DB>) -> Result<Transaction<DB>, StoreError>
where
    DB::Connection: Sql,
{
    if DB::Connection::pick(false, true) {
        transaction.raw("LOCK TABLE generations IN SHARE ROW EXCLUSIVE MODE").await?;
    }
    Ok(transaction)
}

/// Waits for batches in progress in these generations. Further batches wait until the transaction ends, and then look where
/// their shard stands and whether the generation is retired.
async fn hold_shards<C: Sql>(connection: &mut C, generations: Vec<i64>) -> Result<(), StoreError> {
    if C::pick(true, false) {
        return Ok(());
    }
    let hold = sql("SELECT 1 FROM shards WHERE generation = ANY($1) ORDER BY generation, shard FOR UPDATE");
    connection.execute(hold.bind(Value::Numbers(generations))).await?;
    Ok(())
}

/// Creates an empty generation, which is active at once if no other one is. The commit is flushed, so that a number is
/// never issued twice.
pub(super) async fn begin<T: ViewTables>(
    tables: &T,
    fingerprint: &str,
    log_id: &str,
) -> Result<Generation, StoreError> {
    let mut transaction = alone(tables.durable_transaction().await?).await?;
    begin_lineage(&mut *transaction).await?;
    let insert = sql("INSERT INTO generations (fingerprint, log_id, state)
         SELECT $1, $2, CASE WHEN EXISTS (SELECT 1 FROM generations WHERE state = 'active')
                        THEN 'building' ELSE 'active' END
         RETURNING id");
    let generation = Generation(transaction.one(insert.bind(fingerprint).bind(log_id), id).await?);
    write_shards(&mut *transaction, generation, 1, ShardCheckpoint::default()).await?;
    transaction.commit().await?;
    Ok(generation)
}

/// Begins another lineage of changes if no generation is active: nothing is known of what clients have seen.
async fn begin_lineage<C: Sql>(connection: &mut C) -> Result<(), StoreError> {
    let update = format!(
        "UPDATE export_clock SET lineage = {}
         WHERE NOT EXISTS (SELECT 1 FROM generations WHERE state = 'active')",
        random_id::<C>()
    );
    connection.execute(sql(update)).await?;
    Ok(())
}

/// Returns the checkpoint of a shard. Divides the generation again if it has another number of shards.
pub(crate) async fn divided_shard<T: ViewTables>(
    tables: &T,
    generation: Generation,
    shard: Shard,
) -> Result<Option<ShardCheckpoint>, StoreError> {
    let mut transaction = alone(tables.transaction().await?).await?;
    hold_shards(&mut *transaction, vec![generation.0]).await?;
    let checkpoint = match checkpoint(&mut *transaction, generation).await? {
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
    write_shards(&mut *transaction, generation, shard.of, place).await?;
    transaction.commit().await?;
    Ok((shard.index < shard.of).then_some(place))
}

async fn write_shards(
    connection: &mut impl Sql,
    generation: Generation,
    count: u32,
    place: ShardCheckpoint,
) -> Result<(), StoreError> {
    connection.execute(sql("DELETE FROM shards WHERE generation = $1").bind(generation.0)).await?;
    let Reached { applied, prompt, settled } = place.reached;
    for shard in 0..count {
        let insert = sql("INSERT INTO shards (generation, shard, applied, prompt, settled, commits, complete, hash)
                          VALUES ($1, $2, $3, $4, $5, $6, $7, $8)");
        let insert = insert.bind(generation.0).bind(i64::from(shard)).bind(applied.0).bind(prompt.0).bind(settled.0);
        let hash = place.hash.as_ref().map(|hash: &EventHash| hash.as_bytes());
        connection.execute(insert.bind(place.commits).bind(place.complete).bind(hash)).await?;
    }
    Ok(())
}

pub(super) async fn mark_complete<T: ViewTables>(
    tables: &T,
    generation: Generation,
    shard: Shard,
) -> Result<(), StoreError> {
    let mut transaction = alone(tables.transaction().await?).await?;
    let mark = sql("UPDATE shards SET complete = TRUE WHERE generation = $1 AND shard = $2
                    AND (SELECT count(*) FROM shards WHERE generation = $1) = $3");
    let mark = mark.bind(generation.0).bind(i64::from(shard.index)).bind(i64::from(shard.of));
    transaction.execute(mark).await?;
    transaction.commit().await
}

/// Makes a generation the active one.
pub(super) async fn switch_to<T: ViewTables>(
    tables: &T,
    generation: Generation,
    at: Position,
) -> Result<bool, StoreError> {
    let mut transaction = alone(tables.durable_transaction().await?).await?;
    let active = transaction.first(sql("SELECT id FROM generations WHERE state = 'active'"), id).await?;
    hold_shards(&mut *transaction, [generation.0].into_iter().chain(active).collect()).await?;
    let ready = sql("SELECT 1 FROM generations WHERE id = $1 AND state <> 'retired'
         AND NOT EXISTS (SELECT 1 FROM shards WHERE generation = $1 AND applied <> $2)
         AND NOT EXISTS (SELECT 1 FROM generations AS active JOIN shards ON generation = active.id
                         WHERE active.state = 'active' AND applied > $2)");
    if transaction.first(ready.bind(generation.0).bind(at.0), |_| Ok(())).await?.is_none() {
        transaction.rollback().await?;
        return Ok(false);
    }
    if let Some(former) = active.filter(|active| *active != generation.0) {
        carry_over(&mut *transaction, generation, former).await?;
    }
    for statement in [
        "UPDATE generations SET state = 'retired' WHERE state = 'active' AND id <> $1",
        "UPDATE generations SET state = 'active' WHERE id = $1",
    ] {
        transaction.execute(sql(statement).bind(generation.0)).await?;
    }
    transaction.commit().await?;
    Ok(true)
}

/// Gives the changes of a generation that becomes active their numbers, before it does.
async fn carry_over(connection: &mut impl Sql, generation: Generation, former: i64) -> Result<(), StoreError> {
    let advance = sql("UPDATE export_clock SET sequence = sequence + 1 RETURNING sequence");
    let sequence = connection.one(advance, id).await?;
    for statement in [NEW_ROWS, CARRY_OVER, TOMBSTONES] {
        connection.execute(sql(statement).bind(generation.0).bind(former).bind(sequence)).await?;
    }
    Ok(())
}

pub(super) async fn give_up<T: ViewTables>(tables: &T, generation: Generation) -> Result<(), StoreError> {
    let mut transaction = alone(tables.durable_transaction().await?).await?;
    hold_shards(&mut *transaction, vec![generation.0]).await?;
    let retire = sql("UPDATE generations SET state = 'retired' WHERE id = $1 AND state = 'active'");
    transaction.execute(retire.bind(generation.0)).await?;
    transaction.commit().await
}

/// Deletes all generations except the active one.
pub(super) async fn drop_inactive<T: ViewTables>(tables: &T) -> Result<u64, StoreError> {
    let retired = tables.repeated(Purpose::Write, || retire_inactive(tables)).await?;
    if retired.is_empty() {
        return Ok(0);
    }
    let mut writer = tables.direct(Purpose::Write);
    for generation in &retired {
        drop_rows(&mut writer, *generation).await?;
    }
    let count = u64::try_from(retired.len()).unwrap_or(u64::MAX);
    forget(&mut writer, retired).await?;
    Ok(count)
}

/// Deletes the rows of a retired generation in small steps, and rests for as long as each step takes: writes to the log
/// and to the views wait for the same disk.
async fn drop_rows<C: Sql>(connection: &mut C, generation: i64) -> Result<(), StoreError> {
    for (table, step) in TABLES {
        let some =
            |step| format!("(SELECT {} FROM {table} WHERE generation = $1 LIMIT {step})", C::pick("rowid", "ctid"));
        let rows = C::pick(
            step.map_or_else(|| "generation = $1".to_owned(), |step| format!("rowid IN {}", some(step))),
            format!("ctid = ANY (ARRAY{})", some(step.unwrap_or(5_000))),
        );
        let delete = sql(format!("DELETE FROM {table} WHERE {rows}")).bind(generation);
        let mut begun = Instant::now();
        while connection.execute(delete.clone()).await? > 0 {
            sleep(begun.elapsed()).await;
            begun = Instant::now();
        }
    }
    Ok(())
}

/// Retires all generations except the active one. After the commit, no process writes to them.
async fn retire_inactive<T: ViewTables>(tables: &T) -> Result<Vec<i64>, StoreError> {
    let mut transaction = alone(tables.transaction().await?).await?;
    let retire = sql("UPDATE generations SET state = 'retired' WHERE state <> 'active' RETURNING id");
    let retired = transaction.all(retire, id).await?;
    hold_shards(&mut *transaction, retired.clone()).await?;
    transaction.commit().await?;
    Ok(retired)
}

async fn forget<C: Sql>(connection: &mut C, generations: Vec<i64>) -> Result<(), StoreError> {
    let forget = sql(format!("DELETE FROM generations WHERE {}", among::<C>("id", "$1")));
    connection.execute(forget.bind(Value::Numbers(generations))).await?;
    Ok(())
}

/// Returns a query for generations with the checkpoints of their shards. [`checkpoint_row`] reads its rows.
fn select_checkpoint(rest: &str) -> Statement {
    sql(format!(
        "SELECT id, fingerprint, log_id, applied, prompt, settled, commits, complete, hash FROM generations
         JOIN shards ON generation = id {rest} ORDER BY shard"
    ))
}

/// Decodes a generation's id, fingerprint and log, and the checkpoint of a shard.
fn checkpoint_row(row: &impl StoreRow) -> Result<((i64, String, String), ShardCheckpoint), StoreError> {
    let reached = Reached {
        applied: Position(row.column(3)?),
        prompt: Position(row.column(4)?),
        settled: Position(row.column(5)?),
    };
    let hash = row.column::<Option<&[u8]>>(8)?.map(event_hash).transpose()?;
    let shard = ShardCheckpoint { reached, commits: row.column(6)?, complete: row.column(7)?, hash };
    Ok(((row.column(0)?, row.column(1)?, row.column(2)?), shard))
}

/// Decodes a stream from the first two columns.
pub(super) fn stream(row: &impl StoreRow) -> Result<StreamId, StoreError> {
    stream_id(row.column(0)?, row.column(1)?)
}

/// Decodes the key of a document from the first three columns. Returns `None` for a kind that only other versions
/// render.
pub(super) fn document_key(row: &impl StoreRow) -> Result<Option<DocumentKey>, StoreError> {
    let Some(kind) = ViewKind::from_stored_name(row.column(1)?) else { return Ok(None) };
    Ok(Some(DocumentKey { organization_id: row.column::<i64>(0)?.into(), kind, key: row.column(2)? }))
}

/// Decodes a parked stream from its four columns.
pub(super) fn parked_stream(row: &impl StoreRow) -> Result<ParkedStream, StoreError> {
    Ok(ParkedStream { stream: stream(row)?, position: Position(row.column(2)?), error: row.column(3)? })
}
