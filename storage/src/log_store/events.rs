//! Statements for events, for the end of the log, and for what a batch is checked against.

use proto_events::player_salt::PlayerSalt;
use proto_events::{EventHash, Position, Recorded, StreamId};

use crate::StoreError;
use crate::append::admission::{Head, Known};
use crate::append::encode::Prepared;
use crate::append_request::{Claim, IdempotentAnswer};
use crate::columns::{STREAM, event_hash, stream_id, stream_rows};
use crate::event_rows::EventDecoder;
use crate::log_rows::{ANSWERS, CLAIMS, EVENTS, answer, claim};
use crate::sql::{Sql, Statement, StoreRow, Value, among, names, random_id, rows_of, sql};

/// Events and bytes of payload that are read together.
const MOST_EVENTS: i64 = 4_096;
const MOST_BYTES: i64 = 8 << 20;

/// Reads the end of the log from its counter and the hash of the event at that position.
fn log_head(position: i64, hash: Option<&[u8]>) -> Result<Head, StoreError> {
    let hash = match (position, hash) {
        (0, None) => EventHash::START,
        (_, Some(hash)) => event_hash(hash)?,
        (_, None) => {
            return Err(StoreError::Damaged(format!("the log's counter is at {position}, but that event is missing")));
        }
    };
    Ok(Head { position: Position(position), hash })
}

/// Returns a query for whole events, with the hash of the previous one because they are not consecutive.
fn select(rest: &str) -> Statement {
    sql(format!(
        "SELECT {}, (SELECT before.hash FROM events AS before WHERE before.position = event.position - 1)
         FROM events AS event {rest}",
        names(EVENTS.columns)
    ))
}

/// Returns the query for a range of the log. Only the first row needs the previous hash.
pub(crate) fn range_query() -> Statement {
    sql(format!(
        "SELECT {}, CASE WHEN position = $1 + 1 THEN (SELECT hash FROM events AS before WHERE before.position = $1) END
         FROM events WHERE position > $1 AND position <= $2 ORDER BY position",
        names(EVENTS.columns)
    ))
}

/// Reads events above a position as they are stored: at most `limit`, and fewer if those are more than 4,096 or 8 MiB.
/// The event that exceeds the bytes is the last.
pub(super) async fn read_log(
    connection: &mut impl Sql,
    after: Position,
    limit: usize,
) -> Result<Vec<Recorded>, StoreError> {
    let sizes = sql("SELECT position, CAST(octet_length(content) AS BIGINT) FROM events WHERE position > $1
                     ORDER BY position LIMIT CAST($2 AS BIGINT) + 0");
    let sizes = sizes.bind(after.0).bind(i64::try_from(limit).unwrap_or(i64::MAX).min(MOST_EVENTS));
    let sizes = connection.all(sizes, |row| Ok((row.column::<i64>(0)?, row.column::<Option<i64>>(1)?))).await?;
    let mut bytes = 0;
    let fits = |(_, size): &(i64, Option<i64>)| {
        let fits = bytes < MOST_BYTES;
        bytes += size.unwrap_or_default();
        fits
    };
    let Some((last, _)) = sizes.into_iter().take_while(fits).last() else { return Ok(Vec::new()) };
    decoded(connection, range_query().bind(after.0).bind(last)).await
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

/// Reads the position of the newest event.
pub(crate) const HEAD: &str = "SELECT position FROM log_head";

/// Returns the position of the newest event.
pub(crate) async fn head(connection: &mut impl Sql) -> Result<Position, StoreError> {
    Ok(Position(connection.one(sql(HEAD), number).await?))
}

pub(crate) async fn log_id(connection: &mut impl Sql) -> Result<String, StoreError> {
    connection.one(sql("SELECT log_id FROM log_head"), text).await
}

pub(super) async fn player_salt(connection: &mut impl Sql) -> Result<PlayerSalt, StoreError> {
    let salt =
        connection.one(sql("SELECT salt FROM player_salt"), |row| Ok(PlayerSalt::from_bytes(row.column(0)?))).await?;
    salt.ok_or_else(|| StoreError::Damaged("the salt of players' ids has another length".into()))
}

/// Gives the log another id, and sets further columns of its only row.
pub(super) async fn renewed_log_id<C: Sql>(connection: &mut C, further: &str) -> Result<String, StoreError> {
    let renew = format!("UPDATE log_head SET log_id = {}{further} RETURNING log_id", random_id::<C>());
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

/// Reads the end of the log, the hour in which answers are recorded, and everything that a batch is checked against. The
/// hash of the end is that of the event at the counter's position; if there is none, nothing is written.
pub(crate) async fn load_known<C: Sql>(
    connection: &mut C,
    batch: &[Prepared],
) -> Result<(Head, i64, Known), StoreError> {
    let query = format!(
        "SELECT wanted.kind, wanted.id, (
             SELECT max(version) FROM events WHERE stream_kind = wanted.kind AND stream_id = wanted.id
         ), log_head.position, (SELECT hash FROM events WHERE events.position = log_head.position), hour
         FROM log_head CROSS JOIN answer_clock LEFT JOIN {} ON TRUE",
        rows_of::<C>("wanted", 1, STREAM)
    );
    let streams: Vec<StreamId> = batch.iter().flat_map(|request| &request.writes).map(|write| write.stream).collect();
    let (mut log, mut known) = (None, Known::default());
    let note = |row: C::Row| {
        if let Some(version) = row.column(2)? {
            known.versions.insert(stream_id(row.column(0)?, row.column(1)?)?, version);
        }
        log = Some((log_head(row.column(3)?, row.column(4)?)?, row.column(5)?));
        Ok(())
    };
    connection.each(sql(query).bind(stream_rows(&streams)), note).await?;
    let (head, hour) = log.ok_or_else(|| StoreError::Damaged("the log has no counter".into()))?;

    let names: Vec<&Claim> = batch.iter().flat_map(|request| &request.claims).collect();
    if !names.is_empty() {
        let wanted = rows_of::<C>("wanted", 1, "of_scope text, of_name text");
        let query = CLAIMS.select(&format!("JOIN {wanted} ON scope = of_scope AND name = of_name"));
        let wanted = names.iter().map(|it| vec![it.scope.as_str().into(), it.name.as_str().into()]).collect();
        let query = query.bind(Value::Rows("of_scope text, of_name text", wanted));
        for Claim { scope, name, holder } in connection.all(query, claim).await? {
            known.holders.insert((scope, name), holder);
        }
    }
    let keys: Vec<&IdempotentAnswer> = batch.iter().filter_map(|request| request.idempotency.as_ref()).collect();
    if !keys.is_empty() {
        let wanted = rows_of::<C>("wanted", 1, "of_owner text, of_key text");
        let query = ANSWERS.select(&format!("JOIN {wanted} ON owner = of_owner AND client_key = of_key"));
        let wanted = keys.iter().map(|it| vec![it.owner.as_str().into(), it.key.as_str().into()]).collect();
        let query = query.bind(Value::Rows("of_owner text, of_key text", wanted));
        for answer in connection.all(query, answer).await? {
            known.answers.insert((answer.owner.clone(), answer.key.clone()), answer);
        }
    }
    Ok((head, hour, known))
}
