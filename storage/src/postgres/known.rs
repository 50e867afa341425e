//! Reads the data from which a batch is decided.

use proto_events::{StreamId, Version};
use sqlx::Row;
use sqlx::postgres::PgConnection;

use super::rows::stream_columns;
use crate::StoreError;
use crate::append::admission::{Head, Known};
use crate::append::encode::Prepared;
use crate::columns::{log_head, stream_id};
use crate::log_store::known;

/// The end of the log, with the counter at that time.
#[derive(Debug, Clone, Copy)]
pub(super) struct LogEnd {
    pub(super) head: Head,
    pub(super) changes: i64,
}

/// What a batch was decided on. It is valid as long as nothing is appended.
#[derive(Debug)]
pub(super) struct Basis {
    pub(super) log: LogEnd,
    /// Versions that were not read: the statement that writes the batch compares them.
    pub(super) assumed: Vec<(StreamId, Version)>,
}

/// The data from which a batch is decided.
#[derive(Debug)]
pub(super) struct Seen {
    pub(super) basis: Basis,
    pub(super) known: Known,
}

/// Assumes that this is still the end of the log, that every stream is at the version which the batch expects, and that
/// nothing uses its names and keys.
pub(super) fn assume(batch: &[Prepared], log: LogEnd) -> Seen {
    let mut known = Known::default();
    for write in batch.iter().flat_map(|request| &request.writes) {
        known.versions.entry(write.stream).or_insert(write.expected_version);
    }
    let assumed = known.versions.iter().map(|(stream, version)| (*stream, *version)).collect();
    Seen { basis: Basis { log, assumed }, known }
}

/// Reads everything that a batch is checked against. The counter is read first, with the streams' versions.
pub(super) async fn load(connection: &mut PgConnection, batch: &[Prepared]) -> Result<Seen, StoreError> {
    let mut seen = load_versions(connection, batch).await?;
    known::load(connection, batch, &mut seen.known).await?;
    Ok(seen)
}

async fn load_versions(connection: &mut PgConnection, batch: &[Prepared]) -> Result<Seen, StoreError> {
    let streams: Vec<StreamId> = batch.iter().flat_map(|request| &request.writes).map(|write| write.stream).collect();
    let (kinds, ids) = stream_columns(streams.iter());
    let rows = sqlx::query(
        "SELECT head.position, head.changes, wanted.kind, wanted.id, (
             SELECT max(version) FROM events WHERE stream_kind = wanted.kind AND stream_id = wanted.id
         ), (SELECT hash FROM events WHERE events.position = head.position)
         FROM log_head AS head LEFT JOIN UNNEST($1::text[], $2::bigint[]) AS wanted (kind, id) ON TRUE",
    )
    .bind(kinds)
    .bind(ids)
    .fetch_all(connection)
    .await?;
    let first = rows.first().ok_or_else(|| StoreError::Damaged("the log has no counter".into()))?;
    let head = log_head(first.try_get(0)?, first.try_get(5)?)?;
    let log = LogEnd { head, changes: first.try_get(1)? };
    let mut seen = Seen { basis: Basis { log, assumed: Vec::new() }, known: Known::default() };
    for row in &rows {
        if let Some(version) = row.try_get(4)? {
            seen.known.versions.insert(stream_id(row.try_get(2)?, row.try_get(3)?)?, version);
        }
    }
    Ok(seen)
}
