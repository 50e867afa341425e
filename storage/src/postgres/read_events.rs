//! Reads events, claims and recorded answers.

use std::collections::HashMap;

use proto_events::ids::OrganizationId;
use proto_events::player_salt::PlayerSalt;
use proto_events::{EventHash, Position, Recorded, StreamId, StreamKind, Version};
use sqlx::Row;
use sqlx::postgres::{PgExecutor, PgRow};

use crate::StoreError;
use crate::columns::{event_hash, player_salt_of};
use crate::event_rows::{EventDecoder, event_columns, or_empty};
use crate::events::{Claim, IdempotentAnswer};
use crate::log_rows::{answer, claim};

/// Bytes of payload read together. The event that exceeds it is the last.
const MAX_BYTES: i64 = 8 * 1024 * 1024;
/// Positions read by one statement: the server sums up the sizes of so many events before it sends any.
const STEP: i64 = 4_096;

/// The columns of a whole event, without the hash of the previous event.
macro_rules! columns {
    () => {
        "position, stream_kind, stream_id, version, organization_id, occurred_at, recorded_at, actor, event_type, \
         schema, content, traceparent, hash"
    };
}

/// The hash of the previous event, for rows that are not consecutive.
macro_rules! previous {
    () => {
        ", (SELECT before.hash FROM events AS before WHERE before.position = event.position - 1)"
    };
}

const STREAM: &str = concat!(
    "SELECT ",
    columns!(),
    previous!(),
    " FROM events AS event WHERE stream_kind = $1 AND stream_id = $2 AND version > $3 AND version <= $4 ORDER BY version"
);
const STREAMS: &str = concat!(
    "SELECT ",
    columns!(),
    previous!(),
    " FROM events AS event WHERE stream_kind = $1 AND stream_id = ANY($2) AND position <= $3 ORDER BY stream_id, version"
);
const FROM: &str = concat!(
    "SELECT ",
    columns!(),
    // Only the first row needs the previous hash.
    ", CASE WHEN position = $1 + 1 THEN (SELECT hash FROM events WHERE position = $1) END
     FROM (SELECT *, sum(octet_length(content)) OVER (ORDER BY position ROWS UNBOUNDED PRECEDING)
                      - octet_length(content) AS before
            FROM events WHERE position > $1 AND position <= $2) AS step
      WHERE before < $3 ORDER BY position"
);

/// Reads an organization's newest events without the uses of keys, which the index does not contain. The condition is a
/// range in the order of that index: with an equal organization, the server might instead scan the events of all
/// organizations backwards by position, even if this one has had none for a long time.
pub(super) const HAPPENED: &str = concat!(
    "SELECT ",
    columns!(),
    previous!(),
    " FROM events AS event WHERE organization_id >= $1 AND (organization_id, position) < ($1, $2)
        AND event_type <> 'api_key_used' ORDER BY organization_id DESC, position DESC LIMIT $3"
);

/// Reads a stream's events above a version, up to another one.
pub(super) async fn stream(
    readers: impl PgExecutor<'_>,
    stream: StreamId,
    (after, up_to): (Version, Version),
) -> Result<Vec<Recorded>, StoreError> {
    let query = sqlx::query(STREAM);
    decoded(&query.bind(stream.kind.name()).bind(stream.id).bind(after).bind(up_to).fetch_all(readers).await?)
}

/// Reads the events of several streams up to a position.
pub(super) async fn streams(
    readers: impl PgExecutor<'_>,
    kind: StreamKind,
    ids: &[i64],
    up_to: Position,
) -> Result<Vec<Recorded>, StoreError> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let query = sqlx::query(STREAMS);
    decoded(&query.bind(kind.name()).bind(ids).bind(up_to.0).fetch_all(readers).await?)
}

/// Returns the ids of all streams of a kind. The index covers the query.
pub(super) async fn stream_ids(readers: impl PgExecutor<'_>, kind: StreamKind) -> Result<Vec<i64>, StoreError> {
    let query = sqlx::query("SELECT stream_id FROM events WHERE stream_kind = $1 AND version = 1 ORDER BY stream_id");
    query.bind(kind.name()).fetch_all(readers).await?.iter().map(|row| Ok(row.try_get(0)?)).collect()
}

/// Reads events above a position with one statement: at most `limit`, at most [`STEP`], and until [`MAX_BYTES`] are
/// exceeded. Because positions have no gaps, the last position of the step can be computed.
pub(super) async fn step(
    readers: impl PgExecutor<'_>,
    after: Position,
    limit: usize,
) -> Result<Vec<Recorded>, StoreError> {
    let limit = i64::try_from(limit).unwrap_or(i64::MAX).min(STEP);
    let query = sqlx::query(FROM).bind(after.0).bind(after.0.saturating_add(limit)).bind(MAX_BYTES);
    decoded(&query.fetch_all(readers).await?)
}

/// Whether a step has fewer events than were wanted and than a step can have: it ends at the head of the log, or
/// because of its bytes.
pub(super) fn is_short(events: &[Recorded], wanted: usize) -> bool {
    i64::try_from(events.len()).is_ok_and(|events| events < STEP) && events.len() < wanted
}

/// Reads the newest events of an organization's streams below a position, without the uses of keys.
pub(super) async fn happened(
    readers: impl PgExecutor<'_>,
    organization_id: OrganizationId,
    before: Option<Position>,
    limit: usize,
) -> Result<Vec<Recorded>, StoreError> {
    let query = sqlx::query(HAPPENED).bind(organization_id.0).bind(before.map_or(i64::MAX, |position| position.0));
    decoded(&query.bind(i64::try_from(limit).unwrap_or(i64::MAX)).fetch_all(readers).await?)
}

/// Returns the position of the newest event.
pub(super) async fn head(readers: impl PgExecutor<'_>) -> Result<Position, StoreError> {
    let row = sqlx::query("SELECT position FROM log_head").fetch_one(readers).await?;
    Ok(Position(row.try_get(0)?))
}

/// Returns the hash of the event at a position, if there is one.
pub(super) async fn hash_at(readers: impl PgExecutor<'_>, position: Position) -> Result<Option<EventHash>, StoreError> {
    if position == Position::START {
        return Ok(Some(EventHash::START));
    }
    let query = sqlx::query("SELECT hash FROM events WHERE position = $1").bind(position.0);
    let row = query.fetch_optional(readers).await?;
    row.map(|row| event_hash(row.try_get(0)?)).transpose()
}

/// Returns the current hour of recorded answers.
pub(super) async fn answer_hour(readers: impl PgExecutor<'_>) -> Result<i64, StoreError> {
    Ok(sqlx::query("SELECT hour FROM answer_clock").fetch_one(readers).await?.try_get(0)?)
}

/// Returns the salt of the ids of players.
pub(super) async fn player_salt(readers: impl PgExecutor<'_>) -> Result<PlayerSalt, StoreError> {
    let row = sqlx::query("SELECT salt FROM player_salt").fetch_one(readers).await?;
    player_salt_of(row.try_get(0)?)
}

/// Returns the log's id.
pub(super) async fn log_id(readers: impl PgExecutor<'_>) -> Result<String, StoreError> {
    Ok(sqlx::query("SELECT log_id FROM log_head").fetch_one(readers).await?.try_get(0)?)
}

/// Returns the holder of each name.
pub(super) async fn holders(
    readers: impl PgExecutor<'_>,
    scope: &str,
    names: &[String],
) -> Result<Vec<Option<StreamId>>, StoreError> {
    // Text in PostgreSQL cannot contain NUL, so such names have no holder.
    let asked: Vec<&str> = names.iter().map(String::as_str).filter(|name| !name.contains('\0')).collect();
    let mut held = HashMap::<String, StreamId>::new();
    if !asked.is_empty() && !scope.contains('\0') {
        let query = sqlx::query(
            "SELECT scope, name, holder_kind, holder_id, checksum FROM claims WHERE scope = $1 AND name = ANY($2)",
        );
        for row in &query.bind(scope).bind(asked).fetch_all(readers).await? {
            let Claim { name, holder, .. } = claim(row)?;
            held.insert(name, holder);
        }
    }
    Ok(names.iter().map(|name| held.get(name).copied()).collect())
}

/// Returns the answer recorded for a client's key.
pub(super) async fn recorded_answer(
    readers: impl PgExecutor<'_>,
    owner: &str,
    key: &str,
) -> Result<Option<IdempotentAnswer>, StoreError> {
    if owner.contains('\0') || key.contains('\0') {
        return Ok(None);
    }
    let query = sqlx::query(
        "SELECT owner, client_key, request_sha256, response, recorded_at, checksum FROM idempotent_answers
         WHERE owner = $1 AND client_key = $2",
    );
    query.bind(owner).bind(key).fetch_optional(readers).await?.as_ref().map(answer).transpose()
}

/// Decodes events from rows.
fn decoded(rows: &[PgRow]) -> Result<Vec<Recorded>, StoreError> {
    let mut decoder = EventDecoder::default();
    rows.iter().map(|row| Ok(decoder.recorded(&event_columns!(row)))).collect()
}
