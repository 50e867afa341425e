//! The connections to a database, and how statements run on them.

use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgPool, PgRow, Postgres};

use super::open::{Session, options, pool, read_only};
use super::retry::{ANSWER, RETRY_TIME, retried, within};
use crate::StoreError;
use crate::sql::{Sql, Statement};
use crate::tables::{Access, Purpose, Tables};
use crate::transaction::Transaction;

/// Connections for lists and pages, for exports, and for comparisons of generations, which use two each. Each
/// kind of work has its own, so that long reads never delay short ones. A connection is held only while rows are read from the
/// database, which slow clients cannot prolong.
const LISTS: u32 = 8;
const EXPORTS: u32 = 4;
const COMPARISONS: u32 = 4;
/// Connections for writing, in addition to the append task's own. A shard's batches are written one after the other.
const WRITERS: u32 = 4;

/// Begins to read one snapshot. The rows of a statement may be read for longer than a statement may usually take.
const SNAPSHOT: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = 0";

/// The connections to a database. They are opened when they are needed.
pub struct Pools {
    readers: PgPool,
    lists: PgPool,
    exports: PgPool,
    pub(super) comparisons: PgPool,
    /// Only checks that the server answers.
    watcher: PgPool,
    /// `None` if the store is read-only.
    writer: Option<PgPool>,
    /// For operations whose duration is unknown.
    pub(super) long: PgConnectOptions,
    /// How long a read is repeated while the server cannot be reached, and how long a client waits for it.
    patience: (Duration, Duration),
}

impl Pools {
    /// Prepares the connections, with this number of them for short reads.
    pub(super) fn new(
        url: &str,
        application: &str,
        access: Access,
        connections: u32,
        patience: (Duration, Duration),
    ) -> Result<Self, StoreError> {
        let (long, reading) = (options(url, application, Session::Long)?, options(url, application, Session::Reading)?);
        let long = if access == Access::Read { read_only(long) } else { long };
        let readers = |connections| pool(reading.clone(), connections);
        Ok(Self {
            readers: readers(connections),
            lists: readers(LISTS),
            exports: readers(EXPORTS),
            comparisons: pool(read_only(long.clone()), COMPARISONS),
            watcher: readers(1),
            writer: match access {
                Access::Write => Some(pool(options(url, application, Session::Writing)?, WRITERS)),
                Access::Read => None,
            },
            long,
            patience,
        })
    }

    /// Returns the connections for writing.
    pub(super) fn writer(&self) -> Result<&PgPool, StoreError> {
        self.writer.as_ref().ok_or(StoreError::ReadOnly)
    }
}

impl Tables for Pools {
    type Db = Postgres;

    async fn each(
        &self,
        purpose: Purpose,
        statement: Statement,
        mut take: impl FnMut(PgRow) -> Result<(), StoreError> + Send,
    ) -> Result<u64, StoreError> {
        let pool = match purpose {
            Purpose::Show | Purpose::Decide => &self.readers,
            Purpose::Export => &self.exports,
            Purpose::Write => self.writer()?,
        };
        let run = self.repeated(purpose, || async {
            let mut rows = Vec::new();
            let keep = |row| {
                rows.push(row);
                Ok(())
            };
            let changed = pool.acquire().await?.each(statement.clone(), keep).await?;
            Ok((rows, changed))
        });
        let (rows, changed) = match purpose {
            Purpose::Show | Purpose::Export => within(self.patience.1, run).await?,
            _ => run.await?,
        };
        rows.into_iter().try_for_each(&mut take)?;
        Ok(changed)
    }

    async fn snapshot(&self, purpose: Purpose) -> Result<Transaction<Postgres>, StoreError> {
        let pool = if purpose == Purpose::Export { &self.exports } else { &self.lists };
        Transaction::begin(pool, SNAPSHOT).await
    }

    async fn ping(&self, statement: Statement) -> Result<(), StoreError> {
        within(ANSWER, async { self.watcher.acquire().await?.execute(statement).await }).await.map(drop)
    }

    async fn try_write(&self, statement: Statement) -> Result<(), StoreError> {
        let writer = self.writer()?;
        within(ANSWER, async { writer.acquire().await?.execute(statement).await }).await.map(drop)
    }

    async fn close(&self) {
        let pools = [&self.lists, &self.exports, &self.comparisons, &self.watcher, &self.readers];
        for pool in self.writer.iter().chain(pools) {
            pool.close().await;
        }
    }

    async fn transaction(&self) -> Result<Transaction<Postgres>, StoreError> {
        Transaction::begin(self.writer()?, "BEGIN ISOLATION LEVEL READ COMMITTED").await
    }

    async fn repeated<R: Send, F: Future<Output = Result<R, StoreError>> + Send>(
        &self,
        purpose: Purpose,
        work: impl Fn() -> F + Send + Sync,
    ) -> Result<R, StoreError> {
        let time = match purpose {
            Purpose::Show | Purpose::Decide | Purpose::Export => self.patience.0,
            Purpose::Write => RETRY_TIME,
        };
        retried(time, work).await
    }
}
