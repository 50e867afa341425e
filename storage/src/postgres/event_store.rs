//! The event store on PostgreSQL.

use std::sync::Arc;

use futures::future::BoxFuture;
use proto_events::{Position, Recorded};
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPool, PgRow, Postgres};
use sqlx::{Connection, Row};

use super::event_writer::{self, EventWriter};
use super::open::{Session, connect, options, pool, read_only, rows_of};
use super::retry::{ANSWER, with_retries, within};
use super::rewriting;
use super::schema::Schema;
use crate::StoreError;
use crate::append::queue::AppendQueue;
use crate::events::{AppendError, AppendRequest};
use crate::last_write::LastWrite;
use crate::log_store::{Appending, LogStore, LogTables, events, log_store, seal};
use crate::recent::RecentEvents;
use crate::sql::{Sql, Statement, sql};
use crate::tables::{Purpose, Tables};
use crate::transaction::Transaction;

static MIGRATIONS: sqlx::migrate::Migrator = sqlx::migrate!("../migrations/events/postgres");

/// The schema of the event store.
const SCHEMA: Schema = Schema { migrations: &MIGRATIONS, table: "log_head", name: "event store", role: "write-api" };
/// The name of sessions in the server's lists.
const APPLICATION: &str = "crosstable events";
/// Number of read connections.
const READERS: u32 = 8;
/// Number of write connections, in addition to the append task's own.
const WRITERS: u32 = 4;
/// Maximum bytes of a name with its scope, or of a key with its owner, because of the limit of index entries.
const MAX_NAME_BYTES: usize = 2_000;

/// Bytes of payload read together. The event that exceeds it is the last.
const MAX_BYTES: i64 = 8 * 1024 * 1024;
/// Positions read by one statement: the server sums up the sizes of so many events before it sends any.
const STEP: i64 = 4_096;

/// The log in a PostgreSQL database.
pub type PostgresEventStore = LogStore<PostgresLog>;

/// The connections to a log.
pub struct PostgresLog {
    readers: PgPool,
    /// Used only by [`LogTables::ping`].
    watcher: PgPool,
    /// For backups and restores.
    long: PgPool,
    /// `None` if the store is read-only.
    writing: Option<Writing>,
}

struct Writing {
    pool: PgPool,
    /// This process's name among the processes that append.
    writer: String,
    last_write: LastWrite,
}

impl PostgresEventStore {
    /// Opens the log and brings its schema up to date. The role must own the database's tables, or the empty schema.
    ///
    /// # Errors
    /// If the server cannot be reached or is too old, or the database contains something else or a newer log.
    pub async fn open(url: &str) -> Result<Self, StoreError> {
        let long = options(url, APPLICATION, Session::Long)?;
        let (head, log_id, writer) = prepared(&long).await?;
        let short = options(url, APPLICATION, Session::Writing)?;
        let pool = pool(short.clone(), WRITERS);
        let recent = Arc::new(RecentEvents::default());
        let queue = AppendQueue::start(EventWriter::new(short, writer.clone(), Arc::clone(&recent)), head);
        let writing = Writing { pool, writer, last_write: LastWrite::default() };
        let tables = PostgresLog::new(url, long, Some(writing))?;
        Ok(log_store(tables, (head, log_id), Some(Appending { queue, recent })))
    }

    /// Opens the log read-only. Changes nothing, not even an old schema. A read-only role is enough.
    ///
    /// # Errors
    /// If the server cannot be reached or is too old, or the database does not contain a log of exactly this version.
    pub async fn open_read_only(url: &str) -> Result<Self, StoreError> {
        let long = read_only(options(url, APPLICATION, Session::Long)?);
        let end = looked_at(&long).await?;
        Ok(log_store(PostgresLog::new(url, long, None)?, end, None))
    }
}

impl PostgresLog {
    fn new(url: &str, long: PgConnectOptions, writing: Option<Writing>) -> Result<Self, StoreError> {
        let reading = options(url, APPLICATION, Session::Reading)?;
        let long = pool(long, WRITERS);
        Ok(Self { readers: pool(reading.clone(), READERS), watcher: pool(reading, 1), long, writing })
    }

    fn writing(&self) -> Result<&Writing, StoreError> {
        self.writing.as_ref().ok_or(StoreError::ReadOnly)
    }
}

/// Runs [`prepare_database`] with retries. Boxed, so that opening a store can be a task of its own.
fn prepared(options: &PgConnectOptions) -> BoxFuture<'_, Result<(Position, String, String), StoreError>> {
    Box::pin(with_retries(move || prepare_database(options)))
}

/// Checks a log before reading, with retries. Returns the head and the log's id.
fn looked_at(options: &PgConnectOptions) -> BoxFuture<'_, Result<(Position, String), StoreError>> {
    Box::pin(with_retries(move || async move {
        let mut connection = connect(options).await?;
        SCHEMA.expect_current(&mut connection).await?;
        expect_sealed(&mut connection).await?;
        let found = (events::head(&mut connection).await?, events::log_id(&mut connection).await?);
        connection.close().await?;
        Ok(found)
    }))
}

/// Migrates the database. Returns the head, the log's id, and a name for this process.
async fn prepare_database(options: &PgConnectOptions) -> Result<(Position, String, String), StoreError> {
    SCHEMA.bring_up_to_date(connect(options).await?).await?;
    let mut connection = connect(options).await?;
    seal_log(&mut connection).await?;
    let forget = sqlx::query("DELETE FROM append_writers WHERE seen < now() - interval '7 days'");
    if let Err(error) = forget.execute(&mut connection).await {
        // The next start tries again.
        tracing::warn!(%error, "records of stopped processes could not be deleted");
    }
    let head = events::head(&mut connection).await?;
    let log_id = events::log_id(&mut connection).await?;
    let writer = sqlx::query("SELECT gen_random_uuid()::text").fetch_one(&mut connection).await?.try_get(0)?;
    connection.close().await?;
    Ok((head, log_id, writer))
}

/// Reads events above a position with one statement: at most `limit`, at most [`STEP`], and until [`MAX_BYTES`] are
/// exceeded. Because positions have no gaps, the last position of the step can be computed. Only the first row needs the
/// previous hash.
fn step_query(after: Position, limit: usize) -> Statement {
    let limit = i64::try_from(limit).unwrap_or(i64::MAX).min(STEP);
    let query = sql(format!(
        "SELECT {}, CASE WHEN position = $1 + 1 THEN (SELECT hash FROM events WHERE position = $1) END
         FROM (SELECT *, sum(octet_length(content)) OVER (ORDER BY position ROWS UNBOUNDED PRECEDING)
                          - octet_length(content) AS before
               FROM events WHERE position > $1 AND position <= $2) AS step
         WHERE before < $3 ORDER BY position",
        events::COLUMNS
    ));
    query.bind(after.0).bind(after.0.saturating_add(limit)).bind(MAX_BYTES)
}

/// Whether a step has fewer events than were wanted and than a step can have: it ends at the head of the log, or
/// because of its bytes.
fn is_short(events: &[Recorded], wanted: usize) -> bool {
    i64::try_from(events.len()).is_ok_and(|events| events < STEP) && events.len() < wanted
}

impl Tables for PostgresLog {
    type Db = Postgres;

    async fn each(
        &self,
        purpose: Purpose,
        statement: Statement,
        mut take: impl FnMut(PgRow) -> Result<(), StoreError> + Send,
    ) -> Result<u64, StoreError> {
        let pool = match purpose {
            Purpose::Show | Purpose::Decide | Purpose::Export => &self.readers,
            Purpose::Operate | Purpose::Write => &self.writing()?.pool,
        };
        let (rows, changed) = with_retries(|| rows_of(pool, statement.clone())).await?;
        rows.into_iter().try_for_each(&mut take)?;
        Ok(changed)
    }

    async fn transaction(&self) -> Result<Transaction<Postgres>, StoreError> {
        Transaction::begin(&self.writing()?.pool, "BEGIN ISOLATION LEVEL READ COMMITTED").await
    }

    async fn repeated<R: Send, F: Future<Output = Result<R, StoreError>> + Send>(
        &self,
        work: impl Fn() -> F + Send + Sync,
    ) -> Result<R, StoreError> {
        with_retries(work).await
    }
}

impl LogTables for PostgresLog {
    async fn read_log(&self, after: Position, limit: usize) -> Result<Vec<Recorded>, StoreError> {
        let (mut events, mut after) = (Vec::new(), after);
        loop {
            let wanted = limit - events.len();
            let step = events::decoded(&mut self.direct(Purpose::Show), step_query(after, wanted)).await?;
            let is_last = is_short(&step, wanted);
            events.extend(step);
            match events.last() {
                Some(last) if !is_last && events.len() < limit => after = last.position,
                _ => return Ok(events),
            }
        }
    }

    async fn snapshot(&self) -> Result<Transaction<Postgres>, StoreError> {
        Transaction::begin(&self.long, "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY").await
    }

    async fn long_transaction(&self) -> Result<Transaction<Postgres>, StoreError> {
        self.writing()?;
        Transaction::begin(&self.long, "BEGIN").await
    }

    fn check(&self, request: &AppendRequest) -> Result<(), StoreError> {
        let names = request.claims.iter().map(|claim| (&claim.scope, &claim.name));
        let keys = request.idempotency.iter().map(|answer| (&answer.owner, &answer.key));
        for (scope, name) in names.chain(keys) {
            if scope.len() + name.len() > MAX_NAME_BYTES {
                let why = format!("a name in {scope:.40} is longer than {MAX_NAME_BYTES} bytes");
                return Err(StoreError::Unwritable(why));
            }
            if scope.contains('\0') || name.contains('\0') {
                return Err(StoreError::Unwritable(format!("{name:?} in {scope:?} contains a zero character")));
            }
        }
        let answer = request.idempotency.iter().flat_map(|answer| [&answer.request_sha256, &answer.response]);
        if answer.chain(&request.traceparent).any(|text| text.contains('\0')) {
            return Err(StoreError::Unwritable("an answer or a trace contains a zero character".into()));
        }
        Ok(())
    }

    fn note(&self, appended: &Result<Position, AppendError>) {
        let Some(Writing { last_write, .. }) = &self.writing else { return };
        match appended {
            Ok(_) => last_write.note(),
            Err(AppendError::Store(_)) => last_write.forget(),
            Err(_) => {}
        }
    }

    async fn try_write(&self) -> Result<(), StoreError> {
        let writing = self.writing()?;
        if !writing.last_write.is_recent() {
            within(ANSWER, event_writer::try_write(&writing.pool, &writing.writer)).await?;
            writing.last_write.note();
        }
        Ok(())
    }

    fn refuse_writes(&self, damage: String) {
        // The server maintains its own files.
        tracing::error!(damage, "the log's database is damaged");
    }

    async fn rewrite(&self) -> Result<(), StoreError> {
        rewriting::rewrite_log(&self.long.connect_options()).await
    }

    async fn ping(&self) -> Result<(), StoreError> {
        within(ANSWER, async { events::head(&mut *self.watcher.acquire().await?).await }).await.map(drop)
    }

    async fn close(&self) {
        if let Some(writing) = &self.writing {
            writing.pool.close().await;
        }
        for pool in [&self.long, &self.watcher, &self.readers] {
            pool.close().await;
        }
    }
}

async fn is_unsealed(connection: &mut PgConnection) -> Result<bool, StoreError> {
    // Asks the catalogue itself: `to_regclass` alone may return a table that another process has just dropped.
    let query = sql("SELECT EXISTS (SELECT 1 FROM pg_class WHERE oid = to_regclass('events_unsealed'))");
    connection.one(query, |row| Ok(row.try_get(0)?)).await
}

/// Refuses a log that is still being copied.
async fn expect_sealed(connection: &mut PgConnection) -> Result<(), StoreError> {
    if is_unsealed(connection).await? {
        let why = "the log is being converted to this version; try again when the process with the role `write-api` has started";
        return Err(StoreError::Unsupported(why.into()));
    }
    Ok(())
}

/// Copies the remaining events of an older log; does nothing for a current one. After an error, the connection may be
/// in a transaction and must be closed.
async fn seal_log(connection: &mut PgConnection) -> Result<(), StoreError> {
    let mut is_announced = false;
    while is_unsealed(connection).await? {
        connection.raw("BEGIN").await?;
        connection.execute(sql("SELECT position FROM log_head FOR UPDATE")).await?;
        // Another process may have copied the last events while this one waited for the lock.
        if is_unsealed(connection).await? {
            if seal::copy_step(connection).await? == 0 {
                seal::finish(connection).await?;
            } else if !std::mem::replace(&mut is_announced, true) {
                tracing::info!("converting an older log: adding hashes and encrypting personal data");
            }
        }
        connection.raw("COMMIT").await?;
    }
    Ok(())
}
