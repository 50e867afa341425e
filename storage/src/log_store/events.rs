//! Reads events, claims and recorded answers.

use std::collections::HashMap;

use proto_events::ids::OrganizationId;
use proto_events::player_salt::PlayerSalt;
use proto_events::{EventHash, Position, Recorded, StreamId, StreamKind, Version};

use super::tables::LogTables;
use crate::StoreError;
use crate::columns::{event_hash, player_salt_of};
use crate::event_rows::EventDecoder;
use crate::events::{Claim, IdempotentAnswer};
use crate::log_rows::{answer, claim};
use crate::row::StoreRow;
use crate::sql::{Sql, Statement, Value, among, can_hold, random_id, sql};

/// The columns of a whole event, without the hash of the previous event.
pub(crate) const COLUMNS: &str = "position, stream_kind, stream_id, version, organization_id, occurred_at, recorded_at, \
                                  actor, event_type, schema, content, traceparent, hash";

/// Returns a query for whole events, with the hash of the previous one because they are not consecutive.
fn select(rest: &str) -> Statement {
    sql(format!(
        "SELECT {COLUMNS}, (SELECT before.hash FROM events AS before WHERE before.position = event.position - 1)
         FROM events AS event {rest}"
    ))
}

/// Returns the query for a stream's events above a version, up to another one.
pub(crate) fn stream_query() -> Statement {
    select("WHERE stream_kind = $1 AND stream_id = $2 AND version > $3 AND version <= $4 ORDER BY version")
}

/// Returns the query for the events of several streams up to a position.
pub(crate) fn streams_query<C: Sql>() -> Statement {
    let among = among::<C>("stream_id", "$2");
    select(&format!("WHERE stream_kind = $1 AND {among} AND position <= $3 ORDER BY stream_id, version"))
}

/// Returns the query for an organization's newest events without the uses of keys, which the index does not contain. On
/// PostgreSQL, the condition is a range in the order of that index: with an equal organization, the server might instead
/// scan the events of all organizations backwards by position, even if this one has had none for a long time. SQLite
/// recompiles a statement if a bare parameter of `LIMIT` changes, but not if it is part of an expression: therefore
/// `+ 0`, here and in other queries.
pub(crate) fn happened_query<C: Sql>() -> Statement {
    select(C::pick(
        "WHERE organization_id = $1 AND position < $2 AND event_type <> 'api_key_used' ORDER BY position DESC LIMIT $3 + 0",
        "WHERE organization_id >= $1 AND (organization_id, position) < ($1, $2) AND event_type <> 'api_key_used'
         ORDER BY organization_id DESC, position DESC LIMIT $3",
    ))
}

/// Reads and decodes events.
pub(crate) async fn decoded(connection: &mut impl Sql, query: Statement) -> Result<Vec<Recorded>, StoreError> {
    let (mut decoder, mut events) = (EventDecoder::default(), Vec::new());
    connection
        .each(query, |row| {
            events.push(decoder.recorded(&row)?);
            Ok(())
        })
        .await?;
    Ok(events)
}

/// Reads a stream's events above a version, up to another one.
pub(super) async fn stream(
    connection: &mut impl Sql,
    stream: StreamId,
    (after, up_to): (Version, Version),
) -> Result<Vec<Recorded>, StoreError> {
    let query = stream_query().bind(stream.kind.name()).bind(stream.id).bind(after).bind(up_to);
    decoded(connection, query).await
}

/// Reads the events of several streams up to a position.
pub(super) async fn streams<C: Sql>(
    connection: &mut C,
    kind: StreamKind,
    ids: &[i64],
    up_to: Position,
) -> Result<Vec<Recorded>, StoreError> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    decoded(connection, streams_query::<C>().bind(kind.name()).bind(Value::Numbers(ids.to_vec())).bind(up_to.0)).await
}

/// Reads the newest events of an organization's streams below a position, without the uses of keys.
pub(super) async fn happened<C: Sql>(
    connection: &mut C,
    organization_id: OrganizationId,
    before: Option<Position>,
    limit: usize,
) -> Result<Vec<Recorded>, StoreError> {
    let query = happened_query::<C>().bind(organization_id.0).bind(before.map_or(i64::MAX, |position| position.0));
    decoded(connection, query.bind(i64::try_from(limit).unwrap_or(i64::MAX))).await
}

/// Returns the ids of all streams of a kind. The index covers the query.
pub(super) async fn stream_ids(connection: &mut impl Sql, kind: StreamKind) -> Result<Vec<i64>, StoreError> {
    let query = sql("SELECT stream_id FROM events WHERE stream_kind = $1 AND version = 1 ORDER BY stream_id");
    connection.all(query.bind(kind.name()), number).await
}

/// Returns the position of the newest event.
pub(crate) async fn head(connection: &mut impl Sql) -> Result<Position, StoreError> {
    Ok(Position(connection.one(sql("SELECT position FROM log_head"), number).await?))
}

/// Returns the log's id.
pub(crate) async fn log_id(connection: &mut impl Sql) -> Result<String, StoreError> {
    connection.one(sql("SELECT log_id FROM log_head"), text).await
}

/// Returns the hash of the event at a position, if there is one.
pub(super) async fn hash_at(connection: &mut impl Sql, position: Position) -> Result<Option<EventHash>, StoreError> {
    if position == Position::START {
        return Ok(Some(EventHash::START));
    }
    let query = sql("SELECT hash FROM events WHERE position = $1").bind(position.0);
    connection.first(query, |row| event_hash(row.column(0)?)).await
}

/// Returns the salt of the ids of players.
pub(super) async fn player_salt(connection: &mut impl Sql) -> Result<PlayerSalt, StoreError> {
    connection.one(sql("SELECT salt FROM player_salt"), |row| player_salt_of(row.column(0)?)).await
}

/// Returns the holder of each name.
pub(super) async fn holders<C: Sql>(
    connection: &mut C,
    scope: &str,
    names: &[String],
) -> Result<Vec<Option<StreamId>>, StoreError> {
    let asked: Vec<String> = names.iter().filter(|name| can_hold::<C>(name)).cloned().collect();
    let mut held = HashMap::<String, StreamId>::new();
    if !asked.is_empty() && can_hold::<C>(scope) {
        let among = among::<C>("name", "$2");
        let query =
            format!("SELECT scope, name, holder_kind, holder_id, checksum FROM claims WHERE scope = $1 AND {among}");
        let claims = connection.all(sql(query).bind(scope).bind(Value::Texts(asked)), claim).await?;
        held.extend(claims.into_iter().map(|Claim { name, holder, .. }| (name, holder)));
    }
    Ok(names.iter().map(|name| held.get(name).copied()).collect())
}

/// Returns the answer recorded for a client's key.
pub(super) async fn recorded_answer<C: Sql>(
    connection: &mut C,
    owner: &str,
    key: &str,
) -> Result<Option<IdempotentAnswer>, StoreError> {
    if !can_hold::<C>(owner) || !can_hold::<C>(key) {
        return Ok(None);
    }
    let query = sql("SELECT owner, client_key, request_sha256, response, recorded_at, checksum FROM idempotent_answers
                     WHERE owner = $1 AND client_key = $2");
    connection.first(query.bind(owner).bind(key), answer).await
}

/// Returns the current hour of recorded answers.
pub(super) async fn answer_hour(connection: &mut impl Sql) -> Result<i64, StoreError> {
    connection.one(sql("SELECT hour FROM answer_clock"), number).await
}

/// Ends the current hour of recorded answers, if it is `hour`, and deletes answers from more than `kept` hours before
/// the next.
pub(super) async fn end_answer_hour<T: LogTables>(tables: &T, hour: i64, kept: i64) -> Result<u64, StoreError> {
    let mut transaction = tables.transaction().await?;
    let end = sql("UPDATE answer_clock SET hour = hour + 1 WHERE hour = $1").bind(hour);
    let mut forgotten = 0;
    if transaction.execute(end).await? > 0 {
        let forget = sql("DELETE FROM idempotent_answers WHERE hour < $1").bind(hour + 1 - kept);
        forgotten = transaction.execute(forget).await?;
    }
    transaction.commit().await?;
    Ok(forgotten)
}

/// Inserts events as they are.
pub(super) async fn insert(connection: &mut impl Sql, events: &[Recorded]) -> Result<(), StoreError> {
    let row = |event: &Recorded| -> Result<Vec<Value>, StoreError> {
        let actor = serde_json::to_string(&event.actor).map_err(|error| StoreError::Unwritable(error.to_string()))?;
        Ok(vec![
            event.position.0.into(),
            event.stream.kind.name().into(),
            event.stream.id.into(),
            event.version.into(),
            event.organization_id.0.into(),
            event.occurred_at.timestamp_micros().into(),
            event.recorded_at.timestamp_micros().into(),
            actor.as_str().into(),
            event.encoded.event_type.as_str().into(),
            i64::from(event.encoded.schema).into(),
            event.encoded.payload.as_str().into(),
            event.traceparent.as_deref().into(),
            event.hash.as_bytes()[..].into(),
        ])
    };
    let rows = events.iter().map(row).collect::<Result<_, _>>()?;
    connection.insert(&format!("events ({COLUMNS})"), rows, "").await
}

/// Gives the log another id, and sets further columns of its only row.
pub(super) async fn renewed_log_id<C: Sql>(connection: &mut C, further: &str) -> Result<String, StoreError> {
    let (id, changes) = (random_id::<C>(), C::pick("", ", changes = changes + 1"));
    let renew = format!("UPDATE log_head SET log_id = {id}{changes}{further} RETURNING log_id");
    connection.one(sql(renew), text).await
}

/// Decodes a number from the first column.
pub(super) fn number(row: &impl StoreRow) -> Result<i64, StoreError> {
    Ok(row.column(0)?)
}

/// Decodes a text from the first column.
pub(super) fn text(row: &impl StoreRow) -> Result<String, StoreError> {
    Ok(row.column(0)?)
}
