//! The views on SQLite.

use std::path::Path;

use futures::stream::BoxStream;
use futures::{StreamExt, TryStreamExt};
use sqlx::Sqlite;
use sqlx::sqlite::{SqliteRow, SqliteSynchronous};

use super::open::{Database, Kind};
use super::view_commit;
use super::writer::{flushed_transaction, truncate_log};
use crate::checkpoint::{Shard, ShardCheckpoint};
use crate::spool::{Spool, SpoolSettings};
use crate::sql::Statement;
use crate::tables::{Opening, Purpose, Tables};
use crate::transaction::Transaction;
use crate::view_store::{StoredViews, ViewTables, generations, stored_views};
use crate::views::{CommitError, Generation, RenderingLock, Rewriting, ViewBatch};
use crate::{StoreError, migrations};

/// A power cut may lose the last batches with their checkpoint. The projector then writes them again from the log and
/// sends their notices again; the processes that received the first notices ended with the power cut.
pub(super) const KIND: Kind = Kind { migrations: &migrations::VIEWS_ON_SQLITE, synchronous: SqliteSynchronous::Normal };

/// Size above which a file is rewritten only on request. The documentation has a measured time.
const LARGE_FILE: u64 = 4 << 30;

/// The views in one SQLite file.
pub type SqliteViewStore = StoredViews<Database>;

impl SqliteViewStore {
    /// Opens the views, creates missing folders and files, and brings the schema up to date.
    ///
    /// # Errors
    /// If the file cannot be opened, does not contain views, has a newer version, or SQLite itself is too old.
    pub fn open(path: &Path) -> Opening<'_, Self> {
        Self::open_with(path, SpoolSettings::default())
    }

    /// Opens views with these settings for slow clients.
    pub fn open_with(path: &Path, spool: SpoolSettings) -> Opening<'_, Self> {
        Box::pin(async move {
            let database = Database::open(path, KIND).await?;
            let spool = Spool::new(spool, database.folder());
            Ok(stored_views(database, spool))
        })
    }
}

impl ViewTables for Database {
    async fn durable_transaction(&self) -> Result<Transaction<Sqlite>, StoreError> {
        flushed_transaction(&self.writer()?).await
    }

    fn rows_in<'s>(
        &self,
        snapshot: &'s mut Transaction<Sqlite>,
        statement: Statement,
    ) -> BoxStream<'s, Result<SqliteRow, StoreError>> {
        statement.for_sqlite().fetch(&mut **snapshot).map_err(StoreError::from).boxed()
    }

    fn all_rows(&self, statement: Statement) -> BoxStream<'static, Result<SqliteRow, StoreError>> {
        statement.for_sqlite().fetch(&self.reading().comparisons).map_err(StoreError::from).boxed()
    }

    async fn commit(&self, batch: &ViewBatch) -> Result<i64, CommitError> {
        view_commit::commit(self, batch).await
    }

    /// If the file cannot be written, this works only if the number of shards is unchanged: no batch can then be in
    /// progress that would move the checkpoint.
    async fn open_shard(&self, generation: Generation, shard: Shard) -> Result<Option<ShardCheckpoint>, StoreError> {
        match generations::divided_shard(self, generation, shard).await {
            Err(error) if error.is_full() || error.is_unavailable() => {
                match generations::checkpoint(&mut self.direct(Purpose::Decide), generation).await? {
                    Some(checkpoint) if checkpoint.shards.len() != shard.of as usize => Err(error),
                    checkpoint => Ok(checkpoint.and_then(|it| it.shards.get(shard.index as usize).copied())),
                }
            }
            opened => opened,
        }
    }

    async fn rewrite(&self, when: Rewriting) -> Result<bool, StoreError> {
        if when == Rewriting::IfSmall && self.file_size()? > LARGE_FILE {
            return Ok(false);
        }
        let writer = self.writer()?;
        // Writes the whole file anew, without deleted rows. Reads continue; writes wait.
        sqlx::query("VACUUM").persistent(false).execute(&writer).await?;
        truncate_log(&writer).await?;
        Ok(true)
    }

    async fn lock_rendering(&self) -> Result<Option<RenderingLock>, StoreError> {
        Ok(self.try_lock(".rendering")?.map(RenderingLock::new))
    }

    async fn replace(&self) -> Result<bool, StoreError> {
        self.replace_file().await?;
        Ok(true)
    }
}
