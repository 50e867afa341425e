//! Statements for single documents and short ranges.

use crate::columns::STREAM;
use crate::document_rows::{document_columns_sql, export_body_sql, export_columns_sql};
use crate::sql::{Sql, Statement, rows_of, sql};
use crate::views::{Generation, known_kinds_sql};

/// The condition for rows of the active generation.
pub(crate) const ACTIVE: &str = "generation = (SELECT id FROM generations WHERE state = 'active')";

/// Returns the text of a query for whole documents. [`document`](crate::document_rows::document) reads its rows.
pub(crate) fn select_documents<C: Sql>(rest: &str) -> String {
    format!(
        "SELECT {}, EXISTS (SELECT 1 FROM parked WHERE parked.generation = documents.generation
            AND stream_kind = source_kind AND stream_id = source_id),
         CASE WHEN kind IN ('decklist', 'published_decklist', 'own_decklist') THEN (SELECT owner_id FROM own_documents
            WHERE own_documents.generation = documents.generation AND own_documents.key = documents.key AND
            own_documents.organization_id = documents.organization_id AND own_documents.kind = documents.kind) END
         FROM documents {rest}",
        document_columns_sql::<C>()
    )
}

/// Returns the query for a document of the active generation, or of the generation `$4`.
pub(crate) fn document_query<C: Sql>(is_active: bool) -> Statement {
    let generation = if is_active { ACTIVE } else { "generation = $4" };
    sql(select_documents::<C>(&format!("WHERE {generation} AND organization_id = $1 AND kind = $2 AND key = $3")))
}

/// Returns the query for documents from a key on and before another one. Keys are ordered by their bytes.
pub(crate) fn onward_query<C: Sql>() -> Statement {
    let rest = format!("WHERE {ACTIVE} AND organization_id = $1 AND kind = $2 AND key >= $3 AND key < $4 ORDER BY key");
    sql(select_documents::<C>(&rest))
}

/// Returns the query for a range of a list, or for one from its end.
pub(crate) fn range_query<C: Sql>(is_reverse: bool) -> Statement {
    let (columns, order) = (document_columns_sql::<C>(), if is_reverse { "sort DESC, key DESC" } else { "sort, key" });
    sql(format!(
        "SELECT {columns} FROM documents WHERE {ACTIVE} AND organization_id = $1 AND kind = $2 AND sort <> ''
         AND sort >= $3 AND sort < $4 ORDER BY {order} LIMIT CAST($5 AS BIGINT) + 0"
    ))
}

pub(crate) fn all_documents<C: Sql>(generation: Generation) -> Statement {
    let rest = concat!("WHERE generation = $1", known_kinds_sql!(), " ORDER BY organization_id, kind, key");
    sql(select_documents::<C>(rest)).bind(generation.0)
}

/// Returns the query for all exported tournaments of a generation by id. [`export`](crate::document_rows::export) reads its
/// rows.
pub(crate) fn all_exports<C: Sql>(generation: Generation) -> Statement {
    let (columns, with_text) = (export_columns_sql::<C>(false), export_body_sql::<C>(true));
    let query = sql(format!("SELECT {columns}, {with_text} FROM exports WHERE generation = "));
    query.and("", generation.0).then(" ORDER BY tournament_id")
}

/// Returns the query for the streams whose documents depend on others.
pub(crate) fn dependents_query<C: Sql>() -> Statement {
    let changed = rows_of::<C>("changed", 2, STREAM);
    let join = C::pick("CROSS JOIN", "JOIN");
    sql(format!(
        "SELECT DISTINCT dependent_kind, dependent_id FROM {changed}
         {join} sources ON generation = $1 AND source_kind = changed.kind AND source_id = changed.id
         ORDER BY dependent_kind, dependent_id"
    ))
}

/// Returns the query for documents by source. The plus prevents SQLite from using the index with this order, in which it
/// would read the whole generation.
pub(crate) fn documents_from_query<C: Sql>() -> Statement {
    sql(format!(
        "SELECT organization_id, kind, key FROM documents
         WHERE generation = $1 AND source_kind = $2 AND source_id = $3 ORDER BY {}organization_id, kind, key",
        C::pick("+", "")
    ))
}
