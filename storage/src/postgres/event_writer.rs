//! Writes a batch of requests in one transaction, even if the connection is lost.
//!
//! A batch is written by one statement that does nothing if the log is not as the decision assumes. First, the decision
//! assumes that the log is still as this process left it, and that each stream is at the expected version: nothing is
//! read before. If that is wrong, or if it refuses a request, the batch is decided again from data that is read, after
//! a few attempts under the counter's lock.
//!
//! If the connection is lost before the answer, the next connection finds out the outcome: it moves the counter, which waits for the old
//! statement if it is still running, and prevents it if it has not started. After that, the process's own row shows
//! whether the batch was written.

use std::sync::Arc;

use async_trait::async_trait;
use proto_events::Position;
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPool};
use sqlx::{Executor, Row};
use tokio::sync::Mutex;

use super::event_batch::{Tag, fits_a_statement, write};
use super::known::{Basis, LogEnd, Seen, assume, load};
use super::open::connect;
use super::retry::{Retries, STATEMENT, within};
use crate::StoreError;
use crate::append::admission::{Plan, plan};
use crate::append::encode::Prepared;
use crate::append::queue::{BatchWriter, Outcome};
use crate::recent::{RecentEvents, recorded};

/// How often other processes may append first before a batch takes the lock. The first attempt may read nothing.
const OPTIMISTIC_TRIES: u32 = 4;

/// The writer of the append task.
pub(super) struct EventWriter(Mutex<WriterSession>);

struct WriterSession {
    options: PgConnectOptions,
    connection: Option<PgConnection>,
    /// This process's name among the processes that append.
    writer: String,
    /// Number of the last batch that was tried.
    batch: i64,
    /// Position of the newest event that this process has seen.
    newest: Position,
    /// The end of the log as this process left it, if it was the last to append as far as it knows.
    left: Option<LogEnd>,
    /// Gets every event that is written.
    recent: Arc<RecentEvents>,
}

/// The result of an attempt without errors.
enum TryResult {
    Written(Vec<Outcome>),
    Overtaken,
}

impl EventWriter {
    /// Creates a writer. `writer` is a name that no other process has.
    pub(super) fn new(options: PgConnectOptions, writer: String, recent: Arc<RecentEvents>) -> Self {
        let (connection, batch, newest, left) = (None, 0, Position::START, None);
        Self(Mutex::new(WriterSession { options, connection, writer, batch, newest, left, recent }))
    }
}

#[async_trait]
impl BatchWriter for EventWriter {
    async fn write(&self, batch: &[Prepared]) -> Result<Vec<Outcome>, StoreError> {
        let mut session = self.0.lock().await;
        let (mut retries, mut tries) = (Retries::begin(), 0);
        loop {
            match session.try_write(batch, tries >= OPTIMISTIC_TRIES).await {
                Ok(TryResult::Written(outcomes)) => return Ok(outcomes),
                Ok(TryResult::Overtaken) => tries += 1,
                Err(error) if matches!(error, StoreError::Uncertain(_)) => return Err(error),
                Err(error) if error.is_away() => retries.pause("the event store cannot be reached", error).await?,
                Err(error) => return Err(error),
            }
        }
    }
}

impl WriterSession {
    /// Makes one attempt. The connection is kept only if nothing failed.
    async fn try_write(&mut self, batch: &[Prepared], locked: bool) -> Result<TryResult, StoreError> {
        if let Some(log) = self.left.take().filter(|_| !locked) {
            let Seen { basis, known } = assume(batch, log);
            let plan = plan(batch, known, log.head);
            // A refusal must not rest on an assumption.
            if plan.outcomes.iter().all(Result::is_ok) && !plan.is_empty() && fits_a_statement(&plan) {
                let connection = self.connected().await?;
                return self.write_plan(connection, plan, &basis, locked).await;
            }
        }
        let mut connection = self.connected().await?;
        let Seen { basis, known } = within(STATEMENT, see(&mut connection, batch, locked)).await?;
        if basis.log.head.position < self.newest {
            // A write would get a position for which views already show another event.
            let why = "it was set back and lacks events that this process has seen; restart this process";
            return Err(StoreError::DamagedLog(why.to_owned()));
        }
        self.newest = basis.log.head.position;
        let plan = plan(batch, known, basis.log.head);
        if plan.is_empty() {
            end(&mut connection, locked, "ROLLBACK").await?;
            self.connection = Some(connection);
            self.left = Some(basis.log);
            return Ok(TryResult::Written(plan.outcomes));
        }
        if !locked && !fits_a_statement(&plan) {
            return Box::pin(self.retry_locked(connection, batch)).await;
        }
        self.write_plan(connection, plan, &basis, locked).await
    }

    /// Writes a plan, if its basis is still true.
    async fn write_plan(
        &mut self,
        mut connection: PgConnection,
        plan: Plan<'_>,
        basis: &Basis,
        locked: bool,
    ) -> Result<TryResult, StoreError> {
        self.batch += 1;
        let tag = Tag { writer: &self.writer, batch: self.batch };
        let written = within(STATEMENT, async {
            let written = write(&mut connection, &plan, basis, tag).await?;
            end(&mut connection, locked, if written { "COMMIT" } else { "ROLLBACK" }).await?;
            Ok(written)
        });
        match written.await {
            Ok(true) => {
                self.connection = Some(connection);
                self.newest = plan.head.position;
                self.left = Some(LogEnd { head: plan.head, changes: basis.log.changes + 1 });
                self.recent.add(plan.events.iter().map(recorded).collect::<Result<_, _>>().unwrap_or_default());
                Ok(TryResult::Written(plan.outcomes))
            }
            Ok(false) => {
                self.connection = Some(connection);
                Ok(TryResult::Overtaken)
            }
            Err(error) if is_reported(&error) => Err(error),
            Err(error) => {
                drop(connection);
                tracing::warn!(%error, "the connection was lost during an append; checking whether it was written");
                if self.find_out().await? { Ok(TryResult::Written(plan.outcomes)) } else { Err(error) }
            }
        }
    }

    /// Tries again under the lock. A batch of several statements needs a transaction with the lock from the start.
    async fn retry_locked(&mut self, connection: PgConnection, batch: &[Prepared]) -> Result<TryResult, StoreError> {
        self.connection = Some(connection);
        self.try_write(batch, true).await
    }

    /// Takes the connection, or opens a new one. The caller puts it back after success.
    async fn connected(&mut self) -> Result<PgConnection, StoreError> {
        match self.connection.take() {
            Some(connection) => Ok(connection),
            None => connect(&self.options).await,
        }
    }

    /// Whether the last batch was written. If not, it will not be written later.
    async fn find_out(&mut self) -> Result<bool, StoreError> {
        let mut retries = Retries::begin();
        loop {
            let given_up = match self.look().await {
                Ok(found) => return Ok(found),
                Err(error) if error.is_away() => retries.pause("the event store cannot be reached", error).await.err(),
                Err(error) => Some(error),
            };
            if let Some(error) = given_up {
                let why = format!("the connection was lost before the answer, and then: {error}");
                return Err(StoreError::Uncertain(why));
            }
        }
    }

    async fn look(&mut self) -> Result<bool, StoreError> {
        let mut connection = self.connected().await?;
        let found = within(STATEMENT, async {
            sqlx::query("UPDATE log_head SET changes = changes + 1").execute(&mut connection).await?;
            let row = sqlx::query("SELECT batch FROM append_writers WHERE writer = $1").bind(&self.writer);
            let row = row.fetch_optional(&mut connection).await?;
            Ok(row.map(|row| row.try_get::<i64, _>(0)).transpose()?)
        });
        let found = found.await?;
        self.connection = Some(connection);
        Ok(found == Some(self.batch))
    }
}

/// Reads the data for deciding on a batch, after taking the lock if `locked`.
async fn see(connection: &mut PgConnection, batch: &[Prepared], locked: bool) -> Result<Seen, StoreError> {
    if locked {
        connection.execute("BEGIN").await?;
        sqlx::query("SELECT position FROM log_head FOR UPDATE").execute(&mut *connection).await?;
    }
    load(connection, batch).await
}

/// Ends the transaction that [`see`] began.
async fn end(connection: &mut PgConnection, locked: bool, how: &'static str) -> Result<(), StoreError> {
    if locked {
        connection.execute(how).await?;
    }
    Ok(())
}

/// Whether the server itself reported an error, so that nothing was written. A server that is shutting down may report
/// one although it has written.
fn is_reported(error: &StoreError) -> bool {
    match error {
        StoreError::Database(sqlx::Error::Database(error)) => {
            !error.code().is_some_and(|code| code.starts_with("57P") || code.starts_with("08"))
        }
        _ => false,
    }
}

/// Tests whether the log can be written, by updating the time at which this process was last seen.
pub(super) async fn try_write(pool: &PgPool, writer: &str) -> Result<(), StoreError> {
    let seen = "INSERT INTO append_writers (writer, batch, seen) VALUES ($1, 0, now())
                ON CONFLICT (writer) DO UPDATE SET seen = excluded.seen";
    sqlx::query(seen).bind(writer).execute(pool).await?;
    Ok(())
}
