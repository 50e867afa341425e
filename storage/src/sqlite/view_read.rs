//! Reads single documents and the state of lists.

use chrono::{DateTime, Utc};
use proto_events::ids::{OrganizationId, UserId};
use sqlx::Row;
use sqlx::sqlite::{SqliteConnection, SqlitePool, SqliteRow};

use crate::StoreError;
use crate::columns::{end_of_prefix, time};
use crate::document_rows::{self, document_columns};
use crate::packed::unpack;
use crate::views::{Document, DocumentKey, Generation, ListFilter, ListState, ViewKind};

/// A query for whole documents. `document` reads its rows.
macro_rules! select_documents {
    ($rest:literal) => {
        concat!(
            "SELECT ",
            $crate::document_rows::document_columns_sql!("size"),
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

/// Reads documents in a range of keys, without its end. Keys are ordered by their bytes.
pub(super) const UNDER: &str = select_documents!(
    "WHERE generation = (SELECT id FROM generations WHERE state = 'active')
     AND organization_id = ?1 AND kind = ?2 AND key >= ?3 AND key < ?4 ORDER BY key"
);
/// Reads documents from a key on.
pub(super) const ONWARD: &str = select_documents!(
    "WHERE generation = (SELECT id FROM generations WHERE state = 'active')
     AND organization_id = ?1 AND kind = ?2 AND key >= ?3 ORDER BY key"
);

/// Decodes a document from the columns of `select_documents!`.
pub(super) fn document(row: &SqliteRow) -> Result<Document, StoreError> {
    let columns = document_columns!(row);
    let (stale, owner) = (row.try_get(14)?, row.try_get::<Option<i64>, _>(15)?.map(UserId));
    document_rows::document(&columns, stale, owner, unpack)
}

/// Returns a document of the active generation.
pub(super) async fn active_document(readers: &SqlitePool, key: &DocumentKey) -> Result<Option<Document>, StoreError> {
    let query = sqlx::query(select_documents!(
        "WHERE generation = (SELECT id FROM generations WHERE state = 'active')
         AND organization_id = ?1 AND kind = ?2 AND key = ?3"
    ));
    let query = query.bind(key.organization_id.0).bind(key.kind.stored_name()).bind(&key.key);
    query.fetch_optional(readers).await?.as_ref().map(document).transpose()
}

/// Returns a document of a generation.
pub(super) async fn document_of(
    readers: &SqlitePool,
    generation: Generation,
    key: &DocumentKey,
) -> Result<Option<Document>, StoreError> {
    let query =
        sqlx::query(select_documents!("WHERE generation = ?4 AND organization_id = ?1 AND kind = ?2 AND key = ?3"));
    let query = query.bind(key.organization_id.0).bind(key.kind.stored_name()).bind(&key.key).bind(generation.0);
    query.fetch_optional(readers).await?.as_ref().map(document).transpose()
}

/// Returns the documents of the active generation whose key starts with `prefix`.
pub(super) async fn documents_under(
    readers: &SqlitePool,
    organization_id: OrganizationId,
    kind: ViewKind,
    prefix: &str,
) -> Result<Vec<Document>, StoreError> {
    let end = end_of_prefix(prefix);
    let query = sqlx::query(if end.is_some() { UNDER } else { ONWARD });
    let query = query.bind(organization_id.0).bind(kind.stored_name()).bind(prefix);
    let query = if let Some(end) = end { query.bind(end) } else { query };
    query.fetch_all(readers).await?.iter().map(document).collect()
}

/// Reads the state of a list. An empty store has generation 0.
pub(super) const LIST_STATE: &str = "SELECT id, coalesce(count, 0), coalesce(changes, 0) FROM generations
    LEFT JOIN list_counts ON generation = id AND organization_id = ?1 AND kind = ?2 AND owner_id = 0 AND depth = 0 AND block = ''
    WHERE state = 'active'";

/// Reads the last time, up to a given one, at which a document of a list started or ended.
pub(super) const LAST_TURN: &str = "SELECT max(max(CASE WHEN starts_at <= ?4 THEN starts_at ELSE ?5 END),
               max(CASE WHEN ends_at <= ?4 THEN ends_at ELSE ?5 END))
    FROM documents WHERE generation = ?1 AND organization_id = ?2 AND kind = ?3 AND sort <> ''";

/// Returns the state of a list.
pub(super) async fn list_state(
    connection: &mut SqliteConnection,
    organization_id: OrganizationId,
    kind: ViewKind,
    filter: ListFilter,
) -> Result<ListState, StoreError> {
    let query = sqlx::query(LIST_STATE).bind(organization_id.0).bind(kind.stored_name());
    let Some(row) = query.fetch_optional(&mut *connection).await? else {
        return Ok(ListState { generation: Generation(0), count: 0, changes: 0, last_turn: None });
    };
    let (generation, count, changes) = (Generation(row.try_get(0)?), row.try_get(1)?, row.try_get(2)?);
    let last_turn = match filter.ongoing_at {
        Some(now) => last_turn(connection, generation, organization_id, kind, now).await?,
        None => None,
    };
    Ok(ListState { generation, count, changes, last_turn })
}

async fn last_turn(
    connection: &mut SqliteConnection,
    generation: Generation,
    organization_id: OrganizationId,
    kind: ViewKind,
    now: DateTime<Utc>,
) -> Result<Option<DateTime<Utc>>, StoreError> {
    let never = i64::MIN;
    let query = sqlx::query(LAST_TURN).bind(generation.0).bind(organization_id.0).bind(kind.stored_name());
    let row = query.bind(now.timestamp_micros()).bind(never).fetch_one(connection).await?;
    row.try_get::<Option<i64>, _>(0)?.filter(|last| *last != never).map(time).transpose()
}
