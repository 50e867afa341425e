//! What the views need of their database.

use std::future::Future;
use std::ops::DerefMut;

use futures::stream::BoxStream;
use sqlx::Database;

use crate::StoreError;
use crate::checkpoint::{Shard, ShardCheckpoint};
use crate::packed::Stored;
use crate::records::ExportRecord;
use crate::spool::Feed;
use crate::sql::Statement;
use crate::tables::{RowOf, Tables};
use crate::transaction::Transaction;
use crate::views::{CommitError, Contrasts, Document, ExportDocument, Generation, RenderingLock, Rewriting, ViewBatch};

/// Connections for long reads. Each kind has its own, so that long reads never delay short ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LongRead {
    /// Lists and pages.
    List,
    /// Exports.
    Export,
}

/// A query whose rows are bodies.
pub(crate) struct BodyQuery<R> {
    /// A name that all queries with these columns share. Without it, there are few rows.
    pub(crate) name: Option<&'static str>,
    pub(crate) statement: Statement,
    /// The number of rows, if it is known. Another number is damage.
    pub(crate) expected: Option<i64>,
    pub(crate) decode: fn(&R) -> Result<Stored, StoreError>,
}

/// The database of views.
pub(crate) trait ViewTables: Tables {
    /// A read-only transaction on one snapshot.
    type Snapshot: DerefMut<Target = <Self::Db as Database>::Connection> + Send;

    /// Begins a transaction whose commit survives a power cut.
    fn durable_transaction(&self) -> impl Future<Output = Result<Transaction<Self::Db>, StoreError>> + Send;

    /// Begins to read one snapshot.
    fn snapshot(&self, long: LongRead) -> impl Future<Output = Result<Self::Snapshot, StoreError>> + Send;

    /// Runs `open`, and once more if the connection to a server was broken.
    fn opened<R: Send, F: Future<Output = Result<R, StoreError>> + Send>(
        &self,
        _long: LongRead,
        open: impl Fn() -> F + Send + Sync,
    ) -> impl Future<Output = Result<R, StoreError>> + Send {
        open()
    }

    /// Reads the state and the rows of a query into the feed and ends the snapshot.
    fn put<S: Send>(
        &self,
        snapshot: Self::Snapshot,
        state: S,
        bodies: BodyQuery<RowOf<Self>>,
        feed: Feed<S>,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// Streams rows to a reader inside the service. All queries with the same name have the same columns.
    fn all_rows(&self, name: &'static str, statement: Statement)
    -> BoxStream<'static, Result<RowOf<Self>, StoreError>>;

    /// Compares the documents of two generations, if the database can leave out those that are the same.
    fn compare_documents(&self, _old: Generation, _new: Generation) -> Option<Contrasts<Document>> {
        None
    }

    /// Compares the exported tournaments of two generations in the same way.
    fn compare_exports(&self, _old: Generation, _new: Generation) -> Option<Contrasts<ExportDocument>> {
        None
    }

    /// Compares the records of two generations in the same way.
    fn compare_records(&self, _old: Generation, _new: Generation) -> Option<Contrasts<ExportRecord>> {
        None
    }

    /// Writes a batch; see [`ViewWriter::commit`](crate::ViewWriter::commit).
    fn commit(&self, batch: &ViewBatch) -> impl Future<Output = Result<i64, CommitError>> + Send;

    /// Returns the checkpoint of a shard, with [`divided_shard`](super::generations::divided_shard).
    fn open_shard(
        &self,
        generation: Generation,
        shard: Shard,
    ) -> impl Future<Output = Result<Option<ShardCheckpoint>, StoreError>> + Send;

    /// Checks whether the views can be written.
    fn try_write(&self) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// Writes the files anew; see [`ViewWriter::rewrite`](crate::ViewWriter::rewrite).
    fn rewrite(&self, when: Rewriting) -> impl Future<Output = Result<bool, StoreError>> + Send;

    /// Takes the right to render a generation that is not active.
    fn lock_rendering(&self) -> impl Future<Output = Result<Option<RenderingLock>, StoreError>> + Send;

    /// Deletes the rows of retired generations in small steps.
    fn drop_rows(&self, retired: &[i64]) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// Replaces a damaged file by an empty one. Returns whether it did.
    fn replace(&self) -> impl Future<Output = Result<bool, StoreError>> + Send;

    /// Checks that the database answers.
    fn ping(&self) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// Closes all connections.
    fn close(&self) -> impl Future<Output = ()> + Send;
}
