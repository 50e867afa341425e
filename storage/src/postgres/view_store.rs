//! The views on PostgreSQL.

use async_trait::async_trait;
use domain::documents::ReaderGroup;
use futures::StreamExt;
use futures::stream::BoxStream;
use proto_events::ids::OrganizationId;
use proto_events::{Position, StreamId};
use sqlx::Connection;
use sqlx::postgres::{PgConnectOptions, PgPool};

use super::open::{Session, connect, options, pool};
use super::retry::{ANSWER, with_retries, within};
use super::schema::Schema;
use super::view_at_once::Turns;
use super::view_cursor;
use super::view_reading::{answering, reading};
use super::view_snapshots::Streams;
use super::{generations, view_commit, view_read, view_rewriting, view_sources, view_streams};
use crate::checkpoint::{Checkpoint, Shard, ShardCheckpoint};
use crate::damage_reports::DamageReports;
use crate::last_write::LastWrite;
use crate::records::{ExportRecord, RecordFilter, RecordState};
use crate::spool::{Spool, SpoolSettings};
use crate::views::{
    CommitError, Document, DocumentBody, DocumentKey, ExportDocument, ExportFilter, ExportState, Generation,
    ListFilter, ListRange, ListState, Lists, Page, ParkedStream, Rendering, RenderingLock, Rewriting, Snapshot,
    ViewBatch, ViewGenerations, ViewKind, ViewReader, ViewWriter, seen_in_list,
};
use crate::{StoreError, paging};

static MIGRATIONS: sqlx::migrate::Migrator = sqlx::migrate!("../migrations/views/postgres");
pub(super) const SCHEMA: Schema =
    Schema { migrations: &MIGRATIONS, table: "generations", name: "view store", role: "projector" };
/// The name of sessions in the server's lists.
const APPLICATION: &str = "crosstable views";

/// Maximum numbers of connections of a view store. Each kind of work has its own, so that long reads never delay short
/// ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ViewConnections {
    /// For short reads.
    pub readers: u32,
    /// For lists and pages. A connection is held only while rows are read from the database, which slow clients cannot
    /// prolong.
    pub lists: u32,
    /// For exports, as for lists.
    pub exports: u32,
    /// For comparisons of generations, which use two each.
    pub comparisons: u32,
    /// For writing. A shard's batches are written one after the other.
    pub writers: u32,
}

impl Default for ViewConnections {
    fn default() -> Self {
        Self { readers: 16, lists: 8, exports: 4, comparisons: 4, writers: 4 }
    }
}

/// The views in a PostgreSQL database.
pub struct PostgresViewStore {
    readers: PgPool,
    streams: Streams,
    comparisons: PgPool,
    watcher: PgPool,
    writer: Option<PgPool>,
    /// The last batches that this process wrote.
    turns: Turns,
    damage: DamageReports,
    /// For long operations.
    long: PgConnectOptions,
    last_write: LastWrite,
}

impl PostgresViewStore {
    /// Opens the views and brings their schema up to date.
    ///
    /// # Errors
    /// If the server cannot be reached or is too old, or the database contains something else or newer views.
    pub async fn open(url: &str) -> Result<Self, StoreError> {
        Self::open_with(url, ViewConnections::default(), SpoolSettings::default()).await
    }

    /// Opens views with these numbers of connections and these settings for slow clients.
    ///
    /// # Errors
    /// The same as [`PostgresViewStore::open`].
    pub async fn open_with(url: &str, connections: ViewConnections, spool: SpoolSettings) -> Result<Self, StoreError> {
        let long = options(url, APPLICATION, Session::Long)?;
        with_retries(async || SCHEMA.bring_up_to_date(connect(&long).await?).await).await?;
        let writer = pool(options(url, APPLICATION, Session::Writing)?, connections.writers);
        Ok(Self { writer: Some(writer), ..Self::readers(url, connections, spool)? })
    }

    /// Opens the views read-only. Changes nothing, not even an old schema. A read-only role is enough.
    ///
    /// # Errors
    /// If the server cannot be reached or is too old, or the database does not contain views of exactly this version.
    pub async fn open_read_only(url: &str) -> Result<Self, StoreError> {
        Self::open_read_only_with(url, ViewConnections::default(), SpoolSettings::default()).await
    }

    /// Opens views read-only with these numbers of connections and these settings for slow clients.
    ///
    /// # Errors
    /// The same as [`PostgresViewStore::open_read_only`].
    pub async fn open_read_only_with(
        url: &str,
        connections: ViewConnections,
        spool: SpoolSettings,
    ) -> Result<Self, StoreError> {
        let short = options(url, APPLICATION, Session::Reading)?;
        with_retries(async || {
            let mut connection = connect(&short).await?;
            SCHEMA.expect_current(&mut connection).await?;
            Ok(connection.close().await?)
        })
        .await?;
        Self::readers(url, connections, spool)
    }

    fn readers(url: &str, connections: ViewConnections, spool: SpoolSettings) -> Result<Self, StoreError> {
        let long = options(url, APPLICATION, Session::Long)?;
        let options = options(url, APPLICATION, Session::Reading)?;
        let pool = |connections| pool(options.clone(), connections);
        let streams = Streams {
            lists: pool(connections.lists),
            exports: pool(connections.exports),
            spool: Spool::new(spool, std::env::temp_dir()),
        };
        Ok(Self {
            readers: pool(connections.readers),
            streams,
            comparisons: pool(connections.comparisons),
            watcher: pool(1),
            writer: None,
            turns: Turns::default(),
            long,
            last_write: LastWrite::default(),
            damage: DamageReports::default(),
        })
    }

    fn writer(&self) -> Result<&PgPool, StoreError> {
        self.writer.as_ref().ok_or(StoreError::ReadOnly)
    }
}

#[async_trait]
impl ViewReader for PostgresViewStore {
    async fn document(&self, key: &DocumentKey) -> Result<Option<Document>, StoreError> {
        self.damage.noted(answering(&self.readers, || view_read::active_document(&self.readers, key)).await)
    }

    async fn documents_under(
        &self,
        organization_id: OrganizationId,
        kind: ViewKind,
        prefix: &str,
    ) -> Result<Vec<Document>, StoreError> {
        self.damage.noted(
            answering(&self.readers, || view_read::documents_under(&self.readers, organization_id, kind, prefix)).await,
        )
    }

    async fn list(
        &self,
        organization_id: OrganizationId,
        kind: ViewKind,
        filter: ListFilter,
        readers: ReaderGroup,
    ) -> Result<Snapshot<ListState>, StoreError> {
        let list = self.damage.noting_snapshot(self.streams.list(organization_id, kind, filter).await)?;
        Ok(seen_in_list(list, kind, readers))
    }

    async fn list_state(
        &self,
        organization_id: OrganizationId,
        kind: ViewKind,
        filter: ListFilter,
    ) -> Result<ListState, StoreError> {
        let read = async || {
            let mut reader = self.readers.acquire().await?;
            view_read::list_state(&mut reader, organization_id, kind, filter).await
        };
        answering(&self.readers, read).await
    }

    async fn last(
        &self,
        organization_id: OrganizationId,
        kind: ViewKind,
        limit: i64,
    ) -> Result<Vec<DocumentBody>, StoreError> {
        answering(&self.readers, || view_read::last(&self.readers, organization_id, kind, limit)).await
    }

    async fn range(&self, of: &ListRange) -> Result<Vec<DocumentBody>, StoreError> {
        answering(&self.readers, || view_read::range(&self.readers, of)).await
    }

    async fn page(&self, of: Lists, page: Page) -> Result<Snapshot<ListState>, StoreError> {
        self.damage.noting_snapshot(self.streams.page(of, page).await)
    }

    async fn state_of(&self, of: Lists) -> Result<ListState, StoreError> {
        let read = async || paging::state(&mut *self.readers.acquire().await?, of).await;
        answering(&self.readers, read).await
    }

    async fn exports(&self, filter: ExportFilter) -> Result<Snapshot<ExportState>, StoreError> {
        self.damage.noting_snapshot(self.streams.exports(filter).await)
    }

    async fn export_state(&self, filter: ExportFilter) -> Result<ExportState, StoreError> {
        self.streams.export_state(filter).await
    }

    async fn records(&self, filter: RecordFilter) -> Result<Snapshot<RecordState>, StoreError> {
        self.damage.noting_snapshot(self.streams.records(filter).await)
    }

    async fn record_state(&self, filter: RecordFilter) -> Result<RecordState, StoreError> {
        self.streams.record_state(filter).await
    }

    async fn active(&self) -> Result<Option<Checkpoint>, StoreError> {
        answering(&self.readers, || generations::active(&self.readers)).await
    }

    async fn parked(&self, generation: Generation) -> Result<Vec<ParkedStream>, StoreError> {
        answering(&self.readers, || view_sources::parked(&self.readers, generation)).await
    }

    async fn lagging(&self, generation: Generation) -> Result<Vec<StreamId>, StoreError> {
        reading(&self.readers, || view_sources::lagging(&self.readers, generation)).await
    }

    async fn dependents(&self, generation: Generation, of: &[StreamId]) -> Result<Vec<StreamId>, StoreError> {
        reading(&self.readers, || view_sources::dependents(&self.readers, generation, of)).await
    }

    async fn documents_from(&self, generation: Generation, source: StreamId) -> Result<Vec<DocumentKey>, StoreError> {
        reading(&self.readers, || view_sources::documents_from(&self.readers, generation, source)).await
    }

    async fn ping(&self) -> Result<(), StoreError> {
        within(ANSWER, generations::active(&self.watcher)).await.map(drop)
    }

    async fn close(&self) {
        let streams = [&self.streams.lists, &self.streams.exports, &self.comparisons];
        for pool in streams.into_iter().chain([&self.watcher, &self.readers]) {
            pool.close().await;
        }
        if let Some(writer) = &self.writer {
            self.turns.close().await;
            writer.close().await;
        }
    }
}

#[async_trait]
impl ViewWriter for PostgresViewStore {
    async fn open_shard(&self, generation: Generation, shard: Shard) -> Result<Option<ShardCheckpoint>, StoreError> {
        let writer = self.writer()?;
        with_retries(|| generations::open_shard(writer, generation, shard)).await
    }

    async fn mark_complete(&self, generation: Generation, shard: Shard) -> Result<(), StoreError> {
        let writer = self.writer()?;
        with_retries(|| generations::mark_complete(writer, generation, shard)).await
    }

    async fn commit(&self, batch: ViewBatch) -> Result<i64, CommitError> {
        let committed = view_commit::commit(self.writer()?, &self.turns, &batch).await;
        match &committed {
            Ok(_) => self.last_write.note(),
            Err(CommitError::Store(_)) => self.last_write.forget(),
            Err(_) => {}
        }
        committed
    }

    async fn try_write(&self) -> Result<(), StoreError> {
        let writer = self.writer()?;
        if !self.last_write.is_recent() {
            within(ANSWER, view_commit::try_write(writer)).await?;
            self.last_write.note();
        }
        Ok(())
    }

    async fn rewrite(&self, when: Rewriting) -> Result<bool, StoreError> {
        self.writer()?;
        view_rewriting::rewrite(&self.long, when).await
    }

    fn damage(&self) -> DamageReports {
        self.damage.clone()
    }
}

#[async_trait]
impl ViewGenerations for PostgresViewStore {
    async fn document_of(&self, generation: Generation, key: &DocumentKey) -> Result<Option<Document>, StoreError> {
        self.damage.noted(reading(&self.readers, || view_read::document_of(&self.readers, generation, key)).await)
    }

    fn all_documents(&self, generation: Generation) -> BoxStream<'static, Result<Document, StoreError>> {
        let rows = view_cursor::rows(&self.comparisons, view_streams::all_documents(generation));
        self.damage.noting(rows.map(|row| row.and_then(|row| row)).boxed())
    }

    fn all_exports(&self, generation: Generation) -> BoxStream<'static, Result<ExportDocument, StoreError>> {
        let rows = view_cursor::rows(&self.comparisons, view_streams::all_exports(generation));
        self.damage.noting(rows.map(|row| row.and_then(|row| row)).boxed())
    }

    fn all_records(&self, generation: Generation) -> BoxStream<'static, Result<ExportRecord, StoreError>> {
        let rows = view_cursor::rows(&self.comparisons, view_streams::all_records(generation));
        self.damage.noting(rows.map(|row| row.and_then(|row| row)).boxed())
    }

    async fn begin_generation(&self, fingerprint: &str, log_id: &str) -> Result<Generation, StoreError> {
        generations::begin(self.writer()?, fingerprint, log_id).await
    }

    async fn change_fingerprint(&self, generation: Generation, from: &str, to: &str) -> Result<bool, StoreError> {
        generations::change_fingerprint(self.writer()?, generation, from, to).await
    }

    async fn give_up(&self, generation: Generation) -> Result<(), StoreError> {
        let writer = self.writer()?;
        with_retries(|| generations::give_up(writer, generation)).await
    }

    async fn given_up(&self) -> Result<Option<Checkpoint>, StoreError> {
        answering(&self.readers, || generations::given_up(&self.readers)).await
    }

    async fn rendering(&self) -> Result<Option<Rendering>, StoreError> {
        reading(&self.readers, || generations::rendering(&self.readers)).await
    }

    async fn checkpoint(&self, generation: Generation) -> Result<Option<Checkpoint>, StoreError> {
        reading(&self.readers, || generations::checkpoint(&self.readers, generation)).await
    }

    async fn switch_to(&self, generation: Generation, at: Position) -> Result<bool, StoreError> {
        let writer = self.writer()?;
        with_retries(|| generations::switch_to(writer, generation, at)).await
    }

    async fn lock_rendering(&self) -> Result<Option<RenderingLock>, StoreError> {
        self.writer()?;
        generations::lock_rendering(&self.long).await
    }

    async fn drop_inactive(&self) -> Result<u64, StoreError> {
        generations::drop_inactive(self.writer()?).await
    }

    async fn replace(&self) -> Result<bool, StoreError> {
        Ok(false)
    }
}
