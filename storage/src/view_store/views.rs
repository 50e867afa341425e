//! Reading views, writing them, and their generations.

use async_trait::async_trait;
use domain::documents::ReaderGroup;
use futures::StreamExt;
use futures::stream::BoxStream;
use proto_events::ids::OrganizationId;
use proto_events::{Position, StreamId};
use sqlx::Database;

use super::store::{StoredViews, deciding, shown};
use super::tables::ViewTables;
use super::{documents, generations, snapshots};
use crate::checkpoint::{Checkpoint, Shard, ShardCheckpoint};
use crate::damage_reports::DamageReports;
use crate::document_rows;
use crate::records::{ALL_RECORDS, ExportRecord, RecordFilter, RecordState, record_of};
use crate::sql::sql;
use crate::tables::Purpose;
use crate::views::{
    CommitError, Contrasts, Document, DocumentBody, DocumentKey, ExportDocument, ExportFilter, ExportState, Generation,
    ListFilter, ListRange, ListState, Lists, Page, ParkedStream, Rendering, RenderingLock, Rewriting, Snapshot,
    ViewBatch, ViewGenerations, ViewKind, ViewReader, ViewWriter, documents_of_both, exports_of_both, records_of_both,
    seen_in_list,
};
use crate::{StoreError, paging};

#[async_trait]
impl<T: ViewTables> ViewReader for StoredViews<T> {
    async fn document(&self, key: &DocumentKey) -> Result<Option<Document>, StoreError> {
        self.damage.noted(documents::active_document(&mut shown(self), key).await)
    }

    async fn documents_under(
        &self,
        organization_id: OrganizationId,
        kind: ViewKind,
        prefix: &str,
    ) -> Result<Vec<Document>, StoreError> {
        self.damage.noted(documents::documents_under(&mut shown(self), organization_id, kind, prefix).await)
    }

    async fn list(
        &self,
        organization_id: OrganizationId,
        kind: ViewKind,
        filter: ListFilter,
        readers: ReaderGroup,
    ) -> Result<Snapshot<ListState>, StoreError> {
        let list = self.damage.noting_snapshot(snapshots::list(self, organization_id, kind, filter).await)?;
        Ok(seen_in_list(list, kind, readers))
    }

    async fn list_state(
        &self,
        organization_id: OrganizationId,
        kind: ViewKind,
        filter: ListFilter,
    ) -> Result<ListState, StoreError> {
        self.damage.noted(documents::list_state(&mut shown(self), organization_id, kind, filter).await)
    }

    async fn last(
        &self,
        organization_id: OrganizationId,
        kind: ViewKind,
        limit: i64,
    ) -> Result<Vec<DocumentBody>, StoreError> {
        self.damage.noted(documents::last(&mut shown(self), organization_id, kind, limit).await)
    }

    async fn range(&self, of: &ListRange) -> Result<Vec<DocumentBody>, StoreError> {
        self.damage.noted(documents::range(&mut shown(self), of).await)
    }

    async fn page(&self, of: Lists, page: Page) -> Result<Snapshot<ListState>, StoreError> {
        self.damage.noting_snapshot(snapshots::page(self, of, page).await)
    }

    async fn state_of(&self, of: Lists) -> Result<ListState, StoreError> {
        self.damage.noted(paging::state(&mut shown(self), of).await)
    }

    async fn exports(&self, filter: ExportFilter) -> Result<Snapshot<ExportState>, StoreError> {
        self.damage.noting_snapshot(snapshots::exports(self, filter).await)
    }

    async fn export_state(&self, filter: ExportFilter) -> Result<ExportState, StoreError> {
        let mut connection = self.tables.direct(Purpose::Export);
        self.damage.noted(snapshots::export_state(&mut connection, &filter).await)
    }

    async fn records(&self, filter: RecordFilter) -> Result<Snapshot<RecordState>, StoreError> {
        self.damage.noting_snapshot(snapshots::records(self, filter).await)
    }

    async fn record_state(&self, filter: RecordFilter) -> Result<RecordState, StoreError> {
        let mut connection = self.tables.direct(Purpose::Export);
        self.damage.noted(snapshots::record_state(&mut connection, &filter).await)
    }

    async fn active(&self) -> Result<Option<Checkpoint>, StoreError> {
        self.damage.noted(generations::active(&mut shown(self)).await)
    }

    async fn parked(&self, generation: Generation) -> Result<Vec<ParkedStream>, StoreError> {
        self.damage.noted(documents::parked(&mut shown(self), generation).await)
    }

    async fn lagging(&self, generation: Generation) -> Result<Vec<StreamId>, StoreError> {
        self.damage.noted(documents::lagging(&mut deciding(self), generation).await)
    }

    async fn dependents(&self, generation: Generation, of: &[StreamId]) -> Result<Vec<StreamId>, StoreError> {
        self.damage.noted(documents::dependents(&mut deciding(self), generation, of).await)
    }

    async fn documents_from(&self, generation: Generation, source: StreamId) -> Result<Vec<DocumentKey>, StoreError> {
        self.damage.noted(documents::documents_from(&mut deciding(self), generation, source).await)
    }

    async fn ping(&self) -> Result<(), StoreError> {
        self.tables.ping().await
    }

    async fn close(&self) {
        self.tables.close().await;
    }
}

#[async_trait]
impl<T: ViewTables> ViewWriter for StoredViews<T> {
    async fn open_shard(&self, generation: Generation, shard: Shard) -> Result<Option<ShardCheckpoint>, StoreError> {
        self.damage.noted(self.tables.open_shard(generation, shard).await)
    }

    async fn mark_complete(&self, generation: Generation, shard: Shard) -> Result<(), StoreError> {
        let mark = || generations::mark_complete(&*self.tables, generation, shard);
        self.damage.noted(self.tables.repeated(mark).await)
    }

    async fn commit(&self, batch: ViewBatch) -> Result<i64, CommitError> {
        let committed = self.tables.commit(&batch).await;
        if let Err(CommitError::Store(error)) = &committed {
            self.damage.note(error);
        }
        committed
    }

    async fn try_write(&self) -> Result<(), StoreError> {
        self.tables.try_write().await
    }

    async fn rewrite(&self, when: Rewriting) -> Result<bool, StoreError> {
        self.tables.rewrite(when).await
    }

    fn damage(&self) -> DamageReports {
        self.damage.clone()
    }
}

#[async_trait]
impl<T: ViewTables> ViewGenerations for StoredViews<T> {
    async fn document_of(&self, generation: Generation, key: &DocumentKey) -> Result<Option<Document>, StoreError> {
        self.damage.noted(documents::document_of(&mut deciding(self), generation, key).await)
    }

    fn all_documents(&self, generation: Generation) -> BoxStream<'static, Result<Document, StoreError>> {
        let rows = self.tables.all_rows(
            "documents_of_generation",
            documents::all_documents::<<T::Db as Database>::Connection>(generation),
        );
        self.damage.noting(rows.map(|row| document_rows::document(&row?)).boxed())
    }

    fn all_exports(&self, generation: Generation) -> BoxStream<'static, Result<ExportDocument, StoreError>> {
        let rows = self
            .tables
            .all_rows("exports_of_generation", documents::all_exports::<<T::Db as Database>::Connection>(generation));
        self.damage.noting(rows.map(|row| document_rows::export(&row?)).boxed())
    }

    fn all_records(&self, generation: Generation) -> BoxStream<'static, Result<ExportRecord, StoreError>> {
        let rows = self.tables.all_rows("records_of_generation", sql(ALL_RECORDS).bind(generation.0));
        self.damage.noting(rows.map(|row| record_of(&row?)).boxed())
    }

    fn compare_documents(&self, old: Generation, new: Generation) -> Contrasts<Document> {
        match self.tables.compare_documents(old, new) {
            Some(compared) => self.damage.noting(compared),
            None => documents_of_both(self.all_documents(old), self.all_documents(new)),
        }
    }

    fn compare_exports(&self, old: Generation, new: Generation) -> Contrasts<ExportDocument> {
        match self.tables.compare_exports(old, new) {
            Some(compared) => self.damage.noting(compared),
            None => exports_of_both(self.all_exports(old), self.all_exports(new)),
        }
    }

    fn compare_records(&self, old: Generation, new: Generation) -> Contrasts<ExportRecord> {
        match self.tables.compare_records(old, new) {
            Some(compared) => self.damage.noting(compared),
            None => records_of_both(self.all_records(old), self.all_records(new)),
        }
    }

    async fn begin_generation(&self, fingerprint: &str, log_id: &str) -> Result<Generation, StoreError> {
        self.damage.noted(generations::begin(&*self.tables, fingerprint, log_id).await)
    }

    async fn give_up(&self, generation: Generation) -> Result<(), StoreError> {
        let give_up = || generations::give_up(&*self.tables, generation);
        self.damage.noted(self.tables.repeated(give_up).await)
    }

    async fn given_up(&self) -> Result<Option<Checkpoint>, StoreError> {
        self.damage.noted(generations::given_up(&mut shown(self)).await)
    }

    async fn rendering(&self) -> Result<Option<Rendering>, StoreError> {
        self.damage.noted(generations::rendering(&mut deciding(self)).await)
    }

    async fn checkpoint(&self, generation: Generation) -> Result<Option<Checkpoint>, StoreError> {
        self.damage.noted(generations::checkpoint(&mut deciding(self), generation).await)
    }

    async fn switch_to(&self, generation: Generation, at: Position) -> Result<bool, StoreError> {
        let switch = || generations::switch_to(&*self.tables, generation, at);
        self.damage.noted(self.tables.repeated(switch).await)
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
