//! The event store: an append-only log of all streams, in one order without gaps between positions.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use futures::stream::BoxStream;
use proto_events::ids::{
    DeliveryId, OrganizationId, PasswordId, Sequence, TournamentId, UserId, WebhookId, WebhookSecretId,
};
use proto_events::player_salt::PlayerSalt;
use proto_events::{EventHash, Position, Recorded, StreamId, StreamKind, Version};
use tokio::sync::watch;

pub use crate::append_request::{
    AppendError, AppendRequest, Claim, IdempotentAnswer, NewEvent, PendingAppend, StreamWrite, Submitted,
};
use crate::attempts::{Attempt, CounterId, SignIn};
use crate::backup::BackupItem;
use crate::deliveries::{
    ChannelKind, Delivery, DeliveryPage, DueRecipient, Message, QueueClaim, Recipient, SettledQueue,
};
use crate::erasures::Erasure;
use crate::error::StoreError;
use crate::notifications::NotificationStore;
use crate::pictures::StoredPicture;
use crate::webhooks::{
    FailingWebhook, StoredWebhookSecret, WebhookEndpoint, WebhookProgress, WebhookReceiver, WebhookStep,
};

/// Reads the log. All that the projector needs.
#[async_trait]
pub trait LogReader: Send + Sync + 'static {
    /// Returns the id of the log: random, created with the store, and replaced when a backup is restored. Code that
    /// keeps data derived from a log compares it, because two logs can have different events at the same positions.
    fn log_id(&self) -> String;

    /// Reads the log's id from the database again, because the writer may have replaced it. From then on
    /// [`LogReader::log_id`] returns the same id.
    async fn reload_log_id(&self) -> Result<String, StoreError>;

    /// Returns a stream's events above `after`, in order.
    async fn read_stream(&self, stream: StreamId, after: Version) -> Result<Vec<Recorded>, StoreError> {
        self.read_versions(stream, after, Version::MAX).await
    }

    /// Returns a stream's events above `after`, up to and including `up_to`, in order.
    async fn read_versions(
        &self,
        stream: StreamId,
        after: Version,
        up_to: Version,
    ) -> Result<Vec<Recorded>, StoreError>;

    /// Returns the events of several streams of one kind, up to and including `up_to`, by stream id and version.
    async fn read_streams(&self, kind: StreamKind, ids: &[i64], up_to: Position) -> Result<Vec<Recorded>, StoreError>;

    /// Returns the ids of all streams of a kind, in order.
    async fn streams(&self, kind: StreamKind) -> Result<Vec<i64>, StoreError>;

    /// Returns events above `after`, in order: at most `limit`, and at most about 8 MiB.
    async fn read_from(&self, after: Position, limit: usize) -> Result<Vec<Recorded>, StoreError>;

    /// Reads events like [`LogReader::read_from`], but leaves personal data encrypted as it is stored. For code that
    /// passes events on or keeps them.
    async fn read_sealed(&self, after: Position, limit: usize) -> Result<Vec<Recorded>, StoreError>;

    /// Returns events above `after` that this process has appended a moment ago and still has in memory, encrypted as
    /// they are stored: at most `limit`, and none if it does not have the first of them. Others must be read.
    fn just_appended(&self, after: Position, limit: usize) -> Vec<Recorded> {
        let mut events = self.newest_appended(after, limit);
        if events.first().is_some_and(|first| first.position.0 != after.0 + 1) {
            events.clear();
        }
        events
    }

    /// The same, but the first event may be later than the next one. There is no gap behind it.
    fn newest_appended(&self, _after: Position, _limit: usize) -> Vec<Recorded> {
        Vec::new()
    }

    /// Decrypts personal data in events from another source. A payload that no key decrypts stays encrypted.
    async fn unseal(&self, events: &mut [Recorded]) -> Result<(), StoreError>;

    /// Returns the hash of the event at a position, if there is one. At position 0 it is [`EventHash::START`].
    async fn hash_at(&self, position: Position) -> Result<Option<EventHash>, StoreError>;

    /// Returns an organization's newest events before a position, newest first, without the uses of keys.
    async fn happened(
        &self,
        organization_id: OrganizationId,
        before: Option<Position>,
        limit: usize,
    ) -> Result<Vec<Recorded>, StoreError>;

    /// Returns the salt of the ids under which players are shown. It never changes, and is part of backups.
    async fn player_salt(&self) -> Result<PlayerSalt, StoreError>;

    /// Returns the position of the newest event.
    async fn head(&self) -> Result<Position, StoreError>;

    /// Returns a watch that changes when this process appends. For appends of other processes, poll
    /// [`LogReader::head`].
    fn appended(&self) -> watch::Receiver<Position>;

    /// Returns everything in the log that cannot be recreated, as of one moment. Appends continue meanwhile, even if
    /// the items are read slowly.
    fn backup(&self) -> BoxStream<'static, Result<BackupItem, StoreError>>;

    /// Checks that the database answers. It has its own connection, so that it works while all others are in use.
    async fn ping(&self) -> Result<(), StoreError>;

    /// Finishes accepted requests and closes the files.
    async fn close(&self);
}

/// An event store: the log, what is written with its events (claims and the recorded answers to idempotency keys), and what is
/// not in the log, which keeps everything: hashes of passwords, attempts at passwords, erasures and webhooks.
///
/// An append of [`proto_events::UserEvent::Erased`] erases the person's key, and deletes the person's claims, passwords and
/// recorded answers in the same transaction.
#[async_trait]
pub trait EventStore: LogReader + NotificationStore {
    /// Appends a command's events durably. Commands waiting at the same time share a transaction.
    async fn append(&self, request: AppendRequest) -> Result<Position, AppendError> {
        self.submit(request, None).await?.landing.await
    }

    /// Gives a command's events their place in the order of the log, and returns before they are written. `after` is an
    /// earlier request whose events these were decided on although they may not be written yet: if it is not written, these are
    /// refused.
    async fn submit(&self, request: AppendRequest, after: Option<PendingAppend>) -> Result<Submitted, StoreError>;

    /// Checks whether the log can be written, by a small flushed write that changes nothing. It is skipped if a write
    /// succeeded a moment ago. A log that was opened read-only because of its disk becomes writable again.
    async fn try_write(&self) -> Result<(), StoreError>;

    /// Makes this process refuse all further writes, and the reads that decide on them, because the database is
    /// damaged.
    fn refuse_writes(&self, damage: String);

    /// Gives the log a new id, because it was set back and no longer has the same history.
    async fn renew_log_id(&self) -> Result<String, StoreError>;

    /// Reserves `count` ids (at least 1) and returns the first. Ids are never issued twice; gaps are allowed.
    async fn reserve_ids(&self, sequence: Sequence, count: usize) -> Result<i64, StoreError>;

    /// Returns the holder of each of these names in `scope`, in the same order.
    async fn holders(&self, scope: &str, names: &[String]) -> Result<Vec<Option<StreamId>>, StoreError>;

    /// Returns the answer recorded for a client's idempotency key.
    async fn recorded_answer(&self, owner: &str, key: &str) -> Result<Option<IdempotentAnswer>, StoreError>;

    /// Returns the hour in which answers are recorded: a counter that [`EventStore::end_answer_hour`] increases.
    /// It is independent of clocks, which may jump.
    async fn answer_hour(&self) -> Result<i64, StoreError>;

    /// Ends an hour if it is still the current one, and deletes answers recorded more than `kept` hours before the
    /// next. Returns how many. At least an hour must have passed since the caller read this hour; several processes may
    /// call it at once.
    async fn end_answer_hour(&self, hour: i64, kept: i64) -> Result<u64, StoreError>;

    /// Stores the hash of a password durably. It becomes valid when an event of the user names it. Storing the same
    /// hash again changes nothing; another hash with the same id is refused.
    async fn put_password(&self, id: PasswordId, user_id: UserId, hash: &str) -> Result<(), StoreError>;

    /// Returns the hash of a password. The database refuses this to roles that may only read the log.
    async fn password(&self, id: PasswordId) -> Result<Option<String>, StoreError>;

    /// Deletes a user's earlier passwords, which have lower ids, and returns how many. A password that is set at the
    /// same time has a higher id and stays.
    async fn forget_passwords(&self, user_id: UserId, keep: PasswordId) -> Result<u64, StoreError>;

    /// Counts an attempt at all its counters. If one of them has reached its limit, counts at none and returns the time
    /// from which all allow an attempt again.
    async fn count_attempt(&self, attempt: &Attempt) -> Result<Option<DateTime<Utc>>, StoreError>;

    /// Returns the time from which an attempt is allowed again, if one of its counters has reached its limit. Counts
    /// nothing.
    async fn next_attempt(&self, attempt: &Attempt) -> Result<Option<DateTime<Utc>>, StoreError>;

    /// Removes an attempt with the right password from the counters, and remembers the address for the person.
    async fn note_sign_in(&self, sign_in: &SignIn) -> Result<(), StoreError>;

    /// Whether a person has signed in from an address since this time.
    async fn is_known_origin(&self, origin: &CounterId, since: DateTime<Utc>) -> Result<bool, StoreError>;

    /// Deletes counters that began, and addresses that were last used, before these times. Returns how many.
    async fn forget_attempts(&self, begun: DateTime<Utc>, last_used: DateTime<Utc>) -> Result<u64, StoreError>;

    /// Returns all erasures, by user id.
    async fn erasures(&self) -> Result<Vec<Erasure>, StoreError>;

    /// Returns how many people were erased.
    async fn erasure_count(&self) -> Result<i64, StoreError>;

    /// Returns the people whose erasure is not finished: their data is erased, and work that follows is left.
    async fn unfinished_erasures(&self) -> Result<Vec<UserId>, StoreError>;

    /// Notes that nothing is left to do for these people.
    async fn finish_erasures(&self, users: &[UserId]) -> Result<(), StoreError>;

    /// Returns the ids of the streams of a kind that have an event of this type, in order. It reads many rows.
    async fn streams_with(&self, kind: StreamKind, event_type: &str) -> Result<Vec<i64>, StoreError>;

    /// Rewrites the tables that held personal data or keys, so that the database's files do not hold deleted rows any
    /// more. Appends wait meanwhile, up to a few seconds.
    async fn rewrite(&self) -> Result<(), StoreError>;

    /// Fills an empty store from a backup of any database, whole or not at all. The log gets a new id. Returns the
    /// position of the newest event. Watches of [`LogReader::appended`] do not change: open the store again to follow
    /// the log. Those of these people who are in the backup are erased in the same transaction; their erasure is
    /// unfinished then.
    async fn restore(
        &self,
        items: BoxStream<'static, Result<BackupItem, StoreError>>,
        erased: &[Erasure],
    ) -> Result<Position, StoreError>;

    /// Stores a picture durably, before the event that names it. Storing it again renews its time.
    async fn put_picture(&self, picture: &StoredPicture) -> Result<(), StoreError>;

    /// Returns the picture with this hash, if the newest state of a stream names it.
    async fn picture(&self, sha256: &str) -> Result<Option<StoredPicture>, StoreError>;

    /// Deletes the pictures that no stream names and that were stored before a time. Returns how many.
    async fn forget_pictures(&self, before: DateTime<Utc>) -> Result<u64, StoreError>;

    /// Stores a secret durably. It becomes valid when an event names it. Ids are never issued twice.
    async fn put_webhook_secret(&self, secret: &StoredWebhookSecret) -> Result<(), StoreError>;

    /// Deletes secrets of a webhook except these. Returns how many.
    async fn forget_webhook_secrets(&self, id: WebhookId, keep: &[WebhookSecretId]) -> Result<u64, StoreError>;

    /// Returns the position up to which events have become messages.
    async fn webhook_progress(&self) -> Result<WebhookProgress, StoreError>;

    /// Returns the webhooks of an organization as of that position.
    async fn webhook_endpoints(&self, id: OrganizationId) -> Result<Vec<WebhookEndpoint>, StoreError>;

    /// Stores the result of some events. Returns false, and stores nothing, if another process was first.
    async fn advance_webhooks(&self, step: &WebhookStep) -> Result<bool, StoreError>;

    /// Returns a webhook with its secrets, if it is enabled.
    async fn webhook_receiver(&self, id: WebhookId) -> Result<Option<WebhookReceiver>, StoreError>;

    /// Queues messages that no event causes, or none directly. A repeated cause changes nothing.
    async fn queue_messages(&self, messages: &[Message]) -> Result<(), StoreError>;

    /// Returns when a letter of an organization was queued: the newest one before `newer` others, if that was after a time.
    async fn letter_before(
        &self,
        of: OrganizationId,
        after: DateTime<Utc>,
        newer: usize,
    ) -> Result<Option<DateTime<Utc>>, StoreError>;

    /// Queues one message.
    async fn queue_message(&self, message: &Message) -> Result<(), StoreError> {
        self.queue_messages(std::slice::from_ref(message)).await
    }

    /// Returns recipients with messages that are due and wanted now.
    async fn due_recipients(&self, channel: ChannelKind, now: DateTime<Utc>) -> Result<Vec<DueRecipient>, StoreError>;

    /// Takes queues of recipients in one transaction. Returns the messages of each queue, in order.
    async fn claim_queues(&self, claims: &[QueueClaim]) -> Result<Vec<Vec<Delivery>>, StoreError>;

    /// Stores the results of queues. Returns the webhooks among them that fail.
    async fn settle_queues(&self, queues: &[SettledQueue]) -> Result<Vec<FailingWebhook>, StoreError>;

    /// Returns when the oldest pending message of a channel was caused.
    async fn oldest_pending_message(&self, channel: ChannelKind) -> Result<Option<DateTime<Utc>>, StoreError>;

    /// Returns the webhooks of an organization whose address accepts nothing.
    async fn failing_webhooks(&self, id: OrganizationId) -> Result<Vec<FailingWebhook>, StoreError>;

    /// Returns a page of the log of deliveries, newest first.
    async fn deliveries(&self, page: &DeliveryPage) -> Result<Vec<Delivery>, StoreError>;

    /// Returns messages to people about an event that failed, newest first, below an id. Those that no longer applied are left out.
    async fn failed_messages(
        &self,
        about: TournamentId,
        before: Option<DeliveryId>,
        limit: i64,
    ) -> Result<Vec<Delivery>, StoreError>;

    /// Returns a delivery to a recipient.
    async fn delivery(&self, recipient: Recipient, id: DeliveryId) -> Result<Option<Delivery>, StoreError> {
        let before = Some(DeliveryId(id.0.saturating_add(1)));
        let newest = self.deliveries(&DeliveryPage { recipient, state: None, before, limit: 1 }).await?;
        Ok(newest.into_iter().find(|delivery| delivery.id == id))
    }

    /// Sends a delivery again, and at once. Returns false if the recipient has no such delivery.
    async fn resend_delivery(&self, to: Recipient, id: DeliveryId, now: DateTime<Utc>) -> Result<bool, StoreError>;

    /// Sends the messages to a recipient that were caused in a period, its end included, again. Returns how many.
    async fn resend_deliveries(
        &self,
        to: Recipient,
        period: (DateTime<Utc>, DateTime<Utc>),
        now: DateTime<Utc>,
    ) -> Result<u64, StoreError>;

    /// Deletes some deliveries that were caused before a time, except those that may still be sent. Returns how many;
    /// fewer than [`FORGOTTEN_AT_ONCE`](crate::deliveries::FORGOTTEN_AT_ONCE) if none is left.
    async fn forget_deliveries(&self, before: DateTime<Utc>) -> Result<u64, StoreError>;
}

/// Returns the error for a password id that already has another hash. Ids are never issued twice.
pub(crate) fn password_taken(id: PasswordId) -> StoreError {
    StoreError::Damaged(format!("another password is already stored with the id {id}"))
}
