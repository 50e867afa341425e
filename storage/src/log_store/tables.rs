//! What the log needs of its database.

use std::future::Future;

use futures::stream::BoxStream;
use proto_events::{Position, Recorded};

use crate::StoreError;
use crate::backup::{BackupItem, BackupSender};
use crate::erasures::Erasure;
use crate::events::{AppendError, AppendRequest};
use crate::tables::Tables;

/// The database of a log.
pub(crate) trait LogTables: Tables {
    /// Reads events above a position as they are stored: at most `limit`, and at most about 8 MiB.
    fn read_log(&self, after: Position, limit: usize)
    -> impl Future<Output = Result<Vec<Recorded>, StoreError>> + Send;

    /// Reads everything except the events from one snapshot, with [`side_tables`](super::backup::side_tables).
    fn side_tables(
        &self,
        sender: &BackupSender,
    ) -> impl Future<Output = Result<(Position, Vec<BackupItem>), StoreError>> + Send;

    /// Fills the empty log in one transaction, with [`fill`](super::backup::fill), while appends wait.
    fn restore(
        &self,
        items: BoxStream<'static, Result<BackupItem, StoreError>>,
        erased: &[Erasure],
    ) -> impl Future<Output = Result<(Position, String), StoreError>> + Send;

    /// Refuses a request that the database cannot store, before it makes a batch with other requests fail.
    fn check(&self, request: &AppendRequest) -> Result<(), StoreError>;

    /// Takes notice of the outcome of an append.
    fn note(&self, appended: &Result<Position, AppendError>);

    /// Checks whether the log can be written; see [`LogAppender::try_write`](crate::LogAppender::try_write).
    fn try_write(&self) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// Refuses all further writes, if the database cannot maintain its files itself.
    fn refuse_writes(&self, damage: String);

    /// Removes deleted rows from the files; see [`Erasures::rewrite`](crate::Erasures::rewrite).
    fn rewrite(&self) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// Checks that the database answers.
    fn ping(&self) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// Closes all connections.
    fn close(&self) -> impl Future<Output = ()> + Send;
}
