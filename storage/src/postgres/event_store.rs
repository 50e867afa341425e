//! The event store on PostgreSQL.

use std::time::Duration;

use proto_events::Position;
use sqlx::Connection;
use sqlx::postgres::{PgConnectOptions, Postgres};

use super::event_writer::EventWriter;
use super::open::{Session, connect, options, pool};
use super::pools::Pools;
use super::retry::{RETRY_TIME, retried};
use super::rewriting;
use super::schema::Schema;
use crate::append::queue::AppendQueue;
use crate::append_request::AppendRequest;
use crate::log_store::{LogStore, LogTables, events, log_store};
use crate::tables::{Access, Opening};
use crate::transaction::Transaction;
use crate::{StoreError, migrations};

const SCHEMA: Schema =
    Schema { migrations: &migrations::EVENTS_ON_POSTGRES, table: "log_head", name: "event store", role: "write-api" };
/// The name of sessions in the server's lists.
const APPLICATION: &str = "crosstable events";
const READERS: u32 = 8;
/// Maximum bytes of a name with its scope, or of a key with its owner, because of the limit of index entries.
const MAX_NAME_BYTES: usize = 2_000;

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
    pub fn open(url: &str, access: Access) -> Opening<'_, Self> {
        Box::pin(async move {
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
        })
    }
}

/// Runs [`prepare_database`] with retries. Boxed, so that opening a store can be a task of its own.
fn prepared(options: &PgConnectOptions, access: Access) -> Opening<'_, (Position, String)> {
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

impl LogTables for Pools {
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

    fn refuse_writes(&self, damage: String) {
        // The server maintains its own files.
        tracing::error!(damage, "the log's database is damaged");
    }

    async fn rewrite(&self) -> Result<(), StoreError> {
        rewriting::rewrite_log(&self.long).await
    }
}
