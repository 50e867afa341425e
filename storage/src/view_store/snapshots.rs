//! Lists, pages and exports. Each is read in one transaction, and therefore from one snapshot, as fast as the database
//! returns rows. The rows for a slow client wait in the spool.

use std::sync::Arc;

use bytes::Bytes;
use futures::TryStreamExt;
use proto_events::ids::OrganizationId;
use proto_events::vocabulary::EventFormat;

use super::documents::ACTIVE;
use super::store::{StoredViews, ViewTables};
use crate::StoreError;
use crate::document_rows::{self, document_columns_sql, export_columns_sql};
use crate::error::Damage;
use crate::records::{self, RecordFilter, RecordState, state_query};
use crate::sql::{Row, Sql, Statement, Value, rows_of, sql};
use crate::tables::{Purpose, RowOf, Tables};
use crate::transaction::Transaction;
use crate::views::{DocumentKey, ExportFilter, ExportState, Generation, Snapshot, ViewKind};

/// The rows of a snapshot that follow its state.
pub(super) struct Rows<T: Tables> {
    pub(super) statement: Statement,
    /// Their number, if it is known. Another number is damage.
    pub(super) expected: Option<i64>,
    pub(super) decode: fn(&RowOf<T>) -> Result<Bytes, StoreError>,
}

/// Reads a state in a snapshot, then the rows that follow it, on a task of its own. Returns the state and the bodies, and
/// reports the damage that errors contain.
pub(super) async fn spooled<T, S, F>(
    views: &StoredViews<T>,
    purpose: Purpose,
    read: impl Fn(Transaction<T::Db>) -> F + Send + Sync,
) -> Result<Snapshot<S>, StoreError>
where
    T: ViewTables,
    S: Send,
    F: Future<Output = Result<(Transaction<T::Db>, S, Rows<T>), StoreError>> + Send,
{
    let tables = Arc::clone(&views.tables);
    let open = || async { read(tables.snapshot(purpose).await?).await };
    let opened = tables.repeated(purpose, open).await;
    let (mut snapshot, state, Rows { statement, expected, decode }) = views.damage.noted(opened)?;
    let bodies = views.spool.bodies(|mut feed| async move {
        let mut rows = tables.rows_in(&mut snapshot, statement);
        let mut count = 0;
        while let Some(row) = rows.try_next().await? {
            feed.put(decode(&row)?).await?;
            count += 1;
        }
        drop(rows);
        if expected.is_some_and(|expected| expected != count) {
            return Err(StoreError::DamagedView(Damage::Unknown));
        }
        snapshot.commit().await?;
        Ok(feed)
    });
    Ok(Snapshot { state, bodies: views.damage.noting(bodies) })
}

pub(crate) fn list_query<C: Sql>(organization_id: OrganizationId, kind: ViewKind) -> Statement {
    sql(format!("SELECT {} FROM documents WHERE {ACTIVE}", document_columns_sql::<C>()))
        .and(" AND organization_id = ", organization_id.0)
        .and(" AND kind = ", kind.stored_name())
        .then(" AND sort <> '' ORDER BY sort, key")
}

const NAMED: &str = "of_organization bigint, of_kind text, of_key text";

/// Returns the query for documents by key, in the order of the parameter.
pub(crate) fn named_query<C: Sql>() -> Statement {
    sql(format!(
        "SELECT {} FROM {} {} documents
         ON generation = $1 AND organization_id = of_organization AND kind = of_kind AND key = of_key {}",
        document_columns_sql::<C>(),
        rows_of::<C>("named", 2, NAMED),
        C::pick("CROSS JOIN", "JOIN"),
        C::pick("", "ORDER BY place")
    ))
}

pub(super) fn key_row(key: &DocumentKey) -> Row {
    vec![key.organization_id.0.into(), key.kind.stored_name().into(), key.key.as_str().into()]
}

pub(super) fn named<C: Sql>(generation: Generation, keys: &[DocumentKey]) -> Statement {
    named_query::<C>().bind(generation.0).bind(Value::Rows(NAMED, keys.iter().map(key_row).collect()))
}

/// Returns the query for exported tournaments. Its text contains only the conditions that are needed, so that the database
/// chooses the index with the right order.
pub(crate) fn exports_query<C: Sql>(filter: &ExportFilter) -> Statement {
    let query = sql(format!("SELECT {} FROM exports", export_columns_sql::<C>(filter.with_text)));
    of_filter::<C>(query, filter).then(" ORDER BY starts_at DESC, tournament_id DESC")
}

/// Returns the query that counts the exported tournaments of a filter and sums up their digests. An index covers it.
pub(crate) fn export_state_query<C: Sql>(filter: &ExportFilter) -> Statement {
    let digest = if filter.with_text { "digest_with_text" } else { "digest" };
    let query = sql(format!(
        "SELECT count(*), count({digest}), CAST(sum({digest} >> 32) AS BIGINT), CAST(sum({digest} & 4294967295) AS BIGINT)
         FROM exports {}",
        C::pick("INDEXED BY exports_digests", "")
    ));
    of_filter::<C>(query, filter)
}

fn of_filter<C: Sql>(query: Statement, filter: &ExportFilter) -> Statement {
    // SQLite uses the index in order only with a condition for its next column.
    let since = filter.since.map(|time| time.timestamp_micros()).or(C::pick(Some(i64::MIN), None));
    let mut query = query.then(" WHERE ").then(ACTIVE);
    if let Some(since) = since {
        query = query.and(" AND starts_at >= ", since);
    }
    if let Some(id) = filter.organization_id {
        query = query.and(" AND organization_id = ", id.0);
    }
    match filter.event_format.map(EventFormat::wire_name) {
        Some(format) => query.and(" AND event_format = ", format),
        None => query,
    }
}

pub(super) async fn export_state<C: Sql>(connection: &mut C, filter: &ExportFilter) -> Result<ExportState, StoreError> {
    connection.one(export_state_query::<C>(filter), document_rows::export_state).await
}

pub(super) async fn record_state(connection: &mut impl Sql, filter: &RecordFilter) -> Result<RecordState, StoreError> {
    connection.one(state_query(filter), |row| records::record_state(row, filter)).await
}
