//! The queries of lists, exports and comparisons.

use bytes::Bytes;
use proto_events::ids::OrganizationId;
use sqlx::postgres::{PgArguments, PgConnection, PgRow, Postgres};
use sqlx::query::Query;
use sqlx::{AssertSqlSafe, Row};

use super::view_read::{document, document_body, select_documents};
use crate::StoreError;
use crate::document_rows::{self, document_columns_sql, export_columns, export_columns_sql};
use crate::records::{
    self, ALL_RECORDS, ExportRecord, RecordFilter, RecordQuery, RecordState, Value, record_bytes, record_of,
};
use crate::views::{
    Document, ExportDocument, ExportFilter, ExportState, Generation, ListFilter, ViewKind, known_kinds_sql,
};

/// A query. Its text contains only the conditions that are needed, so that the server chooses the index with the right
/// order.
pub(super) struct RowQuery<T> {
    /// The name of the cursor. All statements with the same name have the same columns.
    pub(super) cursor: &'static str,
    pub(super) text: String,
    pub(super) values: Vec<Value>,
    pub(super) read: fn(&PgRow) -> Result<T, StoreError>,
    /// Returns the bytes of a row.
    pub(super) weigh: fn(&T) -> usize,
}

impl<T> RowQuery<T> {
    /// Appends text and a parameter.
    fn and(mut self, text: &str, value: Value) -> Self {
        self.values.push(value);
        self.text = format!("{}{text}${}", self.text, self.values.len());
        self
    }

    fn and_if(self, text: &str, value: Option<Value>) -> Self {
        match value {
            Some(value) => self.and(text, value),
            None => self,
        }
    }

    fn then(mut self, text: &str) -> Self {
        self.text.push_str(text);
        self
    }

    pub(super) fn query(&self, before: &str) -> Query<'static, Postgres, PgArguments> {
        let query = sqlx::query(AssertSqlSafe(format!("{before}{}", self.text)));
        self.values.iter().fold(query, |query, value| match *value {
            Value::Number(number) => query.bind(number),
            Value::Word(word) => query.bind(word),
        })
    }
}

/// Returns the query for the bodies of a list. A document without a period matches no filter, because comparisons with
/// NULL are never true.
pub(super) fn list(organization_id: OrganizationId, kind: ViewKind, filter: ListFilter) -> RowQuery<Bytes> {
    let time = |time: Option<chrono::DateTime<chrono::Utc>>| time.map(|time| Value::Number(time.timestamp_micros()));
    let text = concat!(
        "SELECT ",
        document_columns_sql!("NULL::bigint"),
        " FROM documents WHERE generation = (SELECT id FROM generations WHERE state = 'active')"
    );
    let row_query = RowQuery {
        cursor: "bodies",
        text: text.to_owned(),
        values: Vec::new(),
        read: document_body,
        weigh: Bytes::len,
    };
    row_query
        .and(" AND organization_id = ", Value::Number(organization_id.0))
        .and(" AND kind = ", Value::Word(kind.stored_name()))
        .and_if(" AND starts_at >= ", time(filter.starts_after))
        .and_if(" AND starts_at <= ", time(filter.starts_before))
        .and_if(" AND starts_at <= ", time(filter.ongoing_at))
        .and_if(" AND ends_at > ", time(filter.ongoing_at))
        .then(" AND sort <> '' ORDER BY sort, key")
}

/// Returns the query for the bodies of exported tournaments.
pub(super) fn exports(filter: &ExportFilter) -> RowQuery<Bytes> {
    let columns = if filter.with_text {
        export_columns_sql!("NULL::bigint", "body_with_text", "checksum_with_text")
    } else {
        export_columns_sql!("NULL::bigint", "body", "checksum")
    };
    let text = format!("SELECT {columns} FROM exports");
    let row_query = RowQuery { cursor: "exported", text, values: Vec::new(), read: export_body, weigh: Bytes::len };
    of_filter(row_query, filter).then(" ORDER BY starts_at DESC, tournament_id DESC")
}

/// Returns the query that counts the exported tournaments of a filter and sums up their digests. The index
/// `exports_digests` covers it.
pub(super) fn export_state(filter: &ExportFilter) -> RowQuery<ExportState> {
    let digest = if filter.with_text { "digest_with_text" } else { "digest" };
    let row_query = RowQuery {
        cursor: "state_of_exports",
        text: format!(
            "SELECT count(*), count({digest}), sum({digest} >> 32)::bigint, sum({digest} & 4294967295)::bigint FROM exports"
        ),
        values: Vec::new(),
        read: document_rows::export_state,
        weigh: |_| 0,
    };
    of_filter(row_query, filter)
}

fn of_filter<T>(row_query: RowQuery<T>, filter: &ExportFilter) -> RowQuery<T> {
    row_query
        .then(" WHERE generation = (SELECT id FROM generations WHERE state = 'active')")
        .and_if(" AND starts_at >= ", filter.since.map(|time| Value::Number(time.timestamp_micros())))
        .and_if(" AND organization_id = ", filter.organization_id.map(|id| Value::Number(id.0)))
        .and_if(" AND event_format = ", filter.event_format.map(|format| Value::Word(format.wire_name())))
}

fn export_body(row: &PgRow) -> Result<Bytes, StoreError> {
    let columns = export_columns!(row, 5);
    Ok(Bytes::copy_from_slice(columns.body))
}

/// Returns the query for records of the export of changes.
pub(super) fn records(filter: &RecordFilter) -> RowQuery<Bytes> {
    let RecordQuery { text, values } = RecordQuery::records(filter);
    RowQuery { cursor: "records", text, values, read: |row| record_bytes(row), weigh: Bytes::len }
}

/// Returns the state of the records that match a filter.
pub(super) async fn record_state(
    connection: &mut PgConnection,
    filter: &RecordFilter,
) -> Result<RecordState, StoreError> {
    let RecordQuery { text, values } = RecordQuery::state(filter);
    let row_query = RowQuery { cursor: "state_of_records", text, values, read: |_| Ok(()), weigh: |()| 0 };
    records::record_state(&row_query.query("").fetch_one(connection).await?, filter)
}

/// Returns the query for all records of a generation by id.
pub(super) fn all_records(generation: Generation) -> RowQuery<Result<ExportRecord, StoreError>> {
    RowQuery {
        cursor: "records_of_generation",
        text: ALL_RECORDS.to_owned(),
        values: vec![Value::Number(generation.0)],
        read: |row| Ok(record_of(row)),
        weigh: |record| record.as_ref().map_or(0, ExportRecord::bytes),
    }
}

/// Returns the query for all documents of a generation by key.
pub(super) fn all_documents(generation: Generation) -> RowQuery<Result<Document, StoreError>> {
    let row_query = RowQuery {
        cursor: "documents_of_generation",
        text: select_documents!("WHERE generation = ").to_owned(),
        values: Vec::new(),
        read: |row| Ok(document(row)),
        weigh: |document| document.as_ref().map_or(0, |document| document.body.len()),
    };
    let row_query = row_query.and("", Value::Number(generation.0));
    row_query.then(known_kinds_sql!()).then(" ORDER BY organization_id, kind, key")
}

/// Returns the query for all exported tournaments of a generation by id.
pub(super) fn all_exports(generation: Generation) -> RowQuery<Result<ExportDocument, StoreError>> {
    let row_query = RowQuery {
        cursor: "exports_of_generation",
        text: concat!(
            "SELECT ",
            export_columns_sql!("NULL::bigint", "body", "checksum"),
            ", NULL::bigint, body_with_text, checksum_with_text FROM exports WHERE generation = "
        )
        .to_owned(),
        values: Vec::new(),
        read: |row| Ok(export(row)),
        weigh: |export| export.as_ref().map_or(0, |export| export.body.len() + export.body_with_text.len()),
    };
    row_query.and("", Value::Number(generation.0)).then(" ORDER BY tournament_id")
}

fn export(row: &PgRow) -> Result<ExportDocument, StoreError> {
    let (columns, with_text) = (export_columns!(row, 5), export_columns!(row, 8));
    document_rows::export(&columns, Bytes::copy_from_slice(columns.body), Bytes::copy_from_slice(with_text.body))
}
