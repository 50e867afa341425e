//! Writes a batch of views with its checkpoint, in one transaction.

use proto_events::{EventHash, Position, StreamId};
use sqlx::sqlite::SqliteConnection;
use sqlx::{QueryBuilder, Row, Sqlite};

use super::open::Database;
use super::packing::{self, PackedDocument, PackedExport};
use super::record_rows::{self, RecordClock};
use super::row_counts::in_few_lengths;
use super::rows::{json_rows, json_streams};
use crate::StoreError;
use crate::checkpoint::Reached;
use crate::checksum::DocumentColumns;
use crate::chunks::chunks;
use crate::document_rows::columns_of;
use crate::records::{latest, packed_records};
use crate::views::{CommitError, Document, Generation, ParkedStream, Removal, ViewBatch};

/// Maximum number of rows in an insert.
const ROWS_PER_INSERT: usize = 64;
/// Maximum number of bytes in an insert, because parameters are copied.
const BYTES_PER_INSERT: usize = 4 * 1024 * 1024;

/// Writes the batch if the checkpoint is at the expected position. Documents are removed first, so that a key which
/// moves from one source to another in the same batch exists afterwards.
pub(super) async fn commit(database: &Database, clock: &RecordClock, batch: &ViewBatch) -> Result<i64, CommitError> {
    let generation = batch.generation;
    let (documents, exports) = (packing::documents(&batch.documents), packing::exports(&batch.exports));
    let records = latest(&batch.records);
    let packed = packed_records(&records);
    let writer = database.writer()?;
    let is_flushed = clock.is_new() && !records.is_empty();
    let mut transaction = if is_flushed { writer.flushed_transaction().await? } else { writer.transaction().await? };
    let commits = move_checkpoint(&mut transaction, batch).await?;
    remove_documents(&mut transaction, generation, &batch.removed).await?;
    for documents in chunks(&documents, ROWS_PER_INSERT, BYTES_PER_INSERT, |packed| packed.body.bytes.len()) {
        for documents in in_few_lengths(documents, ROWS_PER_INSERT) {
            write_documents(&mut transaction, generation, documents).await?;
        }
    }
    write_owners(&mut transaction, generation, &batch.documents).await?;
    remove_exports(&mut transaction, batch).await?;
    for exports in chunks(&exports, ROWS_PER_INSERT, BYTES_PER_INSERT, PackedExport::stored_bytes) {
        write_exports(&mut transaction, generation, exports).await?;
    }
    for (dependent, sources) in &batch.sources {
        write_sources(&mut transaction, generation, *dependent, sources).await?;
    }
    write_lagging(&mut transaction, batch).await?;
    park(&mut transaction, generation, &batch.parked).await?;
    let has_changes = record_rows::write(&mut transaction, generation, &records, &packed, clock).await?;
    transaction.commit().await?;
    if has_changes {
        clock.has_advanced();
    }
    database.note_write();
    Ok(commits)
}

/// Moves the shard's checkpoint and counts the batch.
async fn move_checkpoint(connection: &mut SqliteConnection, batch: &ViewBatch) -> Result<i64, CommitError> {
    let query = sqlx::query(
        "UPDATE shards SET applied = ?5, prompt = ?6, settled = ?7, hash = ?8, commits = commits + 1
         WHERE generation = ?1 AND shard = ?2 AND applied = ?3
         AND (SELECT count(*) FROM shards WHERE generation = ?1) = ?4
         AND EXISTS (SELECT 1 FROM generations WHERE id = ?1 AND state <> 'retired') RETURNING commits",
    );
    let query = query.bind(batch.generation.0).bind(batch.shard.index).bind(batch.from.0).bind(batch.shard.of);
    let Reached { applied, prompt, settled } = batch.reached;
    let query = query.bind(applied.0).bind(prompt.0).bind(settled.0).bind(batch.hash.as_ref().map(EventHash::as_bytes));
    match query.fetch_optional(&mut *connection).await.map_err(StoreError::from)? {
        Some(row) => Ok(row.try_get(0).map_err(StoreError::from)?),
        None => Err(why_not_moved(connection, batch).await?),
    }
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

async fn remove_documents(
    connection: &mut SqliteConnection,
    generation: Generation,
    removed: &[Removal],
) -> Result<(), StoreError> {
    if removed.is_empty() {
        return Ok(());
    }
    let rows = removed.iter().map(|Removal { key, source }| {
        (key.organization_id.0, key.kind.stored_name(), &key.key, source.kind.name(), source.id)
    });
    let rows = json_rows(rows)?;
    let query = sqlx::query(
        "DELETE FROM documents WHERE rowid IN (
             SELECT documents.rowid FROM json_each(?2) AS gone
             CROSS JOIN documents ON generation = ?1 AND organization_id = gone.value ->> 0
             AND kind = gone.value ->> 1 AND documents.key = gone.value ->> 2
             AND source_kind = gone.value ->> 3 AND source_id = gone.value ->> 4
         )",
    );
    query.bind(generation.0).bind(rows).execute(connection).await?;
    Ok(())
}

async fn write_documents(
    connection: &mut SqliteConnection,
    generation: Generation,
    documents: &[PackedDocument<'_>],
) -> Result<(), StoreError> {
    let mut insert = QueryBuilder::<Sqlite>::new(
        "INSERT INTO documents (generation, organization_id, kind, key, source_kind, source_id, sort, position,
         has_period, starts_at, ends_at, digest, size, checksum, body) ",
    );
    insert.push_values(documents, |mut row, PackedDocument { document, body, checksum }| {
        let columns = columns_of(document, body.size, &body.bytes);
        let DocumentColumns { has_period, starts_at, ends_at, .. } = columns;
        row.push_bind(generation.0)
            .push_bind(document.key.organization_id.0)
            .push_bind(document.key.kind.stored_name())
            .push_bind(&document.key.key)
            .push_bind(document.source.kind.name())
            .push_bind(document.source.id)
            .push_bind(&document.sort)
            .push_bind(document.position.0)
            .push_bind(has_period)
            .push_bind(starts_at)
            .push_bind(ends_at)
            .push_bind(&document.digest)
            .push_bind(body.size)
            .push_bind(*checksum)
            .push_bind(&*body.bytes);
    });
    insert.push(
        " ON CONFLICT (generation, organization_id, kind, key) DO UPDATE SET
          source_kind = excluded.source_kind, source_id = excluded.source_id, sort = excluded.sort,
          position = excluded.position, has_period = excluded.has_period, starts_at = excluded.starts_at,
          ends_at = excluded.ends_at, digest = excluded.digest, size = excluded.size, checksum = excluded.checksum,
          body = excluded.body",
    );
    insert.build().execute(connection).await?;
    Ok(())
}

/// Records the owners of the decklists that documents show. Triggers count these rows, and delete those of deleted documents.
async fn write_owners(
    connection: &mut SqliteConnection,
    generation: Generation,
    documents: &[Document],
) -> Result<(), StoreError> {
    let owned = documents.iter().filter_map(|document| Some((document, document.owner?)));
    let rows: Vec<_> = owned
        .map(|(Document { key, sort, .. }, owner)| {
            (key.organization_id.0, key.kind.stored_name(), &key.key, owner.0, sort)
        })
        .collect();
    if rows.is_empty() {
        return Ok(());
    }
    let query = sqlx::query(
        "INSERT OR IGNORE INTO own_documents (generation, organization_id, kind, key, owner_id, sort)
         SELECT ?1, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 FROM json_each(?2)",
    );
    query.bind(generation.0).bind(json_rows(rows)?).execute(connection).await?;
    Ok(())
}

async fn remove_exports(connection: &mut SqliteConnection, batch: &ViewBatch) -> Result<(), StoreError> {
    if batch.unexported.is_empty() {
        return Ok(());
    }
    let query =
        sqlx::query("DELETE FROM exports WHERE generation = ?1 AND tournament_id IN (SELECT value FROM json_each(?2))");
    let ids = json_rows(batch.unexported.iter().map(|tournament| tournament.0))?;
    query.bind(batch.generation.0).bind(ids).execute(connection).await?;
    Ok(())
}

async fn write_exports(
    connection: &mut SqliteConnection,
    generation: Generation,
    exports: &[PackedExport<'_>],
) -> Result<(), StoreError> {
    let mut insert = QueryBuilder::<Sqlite>::new(
        "INSERT INTO exports (generation, tournament_id, organization_id, starts_at, event_format, position, size,
         body, size_with_text, body_with_text, digest, digest_with_text, checksum, checksum_with_text) ",
    );
    insert.push_values(exports, |mut row, PackedExport { export, bodies: [body, with_text], checksums, digests }| {
        row.push_bind(generation.0)
            .push_bind(export.tournament_id.0)
            .push_bind(export.organization_id.0)
            .push_bind(export.start.timestamp_micros())
            .push_bind(export.event_format.wire_name())
            .push_bind(export.position.0)
            .push_bind(body.size)
            .push_bind(&*body.bytes)
            .push_bind(with_text.size)
            .push_bind(&*with_text.bytes)
            .push_bind(digests[0])
            .push_bind(digests[1])
            .push_bind(checksums[0])
            .push_bind(checksums[1]);
    });
    insert.push(
        " ON CONFLICT (generation, tournament_id) DO UPDATE SET
          organization_id = excluded.organization_id, starts_at = excluded.starts_at,
          event_format = excluded.event_format, position = excluded.position, size = excluded.size,
          body = excluded.body, size_with_text = excluded.size_with_text, body_with_text = excluded.body_with_text,
          digest = excluded.digest, digest_with_text = excluded.digest_with_text,
          checksum = excluded.checksum, checksum_with_text = excluded.checksum_with_text",
    );
    insert.build().persistent(false).execute(connection).await?;
    Ok(())
}

/// Writes only differences: a large tournament depends on thousands of streams, and each change adds one.
async fn write_sources(
    connection: &mut SqliteConnection,
    generation: Generation,
    dependent: StreamId,
    sources: &[StreamId],
) -> Result<(), StoreError> {
    let sources = json_streams(sources)?;
    let query = sqlx::query(
        "DELETE FROM sources WHERE generation = ?1 AND dependent_kind = ?2 AND dependent_id = ?3
         AND (source_kind, source_id) NOT IN (SELECT value ->> 0, value ->> 1 FROM json_each(?4))",
    );
    let query = query.bind(generation.0).bind(dependent.kind.name()).bind(dependent.id).bind(&sources);
    query.execute(&mut *connection).await?;
    let query = sqlx::query(
        "INSERT OR IGNORE INTO sources (generation, dependent_kind, dependent_id, source_kind, source_id)
         SELECT ?1, ?2, ?3, value ->> 0, value ->> 1 FROM json_each(?4)",
    );
    let query = query.bind(generation.0).bind(dependent.kind.name()).bind(dependent.id).bind(&sources);
    query.execute(connection).await?;
    Ok(())
}

async fn write_lagging(connection: &mut SqliteConnection, batch: &ViewBatch) -> Result<(), StoreError> {
    if !batch.lagging.is_empty() {
        let query = sqlx::query(
            "INSERT OR IGNORE INTO lagging (generation, stream_kind, stream_id)
             SELECT ?1, value ->> 0, value ->> 1 FROM json_each(?2)",
        );
        query.bind(batch.generation.0).bind(json_streams(&batch.lagging)?).execute(&mut *connection).await?;
    }
    if !batch.settled.is_empty() {
        let query = sqlx::query(
            "DELETE FROM lagging WHERE generation = ?1
             AND (stream_kind, stream_id) IN (SELECT value ->> 0, value ->> 1 FROM json_each(?2))",
        );
        query.bind(batch.generation.0).bind(json_streams(&batch.settled)?).execute(&mut *connection).await?;
    }
    Ok(())
}

async fn park(
    connection: &mut SqliteConnection,
    generation: Generation,
    parked: &[ParkedStream],
) -> Result<(), StoreError> {
    for it in parked {
        let query = sqlx::query(
            "INSERT INTO parked (generation, stream_kind, stream_id, position, error) VALUES (?1, ?2, ?3, ?4, ?5)
             ON CONFLICT (generation, stream_kind, stream_id) DO UPDATE
             SET position = excluded.position, error = excluded.error",
        );
        let query = query.bind(generation.0).bind(it.stream.kind.name()).bind(it.stream.id);
        query.bind(it.position.0).bind(&it.error).execute(&mut *connection).await?;
    }
    Ok(())
}
