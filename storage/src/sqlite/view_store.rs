//! [`ViewStore`] on SQLite.

use std::path::Path;

use async_trait::async_trait;
use bytes::Bytes;
use futures::stream::BoxStream;
use proto_events::ids::OrganizationId;
use proto_events::{Position, StreamId};
use sqlx::sqlite::SqliteSynchronous;

use super::open::{Database, Kind};
use super::{generations, view_commit, view_read, view_sources, view_streams};
use crate::StoreError;
use crate::checkpoint::{Checkpoint, Place, Shard};
use crate::views::{
    CommitError, Document, DocumentKey, ExportDocument, ExportFilter, Generation, ListFilter, ListState, Page,
    ParkedStream, RenderingLock, ViewBatch, ViewKind, ViewStore,
};

pub(crate) static MIGRATIONS: sqlx::migrate::Migrator = sqlx::migrate!("../migrations/views/sqlite");

/// Streams that may be read at the same time. They have connections of their own: a slow consumer must not keep short
/// reads waiting.
const STREAMS: u32 = 8;
/// Rows read ahead of a stream's consumer; a body may have many megabytes.
const ROWS_AHEAD: usize = 4;
/// A power cut may take the last batches with their checkpoint. The projector then writes them again from the log, before it
/// sends a notice of them; the processes that had the earlier notices ended with the power cut.
pub(super) const KIND: Kind =
    Kind { migrations: &MIGRATIONS, synchronous: SqliteSynchronous::Normal, streams: STREAMS, rows_ahead: ROWS_AHEAD };

/// The views in one SQLite file.
pub struct SqliteViewStore {
    database: Database,
}

impl SqliteViewStore {
    /// Opens the views, creating folder and file if there are none, and brings their schema up to date.
    ///
    /// # Errors
    /// When the file cannot be opened, holds no views, is of a newer version, or SQLite itself is too old.
    pub async fn open(path: &Path) -> Result<Self, StoreError> {
        Ok(Self { database: Database::open(path, KIND).await? })
    }
}

#[async_trait]
impl ViewStore for SqliteViewStore {
    async fn document(&self, key: &DocumentKey) -> Result<Option<Document>, StoreError> {
        view_read::active_document(&self.database.readers(), key).await
    }

    async fn document_of(&self, generation: Generation, key: &DocumentKey) -> Result<Option<Document>, StoreError> {
        view_read::document_of(&self.database.readers(), generation, key).await
    }

    async fn documents_under(
        &self,
        organization_id: OrganizationId,
        kind: ViewKind,
        prefix: &str,
    ) -> Result<Vec<Document>, StoreError> {
        view_read::documents_under(&self.database.readers(), organization_id, kind, prefix).await
    }

    fn list(
        &self,
        organization_id: OrganizationId,
        kind: ViewKind,
        filter: ListFilter,
        page: Option<Page>,
    ) -> BoxStream<'static, Result<Bytes, StoreError>> {
        view_streams::list(&self.database.streams(), organization_id, kind, filter, page)
    }

    async fn list_state(&self, organization_id: OrganizationId, kind: ViewKind) -> Result<ListState, StoreError> {
        view_read::list_state(&self.database.readers(), organization_id, kind).await
    }

    fn exports(&self, filter: ExportFilter) -> BoxStream<'static, Result<Bytes, StoreError>> {
        view_streams::exports(&self.database.streams(), filter)
    }

    fn all_documents(&self, generation: Generation) -> BoxStream<'static, Result<Document, StoreError>> {
        view_streams::all_documents(&self.database.streams(), generation)
    }

    fn all_exports(&self, generation: Generation) -> BoxStream<'static, Result<ExportDocument, StoreError>> {
        view_streams::all_exports(&self.database.streams(), generation)
    }

    async fn active(&self) -> Result<Option<Checkpoint>, StoreError> {
        generations::active(&self.database.readers()).await
    }

    async fn begin_generation(&self, fingerprint: &str) -> Result<Generation, StoreError> {
        generations::begin(&self.database.writer()?, fingerprint).await
    }

    async fn checkpoint(&self, generation: Generation) -> Result<Option<Checkpoint>, StoreError> {
        generations::checkpoint(&self.database.readers(), generation).await
    }

    async fn switch_to(&self, generation: Generation, at: Position) -> Result<bool, StoreError> {
        generations::switch_to(&self.database.writer()?, generation, at).await
    }

    async fn lock_rendering(&self) -> Result<Option<RenderingLock>, StoreError> {
        Ok(self.database.try_lock(".rendering")?.map(RenderingLock::new))
    }

    async fn drop_inactive(&self) -> Result<u64, StoreError> {
        generations::drop_inactive(&self.database.writer()?).await
    }

    async fn open_shard(&self, generation: Generation, shard: Shard) -> Result<Option<Place>, StoreError> {
        generations::open_shard(&self.database, generation, shard).await
    }

    async fn mark_complete(&self, generation: Generation, shard: Shard) -> Result<(), StoreError> {
        generations::mark_complete(&self.database.writer()?, generation, shard).await
    }

    async fn commit(&self, batch: ViewBatch) -> Result<i64, CommitError> {
        let committed = view_commit::commit(&self.database, &batch).await;
        if let Err(CommitError::Store(_)) = &committed {
            self.database.note_failure();
        }
        committed
    }

    async fn try_write(&self) -> Result<(), StoreError> {
        self.database.try_write().await
    }

    async fn dependents(&self, generation: Generation, of: &[StreamId]) -> Result<Vec<StreamId>, StoreError> {
        view_sources::dependents(&self.database.readers(), generation, of).await
    }

    async fn documents_from(&self, generation: Generation, source: StreamId) -> Result<Vec<DocumentKey>, StoreError> {
        view_sources::documents_from(&self.database.readers(), generation, source).await
    }

    async fn lagging(&self, generation: Generation) -> Result<Vec<StreamId>, StoreError> {
        view_sources::lagging(&self.database.readers(), generation).await
    }

    async fn parked(&self, generation: Generation) -> Result<Vec<ParkedStream>, StoreError> {
        view_sources::parked(&self.database.readers(), generation).await
    }

    async fn close(&self) {
        self.database.close().await;
    }
}
