//! Queries of the projector about streams: dependent, lagging and parked ones.

use proto_events::StreamId;
use sqlx::sqlite::SqlitePool;

use super::rows::json_streams;
use crate::StoreError;
use crate::generation_rows::{document_key, parked_stream, stream};
use crate::views::{DocumentKey, Generation, ParkedStream};

/// Returns the streams whose documents depend on any of these.
pub(super) async fn dependents(
    readers: &SqlitePool,
    generation: Generation,
    of: &[StreamId],
) -> Result<Vec<StreamId>, StoreError> {
    if of.is_empty() {
        return Ok(Vec::new());
    }
    let query = sqlx::query(
        "SELECT DISTINCT dependent_kind, dependent_id FROM json_each(?2) AS changed
         CROSS JOIN sources ON generation = ?1
         AND source_kind = changed.value ->> 0 AND source_id = changed.value ->> 1
         ORDER BY dependent_kind, dependent_id",
    );
    let rows = query.bind(generation.0).bind(json_streams(of)?).fetch_all(readers).await?;
    rows.iter().map(stream).collect()
}

/// Finds documents by source. The plus prevents SQLite from using the index with this order, in which it would read the
/// whole generation.
pub(super) const DOCUMENTS_FROM: &str = "SELECT organization_id, kind, key FROM documents
     WHERE generation = ?1 AND source_kind = ?2 AND source_id = ?3 ORDER BY +organization_id, kind, key";

/// Returns the keys of the documents rendered from a stream.
pub(super) async fn documents_from(
    readers: &SqlitePool,
    generation: Generation,
    source: StreamId,
) -> Result<Vec<DocumentKey>, StoreError> {
    let query = sqlx::query(DOCUMENTS_FROM).bind(generation.0).bind(source.kind.name()).bind(source.id);
    let rows = query.fetch_all(readers).await?;
    rows.iter().filter_map(|row| document_key(row).transpose()).collect()
}

/// Returns the streams whose heavy documents lag behind.
pub(super) async fn lagging(readers: &SqlitePool, generation: Generation) -> Result<Vec<StreamId>, StoreError> {
    let query =
        sqlx::query("SELECT stream_kind, stream_id FROM lagging WHERE generation = ?1 ORDER BY stream_kind, stream_id");
    query.bind(generation.0).fetch_all(readers).await?.iter().map(stream).collect()
}

/// Returns the parked streams in the order of their failed events.
pub(super) async fn parked(readers: &SqlitePool, generation: Generation) -> Result<Vec<ParkedStream>, StoreError> {
    let query = sqlx::query(
        "SELECT stream_kind, stream_id, position, error FROM parked WHERE generation = ?1
         ORDER BY position, stream_kind, stream_id",
    );
    let rows = query.bind(generation.0).fetch_all(readers).await?;
    rows.iter().map(parked_stream).collect()
}
