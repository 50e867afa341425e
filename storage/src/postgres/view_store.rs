//! The views on PostgreSQL.

use futures::stream::{self, BoxStream};
use futures::{StreamExt, TryStreamExt};
use sqlx::Connection;
use sqlx::postgres::{PgConnectOptions, PgPool, PgRow, Postgres};

use super::open::{Session, connect, options, pool, read_only, rows_of};
use super::retry::{ANSWER, STATEMENT, reading, with_retries, within};
use super::schema::Schema;
use super::{rewriting, view_commit};
use crate::StoreError;
use crate::checkpoint::{Shard, ShardCheckpoint};
use crate::last_write::LastWrite;
use crate::spool::{Spool, SpoolSettings};
use crate::sql::{Sql, Statement, sql};
use crate::tables::{Purpose, Tables};
use crate::transaction::Transaction;
use crate::view_store::{LongRead, StoredViews, ViewTables, generations, stored_views};
use crate::views::{CommitError, Generation, RenderingLock, Rewriting, ViewBatch};

static MIGRATIONS: sqlx::migrate::Migrator = sqlx::migrate!("../migrations/views/postgres");
pub(super) const SCHEMA: Schema =
    Schema { migrations: &MIGRATIONS, table: "generations", name: "view store", role: "projector" };
/// The name of sessions in the server's lists.
const APPLICATION: &str = "crosstable views";

/// Maximum numbers of connections of a view store. Each kind of work has its own, so that long reads never delay short
/// ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ViewConnections {
    /// For short reads.
    pub readers: u32,
    /// For lists and pages. A connection is held only while rows are read from the database, which slow clients cannot
    /// prolong.
    pub lists: u32,
    /// For exports, as for lists.
    pub exports: u32,
    /// For comparisons of generations, which use two each.
    pub comparisons: u32,
    /// For writing. A shard's batches are written one after the other.
    pub writers: u32,
}

impl Default for ViewConnections {
    fn default() -> Self {
        Self { readers: 16, lists: 8, exports: 4, comparisons: 4, writers: 4 }
    }
}

/// The number of the advisory lock for rendering a generation. Nothing else in this database uses it.
const RENDERING_LOCK: i64 = 0x7669_6577;

/// Begins to read one snapshot. The rows of a statement may be read for longer than a statement may usually take.
const SNAPSHOT: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = 0";

/// The views in a PostgreSQL database.
pub type PostgresViewStore = StoredViews<PostgresViews>;

/// The connections to views.
pub struct PostgresViews {
    readers: PgPool,
    lists: PgPool,
    exports: PgPool,
    comparisons: PgPool,
    watcher: PgPool,
    writer: Option<PgPool>,
    /// For long operations.
    long: PgConnectOptions,
    last_write: LastWrite,
}

impl PostgresViewStore {
    /// Opens the views and brings their schema up to date.
    ///
    /// # Errors
    /// If the server cannot be reached or is too old, or the database contains something else or newer views.
    pub async fn open(url: &str) -> Result<Self, StoreError> {
        Self::open_with(url, ViewConnections::default(), SpoolSettings::default()).await
    }

    /// Opens views with these numbers of connections and these settings for slow clients.
    ///
    /// # Errors
    /// The same as [`PostgresViewStore::open`].
    pub async fn open_with(url: &str, connections: ViewConnections, spool: SpoolSettings) -> Result<Self, StoreError> {
        let long = options(url, APPLICATION, Session::Long)?;
        with_retries(async || SCHEMA.bring_up_to_date(connect(&long).await?).await).await?;
        let writer = pool(options(url, APPLICATION, Session::Writing)?, connections.writers);
        Ok(stored_views(PostgresViews::new(url, connections, Some(writer))?, Spool::new(spool, std::env::temp_dir())))
    }

    /// Opens the views read-only. Changes nothing, not even an old schema. A read-only role is enough.
    ///
    /// # Errors
    /// If the server cannot be reached or is too old, or the database does not contain views of exactly this version.
    pub async fn open_read_only(url: &str) -> Result<Self, StoreError> {
        Self::open_read_only_with(url, ViewConnections::default(), SpoolSettings::default()).await
    }

    /// Opens views read-only with these numbers of connections and these settings for slow clients.
    ///
    /// # Errors
    /// The same as [`PostgresViewStore::open_read_only`].
    pub async fn open_read_only_with(
        url: &str,
        connections: ViewConnections,
        spool: SpoolSettings,
    ) -> Result<Self, StoreError> {
        let short = options(url, APPLICATION, Session::Reading)?;
        with_retries(async || {
            let mut connection = connect(&short).await?;
            SCHEMA.expect_current(&mut connection).await?;
            Ok(connection.close().await?)
        })
        .await?;
        Ok(stored_views(PostgresViews::new(url, connections, None)?, Spool::new(spool, std::env::temp_dir())))
    }
}

impl PostgresViews {
    fn new(url: &str, connections: ViewConnections, writer: Option<PgPool>) -> Result<Self, StoreError> {
        let long = options(url, APPLICATION, Session::Long)?;
        let reading = options(url, APPLICATION, Session::Reading)?;
        let readers = |connections| pool(reading.clone(), connections);
        Ok(Self {
            readers: readers(connections.readers),
            lists: readers(connections.lists),
            exports: readers(connections.exports),
            comparisons: pool(read_only(long.clone()), connections.comparisons),
            watcher: readers(1),
            writer,
            long,
            last_write: LastWrite::default(),
        })
    }

    fn writer(&self) -> Result<&PgPool, StoreError> {
        self.writer.as_ref().ok_or(StoreError::ReadOnly)
    }

    fn long_reads(&self, long: LongRead) -> &PgPool {
        match long {
            LongRead::List => &self.lists,
            LongRead::Export => &self.exports,
        }
    }
}

impl Tables for PostgresViews {
    type Db = Postgres;

    async fn each(
        &self,
        purpose: Purpose,
        statement: Statement,
        mut take: impl FnMut(PgRow) -> Result<(), StoreError> + Send,
    ) -> Result<u64, StoreError> {
        let pool = match purpose {
            Purpose::Show | Purpose::Decide | Purpose::Operate => &self.readers,
            Purpose::Export => &self.exports,
            Purpose::Write => self.writer()?,
        };
        let run = || rows_of(pool, statement.clone());
        let (rows, changed) = match purpose {
            Purpose::Show | Purpose::Export => within(ANSWER, reading(pool, run)).await?,
            Purpose::Decide | Purpose::Operate => reading(pool, run).await?,
            Purpose::Write => with_retries(run).await?,
        };
        rows.into_iter().try_for_each(&mut take)?;
        Ok(changed)
    }

    async fn transaction(&self) -> Result<Transaction<Postgres>, StoreError> {
        Transaction::begin(self.writer()?, "BEGIN ISOLATION LEVEL READ COMMITTED").await
    }

    async fn repeated<R: Send, F: Future<Output = Result<R, StoreError>> + Send>(
        &self,
        work: impl Fn() -> F + Send + Sync,
    ) -> Result<R, StoreError> {
        with_retries(work).await
    }
}

impl ViewTables for PostgresViews {
    async fn durable_transaction(&self) -> Result<Transaction<Postgres>, StoreError> {
        self.transaction().await
    }

    async fn snapshot(&self, long: LongRead) -> Result<Transaction<Postgres>, StoreError> {
        Transaction::begin(self.long_reads(long), SNAPSHOT).await
    }

    async fn opened<R: Send, F: Future<Output = Result<R, StoreError>> + Send>(
        &self,
        long: LongRead,
        open: impl Fn() -> F + Send + Sync,
    ) -> Result<R, StoreError> {
        reading(self.long_reads(long), open).await
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
        let committed = view_commit::commit(self.writer()?, batch).await;
        match &committed {
            Ok(_) => self.last_write.note(),
            Err(CommitError::Store(_)) => self.last_write.forget(),
            Err(_) => {}
        }
        committed
    }

    async fn open_shard(&self, generation: Generation, shard: Shard) -> Result<Option<ShardCheckpoint>, StoreError> {
        with_retries(|| generations::divided_shard(self, generation, shard)).await
    }

    async fn try_write(&self) -> Result<(), StoreError> {
        let writer = self.writer()?;
        if !self.last_write.is_recent() {
            within(ANSWER, view_commit::try_write(writer)).await?;
            self.last_write.note();
        }
        Ok(())
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

    async fn ping(&self) -> Result<(), StoreError> {
        within(ANSWER, async { generations::active(&mut *self.watcher.acquire().await?).await }).await.map(drop)
    }

    async fn close(&self) {
        for pool in [&self.lists, &self.exports, &self.comparisons, &self.watcher, &self.readers] {
            pool.close().await;
        }
        if let Some(writer) = &self.writer {
            writer.close().await;
        }
    }
}
