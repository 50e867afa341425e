//! Lists, pages and exports. Each is read in one transaction, and therefore from one snapshot, as fast as the database
//! returns rows. The rows for a slow client wait in the spool.

use std::sync::Arc;

use bytes::Bytes;
use futures::TryStreamExt;
use proto_events::ids::OrganizationId;
use proto_events::vocabulary::EventFormat;
use sqlx::Database;

use super::documents::{ACTIVE, body, list_state};
use super::store::{LongRead, StoredViews, ViewTables};
use crate::document_rows::{self, document_columns_sql, export_columns, export_columns_sql};
use crate::error::Damage;
use crate::packed::unpack;
use crate::records::{self, RecordFilter, RecordState, record_bytes, records_query, state_query};
use crate::spool::Feed;
use crate::sql::{Column, Sql, Statement, StoreRow, Value, rows_of, sql};
use crate::tables::{RowOf, Tables};
use crate::transaction::Transaction;
use crate::views::{
    DocumentKey, ExportFilter, ExportState, Generation, ListFilter, ListState, Lists, Page, Snapshot, ViewKind,
};
use crate::{StoreError, paging};

type ConnectionOf<T> = <<T as Tables>::Db as Database>::Connection;

/// The rows of a snapshot that follow its state.
struct Bodies<T: Tables> {
    statement: Statement,
    /// The number of rows, if it is known. Another number is damage.
    expected: Option<i64>,
    decode: fn(&RowOf<T>) -> Result<Bytes, StoreError>,
}

/// Reads a state in a snapshot, then the rows that follow it, on a task of its own. Returns the state and the bodies, and
/// reports the damage that their errors contain.
async fn spooled<T, S, F>(
    views: &StoredViews<T>,
    long: LongRead,
    read: impl Fn(Transaction<T::Db>) -> F + Send + Sync + 'static,
) -> Result<Snapshot<S>, StoreError>
where
    T: ViewTables,
    S: Send + 'static,
    F: Future<Output = Result<(Transaction<T::Db>, S, Bodies<T>), StoreError>> + Send,
{
    let tables = Arc::clone(&views.tables);
    let fill = |mut feed: Feed<S>| async move {
        let open = || async { read(tables.snapshot(long).await?).await };
        let (mut snapshot, state, Bodies { statement, expected, decode }) = tables.opened(long, open).await?;
        feed.begin(state)?;
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
    };
    let (state, bodies) = views.damage.noted(views.spool.open(fill).await)?;
    Ok(Snapshot { state, bodies: views.damage.noting(bodies) })
}

/// Returns a list.
pub(super) async fn list<T: ViewTables>(
    views: &StoredViews<T>,
    organization_id: OrganizationId,
    kind: ViewKind,
    filter: ListFilter,
) -> Result<Snapshot<ListState>, StoreError> {
    let read = move |mut snapshot: Transaction<T::Db>| async move {
        let state = list_state(&mut *snapshot, organization_id, kind, filter).await?;
        let statement = list_query::<ConnectionOf<T>>(organization_id, kind, filter);
        let expected = filter.is_empty().then_some(state.count);
        Ok((snapshot, state, Bodies { statement, expected, decode: body }))
    };
    spooled(views, LongRead::List, read).await
}

/// Returns a page of decklists.
pub(super) async fn page<T: ViewTables>(
    views: &StoredViews<T>,
    of: Lists,
    page: Page,
) -> Result<Snapshot<ListState>, StoreError> {
    let read = move |mut snapshot: Transaction<T::Db>| async move {
        let (state, keys) = paging::page(&mut *snapshot, of, page).await?;
        let statement = named::<ConnectionOf<T>>(state.generation, &keys);
        // The document behind a reference may be missing: its stream may be parked.
        Ok((snapshot, state, Bodies { statement, expected: None, decode: body }))
    };
    spooled(views, LongRead::List, read).await
}

/// Returns exported tournaments.
pub(super) async fn exports<T: ViewTables>(
    views: &StoredViews<T>,
    filter: ExportFilter,
) -> Result<Snapshot<ExportState>, StoreError> {
    let read = move |mut snapshot: Transaction<T::Db>| async move {
        let state = export_state(&mut *snapshot, &filter).await?;
        let (statement, expected) = (exports_query::<ConnectionOf<T>>(&filter), Some(state.count));
        Ok((snapshot, state, Bodies { statement, expected, decode: export_body }))
    };
    spooled(views, LongRead::Export, read).await
}

/// Returns records of the export of changes.
pub(super) async fn records<T: ViewTables>(
    views: &StoredViews<T>,
    filter: RecordFilter,
) -> Result<Snapshot<RecordState>, StoreError> {
    let read = move |mut snapshot: Transaction<T::Db>| async move {
        let state = record_state(&mut *snapshot, &filter).await?;
        let (statement, expected) = (records_query(&filter), Some(state.count));
        Ok((snapshot, state, Bodies { statement, expected, decode: record_bytes }))
    };
    spooled(views, LongRead::Export, read).await
}

/// Returns the query for a list. A document without a period matches no filter, because comparisons with NULL are never
/// true. Here and below, a text contains only the conditions that are needed, so that the database chooses the index with
/// the right order.
pub(crate) fn list_query<C: Sql>(organization_id: OrganizationId, kind: ViewKind, filter: ListFilter) -> Statement {
    let ListFilter { starts_after, starts_before, ongoing_at } = filter;
    let mut statement = sql(format!("SELECT {} FROM documents WHERE {ACTIVE}", document_columns_sql::<C>()))
        .and(" AND organization_id = ", organization_id.0)
        .and(" AND kind = ", kind.stored_name());
    for (condition, time) in [
        (" AND starts_at >= ", starts_after),
        (" AND starts_at <= ", starts_before),
        (" AND starts_at <= ", ongoing_at),
        (" AND ends_at > ", ongoing_at),
    ] {
        if let Some(time) = time {
            statement = statement.and(condition, time.timestamp_micros());
        }
    }
    statement.then(" AND sort <> '' ORDER BY sort, key")
}

/// Returns the query for documents by key, in the order of the parameter.
pub(crate) fn named_query<C: Sql>() -> Statement {
    let columns = [("of_organization", "bigint"), ("of_kind", "text"), ("of_key", "text")];
    sql(format!(
        "SELECT {} FROM {} {} documents
         ON generation = $1 AND organization_id = of_organization AND kind = of_kind AND key = of_key {}",
        document_columns_sql::<C>(),
        rows_of::<C>("named", 2, &columns),
        C::pick("CROSS JOIN", "JOIN"),
        C::pick("", "ORDER BY place")
    ))
}

fn named<C: Sql>(generation: Generation, keys: &[DocumentKey]) -> Statement {
    let columns = vec![
        Column::numbers(keys, |key| key.organization_id.0),
        Column::texts(keys, |key| key.kind.stored_name()),
        Column::texts(keys, |key| key.key.clone()),
    ];
    named_query::<C>().bind(generation.0).bind(Value::Rows(columns))
}

/// Returns the query for exported tournaments.
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

/// Returns the state of the exported tournaments that match a filter.
pub(super) async fn export_state<C: Sql>(connection: &mut C, filter: &ExportFilter) -> Result<ExportState, StoreError> {
    connection.one(export_state_query::<C>(filter), document_rows::export_state).await
}

/// Returns the state of the records that match a filter.
pub(super) async fn record_state(connection: &mut impl Sql, filter: &RecordFilter) -> Result<RecordState, StoreError> {
    connection.one(state_query(filter), |row| records::record_state(row, filter)).await
}

fn export_body(row: &impl StoreRow) -> Result<Bytes, StoreError> {
    let columns = export_columns(row, 5)?;
    unpack(columns.size, columns.body)
}
