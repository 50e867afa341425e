//! The event store on PostgreSQL.

use std::sync::{Arc, PoisonError, RwLock};

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use futures::future::BoxFuture;
use futures::stream::BoxStream;
use proto_events::ids::{OrganizationId, PasswordId, Sequence, UserId};
use proto_events::player_salt::PlayerSalt;
use proto_events::{EventHash, Position, Recorded, StreamId, StreamKind, Version};
use sqlx::postgres::{PgConnectOptions, PgPool};
use sqlx::{Connection, Row};
use tokio::sync::watch;

use super::event_writer::{self, EventWriter};
use super::ids::IdSequences;
use super::open::{Session, connect, options, pool};
use super::person_keys::KeyRows;
use super::retry::{ANSWER, with_retries, within};
use super::schema::Schema;
use super::seal_log::{expect_sealed, seal_log};
use super::{attempts, erasures, event_backup, passwords, read_events};
use crate::StoreError;
use crate::append::encode::prepare;
use crate::append::ids::IdBlocks;
use crate::append::queue::{AppendQueue, outcome};
use crate::attempts::{Attempt, CounterId, SignIn};
use crate::backup::{BackupItem, backup};
use crate::erasures::Erasure;
use crate::events::{
    AppendError, AppendRequest, Claims, Erasures, IdempotentAnswer, IdempotentAnswers, Ids, LogAppender, LogReader,
    LogRestore, Passwords, PendingAppend, SignInAttempts, Submitted,
};
use crate::last_write::LastWrite;
use crate::person_keys::PersonKeys;
use crate::recent::RecentEvents;

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

/// The log in a PostgreSQL database.
pub struct PostgresEventStore {
    readers: PgPool,
    /// Used only by [`LogReader::ping`].
    watcher: PgPool,
    /// For long operations.
    long: PgConnectOptions,
    /// `None` if the store is read-only.
    writing: Option<Writing>,
    keys: PersonKeys<KeyRows>,
    log_id: RwLock<String>,
    /// The watch of a read-only store, which never changes. It is kept so that waiting receivers get no error.
    still: watch::Sender<Position>,
}

struct Writing {
    pool: PgPool,
    queue: AppendQueue,
    ids: IdBlocks<IdSequences>,
    /// This process's name among the processes that append.
    writer: String,
    last_write: Arc<LastWrite>,
    recent: Arc<RecentEvents>,
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
        let ids = IdBlocks::new(IdSequences(pool.clone()));
        let last_write = Arc::default();
        Self::new(url, long, head, log_id, Some(Writing { pool, queue, ids, writer, last_write, recent }))
    }

    /// Opens the log read-only. Changes nothing, not even an old schema. A read-only role is enough.
    ///
    /// # Errors
    /// If the server cannot be reached or is too old, or the database does not contain a log of exactly this version.
    pub async fn open_read_only(url: &str) -> Result<Self, StoreError> {
        let long = options(url, APPLICATION, Session::Long)?.options([("default_transaction_read_only", "on")]);
        let (head, log_id) = looked_at(&long).await?;
        Self::new(url, long, head, log_id, None)
    }

    fn new(
        url: &str,
        long: PgConnectOptions,
        head: Position,
        log_id: String,
        writing: Option<Writing>,
    ) -> Result<Self, StoreError> {
        let reading = options(url, APPLICATION, Session::Reading)?;
        let (readers, watcher) = (pool(reading.clone(), READERS), pool(reading, 1));
        let keys = PersonKeys::new(KeyRows(readers.clone()));
        let still = watch::channel(head).0;
        Ok(Self { readers, watcher, long, writing, keys, log_id: RwLock::new(log_id), still })
    }

    /// Stores the log's id in memory and returns it.
    fn is_now(&self, log_id: String) -> String {
        self.log_id.write().unwrap_or_else(PoisonError::into_inner).clone_from(&log_id);
        log_id
    }

    async fn opened(&self, mut events: Vec<Recorded>) -> Result<Vec<Recorded>, StoreError> {
        self.keys.open(&mut events).await?;
        Ok(events)
    }

    /// Returns the pool of write connections, for side tables.
    pub(super) fn write_pool(&self) -> Result<PgPool, StoreError> {
        Ok(self.writing()?.pool.clone())
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
        let found = (read_events::head(&mut connection).await?, read_events::log_id(&mut connection).await?);
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
    let head = read_events::head(&mut connection).await?;
    let log_id = read_events::log_id(&mut connection).await?;
    let writer = sqlx::query("SELECT gen_random_uuid()::text").fetch_one(&mut connection).await?.try_get(0)?;
    connection.close().await?;
    Ok((head, log_id, writer))
}

/// Refuses requests that PostgreSQL cannot store, before they make a batch with other requests fail.
fn check(request: &AppendRequest) -> Result<(), StoreError> {
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

#[async_trait]
impl LogReader for PostgresEventStore {
    fn log_id(&self) -> String {
        self.log_id.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    async fn reload_log_id(&self) -> Result<String, StoreError> {
        Ok(self.is_now(with_retries(|| read_events::log_id(&self.readers)).await?))
    }

    async fn read_versions(
        &self,
        stream: StreamId,
        after: Version,
        up_to: Version,
    ) -> Result<Vec<Recorded>, StoreError> {
        self.opened(with_retries(|| read_events::stream(&self.readers, stream, (after, up_to))).await?).await
    }

    async fn read_streams(&self, kind: StreamKind, ids: &[i64], up_to: Position) -> Result<Vec<Recorded>, StoreError> {
        self.opened(with_retries(|| read_events::streams(&self.readers, kind, ids, up_to)).await?).await
    }

    async fn streams(&self, kind: StreamKind) -> Result<Vec<i64>, StoreError> {
        with_retries(|| read_events::stream_ids(&self.readers, kind)).await
    }

    async fn read_from(&self, after: Position, limit: usize) -> Result<Vec<Recorded>, StoreError> {
        self.opened(self.read_sealed(after, limit).await?).await
    }

    async fn read_sealed(&self, after: Position, limit: usize) -> Result<Vec<Recorded>, StoreError> {
        let (mut events, mut after) = (Vec::new(), after);
        loop {
            let wanted = limit - events.len();
            let step = with_retries(|| read_events::step(&self.readers, after, wanted)).await?;
            let is_last = read_events::is_short(&step, wanted);
            events.extend(step);
            match events.last() {
                Some(last) if !is_last && events.len() < limit => after = last.position,
                _ => return Ok(events),
            }
        }
    }

    fn just_appended(&self, after: Position, limit: usize) -> Vec<Recorded> {
        self.writing.as_ref().map_or_else(Vec::new, |writing| writing.recent.after(after, limit))
    }

    async fn unseal(&self, events: &mut [Recorded]) -> Result<(), StoreError> {
        self.keys.open(events).await
    }

    async fn hash_at(&self, position: Position) -> Result<Option<EventHash>, StoreError> {
        with_retries(|| read_events::hash_at(&self.readers, position)).await
    }

    async fn happened(
        &self,
        organization_id: OrganizationId,
        before: Option<Position>,
        limit: usize,
    ) -> Result<Vec<Recorded>, StoreError> {
        self.opened(with_retries(|| read_events::happened(&self.readers, organization_id, before, limit)).await?).await
    }

    async fn player_salt(&self) -> Result<PlayerSalt, StoreError> {
        with_retries(|| read_events::player_salt(&self.readers)).await
    }

    async fn head(&self) -> Result<Position, StoreError> {
        with_retries(|| read_events::head(&self.readers)).await
    }

    fn appended(&self) -> watch::Receiver<Position> {
        self.writing.as_ref().map_or_else(|| self.still.subscribe(), |writing| writing.queue.appended())
    }

    fn backup(&self) -> BoxStream<'static, Result<BackupItem, StoreError>> {
        let (options, readers) = (self.long.clone(), self.readers.clone());
        backup(|outlet| event_backup::read(options, readers, outlet))
    }

    async fn ping(&self) -> Result<(), StoreError> {
        within(ANSWER, read_events::head(&self.watcher)).await.map(drop)
    }

    async fn close(&self) {
        if let Some(writing) = &self.writing {
            writing.queue.close().await;
            writing.pool.close().await;
        }
        self.watcher.close().await;
        self.readers.close().await;
    }
}

#[async_trait]
impl LogAppender for PostgresEventStore {
    async fn submit(&self, request: AppendRequest, after: Option<PendingAppend>) -> Result<Submitted, StoreError> {
        let writing = self.writing()?;
        check(&request)?;
        let keys = self.keys.for_writing(&request).await?;
        let prepared = prepare(request, after, keys)?;
        let pending = prepared.pending.clone();
        let (answer, last_write) = (writing.queue.submit(prepared)?, Arc::clone(&writing.last_write));
        let landing = async move {
            let appended = outcome(answer).await;
            match &appended {
                Ok(_) => last_write.note(),
                Err(AppendError::Store(_)) => last_write.forget(),
                Err(_) => {}
            }
            appended
        };
        Ok(Submitted { pending, landing: Box::pin(landing) })
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

    async fn renew_log_id(&self) -> Result<String, StoreError> {
        let pool = &self.writing()?.pool;
        let renew = || async {
            let renew = "UPDATE log_head SET changes = changes + 1, log_id = replace(gen_random_uuid()::text, '-', '')
                         RETURNING log_id";
            Ok(sqlx::query(renew).fetch_one(pool).await?.try_get(0)?)
        };
        Ok(self.is_now(with_retries(renew).await?))
    }
}

#[async_trait]
impl Ids for PostgresEventStore {
    async fn reserve_ids(&self, sequence: Sequence, count: usize) -> Result<i64, StoreError> {
        self.writing()?.ids.reserve(sequence, count).await
    }
}

#[async_trait]
impl Claims for PostgresEventStore {
    async fn holders(&self, scope: &str, names: &[String]) -> Result<Vec<Option<StreamId>>, StoreError> {
        with_retries(|| read_events::holders(&self.readers, scope, names)).await
    }
}

#[async_trait]
impl IdempotentAnswers for PostgresEventStore {
    async fn recorded_answer(&self, owner: &str, key: &str) -> Result<Option<IdempotentAnswer>, StoreError> {
        with_retries(|| read_events::recorded_answer(&self.readers, owner, key)).await
    }

    async fn answer_hour(&self) -> Result<i64, StoreError> {
        with_retries(|| read_events::answer_hour(&self.readers)).await
    }

    async fn end_answer_hour(&self, hour: i64, kept: i64) -> Result<u64, StoreError> {
        let pool = &self.writing()?.pool;
        let end = || async {
            let query = sqlx::query(
                "WITH begun AS (UPDATE answer_clock SET hour = hour + 1 WHERE hour = $1 RETURNING hour)
                 DELETE FROM idempotent_answers USING begun WHERE idempotent_answers.hour < begun.hour - $2",
            );
            Ok(query.bind(hour).bind(kept).execute(pool).await?.rows_affected())
        };
        with_retries(end).await
    }
}

#[async_trait]
impl Passwords for PostgresEventStore {
    async fn put_password(&self, id: PasswordId, user_id: UserId, hash: &str) -> Result<(), StoreError> {
        passwords::put(&self.writing()?.pool, id, user_id, hash).await
    }

    async fn password(&self, id: PasswordId) -> Result<Option<String>, StoreError> {
        passwords::get(&self.readers, id).await
    }

    async fn forget_passwords(&self, user_id: UserId, keep: PasswordId) -> Result<u64, StoreError> {
        passwords::forget(&self.writing()?.pool, user_id, keep).await
    }
}

#[async_trait]
impl SignInAttempts for PostgresEventStore {
    async fn count_attempt(&self, attempt: &Attempt) -> Result<Option<DateTime<Utc>>, StoreError> {
        attempts::count(&self.readers, &self.writing()?.pool, attempt).await
    }

    async fn note_sign_in(&self, sign_in: &SignIn) -> Result<(), StoreError> {
        attempts::succeeded(&self.writing()?.pool, sign_in).await
    }

    async fn is_known_origin(&self, origin: &CounterId, since: DateTime<Utc>) -> Result<bool, StoreError> {
        attempts::is_known(&self.readers, origin, since).await
    }

    async fn forget_attempts(&self, begun: DateTime<Utc>, last_used: DateTime<Utc>) -> Result<u64, StoreError> {
        attempts::forget(&self.writing()?.pool, begun, last_used).await
    }
}

#[async_trait]
impl Erasures for PostgresEventStore {
    async fn erasures(&self) -> Result<Vec<Erasure>, StoreError> {
        with_retries(|| erasures::all(&self.readers)).await
    }

    async fn erasure_count(&self) -> Result<i64, StoreError> {
        with_retries(|| erasures::count(&self.readers)).await
    }

    async fn unfinished_erasures(&self) -> Result<Vec<UserId>, StoreError> {
        with_retries(|| erasures::unfinished(&self.readers)).await
    }

    async fn finish_erasures(&self, users: &[UserId]) -> Result<(), StoreError> {
        let pool = &self.writing()?.pool;
        with_retries(|| erasures::finish(pool, users)).await
    }

    async fn streams_with(&self, kind: StreamKind, event_type: &str) -> Result<Vec<i64>, StoreError> {
        with_retries(|| erasures::streams_with(&self.readers, kind, event_type)).await
    }

    async fn rewrite(&self) -> Result<(), StoreError> {
        self.writing()?;
        erasures::rewrite(&self.long).await
    }
}

#[async_trait]
impl LogRestore for PostgresEventStore {
    async fn restore(
        &self,
        items: BoxStream<'static, Result<BackupItem, StoreError>>,
        erased: &[Erasure],
    ) -> Result<Position, StoreError> {
        self.writing()?;
        let (head, log_id) = event_backup::restore(&self.long, items, erased).await?;
        self.is_now(log_id);
        Ok(head)
    }
}
