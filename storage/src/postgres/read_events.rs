//! Reads of the log, and of what stands beside it: names and recorded answers.

use std::collections::HashMap;

use proto_events::ids::OrganizationId;
use proto_events::{Actor, Encoded, Position, Recorded, StreamId, StreamKind, Version};
use sqlx::Row;
use sqlx::postgres::{PgExecutor, PgRow};

use crate::StoreError;
use crate::columns::{stream_id, time};
use crate::events::IdempotentAnswer;

/// Payload read at once; the event that passes it is the last.
const MAX_BYTES: i64 = 8 * 1024 * 1024;
/// Positions read by one statement: the server adds up the sizes of so many before it sends any.
const STEP: i64 = 4_096;

/// The columns of a whole event.
macro_rules! columns {
    () => {
        "position, stream_kind, stream_id, version, organization_id, occurred_at, recorded_at, actor, event_type, \
         schema, payload, traceparent"
    };
}

const STREAM: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM events WHERE stream_kind = $1 AND stream_id = $2 AND version > $3 ORDER BY version"
);
const STREAMS: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM events WHERE stream_kind = $1 AND stream_id = ANY($2) AND position <= $3 ORDER BY stream_id, version"
);
const FROM: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM (SELECT *, sum(octet_length(payload)) OVER (ORDER BY position ROWS UNBOUNDED PRECEDING)
                      - octet_length(payload) AS before
            FROM events WHERE position > $1 AND position <= $2) AS step
      WHERE before < $3 ORDER BY position"
);

/// Without the uses of keys, as the index is. A range of that index and its order: were the organization said to be equal,
/// the server might go back through everybody's events by position instead, however long nothing happened in this one.
pub(super) const HAPPENED: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM events WHERE organization_id >= $1 AND (organization_id, position) < ($1, $2)
        AND event_type <> 'api_key_used' ORDER BY organization_id DESC, position DESC LIMIT $3"
);

/// A stream's events above a version.
pub(super) async fn stream(
    readers: impl PgExecutor<'_>,
    stream: StreamId,
    after: Version,
) -> Result<Vec<Recorded>, StoreError> {
    let query = sqlx::query(STREAM);
    decoded(&query.bind(stream.kind.name()).bind(stream.id).bind(after).fetch_all(readers).await?)
}

/// Several streams' events up to a position.
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

/// Events above a position, as far as one statement goes: at most `limit`, [`STEP`], and few beyond [`MAX_BYTES`].
/// Since positions have no gaps, their number is a matter of arithmetic.
pub(super) async fn step(
    readers: impl PgExecutor<'_>,
    after: Position,
    limit: usize,
) -> Result<Vec<Recorded>, StoreError> {
    let limit = i64::try_from(limit).unwrap_or(i64::MAX).min(STEP);
    let query = sqlx::query(FROM).bind(after.0).bind(after.0.saturating_add(limit)).bind(MAX_BYTES);
    decoded(&query.fetch_all(readers).await?)
}

/// Whether a step was cut short by bytes, not by the number of events.
pub(super) fn is_full(events: &[Recorded]) -> bool {
    let bytes = events.iter().map(|event| event.encoded.payload.len()).sum::<usize>();
    i64::try_from(bytes).map_or(true, |bytes| bytes >= MAX_BYTES)
}

/// The newest events of an organization's streams below a position, without the uses of keys.
pub(super) async fn happened(
    readers: impl PgExecutor<'_>,
    organization_id: OrganizationId,
    before: Option<Position>,
    limit: usize,
) -> Result<Vec<Recorded>, StoreError> {
    let query = sqlx::query(HAPPENED).bind(organization_id.0).bind(before.map_or(i64::MAX, |position| position.0));
    decoded(&query.bind(i64::try_from(limit).unwrap_or(i64::MAX)).fetch_all(readers).await?)
}

/// Position of the newest event.
pub(super) async fn head(readers: impl PgExecutor<'_>) -> Result<Position, StoreError> {
    let row = sqlx::query("SELECT position FROM log_head").fetch_one(readers).await?;
    Ok(Position(row.try_get(0)?))
}

/// The hour that answers are recorded in.
pub(super) async fn answer_hour(readers: impl PgExecutor<'_>) -> Result<i64, StoreError> {
    Ok(sqlx::query("SELECT hour FROM answer_clock").fetch_one(readers).await?.try_get(0)?)
}

/// Which log this is.
pub(super) async fn log_id(readers: impl PgExecutor<'_>) -> Result<String, StoreError> {
    Ok(sqlx::query("SELECT log_id FROM log_head").fetch_one(readers).await?.try_get(0)?)
}

/// Who holds each of the names.
pub(super) async fn holders(
    readers: impl PgExecutor<'_>,
    scope: &str,
    names: &[String],
) -> Result<Vec<Option<StreamId>>, StoreError> {
    // What the database cannot hold, nobody holds.
    let asked: Vec<&str> = names.iter().map(String::as_str).filter(|name| !name.contains('\0')).collect();
    let mut held = HashMap::<String, StreamId>::new();
    if !asked.is_empty() && !scope.contains('\0') {
        let query = sqlx::query("SELECT name, holder_kind, holder_id FROM claims WHERE scope = $1 AND name = ANY($2)");
        for row in query.bind(scope).bind(asked).fetch_all(readers).await? {
            held.insert(row.try_get(0)?, stream_id(row.try_get(1)?, row.try_get(2)?)?);
        }
    }
    Ok(names.iter().map(|name| held.get(name).copied()).collect())
}

/// The answer recorded for a client's key.
pub(super) async fn recorded_answer(
    readers: impl PgExecutor<'_>,
    owner: &str,
    key: &str,
) -> Result<Option<IdempotentAnswer>, StoreError> {
    if owner.contains('\0') || key.contains('\0') {
        return Ok(None);
    }
    let query = sqlx::query(
        "SELECT owner, client_key, request_sha256, response, recorded_at FROM idempotent_answers
         WHERE owner = $1 AND client_key = $2",
    );
    query.bind(owner).bind(key).fetch_optional(readers).await?.as_ref().map(answer).transpose()
}

/// An answer from its five columns.
pub(super) fn answer(row: &PgRow) -> Result<IdempotentAnswer, StoreError> {
    Ok(IdempotentAnswer {
        owner: row.try_get(0)?,
        key: row.try_get(1)?,
        request_sha256: row.try_get(2)?,
        response: row.try_get(3)?,
        recorded_at: time(row.try_get(4)?)?,
    })
}

/// Events from rows; those in a row mostly have the same actor, which is read once.
fn decoded(rows: &[PgRow]) -> Result<Vec<Recorded>, StoreError> {
    let mut known: Option<(&str, Actor)> = None;
    let mut events = Vec::with_capacity(rows.len());
    for row in rows {
        let json: &str = row.try_get(7)?;
        let actor = match &known {
            Some((same, actor)) if *same == json => actor.clone(),
            _ => serde_json::from_str(json).map_err(|error| StoreError::Damaged(error.to_string()))?,
        };
        known = Some((json, actor.clone()));
        events.push(Recorded {
            position: Position(row.try_get(0)?),
            stream: stream_id(row.try_get(1)?, row.try_get(2)?)?,
            version: row.try_get(3)?,
            organization_id: row.try_get::<i64, _>(4)?.into(),
            occurred_at: time(row.try_get(5)?)?,
            recorded_at: time(row.try_get(6)?)?,
            actor,
            traceparent: row.try_get(11)?,
            encoded: Encoded { event_type: row.try_get(8)?, schema: row.try_get(9)?, payload: row.try_get(10)? },
        });
    }
    Ok(events)
}
