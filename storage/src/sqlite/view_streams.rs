//! Lists, pages and exports. Each is read in one transaction, and therefore from one snapshot, as fast as the database
//! returns rows. The rows for a slow client wait in the spool.

use std::sync::Arc;

use bytes::Bytes;
use futures::stream::BoxStream;
use futures::{StreamExt, TryStreamExt};
use proto_events::ids::OrganizationId;
use proto_events::vocabulary::EventFormat;
use sqlx::query::Query;
use sqlx::sqlite::{Sqlite, SqliteArguments, SqliteConnection, SqlitePool, SqliteRow};
use sqlx::{AssertSqlSafe, Row};

use super::open::Reading;
use super::rows::json_rows;
use super::view_read::{self, document, select_documents};
use crate::StoreError;
use crate::damage::Damage;
use crate::document_rows::{self, document_columns, document_columns_sql, export_columns, export_columns_sql};
use crate::packed::{Stored, unpack};
use crate::paging;
use crate::records::{
    self, ALL_RECORDS, ExportRecord, RecordFilter, RecordQuery, RecordState, Value, record_bytes, record_of,
};
use crate::spool::{Feed, Spool};
use crate::transaction::Transaction;
use crate::views::{
    Document, DocumentBody, ExportDocument, ExportFilter, ExportState, Generation, ListFilter, ListRange, ListState,
    Lists, Page, Snapshot, ViewKind, known_kinds_sql,
};

type Rows<T> = BoxStream<'static, Result<T, StoreError>>;

/// The connections for long reads, and the buffer for their rows.
pub(super) struct Streams {
    pub(super) connections: Reading,
    pub(super) spool: Arc<Spool>,
}

/// Reads a list. A document without a period matches no filter, because comparisons with NULL are never true.
pub(super) const LIST: &str = concat!(
    "SELECT ",
    document_columns_sql!("size"),
    " FROM documents
    WHERE generation = ?1 AND organization_id = ?2 AND kind = ?3 AND sort <> ''
    AND (?4 IS NULL OR starts_at >= ?4) AND (?5 IS NULL OR starts_at <= ?5)
    AND (?6 IS NULL OR (starts_at <= ?6 AND ends_at > ?6))
    ORDER BY sort, key"
);

/// Reads documents by key, in the order of the parameter.
pub(super) const NAMED: &str = concat!(
    "SELECT ",
    document_columns_sql!("size"),
    " FROM (SELECT value AS named FROM json_each(?2))
    CROSS JOIN documents ON generation = ?1 AND organization_id = named ->> 0 AND kind = named ->> 1 AND key = named ->> 2"
);

/// Reads the last documents of a list.
pub(super) const LAST: &str = concat!(
    "SELECT ",
    document_columns_sql!("size"),
    " FROM documents
    WHERE generation = (SELECT id FROM generations WHERE state = 'active') AND organization_id = ?1 AND kind = ?2 AND sort <> ''
    ORDER BY sort DESC, key DESC LIMIT ?3 + 0"
);

/// Reads a range of a list.
pub(super) const RANGE: &str = concat!(
    "SELECT ",
    document_columns_sql!("size"),
    " FROM documents
    WHERE generation = (SELECT id FROM generations WHERE state = 'active') AND organization_id = ?1 AND kind = ?2 AND sort <> ''
    AND sort >= ?3 AND sort < ?4 ORDER BY sort, key LIMIT ?5 + 0"
);

/// Reads a range of a list from its end.
pub(super) const RANGE_REVERSED: &str = concat!(
    "SELECT ",
    document_columns_sql!("size"),
    " FROM documents
    WHERE generation = (SELECT id FROM generations WHERE state = 'active') AND organization_id = ?1 AND kind = ?2 AND sort <> ''
    AND sort >= ?3 AND sort < ?4 ORDER BY sort DESC, key DESC LIMIT ?5 + 0"
);

impl Streams {
    /// Returns a list.
    pub(super) async fn list(
        &self,
        organization_id: OrganizationId,
        kind: ViewKind,
        filter: ListFilter,
    ) -> Result<Snapshot<ListState>, StoreError> {
        let pool = self.connections.lists.clone();
        self.snapshot(|mut feed| async move {
            let mut snapshot = Transaction::begin(&pool, "BEGIN").await?;
            let state = view_read::list_state(&mut snapshot, organization_id, kind, filter).await?;
            let query = sqlx::query(LIST)
                .bind(state.generation.0)
                .bind(organization_id.0)
                .bind(kind.stored_name())
                .bind(filter.starts_after.map(|time| time.timestamp_micros()))
                .bind(filter.starts_before.map(|time| time.timestamp_micros()))
                .bind(filter.ongoing_at.map(|time| time.timestamp_micros()));
            let expected = filter.is_empty().then_some(state.count);
            feed.begin(state)?;
            put(query, snapshot, feed, expected, stored_document).await
        })
        .await
    }

    /// Returns a page of decklists.
    pub(super) async fn page(&self, of: Lists, page: Page) -> Result<Snapshot<ListState>, StoreError> {
        let pool = self.connections.lists.clone();
        self.snapshot(|mut feed| async move {
            let mut snapshot = Transaction::begin(&pool, "BEGIN").await?;
            let (state, keys) = paging::page(&mut *snapshot, of, page).await?;
            let keys = keys.iter().map(|key| (key.organization_id.0, key.kind.stored_name(), &key.key));
            let query = sqlx::query(NAMED).bind(state.generation.0).bind(json_rows(keys)?);
            feed.begin(state)?;
            // The document behind a reference may be missing: its stream may be parked.
            put(query, snapshot, feed, None, stored_document).await
        })
        .await
    }

    /// Returns exported tournaments.
    pub(super) async fn exports(&self, filter: ExportFilter) -> Result<Snapshot<ExportState>, StoreError> {
        let pool = self.connections.exports.clone();
        self.snapshot(|mut feed| async move {
            let mut snapshot = Transaction::begin(&pool, "BEGIN").await?;
            let state = export_state(&mut snapshot, &filter).await?;
            let query = filtered(AssertSqlSafe(exports_sql(&filter)), &filter);
            let expected = Some(state.count);
            feed.begin(state)?;
            put(query, snapshot, feed, expected, stored_export).await
        })
        .await
    }

    /// Returns records of the export of changes.
    pub(super) async fn records(&self, filter: RecordFilter) -> Result<Snapshot<RecordState>, StoreError> {
        let pool = self.connections.exports.clone();
        self.snapshot(|mut feed| async move {
            let mut snapshot = Transaction::begin(&pool, "BEGIN").await?;
            let state = record_state(&mut snapshot, &filter).await?;
            let expected = Some(state.count);
            feed.begin(state)?;
            let stored = |row: &SqliteRow| Ok(Stored::plain(record_bytes(row)?));
            put(bound(RecordQuery::records(&filter)), snapshot, feed, expected, stored).await
        })
        .await
    }

    async fn snapshot<S, R, F>(&self, read: R) -> Result<Snapshot<S>, StoreError>
    where
        R: FnOnce(Feed<S>) -> F,
        F: Future<Output = Result<(), StoreError>> + Send + 'static,
    {
        let (state, bodies) = self.spool.open(read).await?;
        Ok(Snapshot { state, bodies })
    }
}

/// Reads the rows of a query into the feed and ends the transaction. A number of rows other than expected is damage.
async fn put<S>(
    query: Query<'_, Sqlite, SqliteArguments>,
    mut snapshot: Transaction<Sqlite>,
    mut feed: Feed<S>,
    expected: Option<i64>,
    stored: fn(&SqliteRow) -> Result<Stored, StoreError>,
) -> Result<(), StoreError> {
    let mut rows = query.fetch(&mut *snapshot);
    let mut count = 0;
    while let Some(row) = rows.try_next().await? {
        feed.put(stored(&row)?).await?;
        count += 1;
    }
    drop(rows);
    if expected.is_some_and(|expected| expected != count) {
        return Err(StoreError::DamagedView(Damage::Unknown));
    }
    snapshot.commit().await
}

fn stored_document(row: &SqliteRow) -> Result<Stored, StoreError> {
    let columns = document_columns!(row);
    Ok(Stored { size: columns.size, bytes: Bytes::copy_from_slice(columns.body) })
}

fn body(row: &SqliteRow, kind: ViewKind) -> Result<DocumentBody, StoreError> {
    Ok(DocumentBody::from_stored(kind, stored_document(row)?.body()?))
}

fn stored_export(row: &SqliteRow) -> Result<Stored, StoreError> {
    let columns = export_columns!(row, 5);
    Ok(Stored { size: columns.size, bytes: Bytes::copy_from_slice(columns.body) })
}

/// Returns the last documents of a list in reverse order.
pub(super) async fn last(
    readers: &SqlitePool,
    organization_id: OrganizationId,
    kind: ViewKind,
    limit: i64,
) -> Result<Vec<DocumentBody>, StoreError> {
    let query = sqlx::query(LAST).bind(organization_id.0).bind(kind.stored_name()).bind(limit.max(0));
    query.fetch_all(readers).await?.iter().map(|row| body(row, kind)).collect()
}

/// Returns documents in a range of a list.
pub(super) async fn range(readers: &SqlitePool, of: &ListRange) -> Result<Vec<DocumentBody>, StoreError> {
    let query = sqlx::query(if of.is_reverse { RANGE_REVERSED } else { RANGE });
    let query = query.bind(of.organization_id.0).bind(of.kind.stored_name()).bind(&of.from).bind(&of.to);
    let rows = query.bind(of.limit.max(0)).fetch_all(readers).await?;
    rows.iter().map(|row| body(row, of.kind)).collect()
}

/// Returns the query for exported tournaments. It contains only the conditions of the filter, so that SQLite chooses the index
/// with the right order.
pub(super) fn exports_sql(filter: &ExportFilter) -> String {
    let columns = if filter.with_text {
        export_columns_sql!("size_with_text", "body_with_text", "checksum_with_text")
    } else {
        export_columns_sql!("size", "body", "checksum")
    };
    format!("SELECT {columns} FROM exports {} ORDER BY starts_at DESC, tournament_id DESC", exports_where(filter))
}

/// Returns the query for the state of an export. The index covers it; without it SQLite would read the bodies.
pub(super) fn export_state_sql(filter: &ExportFilter) -> String {
    let digest = if filter.with_text { "digest_with_text" } else { "digest" };
    format!(
        "SELECT count(*), count({digest}), sum({digest} >> 32), sum({digest} & 4294967295)
         FROM exports INDEXED BY exports_digests {}",
        exports_where(filter)
    )
}

fn exports_where(filter: &ExportFilter) -> String {
    let organization = if filter.organization_id.is_some() { "AND organization_id = ?2" } else { "" };
    let format = if filter.event_format.is_some() { "AND event_format = ?3" } else { "" };
    format!(
        "WHERE generation = (SELECT id FROM generations WHERE state = 'active') AND starts_at >= ?1 {organization} {format}"
    )
}

fn filtered<'q>(sql: AssertSqlSafe<String>, filter: &ExportFilter) -> Query<'q, Sqlite, SqliteArguments> {
    sqlx::query(sql)
        .bind(filter.since.map_or(i64::MIN, |time| time.timestamp_micros()))
        .bind(filter.organization_id.map(|id| id.0))
        .bind(filter.event_format.map(EventFormat::wire_name))
}

/// Returns the state of the exported tournaments that match a filter.
pub(super) async fn export_state(
    connection: &mut SqliteConnection,
    filter: &ExportFilter,
) -> Result<ExportState, StoreError> {
    let row = filtered(AssertSqlSafe(export_state_sql(filter)), filter).fetch_one(connection).await?;
    document_rows::export_state(&row)
}

/// Returns the state of the records that match a filter.
pub(super) async fn record_state(
    connection: &mut SqliteConnection,
    filter: &RecordFilter,
) -> Result<RecordState, StoreError> {
    records::record_state(&bound(RecordQuery::state(filter)).fetch_one(connection).await?, filter)
}

fn bound(query: RecordQuery) -> Query<'static, Sqlite, SqliteArguments> {
    let RecordQuery { text, values } = query;
    values.into_iter().fold(sqlx::query(AssertSqlSafe(text)), |query, value| match value {
        Value::Number(number) => query.bind(number),
        Value::Word(word) => query.bind(word),
    })
}

/// Reads all records of a generation by id.
pub(super) fn all_records(streams: &SqlitePool, generation: Generation) -> Rows<ExportRecord> {
    let rows = sqlx::query(ALL_RECORDS).bind(generation.0).fetch(streams).map_err(StoreError::from);
    rows.and_then(|row| std::future::ready(record_of(&row))).boxed()
}

/// Reads all documents of a generation by key.
pub(super) fn all_documents(streams: &SqlitePool, generation: Generation) -> Rows<Document> {
    let query = sqlx::query(concat!(
        select_documents!("WHERE generation = ?1"),
        known_kinds_sql!(),
        " ORDER BY organization_id, kind, key"
    ));
    let rows = query.bind(generation.0).fetch(streams).map_err(StoreError::from);
    rows.and_then(|row| std::future::ready(document(&row))).boxed()
}

/// Reads all exported tournaments of a generation by id.
pub(super) fn all_exports(streams: &SqlitePool, generation: Generation) -> Rows<ExportDocument> {
    let query = sqlx::query(concat!(
        "SELECT ",
        export_columns_sql!("size", "body", "checksum"),
        ", size_with_text, body_with_text, checksum_with_text FROM exports WHERE generation = ?1 ORDER BY tournament_id",
    ));
    let rows = query.bind(generation.0).fetch(streams).map_err(StoreError::from);
    rows.and_then(|row| std::future::ready(export(&row))).boxed()
}

/// Decodes an export from the columns of [`all_exports`].
pub(super) fn export(row: &SqliteRow) -> Result<ExportDocument, StoreError> {
    let (columns, with_text) = (export_columns!(row, 5), export_columns!(row, 8));
    let body_with_text = unpack(with_text.size, with_text.body)?;
    document_rows::export(&columns, unpack(columns.size, columns.body)?, body_with_text)
}
