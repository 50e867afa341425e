//! The traits of the view store: one for processes that only serve views, and one for all others.

use async_trait::async_trait;
use domain::documents::ReaderGroup;
use futures::stream::BoxStream;
use proto_events::ids::OrganizationId;
use proto_events::{Position, StreamId};

use super::{
    CommitError, Document, DocumentBody, DocumentKey, ExportDocument, ExportFilter, ExportState, Generation,
    ListFilter, ListRange, ListState, Lists, Page, ParkedStream, Rendering, RenderingLock, Rewriting, Snapshot,
    ViewBatch, ViewKind,
};
use crate::StoreError;
use crate::checkpoint::{Checkpoint, Shard, ShardCheckpoint};
use crate::damage_reports::DamageReports;
use crate::records::{ExportRecord, RecordFilter, RecordState};

/// Sorts after every document of a list.
const END_OF_LISTS: &str = "\u{10ffff}";

/// Reads the active generation of views. All that a process needs that only serves views.
#[async_trait]
pub trait ViewReader: Send + Sync + 'static {
    /// Returns a document of the active generation.
    async fn document(&self, key: &DocumentKey) -> Result<Option<Document>, StoreError>;

    /// Returns the documents of the active generation whose key starts with `prefix`, by key. For few documents.
    async fn documents_under(
        &self,
        organization_id: OrganizationId,
        kind: ViewKind,
        prefix: &str,
    ) -> Result<Vec<Document>, StoreError>;

    /// Returns a kind's documents in list order, as these readers see them. No connection is held while the caller is slow to read the bodies; the
    /// same holds for [`ViewReader::page`] and [`ViewReader::exports`].
    async fn list(
        &self,
        organization_id: OrganizationId,
        kind: ViewKind,
        filter: ListFilter,
        readers: ReaderGroup,
    ) -> Result<Snapshot<ListState>, StoreError>;

    /// Returns the state of a kind's list.
    async fn list_state(
        &self,
        organization_id: OrganizationId,
        kind: ViewKind,
        filter: ListFilter,
    ) -> Result<ListState, StoreError>;

    /// Returns the last documents of a kind's list in reverse order. They are kept in memory.
    async fn last(
        &self,
        organization_id: OrganizationId,
        kind: ViewKind,
        limit: i64,
    ) -> Result<Vec<DocumentBody>, StoreError> {
        let (from, to) = (String::new(), END_OF_LISTS.to_owned());
        self.range(&ListRange { organization_id, kind, from, to, is_reverse: true, limit }).await
    }

    /// Returns documents in a range of a list. They are kept in memory.
    async fn range(&self, of: &ListRange) -> Result<Vec<DocumentBody>, StoreError>;

    /// Returns a page of a list of decklists; it is empty behind the end of the list.
    async fn page(&self, of: Lists, page: Page) -> Result<Snapshot<ListState>, StoreError>;

    /// Returns the state of a list of decklists.
    async fn state_of(&self, of: Lists) -> Result<ListState, StoreError>;

    /// Returns exported tournaments, newest start first (equal ones: highest id first).
    async fn exports(&self, filter: ExportFilter) -> Result<Snapshot<ExportState>, StoreError>;

    /// Returns the state of the exported tournaments that match a filter.
    async fn export_state(&self, filter: ExportFilter) -> Result<ExportState, StoreError>;

    /// Returns the records and tombstones of the export of changes, in the order of their changes.
    async fn records(&self, filter: RecordFilter) -> Result<Snapshot<RecordState>, StoreError>;

    /// Returns the state of the records that match a filter.
    async fn record_state(&self, filter: RecordFilter) -> Result<RecordState, StoreError>;

    /// Returns the active generation's checkpoint, or `None` in an empty store.
    async fn active(&self) -> Result<Option<Checkpoint>, StoreError>;

    /// Returns the streams that are parked.
    async fn parked(&self, generation: Generation) -> Result<Vec<ParkedStream>, StoreError>;

    /// Returns the streams whose heavy documents lag behind.
    async fn lagging(&self, generation: Generation) -> Result<Vec<StreamId>, StoreError>;

    /// Returns the streams whose documents depend on any of these.
    async fn dependents(&self, generation: Generation, of: &[StreamId]) -> Result<Vec<StreamId>, StoreError>;

    /// Returns the keys of the documents rendered from this stream.
    async fn documents_from(&self, generation: Generation, source: StreamId) -> Result<Vec<DocumentKey>, StoreError>;

    /// Checks that the database answers. It has its own connection, so that it works while all others are in use.
    async fn ping(&self) -> Result<(), StoreError>;

    /// Closes the files.
    async fn close(&self);
}

/// A view store. The projector writes views, and fills, compares and switches their generations; maintenance commands do as
/// well.
#[async_trait]
pub trait ViewStore: ViewReader {
    /// Returns the checkpoint of a shard in a generation, or `None` if the generation is gone. If it has another number
    /// of shards, it is divided anew: all shards continue at the lowest checkpoint, and writes for the old shards are
    /// refused.
    async fn open_shard(&self, generation: Generation, shard: Shard) -> Result<Option<ShardCheckpoint>, StoreError>;

    /// Marks a shard of a generation as complete, permanently.
    async fn mark_complete(&self, generation: Generation, shard: Shard) -> Result<(), StoreError>;

    /// Writes a batch and moves the shard's checkpoint by compare-and-set. Returns the number of the batch in its
    /// shard.
    async fn commit(&self, batch: ViewBatch) -> Result<i64, CommitError>;

    /// Checks whether the views can be written, as [`EventStore::try_write`](crate::EventStore::try_write) does.
    async fn try_write(&self) -> Result<(), StoreError>;

    /// Writes the database's files anew, so that they do not hold deleted or replaced documents any more. Returns whether
    /// it did; see [`Rewriting`].
    async fn rewrite(&self, when: Rewriting) -> Result<bool, StoreError>;

    /// Returns the damage that reads have found, for the projector.
    fn damage(&self) -> DamageReports;

    /// Returns a document of any generation.
    async fn document_of(&self, generation: Generation, key: &DocumentKey) -> Result<Option<Document>, StoreError>;

    /// Streams all documents of a generation in key order.
    fn all_documents(&self, generation: Generation) -> BoxStream<'static, Result<Document, StoreError>>;

    /// Streams all exported tournaments of a generation by id.
    fn all_exports(&self, generation: Generation) -> BoxStream<'static, Result<ExportDocument, StoreError>>;

    /// Streams all records of the export of changes of a generation by id.
    fn all_records(&self, generation: Generation) -> BoxStream<'static, Result<ExportRecord, StoreError>>;

    /// Creates an empty generation. It becomes active at once if no other generation is active.
    async fn begin_generation(&self, fingerprint: &str, log_id: &str) -> Result<Generation, StoreError>;

    /// Retires the active generation, if it is this one. Nothing is served until another one is created.
    async fn give_up(&self, generation: Generation) -> Result<(), StoreError>;

    /// Returns the checkpoint of the generation that was retired last, or `None` if another one is active.
    async fn given_up(&self) -> Result<Option<Checkpoint>, StoreError>;

    /// Returns how many documents the newest generation has that is not active yet. `None` if there is no such generation.
    async fn rendering(&self) -> Result<Option<Rendering>, StoreError>;

    /// Returns a generation's checkpoint.
    async fn checkpoint(&self, generation: Generation) -> Result<Option<Checkpoint>, StoreError>;

    /// Makes a generation the active one, if its shards are at `at` and no shard of the active one is further ahead.
    /// Returns whether it did.
    async fn switch_to(&self, generation: Generation, at: Position) -> Result<bool, StoreError>;

    /// Takes the right to render a generation that is not active. Returns `None` if another process or task has it.
    async fn lock_rendering(&self) -> Result<Option<RenderingLock>, StoreError>;

    /// Deletes all generations except the active one and returns how many. Requires a [`RenderingLock`], because it
    /// would delete a generation that another process renders.
    async fn drop_inactive(&self) -> Result<u64, StoreError>;

    /// Replaces a damaged file by an empty store. Returns whether it did: a server maintains its files itself.
    async fn replace(&self) -> Result<bool, StoreError>;
}

/// Returns a document of the active generation, or `None` if complete views do not contain it. Views that are being
/// built may lack existing documents.
///
/// # Errors
/// [`StoreError::Incomplete`] if the document is missing and the views are not complete.
pub async fn document_of_complete_views(
    views: &dyn ViewReader,
    key: &DocumentKey,
) -> Result<Option<Document>, StoreError> {
    if let Some(document) = views.document(key).await? {
        return Ok(Some(document));
    }
    match views.active().await? {
        Some(active) if active.is_complete() => Ok(None),
        _ => Err(StoreError::Incomplete),
    }
}
