//! Statements for events, for the end of the log, and for what a batch is checked against.

use proto_events::player_salt::PlayerSalt;
use proto_events::{Position, Recorded};

use crate::StoreError;
use crate::append::admission::Known;
use crate::append::encode::Prepared;
use crate::columns::player_salt_of;
use crate::event_rows::EventDecoder;
use crate::events::{Claim, IdempotentAnswer};
use crate::log_rows::{answer, claim};
use crate::sql::{Column, Sql, Statement, StoreRow, Value, among, random_id, rows_of, sql};

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

/// Returns the position of the newest event.
pub(crate) async fn head(connection: &mut impl Sql) -> Result<Position, StoreError> {
    Ok(Position(connection.one(sql("SELECT position FROM log_head"), number).await?))
}

/// Returns the log's id.
pub(crate) async fn log_id(connection: &mut impl Sql) -> Result<String, StoreError> {
    connection.one(sql("SELECT log_id FROM log_head"), text).await
}

/// Returns the salt of the ids of players.
pub(super) async fn player_salt(connection: &mut impl Sql) -> Result<PlayerSalt, StoreError> {
    connection.one(sql("SELECT salt FROM player_salt"), |row| player_salt_of(row.column(0)?)).await
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

/// Adds the holders of names, and the answers to keys.
pub(crate) async fn load_known<C: Sql>(
    connection: &mut C,
    batch: &[Prepared],
    known: &mut Known,
) -> Result<(), StoreError> {
    let names: Vec<&Claim> = batch.iter().flat_map(|request| &request.claims).collect();
    if !names.is_empty() {
        let query = format!(
            "SELECT scope, name, holder_kind, holder_id, checksum FROM {}
             JOIN claims ON scope = of_scope AND name = of_name",
            rows_of::<C>("wanted", 1, &[("of_scope", "text"), ("of_name", "text")])
        );
        let wanted = vec![Column::texts(&names, |it| it.scope.clone()), Column::texts(&names, |it| it.name.clone())];
        for Claim { scope, name, holder } in connection.all(sql(query).bind(Value::Rows(wanted)), claim).await? {
            known.holders.insert((scope, name), holder);
        }
    }
    let keys: Vec<&IdempotentAnswer> = batch.iter().filter_map(|request| request.idempotency.as_ref()).collect();
    if !keys.is_empty() {
        let query = format!(
            "SELECT owner, client_key, request_sha256, response, recorded_at, checksum FROM {}
             JOIN idempotent_answers ON owner = of_owner AND client_key = of_key",
            rows_of::<C>("wanted", 1, &[("of_owner", "text"), ("of_key", "text")])
        );
        let wanted = vec![Column::texts(&keys, |it| it.owner.clone()), Column::texts(&keys, |it| it.key.clone())];
        for answer in connection.all(sql(query).bind(Value::Rows(wanted)), answer).await? {
            known.answers.insert((answer.owner.clone(), answer.key.clone()), answer);
        }
    }
    Ok(())
}
