//! Writes a batch of views with its checkpoint in one statement, which is one transaction: a batch of a few documents
//! would otherwise wait for nine answers of the server.
//!
//! The statement does nothing unless the shard's last batch is the one that this process wrote last. So a statement that
//! arrives late, after another one has taken its place, writes nothing. Changes of generations give a shard's last batch
//! another name as well, because the statement does not see what they committed while it waited for the shard's row.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use proto_events::EventHash;
use sqlx::Row;
use sqlx::postgres::PgPool;

use super::rows::{Statement, stream_columns};
use super::view_rows::{
    BYTES_PER_INSERT, ROWS_PER_INSERT, bind_documents, bind_sources, last_of_each, written_documents_sql,
    written_sources_sql,
};
use crate::StoreError;
use crate::checkpoint::{Generation, Reached};
use crate::views::ViewBatch;

/// Writes a batch. All parts see the views as they were before. Of the rows that shards share, documents come first, and
/// counts last and in the order of their keys. Returns the batch's number, or no row.
pub(super) const BATCH: &str = concat!(
    "WITH head AS (
         UPDATE shards SET applied = $25, prompt = $26, settled = $27, hash = $28, commits = commits + 1, batch = $29
         WHERE generation = $1 AND shard = $22 AND applied = $24 AND batch = $30
           AND (SELECT count(*) FROM shards AS every WHERE every.generation = $1) = $23
           AND (SELECT state <> 'retired' FROM generations WHERE id = $1)
         RETURNING commits
     ), ",
    written_documents_sql!(),
    ", sums AS (
         INSERT INTO list_counts AS known (generation, organization_id, kind, owner_id, depth, block, count, changes)
         SELECT $1, organization_id, kind, owner_id, depth, left(block, length), sum(documents),
                sum(CASE depth WHEN 0 THEN counted.changes ELSE 0 END)
         FROM counted, (VALUES (0, 0), (1, 14), (2, 16), (3, 18)) AS blocks (depth, length)
         WHERE depth = 0 OR (block <> '' AND documents <> 0)
         GROUP BY organization_id, kind, owner_id, depth, left(block, length)
         ORDER BY organization_id, kind, owner_id, depth, left(block, length)
         ON CONFLICT (generation, organization_id, kind, owner_id, depth, block) DO UPDATE
         SET count = known.count + excluded.count, changes = known.changes + excluded.changes
     ), ",
    written_sources_sql!("$16", "$17", "$18::text[], $19::bigint[], $20::text[], $21::bigint[]"),
    ", lagged AS (
         INSERT INTO lagging (generation, stream_kind, stream_id)
         SELECT $1, streams.* FROM head, unnest($31::text[], $32::bigint[]) AS streams ON CONFLICT DO NOTHING
     ), recovered AS (
         DELETE FROM lagging USING head, unnest($33::text[], $34::bigint[]) AS streams (kind, id)
         WHERE generation = $1 AND stream_kind = streams.kind AND stream_id = streams.id
     )
     SELECT commits FROM head"
);

/// The last batch of a shard, which this process wrote: its name is that of the last transaction, and the number of
/// statements since.
pub(super) struct Turn {
    begun: String,
    statements: u64,
}

impl Turn {
    /// Returns the turn after a transaction with this name.
    pub(super) fn begin(name: String) -> Self {
        Self { begun: name, statements: 0 }
    }

    /// Returns the name of the batch that is being written.
    pub(super) fn name(&self) -> String {
        format!("{}/{}", self.begun, self.statements)
    }

    /// Returns the stored name of the last batch.
    fn last(&self) -> String {
        if self.statements == 0 { self.begun.clone() } else { self.name() }
    }
}

/// The last batches that this process wrote, by generation and shard.
#[derive(Default)]
pub(super) struct Turns(Mutex<HashMap<(Generation, u32), Turn>>);

impl Turns {
    /// Takes the turn of the batch's shard. It is used once: after a failure, another batch may be the last.
    pub(super) fn take(&self, batch: &ViewBatch) -> Option<Turn> {
        self.lock().remove(&(batch.generation, batch.shard.index))
    }

    /// Keeps the turn after a batch that was written.
    pub(super) fn keep(&self, batch: &ViewBatch, turn: Turn) {
        self.lock().insert((batch.generation, batch.shard.index), turn);
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<(Generation, u32), Turn>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether one statement can write the batch. Removals cannot be in it, because a document that is removed and written
/// again must exist afterwards.
pub(super) fn fits(batch: &ViewBatch) -> bool {
    let has_exports = !batch.exports.is_empty() || !batch.unexported.is_empty() || !batch.records.is_empty();
    let bytes: usize = batch.documents.iter().map(|document| document.body.len()).sum();
    let is_small = batch.documents.len() <= ROWS_PER_INSERT && bytes <= BYTES_PER_INSERT;
    is_small && !has_exports && batch.removed.is_empty() && batch.parked.is_empty()
}

/// Writes the batch, which [fits](fits), and moves the turn on. Returns its number, or `None` if nothing was written.
pub(super) async fn write(writer: &PgPool, batch: &ViewBatch, turn: &mut Turn) -> Result<Option<i64>, StoreError> {
    let documents = last_of_each(&batch.documents);
    let last = turn.last();
    turn.statements += 1;
    let query = bind_documents(sqlx::query(BATCH).bind(batch.generation.0), &documents);
    let query = bind_checkpoint(bind_sources(query, &batch.sources), batch).bind(turn.name()).bind(last);
    let lagging = batch.lagging.iter().filter(|stream| !batch.settled.contains(stream));
    let (lagging_kinds, lagging_ids) = stream_columns(lagging);
    let (settled_kinds, settled_ids) = stream_columns(batch.settled.iter());
    let query = query.bind(lagging_kinds).bind(lagging_ids).bind(settled_kinds).bind(settled_ids);
    let row = query.fetch_optional(writer).await?;
    Ok(row.map(|row| row.try_get(0)).transpose()?)
}

/// Binds the shard, the position from which its checkpoint moves, the positions that it reaches, and the hash.
pub(super) fn bind_checkpoint<'q>(query: Statement<'q>, batch: &'q ViewBatch) -> Statement<'q> {
    let Reached { applied, prompt, settled } = batch.reached;
    query
        .bind(i64::from(batch.shard.index))
        .bind(i64::from(batch.shard.of))
        .bind(batch.from.0)
        .bind(applied.0)
        .bind(prompt.0)
        .bind(settled.0)
        .bind(batch.hash.as_ref().map(EventHash::as_bytes))
}
