//! Reads events, claims and recorded answers.

use std::collections::HashMap;

use futures::TryStreamExt;
use proto_events::ids::OrganizationId;
use proto_events::player_salt::PlayerSalt;
use proto_events::{EventHash, Position, Recorded, StreamId, StreamKind, Version};
use sqlx::Row;
use sqlx::sqlite::{SqliteExecutor, SqlitePool, SqliteRow};

use super::rows::json_rows;
use crate::StoreError;
use crate::columns::{event_hash, player_salt_of};
use crate::event_rows::{EventDecoder, event_columns, or_empty};
use crate::events::{Claim, IdempotentAnswer};
use crate::log_rows::{answer, claim};

/// Bytes of payload read together. The event that exceeds it is the last.
const MAX_BYTES: usize = 8 * 1024 * 1024;

/// A query for whole events. `previous` is the hash of the previous event, for rows that are not consecutive.
macro_rules! select_events {
    ($previous:literal, $rest:literal) => {
        concat!(
            "SELECT position, stream_kind, stream_id, version, organization_id, occurred_at, recorded_at, actor, ",
            "event_type, schema, content, traceparent, hash, ",
            $previous,
            " FROM events AS event ",
            $rest
        )
    };
    ($rest:literal) => {
        select_events!("(SELECT hash FROM events AS before WHERE before.position = event.position - 1)", $rest)
    };
}

pub(super) const STREAM: &str =
    select_events!("WHERE stream_kind = ?1 AND stream_id = ?2 AND version > ?3 AND version <= ?4 ORDER BY version");
pub(super) const STREAMS: &str = select_events!(
    "WHERE stream_kind = ?1 AND stream_id IN (SELECT value FROM json_each(?2)) AND position <= ?3
     ORDER BY stream_id, version"
);
/// Reads a range of the log. Only the first row needs the previous hash. SQLite recompiles a statement if a bare
/// parameter of `LIMIT` changes, but not if it is part of an expression: therefore `+ 0`, here and in other queries.
pub(super) const FROM: &str = select_events!(
    "CASE WHEN event.position = ?1 + 1 THEN (SELECT hash FROM events AS before WHERE before.position = ?1) END",
    "WHERE position > ?1 ORDER BY position LIMIT ?2 + 0"
);
/// Reads an organization's newest events without the uses of keys, which the index does not contain.
pub(super) const HAPPENED: &str = select_events!(
    "WHERE organization_id = ?1 AND position < ?2 AND event_type <> 'api_key_used' ORDER BY position DESC LIMIT ?3 + 0"
);

/// Reads a stream's events above a version, up to another one.
pub(super) async fn stream(
    readers: &SqlitePool,
    stream: StreamId,
    (after, up_to): (Version, Version),
) -> Result<Vec<Recorded>, StoreError> {
    let query = sqlx::query(STREAM);
    let rows = query.bind(stream.kind.name()).bind(stream.id).bind(after).bind(up_to).fetch(readers);
    let mut decoder = EventDecoder::default();
    rows.map_err(StoreError::from).and_then(|row| std::future::ready(recorded(&mut decoder, &row))).try_collect().await
}

/// Reads the events of several streams up to a position.
pub(super) async fn streams(
    readers: &SqlitePool,
    kind: StreamKind,
    ids: &[i64],
    up_to: Position,
) -> Result<Vec<Recorded>, StoreError> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let query = sqlx::query(STREAMS);
    let rows = query.bind(kind.name()).bind(json_rows(ids)?).bind(up_to.0).fetch(readers);
    let mut decoder = EventDecoder::default();
    rows.map_err(StoreError::from).and_then(|row| std::future::ready(recorded(&mut decoder, &row))).try_collect().await
}

/// Returns the ids of all streams of a kind. The index covers the query.
pub(super) async fn stream_ids(readers: &SqlitePool, kind: StreamKind) -> Result<Vec<i64>, StoreError> {
    let query = sqlx::query("SELECT stream_id FROM events WHERE stream_kind = ?1 AND version = 1 ORDER BY stream_id");
    query.bind(kind.name()).fetch_all(readers).await?.iter().map(|row| Ok(row.try_get(0)?)).collect()
}

/// Reads events above a position: at most `limit`, and until [`MAX_BYTES`] are exceeded.
pub(super) async fn from(readers: &SqlitePool, after: Position, limit: usize) -> Result<Vec<Recorded>, StoreError> {
    let query = sqlx::query(FROM);
    let mut rows = query.bind(after.0).bind(i64::try_from(limit).unwrap_or(i64::MAX)).fetch(readers);
    let mut decoder = EventDecoder::default();
    let (mut events, mut bytes) = (Vec::new(), 0);
    while bytes < MAX_BYTES
        && let Some(row) = rows.try_next().await?
    {
        let event = recorded(&mut decoder, &row)?;
        bytes += event.encoded.payload.len();
        events.push(event);
    }
    Ok(events)
}

/// Reads the newest events of an organization's streams below a position, without the uses of keys.
pub(super) async fn happened(
    readers: &SqlitePool,
    organization_id: OrganizationId,
    before: Option<Position>,
    limit: usize,
) -> Result<Vec<Recorded>, StoreError> {
    let query = sqlx::query(HAPPENED).bind(organization_id.0).bind(before.map_or(i64::MAX, |position| position.0));
    let rows = query.bind(i64::try_from(limit).unwrap_or(i64::MAX)).fetch(readers);
    let mut decoder = EventDecoder::default();
    rows.map_err(StoreError::from).and_then(|row| std::future::ready(recorded(&mut decoder, &row))).try_collect().await
}

/// Returns the current hour of recorded answers.
pub(super) async fn answer_hour(readers: &SqlitePool) -> Result<i64, StoreError> {
    Ok(sqlx::query("SELECT hour FROM answer_clock").fetch_one(readers).await?.try_get(0)?)
}

/// Returns the salt of the ids of players.
pub(super) async fn player_salt(readers: impl SqliteExecutor<'_>) -> Result<PlayerSalt, StoreError> {
    let row = sqlx::query("SELECT salt FROM player_salt").fetch_one(readers).await?;
    player_salt_of(row.try_get(0)?)
}

/// Returns the log's id.
pub(super) async fn log_id(readers: &SqlitePool) -> Result<String, StoreError> {
    Ok(sqlx::query("SELECT log_id FROM log_head").fetch_one(readers).await?.try_get(0)?)
}

/// Returns the position of the newest event.
pub(super) async fn head(readers: &SqlitePool) -> Result<Position, StoreError> {
    let row = sqlx::query("SELECT position FROM log_head").fetch_one(readers).await?;
    Ok(Position(row.try_get(0)?))
}

/// Returns the hash of the event at a position, if there is one.
pub(super) async fn hash_at(readers: &SqlitePool, position: Position) -> Result<Option<EventHash>, StoreError> {
    if position == Position::START {
        return Ok(Some(EventHash::START));
    }
    let query = sqlx::query("SELECT hash FROM events WHERE position = ?1").bind(position.0);
    let row = query.fetch_optional(readers).await?;
    row.map(|row| event_hash(row.try_get(0)?)).transpose()
}

/// Returns the holder of each name.
pub(super) async fn holders(
    readers: &SqlitePool,
    scope: &str,
    names: &[String],
) -> Result<Vec<Option<StreamId>>, StoreError> {
    if names.is_empty() {
        return Ok(Vec::new());
    }
    let query = sqlx::query(
        "SELECT scope, name, holder_kind, holder_id, checksum FROM claims
         WHERE scope = ?1 AND name IN (SELECT value FROM json_each(?2))",
    );
    let mut held = HashMap::<String, StreamId>::new();
    for row in query.bind(scope).bind(json_rows(names)?).fetch_all(readers).await? {
        let Claim { name, holder, .. } = claim(&row)?;
        held.insert(name, holder);
    }
    Ok(names.iter().map(|name| held.get(name).copied()).collect())
}

/// Returns the answer recorded for a client's key.
pub(super) async fn recorded_answer(
    readers: &SqlitePool,
    owner: &str,
    key: &str,
) -> Result<Option<IdempotentAnswer>, StoreError> {
    let query = sqlx::query(
        "SELECT owner, client_key, request_sha256, response, recorded_at, checksum FROM idempotent_answers
         WHERE owner = ?1 AND client_key = ?2",
    );
    query.bind(owner).bind(key).fetch_optional(readers).await?.as_ref().map(answer).transpose()
}

/// Decodes the event in a row.
pub(super) fn recorded(decoder: &mut EventDecoder, row: &SqliteRow) -> Result<Recorded, StoreError> {
    Ok(decoder.recorded(&event_columns!(row)))
}
