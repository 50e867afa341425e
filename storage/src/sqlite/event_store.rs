//! The event store on SQLite.

use std::path::Path;
use std::sync::{Arc, PoisonError, RwLock};

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use futures::stream::BoxStream;
use proto_events::ids::{OrganizationId, PasswordId, Sequence, UserId};
use proto_events::player_salt::PlayerSalt;
use proto_events::{EventHash, Position, Recorded, StreamId, StreamKind, Version};
use sqlx::Row;
use sqlx::sqlite::SqliteSynchronous;
use tokio::sync::watch;

use super::event_backup;
use super::event_writer::{EventWriter, end_answer_hour};
use super::ids::IdSequences;
use super::open::{Database, Kind};
use super::{attempts, erasures, passwords, person_keys, read_events};
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
use crate::person_keys::{LoadKeys, PersonKeys, StoredKey};
use crate::recent::RecentEvents;

pub(crate) static MIGRATIONS: sqlx::migrate::Migrator = sqlx::migrate!("../migrations/events/sqlite");

/// A write is acknowledged when it is on disk.
pub(super) const KIND: Kind = Kind { migrations: &MIGRATIONS, is_log: true, synchronous: SqliteSynchronous::Full };

/// The rows with the keys.
pub(super) struct KeyRows(Database);

#[async_trait]
impl LoadKeys for KeyRows {
    async fn load(&self, users: &[UserId]) -> Result<Vec<(UserId, StoredKey)>, StoreError> {
        person_keys::load(&self.0.readers(), users).await
    }
}

/// The log in one SQLite file.
pub struct SqliteEventStore {
    pub(super) database: Database,
    queue: AppendQueue,
    recent: Arc<RecentEvents>,
    ids: IdBlocks<IdSequences>,
    keys: PersonKeys<KeyRows>,
    log_id: RwLock<String>,
}

impl SqliteEventStore {
    /// Opens the log, creates missing folders and files, and brings the schema up to date.
    ///
    /// # Errors
    /// If the file cannot be opened, is not a log, has a newer version, or SQLite itself is too old.
    pub async fn open(path: &Path) -> Result<Self, StoreError> {
        let database = Database::open(path, KIND).await?;
        let head = read_events::head(&database.readers()).await?;
        let recent = Arc::new(RecentEvents::default());
        let queue = AppendQueue::start(EventWriter::new(database.clone(), Arc::clone(&recent)), head);
        let ids = IdBlocks::new(IdSequences(database.clone()));
        let keys = PersonKeys::new(KeyRows(database.clone()));
        let log_id = RwLock::new(read_events::log_id(&database.readers()).await?);
        Ok(Self { database, queue, recent, ids, keys, log_id })
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
}

#[async_trait]
impl LogReader for SqliteEventStore {
    fn log_id(&self) -> String {
        self.log_id.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    async fn reload_log_id(&self) -> Result<String, StoreError> {
        Ok(self.is_now(read_events::log_id(&self.database.readers()).await?))
    }

    async fn read_versions(
        &self,
        stream: StreamId,
        after: Version,
        up_to: Version,
    ) -> Result<Vec<Recorded>, StoreError> {
        self.opened(read_events::stream(&self.database.sound_readers()?, stream, (after, up_to)).await?).await
    }

    async fn read_streams(&self, kind: StreamKind, ids: &[i64], up_to: Position) -> Result<Vec<Recorded>, StoreError> {
        self.opened(read_events::streams(&self.database.sound_readers()?, kind, ids, up_to).await?).await
    }

    async fn streams(&self, kind: StreamKind) -> Result<Vec<i64>, StoreError> {
        read_events::stream_ids(&self.database.readers(), kind).await
    }

    async fn read_from(&self, after: Position, limit: usize) -> Result<Vec<Recorded>, StoreError> {
        self.opened(self.read_sealed(after, limit).await?).await
    }

    async fn read_sealed(&self, after: Position, limit: usize) -> Result<Vec<Recorded>, StoreError> {
        read_events::from(&self.database.readers(), after, limit).await
    }

    fn just_appended(&self, after: Position, limit: usize) -> Vec<Recorded> {
        self.recent.after(after, limit)
    }

    async fn unseal(&self, events: &mut [Recorded]) -> Result<(), StoreError> {
        self.keys.open(events).await
    }

    async fn hash_at(&self, position: Position) -> Result<Option<EventHash>, StoreError> {
        read_events::hash_at(&self.database.readers(), position).await
    }

    async fn happened(
        &self,
        organization_id: OrganizationId,
        before: Option<Position>,
        limit: usize,
    ) -> Result<Vec<Recorded>, StoreError> {
        self.opened(read_events::happened(&self.database.sound_readers()?, organization_id, before, limit).await?).await
    }

    async fn player_salt(&self) -> Result<PlayerSalt, StoreError> {
        read_events::player_salt(&self.database.readers()).await
    }

    async fn head(&self) -> Result<Position, StoreError> {
        read_events::head(&self.database.readers()).await
    }

    fn appended(&self) -> watch::Receiver<Position> {
        self.queue.appended()
    }

    fn backup(&self) -> BoxStream<'static, Result<BackupItem, StoreError>> {
        let readers = self.database.readers();
        backup(|outlet| event_backup::read(readers, outlet))
    }

    async fn ping(&self) -> Result<(), StoreError> {
        read_events::head(&self.database.watcher()).await.map(drop)
    }

    async fn close(&self) {
        self.queue.close().await;
        self.database.close().await;
    }
}

#[async_trait]
impl LogAppender for SqliteEventStore {
    async fn submit(&self, request: AppendRequest, after: Option<PendingAppend>) -> Result<Submitted, StoreError> {
        let keys = self.keys.for_writing(&request).await?;
        let prepared = prepare(request, after, keys)?;
        let pending = prepared.pending.clone();
        let (answer, database) = (self.queue.submit(prepared)?, self.database.clone());
        let landing = async move {
            let appended = outcome(answer).await;
            if let Err(AppendError::Store(error)) = &appended {
                database.note_failure();
                if error.is_corrupt() {
                    database.refuse_writes(error.to_string());
                }
            }
            appended
        };
        Ok(Submitted { pending, landing: Box::pin(landing) })
    }

    async fn try_write(&self) -> Result<(), StoreError> {
        self.database.try_write().await
    }

    fn refuse_writes(&self, damage: String) {
        self.database.refuse_writes(damage);
    }

    async fn renew_log_id(&self) -> Result<String, StoreError> {
        let mut transaction = self.database.writer()?.transaction().await?;
        let renew = sqlx::query("UPDATE log_head SET log_id = lower(hex(randomblob(16))) RETURNING log_id");
        let log_id = renew.fetch_one(&mut *transaction).await?.try_get(0)?;
        transaction.commit().await?;
        Ok(self.is_now(log_id))
    }
}

#[async_trait]
impl Ids for SqliteEventStore {
    async fn reserve_ids(&self, sequence: Sequence, count: usize) -> Result<i64, StoreError> {
        self.ids.reserve(sequence, count).await
    }
}

#[async_trait]
impl Claims for SqliteEventStore {
    async fn holders(&self, scope: &str, names: &[String]) -> Result<Vec<Option<StreamId>>, StoreError> {
        read_events::holders(&self.database.sound_readers()?, scope, names).await
    }
}

#[async_trait]
impl IdempotentAnswers for SqliteEventStore {
    async fn recorded_answer(&self, owner: &str, key: &str) -> Result<Option<IdempotentAnswer>, StoreError> {
        read_events::recorded_answer(&self.database.sound_readers()?, owner, key).await
    }

    async fn answer_hour(&self) -> Result<i64, StoreError> {
        read_events::answer_hour(&self.database.readers()).await
    }

    async fn end_answer_hour(&self, hour: i64, kept: i64) -> Result<u64, StoreError> {
        end_answer_hour(&self.database.writer()?, hour, kept).await
    }
}

#[async_trait]
impl Passwords for SqliteEventStore {
    async fn put_password(&self, id: PasswordId, user_id: UserId, hash: &str) -> Result<(), StoreError> {
        passwords::put(&self.database.writer()?, id, user_id, hash).await
    }

    async fn password(&self, id: PasswordId) -> Result<Option<String>, StoreError> {
        passwords::get(&self.database.sound_readers()?, id).await
    }

    async fn forget_passwords(&self, user_id: UserId, keep: PasswordId) -> Result<u64, StoreError> {
        passwords::forget(&self.database.writer()?, user_id, keep).await
    }
}

#[async_trait]
impl SignInAttempts for SqliteEventStore {
    async fn count_attempt(&self, attempt: &Attempt) -> Result<Option<DateTime<Utc>>, StoreError> {
        attempts::count(&self.database.readers(), &self.database.writer()?, attempt).await
    }

    async fn note_sign_in(&self, sign_in: &SignIn) -> Result<(), StoreError> {
        attempts::succeeded(&self.database.writer()?, sign_in).await
    }

    async fn is_known_origin(&self, origin: &CounterId, since: DateTime<Utc>) -> Result<bool, StoreError> {
        attempts::is_known(&self.database.readers(), origin, since).await
    }

    async fn forget_attempts(&self, begun: DateTime<Utc>, last_used: DateTime<Utc>) -> Result<u64, StoreError> {
        attempts::forget(&self.database.writer()?, begun, last_used).await
    }
}

#[async_trait]
impl Erasures for SqliteEventStore {
    async fn erasures(&self) -> Result<Vec<Erasure>, StoreError> {
        erasures::all(&self.database.readers()).await
    }

    async fn erasure_count(&self) -> Result<i64, StoreError> {
        erasures::count(&self.database.readers()).await
    }

    async fn unfinished_erasures(&self) -> Result<Vec<UserId>, StoreError> {
        erasures::unfinished(&self.database.readers()).await
    }

    async fn finish_erasures(&self, users: &[UserId]) -> Result<(), StoreError> {
        erasures::finish(&self.database.writer()?, users).await
    }

    async fn streams_with(&self, kind: StreamKind, event_type: &str) -> Result<Vec<i64>, StoreError> {
        erasures::streams_with(&self.database.sound_readers()?, kind, event_type).await
    }

    async fn rewrite(&self) -> Result<(), StoreError> {
        erasures::rewrite(&self.database).await
    }
}

#[async_trait]
impl LogRestore for SqliteEventStore {
    async fn restore(
        &self,
        items: BoxStream<'static, Result<BackupItem, StoreError>>,
        erased: &[Erasure],
    ) -> Result<Position, StoreError> {
        let (head, log_id) = event_backup::restore(&self.database.writer()?, items, erased).await?;
        self.is_now(log_id);
        Ok(head)
    }
}
