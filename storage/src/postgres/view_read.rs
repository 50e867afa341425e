//! Reads of single documents, and of what a list looks like.

use bytes::Bytes;
use proto_events::Position;
use proto_events::ids::OrganizationId;
use sqlx::Row;
use sqlx::postgres::{PgPool, PgRow};

use crate::StoreError;
use crate::columns::end_of_prefix;
use crate::document_rows::{self, document_columns};
use crate::views::{Document, DocumentKey, Generation, ListState, ViewKind};

/// A query for whole documents. `document` reads its rows.
macro_rules! select_documents {
    ($rest:literal) => {
        concat!(
            "SELECT ",
            $crate::document_rows::document_columns_sql!("NULL::bigint"),
            ", EXISTS (SELECT 1 FROM parked WHERE parked.generation = documents.generation ",
            "AND stream_kind = source_kind AND stream_id = source_id) FROM documents ",
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
/// Documents whose keys are from one on and before another. Keys are ordered by their bytes.
pub(super) const UNDER: &str = select_documents!(
    "WHERE generation = (SELECT id FROM generations WHERE state = 'active')
     AND organization_id = $1 AND kind = $2 AND key >= $3 AND key < $4 ORDER BY key"
);
/// The same without an end.
pub(super) const ONWARD: &str = select_documents!(
    "WHERE generation = (SELECT id FROM generations WHERE state = 'active')
     AND organization_id = $1 AND kind = $2 AND key >= $3 ORDER BY key"
);
pub(super) const LIST_STATE: &str = "SELECT id, coalesce(count, 0), coalesce(newest, 0) FROM generations
    LEFT JOIN list_states ON generation = id AND organization_id = $1 AND kind = $2 WHERE state = 'active'";

/// A document from the columns of `select_documents!`.
pub(super) fn document(row: &PgRow) -> Result<Document, StoreError> {
    let columns = document_columns!(row);
    document_rows::document(&columns, row.try_get(14)?, |_, body| Ok(Bytes::copy_from_slice(body)))
}

/// A document of the active generation.
pub(super) async fn active_document(readers: &PgPool, key: &DocumentKey) -> Result<Option<Document>, StoreError> {
    if cannot_be(key) {
        return Ok(None);
    }
    let query = sqlx::query(ACTIVE_DOCUMENT);
    let query = query.bind(key.organization_id.0).bind(key.kind.stored_name()).bind(&key.key);
    query.fetch_optional(readers).await?.as_ref().map(document).transpose()
}

/// A document of a generation.
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

/// Keys come from addresses. Text in PostgreSQL has no NUL, so no document has such a key.
fn cannot_be(key: &DocumentKey) -> bool {
    key.key.contains('\0')
}

/// Documents of the active generation whose key begins with this.
pub(super) async fn documents_under(
    readers: &PgPool,
    organization_id: OrganizationId,
    kind: ViewKind,
    prefix: &str,
) -> Result<Vec<Document>, StoreError> {
    // Text in PostgreSQL has no NUL, so no key begins with this.
    if prefix.contains('\0') {
        return Ok(Vec::new());
    }
    let end = end_of_prefix(prefix);
    let query = sqlx::query(if end.is_some() { UNDER } else { ONWARD });
    let query = query.bind(organization_id.0).bind(kind.stored_name()).bind(prefix);
    let query = if let Some(end) = end { query.bind(end) } else { query };
    query.fetch_all(readers).await?.iter().map(document).collect()
}

/// The state of a list; an empty store's is that of generation 0.
pub(super) async fn list_state(
    readers: &PgPool,
    organization_id: OrganizationId,
    kind: ViewKind,
) -> Result<ListState, StoreError> {
    let query = sqlx::query(LIST_STATE);
    let row = query.bind(organization_id.0).bind(kind.stored_name()).fetch_optional(readers).await?;
    let Some(row) = row else {
        return Ok(ListState { generation: Generation(0), count: 0, newest: Position::START });
    };
    Ok(ListState { generation: Generation(row.try_get(0)?), count: row.try_get(1)?, newest: Position(row.try_get(2)?) })
}
