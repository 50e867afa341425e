//! The event store: an append-only log of all streams, in one order without gaps.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use futures::stream::BoxStream;
use proto_events::ids::{OrganizationId, PasswordId, Sequence, UserId};
use proto_events::{Actor, DomainEvent, EventHash, Position, Recorded, StreamId, StreamKind, Version};
use tokio::sync::watch;

use crate::{Attempt, BackupItem, CounterId, SignIn, StoreError};

/// An event to be appended.
#[derive(Debug, Clone, PartialEq)]
pub struct NewEvent {
    /// When it happened; for imports, the original time.
    pub occurred_at: DateTime<Utc>,
    /// What happened.
    pub event: DomainEvent,
}

/// Events for one stream.
#[derive(Debug, Clone, PartialEq)]
pub struct StreamWrite {
    /// The stream.
    pub stream: StreamId,
    /// The organization it belongs to.
    pub organization_id: OrganizationId,
    /// The version the stream must have: 0 for a new one.
    pub expected_version: Version,
    /// The events, in order.
    pub events: Vec<NewEvent>,
}

/// A name that only one stream may have: a convention's slug, an imported file, a username.
/// Claims stand in the event store and are written in the same transaction as the events.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Claim {
    /// What kind of name, and within what: `convention-slug/3`.
    pub scope: String,
    /// The name.
    pub name: String,
    /// Who holds it.
    pub holder: StreamId,
}

/// What one command appends: all of it or nothing.
#[derive(Debug, Clone, PartialEq)]
pub struct AppendRequest {
    /// Who causes it.
    pub actor: Actor,
    /// When it is written.
    pub recorded_at: DateTime<Utc>,
    /// Events, by stream. Positions follow this order.
    pub writes: Vec<StreamWrite>,
    /// Names taken by it.
    pub claims: Vec<Claim>,
    /// A client's idempotency key with the answer to repeat.
    pub idempotency: Option<IdempotentAnswer>,
    /// The trace of the request that causes it: `traceparent` of W3C Trace Context.
    pub traceparent: Option<String>,
}

/// The recorded answer to a request that carried an `Idempotency-Key`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdempotentAnswer {
    /// Whose key it is: `api-key/7`.
    pub owner: String,
    /// The client's key.
    pub key: String,
    /// SHA-256 of the request, lower-case hex.
    pub request_sha256: String,
    /// The answer, as the write side wants to repeat it.
    pub response: String,
    /// When it was recorded. Answers are kept for 24 hours, which are counted by [`EventStore::answer_hour`].
    pub recorded_at: DateTime<Utc>,
}

/// Where an append ended up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Appended {
    /// Position of the last event written.
    pub position: Position,
}

/// Why an append was refused. Nothing of it was written; its neighbours in the same transaction are not touched.
#[derive(Debug, thiserror::Error)]
pub enum AppendError {
    /// The stream is at another version: somebody else wrote first.
    #[error("{stream} is at version {actual}, not {expected}")]
    Conflict {
        /// The stream.
        stream: StreamId,
        /// Version the command had seen.
        expected: Version,
        /// Version it has.
        actual: Version,
    },
    /// A name is taken.
    #[error("`{}` is taken in {} by {holder}", claim.name, claim.scope)]
    Taken {
        /// The claim refused.
        claim: Claim,
        /// Who holds the name.
        holder: StreamId,
    },
    /// The idempotency key was used before: here is what was answered.
    #[error("this idempotency key was used before")]
    Repeated(Box<IdempotentAnswer>),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The log.
#[async_trait]
pub trait EventStore: Send + Sync + 'static {
    /// Which log this is: random, made with the store, and made anew when a backup is restored. Whoever has kept
    /// something of a log asks for it, since two logs tell different histories by the same positions.
    fn log_id(&self) -> String;

    /// Asks the database which log this is: its writer may have given it another id. From then on [`EventStore::log_id`]
    /// says the same.
    async fn reload_log_id(&self) -> Result<String, StoreError>;

    /// Gives the log another id, because it no longer tells the history that it told: it was set back.
    async fn renew_log_id(&self) -> Result<String, StoreError>;

    /// Appends a command's events durably. Commands waiting at the same time share a transaction.
    async fn append(&self, request: AppendRequest) -> Result<Appended, AppendError>;

    /// Finds out whether the log can be written: by a small flushed write that changes nothing, unless one succeeded a moment
    /// ago. A log that was opened for reading because its disk could not be written is written again from then on.
    async fn try_write(&self) -> Result<(), StoreError>;

    /// Refuses all further writes of this process, and what is read to decide on them, because the database was found damaged.
    fn refuse_writes(&self, damage: String);

    /// A stream's events above `after`, in order.
    async fn read_stream(&self, stream: StreamId, after: Version) -> Result<Vec<Recorded>, StoreError>;

    /// The events of several streams of one kind, up to and including `up_to`, ordered by stream id and version.
    async fn read_streams(&self, kind: StreamKind, ids: &[i64], up_to: Position) -> Result<Vec<Recorded>, StoreError>;

    /// Events above `after`, in order: at most `limit`, and at most about 8 MiB of them.
    async fn read_from(&self, after: Position, limit: usize) -> Result<Vec<Recorded>, StoreError>;

    /// The same as they are stored: what is personal in them is encrypted. For those who pass events on, or keep them.
    async fn read_sealed(&self, after: Position, limit: usize) -> Result<Vec<Recorded>, StoreError>;

    /// Decrypts what is personal in events that came by another way. What no key opens stays encrypted.
    async fn unseal(&self, events: &mut [Recorded]) -> Result<(), StoreError>;

    /// The hash of the event at a position; none where no event is. Before the first event it is [`EventHash::START`].
    async fn hash_at(&self, position: Position) -> Result<Option<EventHash>, StoreError>;

    /// What happened in an organization before this position: the newest events of its streams, newest first, without the
    /// uses of keys.
    async fn happened(
        &self,
        organization_id: OrganizationId,
        before: Option<Position>,
        limit: usize,
    ) -> Result<Vec<Recorded>, StoreError>;

    /// Position of the newest event.
    async fn head(&self) -> Result<Position, StoreError>;

    /// Checks that the database answers. It has a connection of its own, so that it works while all others are in use.
    async fn ping(&self) -> Result<(), StoreError>;

    /// Wakes when this process has appended. Other processes' appends are seen by [`EventStore::head`] alone.
    fn appended(&self) -> watch::Receiver<Position>;

    /// Reserves `count` ids (at least 1); returns the first. Ids are never handed out twice; gaps are allowed.
    async fn reserve_ids(&self, sequence: Sequence, count: usize) -> Result<i64, StoreError>;

    /// Who holds each of these names in `scope`, in the same order.
    async fn holders(&self, scope: &str, names: &[String]) -> Result<Vec<Option<StreamId>>, StoreError>;

    /// The answer recorded for a client's idempotency key.
    async fn recorded_answer(&self, owner: &str, key: &str) -> Result<Option<IdempotentAnswer>, StoreError>;

    /// The hour that answers are recorded in: a number that [`EventStore::end_answer_hour`] counts up. It knows nothing of
    /// clocks, which may jump.
    async fn answer_hour(&self) -> Result<i64, StoreError>;

    /// Ends an hour, if it is still the current one, and forgets the answers recorded more than `kept` hours before the next.
    /// Says how many. The caller must have seen the hour for a whole hour; several processes may do so at once.
    async fn end_answer_hour(&self, hour: i64, kept: i64) -> Result<u64, StoreError>;

    /// Keeps the hash of a password, durably. It counts once an event of the user's names it. The same again changes
    /// nothing; another hash under the same id is refused.
    async fn put_password(&self, id: PasswordId, user_id: UserId, hash: &str) -> Result<(), StoreError>;

    /// The hash of a password. A role that may only read the log is refused by the database.
    async fn password(&self, id: PasswordId) -> Result<Option<String>, StoreError>;

    /// Forgets a user's earlier passwords, those of lower ids; says how many. One that somebody else sets at the same time
    /// has a higher id, and stays.
    async fn forget_passwords(&self, user_id: UserId, keep: PasswordId) -> Result<u64, StoreError>;

    /// Counts an attempt at all its counters. Where one of them allows no more it counts at none, and the answer is the time
    /// from which all allow one again.
    async fn count_attempt(&self, attempt: &Attempt) -> Result<Option<DateTime<Utc>>, StoreError>;

    /// Takes an attempt back whose password was right, and remembers the address for the person.
    async fn note_sign_in(&self, sign_in: &SignIn) -> Result<(), StoreError>;

    /// Whether a person has signed in from an address since this time.
    async fn is_known_origin(&self, origin: &CounterId, since: DateTime<Utc>) -> Result<bool, StoreError>;

    /// Forgets counters that began, and addresses that were last used, before these times. Says how many.
    async fn forget_attempts(&self, begun: DateTime<Utc>, last_used: DateTime<Utc>) -> Result<u64, StoreError>;

    /// Everything in the log that cannot be made again, as it is at one moment; appends go on meanwhile, however slowly it is
    /// taken.
    fn backup(&self) -> BoxStream<'static, Result<BackupItem, StoreError>>;

    /// Fills an empty store from a backup, of any database: whole, or not at all. The log gets a new id. Tells the
    /// position of the newest event. Nobody is woken; whoever follows the log opens the store after this.
    async fn restore(&self, items: BoxStream<'static, Result<BackupItem, StoreError>>) -> Result<Position, StoreError>;

    /// Finishes what was accepted and closes the files.
    async fn close(&self);
}

/// Why a password is not kept: ids are never handed out twice, and this one was.
pub(crate) fn password_taken(id: PasswordId) -> StoreError {
    StoreError::Damaged(format!("another password is kept as {id} already"))
}
