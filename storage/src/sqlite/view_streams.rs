//! Long reads. Each is one statement, and so one snapshot; it holds a connection and a few rows, never the whole.

use bytes::Bytes;
use futures::stream::BoxStream;
use futures::{StreamExt, TryStreamExt};
use proto_events::Position;
use proto_events::ids::OrganizationId;
use proto_events::vocabulary::EventFormat;
use sqlx::sqlite::{SqlitePool, SqliteRow};
use sqlx::{AssertSqlSafe, Row};

use super::packed::unpack;
use super::rows::time;
use super::view_read::{document, select_documents};
use crate::StoreError;
use crate::views::{Document, ExportDocument, ExportFilter, Generation, ListFilter, Page, ViewKind};

type Rows<T> = BoxStream<'static, Result<T, StoreError>>;

/// Without a period a document passes no filter: comparisons with NULL are never true.
pub(super) const LIST: &str = "SELECT size, body FROM documents
    WHERE generation = (SELECT id FROM generations WHERE state = 'active') AND organization_id = ?1 AND kind = ?2 AND sort <> ''
    AND (?3 IS NULL OR starts_at >= ?3) AND (?4 IS NULL OR starts_at <= ?4)
    AND (?5 IS NULL OR (starts_at <= ?5 AND ends_at > ?5))
    ORDER BY sort, key LIMIT ?6 OFFSET ?7";

/// Bodies of a list.
pub(super) fn list(
    streams: &SqlitePool,
    organization_id: OrganizationId,
    kind: ViewKind,
    filter: ListFilter,
    page: Option<Page>,
) -> Rows<Bytes> {
    let (limit, offset) = page.map_or((-1, 0), |page| (page.limit.max(0), page.offset.max(0)));
    let query = sqlx::query(LIST)
        .bind(organization_id.0)
        .bind(kind.stored_name())
        .bind(filter.starts_after.map(|time| time.timestamp_micros()))
        .bind(filter.starts_before.map(|time| time.timestamp_micros()))
        .bind(filter.ongoing_at.map(|time| time.timestamp_micros()))
        .bind(limit)
        .bind(offset);
    query.fetch(streams).map(body).boxed()
}

/// Bodies of exported tournaments.
pub(super) fn exports(streams: &SqlitePool, filter: ExportFilter) -> Rows<Bytes> {
    let query = sqlx::query(AssertSqlSafe(exports_sql(&filter)))
        .bind(filter.since.map_or(i64::MIN, |time| time.timestamp_micros()))
        .bind(filter.organization_id.map(|id| id.0))
        .bind(filter.event_format.map(EventFormat::wire_name));
    query.fetch(streams).map(body).boxed()
}

/// Only conditions that are asked for stand in the text, so that the index of the right order is found.
pub(super) fn exports_sql(filter: &ExportFilter) -> String {
    let columns = if filter.with_text { "size_with_text, body_with_text" } else { "size, body" };
    let organization = if filter.organization_id.is_some() { "AND organization_id = ?2" } else { "" };
    let format = if filter.event_format.is_some() { "AND event_format = ?3" } else { "" };
    format!(
        "SELECT {columns} FROM exports WHERE generation = (SELECT id FROM generations WHERE state = 'active')
         AND starts_at >= ?1 {organization} {format} ORDER BY starts_at DESC, tournament_id DESC"
    )
}

fn body(row: Result<SqliteRow, sqlx::Error>) -> Result<Bytes, StoreError> {
    let row = row?;
    unpack(row.try_get(0)?, row.try_get(1)?)
}

/// Every document of a generation, by key.
pub(super) fn all_documents(streams: &SqlitePool, generation: Generation) -> Rows<Document> {
    let query = sqlx::query(select_documents!("WHERE generation = ?1 ORDER BY organization_id, kind, key"));
    let rows = query.bind(generation.0).fetch(streams).map_err(StoreError::from);
    rows.and_then(|row| std::future::ready(document(&row))).boxed()
}

/// Every exported tournament of a generation, by id.
pub(super) fn all_exports(streams: &SqlitePool, generation: Generation) -> Rows<ExportDocument> {
    let query = sqlx::query(
        "SELECT organization_id, tournament_id, starts_at, event_format, position, size, body, size_with_text,
                body_with_text
         FROM exports WHERE generation = ?1 ORDER BY tournament_id",
    );
    let rows = query.bind(generation.0).fetch(streams).map_err(StoreError::from);
    rows.and_then(|row| std::future::ready(export(&row))).boxed()
}

fn export(row: &SqliteRow) -> Result<ExportDocument, StoreError> {
    let format: &str = row.try_get(3)?;
    Ok(ExportDocument {
        organization_id: row.try_get::<i64, _>(0)?.into(),
        tournament_id: row.try_get::<i64, _>(1)?.into(),
        start: time(row.try_get(2)?)?,
        event_format: EventFormat::from_wire_name(format)
            .ok_or_else(|| StoreError::Damaged(format!("`{format}` is no event format")))?,
        position: Position(row.try_get(4)?),
        body: unpack(row.try_get(5)?, row.try_get(6)?)?,
        body_with_text: unpack(row.try_get(7)?, row.try_get(8)?)?,
    })
}
