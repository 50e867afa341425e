//! Reading views, writing them, and their generations.

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
use crate::columns::{LAST, stream_rows};
use crate::damage_reports::DamageReports;
use crate::document_rows;
use crate::records::{ALL_RECORDS, ExportRecord, RecordFilter, RecordState, record_bytes, record_of, records_query};
use crate::sql::{Sql, StoreRow, can_hold, sql};
use crate::store_trait::store_trait;
use crate::tables::{Direct, Purpose};
use crate::transaction::Transaction;
use crate::views::{
    CommitError, Document, DocumentBody, DocumentKey, ExportDocument, ExportFilter, ExportState, Generation, ListRange,
    ListState, Lists, Page, ParkedStream, Rendering, RenderingLock, Rewriting, Snapshot, ViewBatch, ViewKind,
    seen_in_list,
};
use crate::{StoreError, paging};

store_trait! {
    /// Reads the active generation of views. All that a process needs that only serves views.
    pub trait ViewReader, for StoredViews<T: ViewTables>;

    /// Returns a document of the active generation.
    async fn document(&self, key: &DocumentKey) -> Result<Option<Document>, StoreError> {
        // Keys come from addresses.
        if !can_hold::<Direct<'_, T>>(&key.key) {
            return Ok(None);
        }
        let query = documents::document_query::<Direct<'_, T>>(true).bind(key.organization_id.0);
        let query = query.bind(key.kind.stored_name()).bind(key.key.as_str());
        self.damage.noted(self.tables.show().first(query, document_rows::document).await)
    }

    /// Returns the documents of the active generation whose key starts with `prefix`, by key. For few documents.
    async fn documents_under(
        &self,
        organization_id: OrganizationId,
        kind: ViewKind,
        prefix: &str,
    ) -> Result<Vec<Document>, StoreError> {
        if !can_hold::<Direct<'_, T>>(prefix) {
            return Ok(Vec::new());
        }
        let query = documents::onward_query::<Direct<'_, T>>().bind(organization_id.0);
        let query = query.bind(kind.stored_name()).bind(prefix).bind(format!("{prefix}{LAST}"));
        self.damage.noted(self.tables.show().all(query, document_rows::document).await)
    }

    /// Returns a kind's documents in list order, as these readers see them. No connection is held while the caller is slow to read the bodies; the
    /// same holds for [`ViewReader::page`] and [`ViewReader::exports`].
    async fn list(
        &self,
        organization_id: OrganizationId,
        kind: ViewKind,
        readers: ReaderGroup,
    ) -> Result<Snapshot<ListState>, StoreError> {
        let read = move |mut snapshot: Transaction<T::Db>| async move {
            let state = paging::state(&mut *snapshot, Lists::of(organization_id, kind)).await?;
            let statement = snapshots::list_query::<Direct<'_, T>>(organization_id, kind);
            let expected = Some(state.count);
            Ok((snapshot, state, Rows { statement, expected, decode: document_rows::document_body }))
        };
        Ok(seen_in_list(spooled(self, Purpose::Show, read).await?, kind, readers))
    }

    /// Returns the last documents of a kind's list in reverse order. They are kept in memory.
    async fn last(
        &self,
        organization_id: OrganizationId,
        kind: ViewKind,
        limit: i64,
    ) -> Result<Vec<DocumentBody>, StoreError> {
        let (from, to) = (String::new(), LAST.to_owned());
        self.range(&ListRange { organization_id, kind, from, to, is_reverse: true, limit }).await
    }

    /// Returns documents in a range of a list. They are kept in memory.
    async fn range(&self, of: &ListRange) -> Result<Vec<DocumentBody>, StoreError> {
        let query = documents::range_query::<Direct<'_, T>>(of.is_reverse).bind(of.organization_id.0);
        let query = query.bind(of.kind.stored_name()).bind(of.from.as_str()).bind(of.to.as_str()).bind(of.limit.max(0));
        self.damage.noted(self.tables.show().all(query, |row| body(row, of.kind)).await)
    }

    /// Returns a page of a list of decklists; it is empty behind the end of the list.
    async fn page(&self, of: Lists, page: Page) -> Result<Snapshot<ListState>, StoreError> {
        let read = move |mut snapshot: Transaction<T::Db>| async move {
            let (state, keys) = paging::page(&mut *snapshot, of, page).await?;
            let statement = snapshots::named::<Direct<'_, T>>(state.generation, &keys);
            // The document behind a reference may be missing: its stream may be parked.
            Ok((snapshot, state, Rows { statement, expected: None, decode: document_rows::document_body }))
        };
        spooled(self, Purpose::Show, read).await
    }

    /// Returns the state of a list.
    async fn state_of(&self, of: Lists) -> Result<ListState, StoreError> {
        self.damage.noted(paging::state(&mut self.tables.show(), of).await)
    }

    /// Returns exported tournaments, newest start first (equal ones: highest id first).
    async fn exports(&self, filter: ExportFilter) -> Result<Snapshot<ExportState>, StoreError> {
        let read = move |mut snapshot: Transaction<T::Db>| async move {
            let state = snapshots::export_state(&mut *snapshot, &filter).await?;
            let (statement, expected) = (snapshots::exports_query::<Direct<'_, T>>(&filter), Some(state.count));
            Ok((snapshot, state, Rows { statement, expected, decode: |row| document_rows::export_body(row, 5) }))
        };
        spooled(self, Purpose::Export, read).await
    }

    /// Returns the state of the exported tournaments that match a filter.
    async fn export_state(&self, filter: ExportFilter) -> Result<ExportState, StoreError> {
        let mut connection = self.tables.direct(Purpose::Export);
        self.damage.noted(snapshots::export_state(&mut connection, &filter).await)
    }

    /// Returns the records and tombstones of the export of changes, in the order of their changes.
    async fn records(&self, filter: RecordFilter) -> Result<Snapshot<RecordState>, StoreError> {
        let read = move |mut snapshot: Transaction<T::Db>| async move {
            let state = snapshots::record_state(&mut *snapshot, &filter).await?;
            let (statement, expected) = (records_query(&filter), Some(state.count));
            Ok((snapshot, state, Rows { statement, expected, decode: record_bytes }))
        };
        spooled(self, Purpose::Export, read).await
    }

    /// Returns the state of the records that match a filter.
    async fn record_state(&self, filter: RecordFilter) -> Result<RecordState, StoreError> {
        let mut connection = self.tables.direct(Purpose::Export);
        self.damage.noted(snapshots::record_state(&mut connection, &filter).await)
    }

    /// Returns the active generation's checkpoint, or `None` in an empty store.
    async fn active(&self) -> Result<Option<Checkpoint>, StoreError> {
        self.damage.noted(generations::active(&mut self.tables.show()).await)
    }

    /// Returns the streams that are parked.
    async fn parked(&self, generation: Generation) -> Result<Vec<ParkedStream>, StoreError> {
        let query = sql("SELECT stream_kind, stream_id, position, error FROM parked WHERE generation = $1
                         ORDER BY position, stream_kind, stream_id");
        self.damage.noted(self.tables.show().all(query.bind(generation.0), parked_stream).await)
    }

    /// Returns the streams whose heavy documents lag behind.
    async fn lagging(&self, generation: Generation) -> Result<Vec<StreamId>, StoreError> {
        let query =
            sql("SELECT stream_kind, stream_id FROM lagging WHERE generation = $1 ORDER BY stream_kind, stream_id");
        self.damage.noted(self.tables.decide().all(query.bind(generation.0), stream).await)
    }

    /// Returns the streams whose documents depend on any of these.
    async fn dependents(&self, generation: Generation, of: &[StreamId]) -> Result<Vec<StreamId>, StoreError> {
        if of.is_empty() {
            return Ok(Vec::new());
        }
        let query = documents::dependents_query::<Direct<'_, T>>().bind(generation.0).bind(stream_rows(of));
        self.damage.noted(self.tables.decide().all(query, stream).await)
    }

    /// Returns the keys of the documents rendered from this stream.
    async fn documents_from(&self, generation: Generation, source: StreamId) -> Result<Vec<DocumentKey>, StoreError> {
        let query = documents::documents_from_query::<Direct<'_, T>>().bind(generation.0);
        let query = query.bind(source.kind.name()).bind(source.id);
        let keys = self.damage.noted(self.tables.decide().all(query, document_key).await)?;
        Ok(keys.into_iter().flatten().collect())
    }

    /// Checks that the database answers. It has its own connection, so that it works while all others are in use.
    async fn ping(&self) -> Result<(), StoreError> {
        self.tables.ping(generations::select_active()).await
    }

    /// Closes the files.
    async fn close(&self) {
        self.tables.close().await;
    }
}

store_trait! {
    /// A view store. The projector writes views, and fills, compares and switches their generations; maintenance commands do as
    /// well.
    pub trait ViewStore: ViewReader, for StoredViews<T: ViewTables>;

    /// Returns the checkpoint of a shard in a generation, or `None` if the generation is gone. If it has another number
    /// of shards, it is divided anew: all shards continue at the lowest checkpoint, and writes for the old shards are
    /// refused.
    async fn open_shard(&self, generation: Generation, shard: Shard) -> Result<Option<ShardCheckpoint>, StoreError> {
        self.damage.noted(self.tables.open_shard(generation, shard).await)
    }

    /// Marks a shard of a generation as complete, permanently.
    async fn mark_complete(&self, generation: Generation, shard: Shard) -> Result<(), StoreError> {
        let mark = || generations::mark_complete(&*self.tables, generation, shard);
        self.damage.noted(self.tables.repeated(Purpose::Write, mark).await)
    }

    /// Writes a batch and moves the shard's checkpoint by compare-and-set. Returns the number of the batch in its
    /// shard.
    async fn commit(&self, batch: ViewBatch) -> Result<i64, CommitError> {
        let committed = self.tables.commit(&batch).await;
        match &committed {
            Ok(_) => self.last_write.note(),
            Err(CommitError::Store(error)) => {
                self.last_write.forget();
                self.damage.note(error);
            }
            Err(_) => {}
        }
        committed
    }

    /// Checks whether the views can be written, as [`EventStore::try_write`](crate::EventStore::try_write) does.
    async fn try_write(&self) -> Result<(), StoreError> {
        // A message in the server's write-ahead log, which is flushed with its transaction.
        let write = sql("SELECT pg_logical_emit_message(true, 'crosstable', '')");
        self.last_write.unless_recent(self.tables.try_write(write)).await
    }

    /// Writes the database's files anew, so that they do not hold deleted or replaced documents any more. Returns whether
    /// it did; see [`Rewriting`].
    async fn rewrite(&self, when: Rewriting) -> Result<bool, StoreError> {
        self.tables.rewrite(when).await
    }

    /// Returns the damage that reads have found, for the projector.
    fn damage(&self) -> DamageReports {
        self.damage.clone()
    }

    /// Returns a document of any generation.
    async fn document_of(&self, generation: Generation, key: &DocumentKey) -> Result<Option<Document>, StoreError> {
        if !can_hold::<Direct<'_, T>>(&key.key) {
            return Ok(None);
        }
        let query = documents::document_query::<Direct<'_, T>>(false).bind(key.organization_id.0);
        let query = query.bind(key.kind.stored_name()).bind(key.key.as_str()).bind(generation.0);
        self.damage.noted(self.tables.decide().first(query, document_rows::document).await)
    }

    /// Streams all documents of a generation in key order.
    fn all_documents(&self, generation: Generation) -> BoxStream<'static, Result<Document, StoreError>> {
        let rows = self.tables.all_rows(documents::all_documents::<Direct<'_, T>>(generation));
        self.damage.noting(rows.map(|row| document_rows::document(&row?)).boxed())
    }

    /// Streams all exported tournaments of a generation by id.
    fn all_exports(&self, generation: Generation) -> BoxStream<'static, Result<ExportDocument, StoreError>> {
        let rows = self.tables.all_rows(documents::all_exports::<Direct<'_, T>>(generation));
        self.damage.noting(rows.map(|row| document_rows::export(&row?)).boxed())
    }

    /// Streams all records of the export of changes of a generation by id.
    fn all_records(&self, generation: Generation) -> BoxStream<'static, Result<ExportRecord, StoreError>> {
        let rows = self.tables.all_rows(sql(ALL_RECORDS).bind(generation.0));
        self.damage.noting(rows.map(|row| record_of(&row?)).boxed())
    }

    /// Creates an empty generation. It becomes active at once if no other generation is active.
    async fn begin_generation(&self, fingerprint: &str, log_id: &str) -> Result<Generation, StoreError> {
        self.damage.noted(generations::begin(&*self.tables, fingerprint, log_id).await)
    }

    /// Retires the active generation, if it is this one. Nothing is served until another one is created.
    async fn give_up(&self, generation: Generation) -> Result<(), StoreError> {
        let give_up = || generations::give_up(&*self.tables, generation);
        self.damage.noted(self.tables.repeated(Purpose::Write, give_up).await)
    }

    /// Returns the checkpoint of the generation that was retired last, or `None` if another one is active.
    async fn given_up(&self) -> Result<Option<Checkpoint>, StoreError> {
        self.damage.noted(generations::given_up(&mut self.tables.show()).await)
    }

    /// Returns how many documents the newest generation has that is not active yet. `None` if there is no such generation.
    async fn rendering(&self) -> Result<Option<Rendering>, StoreError> {
        self.damage.noted(generations::rendering(&mut self.tables.decide()).await)
    }

    /// Returns a generation's checkpoint.
    async fn checkpoint(&self, generation: Generation) -> Result<Option<Checkpoint>, StoreError> {
        self.damage.noted(generations::checkpoint(&mut self.tables.decide(), generation).await)
    }

    /// Makes a generation the active one, if its shards are at `at` and no shard of the active one is further ahead.
    /// Returns whether it did.
    async fn switch_to(&self, generation: Generation, at: Position) -> Result<bool, StoreError> {
        let switch = || generations::switch_to(&*self.tables, generation, at);
        self.damage.noted(self.tables.repeated(Purpose::Write, switch).await)
    }

    /// Takes the right to render a generation that is not active. Returns `None` if another process or task has it.
    async fn lock_rendering(&self) -> Result<Option<RenderingLock>, StoreError> {
        self.tables.lock_rendering().await
    }

    /// Deletes all generations except the active one and returns how many. Requires a [`RenderingLock`], because it
    /// would delete a generation that another process renders.
    async fn drop_inactive(&self) -> Result<u64, StoreError> {
        self.damage.noted(generations::drop_inactive(&*self.tables).await)
    }

    /// Replaces a damaged file by an empty store. Returns whether it did: a server maintains its files itself.
    async fn replace(&self) -> Result<bool, StoreError> {
        self.tables.replace().await
    }
}

fn body(row: &impl StoreRow, kind: ViewKind) -> Result<DocumentBody, StoreError> {
    Ok(DocumentBody::from_stored(kind, document_rows::document_body(row)?))
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
