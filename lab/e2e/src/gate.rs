//! A gate that holds up the projector's writes to the views, so that a test can look at the time between a write and
//! its effect.

use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use clap::ValueEnum;
use domain::documents::ReaderGroup;
use futures::stream::BoxStream;
use proto_events::Position;
use proto_events::StreamId;
use proto_events::ids::OrganizationId;
use storage::{
    Checkpoint, CommitError, DamageReports, Document, DocumentBody, DocumentKey, ExportDocument, ExportFilter,
    ExportRecord, ExportState, Generation, ListRange, ListState, Lists, Page, ParkedStream, RecordFilter, RecordState,
    Rendering, RenderingLock, Rewriting, Shard, ShardCheckpoint, Snapshot, StoreError, ViewBatch, ViewKind, ViewReader,
    ViewStore,
};
use tokio::sync::watch;

/// The writes that wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
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
        self.to_possible_value().map_or(Ok(()), |value| f.write_str(value.get_name()))
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

/// Implements a trait by passing every call on to the views behind the gate, except for the items at the end.
macro_rules! passes_on {
    (
        $name:ident: { $(async fn $waited:ident($($given:ident: $kind:ty),*) -> $answer:ty;)+ }
        { $(fn $called:ident($($with:ident: $of:ty),*) -> $result:ty;)* } $($own:tt)*
    ) => {
        #[async_trait]
        impl $name for Gated {
            $(async fn $waited(&self, $($given: $kind),*) -> $answer {
                self.views.$waited($($given),*).await
            })+
            $(fn $called(&self, $($with: $of),*) -> $result {
                self.views.$called($($with),*)
            })*
            $($own)*
        }
    };
}

passes_on! {
    ViewReader: {
        async fn document(key: &DocumentKey) -> Result<Option<Document>, StoreError>;
        async fn documents_under(of: OrganizationId, kind: ViewKind, prefix: &str) -> Result<Vec<Document>, StoreError>;
        async fn list(
            of: OrganizationId, kind: ViewKind, readers: ReaderGroup
        ) -> Result<Snapshot<ListState>, StoreError>;
        async fn last(of: OrganizationId, kind: ViewKind, limit: i64) -> Result<Vec<DocumentBody>, StoreError>;
        async fn range(of: &ListRange) -> Result<Vec<DocumentBody>, StoreError>;
        async fn page(of: Lists, page: Page) -> Result<Snapshot<ListState>, StoreError>;
        async fn state_of(of: Lists) -> Result<ListState, StoreError>;
        async fn exports(filter: ExportFilter) -> Result<Snapshot<ExportState>, StoreError>;
        async fn records(filter: RecordFilter) -> Result<Snapshot<RecordState>, StoreError>;
        async fn record_state(filter: RecordFilter) -> Result<RecordState, StoreError>;
        async fn export_state(filter: ExportFilter) -> Result<ExportState, StoreError>;
        async fn active() -> Result<Option<Checkpoint>, StoreError>;
        async fn parked(generation: Generation) -> Result<Vec<ParkedStream>, StoreError>;
        async fn lagging(generation: Generation) -> Result<Vec<StreamId>, StoreError>;
        async fn dependents(generation: Generation, of: &[StreamId]) -> Result<Vec<StreamId>, StoreError>;
        async fn documents_from(generation: Generation, source: StreamId) -> Result<Vec<DocumentKey>, StoreError>;
        async fn ping() -> Result<(), StoreError>;
        async fn close() -> ();
    }
    {}
}

passes_on! {
    ViewStore: {
        async fn open_shard(generation: Generation, shard: Shard) -> Result<Option<ShardCheckpoint>, StoreError>;
        async fn mark_complete(generation: Generation, shard: Shard) -> Result<(), StoreError>;
        async fn try_write() -> Result<(), StoreError>;
        async fn rewrite(when: Rewriting) -> Result<bool, StoreError>;
        async fn document_of(generation: Generation, key: &DocumentKey) -> Result<Option<Document>, StoreError>;
        async fn begin_generation(fingerprint: &str, log_id: &str) -> Result<Generation, StoreError>;
        async fn give_up(generation: Generation) -> Result<(), StoreError>;
        async fn given_up() -> Result<Option<Checkpoint>, StoreError>;
        async fn rendering() -> Result<Option<Rendering>, StoreError>;
        async fn checkpoint(generation: Generation) -> Result<Option<Checkpoint>, StoreError>;
        async fn switch_to(generation: Generation, at: Position) -> Result<bool, StoreError>;
        async fn lock_rendering() -> Result<Option<RenderingLock>, StoreError>;
        async fn drop_inactive() -> Result<u64, StoreError>;
        async fn replace() -> Result<bool, StoreError>;
    }
    {
        fn damage() -> DamageReports;
        fn all_documents(generation: Generation) -> BoxStream<'static, Result<Document, StoreError>>;
        fn all_exports(generation: Generation) -> BoxStream<'static, Result<ExportDocument, StoreError>>;
        fn all_records(generation: Generation) -> BoxStream<'static, Result<ExportRecord, StoreError>>;
    }
    async fn commit(&self, batch: ViewBatch) -> Result<i64, CommitError> {
        let settles = !batch.settled.is_empty();
        let passes = |held: &Held| *held == Held::Nothing || (*held == Held::Settling && !settles);
        // If the gate was dropped, nothing waits.
        let _ = self.held.clone().wait_for(passes).await;
        self.views.commit(batch).await
    }
}
