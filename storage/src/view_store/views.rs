//! Reading views, writing them, and their generations.

use async_trait::async_trait;
use domain::documents::ReaderGroup;
use futures::StreamExt;
use futures::stream::BoxStream;
use proto_events::ids::OrganizationId;
use proto_events::{Position, StreamId};

use super::generations::{document_key, parked_stream, stream};
use super::snapshots::{Rows, spooled};
use super::store::{StoredViews, ViewTables};
use super::{documents, generations, snapshots};
use crate::checkpoint::{Checkpoint, Shard, ShardCheckpoint};
use crate::columns::{end_of_prefix, stream_rows};
use crate::damage_reports::DamageReports;
use crate::document_rows;
use crate::records::{ALL_RECORDS, ExportRecord, RecordFilter, RecordState, record_bytes, record_of, records_query};
use crate::sql::{Sql, StoreRow, can_hold, sql};
use crate::tables::{Direct, Purpose};
use crate::transaction::Transaction;
use crate::views::{
    CommitError, Document, DocumentBody, DocumentKey, ExportDocument, ExportFilter, ExportState, Generation,
    ListFilter, ListRange, ListState, Lists, Page, ParkedStream, Rendering, RenderingLock, Rewriting, Snapshot,
    ViewBatch, ViewKind, ViewReader, ViewStore, seen_in_list,
};
use crate::{StoreError, paging};

#[async_trait]
impl<T: ViewTables> ViewReader for StoredViews<T> {
    async fn document(&self, key: &DocumentKey) -> Result<Option<Document>, StoreError> {
        // Keys come from addresses.
        if !can_hold::<Direct<'_, T>>(&key.key) {
            return Ok(None);
        }
        let query = documents::document_query::<Direct<'_, T>>(true).bind(key.organization_id.0);
        let query = query.bind(key.kind.stored_name()).bind(key.key.as_str());
        self.damage.noted(self.tables.show().first(query, document_rows::document).await)
    }

    async fn documents_under(
        &self,
        organization_id: OrganizationId,
        kind: ViewKind,
        prefix: &str,
    ) -> Result<Vec<Document>, StoreError> {
        if !can_hold::<Direct<'_, T>>(prefix) {
            return Ok(Vec::new());
        }
        let end = end_of_prefix(prefix);
        let query = documents::onward_query::<Direct<'_, T>>(end.is_some()).bind(organization_id.0);
        let query = query.bind(kind.stored_name()).bind(prefix);
        let query = if let Some(end) = end { query.bind(end.as_str()) } else { query };
        self.damage.noted(self.tables.show().all(query, document_rows::document).await)
    }

    async fn list(
        &self,
        organization_id: OrganizationId,
        kind: ViewKind,
        filter: ListFilter,
        readers: ReaderGroup,
    ) -> Result<Snapshot<ListState>, StoreError> {
        let read = move |mut snapshot: Transaction<T::Db>| async move {
            let state = documents::list_state(&mut *snapshot, organization_id, kind, filter).await?;
            let statement = snapshots::list_query::<Direct<'_, T>>(organization_id, kind, filter);
            let expected = filter.is_empty().then_some(state.count);
            Ok((snapshot, state, Rows { statement, expected, decode: document_rows::document_body }))
        };
        Ok(seen_in_list(spooled(self, Purpose::Show, read).await?, kind, readers))
    }

    async fn list_state(
        &self,
        organization_id: OrganizationId,
        kind: ViewKind,
        filter: ListFilter,
    ) -> Result<ListState, StoreError> {
        self.damage.noted(documents::list_state(&mut self.tables.show(), organization_id, kind, filter).await)
    }

    async fn range(&self, of: &ListRange) -> Result<Vec<DocumentBody>, StoreError> {
        let query = documents::range_query::<Direct<'_, T>>(of.is_reverse).bind(of.organization_id.0);
        let query = query.bind(of.kind.stored_name()).bind(of.from.as_str()).bind(of.to.as_str()).bind(of.limit.max(0));
        self.damage.noted(self.tables.show().all(query, |row| body(row, of.kind)).await)
    }

    async fn page(&self, of: Lists, page: Page) -> Result<Snapshot<ListState>, StoreError> {
        let read = move |mut snapshot: Transaction<T::Db>| async move {
            let (state, keys) = paging::page(&mut *snapshot, of, page).await?;
            let statement = snapshots::named::<Direct<'_, T>>(state.generation, &keys);
            // The document behind a reference may be missing: its stream may be parked.
            Ok((snapshot, state, Rows { statement, expected: None, decode: document_rows::document_body }))
        };
        spooled(self, Purpose::Show, read).await
    }

    async fn state_of(&self, of: Lists) -> Result<ListState, StoreError> {
        self.damage.noted(paging::state(&mut self.tables.show(), of).await)
    }

    async fn exports(&self, filter: ExportFilter) -> Result<Snapshot<ExportState>, StoreError> {
        let read = move |mut snapshot: Transaction<T::Db>| async move {
            let state = snapshots::export_state(&mut *snapshot, &filter).await?;
            let (statement, expected) = (snapshots::exports_query::<Direct<'_, T>>(&filter), Some(state.count));
            Ok((snapshot, state, Rows { statement, expected, decode: |row| document_rows::export_body(row, 5) }))
        };
        spooled(self, Purpose::Export, read).await
    }

    async fn export_state(&self, filter: ExportFilter) -> Result<ExportState, StoreError> {
        let mut connection = self.tables.direct(Purpose::Export);
        self.damage.noted(snapshots::export_state(&mut connection, &filter).await)
    }

    async fn records(&self, filter: RecordFilter) -> Result<Snapshot<RecordState>, StoreError> {
        let read = move |mut snapshot: Transaction<T::Db>| async move {
            let state = snapshots::record_state(&mut *snapshot, &filter).await?;
            let (statement, expected) = (records_query(&filter), Some(state.count));
            Ok((snapshot, state, Rows { statement, expected, decode: record_bytes }))
        };
        spooled(self, Purpose::Export, read).await
    }

    async fn record_state(&self, filter: RecordFilter) -> Result<RecordState, StoreError> {
        let mut connection = self.tables.direct(Purpose::Export);
        self.damage.noted(snapshots::record_state(&mut connection, &filter).await)
    }

    async fn active(&self) -> Result<Option<Checkpoint>, StoreError> {
        self.damage.noted(generations::active(&mut self.tables.show()).await)
    }

    async fn parked(&self, generation: Generation) -> Result<Vec<ParkedStream>, StoreError> {
        let query = sql("SELECT stream_kind, stream_id, position, error FROM parked WHERE generation = $1
                         ORDER BY position, stream_kind, stream_id");
        self.damage.noted(self.tables.show().all(query.bind(generation.0), parked_stream).await)
    }

    async fn lagging(&self, generation: Generation) -> Result<Vec<StreamId>, StoreError> {
        let query =
            sql("SELECT stream_kind, stream_id FROM lagging WHERE generation = $1 ORDER BY stream_kind, stream_id");
        self.damage.noted(self.tables.decide().all(query.bind(generation.0), stream).await)
    }

    async fn dependents(&self, generation: Generation, of: &[StreamId]) -> Result<Vec<StreamId>, StoreError> {
        if of.is_empty() {
            return Ok(Vec::new());
        }
        let query = documents::dependents_query::<Direct<'_, T>>().bind(generation.0).bind(stream_rows(of));
        self.damage.noted(self.tables.decide().all(query, stream).await)
    }

    async fn documents_from(&self, generation: Generation, source: StreamId) -> Result<Vec<DocumentKey>, StoreError> {
        let query = documents::documents_from_query::<Direct<'_, T>>().bind(generation.0);
        let query = query.bind(source.kind.name()).bind(source.id);
        let keys = self.damage.noted(self.tables.decide().all(query, document_key).await)?;
        Ok(keys.into_iter().flatten().collect())
    }

    async fn ping(&self) -> Result<(), StoreError> {
        self.tables.ping(generations::select_active()).await
    }

    async fn close(&self) {
        self.tables.close().await;
    }
}

#[async_trait]
impl<T: ViewTables> ViewStore for StoredViews<T> {
    async fn open_shard(&self, generation: Generation, shard: Shard) -> Result<Option<ShardCheckpoint>, StoreError> {
        self.damage.noted(self.tables.open_shard(generation, shard).await)
    }

    async fn mark_complete(&self, generation: Generation, shard: Shard) -> Result<(), StoreError> {
        let mark = || generations::mark_complete(&*self.tables, generation, shard);
        self.damage.noted(self.tables.repeated(Purpose::Write, mark).await)
    }

    async fn commit(&self, batch: ViewBatch) -> Result<i64, CommitError> {
        let committed = self.tables.commit(&batch).await;
        if let Err(CommitError::Store(error)) = &committed {
            self.damage.note(error);
        }
        committed
    }

    async fn try_write(&self) -> Result<(), StoreError> {
        // A message in the server's write-ahead log, which is flushed with its transaction.
        self.tables.try_write(sql("SELECT pg_logical_emit_message(true, 'crosstable', '')")).await
    }

    async fn rewrite(&self, when: Rewriting) -> Result<bool, StoreError> {
        self.tables.rewrite(when).await
    }

    fn damage(&self) -> DamageReports {
        self.damage.clone()
    }

    async fn document_of(&self, generation: Generation, key: &DocumentKey) -> Result<Option<Document>, StoreError> {
        if !can_hold::<Direct<'_, T>>(&key.key) {
            return Ok(None);
        }
        let query = documents::document_query::<Direct<'_, T>>(false).bind(key.organization_id.0);
        let query = query.bind(key.kind.stored_name()).bind(key.key.as_str()).bind(generation.0);
        self.damage.noted(self.tables.decide().first(query, document_rows::document).await)
    }

    fn all_documents(&self, generation: Generation) -> BoxStream<'static, Result<Document, StoreError>> {
        let rows = self.tables.all_rows(documents::all_documents::<Direct<'_, T>>(generation));
        self.damage.noting(rows.map(|row| document_rows::document(&row?)).boxed())
    }

    fn all_exports(&self, generation: Generation) -> BoxStream<'static, Result<ExportDocument, StoreError>> {
        let rows = self.tables.all_rows(documents::all_exports::<Direct<'_, T>>(generation));
        self.damage.noting(rows.map(|row| document_rows::export(&row?)).boxed())
    }

    fn all_records(&self, generation: Generation) -> BoxStream<'static, Result<ExportRecord, StoreError>> {
        let rows = self.tables.all_rows(sql(ALL_RECORDS).bind(generation.0));
        self.damage.noting(rows.map(|row| record_of(&row?)).boxed())
    }

    async fn begin_generation(&self, fingerprint: &str, log_id: &str) -> Result<Generation, StoreError> {
        self.damage.noted(generations::begin(&*self.tables, fingerprint, log_id).await)
    }

    async fn give_up(&self, generation: Generation) -> Result<(), StoreError> {
        let give_up = || generations::give_up(&*self.tables, generation);
        self.damage.noted(self.tables.repeated(Purpose::Write, give_up).await)
    }

    async fn given_up(&self) -> Result<Option<Checkpoint>, StoreError> {
        self.damage.noted(generations::given_up(&mut self.tables.show()).await)
    }

    async fn rendering(&self) -> Result<Option<Rendering>, StoreError> {
        self.damage.noted(generations::rendering(&mut self.tables.decide()).await)
    }

    async fn checkpoint(&self, generation: Generation) -> Result<Option<Checkpoint>, StoreError> {
        self.damage.noted(generations::checkpoint(&mut self.tables.decide(), generation).await)
    }

    async fn switch_to(&self, generation: Generation, at: Position) -> Result<bool, StoreError> {
        let switch = || generations::switch_to(&*self.tables, generation, at);
        self.damage.noted(self.tables.repeated(Purpose::Write, switch).await)
    }

    async fn lock_rendering(&self) -> Result<Option<RenderingLock>, StoreError> {
        self.tables.lock_rendering().await
    }

    async fn drop_inactive(&self) -> Result<u64, StoreError> {
        self.damage.noted(generations::drop_inactive(&*self.tables).await)
    }

    async fn replace(&self) -> Result<bool, StoreError> {
        self.tables.replace().await
    }
}

fn body(row: &impl StoreRow, kind: ViewKind) -> Result<DocumentBody, StoreError> {
    Ok(DocumentBody::from_stored(kind, document_rows::document_body(row)?))
}
