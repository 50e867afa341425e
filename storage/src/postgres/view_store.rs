//! [`ViewStore`] on PostgreSQL.

use async_trait::async_trait;
use bytes::Bytes;
use futures::stream::BoxStream;
use proto_events::ids::OrganizationId;
use proto_events::{Position, StreamId};
use sqlx::Connection;
use sqlx::postgres::{PgConnectOptions, PgPool};

use super::open::{Session, connect, options, pool};
use super::patience::{ANSWER, patiently, within};
use super::schema::Schema;
use super::view_reading::{answering, reading};
use super::{generations, view_commit, view_read, view_sources, view_streams};
use crate::StoreError;
use crate::checkpoint::{Checkpoint, Place, Shard};
use crate::last_write::LastWrite;
use crate::views::{
    CommitError, Document, DocumentKey, ExportDocument, ExportFilter, Generation, ListFilter, ListState, Page,
    ParkedStream, RenderingLock, ViewBatch, ViewKind, ViewStore,
};

static MIGRATIONS: sqlx::migrate::Migrator = sqlx::migrate!("../migrations/views/postgres");
pub(super) const SCHEMA: Schema = Schema { migrations: &MIGRATIONS, table: "generations", name: "view store" };
/// What the server's list of sessions calls this.
const APPLICATION: &str = "crosstable views";

/// How many connections a view store may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ViewConnections {
    /// For short reads.
    pub readers: u32,
    /// For lists and exports, one each while it is read: a slow consumer must not keep short reads waiting.
    pub streams: u32,
    /// For writing. A shard's batches are written one after the other.
    pub writers: u32,
}

impl Default for ViewConnections {
    fn default() -> Self {
        Self { readers: 16, streams: 16, writers: 4 }
    }
}

/// The views in a PostgreSQL database.
pub struct PostgresViewStore {
    readers: PgPool,
    streams: PgPool,
    writer: Option<PgPool>,
    /// For what takes its time.
    long: PgConnectOptions,
    last_write: LastWrite,
}

impl PostgresViewStore {
    /// Opens the views and brings their schema up to date.
    ///
    /// # Errors
    /// When the server cannot be reached, is too old, or the database holds something else or newer views.
    pub async fn open(url: &str) -> Result<Self, StoreError> {
        Self::open_with(url, ViewConnections::default()).await
    }

    /// The same, with so many connections.
    ///
    /// # Errors
    /// As [`PostgresViewStore::open`].
    pub async fn open_with(url: &str, connections: ViewConnections) -> Result<Self, StoreError> {
        let long = options(url, APPLICATION, Session::Long)?;
        patiently(async || SCHEMA.bring_up_to_date(connect(&long).await?).await).await?;
        let writer = pool(options(url, APPLICATION, Session::Writing)?, connections.writers);
        Ok(Self { writer: Some(writer), ..Self::readers(url, connections)? })
    }

    /// Opens the views for reading: changes nothing, not even an old schema. A role that may only read is enough.
    ///
    /// # Errors
    /// When the server cannot be reached, is too old, or the database does not hold views of exactly this version.
    pub async fn open_read_only(url: &str) -> Result<Self, StoreError> {
        Self::open_read_only_with(url, ViewConnections::default()).await
    }

    /// The same, with so many connections.
    ///
    /// # Errors
    /// As [`PostgresViewStore::open_read_only`].
    pub async fn open_read_only_with(url: &str, connections: ViewConnections) -> Result<Self, StoreError> {
        let short = options(url, APPLICATION, Session::Reading)?;
        patiently(async || {
            let mut connection = connect(&short).await?;
            SCHEMA.expect_current(&mut connection).await?;
            Ok(connection.close().await?)
        })
        .await?;
        Self::readers(url, connections)
    }

    fn readers(url: &str, connections: ViewConnections) -> Result<Self, StoreError> {
        let long = options(url, APPLICATION, Session::Long)?;
        let options = options(url, APPLICATION, Session::Reading)?;
        let streams = pool(options.clone(), connections.streams);
        Ok(Self {
            readers: pool(options, connections.readers),
            streams,
            writer: None,
            long,
            last_write: LastWrite::default(),
        })
    }

    fn writer(&self) -> Result<&PgPool, StoreError> {
        self.writer.as_ref().ok_or(StoreError::ReadOnly)
    }
}

#[async_trait]
impl ViewStore for PostgresViewStore {
    async fn document(&self, key: &DocumentKey) -> Result<Option<Document>, StoreError> {
        answering(&self.readers, || view_read::active_document(&self.readers, key)).await
    }

    async fn document_of(&self, generation: Generation, key: &DocumentKey) -> Result<Option<Document>, StoreError> {
        reading(&self.readers, || view_read::document_of(&self.readers, generation, key)).await
    }

    async fn documents_under(
        &self,
        organization_id: OrganizationId,
        kind: ViewKind,
        prefix: &str,
    ) -> Result<Vec<Document>, StoreError> {
        answering(&self.readers, || view_read::documents_under(&self.readers, organization_id, kind, prefix)).await
    }

    fn list(
        &self,
        organization_id: OrganizationId,
        kind: ViewKind,
        filter: ListFilter,
        page: Option<Page>,
    ) -> BoxStream<'static, Result<Bytes, StoreError>> {
        let question = view_streams::list(organization_id, kind, filter, page);
        match page {
            Some(page) if page.limit <= view_streams::SHORT => view_streams::short(&self.streams, question),
            _ => view_streams::long(&self.streams, question),
        }
    }

    async fn list_state(&self, organization_id: OrganizationId, kind: ViewKind) -> Result<ListState, StoreError> {
        answering(&self.readers, || view_read::list_state(&self.readers, organization_id, kind)).await
    }

    fn exports(&self, filter: ExportFilter) -> BoxStream<'static, Result<Bytes, StoreError>> {
        view_streams::long(&self.streams, view_streams::exports(&filter))
    }

    fn all_documents(&self, generation: Generation) -> BoxStream<'static, Result<Document, StoreError>> {
        view_streams::long(&self.streams, view_streams::all_documents(generation))
    }

    fn all_exports(&self, generation: Generation) -> BoxStream<'static, Result<ExportDocument, StoreError>> {
        view_streams::long(&self.streams, view_streams::all_exports(generation))
    }

    async fn active(&self) -> Result<Option<Checkpoint>, StoreError> {
        answering(&self.readers, || generations::active(&self.readers)).await
    }

    async fn begin_generation(&self, fingerprint: &str) -> Result<Generation, StoreError> {
        generations::begin(self.writer()?, fingerprint).await
    }

    async fn checkpoint(&self, generation: Generation) -> Result<Option<Checkpoint>, StoreError> {
        reading(&self.readers, || generations::checkpoint(&self.readers, generation)).await
    }

    async fn switch_to(&self, generation: Generation, at: Position) -> Result<bool, StoreError> {
        let writer = self.writer()?;
        patiently(|| generations::switch_to(writer, generation, at)).await
    }

    async fn lock_rendering(&self) -> Result<Option<RenderingLock>, StoreError> {
        self.writer()?;
        generations::lock_rendering(&self.long).await
    }

    async fn drop_inactive(&self) -> Result<u64, StoreError> {
        generations::drop_inactive(self.writer()?).await
    }

    async fn open_shard(&self, generation: Generation, shard: Shard) -> Result<Option<Place>, StoreError> {
        let writer = self.writer()?;
        patiently(|| generations::open_shard(writer, generation, shard)).await
    }

    async fn mark_complete(&self, generation: Generation, shard: Shard) -> Result<(), StoreError> {
        let writer = self.writer()?;
        patiently(|| generations::mark_complete(writer, generation, shard)).await
    }

    async fn commit(&self, batch: ViewBatch) -> Result<i64, CommitError> {
        let committed = view_commit::commit(self.writer()?, &batch).await;
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

    async fn dependents(&self, generation: Generation, of: &[StreamId]) -> Result<Vec<StreamId>, StoreError> {
        reading(&self.readers, || view_sources::dependents(&self.readers, generation, of)).await
    }

    async fn documents_from(&self, generation: Generation, source: StreamId) -> Result<Vec<DocumentKey>, StoreError> {
        reading(&self.readers, || view_sources::documents_from(&self.readers, generation, source)).await
    }

    async fn lagging(&self, generation: Generation) -> Result<Vec<StreamId>, StoreError> {
        reading(&self.readers, || view_sources::lagging(&self.readers, generation)).await
    }

    async fn parked(&self, generation: Generation) -> Result<Vec<ParkedStream>, StoreError> {
        answering(&self.readers, || view_sources::parked(&self.readers, generation)).await
    }

    async fn close(&self) {
        self.streams.close().await;
        self.readers.close().await;
        if let Some(writer) = &self.writer {
            writer.close().await;
        }
    }
}
