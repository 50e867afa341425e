//! Decodes documents from rows and checks the rows' checksums, for any database.

use bytes::Bytes;
use proto_events::ids::UserId;
use proto_events::vocabulary::EventFormat;
use proto_events::{Position, StreamId, StreamKind};

use crate::StoreError;
use crate::checksum::{self, DocumentColumns, ExportColumns};
use crate::columns::{stream_id, time, view_kind};
use crate::damage::Damage;
use crate::row::StoreRow;
use crate::views::{Document, DocumentBody, DocumentKey, ExportDocument, ExportState};

/// The columns of a query for whole documents, in the order of [`document_columns!`]. `$size` is the column with the
/// unpacked length of a packed body.
macro_rules! document_columns_sql {
    ($size:literal) => {
        concat!(
            "organization_id, kind, key, source_kind, source_id, sort, position, has_period, starts_at, ends_at, digest, ",
            $size,
            ", body, checksum"
        )
    };
}
pub(crate) use document_columns_sql;

/// Reads the columns of [`document_columns_sql!`] from a row and checks their checksum. An unreadable column is damage.
macro_rules! document_columns {
    ($row:expr) => {{
        let row = $row;
        let unreadable = |_| $crate::StoreError::DamagedView($crate::Damage::Unknown);
        let columns = $crate::checksum::DocumentColumns {
            organization_id: row.try_get(0).map_err(unreadable)?,
            kind: row.try_get(1).map_err(unreadable)?,
            key: row.try_get(2).map_err(unreadable)?,
            source_kind: row.try_get(3).map_err(unreadable)?,
            source_id: row.try_get(4).map_err(unreadable)?,
            sort: row.try_get(5).map_err(unreadable)?,
            position: row.try_get(6).map_err(unreadable)?,
            has_period: row.try_get(7).map_err(unreadable)?,
            starts_at: row.try_get(8).map_err(unreadable)?,
            ends_at: row.try_get(9).map_err(unreadable)?,
            digest: row.try_get(10).map_err(unreadable)?,
            size: row.try_get(11).map_err(unreadable)?,
            body: row.try_get(12).map_err(unreadable)?,
        };
        $crate::document_rows::expect_checksum(&columns, row.try_get(13).map_err(unreadable)?)?;
        columns
    }};
}
pub(crate) use document_columns;

/// The columns of a query for exports with one of their bodies, in the order of [`export_columns!`]. `$size` is the
/// column with the unpacked length of a packed body.
macro_rules! export_columns_sql {
    ($size:literal, $body:literal, $checksum:literal) => {
        concat!(
            "organization_id, tournament_id, starts_at, event_format, position, ",
            $size,
            ", ",
            $body,
            ", ",
            $checksum
        )
    };
}
pub(crate) use export_columns_sql;

/// Reads the columns of an export with one of its bodies from a row. `$size` is the index of the size column; the body
/// and the checksum follow it.
macro_rules! export_columns {
    ($row:expr, $size:literal) => {{
        let row = $row;
        let unreadable = |_| $crate::StoreError::DamagedView($crate::Damage::Unknown);
        let columns = $crate::checksum::ExportColumns {
            organization_id: row.try_get(0).map_err(unreadable)?,
            tournament_id: row.try_get(1).map_err(unreadable)?,
            starts_at: row.try_get(2).map_err(unreadable)?,
            event_format: row.try_get(3).map_err(unreadable)?,
            position: row.try_get(4).map_err(unreadable)?,
            size: row.try_get($size).map_err(unreadable)?,
            body: row.try_get($size + 1).map_err(unreadable)?,
        };
        $crate::document_rows::expect_export_checksum(&columns, row.try_get($size + 2).map_err(unreadable)?)?;
        columns
    }};
}
pub(crate) use export_columns;

/// Returns the error for a damaged row.
fn damaged(columns: &DocumentColumns<'_>) -> StoreError {
    let source = stream_id(columns.source_kind, columns.source_id);
    StoreError::DamagedView(source.map_or(Damage::Unknown, Damage::Rendered))
}

/// Compares a row with its checksum. Rows of older versions have none.
pub(crate) fn expect_checksum(columns: &DocumentColumns<'_>, stored: Option<i64>) -> Result<(), StoreError> {
    match stored {
        Some(stored) if stored != checksum::of_document(columns) => Err(damaged(columns)),
        _ => Ok(()),
    }
}

/// Compares the row of an export, with one of its bodies, with its checksum.
pub(crate) fn expect_export_checksum(columns: &ExportColumns<'_>, stored: Option<i64>) -> Result<(), StoreError> {
    match stored {
        Some(stored) if stored != checksum::of_export(columns) => {
            let source = StreamId { kind: StreamKind::Tournament, id: columns.tournament_id };
            Err(StoreError::DamagedView(Damage::Rendered(source)))
        }
        _ => Ok(()),
    }
}

/// Creates a document from its columns. `unpack` gets the body's unpacked length and its stored bytes.
pub(crate) fn document(
    columns: &DocumentColumns<'_>,
    stale: bool,
    owner: Option<UserId>,
    unpack: impl FnOnce(Option<i64>, &[u8]) -> Result<Bytes, StoreError>,
) -> Result<Document, StoreError> {
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
        stale,
        owner,
    })
}

/// Creates an export from its columns and its two bodies.
pub(crate) fn export(
    columns: &ExportColumns<'_>,
    body: Bytes,
    body_with_text: Bytes,
) -> Result<ExportDocument, StoreError> {
    let format = columns.event_format;
    Ok(ExportDocument {
        organization_id: columns.organization_id.into(),
        tournament_id: columns.tournament_id.into(),
        start: time(columns.starts_at)?,
        event_format: EventFormat::from_wire_name(format)
            .ok_or_else(|| StoreError::Damaged(format!("`{format}` is not an event format")))?,
        position: Position(columns.position),
        body,
        body_with_text,
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
