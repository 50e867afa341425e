//! Decodes documents from rows and checks the rows' checksums, for any database.

use proto_events::ids::UserId;
use proto_events::vocabulary::EventFormat;
use proto_events::{Position, StreamId, StreamKind};

use crate::StoreError;
use crate::checksum::{self, DocumentColumns, ExportColumns};
use crate::columns::{stream_id, time, view_kind};
use crate::error::Damage;
use crate::packed::unpack;
use crate::sql::{Sql, StoreRow};
use crate::views::{Document, DocumentBody, DocumentKey, ExportDocument, ExportState};

/// Returns the columns of a query for whole documents, in the order of [`document_columns`]. Only SQLite packs bodies.
pub(crate) fn document_columns_sql<C: Sql>() -> String {
    format!(
        "organization_id, kind, key, source_kind, source_id, sort, position, has_period, starts_at, ends_at, digest,
         {}, body, checksum",
        C::pick("size", "NULL::bigint")
    )
}

/// Reads the columns of [`document_columns_sql`] from a row and checks their checksum. An unreadable column is damage.
pub(crate) fn document_columns(row: &impl StoreRow) -> Result<DocumentColumns<'_>, StoreError> {
    let columns = DocumentColumns {
        organization_id: row.column(0).map_err(unreadable)?,
        kind: row.column(1).map_err(unreadable)?,
        key: row.column(2).map_err(unreadable)?,
        source_kind: row.column(3).map_err(unreadable)?,
        source_id: row.column(4).map_err(unreadable)?,
        sort: row.column(5).map_err(unreadable)?,
        position: row.column(6).map_err(unreadable)?,
        has_period: row.column(7).map_err(unreadable)?,
        starts_at: row.column(8).map_err(unreadable)?,
        ends_at: row.column(9).map_err(unreadable)?,
        digest: row.column(10).map_err(unreadable)?,
        size: row.column(11).map_err(unreadable)?,
        body: row.column(12).map_err(unreadable)?,
    };
    // Rows of older versions have no checksum.
    let stored: Option<i64> = row.column(13).map_err(unreadable)?;
    if stored.is_some_and(|stored| stored != checksum::of_document(&columns)) {
        return Err(damaged(&columns));
    }
    Ok(columns)
}

/// Returns the columns of a query for exports with one of their bodies, in the order of [`export_columns`].
pub(crate) fn export_columns_sql<C: Sql>(with_text: bool) -> String {
    format!("organization_id, tournament_id, starts_at, event_format, position, {}", export_body_sql::<C>(with_text))
}

/// Returns the three columns of one of the bodies of an export.
pub(crate) fn export_body_sql<C: Sql>(with_text: bool) -> &'static str {
    match with_text {
        true => C::pick(
            "size_with_text, body_with_text, checksum_with_text",
            "NULL::bigint, body_with_text, checksum_with_text",
        ),
        false => C::pick("size, body, checksum", "NULL::bigint, body, checksum"),
    }
}

/// Reads the columns of an export with one of its bodies from a row. `size` is the index of the first column of
/// [`export_body_sql`].
pub(crate) fn export_columns(row: &impl StoreRow, size: usize) -> Result<ExportColumns<'_>, StoreError> {
    let columns = ExportColumns {
        organization_id: row.column(0).map_err(unreadable)?,
        tournament_id: row.column(1).map_err(unreadable)?,
        starts_at: row.column(2).map_err(unreadable)?,
        event_format: row.column(3).map_err(unreadable)?,
        position: row.column(4).map_err(unreadable)?,
        size: row.column(size).map_err(unreadable)?,
        body: row.column(size + 1).map_err(unreadable)?,
    };
    let stored: Option<i64> = row.column(size + 2).map_err(unreadable)?;
    if stored.is_some_and(|stored| stored != checksum::of_export(&columns)) {
        let source = StreamId { kind: StreamKind::Tournament, id: columns.tournament_id };
        return Err(StoreError::DamagedView(Damage::Rendered(source)));
    }
    Ok(columns)
}

fn unreadable(_: sqlx::Error) -> StoreError {
    StoreError::DamagedView(Damage::Unknown)
}

/// Returns the error for a damaged row.
fn damaged(columns: &DocumentColumns<'_>) -> StoreError {
    let source = stream_id(columns.source_kind, columns.source_id);
    StoreError::DamagedView(source.map_or(Damage::Unknown, Damage::Rendered))
}

/// Decodes a document from a row with the columns of [`document_columns_sql`], and behind them whether its stream is parked,
/// and its owner.
pub(crate) fn document(row: &impl StoreRow) -> Result<Document, StoreError> {
    let columns = &document_columns(row)?;
    let optional_time = |micros: Option<i64>| micros.map(time).transpose();
    let period = if columns.has_period {
        Some((optional_time(columns.starts_at)?, optional_time(columns.ends_at)?))
    } else {
        None
    };
    let source: StreamId = stream_id(columns.source_kind, columns.source_id)?;
    let kind = view_kind(columns.kind)?;
    let body = unpack(columns.size, columns.body).map_err(|_| damaged(columns))?;
    Ok(Document {
        key: DocumentKey { organization_id: columns.organization_id.into(), kind, key: columns.key.to_owned() },
        source,
        sort: columns.sort.to_owned(),
        position: Position(columns.position),
        period,
        digest: columns.digest.to_owned(),
        body: DocumentBody::from_stored(kind, body),
        stale: row.column(14)?,
        owner: row.column::<Option<i64>>(15)?.map(UserId),
    })
}

/// Decodes an export from a row with the columns of [`export_columns_sql`], and behind them those of its body with texts.
pub(crate) fn export(row: &impl StoreRow) -> Result<ExportDocument, StoreError> {
    let (columns, with_text) = (export_columns(row, 5)?, export_columns(row, 8)?);
    let format = columns.event_format;
    Ok(ExportDocument {
        organization_id: columns.organization_id.into(),
        tournament_id: columns.tournament_id.into(),
        start: time(columns.starts_at)?,
        event_format: EventFormat::from_wire_name(format)
            .ok_or_else(|| StoreError::Damaged(format!("`{format}` is not an event format")))?,
        position: Position(columns.position),
        body: unpack(columns.size, columns.body)?,
        body_with_text: unpack(with_text.size, with_text.body)?,
    })
}

/// Returns the columns of a document to be written, with its body as it is stored.
pub(crate) fn columns_of<'a>(document: &'a Document, size: Option<i64>, body: &'a [u8]) -> DocumentColumns<'a> {
    let (starts_at, ends_at) = document.period.unwrap_or_default();
    DocumentColumns {
        organization_id: document.key.organization_id.0,
        kind: document.key.kind.stored_name(),
        key: &document.key.key,
        source_kind: document.source.kind.name(),
        source_id: document.source.id,
        sort: &document.sort,
        position: document.position.0,
        has_period: document.period.is_some(),
        starts_at: starts_at.map(|time| time.timestamp_micros()),
        ends_at: ends_at.map(|time| time.timestamp_micros()),
        digest: &document.digest,
        size,
        body,
    }
}

/// Returns the columns of an export to be written, with one of its bodies as it is stored.
pub(crate) fn columns_of_export<'a>(
    export: &'a ExportDocument,
    size: Option<i64>,
    body: &'a [u8],
) -> ExportColumns<'a> {
    ExportColumns {
        organization_id: export.organization_id.0,
        tournament_id: export.tournament_id.0,
        starts_at: export.start.timestamp_micros(),
        event_format: export.event_format.wire_name(),
        position: export.position.0,
        size,
        body,
    }
}

/// Decodes the state of an export from four columns: the number of exports, of those with a digest, and two sums.
pub(crate) fn export_state(row: &impl StoreRow) -> Result<ExportState, StoreError> {
    let (count, with_digest): (i64, i64) = (row.column(0)?, row.column(1)?);
    let sums = [row.column::<Option<i64>>(2)?, row.column(3)?].map(Option::unwrap_or_default);
    Ok(ExportState { count, digest: (count == with_digest).then_some(sums) })
}
