//! Reads single documents and the state of lists.

use bytes::Bytes;
use proto_events::ids::{OrganizationId, UserId};
use sqlx::Row;
use sqlx::postgres::{PgConnection, PgPool, PgRow};

use crate::StoreError;
use crate::columns::{end_of_prefix, time};
use crate::document_rows::{self, document_columns, document_columns_sql};
use crate::views::{Document, DocumentBody, DocumentKey, Generation, ListFilter, ListRange, ListState, ViewKind};

/// A query for whole documents. `document` reads its rows.
macro_rules! select_documents {
    ($rest:literal) => {
        concat!(
            "SELECT ",
            $crate::document_rows::document_columns_sql!("NULL::bigint"),
            ", EXISTS (SELECT 1 FROM parked WHERE parked.generation = documents.generation ",
            "AND stream_kind = source_kind AND stream_id = source_id), ",
            "CASE WHEN kind IN ('decklist', 'published_decklist', 'own_decklist') THEN (SELECT owner_id FROM own_documents ",
            "WHERE own_documents.generation = documents.generation AND own_documents.key = documents.key AND ",
            "own_documents.organization_id = documents.organization_id AND own_documents.kind = documents.kind) END ",
            "FROM documents ",
            $rest
        )
    };
}
pub(super) use select_documents;

pub(super) const ACTIVE_DOCUMENT: &str = select_documents!(
    "WHERE generation = (SELECT id FROM generations WHERE state = 'active')
     AND organization_id = $1 AND kind = $2 AND key = $3"
);
pub(super) const DOCUMENT_OF: &str =
    select_documents!("WHERE organization_id = $1 AND kind = $2 AND key = $3 AND generation = $4");
/// Reads documents in a range of keys, without its end. Keys are ordered by their bytes.
pub(super) const UNDER: &str = select_documents!(
    "WHERE generation = (SELECT id FROM generations WHERE state = 'active')
     AND organization_id = $1 AND kind = $2 AND key >= $3 AND key < $4 ORDER BY key"
);
/// Reads documents from a key on.
pub(super) const ONWARD: &str = select_documents!(
    "WHERE generation = (SELECT id FROM generations WHERE state = 'active')
     AND organization_id = $1 AND kind = $2 AND key >= $3 ORDER BY key"
);
pub(super) const LIST_STATE: &str = "SELECT id, coalesce(count, 0), coalesce(changes, 0) FROM generations
    LEFT JOIN list_counts ON generation = id AND organization_id = $1 AND kind = $2 AND owner_id = 0 AND depth = 0 AND block = ''
    WHERE state = 'active'";
/// Reads the last time, up to a given one, at which a document of a list started or ended.
pub(super) const LAST_TURN: &str = "SELECT greatest(max(starts_at) FILTER (WHERE starts_at <= $4),
                    max(ends_at) FILTER (WHERE ends_at <= $4))
    FROM documents WHERE generation = $1 AND organization_id = $2 AND kind = $3 AND sort <> ''";
/// Reads the last documents of a list.
pub(super) const LAST: &str = concat!(
    "SELECT ",
    document_columns_sql!("NULL::bigint"),
    " FROM documents
    WHERE generation = (SELECT id FROM generations WHERE state = 'active') AND organization_id = $1 AND kind = $2 AND sort <> ''
    ORDER BY sort DESC, key DESC LIMIT $3"
);

/// Reads a range of a list.
pub(super) const RANGE: &str = concat!(
    "SELECT ",
    document_columns_sql!("NULL::bigint"),
    " FROM documents
    WHERE generation = (SELECT id FROM generations WHERE state = 'active') AND organization_id = $1 AND kind = $2 AND sort <> ''
    AND sort >= $3 AND sort < $4 ORDER BY sort, key LIMIT $5"
);
/// Reads a range of a list from its end.
pub(super) const RANGE_REVERSED: &str = concat!(
    "SELECT ",
    document_columns_sql!("NULL::bigint"),
    " FROM documents
    WHERE generation = (SELECT id FROM generations WHERE state = 'active') AND organization_id = $1 AND kind = $2 AND sort <> ''
    AND sort >= $3 AND sort < $4 ORDER BY sort DESC, key DESC LIMIT $5"
);

/// Decodes a document from the columns of `select_documents!`.
pub(super) fn document(row: &PgRow) -> Result<Document, StoreError> {
    let columns = document_columns!(row);
    let (stale, owner) = (row.try_get(14)?, row.try_get::<Option<i64>, _>(15)?.map(UserId));
    document_rows::document(&columns, stale, owner, |_, body| Ok(Bytes::copy_from_slice(body)))
}

/// Returns the body in a row of [`document_columns_sql!`].
pub(super) fn document_body(row: &PgRow) -> Result<Bytes, StoreError> {
    let columns = document_columns!(row);
    Ok(Bytes::copy_from_slice(columns.body))
}

/// Returns a document of the active generation.
pub(super) async fn active_document(readers: &PgPool, key: &DocumentKey) -> Result<Option<Document>, StoreError> {
    if cannot_be(key) {
        return Ok(None);
    }
    let query = sqlx::query(ACTIVE_DOCUMENT);
    let query = query.bind(key.organization_id.0).bind(key.kind.stored_name()).bind(&key.key);
    query.fetch_optional(readers).await?.as_ref().map(document).transpose()
}

/// Returns a document of a generation.
pub(super) async fn document_of(
    readers: &PgPool,
    generation: Generation,
    key: &DocumentKey,
) -> Result<Option<Document>, StoreError> {
    if cannot_be(key) {
        return Ok(None);
    }
    let query = sqlx::query(DOCUMENT_OF);
    let query = query.bind(key.organization_id.0).bind(key.kind.stored_name()).bind(&key.key).bind(generation.0);
    query.fetch_optional(readers).await?.as_ref().map(document).transpose()
}

/// Whether no document can have this key. Keys come from addresses, and text in PostgreSQL cannot contain NUL.
fn cannot_be(key: &DocumentKey) -> bool {
    key.key.contains('\0')
}

/// Returns the documents of the active generation whose key starts with `prefix`.
pub(super) async fn documents_under(
    readers: &PgPool,
    organization_id: OrganizationId,
    kind: ViewKind,
    prefix: &str,
) -> Result<Vec<Document>, StoreError> {
    // Text in PostgreSQL cannot contain NUL, so no key starts with this prefix.
    if prefix.contains('\0') {
        return Ok(Vec::new());
    }
    let end = end_of_prefix(prefix);
    let query = sqlx::query(if end.is_some() { UNDER } else { ONWARD });
    let query = query.bind(organization_id.0).bind(kind.stored_name()).bind(prefix);
    let query = if let Some(end) = end { query.bind(end) } else { query };
    query.fetch_all(readers).await?.iter().map(document).collect()
}

/// Returns the last documents of a list in reverse order.
pub(super) async fn last(
    readers: &PgPool,
    organization_id: OrganizationId,
    kind: ViewKind,
    limit: i64,
) -> Result<Vec<DocumentBody>, StoreError> {
    let query = sqlx::query(LAST).bind(organization_id.0).bind(kind.stored_name()).bind(limit.max(0));
    query.fetch_all(readers).await?.iter().map(|row| body(row, kind)).collect()
}

/// Returns documents in a range of a list.
pub(super) async fn range(readers: &PgPool, of: &ListRange) -> Result<Vec<DocumentBody>, StoreError> {
    let query = sqlx::query(if of.is_reverse { RANGE_REVERSED } else { RANGE });
    let query = query.bind(of.organization_id.0).bind(of.kind.stored_name()).bind(&of.from).bind(&of.to);
    query.bind(of.limit.max(0)).fetch_all(readers).await?.iter().map(|row| body(row, of.kind)).collect()
}

fn body(row: &PgRow, kind: ViewKind) -> Result<DocumentBody, StoreError> {
    Ok(DocumentBody::from_stored(kind, document_body(row)?))
}

/// Returns the state of a list. An empty store has generation 0.
pub(super) async fn list_state(
    connection: &mut PgConnection,
    organization_id: OrganizationId,
    kind: ViewKind,
    filter: ListFilter,
) -> Result<ListState, StoreError> {
    let query = sqlx::query(LIST_STATE).bind(organization_id.0).bind(kind.stored_name());
    let Some(row) = query.fetch_optional(&mut *connection).await? else {
        return Ok(ListState { generation: Generation(0), count: 0, changes: 0, last_turn: None });
    };
    let generation = Generation(row.try_get(0)?);
    let last_turn = match filter.ongoing_at {
        Some(now) => {
            let query = sqlx::query(LAST_TURN).bind(generation.0).bind(organization_id.0).bind(kind.stored_name());
            let row = query.bind(now.timestamp_micros()).fetch_one(connection).await?;
            row.try_get::<Option<i64>, _>(0)?.map(time).transpose()?
        }
        None => None,
    };
    Ok(ListState { generation, count: row.try_get(1)?, changes: row.try_get(2)?, last_turn })
}
