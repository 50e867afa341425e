//! Queries of the projector about streams: dependent, lagging and parked ones.

use proto_events::StreamId;
use sqlx::postgres::PgPool;

use super::rows::stream_columns;
use crate::StoreError;
use crate::generation_rows::{document_key, parked_stream, stream};
use crate::views::{DocumentKey, Generation, ParkedStream};

pub(super) const DEPENDENTS: &str = "SELECT DISTINCT dependent_kind, dependent_id
    FROM unnest($2::text[], $3::bigint[]) AS changed (kind, id)
    JOIN sources ON generation = $1 AND source_kind = changed.kind AND source_id = changed.id
    ORDER BY dependent_kind, dependent_id";
pub(super) const DOCUMENTS_FROM: &str = "SELECT organization_id, kind, key FROM documents
    WHERE generation = $1 AND source_kind = $2 AND source_id = $3 ORDER BY organization_id, kind, key";

/// Returns the streams whose documents depend on any of these.
pub(super) async fn dependents(
    readers: &PgPool,
    generation: Generation,
    of: &[StreamId],
) -> Result<Vec<StreamId>, StoreError> {
    if of.is_empty() {
        return Ok(Vec::new());
    }
    let (kinds, ids) = stream_columns(of.iter());
    let rows = sqlx::query(DEPENDENTS).bind(generation.0).bind(kinds).bind(ids).fetch_all(readers).await?;
    rows.iter().map(stream).collect()
}

/// Returns the keys of the documents rendered from a stream.
pub(super) async fn documents_from(
    readers: &PgPool,
    generation: Generation,
    source: StreamId,
) -> Result<Vec<DocumentKey>, StoreError> {
    let query = sqlx::query(DOCUMENTS_FROM);
    let rows = query.bind(generation.0).bind(source.kind.name()).bind(source.id).fetch_all(readers).await?;
    rows.iter().filter_map(|row| document_key(row).transpose()).collect()
}

/// Returns the streams whose heavy documents lag behind.
pub(super) async fn lagging(readers: &PgPool, generation: Generation) -> Result<Vec<StreamId>, StoreError> {
    let query =
        sqlx::query("SELECT stream_kind, stream_id FROM lagging WHERE generation = $1 ORDER BY stream_kind, stream_id");
    query.bind(generation.0).fetch_all(readers).await?.iter().map(stream).collect()
}

/// Returns the parked streams in the order of their failed events.
pub(super) async fn parked(readers: &PgPool, generation: Generation) -> Result<Vec<ParkedStream>, StoreError> {
    let query = sqlx::query(
        "SELECT stream_kind, stream_id, position, error FROM parked WHERE generation = $1
         ORDER BY position, stream_kind, stream_id",
    );
    let rows = query.bind(generation.0).fetch_all(readers).await?;
    rows.iter().map(parked_stream).collect()
}
