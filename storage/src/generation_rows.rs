//! Decodes the rows of generations, their shards and their streams, for any database.

use proto_events::{Position, StreamId};

use crate::StoreError;
use crate::checkpoint::{Checkpoint, Generation, Reached, ShardCheckpoint};
use crate::columns::{event_hash, stream_id};
use crate::row::StoreRow;
use crate::sql::{Statement, sql};
use crate::views::{DocumentKey, ParkedStream, ViewKind};

/// Returns a query for generations with the checkpoints of their shards. [`checkpoint`] reads its rows.
pub(crate) fn select_checkpoint(rest: &str) -> Statement {
    sql(format!(
        "SELECT id, fingerprint, log_id, applied, prompt, settled, commits, complete, hash FROM generations
         JOIN shards ON generation = id {rest} ORDER BY shard"
    ))
}

/// Decodes a checkpoint from the rows of its shards; `None` without rows.
pub(crate) fn checkpoint(rows: &[impl StoreRow]) -> Result<Option<Checkpoint>, StoreError> {
    let Some(first) = rows.first() else { return Ok(None) };
    let shards = rows.iter().map(shard_checkpoint).collect::<Result<_, _>>()?;
    let (fingerprint, log_id) = (first.column(1)?, first.column(2)?);
    Ok(Some(Checkpoint { generation: Generation(first.column(0)?), shards, fingerprint, log_id }))
}

fn shard_checkpoint(row: &impl StoreRow) -> Result<ShardCheckpoint, StoreError> {
    let reached = Reached {
        applied: Position(row.column(3)?),
        prompt: Position(row.column(4)?),
        settled: Position(row.column(5)?),
    };
    let hash: Option<&[u8]> = row.column(8)?;
    let hash = hash.map(event_hash).transpose()?;
    Ok(ShardCheckpoint { reached, commits: row.column(6)?, complete: row.column(7)?, hash })
}

/// Decodes a stream from the first two columns.
pub(crate) fn stream(row: &impl StoreRow) -> Result<StreamId, StoreError> {
    stream_id(row.column(0)?, row.column(1)?)
}

/// Decodes the key of a document from the first three columns. Returns `None` for a kind that only other versions
/// render.
pub(crate) fn document_key(row: &impl StoreRow) -> Result<Option<DocumentKey>, StoreError> {
    let Some(kind) = ViewKind::from_stored_name(row.column(1)?) else { return Ok(None) };
    Ok(Some(DocumentKey { organization_id: row.column::<i64>(0)?.into(), kind, key: row.column(2)? }))
}

/// Decodes a parked stream from its four columns.
pub(crate) fn parked_stream(row: &impl StoreRow) -> Result<ParkedStream, StoreError> {
    Ok(ParkedStream { stream: stream(row)?, position: Position(row.column(2)?), error: row.column(3)? })
}
