//! The views on PostgreSQL.

use futures::stream::{self, BoxStream};
use futures::{StreamExt, TryStreamExt};
use sqlx::postgres::{PgRow, Postgres};

use super::open::connect;
use super::pools::Pools;
use super::retry::{ANSWER, READ_AGAIN, RETRY_TIME, STATEMENT, retried, within};
use super::schema::Schema;
use super::{rewriting, view_commit};
use crate::checkpoint::{Shard, ShardCheckpoint};
use crate::spool::{Spool, SpoolSettings};
use crate::sql::{Sql, Statement, sql};
use crate::tables::{Access, Opening, Tables};
use crate::transaction::Transaction;
use crate::view_store::{StoredViews, ViewTables, generations, stored_views};
use crate::views::{CommitError, Generation, RenderingLock, Rewriting, ViewBatch};
use crate::{StoreError, migrations};

pub(super) const SCHEMA: Schema =
    Schema { migrations: &migrations::VIEWS_ON_POSTGRES, table: "generations", name: "view store", role: "projector" };
/// The name of sessions in the server's lists.
const APPLICATION: &str = "crosstable views";
const READERS: u32 = 16;

/// The number of the advisory lock for rendering a generation. Nothing else in this database uses it.
const RENDERING_LOCK: i64 = 0x7669_6577;

/// The views in a PostgreSQL database.
pub type PostgresViewStore = StoredViews<Pools>;

impl PostgresViewStore {
    /// Opens the views, with these settings for slow clients, and brings their schema up to date. Reading alone changes
    /// nothing, not even an old schema, and a read-only role is enough.
    ///
    /// # Errors
    /// If the server cannot be reached or is too old, or the database contains something else or newer views; for reading,
    /// also if the schema is older.
    pub fn open(url: &str, access: Access, spool: SpoolSettings) -> Opening<'_, Self> {
        Box::pin(async move {
            let views = Pools::new(url, APPLICATION, access, READERS, (READ_AGAIN, ANSWER))?;
            retried(RETRY_TIME, async || {
                let mut connection = connect(&views.long).await?;
                match access {
                    Access::Write => SCHEMA.bring_up_to_date(connection).await,
                    Access::Read => SCHEMA.expect_current(&mut connection).await,
                }
            })
            .await?;
            Ok(stored_views(views, Spool::new(spool, std::env::temp_dir())))
        })
    }
}

impl ViewTables for Pools {
    async fn durable_transaction(&self) -> Result<Transaction<Postgres>, StoreError> {
        self.transaction().await
    }

    fn rows_in<'s>(
        &self,
        snapshot: &'s mut Transaction<Postgres>,
        statement: Statement,
    ) -> BoxStream<'s, Result<PgRow, StoreError>> {
        let rows = statement.for_postgres().fetch(&mut **snapshot);
        let next = |mut rows: BoxStream<'s, _>| async move {
            let row = within(STATEMENT, async { Ok(rows.try_next().await?) }).await?;
            Ok(row.map(|row| (row, rows)))
        };
        stream::try_unfold(rows, next).boxed()
    }

    fn all_rows(&self, statement: Statement) -> BoxStream<'static, Result<PgRow, StoreError>> {
        statement.for_postgres().fetch(&self.comparisons).map_err(StoreError::from).boxed()
    }

    async fn commit(&self, batch: &ViewBatch) -> Result<i64, CommitError> {
        view_commit::commit(self.writer()?, batch).await
    }

    async fn open_shard(&self, generation: Generation, shard: Shard) -> Result<Option<ShardCheckpoint>, StoreError> {
        retried(RETRY_TIME, || generations::divided_shard(self, generation, shard)).await
    }

    async fn rewrite(&self, when: Rewriting) -> Result<bool, StoreError> {
        self.writer()?;
        rewriting::rewrite_views(&self.long, when).await
    }

    /// The lock belongs to a session and ends with it.
    async fn lock_rendering(&self) -> Result<Option<RenderingLock>, StoreError> {
        self.writer()?;
        let mut session = connect(&self.long).await?;
        let lock = sql("SELECT 1 WHERE pg_try_advisory_lock($1)").bind(RENDERING_LOCK);
        let is_ours = session.first(lock, |_| Ok(())).await?.is_some();
        Ok(is_ours.then(|| RenderingLock::new(session)))
    }

    async fn replace(&self) -> Result<bool, StoreError> {
        Ok(false)
    }
}
