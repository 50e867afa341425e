//! Compares two generations of views inside SQLite: as they are stored, so that nothing is unpacked or sent that is the same
//! in both.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use futures::{FutureExt, StreamExt, stream};
use sqlx::sqlite::{SqliteConnection, SqlitePool, SqliteRow};
use sqlx::{AssertSqlSafe, Row};

use crate::StoreError;
use crate::document_rows::{document, export};
use crate::records::{ExportRecord, record_of, select_records};
use crate::view_store::documents;
use crate::views::{Contrast, Contrasts, Document, ExportDocument, Generation, ahead, known_kinds_sql};

/// A comparison of a table's rows. Queries are given up to the condition for the generation.
struct Compared<T> {
    table: &'static str,
    /// Reads the rows of the table.
    select: fn() -> String,
    /// The columns by which rows are ordered.
    key: &'static str,
    /// The condition that the row `other`, of the same key, has the same content.
    same: &'static str,
    decode: fn(&SqliteRow) -> Result<T, StoreError>,
}

/// A checksum includes the position.
const DOCUMENTS: Compared<Document> = Compared {
    table: "documents",
    select: || documents::select_documents::<SqliteConnection>(""),
    key: "organization_id, kind, key",
    same: "other.organization_id = documents.organization_id AND other.kind = documents.kind
        AND other.key = documents.key AND other.source_kind = documents.source_kind
        AND other.source_id = documents.source_id AND other.sort = documents.sort
        AND other.has_period = documents.has_period AND other.starts_at IS documents.starts_at
        AND other.ends_at IS documents.ends_at AND other.digest = documents.digest AND other.size IS documents.size
        AND (other.checksum = documents.checksum OR other.position <> documents.position)
        AND other.body = documents.body
        AND CASE WHEN documents.kind IN ('decklist', 'published_decklist', 'own_decklist') THEN
            (SELECT owner_id FROM own_documents AS own WHERE own.generation = other.generation AND own.key = other.key
             AND own.organization_id = other.organization_id AND own.kind = other.kind)
            IS (SELECT owner_id FROM own_documents AS own WHERE own.generation = documents.generation
                AND own.key = documents.key AND own.organization_id = documents.organization_id
                AND own.kind = documents.kind) ELSE TRUE END",
    decode: document,
};

const EXPORTS: Compared<ExportDocument> = Compared {
    table: "exports",
    select: || documents::select_exports::<SqliteConnection>(""),
    key: "tournament_id",
    same: "other.tournament_id = exports.tournament_id AND other.organization_id = exports.organization_id
        AND other.starts_at = exports.starts_at AND other.event_format = exports.event_format
        AND other.size IS exports.size AND other.size_with_text IS exports.size_with_text
        AND (other.checksum = exports.checksum OR other.position <> exports.position)
        AND (other.checksum_with_text = exports.checksum_with_text OR other.position <> exports.position)
        AND other.body = exports.body AND other.body_with_text = exports.body_with_text",
    decode: export,
};

const RECORDS: Compared<ExportRecord> = Compared {
    table: "export_records",
    select: || select_records!("").to_owned(),
    key: "tournament_id",
    same: "other.tournament_id = export_records.tournament_id
        AND other.organization_id = export_records.organization_id AND other.starts_at IS export_records.starts_at
        AND other.event_format = export_records.event_format AND other.has_public = export_records.has_public
        AND other.is_public = export_records.is_public AND other.head = export_records.head
        AND other.standings = export_records.standings AND other.rounds = export_records.rounds
        AND other.matches = export_records.matches AND other.cards = export_records.cards
        AND other.decklists = export_records.decklists AND other.public_head IS export_records.public_head
        AND other.public_standings IS export_records.public_standings
        AND other.public_rounds IS export_records.public_rounds
        AND other.public_matches IS export_records.public_matches
        AND other.public_cards IS export_records.public_cards
        AND other.public_decklists IS export_records.public_decklists",
    decode: record_of,
};

/// Compares the documents of two generations. Those of no organization come first, and are about half of them: both halves
/// are compared at the same time.
pub(super) fn documents(pool: &SqlitePool, old: Generation, new: Generation) -> Contrasts<Document> {
    let halves = [
        concat!(known_kinds_sql!(), " AND organization_id <= 0"),
        concat!(known_kinds_sql!(), " AND organization_id > 0"),
    ];
    let [first, second] = halves.map(|only| ahead(contrasts(pool, &DOCUMENTS, only, old, new)));
    first.chain(second).boxed()
}

/// Compares the exported tournaments of two generations.
pub(super) fn exports(pool: &SqlitePool, old: Generation, new: Generation) -> Contrasts<ExportDocument> {
    contrasts(pool, &EXPORTS, "", old, new)
}

/// Compares the records of the export of changes of two generations.
pub(super) fn records(pool: &SqlitePool, old: Generation, new: Generation) -> Contrasts<ExportRecord> {
    contrasts(pool, &RECORDS, "", old, new)
}

/// Compares in one snapshot whether all rows are the same, which they usually are, and reads those that differ only if not.
/// `only` is a further condition for the rows.
fn contrasts<T: Send + Sync + 'static>(
    pool: &SqlitePool,
    compared: &'static Compared<T>,
    only: &'static str,
    old: Generation,
    new: Generation,
) -> Contrasts<T> {
    let pool = pool.clone();
    let same = {
        let pool = pool.clone();
        async move {
            let row =
                sqlx::query(AssertSqlSafe(same_sql(compared, only))).bind(old.0).bind(new.0).fetch_one(&pool).await?;
            let (before, now): (i64, i64) = (row.try_get(0)?, row.try_get(1)?);
            Ok((before == now && row.try_get(2)?).then(|| u64::try_from(now).unwrap_or_default()))
        }
    };
    let items = same.into_stream().flat_map(move |same| match same {
        Ok(Some(same)) => stream::iter([Ok(Contrast::Same(same))]).boxed(),
        Ok(None) => differing(&pool, compared, only, old, new),
        Err(error) => stream::iter([Err(error)]).boxed(),
    });
    items.boxed()
}

/// Reads the rows that differ in one snapshot. While they are read, the new generation does not change, so that the number of
/// equal rows follows from the number of its others.
fn differing<T: Send + Sync>(
    pool: &SqlitePool,
    compared: &'static Compared<T>,
    only: &'static str,
    old: Generation,
    new: Generation,
) -> Contrasts<T> {
    let differing = Arc::new(AtomicU64::new(0));
    let counted = Arc::clone(&differing);
    let rows = sqlx::query(AssertSqlSafe(differing_sql(compared, only))).bind(old.0).bind(new.0).fetch(pool);
    let items = rows.map(move |row| {
        let row = row?;
        if row.try_get("is_new")? {
            counted.fetch_add(1, Ordering::Relaxed);
            Ok(Contrast::New((compared.decode)(&row)?))
        } else {
            Ok(Contrast::Old((compared.decode)(&row)?))
        }
    });
    let count = AssertSqlSafe(format!("SELECT count(*) FROM {} WHERE generation = ?1 {only}", compared.table));
    let pool = pool.clone();
    let same = async move {
        let row = sqlx::query(count).bind(new.0).fetch_one(&pool).await?;
        let total = u64::try_from(row.try_get::<i64, _>(0)?).unwrap_or_default();
        Ok(Contrast::Same(total.saturating_sub(differing.load(Ordering::Relaxed))))
    };
    items.chain(same.into_stream()).boxed()
}

/// Returns the queries of the comparisons.
#[cfg(test)]
pub(super) fn queries() -> [String; 6] {
    [
        same_sql(&DOCUMENTS, ""),
        same_sql(&EXPORTS, ""),
        same_sql(&RECORDS, ""),
        differing_sql(&DOCUMENTS, ""),
        differing_sql(&EXPORTS, ""),
        differing_sql(&RECORDS, ""),
    ]
}

/// Returns the query for the numbers of rows, and for whether each row of the new generation has the same one in the old
/// generation. It reads each row once; a query for rows that differ has to look from both sides.
fn same_sql<T>(Compared { table, same, .. }: &Compared<T>, only: &str) -> String {
    let count = |of: &str| format!("(SELECT count(*) FROM {table} WHERE generation = {of} {only})");
    format!(
        "SELECT {}, {}, NOT EXISTS (SELECT 1 FROM {table} WHERE generation = ?2 {only}
         AND NOT EXISTS (SELECT 1 FROM {table} AS other WHERE other.generation = ?1 AND {same}))",
        count("?1"),
        count("?2")
    )
}

/// Returns the query for the rows that differ from those of the same key in the other generation, or have none there.
fn differing_sql<T>(compared: &Compared<T>, only: &str) -> String {
    let Compared { table, select, key, same, .. } = compared;
    let select = select();
    let (columns, from) = select.split_at(select.rfind("FROM").unwrap_or(select.len()));
    let side = |of: &str, other: &str| {
        format!(
            "{columns}, {of} = ?2 AS is_new {from} WHERE generation = {of} {only}
             AND NOT EXISTS (SELECT 1 FROM {table} AS other WHERE other.generation = {other} AND {same})"
        )
    };
    format!("{} UNION ALL {} ORDER BY {key}, is_new", side("?1", "?2"), side("?2", "?1"))
}
