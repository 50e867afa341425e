//! Lists, pages and exports. Each is read in one transaction, and therefore from one snapshot, as fast as the database
//! returns rows. The rows for a slow client wait in the spool.

use std::sync::Arc;

use bytes::Bytes;
use futures::TryStreamExt;
use proto_events::ids::OrganizationId;
use sqlx::Transaction;
use sqlx::postgres::{PgConnection, PgPool, Postgres};

use super::retry::{ANSWER, STATEMENT, within};
use super::view_cursor::{Cursor, begin, opened};
use super::{view_read, view_streams};
use crate::damage::Damage;
use crate::document_rows::document_columns_sql;
use crate::packed::Stored;
use crate::records::{RecordFilter, RecordState};
use crate::spool::{Feed, Spool};
use crate::views::{
    DocumentKey, ExportFilter, ExportState, Generation, ListFilter, ListState, Lists, Page, Snapshot, ViewKind,
};
use crate::{StoreError, paging};

/// Reads documents by key, in the order of the parameter.
pub(super) const NAMED: &str = concat!(
    "SELECT ",
    document_columns_sql!("NULL::bigint"),
    " FROM unnest($2::bigint[], $3::text[], $4::text[]) WITH ORDINALITY AS named (of_organization, of_kind, of_key, place)
    JOIN documents ON generation = $1 AND organization_id = of_organization AND kind = of_kind AND key = of_key
    ORDER BY place"
);

/// The connections for long reads, and the buffer for their rows.
pub(super) struct Streams {
    pub(super) lists: PgPool,
    pub(super) exports: PgPool,
    pub(super) spool: Arc<Spool>,
}

/// An open snapshot and its state.
struct Begun<S> {
    snapshot: Transaction<'static, Postgres>,
    /// Expected number of rows, if known.
    count: Option<i64>,
    state: S,
}

impl Streams {
    /// Returns a list.
    pub(super) async fn list(
        &self,
        organization_id: OrganizationId,
        kind: ViewKind,
        filter: ListFilter,
    ) -> Result<Snapshot<ListState>, StoreError> {
        let pool = self.lists.clone();
        self.snapshot(|feed| async move {
            let begun = opened(&pool, async || {
                let mut snapshot = begin(&pool).await?;
                let state = view_read::list_state(&mut snapshot, organization_id, kind, filter).await?;
                let count = filter.is_empty().then_some(state.count);
                Ok(Begun { snapshot, count, state })
            });
            put_all(begun.await?, view_streams::list(organization_id, kind, filter), feed).await
        })
        .await
    }

    /// Returns a page of decklists.
    pub(super) async fn page(&self, of: Lists, page: Page) -> Result<Snapshot<ListState>, StoreError> {
        let pool = self.lists.clone();
        self.snapshot(|mut feed| async move {
            let begun = opened(&pool, async || {
                let mut snapshot = begin(&pool).await?;
                let state = paging::page(&mut *snapshot, of, page).await?;
                Ok(Begun { snapshot, count: None, state })
            });
            let Begun { mut snapshot, state: (state, keys), .. } = begun.await?;
            feed.begin(state)?;
            put_named(&mut snapshot, state.generation, &keys, feed).await?;
            Ok(snapshot.commit().await?)
        })
        .await
    }

    /// Returns exported tournaments.
    pub(super) async fn exports(&self, filter: ExportFilter) -> Result<Snapshot<ExportState>, StoreError> {
        let pool = self.exports.clone();
        self.snapshot(|feed| async move {
            let begun = opened(&pool, async || {
                let mut snapshot = begin(&pool).await?;
                let state = state_of(&mut snapshot, &filter).await?;
                Ok(Begun { snapshot, count: Some(state.count), state })
            });
            put_all(begun.await?, view_streams::exports(&filter), feed).await
        })
        .await
    }

    /// Returns the state of the exported tournaments that match a filter.
    pub(super) async fn export_state(&self, filter: ExportFilter) -> Result<ExportState, StoreError> {
        let read = async || state_of(&mut *self.exports.acquire().await?, &filter).await;
        within(ANSWER, opened(&self.exports, read)).await
    }

    /// Returns records of the export of changes.
    pub(super) async fn records(&self, filter: RecordFilter) -> Result<Snapshot<RecordState>, StoreError> {
        let pool = self.exports.clone();
        self.snapshot(|feed| async move {
            let begun = opened(&pool, async || {
                let mut snapshot = begin(&pool).await?;
                let state = view_streams::record_state(&mut snapshot, &filter).await?;
                Ok(Begun { snapshot, count: Some(state.count), state })
            });
            put_all(begun.await?, view_streams::records(&filter), feed).await
        })
        .await
    }

    /// Returns the state of the records that match a filter.
    pub(super) async fn record_state(&self, filter: RecordFilter) -> Result<RecordState, StoreError> {
        let read = async || view_streams::record_state(&mut *self.exports.acquire().await?, &filter).await;
        within(ANSWER, opened(&self.exports, read)).await
    }

    async fn snapshot<S, R, F>(&self, read: R) -> Result<Snapshot<S>, StoreError>
    where
        R: FnOnce(Feed<S>) -> F,
        F: Future<Output = Result<(), StoreError>> + Send + 'static,
    {
        let (state, bodies) = self.spool.open(read).await?;
        Ok(Snapshot { state, bodies })
    }
}

async fn state_of(connection: &mut PgConnection, filter: &ExportFilter) -> Result<ExportState, StoreError> {
    let row_query = view_streams::export_state(filter);
    (row_query.read)(&row_query.query("").fetch_one(connection).await?)
}

/// Reads all rows of a query into the feed.
async fn put_all<S>(
    begun: Begun<S>,
    row_query: view_streams::RowQuery<Bytes>,
    mut feed: Feed<S>,
) -> Result<(), StoreError> {
    let Begun { mut snapshot, count, state } = begun;
    let mut cursor = within(STATEMENT, Cursor::open(&mut snapshot, row_query)).await?;
    feed.begin(state)?;
    let mut found = 0;
    while let Some(rows) = cursor.next(&mut snapshot).await? {
        for row in rows {
            feed.put(Stored::plain(row)).await?;
            found += 1;
        }
    }
    expect_count(count, found)?;
    Ok(snapshot.commit().await?)
}

/// Returns an error if the number of rows is not the expected one: the views are then damaged.
fn expect_count(expected: Option<i64>, found: i64) -> Result<(), StoreError> {
    match expected {
        Some(expected) if expected != found => Err(StoreError::DamagedView(Damage::Unknown)),
        _ => Ok(()),
    }
}

/// Reads the documents of these keys into the feed. The document behind a reference may be missing: its stream may be parked.
async fn put_named<S>(
    snapshot: &mut PgConnection,
    generation: Generation,
    keys: &[DocumentKey],
    mut feed: Feed<S>,
) -> Result<(), StoreError> {
    let query = sqlx::query(NAMED)
        .bind(generation.0)
        .bind(keys.iter().map(|key| key.organization_id.0).collect::<Vec<_>>())
        .bind(keys.iter().map(|key| key.kind.stored_name()).collect::<Vec<_>>())
        .bind(keys.iter().map(|key| &key.key[..]).collect::<Vec<_>>());
    let mut rows = query.fetch(snapshot);
    while let Some(row) = within(STATEMENT, async { Ok(rows.try_next().await?) }).await? {
        feed.put(Stored::plain(view_read::document_body(&row)?)).await?;
    }
    Ok(())
}
