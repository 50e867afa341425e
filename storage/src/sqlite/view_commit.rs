//! Writes a batch of views with its checkpoint, in one transaction.

use std::sync::atomic::Ordering::SeqCst;

use proto_events::ids::UserId;
use proto_events::{EventHash, Position};
use sqlx::Row as _;
use sqlx::sqlite::{SqliteConnection, SqliteRow};

use super::list_counts;
use super::open::Database;
use super::script::Script;
use super::writer::{BEGIN, flushed_transaction};
use crate::StoreError;
use crate::checkpoint::Reached;
use crate::document_rows::{DOCUMENTS, export_rows, exports_table, packed_row};
use crate::packed::each;
use crate::records::{EXPORT_RECORDS, change_row, changed, latest, record_rows};
use crate::sql::{Row, Statement, Value, sql};
use crate::transaction::Transaction;
use crate::view_store::changes;
use crate::views::{CommitError, Document, Generation, ViewBatch};

/// The step of the counter with the first change after a start. A power cut may lose the last changes, although clients know
/// their numbers. Therefore the counter advances far with the first change, in a commit that is flushed: far fewer changes are
/// lost, so none of their numbers is used again.
const AFTER_START: i64 = 1 << 20;

/// Writes the batch if the checkpoint is at the expected position. A batch with few documents takes two messages to SQLite's
/// thread: one begins and moves the checkpoint, the other one writes and commits. Documents are removed first, so that a key
/// which moves from one source to another in the same batch exists afterwards.
pub(super) async fn commit(database: &Database, batch: &ViewBatch) -> Result<i64, CommitError> {
    let generation = batch.generation;
    let records = latest(&batch.records);
    let documents = each(&batch.documents, |document| packed_row(generation, document));
    let exports = export_rows::<SqliteConnection>(generation, &batch.exports);
    let few = [(exports_table::<SqliteConnection>(), exports), (EXPORT_RECORDS, record_rows(generation, &records))];
    let writer = database.writer()?;
    let mut begin = Script::default();
    let is_first = !database.has_numbered().load(SeqCst);
    let mut transaction = if is_first && !records.is_empty() {
        flushed_transaction(&writer).await?
    } else {
        begin.add(sql(BEGIN));
        Transaction::begin_with_first_statement(&writer).await?
    };
    list_counts::remove(&mut begin, generation, &batch.removed);
    begin.add(sql(list_counts::NEWEST));
    begin.add(changes::known::<SqliteConnection>(generation, &records));
    begin.add(move_checkpoint(batch));
    let mut results = begin.run(&mut transaction).await?;
    let Some(commits) = first(&results.pop().unwrap_or_default())? else {
        return Err(why_not_moved(&mut transaction, batch).await?);
    };
    let known = results.pop().unwrap_or_default();
    let changed = changed(&records, known.iter().map(change_row).collect::<Result<_, _>>()?);
    let newest = first(&results.pop().unwrap_or_default())?.unwrap_or_default();

    let mut script = Script::default();
    changes::unexport::<SqliteConnection>(batch).into_iter().for_each(|statement| script.add(statement));
    for statement in few.into_iter().flat_map(|(table, rows)| table.insert::<SqliteConnection>(rows)) {
        script.add(statement);
        std::mem::take(&mut script).run(&mut transaction).await?;
    }
    let mut parts = DOCUMENTS.insert::<SqliteConnection>(documents).into_iter().peekable();
    while let Some(statement) = parts.next() {
        script.add(statement);
        if parts.peek().is_some() {
            std::mem::take(&mut script).run(&mut transaction).await?;
        }
    }
    list_counts::count(&mut script, newest, generation, &batch.documents);
    let streams = changes::of_streams::<SqliteConnection>(batch);
    let numbers =
        changes::number::<SqliteConnection>(generation, &records, &changed, if is_first { AFTER_START } else { 1 });
    let owners = write_owners(generation, &batch.documents);
    for statement in owners.into_iter().chain(streams).chain(numbers).chain([sql("COMMIT")]) {
        script.add(statement);
    }
    script.run(&mut transaction).await?;
    transaction.has_ended();
    if !changed.is_empty() {
        database.has_numbered().store(true, SeqCst);
    }
    database.note_write();
    Ok(commits)
}

fn first(rows: &[SqliteRow]) -> Result<Option<i64>, StoreError> {
    Ok(rows.first().map(|row| row.try_get(0)).transpose()?)
}

/// Returns the statement that moves the shard's checkpoint and counts the batch.
fn move_checkpoint(batch: &ViewBatch) -> Statement {
    let Reached { applied, prompt, settled } = batch.reached;
    sql("UPDATE shards SET applied = $1, prompt = $2, settled = $3, hash = $4, commits = commits + 1
         WHERE generation = $5 AND shard = $6 AND applied = $7
         AND (SELECT count(*) FROM shards AS each WHERE each.generation = shards.generation) = $8
         AND EXISTS (SELECT 1 FROM generations WHERE id = generation AND state <> 'retired') RETURNING commits")
    .bind(applied.0)
    .bind(prompt.0)
    .bind(settled.0)
    .bind(batch.hash.as_ref().map(|hash: &EventHash| hash.as_bytes()))
    .bind(batch.generation.0)
    .bind(i64::from(batch.shard.index))
    .bind(batch.from.0)
    .bind(i64::from(batch.shard.of))
}

/// Returns why the checkpoint was not at the expected position. A shard that no longer exists has position -1.
async fn why_not_moved(connection: &mut SqliteConnection, batch: &ViewBatch) -> Result<CommitError, StoreError> {
    let query = sqlx::query(
        "SELECT applied FROM generations LEFT JOIN shards ON generation = id AND shard = ?2
         WHERE id = ?1 AND state <> 'retired'",
    );
    let row = query.bind(batch.generation.0).bind(batch.shard.index).fetch_optional(connection).await?;
    let Some(row) = row else { return Ok(CommitError::GenerationGone) };
    let actual = Position(row.try_get::<Option<i64>, _>(0)?.unwrap_or(-1));
    Ok(CommitError::CheckpointMoved { expected: batch.from, actual })
}

/// Returns the statement that records the owners of the decklists that documents show. A trigger counts these rows.
fn write_owners(generation: Generation, documents: &[Document]) -> Option<Statement> {
    let owned = documents.iter().filter_map(|document| Some((document, document.owner?)));
    let row = |(Document { key, sort, .. }, owner): (&Document, UserId)| -> Row {
        let of_key = [key.organization_id.0.into(), key.kind.stored_name().into(), key.key.as_str().into()];
        of_key.into_iter().chain([owner.0.into(), sort.as_str().into()]).collect()
    };
    let rows: Vec<Row> = owned.map(row).collect();
    let write = sql("INSERT OR IGNORE INTO own_documents (generation, organization_id, kind, key, owner_id, sort)
         SELECT $1, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 FROM json_each($2)");
    let columns = "organization_id bigint, kind text, key text, owner_id bigint, sort text";
    (!rows.is_empty()).then(|| write.bind(generation.0).bind(Value::Rows(columns, rows)))
}
