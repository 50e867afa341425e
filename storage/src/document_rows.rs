//! How documents and exports are written and read, for any database. Rows are checked by their checksums.

use std::collections::BTreeMap;

use bytes::Bytes;
use proto_events::ids::UserId;
use proto_events::vocabulary::EventFormat;
use proto_events::{Position, StreamId, StreamKind};

use crate::StoreError;
use crate::checksum;
use crate::columns::{stream_id, time};
use crate::error::{Damage, unreadable};
use crate::packed::{Packed, pack, unpack};
use crate::sql::{Columns, Conflict, Row, Sql, StoreRow, Table, Value, columns, names};
use crate::views::{Document, DocumentBody, DocumentKey, ExportDocument, ExportState, Generation, ViewKind};

/// The columns of a document that its checksum covers. Only SQLite has sizes, because it packs bodies.
macro_rules! document_columns {
    ($size:literal) => {
        concat!(
            "organization_id bigint, kind text, key text, source_kind text, source_id bigint, sort text, \
             position bigint, has_period boolean, starts_at bigint, ends_at bigint, digest text, ",
            $size,
            "body bytea"
        )
    };
}

/// The columns of an export in both databases.
macro_rules! export_columns {
    () => {
        "generation bigint, tournament_id bigint, organization_id bigint, starts_at bigint, event_format text, \
         position bigint, body bytea, body_with_text bytea, digest bigint, digest_with_text bigint, checksum bigint, \
         checksum_with_text bigint"
    };
}

const DOCUMENT: Columns = document_columns!("size bigint, ");
/// The index of [`DOCUMENT`]'s size.
const SIZE: usize = 11;

pub(crate) fn documents_table<C: Sql>() -> Table {
    let packed = concat!("generation bigint, ", document_columns!("size bigint, "), ", checksum bigint");
    let columns = C::pick(packed, concat!("generation bigint, ", document_columns!(""), ", checksum bigint"));
    let key = "generation bigint, organization_id bigint, kind text, key text";
    Table { name: "documents", columns, conflict: Conflict::Replace(key) }
}

pub(crate) fn exports_table<C: Sql>() -> Table {
    let packed = concat!(export_columns!(), ", size bigint, size_with_text bigint");
    let columns = C::pick(packed, export_columns!());
    Table { name: "exports", columns, conflict: Conflict::Replace("generation bigint, tournament_id bigint") }
}

/// Returns the columns of a query for whole documents: those of [`DOCUMENT`], and the checksum.
pub(crate) fn document_columns_sql<C: Sql>() -> String {
    let columns = names(DOCUMENT) + ", checksum";
    if C::pick(true, false) { columns } else { columns.replace(" size,", " NULL::bigint,") }
}

/// Compares the checksum of a row with the columns of [`document_columns_sql`]. An unreadable column is damage.
fn check_document(row: &impl StoreRow) -> Result<(), StoreError> {
    let sum = checksum::of_columns(row, columns(DOCUMENT).map(|(_, kind)| kind).enumerate()).map_err(unreadable)?;
    // Rows of older versions have no checksum.
    let stored: Option<i64> = row.column(SIZE + 2).map_err(unreadable)?;
    if stored.is_some_and(|stored| stored != sum) { Err(damaged_document(row)) } else { Ok(()) }
}

/// Decodes the body of a document in all its versions from a row with the columns of [`document_columns_sql`].
pub(crate) fn document_body(row: &impl StoreRow) -> Result<Bytes, StoreError> {
    check_document(row)?;
    unpack(row.column(SIZE).map_err(unreadable)?, row.column(SIZE + 1).map_err(unreadable)?)
}

/// Returns the columns of a query for exports with one of their bodies.
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

/// Decodes one of the bodies of an export, and compares its checksum. `size` is the index of the first column of
/// [`export_body_sql`].
pub(crate) fn export_body(row: &impl StoreRow, size: usize) -> Result<Bytes, StoreError> {
    let kinds = [(0, ""), (1, ""), (2, ""), (3, "text"), (4, ""), (size, ""), (size + 1, "bytea")];
    let sum = checksum::of_columns(row, kinds).map_err(unreadable)?;
    let stored: Option<i64> = row.column(size + 2).map_err(unreadable)?;
    if stored.is_some_and(|stored| stored != sum) {
        let source = StreamId { kind: StreamKind::Tournament, id: row.column(1).map_err(unreadable)? };
        return Err(StoreError::DamagedView(Damage::Rendered(source)));
    }
    unpack(row.column(size).map_err(unreadable)?, row.column(size + 1).map_err(unreadable)?)
}

fn damaged_document(row: &impl StoreRow) -> StoreError {
    StoreError::DamagedView(source(row).map_or(Damage::Unknown, Damage::Rendered))
}

fn source(row: &impl StoreRow) -> Result<StreamId, StoreError> {
    stream_id(row.column(3).map_err(unreadable)?, row.column(4).map_err(unreadable)?)
}

/// Decodes a document from a row with the columns of [`document_columns_sql`], and behind them whether its stream is parked,
/// and its owner.
pub(crate) fn document(row: &impl StoreRow) -> Result<Document, StoreError> {
    check_document(row)?;
    let name: &str = row.column(1).map_err(unreadable)?;
    let kind = ViewKind::from_stored_name(name);
    let kind = kind.ok_or_else(|| StoreError::Damaged(format!("`{name}` is not a kind of view")))?;
    let body = unpack(row.column(SIZE).map_err(unreadable)?, row.column(SIZE + 1).map_err(unreadable)?);
    Ok(Document {
        key: DocumentKey {
            organization_id: row.column::<i64>(0).map_err(unreadable)?.into(),
            kind,
            key: row.column(2).map_err(unreadable)?,
        },
        source: source(row)?,
        sort: row.column(5).map_err(unreadable)?,
        position: Position(row.column(6).map_err(unreadable)?),
        digest: row.column(10).map_err(unreadable)?,
        body: DocumentBody::from_stored(kind, body.map_err(|_| damaged_document(row))?),
        stale: row.column(14)?,
        owner: row.column::<Option<i64>>(15)?.map(UserId),
    })
}

/// Decodes an export from a row with the columns of [`export_columns_sql`], and behind them those of its body with texts.
pub(crate) fn export(row: &impl StoreRow) -> Result<ExportDocument, StoreError> {
    let (body, body_with_text) = (export_body(row, 5)?, export_body(row, 8)?);
    let format: &str = row.column(3)?;
    Ok(ExportDocument {
        organization_id: row.column::<i64>(0)?.into(),
        tournament_id: row.column::<i64>(1)?.into(),
        start: time(row.column(2)?)?,
        event_format: EventFormat::from_wire_name(format)
            .ok_or_else(|| StoreError::Damaged(format!("`{format}` is not an event format")))?,
        position: Position(row.column(4)?),
        body,
        body_with_text,
    })
}

fn stored(body: &[u8], packs: bool) -> Packed<'_> {
    if packs { pack(body) } else { Packed { size: None, bytes: body.into() } }
}

/// Returns the row of a document for [`documents_table`].
pub(crate) fn document_row<C: Sql>(generation: Generation, document: &Document) -> Row {
    let Packed { size, bytes } = stored(document.body.stored(), C::pick(true, false));
    let mut row = checksum::summed(vec![
        document.key.organization_id.0.into(),
        document.key.kind.stored_name().into(),
        document.key.key.as_str().into(),
        document.source.kind.name().into(),
        document.source.id.into(),
        document.sort.as_str().into(),
        document.position.0.into(),
        // The period of conventions, for which older versions searched.
        false.into(),
        None::<i64>.into(),
        None::<i64>.into(),
        document.digest.as_str().into(),
        size.into(),
        bytes.into_owned().into(),
    ]);
    if C::pick(false, true) {
        row.remove(SIZE);
    }
    row.insert(0, generation.0.into());
    row
}

/// Returns the rows of exported tournaments for [`exports_table`]. Of several with the same id, the last one counts.
pub(crate) fn export_rows<C: Sql>(generation: Generation, exports: &[ExportDocument]) -> Vec<Row> {
    let exports: BTreeMap<_, _> = exports.iter().map(|export| (export.tournament_id, export)).collect();
    exports.into_values().map(|export| export_row(generation, export, C::pick(true, false))).collect()
}

fn export_row(generation: Generation, export: &ExportDocument, packs: bool) -> Row {
    let bodies = [stored(&export.body, packs), stored(&export.body_with_text, packs)];
    let [digest, digest_with_text] = export.digests();
    let sizes = [0, 1].map(|body: usize| Value::from(bodies[body].size));
    let [body, body_with_text] = bodies.map(|body| Value::from(body.bytes.into_owned()));
    let mut row = vec![
        generation.0.into(),
        export.tournament_id.0.into(),
        export.organization_id.0.into(),
        export.start.timestamp_micros().into(),
        export.event_format.wire_name().into(),
        export.position.0.into(),
        body,
        body_with_text,
        digest.into(),
        digest_with_text.into(),
    ];
    for (size, body) in [(&sizes[0], 6), (&sizes[1], 7)] {
        let sum = checksum::of([&row[2], &row[1], &row[3], &row[4], &row[5], size, &row[body]]);
        row.push(sum.into());
    }
    if packs {
        row.extend(sizes);
    }
    row
}

/// Decodes the state of an export from four columns: the number of exports, of those with a digest, and two sums.
pub(crate) fn export_state(row: &impl StoreRow) -> Result<ExportState, StoreError> {
    let (count, with_digest): (i64, i64) = (row.column(0)?, row.column(1)?);
    let sums = [row.column::<Option<i64>>(2)?, row.column(3)?].map(Option::unwrap_or_default);
    Ok(ExportState { count, digest: (count == with_digest).then_some(sums) })
}
