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
use sqlx::Row;
use sqlx::postgres::{PgConnectOptions, PgConnection};

use super::open::connect;
use super::retry::{Retries, STATEMENT, within};
use crate::StoreError;
use crate::append::admission::{Known, Plan, plan};
use crate::append::encode::Prepared;
use crate::append::queue::{BatchWriter, Outcome};
use crate::log_rows::{ANSWERS, CLAIMS, EVENTS, PERSON_KEYS, answer_row, claim_row, event_row, person_key_row};
use crate::log_store::events::{self, LogEnd};
use crate::log_store::{deliveries, erasures, pictures};
use crate::recent::RecentEvents;
use crate::sql::{Sql, Value, sql};

/// The writer of the append task.
pub(super) struct EventWriter {
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
        Self { options, connection, writer, batch, newest, left, recent }
    }
}

#[async_trait]
impl BatchWriter for EventWriter {
    async fn write(&mut self, batch: &[Prepared]) -> Result<Vec<Outcome>, StoreError> {
        let mut retries = Retries::begin();
        loop {
            match self.try_write(batch).await {
                Err(error) if error.is_away() => retries.pause("the event store cannot be reached", error).await?,
                done => return done,
            }
        }
    }
}

impl EventWriter {
    /// Makes one attempt. The connection is kept only if nothing failed.
    async fn try_write(&mut self, batch: &[Prepared]) -> Result<Vec<Outcome>, StoreError> {
        if let Some(log) = self.left.take() {
            let known = assumed(batch);
            let versions = known.versions.iter().map(|(stream, version)| (*stream, *version)).collect();
            let mut plan = plan(batch, known, log.head);
            // A refusal must not rest on an assumption.
            let is_one_statement = plan.erased.is_empty() && plan.pictures.is_empty() && plan.outbox.is_empty();
            if plan.outcomes.iter().all(Result::is_ok) && !plan.is_empty() && is_one_statement {
                let connection = self.connected().await?;
                if self.write_plan(connection, &mut plan, (log, Some(versions))).await? {
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
        let mut plan = plan(batch, known, log.head);
        if plan.is_empty() {
            within(STATEMENT, connection.raw("ROLLBACK")).await?;
            (self.connection, self.left) = (Some(connection), Some(log));
        } else if !self.write_plan(connection, &mut plan, (log, None)).await? {
            return Err(StoreError::Damaged("the log changed although its counter was locked".into()));
        }
        Ok(plan.outcomes)
    }

    /// Writes a plan. Returns `false`, and writes nothing, if its basis is no longer true.
    async fn write_plan(
        &mut self,
        mut connection: PgConnection,
        plan: &mut Plan<'_>,
        (log, assumed): Basis,
    ) -> Result<bool, StoreError> {
        self.batch += 1;
        let tag = (&*self.writer, self.batch);
        let written = within(STATEMENT, async {
            let is_written = write(&mut connection, plan, log, assumed.as_deref().unwrap_or_default(), tag).await?;
            if assumed.is_none() {
                connection.raw(if is_written { "COMMIT" } else { "ROLLBACK" }).await?;
            }
            Ok(is_written)
        });
        match written.await {
            Ok(is_written) => {
                self.connection = Some(connection);
                if is_written {
                    self.newest = plan.head.position;
                    self.left = Some(LogEnd { head: plan.head, changes: log.changes + 1, ..log });
                    self.recent.add(std::mem::take(&mut plan.events));
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
    connection.raw("BEGIN").await?;
    connection.execute(sql("SELECT position FROM log_head FOR UPDATE")).await?;
    events::load_known(connection, "", batch).await
}

/// Writes a batch in one statement, which is one transaction. The counter moves only if it has not changed since the
/// batch was decided, and only then the rows are written. Other processes that append wait for the commit. The counter
/// moves also only if everything is true that the batch assumes: the newest event, the versions of streams, and that its
/// names and keys are not used. These are queries of single values, because a join might read a whole table.
const BATCH: &str = "WITH head AS (
         UPDATE log_head SET position = $15, changes = changes + 1
         WHERE changes = $14 AND position = $32
           AND ($32 = 0 OR (SELECT hash FROM events WHERE events.position = $32) = $33)
           AND NOT EXISTS (
               SELECT 1 FROM UNNEST($34::text[], $35::bigint[], $36::bigint[]) AS assumed (kind, id, version)
               WHERE coalesce((SELECT max(events.version) FROM events
                               WHERE stream_kind = assumed.kind AND stream_id = assumed.id), 0) <> assumed.version)
           AND NOT EXISTS (
               SELECT 1 FROM UNNEST($18::text[], $19::text[]) AS new (scope, name)
               WHERE (SELECT TRUE FROM claims WHERE claims.scope = new.scope AND claims.name = new.name))
           AND NOT EXISTS (
               SELECT 1 FROM UNNEST($23::text[], $24::text[]) AS new (owner, client_key)
               WHERE (SELECT TRUE FROM idempotent_answers AS known
                      WHERE known.owner = new.owner AND known.client_key = new.client_key))
         RETURNING id
     ), writer AS (
         INSERT INTO append_writers (writer, batch, seen) SELECT $16, $17, now() FROM head
         ON CONFLICT (writer) DO UPDATE SET batch = excluded.batch, seen = excluded.seen
     ), appended AS (
         INSERT INTO events (position, stream_kind, stream_id, version, organization_id, occurred_at, recorded_at, actor,
                             event_type, schema, hash, traceparent, content)
         SELECT new.* FROM head, UNNEST($1::bigint[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[],
                                        $7::bigint[], $8::text[], $9::text[], $10::int[], $11::bytea[], $12::text[],
                                        $13::text[]) AS new
     ), claimed AS (
         INSERT INTO claims (scope, name, holder_kind, holder_id, checksum)
         SELECT new.* FROM head, UNNEST($18::text[], $19::text[], $20::text[], $21::bigint[], $22::bigint[]) AS new
     ), answered AS (
         INSERT INTO idempotent_answers (owner, client_key, request_sha256, response, recorded_at, checksum, hour)
         SELECT new.*, answer_clock.hour FROM head, answer_clock,
                UNNEST($23::text[], $24::text[], $25::text[], $26::text[], $27::bigint[], $28::bigint[]) AS new
     ), keyed AS (
         INSERT INTO person_keys (user_id, key, checksum)
         SELECT new.* FROM head, UNNEST($29::bigint[], $30::bytea[], $31::bigint[]) AS new ON CONFLICT DO NOTHING
     )
     SELECT count(*) FROM head";

/// The columns of a stream with its version.
const VERSION: &str = "kind text, id bigint, version bigint";

/// Writes a plan that was decided on this end of the log, and on versions of streams that were not read. Returns `false` and
/// writes nothing if the log is not like that. A plan that erases people, changes
/// pictures or queues messages needs a transaction around it. The tag of a batch is
/// its process and its number.
async fn write(
    connection: &mut PgConnection,
    plan: &Plan<'_>,
    log: LogEnd,
    assumed: &[(StreamId, Version)],
    (writer, batch): (&str, i64),
) -> Result<bool, StoreError> {
    let events = plan.events.iter().map(event_row).collect::<Result<_, _>>()?;
    let claims = plan.claims.iter().map(|claim| claim_row(claim)).collect();
    let answers = plan.answers.iter().map(|answer| answer_row(answer)).collect();
    let keys = plan.keys.iter().map(|(user, key)| person_key_row(*user, Some(key))).collect();
    let assumed = assumed.iter().map(|(it, version)| vec![it.kind.name().into(), it.id.into(), (*version).into()]);
    let mut statement = sql(BATCH);
    statement.values = vec![
        Value::Rows(EVENTS.columns, events),
        log.changes.into(),
        plan.head.position.0.into(),
        writer.into(),
        batch.into(),
        Value::Rows(CLAIMS.columns, claims),
        // Without the hour, which is read.
        Value::Rows(ANSWERS.columns.trim_end_matches(", hour bigint"), answers),
        Value::Rows(PERSON_KEYS.columns, keys),
        log.head.position.0.into(),
        log.head.hash.as_bytes()[..].into(),
        Value::Rows(VERSION, assumed.collect()),
    ];
    let moved: i64 = connection.one(statement, |row| Ok(row.try_get(0)?)).await?;
    if moved == 1 {
        // Before erasures, which delete messages to the person.
        deliveries::insert(connection, &plan.outbox, None).await?;
        for (user, at) in &plan.erased {
            erasures::erase(connection, *user, *at, None).await?;
        }
        pictures::note_uses(connection, &plan.pictures).await?;
    }
    Ok(moved == 1)
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
