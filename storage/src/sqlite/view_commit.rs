//! Writes a batch of views with its checkpoint, in one transaction.

use std::sync::atomic::Ordering::SeqCst;

use proto_events::ids::UserId;
use sqlx::Row as _;
use sqlx::sqlite::{SqliteConnection, SqliteRow};

use super::list_counts;
use super::open::Database;
use super::writer::flushed_transaction;
use crate::StoreError;
use crate::document_rows::{DOCUMENTS, packed_row};
use crate::sql::{Row, Sql, Statement, Value, sql};
use crate::tables::Tables;
use crate::view_store::changes;
use crate::views::{CommitError, Document, Generation, ViewBatch};

/// The step of the counter with the first change after a start. A power cut may lose the last changes, although clients know
/// their numbers. Therefore the counter advances far with the first change, in a commit that is flushed: far fewer changes are
/// lost, so none of their numbers is used again.
const AFTER_START: i64 = 1 << 20;

/// Writes the batch if the checkpoint is at the expected position.
pub(super) async fn commit(database: &Database, batch: &ViewBatch) -> Result<i64, CommitError> {
    let is_first = !batch.records.is_empty() && !database.has_numbered().load(SeqCst);
    let mut transaction =
        if is_first { flushed_transaction(&database.writer()?).await? } else { database.transaction().await? };
    let (commits, _) = changes::move_checkpoint(&mut *transaction, batch).await??;
    write_documents(&mut transaction, batch).await?;
    changes::write_rows(&mut *transaction, batch).await?;
    let step = if is_first { AFTER_START } else { 1 };
    let has_numbered = changes::number_records(&mut *transaction, batch, step).await?;
    transaction.commit().await?;
    if has_numbered {
        database.has_numbered().store(true, SeqCst);
    }
    database.note_write();
    Ok(commits)
}

/// Writes the documents, and counts them. Documents are removed first, so that a key which moves from one source to
/// another in the same batch exists afterwards.
async fn write_documents(connection: &mut SqliteConnection, batch: &ViewBatch) -> Result<(), StoreError> {
    let ViewBatch { generation, documents, removed, .. } = batch;
    for statement in list_counts::remove(*generation, removed) {
        connection.execute(statement).await?;
    }
    if documents.is_empty() {
        return Ok(());
    }
    let newest = connection.one(sql(list_counts::NEWEST), number).await?;
    connection.insert(&DOCUMENTS, documents.iter().map(|it| packed_row(*generation, it)).collect()).await?;
    let owners = write_owners(*generation, documents);
    for statement in list_counts::count(newest, *generation, documents).into_iter().chain(owners) {
        connection.execute(statement).await?;
    }
    Ok(())
}

fn number(row: &SqliteRow) -> Result<i64, StoreError> {
    Ok(row.try_get(0)?)
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
