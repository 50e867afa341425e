//! A gate that holds up the projector's writes to the views, so that a test can look at the time between a write and
//! its effect.

use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Context;
use async_trait::async_trait;
use domain::documents::ReaderGroup;
use futures::stream::BoxStream;
use proto_events::Position;
use proto_events::StreamId;
use proto_events::ids::OrganizationId;
use storage::{
    Checkpoint, CommitError, DamageReports, Document, DocumentBody, DocumentKey, ExportDocument, ExportFilter,
    ExportRecord, ExportState, Generation, ListFilter, ListRange, ListState, Lists, Page, ParkedStream, RecordFilter,
    RecordState, Rendering, RenderingLock, Rewriting, Shard, ShardCheckpoint, Snapshot, StoreError, ViewBatch,
    ViewKind, ViewReader, ViewStore,
};
use tokio::sync::watch;

/// The writes that wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Held {
    /// No writes.
    #[default]
    Nothing,
    /// Every write to the views.
    Everything,
    /// Writes that complete lagging documents.
    Settling,
}

/// The name in commands to another process.
impl std::fmt::Display for Held {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Nothing => "nothing",
            Self::Everything => "everything",
            Self::Settling => "settling",
        })
    }
}

impl std::str::FromStr for Held {
    type Err = anyhow::Error;
    fn from_str(text: &str) -> anyhow::Result<Self> {
        let all = [Self::Nothing, Self::Everything, Self::Settling];
        all.into_iter().find(|held| held.to_string() == text).with_context(|| format!("`{text}` cannot be held"))
    }
}

type Forward = Box<dyn Fn(Held) + Send>;

/// The gate, controlled by a test.
#[derive(Clone, Default)]
pub struct Gate {
    held: Arc<watch::Sender<Held>>,
    /// The gate in another process.
    forward: Arc<Mutex<Option<Forward>>>,
}

impl Gate {
    /// Sets which writes wait. Writes that no longer have to wait continue at once.
    pub fn hold(&self, held: Held) {
        self.held.send_replace(held);
        if let Some(forward) = &*self.forward.lock().unwrap_or_else(PoisonError::into_inner) {
            forward(held);
        }
    }

    /// Whether no writes wait.
    pub fn is_open(&self) -> bool {
        *self.held.borrow() == Held::Nothing
    }

    /// The writes that wait.
    pub(crate) fn held(&self) -> Held {
        *self.held.borrow()
    }

    /// Passes on the current setting and all later ones to the gate in another process.
    pub(crate) fn forward(&self, forward: impl Fn(Held) + Send + 'static) {
        forward(*self.held.borrow());
        *self.forward.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(forward));
    }

    /// Returns these views behind the gate.
    pub fn before(&self, views: Arc<dyn ViewStore>) -> Arc<dyn ViewStore> {
        Arc::new(Gated { views, held: self.held.subscribe() })
    }
}

impl std::fmt::Debug for Gate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Gate").field(&*self.held.borrow()).finish()
    }
}

struct Gated {
    views: Arc<dyn ViewStore>,
    held: watch::Receiver<Held>,
}

#[async_trait]
impl ViewReader for Gated {
    async fn document(&self, key: &DocumentKey) -> Result<Option<Document>, StoreError> {
        self.views.document(key).await
    }

    async fn documents_under(
        &self,
        organization_id: OrganizationId,
        kind: ViewKind,
        prefix: &str,
    ) -> Result<Vec<Document>, StoreError> {
        self.views.documents_under(organization_id, kind, prefix).await
    }

    async fn list(
        &self,
        organization_id: OrganizationId,
        kind: ViewKind,
        filter: ListFilter,
        readers: ReaderGroup,
    ) -> Result<Snapshot<ListState>, StoreError> {
        self.views.list(organization_id, kind, filter, readers).await
    }

    async fn list_state(
        &self,
        organization_id: OrganizationId,
        kind: ViewKind,
        filter: ListFilter,
    ) -> Result<ListState, StoreError> {
        self.views.list_state(organization_id, kind, filter).await
    }

    async fn last(
        &self,
        organization_id: OrganizationId,
        kind: ViewKind,
        limit: i64,
    ) -> Result<Vec<DocumentBody>, StoreError> {
        self.views.last(organization_id, kind, limit).await
    }

    async fn range(&self, of: &ListRange) -> Result<Vec<DocumentBody>, StoreError> {
        self.views.range(of).await
    }

    async fn page(&self, of: Lists, page: Page) -> Result<Snapshot<ListState>, StoreError> {
        self.views.page(of, page).await
    }

    async fn state_of(&self, of: Lists) -> Result<ListState, StoreError> {
        self.views.state_of(of).await
    }

    async fn exports(&self, filter: ExportFilter) -> Result<Snapshot<ExportState>, StoreError> {
        self.views.exports(filter).await
    }

    async fn records(&self, filter: RecordFilter) -> Result<Snapshot<RecordState>, StoreError> {
        self.views.records(filter).await
    }

    async fn record_state(&self, filter: RecordFilter) -> Result<RecordState, StoreError> {
        self.views.record_state(filter).await
    }

    async fn export_state(&self, filter: ExportFilter) -> Result<ExportState, StoreError> {
        self.views.export_state(filter).await
    }

    async fn active(&self) -> Result<Option<Checkpoint>, StoreError> {
        self.views.active().await
    }

    async fn parked(&self, generation: Generation) -> Result<Vec<ParkedStream>, StoreError> {
        self.views.parked(generation).await
    }

    async fn lagging(&self, generation: Generation) -> Result<Vec<StreamId>, StoreError> {
        self.views.lagging(generation).await
    }

    async fn dependents(&self, generation: Generation, of: &[StreamId]) -> Result<Vec<StreamId>, StoreError> {
        self.views.dependents(generation, of).await
    }

    async fn documents_from(&self, generation: Generation, source: StreamId) -> Result<Vec<DocumentKey>, StoreError> {
        self.views.documents_from(generation, source).await
    }

    async fn ping(&self) -> Result<(), StoreError> {
        self.views.ping().await
    }

    async fn close(&self) {
        self.views.close().await;
    }
}

#[async_trait]
impl ViewStore for Gated {
    async fn open_shard(&self, generation: Generation, shard: Shard) -> Result<Option<ShardCheckpoint>, StoreError> {
        self.views.open_shard(generation, shard).await
    }

    async fn mark_complete(&self, generation: Generation, shard: Shard) -> Result<(), StoreError> {
        self.views.mark_complete(generation, shard).await
    }

    async fn commit(&self, batch: ViewBatch) -> Result<i64, CommitError> {
        let settles = !batch.settled.is_empty();
        let passes = |held: &Held| *held == Held::Nothing || (*held == Held::Settling && !settles);
        // If the gate was dropped, nothing waits.
        let _ = self.held.clone().wait_for(passes).await;
        self.views.commit(batch).await
    }

    async fn try_write(&self) -> Result<(), StoreError> {
        self.views.try_write().await
    }

    async fn rewrite(&self, when: Rewriting) -> Result<bool, StoreError> {
        self.views.rewrite(when).await
    }

    fn damage(&self) -> DamageReports {
        self.views.damage()
    }

    async fn document_of(&self, generation: Generation, key: &DocumentKey) -> Result<Option<Document>, StoreError> {
        self.views.document_of(generation, key).await
    }

    fn all_documents(&self, generation: Generation) -> BoxStream<'static, Result<Document, StoreError>> {
        self.views.all_documents(generation)
    }

    fn all_exports(&self, generation: Generation) -> BoxStream<'static, Result<ExportDocument, StoreError>> {
        self.views.all_exports(generation)
    }

    fn all_records(&self, generation: Generation) -> BoxStream<'static, Result<ExportRecord, StoreError>> {
        self.views.all_records(generation)
    }

    async fn begin_generation(&self, fingerprint: &str, log_id: &str) -> Result<Generation, StoreError> {
        self.views.begin_generation(fingerprint, log_id).await
    }

    async fn give_up(&self, generation: Generation) -> Result<(), StoreError> {
        self.views.give_up(generation).await
    }

    async fn given_up(&self) -> Result<Option<Checkpoint>, StoreError> {
        self.views.given_up().await
    }

    async fn rendering(&self) -> Result<Option<Rendering>, StoreError> {
        self.views.rendering().await
    }

    async fn checkpoint(&self, generation: Generation) -> Result<Option<Checkpoint>, StoreError> {
        self.views.checkpoint(generation).await
    }

    async fn switch_to(&self, generation: Generation, at: Position) -> Result<bool, StoreError> {
        self.views.switch_to(generation, at).await
    }

    async fn lock_rendering(&self) -> Result<Option<RenderingLock>, StoreError> {
        self.views.lock_rendering().await
    }

    async fn drop_inactive(&self) -> Result<u64, StoreError> {
        self.views.drop_inactive().await
    }

    async fn replace(&self) -> Result<bool, StoreError> {
        self.views.replace().await
    }
}
