//! Views in a database, what they need of the database, and how their reads reach it.

use std::future::Future;
use std::sync::Arc;

use futures::stream::BoxStream;

use crate::StoreError;
use crate::checkpoint::{Shard, ShardCheckpoint};
use crate::damage_reports::DamageReports;
use crate::last_write::LastWrite;
use crate::spool::Spool;
use crate::sql::Statement;
use crate::tables::{RowOf, Tables};
use crate::transaction::Transaction;
use crate::views::{CommitError, Generation, RenderingLock, Rewriting, ViewBatch};

/// Views in a database.
pub struct StoredViews<T> {
    pub(super) tables: Arc<T>,
    pub(super) spool: Arc<Spool>,
    pub(super) damage: DamageReports,
    pub(super) last_write: LastWrite,
}

/// Returns the views in these tables.
pub(crate) fn stored_views<T: ViewTables>(tables: T, spool: Arc<Spool>) -> StoredViews<T> {
    let (tables, damage, last_write) = (Arc::new(tables), DamageReports::default(), LastWrite::default());
    StoredViews { tables, spool, damage, last_write }
}

/// The database of views.
pub(crate) trait ViewTables: Tables {
    /// Begins a transaction whose commit survives a power cut.
    fn durable_transaction(&self) -> impl Future<Output = Result<Transaction<Self::Db>, StoreError>> + Send;

    /// Streams the rows of a query in a snapshot.
    fn rows_in<'s>(
        &self,
        snapshot: &'s mut Transaction<Self::Db>,
        statement: Statement,
    ) -> BoxStream<'s, Result<RowOf<Self>, StoreError>>;

    /// Streams rows to a reader inside the service.
    fn all_rows(&self, statement: Statement) -> BoxStream<'static, Result<RowOf<Self>, StoreError>>;

    /// Writes a batch; see [`ViewStore::commit`](crate::ViewStore::commit).
    fn commit(&self, batch: &ViewBatch) -> impl Future<Output = Result<i64, CommitError>> + Send;

    /// Returns the checkpoint of a shard, with [`divided_shard`](super::generations::divided_shard).
    fn open_shard(
        &self,
        generation: Generation,
        shard: Shard,
    ) -> impl Future<Output = Result<Option<ShardCheckpoint>, StoreError>> + Send;

    /// Writes the files anew; see [`ViewStore::rewrite`](crate::ViewStore::rewrite).
    fn rewrite(&self, when: Rewriting) -> impl Future<Output = Result<bool, StoreError>> + Send;

    /// Takes the right to render a generation that is not active.
    fn lock_rendering(&self) -> impl Future<Output = Result<Option<RenderingLock>, StoreError>> + Send;

    /// Replaces a damaged file by an empty one. Returns whether it did.
    fn replace(&self) -> impl Future<Output = Result<bool, StoreError>> + Send;
}
