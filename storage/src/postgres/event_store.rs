//! The event store on PostgreSQL.

use std::time::Duration;

use futures::future::BoxFuture;
use proto_events::{Position, Recorded};
use sqlx::Connection;
use sqlx::postgres::{PgConnectOptions, Postgres};

use super::event_writer::EventWriter;
use super::open::{Session, connect, options, pool};
use super::pools::Pools;
use super::retry::{RETRY_TIME, retried};
use super::rewriting;
use super::schema::Schema;
use crate::append::queue::AppendQueue;
use crate::append_request::{AppendError, AppendRequest};
use crate::log_rows::EVENTS;
use crate::log_store::{LogStore, LogTables, events, log_store};
use crate::sql::{Statement, names, sql};
use crate::tables::{Access, Purpose, Tables};
use crate::transaction::Transaction;
use crate::{StoreError, migrations};

const SCHEMA: Schema =
    Schema { migrations: &migrations::EVENTS_ON_POSTGRES, table: "log_head", name: "event store", role: "write-api" };
/// The name of sessions in the server's lists.
const APPLICATION: &str = "crosstable events";
const READERS: u32 = 8;
/// Maximum bytes of a name with its scope, or of a key with its owner, because of the limit of index entries.
const MAX_NAME_BYTES: usize = 2_000;

/// Bytes of payload read together. The event that exceeds it is the last.
const MAX_BYTES: i64 = 8 * 1024 * 1024;
/// Positions read together: the server sums up the sizes of so many events before it sends any.
const STEP: i64 = 4_096;

/// The log in a PostgreSQL database.
pub type PostgresEventStore = LogStore<Pools>;

/// Reads of the log are repeated as long as writes, because writes rest on them.
const PATIENCE: (Duration, Duration) = (RETRY_TIME, Duration::MAX);

impl PostgresEventStore {
    /// Opens the log and brings its schema up to date. The role must own the database's tables, or the empty schema.
    /// Reading alone changes nothing, not even an old schema, and a read-only role is enough.
    ///
    /// # Errors
    /// If the server cannot be reached or is too old, or the database contains something else or a newer log; for reading,
    /// also if the schema is older.
    pub async fn open(url: &str, access: Access) -> Result<Self, StoreError> {
        let tables = Pools::new(url, APPLICATION, access, READERS, PATIENCE)?;
        let (head, log_id) = prepared(&tables.long, access).await?;
        let queue = match access {
            Access::Read => None,
            Access::Write => {
                let options = options(url, APPLICATION, Session::Writing)?;
                Some(AppendQueue::start(EventWriter::new(options), head))
            }
        };
        Ok(log_store(tables, (head, log_id), queue))
    }
}

/// Runs [`prepare_database`] with retries. Boxed, so that opening a store can be a task of its own.
fn prepared(options: &PgConnectOptions, access: Access) -> BoxFuture<'_, Result<(Position, String), StoreError>> {
    Box::pin(retried(RETRY_TIME, move || prepare_database(options, access)))
}

/// Checks the database, and migrates it for writing. Returns the head and the log's id.
async fn prepare_database(options: &PgConnectOptions, access: Access) -> Result<(Position, String), StoreError> {
    if access == Access::Write {
        SCHEMA.bring_up_to_date(connect(options).await?).await?;
    }
    let mut connection = connect(options).await?;
    if access == Access::Read {
        SCHEMA.expect_current(&mut connection).await?;
    }
    let (head, log_id) = (events::head(&mut connection).await?, events::log_id(&mut connection).await?);
    connection.close().await?;
    Ok((head, log_id))
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
        names(EVENTS.columns)
    ));
    query.bind(after.0).bind(after.0.saturating_add(limit)).bind(MAX_BYTES)
}

impl LogTables for Pools {
    async fn read_log(&self, after: Position, limit: usize) -> Result<Vec<Recorded>, StoreError> {
        events::decoded(&mut self.direct(Purpose::Show), step_query(after, limit)).await
    }

    async fn long_transaction(&self) -> Result<Transaction<Postgres>, StoreError> {
        self.writer()?;
        Transaction::begin(&pool(self.long.clone(), 1), "BEGIN").await
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
        if matches!(appended, Ok(_) | Err(AppendError::Store(_))) {
            self.note_write(appended.is_ok());
        }
    }

    fn refuse_writes(&self, damage: String) {
        // The server maintains its own files.
        tracing::error!(damage, "the log's database is damaged");
    }

    async fn rewrite(&self) -> Result<(), StoreError> {
        rewriting::rewrite_log(&self.long).await
    }
}
