//! Writes a batch of views with its checkpoint, in one transaction.

use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::SeqCst;

use proto_events::{EventHash, Position};
use rayon::prelude::*;
use sqlx::Row;
use sqlx::sqlite::{SqliteConnection, SqliteRow};

use super::list_counts;
use super::open::Database;
use super::script::{Script, json_rows};
use crate::StoreError;
use crate::checkpoint::Reached;
use crate::checksum::{self, DocumentColumns};
use crate::chunks::chunks;
use crate::document_rows::{columns_of, columns_of_export};
use crate::packed::{Packed, pack};
use crate::records::{PackedRecord, change_row, changed, latest, packed_records};
use crate::view_store::changes;
use crate::views::{CommitError, Document, ExportDocument, Generation, ViewBatch};

/// Maximum number of documents in an insert.
const ROWS_PER_INSERT: usize = 64;
/// Maximum number of exports or records in an insert.
const FEW_ROWS: usize = 32;
/// Maximum number of bytes in an insert, because parameters are copied.
const BYTES_PER_INSERT: usize = 4 * 1024 * 1024;

/// The step of the counter with the first change after a start.
const AFTER_START: i64 = 1 << 20;

/// Whether this process has advanced the counter. A power cut may lose the last changes, although clients know their numbers.
/// Therefore the counter advances far with the first change after a start, in a commit that is flushed: far fewer changes are
/// lost, so none of their numbers is used again.
#[derive(Debug, Default)]
pub(super) struct RecordClock(AtomicBool);

impl RecordClock {
    /// Returns whether the next change is the first one after the start.
    fn is_new(&self) -> bool {
        !self.0.load(SeqCst)
    }

    /// Notes that a change is committed.
    fn has_advanced(&self) {
        self.0.store(true, SeqCst);
    }

    fn step(&self) -> i64 {
        if self.is_new() { AFTER_START } else { 1 }
    }
}

/// The number of documents from which other processors help. Fewer are packed faster than those would begin.
const MANY: usize = 256;

/// A document as it is stored.
struct PackedDocument<'a> {
    document: &'a Document,
    body: Packed<'a>,
    checksum: i64,
}

impl<'a> PackedDocument<'a> {
    fn new(document: &'a Document) -> Self {
        let body = pack(document.body.stored());
        let checksum = checksum::of_document(&columns_of(document, body.size, &body.bytes));
        Self { document, body, checksum }
    }
}

/// An export as it is stored.
struct PackedExport<'a> {
    export: &'a ExportDocument,
    /// The body, and the one with list texts. The arrays below have the same order.
    bodies: [Packed<'a>; 2],
    checksums: [i64; 2],
    digests: [i64; 2],
}

impl<'a> PackedExport<'a> {
    fn new(export: &'a ExportDocument) -> Self {
        let bodies = [pack(&export.body), pack(&export.body_with_text)];
        let sum = |body: &Packed<'_>| checksum::of_export(&columns_of_export(export, body.size, &body.bytes));
        let checksums = [sum(&bodies[0]), sum(&bodies[1])];
        Self { export, bodies, checksums, digests: export.digests() }
    }

    /// Returns the bytes of both bodies as they are stored.
    fn stored_bytes(&self) -> usize {
        self.bodies.iter().map(|body| body.bytes.len()).sum()
    }
}

/// Packs documents or exports and computes their checksums, before the transaction begins. Many are packed on all
/// processors.
fn each<'a, T: Sync, R: Send>(items: &'a [T], packed: fn(&'a T) -> R) -> Vec<R> {
    if items.len() < MANY { items.iter().map(packed).collect() } else { items.par_iter().map(packed).collect() }
}

/// Writes the batch if the checkpoint is at the expected position. A batch with few documents takes two messages to SQLite's
/// thread: one begins and moves the checkpoint, the other one writes and commits. Documents are removed first, so that a key
/// which moves from one source to another in the same batch exists afterwards.
pub(super) async fn commit(database: &Database, clock: &RecordClock, batch: &ViewBatch) -> Result<i64, CommitError> {
    let generation = batch.generation;
    let (documents, exports) = (each(&batch.documents, PackedDocument::new), each(&batch.exports, PackedExport::new));
    let records = latest(&batch.records);
    let packed = packed_records(&records);
    let writer = database.writer()?;
    let mut begin = Script::default();
    let mut transaction = if clock.is_new() && !records.is_empty() {
        writer.flushed_transaction().await?
    } else {
        begin.statement("BEGIN IMMEDIATE");
        writer.unbegun_transaction().await?
    };
    list_counts::remove(&mut begin, generation, &batch.removed)?;
    begin.statement(list_counts::NEWEST);
    begin.add(&changes::known::<SqliteConnection>(generation, &records));
    move_checkpoint(&mut begin, batch);
    let mut results = begin.run(&mut transaction).await?;
    let Some(commits) = first(&results.pop().unwrap_or_default())? else {
        return Err(why_not_moved(&mut transaction, batch).await?);
    };
    let known = results.pop().unwrap_or_default();
    let changed = changed(&records, known.iter().map(change_row).collect::<Result<_, _>>()?);
    let newest = first(&results.pop().unwrap_or_default())?.unwrap_or_default();

    let mut script = Script::default();
    changes::unexport::<SqliteConnection>(batch).iter().for_each(|statement| script.add(statement));
    for exports in chunks(&exports, FEW_ROWS, BYTES_PER_INSERT, PackedExport::stored_bytes) {
        write_exports(&mut script, generation, exports);
        std::mem::take(&mut script).run(&mut transaction).await?;
    }
    for records in chunks(&packed, FEW_ROWS, BYTES_PER_INSERT, PackedRecord::stored_bytes) {
        write_records(&mut script, generation, records);
        std::mem::take(&mut script).run(&mut transaction).await?;
    }
    let of_documents = |packed: &PackedDocument<'_>| packed.body.bytes.len();
    let mut parts = chunks(&documents, ROWS_PER_INSERT, BYTES_PER_INSERT, of_documents).into_iter().peekable();
    while let Some(documents) = parts.next() {
        write_documents(&mut script, generation, documents);
        if parts.peek().is_some() {
            std::mem::take(&mut script).run(&mut transaction).await?;
        }
    }
    list_counts::count(&mut script, newest, generation, &batch.documents)?;
    write_owners(&mut script, generation, &batch.documents)?;
    let streams = changes::of_streams::<SqliteConnection>(batch);
    let numbers = changes::number::<SqliteConnection>(generation, &records, &changed, clock.step());
    streams.iter().chain(&numbers).for_each(|statement| script.add(statement));
    script.statement("COMMIT");
    script.run(&mut transaction).await?;
    transaction.has_ended();
    if !changed.is_empty() {
        clock.has_advanced();
    }
    database.note_write();
    Ok(commits)
}

/// Returns the number in the first row.
fn first(rows: &[SqliteRow]) -> Result<Option<i64>, StoreError> {
    Ok(rows.first().map(|row| row.try_get(0)).transpose()?)
}

/// Adds the statement that moves the shard's checkpoint and counts the batch.
fn move_checkpoint(script: &mut Script, batch: &ViewBatch) {
    let Reached { applied, prompt, settled } = batch.reached;
    let statement = script.statement("UPDATE shards SET applied = ");
    statement.push_bind(applied.0).push(", prompt = ").push_bind(prompt.0).push(", settled = ").push_bind(settled.0);
    statement.push(", hash = ").push_bind(batch.hash.as_ref().map(EventHash::as_bytes)).push(", commits = commits + 1");
    statement.push(" WHERE generation = ").push_bind(batch.generation.0);
    statement.push(" AND shard = ").push_bind(batch.shard.index).push(" AND applied = ").push_bind(batch.from.0);
    statement.push(" AND (SELECT count(*) FROM shards AS each WHERE each.generation = shards.generation) = ");
    statement.push_bind(batch.shard.of);
    statement
        .push(" AND EXISTS (SELECT 1 FROM generations WHERE id = generation AND state <> 'retired') RETURNING commits");
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

fn write_documents(script: &mut Script, generation: Generation, documents: &[PackedDocument<'_>]) {
    script.statement(
        "INSERT INTO documents (generation, organization_id, kind, key, source_kind, source_id, sort, position,
         has_period, starts_at, ends_at, digest, size, checksum, body) ",
    );
    let statement = script.rows(documents, 15, |row, PackedDocument { document, body, checksum }| {
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
    statement.push(
        " ON CONFLICT (generation, organization_id, kind, key) DO UPDATE SET
          source_kind = excluded.source_kind, source_id = excluded.source_id, sort = excluded.sort,
          position = excluded.position, has_period = excluded.has_period, starts_at = excluded.starts_at,
          ends_at = excluded.ends_at, digest = excluded.digest, size = excluded.size, checksum = excluded.checksum,
          body = excluded.body",
    );
}

/// Records the owners of the decklists that documents show. A trigger counts these rows.
fn write_owners(script: &mut Script, generation: Generation, documents: &[Document]) -> Result<(), StoreError> {
    let owned = documents.iter().filter_map(|document| Some((document, document.owner?)));
    let rows: Vec<_> = owned
        .map(|(Document { key, sort, .. }, owner)| {
            (key.organization_id.0, key.kind.stored_name(), &key.key, owner.0, sort)
        })
        .collect();
    if rows.is_empty() {
        return Ok(());
    }
    script
        .statement(
            "INSERT OR IGNORE INTO own_documents (generation, organization_id, kind, key, owner_id, sort) SELECT ",
        )
        .push_bind(generation.0)
        .push(", value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 FROM json_each(")
        .push_bind(json_rows(rows)?)
        .push(")");
    Ok(())
}

fn write_exports(script: &mut Script, generation: Generation, exports: &[PackedExport<'_>]) {
    script.statement(
        "INSERT INTO exports (generation, tournament_id, organization_id, starts_at, event_format, position, size,
         body, size_with_text, body_with_text, digest, digest_with_text, checksum, checksum_with_text) ",
    );
    let statement = script.rows(exports, 14, |row, PackedExport { export, bodies, checksums, digests }| {
        let [body, with_text] = bodies;
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
    statement.push(
        " ON CONFLICT (generation, tournament_id) DO UPDATE SET
          organization_id = excluded.organization_id, starts_at = excluded.starts_at,
          event_format = excluded.event_format, position = excluded.position, size = excluded.size,
          body = excluded.body, size_with_text = excluded.size_with_text, body_with_text = excluded.body_with_text,
          digest = excluded.digest, digest_with_text = excluded.digest_with_text,
          checksum = excluded.checksum, checksum_with_text = excluded.checksum_with_text",
    );
}

/// Adds the statement that writes some of the records.
fn write_records(script: &mut Script, generation: Generation, records: &[PackedRecord<'_>]) {
    script.statement(
        "INSERT OR REPLACE INTO export_records (generation, tournament_id, organization_id, starts_at, event_format,
         position, has_public, is_public, head, public_head, standings, public_standings, rounds, public_rounds, matches,
         public_matches, cards, public_cards, decklists, public_decklists) ",
    );
    script.rows(records, 20, |row, PackedRecord { record, whole, public }| {
        row.push_bind(generation.0)
            .push_bind(record.tournament_id.0)
            .push_bind(record.organization_id.0)
            .push_bind(record.start.map(|start| start.timestamp_micros()))
            .push_bind(record.event_format.wire_name())
            .push_bind(record.position.0)
            .push_bind(record.public.is_some())
            .push_bind(record.is_public);
        for (whole, public) in whole.iter().zip(public) {
            row.push_bind(&whole[..]).push_bind(public.as_deref());
        }
    });
}
