//! Writes a batch of requests in one transaction, even if the connection is lost.
//!
//! A batch is written by one statement that does nothing if the log is not as the decision assumes. First, the decision
//! assumes that the log is still as this process left it, and that each stream is at the expected version: nothing is
//! read before. If that is wrong, or if it refuses a request, the batch is decided again under the counter's lock, from
//! data that is read.
//!
//! If the connection is lost before the answer, the next connection finds out the outcome: it moves the counter, which waits for the old
//! statement if it is still running, and prevents it if it has not started. After that, the process's own row shows
//! whether the batch was written.

use std::sync::Arc;

use async_trait::async_trait;
use proto_events::{Position, StreamId, Version};
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPool};
use sqlx::{Executor, Row};
use tokio::sync::Mutex;

use super::event_batch::{LogEnd, Tag, column, write};
use super::open::connect;
use super::retry::{Retries, STATEMENT, within};
use crate::StoreError;
use crate::append::admission::{Known, Plan, plan};
use crate::append::encode::Prepared;
use crate::append::queue::{BatchWriter, Outcome};
use crate::columns::{log_head, stream_id};
use crate::log_store::events;
use crate::recent::{RecentEvents, recorded};

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

/// What a plan was decided on: the end of the log, and versions of streams that were not read. The statement that writes the
/// plan compares them. `None` for versions if the counter is locked and everything was read.
type Basis = (LogEnd, Option<Vec<(StreamId, Version)>>);

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
        let mut retries = Retries::begin();
        loop {
            match session.try_write(batch).await {
                Err(error) if error.is_away() => retries.pause("the event store cannot be reached", error).await?,
                done => return done,
            }
        }
    }
}

impl WriterSession {
    /// Makes one attempt. The connection is kept only if nothing failed.
    async fn try_write(&mut self, batch: &[Prepared]) -> Result<Vec<Outcome>, StoreError> {
        if let Some(log) = self.left.take() {
            let known = assumed(batch);
            let versions = known.versions.iter().map(|(stream, version)| (*stream, *version)).collect();
            let plan = plan(batch, known, log.head);
            // A refusal must not rest on an assumption.
            if plan.outcomes.iter().all(Result::is_ok) && !plan.is_empty() && plan.erased.is_empty() {
                let connection = self.connected().await?;
                if self.write_plan(connection, &plan, (log, Some(versions))).await? {
                    return Ok(plan.outcomes);
                }
            }
        }
        let mut connection = self.connected().await?;
        let (log, known) = within(STATEMENT, lock_and_load(&mut connection, batch)).await?;
        if log.head.position < self.newest {
            // A write would get a position for which views already show another event.
            let why = "it was set back and lacks events that this process has seen; restart this process";
            return Err(StoreError::DamagedLog(why.to_owned()));
        }
        self.newest = log.head.position;
        let plan = plan(batch, known, log.head);
        if plan.is_empty() {
            within(STATEMENT, async { Ok(connection.execute("ROLLBACK").await?) }).await?;
            (self.connection, self.left) = (Some(connection), Some(log));
        } else if !self.write_plan(connection, &plan, (log, None)).await? {
            return Err(StoreError::Damaged("the log changed although its counter was locked".into()));
        }
        Ok(plan.outcomes)
    }

    /// Writes a plan. Returns `false`, and writes nothing, if its basis is no longer true.
    async fn write_plan(
        &mut self,
        mut connection: PgConnection,
        plan: &Plan<'_>,
        (log, assumed): Basis,
    ) -> Result<bool, StoreError> {
        self.batch += 1;
        let tag = Tag { writer: &self.writer, batch: self.batch };
        let written = within(STATEMENT, async {
            let is_written = write(&mut connection, plan, log, assumed.as_deref().unwrap_or_default(), tag).await?;
            if assumed.is_none() {
                connection.execute(if is_written { "COMMIT" } else { "ROLLBACK" }).await?;
            }
            Ok(is_written)
        });
        match written.await {
            Ok(is_written) => {
                self.connection = Some(connection);
                if is_written {
                    self.newest = plan.head.position;
                    self.left = Some(LogEnd { head: plan.head, changes: log.changes + 1 });
                    self.recent.add(plan.events.iter().map(recorded).collect::<Result<_, _>>().unwrap_or_default());
                }
                Ok(is_written)
            }
            Err(error) if is_reported(&error) => Err(error),
            Err(error) => {
                drop(connection);
                tracing::warn!(%error, "the connection was lost during an append; checking whether it was written");
                if self.find_out().await? { Ok(true) } else { Err(error) }
            }
        }
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

/// Assumes that every stream is at the version which the batch expects, and that nothing uses its names and keys.
fn assumed(batch: &[Prepared]) -> Known {
    let mut known = Known::default();
    for write in batch.iter().flat_map(|request| &request.writes) {
        known.versions.entry(write.stream).or_insert(write.expected_version);
    }
    known
}

/// Begins a transaction with the counter's lock, and reads the end of the log and everything that a batch is checked against.
async fn lock_and_load(connection: &mut PgConnection, batch: &[Prepared]) -> Result<(LogEnd, Known), StoreError> {
    connection.execute("BEGIN").await?;
    sqlx::query("SELECT position FROM log_head FOR UPDATE").execute(&mut *connection).await?;
    let streams: Vec<StreamId> = batch.iter().flat_map(|request| &request.writes).map(|write| write.stream).collect();
    let rows = sqlx::query(
        "SELECT head.position, head.changes, wanted.kind, wanted.id, (
             SELECT max(version) FROM events WHERE stream_kind = wanted.kind AND stream_id = wanted.id
         ), (SELECT hash FROM events WHERE events.position = head.position)
         FROM log_head AS head LEFT JOIN UNNEST($1::text[], $2::bigint[]) AS wanted (kind, id) ON TRUE",
    )
    .bind(column(&streams, |stream| stream.kind.name()))
    .bind(column(&streams, |stream| stream.id))
    .fetch_all(&mut *connection)
    .await?;
    let first = rows.first().ok_or_else(|| StoreError::Damaged("the log has no counter".into()))?;
    let log = LogEnd { head: log_head(first.try_get(0)?, first.try_get(5)?)?, changes: first.try_get(1)? };
    let mut known = Known::default();
    for row in &rows {
        if let Some(version) = row.try_get(4)? {
            known.versions.insert(stream_id(row.try_get(2)?, row.try_get(3)?)?, version);
        }
    }
    events::load_known(connection, batch, &mut known).await?;
    Ok((log, known))
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
