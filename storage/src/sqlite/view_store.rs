//! The views on SQLite.

use std::path::Path;
use std::sync::Arc;

use async_trait::async_trait;
use domain::documents::ReaderGroup;
use futures::stream::BoxStream;
use proto_events::ids::OrganizationId;
use proto_events::{Position, StreamId};
use sqlx::sqlite::SqliteSynchronous;

use super::open::{Database, Kind};
use super::record_rows::RecordClock;
use super::view_streams::{self, Streams};
use super::{generations, view_commit, view_contrast, view_read, view_sources};
use crate::checkpoint::{Checkpoint, Shard, ShardCheckpoint};
use crate::damage_reports::DamageReports;
use crate::records::{ExportRecord, RecordFilter, RecordState};
use crate::spool::{Spool, SpoolSettings};
use crate::views::{
    CommitError, Contrasts, Document, DocumentBody, DocumentKey, ExportDocument, ExportFilter, ExportState, Generation,
    ListFilter, ListRange, ListState, Lists, Page, ParkedStream, Rendering, RenderingLock, Rewriting, Snapshot,
    ViewBatch, ViewGenerations, ViewKind, ViewReader, ViewWriter, seen_in_list,
};
use crate::{StoreError, paging};

pub(crate) static MIGRATIONS: sqlx::migrate::Migrator = sqlx::migrate!("../migrations/views/sqlite");

/// A power cut may lose the last batches with their checkpoint. The projector then writes them again from the log and
/// sends their notices again; the processes that received the first notices ended with the power cut.
pub(super) const KIND: Kind = Kind { migrations: &MIGRATIONS, is_log: false, synchronous: SqliteSynchronous::Normal };

/// Size above which a file is rewritten only on request. The documentation has a measured time.
const LARGE_FILE: u64 = 4 << 30;

/// The views in one SQLite file.
pub struct SqliteViewStore {
    database: Database,
    damage: DamageReports,
    spool: Arc<Spool>,
    clock: RecordClock,
}

impl SqliteViewStore {
    /// Opens the views, creates missing folders and files, and brings the schema up to date.
    ///
    /// # Errors
    /// If the file cannot be opened, does not contain views, has a newer version, or SQLite itself is too old.
    pub async fn open(path: &Path) -> Result<Self, StoreError> {
        Self::open_with(path, SpoolSettings::default()).await
    }

    /// Opens views with these settings for slow clients.
    ///
    /// # Errors
    /// The same as [`SqliteViewStore::open`].
    pub async fn open_with(path: &Path, spool: SpoolSettings) -> Result<Self, StoreError> {
        let database = Database::open(path, KIND).await?;
        let spool = Spool::new(spool, database.folder());
        Ok(Self { database, spool, damage: DamageReports::default(), clock: RecordClock::default() })
    }

    fn streams(&self) -> Streams {
        Streams { connections: self.database.reading(), spool: Arc::clone(&self.spool) }
    }
}

#[async_trait]
impl ViewReader for SqliteViewStore {
    async fn document(&self, key: &DocumentKey) -> Result<Option<Document>, StoreError> {
        self.damage.noted(view_read::active_document(&self.database.readers(), key).await)
    }

    async fn documents_under(
        &self,
        organization_id: OrganizationId,
        kind: ViewKind,
        prefix: &str,
    ) -> Result<Vec<Document>, StoreError> {
        self.damage.noted(view_read::documents_under(&self.database.readers(), organization_id, kind, prefix).await)
    }

    async fn list(
        &self,
        organization_id: OrganizationId,
        kind: ViewKind,
        filter: ListFilter,
        readers: ReaderGroup,
    ) -> Result<Snapshot<ListState>, StoreError> {
        let list = self.damage.noting_snapshot(self.streams().list(organization_id, kind, filter).await)?;
        Ok(seen_in_list(list, kind, readers))
    }

    async fn list_state(
        &self,
        organization_id: OrganizationId,
        kind: ViewKind,
        filter: ListFilter,
    ) -> Result<ListState, StoreError> {
        let mut reader = self.database.readers().acquire().await?;
        self.damage.noted(view_read::list_state(&mut reader, organization_id, kind, filter).await)
    }

    async fn last(
        &self,
        organization_id: OrganizationId,
        kind: ViewKind,
        limit: i64,
    ) -> Result<Vec<DocumentBody>, StoreError> {
        self.damage.noted(view_streams::last(&self.database.readers(), organization_id, kind, limit).await)
    }

    async fn range(&self, of: &ListRange) -> Result<Vec<DocumentBody>, StoreError> {
        self.damage.noted(view_streams::range(&self.database.readers(), of).await)
    }

    async fn page(&self, of: Lists, page: Page) -> Result<Snapshot<ListState>, StoreError> {
        self.damage.noting_snapshot(self.streams().page(of, page).await)
    }

    async fn state_of(&self, of: Lists) -> Result<ListState, StoreError> {
        self.damage.noted(paging::state(&mut *self.database.readers().acquire().await?, of).await)
    }

    async fn exports(&self, filter: ExportFilter) -> Result<Snapshot<ExportState>, StoreError> {
        self.damage.noting_snapshot(self.streams().exports(filter).await)
    }

    async fn export_state(&self, filter: ExportFilter) -> Result<ExportState, StoreError> {
        let mut reader = self.database.reading().exports.acquire().await?;
        self.damage.noted(view_streams::export_state(&mut reader, &filter).await)
    }

    async fn records(&self, filter: RecordFilter) -> Result<Snapshot<RecordState>, StoreError> {
        self.damage.noting_snapshot(self.streams().records(filter).await)
    }

    async fn record_state(&self, filter: RecordFilter) -> Result<RecordState, StoreError> {
        let mut reader = self.database.reading().exports.acquire().await?;
        self.damage.noted(view_streams::record_state(&mut reader, &filter).await)
    }

    async fn active(&self) -> Result<Option<Checkpoint>, StoreError> {
        self.damage.noted(generations::active(&self.database.readers()).await)
    }

    async fn parked(&self, generation: Generation) -> Result<Vec<ParkedStream>, StoreError> {
        self.damage.noted(view_sources::parked(&self.database.readers(), generation).await)
    }

    async fn lagging(&self, generation: Generation) -> Result<Vec<StreamId>, StoreError> {
        self.damage.noted(view_sources::lagging(&self.database.readers(), generation).await)
    }

    async fn dependents(&self, generation: Generation, of: &[StreamId]) -> Result<Vec<StreamId>, StoreError> {
        self.damage.noted(view_sources::dependents(&self.database.readers(), generation, of).await)
    }

    async fn documents_from(&self, generation: Generation, source: StreamId) -> Result<Vec<DocumentKey>, StoreError> {
        self.damage.noted(view_sources::documents_from(&self.database.readers(), generation, source).await)
    }

    async fn ping(&self) -> Result<(), StoreError> {
        generations::active(&self.database.watcher()).await.map(drop)
    }

    async fn close(&self) {
        self.database.close().await;
    }
}

#[async_trait]
impl ViewWriter for SqliteViewStore {
    async fn open_shard(&self, generation: Generation, shard: Shard) -> Result<Option<ShardCheckpoint>, StoreError> {
        self.damage.noted(generations::open_shard(&self.database, generation, shard).await)
    }

    async fn mark_complete(&self, generation: Generation, shard: Shard) -> Result<(), StoreError> {
        self.damage.noted(generations::mark_complete(&self.database.writer()?, generation, shard).await)
    }

    async fn commit(&self, batch: ViewBatch) -> Result<i64, CommitError> {
        let committed = view_commit::commit(&self.database, &self.clock, &batch).await;
        if let Err(CommitError::Store(error)) = &committed {
            self.database.note_failure();
            self.damage.note(error);
        }
        committed
    }

    async fn try_write(&self) -> Result<(), StoreError> {
        self.database.try_write().await
    }

    async fn rewrite(&self, when: Rewriting) -> Result<bool, StoreError> {
        if when == Rewriting::IfSmall && self.database.file_size()? > LARGE_FILE {
            return Ok(false);
        }
        let writer = self.database.writer()?;
        writer.vacuum().await?;
        writer.truncate_log().await?;
        Ok(true)
    }

    fn damage(&self) -> DamageReports {
        self.damage.clone()
    }
}

#[async_trait]
impl ViewGenerations for SqliteViewStore {
    async fn document_of(&self, generation: Generation, key: &DocumentKey) -> Result<Option<Document>, StoreError> {
        self.damage.noted(view_read::document_of(&self.database.readers(), generation, key).await)
    }

    fn all_documents(&self, generation: Generation) -> BoxStream<'static, Result<Document, StoreError>> {
        self.damage.noting(view_streams::all_documents(&self.database.reading().comparisons, generation))
    }

    fn all_exports(&self, generation: Generation) -> BoxStream<'static, Result<ExportDocument, StoreError>> {
        self.damage.noting(view_streams::all_exports(&self.database.reading().comparisons, generation))
    }

    fn all_records(&self, generation: Generation) -> BoxStream<'static, Result<ExportRecord, StoreError>> {
        self.damage.noting(view_streams::all_records(&self.database.reading().comparisons, generation))
    }

    fn compare_documents(&self, old: Generation, new: Generation) -> Contrasts<Document> {
        self.damage.noting(view_contrast::documents(&self.database.reading().comparisons, old, new))
    }

    fn compare_exports(&self, old: Generation, new: Generation) -> Contrasts<ExportDocument> {
        self.damage.noting(view_contrast::exports(&self.database.reading().comparisons, old, new))
    }

    fn compare_records(&self, old: Generation, new: Generation) -> Contrasts<ExportRecord> {
        self.damage.noting(view_contrast::records(&self.database.reading().comparisons, old, new))
    }

    async fn begin_generation(&self, fingerprint: &str, log_id: &str) -> Result<Generation, StoreError> {
        self.damage.noted(generations::begin(&self.database.writer()?, fingerprint, log_id).await)
    }

    async fn change_fingerprint(&self, generation: Generation, from: &str, to: &str) -> Result<bool, StoreError> {
        let changed = generations::change_fingerprint(&self.database.writer()?, generation, from, to).await;
        self.damage.noted(changed)
    }

    async fn give_up(&self, generation: Generation) -> Result<(), StoreError> {
        self.damage.noted(generations::give_up(&self.database.writer()?, generation).await)
    }

    async fn given_up(&self) -> Result<Option<Checkpoint>, StoreError> {
        self.damage.noted(generations::given_up(&self.database.readers()).await)
    }

    async fn rendering(&self) -> Result<Option<Rendering>, StoreError> {
        self.damage.noted(generations::rendering(&self.database.readers()).await)
    }

    async fn checkpoint(&self, generation: Generation) -> Result<Option<Checkpoint>, StoreError> {
        self.damage.noted(generations::checkpoint(&self.database.readers(), generation).await)
    }

    async fn switch_to(&self, generation: Generation, at: Position) -> Result<bool, StoreError> {
        self.damage.noted(generations::switch_to(&self.database.writer()?, generation, at).await)
    }

    async fn lock_rendering(&self) -> Result<Option<RenderingLock>, StoreError> {
        Ok(self.database.try_lock(".rendering")?.map(RenderingLock::new))
    }

    async fn drop_inactive(&self) -> Result<u64, StoreError> {
        self.damage.noted(generations::drop_inactive(&self.database.writer()?).await)
    }

    async fn replace(&self) -> Result<bool, StoreError> {
        self.database.replace().await?;
        Ok(true)
    }
}
