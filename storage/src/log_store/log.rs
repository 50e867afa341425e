//! The log on either database: appending to it, and what is written with its events or next to it.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use futures::stream::BoxStream;
use proto_events::ids::{
    DeliveryId, OrganizationId, PasswordId, Sequence, TournamentId, UserId, WebhookId, WebhookSecretId,
};
use proto_events::{Position, StreamId, StreamKind};

use super::events::number;
use super::notifications::NotificationStore;
use super::reader::LogReader;
use super::store::{LogStore, LogTables};
use super::{backup, deliveries as queues, erasures, events, passwords, person_keys, pictures, webhooks as hooks};
use crate::StoreError;
use crate::append::encode::prepare;
use crate::append_request::{AppendError, AppendRequest, Claim, IdempotentAnswer};
use crate::attempts::{Attempt, CounterId, SignIn};
use crate::backup::{BackupItem, StoredPassword};
use crate::columns::time;
use crate::deliveries::{
    self, ChannelKind, Delivery, DeliveryPage, DueQueue, FORGOTTEN_AT_ONCE, Message, Queue, Recipient, SettledQueue,
};
use crate::erasures::Erasure;
use crate::log_rows::{ANSWERS, CLAIMS, PASSWORDS, WEBHOOK_SECRETS, answer, claim, password, password_row, secret_row};
use crate::pictures::StoredPicture;
use crate::sql::{Sql, Statement, StoreRow, Value, among, can_hold, sql};
use crate::store_trait::store_trait;
use crate::tables::{Direct, Purpose};
use crate::webhooks::{
    self, FailingWebhook, StoredWebhookSecret, WebhookEndpoint, WebhookProgress, WebhookReceiver, WebhookStep,
};

store_trait! {
    /// An event store: the log, what is written with its events (claims and the recorded answers to idempotency keys), and what is
    /// not in the log, which keeps everything: hashes of passwords, attempts at passwords, erasures and webhooks.
    ///
    /// An append of [`proto_events::UserEvent::Erased`] erases the person's key, and deletes the person's claims, passwords and
    /// recorded answers in the same transaction.
    pub trait EventStore: LogReader + NotificationStore, for LogStore<T: LogTables>;

    /// Appends a command's events durably, in order of arrival. Commands waiting at the same time share a transaction.
    async fn append(&self, request: AppendRequest) -> Result<Position, AppendError> {
        let queue = self.appending()?;
        self.tables.check(&request)?;
        let keys = person_keys::for_writing(&mut self.tables.show(), &request).await?;
        let appended = queue.append(prepare(request, keys)?).await;
        match &appended {
            Ok(_) => self.last_write.note(),
            Err(AppendError::Store(error)) if error.is_corrupt() => self.refuse_writes(error.to_string()),
            Err(AppendError::Store(_)) => self.last_write.forget(),
            Err(_) => {}
        }
        appended
    }

    /// Checks whether the log can be written, by a small flushed write that changes nothing. It is skipped if a write
    /// succeeded a moment ago. A log that was opened read-only because of its disk becomes writable again.
    async fn try_write(&self) -> Result<(), StoreError> {
        // Older versions note in this table what each process has appended. This is a row of no process.
        let write = sql("INSERT INTO append_writers (writer, batch, seen) VALUES ('test', 0, now())
                         ON CONFLICT (writer) DO UPDATE SET seen = excluded.seen");
        self.last_write.unless_recent(self.tables.try_write(write)).await
    }

    /// Makes this process refuse all further writes, and the reads that decide on them, because the database is
    /// damaged.
    fn refuse_writes(&self, damage: String) {
        self.tables.refuse_writes(damage);
        self.last_write.forget();
    }

    /// Gives the log a new id, because it was set back and no longer has the same history.
    async fn renew_log_id(&self) -> Result<String, StoreError> {
        let mut writer = self.tables.direct(Purpose::Write);
        let renewed = events::renewed_log_id(&mut writer, "").await?;
        Ok(self.is_now(renewed))
    }

    /// Reserves `count` ids (at least 1) and returns the first. Ids are never issued twice; gaps are allowed.
    async fn reserve_ids(&self, sequence: Sequence, count: usize) -> Result<i64, StoreError> {
        self.ids.reserve(&mut self.tables.direct(Purpose::Write), sequence, count).await
    }

    /// Returns the holder of each of these names in `scope`, in the same order.
    async fn holders(&self, scope: &str, names: &[String]) -> Result<Vec<Option<StreamId>>, StoreError> {
        let can_hold = can_hold::<Direct<'_, T>>;
        let asked: Vec<String> = names.iter().filter(|name| can_hold(name)).cloned().collect();
        let mut held = HashMap::<String, StreamId>::new();
        if !asked.is_empty() && can_hold(scope) {
            let among = among::<Direct<'_, T>>("name", "$2");
            let query = CLAIMS.select(&format!("WHERE scope = $1 AND {among}")).bind(scope);
            let claims = self.tables.decide().all(query.bind(Value::Texts(asked)), claim).await?;
            held.extend(claims.into_iter().map(|Claim { name, holder, .. }| (name, holder)));
        }
        Ok(names.iter().map(|name| held.get(name).copied()).collect())
    }

    /// Returns the answer recorded for a client's idempotency key.
    async fn recorded_answer(&self, owner: &str, key: &str) -> Result<Option<IdempotentAnswer>, StoreError> {
        if ![owner, key].into_iter().all(can_hold::<Direct<'_, T>>) {
            return Ok(None);
        }
        let query = ANSWERS.select("WHERE owner = $1 AND client_key = $2");
        self.tables.decide().first(query.bind(owner).bind(key), answer).await
    }

    /// Returns the hour in which answers are recorded: a counter that [`EventStore::end_answer_hour`] increases.
    /// It is independent of clocks, which may jump.
    async fn answer_hour(&self) -> Result<i64, StoreError> {
        self.tables.show().one(sql("SELECT hour FROM answer_clock"), number).await
    }

    /// Ends an hour if it is still the current one, and deletes answers recorded more than `kept` hours before the
    /// next. Returns how many. At least an hour must have passed since the caller read this hour; several processes may
    /// call it at once.
    async fn end_answer_hour(&self, hour: i64, kept: i64) -> Result<u64, StoreError> {
        self.tables.repeated(Purpose::Write, || end_answer_hour(&*self.tables, hour, kept)).await
    }

    /// Stores the hash of a password durably. It becomes valid when an event of the user names it. Storing the same
    /// hash again changes nothing; another hash with the same id is refused.
    async fn put_password(&self, id: PasswordId, user_id: UserId, hash: &str) -> Result<(), StoreError> {
        let password = StoredPassword { id, user_id, hash: hash.to_owned() };
        let put = sql("INSERT INTO passwords AS known (password_id, user_id, hash, checksum)
             SELECT $1, $2, $3, $4 WHERE NOT EXISTS (SELECT 1 FROM erasures WHERE erasures.user_id = $2)
             ON CONFLICT (password_id) DO UPDATE SET hash = excluded.hash
             WHERE known.user_id = excluded.user_id AND known.hash = excluded.hash");
        let put = password_row(&password).into_iter().fold(put, Statement::bind);
        if self.tables.direct(Purpose::Write).execute(put).await? > 0 {
            return Ok(());
        }
        let is_erased = erasures::is_erased(&mut self.tables.decide(), user_id).await?;
        Err(if is_erased { StoreError::Erased(user_id) } else { password_taken(id) })
    }

    /// Returns the hash of a password. The database refuses this to roles that may only read the log.
    async fn password(&self, id: PasswordId) -> Result<Option<String>, StoreError> {
        let query = PASSWORDS.select("WHERE password_id = $1").bind(id.0);
        Ok(self.tables.decide().first(query, password).await?.map(|password| password.hash))
    }

    /// Deletes a user's earlier passwords, which have lower ids, and returns how many. A password that is set at the
    /// same time has a higher id and stays.
    async fn forget_passwords(&self, user_id: UserId, keep: PasswordId) -> Result<u64, StoreError> {
        let delete = sql("DELETE FROM passwords WHERE user_id = $1 AND password_id < $2").bind(user_id.0).bind(keep.0);
        self.tables.direct(Purpose::Write).execute(delete).await
    }

    /// Counts an attempt at all its counters. If one of them has reached its limit, counts at none and returns the time
    /// from which all allow an attempt again.
    async fn count_attempt(&self, attempt: &Attempt) -> Result<Option<DateTime<Utc>>, StoreError> {
        self.appending()?;
        // A refused attempt only costs a read.
        if let Some(until) = self.next_attempt(attempt).await? {
            return Ok(Some(until));
        }
        if self.tables.repeated(Purpose::Write, || passwords::is_counted(&*self.tables, attempt)).await? {
            return Ok(None);
        }
        Ok(Some(self.next_attempt(attempt).await?.unwrap_or(attempt.at)))
    }

    /// Returns the time from which an attempt is allowed again, if one of its counters has reached its limit. Counts
    /// nothing.
    async fn next_attempt(&self, attempt: &Attempt) -> Result<Option<DateTime<Utc>>, StoreError> {
        passwords::refused(&mut self.tables.show(), attempt).await
    }

    /// Removes an attempt with the right password from the counters, and remembers the address for the person.
    async fn note_sign_in(&self, sign_in: &SignIn) -> Result<(), StoreError> {
        self.tables.repeated(Purpose::Write, || passwords::succeeded(&*self.tables, sign_in)).await
    }

    /// Whether a person has signed in from an address since this time.
    async fn is_known_origin(&self, origin: &CounterId, since: DateTime<Utc>) -> Result<bool, StoreError> {
        let query = sql("SELECT 1 FROM sign_in_origins WHERE origin = $1 AND used_at >= $2");
        let query = query.bind(&origin[..]).bind(since.timestamp());
        Ok(self.tables.show().first(query, |_| Ok(())).await?.is_some())
    }

    /// Deletes counters that began, and addresses that were last used, before these times. Returns how many.
    async fn forget_attempts(&self, begun: DateTime<Utc>, last_used: DateTime<Utc>) -> Result<u64, StoreError> {
        let (mut writer, mut forgotten) = (self.tables.direct(Purpose::Write), 0);
        for (delete, before) in [
            ("DELETE FROM sign_in_attempts WHERE since < $1", begun),
            ("DELETE FROM sign_in_origins WHERE used_at < $1", last_used),
        ] {
            forgotten += writer.execute(sql(delete).bind(before.timestamp())).await?;
        }
        Ok(forgotten)
    }

    /// Returns all erasures, by user id.
    async fn erasures(&self) -> Result<Vec<Erasure>, StoreError> {
        erasures::all(&mut self.tables.show()).await
    }

    /// Returns how many people were erased.
    async fn erasure_count(&self) -> Result<i64, StoreError> {
        self.tables.show().one(sql("SELECT count(*) FROM erasures"), number).await
    }

    /// Returns the people whose erasure is not finished: their data is erased, and work that follows is left.
    async fn unfinished_erasures(&self) -> Result<Vec<UserId>, StoreError> {
        let query = sql("SELECT user_id FROM erasures WHERE NOT is_finished ORDER BY user_id");
        self.tables.show().all(query, |row| Ok(UserId(row.column(0)?))).await
    }

    /// Notes that nothing is left to do for these people.
    async fn finish_erasures(&self, users: &[UserId]) -> Result<(), StoreError> {
        let finish =
            format!("UPDATE erasures SET is_finished = TRUE WHERE {}", among::<Direct<'_, T>>("user_id", "$1"));
        let users = Value::Numbers(users.iter().map(|user| user.0).collect());
        self.tables.direct(Purpose::Write).execute(sql(finish).bind(users)).await.map(drop)
    }

    /// Returns the ids of the streams of a kind that have an event of this type, in order. It reads many rows.
    async fn streams_with(&self, kind: StreamKind, event_type: &str) -> Result<Vec<i64>, StoreError> {
        let query = sql("SELECT DISTINCT stream_id FROM events WHERE stream_kind = $1 AND event_type = $2
                         ORDER BY stream_id");
        self.tables.decide().all(query.bind(kind.name()).bind(event_type), number).await
    }

    /// Rewrites the tables that held personal data or keys, so that the database's files do not hold deleted rows any
    /// more. Appends wait meanwhile, up to a few seconds.
    async fn rewrite(&self) -> Result<(), StoreError> {
        self.appending()?;
        self.tables.rewrite().await
    }

    /// Fills an empty store from a backup of any database, whole or not at all. The log gets a new id. Returns the
    /// position of the newest event. Watches of [`LogReader::appended`] do not change: open the store again to follow
    /// the log. Those of these people who are in the backup are erased in the same transaction; their erasure is
    /// unfinished then.
    async fn restore(
        &self,
        items: BoxStream<'static, Result<BackupItem, StoreError>>,
        erased: &[Erasure],
    ) -> Result<Position, StoreError> {
        let mut transaction = self.tables.long_transaction().await?;
        let (head, log_id) = backup::fill(&mut *transaction, items, erased).await?;
        transaction.commit().await?;
        self.is_now(log_id);
        Ok(head)
    }

    /// Stores a picture durably, before the event that names it. Storing it again renews its time.
    async fn put_picture(&self, picture: &StoredPicture) -> Result<(), StoreError> {
        self.tables.direct(Purpose::Write).execute(pictures::put(picture)).await.map(drop)
    }

    /// Returns the picture with this hash, if the newest state of a stream names it.
    async fn picture(&self, sha256: &str) -> Result<Option<StoredPicture>, StoreError> {
        if !can_hold::<Direct<'_, T>>(sha256) {
            return Ok(None);
        }
        self.tables.show().first(pictures::used(sha256), pictures::picture).await
    }

    /// Deletes the pictures that no stream names and that were stored before a time. Returns how many.
    async fn forget_pictures(&self, before: DateTime<Utc>) -> Result<u64, StoreError> {
        self.tables.direct(Purpose::Write).execute(pictures::forget(before)).await
    }

    /// Stores a secret durably. It becomes valid when an event names it. Ids are never issued twice.
    async fn put_webhook_secret(&self, secret: &StoredWebhookSecret) -> Result<(), StoreError> {
        self.tables.direct(Purpose::Write).insert(&WEBHOOK_SECRETS, vec![secret_row(secret)]).await
    }

    /// Deletes secrets of a webhook except these. Returns how many.
    async fn forget_webhook_secrets(&self, id: WebhookId, keep: &[WebhookSecretId]) -> Result<u64, StoreError> {
        // At most two are kept.
        let kept = |index: usize| keep.get(index).map_or(0, |id| id.0);
        let delete = sql("DELETE FROM webhook_secrets WHERE webhook_id = $1 AND secret_id <> $2 AND secret_id <> $3");
        self.tables.direct(Purpose::Write).execute(delete.bind(id.0).bind(kept(0)).bind(kept(1))).await
    }

    /// Returns the position up to which events have become messages.
    async fn webhook_progress(&self) -> Result<WebhookProgress, StoreError> {
        let query = sql("SELECT position, silent_until FROM webhook_progress WHERE id = 1");
        self.tables.show().one(query, webhooks::progress).await
    }

    /// Returns the webhooks of an organization as of that position.
    async fn webhook_endpoints(&self, id: OrganizationId) -> Result<Vec<WebhookEndpoint>, StoreError> {
        let query = hooks::select_endpoints("WHERE organization_id = $1 ORDER BY webhook_id").bind(id.0);
        self.tables.show().all(query, webhooks::endpoint).await
    }

    /// Stores the result of some events. Returns false, and stores nothing, if another process was first.
    async fn advance_webhooks(&self, step: &WebhookStep) -> Result<bool, StoreError> {
        self.tables.repeated(Purpose::Write, || hooks::advance(&*self.tables, step)).await
    }

    /// Returns a webhook with its secrets, if it is enabled.
    async fn webhook_receiver(&self, id: WebhookId) -> Result<Option<WebhookReceiver>, StoreError> {
        hooks::receiver(&mut self.tables.show(), id).await
    }

    /// Queues messages that no event causes, or none directly. A repeated cause changes nothing.
    async fn queue_messages(&self, messages: &[Message]) -> Result<(), StoreError> {
        self.tables.repeated(Purpose::Write, || queues::queue(&*self.tables, messages)).await
    }

    /// Returns when a letter of an organization was queued: the newest one before `newer` others, if that was after a time.
    async fn letter_before(
        &self,
        of: OrganizationId,
        after: DateTime<Utc>,
        newer: usize,
    ) -> Result<Option<DateTime<Utc>>, StoreError> {
        let query = sql(
            "SELECT recorded_at FROM deliveries WHERE recorded_at > $1 AND channel + 0 = 1 AND organization_id = $2
                         ORDER BY recorded_at DESC LIMIT 1 OFFSET $3",
        );
        let query = query.bind(after.timestamp_micros()).bind(of.0).bind(i64::try_from(newer).unwrap_or(i64::MAX));
        self.tables.show().first(query, number).await?.map(time).transpose()
    }

    /// Queues one message.
    async fn queue_message(&self, message: &Message) -> Result<(), StoreError> {
        self.queue_messages(std::slice::from_ref(message)).await
    }

    /// Returns queues of recipients that want messages now: of each recipient, as many as may be under way.
    async fn due_queues(&self, channel: ChannelKind, now: DateTime<Utc>) -> Result<Vec<DueQueue>, StoreError> {
        self.tables.show().all(queues::due(channel, now), deliveries::due).await
    }

    /// Takes those of these queues that are due, from now until a time. Returns the first messages of each queue, in order.
    async fn claim_queues(
        &self,
        wanted: &[Queue],
        times: (DateTime<Utc>, DateTime<Utc>),
    ) -> Result<Vec<Vec<Delivery>>, StoreError> {
        self.tables.repeated(Purpose::Write, || queues::claim(&*self.tables, wanted, times)).await
    }

    /// Stores the results of queues. Returns the webhooks among them that fail.
    async fn settle_queues(&self, queues: &[SettledQueue]) -> Result<Vec<FailingWebhook>, StoreError> {
        self.tables.repeated(Purpose::Write, || queues::settle(&*self.tables, queues)).await
    }

    /// Returns when the oldest pending message of a channel was caused.
    async fn oldest_pending_message(&self, channel: ChannelKind) -> Result<Option<DateTime<Utc>>, StoreError> {
        let query = match channel {
            // They are queued long before they are due.
            ChannelKind::Schedule => {
                "SELECT due_at FROM delivery_queues WHERE channel = $1 AND channel > 0 ORDER BY due_at LIMIT 1"
            }
            _ => "SELECT recorded_at FROM deliveries WHERE channel = $1 AND state = 0 ORDER BY delivery_id LIMIT 1",
        };
        let query = sql(query).bind(channel.code());
        self.tables.show().first(query, number).await?.map(time).transpose()
    }

    /// Returns the webhooks of an organization whose address accepts nothing.
    async fn failing_webhooks(&self, id: OrganizationId) -> Result<Vec<FailingWebhook>, StoreError> {
        let query = sql("SELECT webhook_id, organization_id, failing_since FROM webhook_endpoints
                         WHERE organization_id = $1 AND failing_since IS NOT NULL ORDER BY webhook_id");
        self.tables.show().all(query.bind(id.0), webhooks::failing).await
    }

    /// Returns a page of the log of deliveries, newest first.
    async fn deliveries(&self, page: &DeliveryPage) -> Result<Vec<Delivery>, StoreError> {
        let before = page.before.map_or(i64::MAX, |id| id.0);
        let query = queues::select("WHERE channel = $1 AND recipient = $2 AND delivery_id < $3")
            .bind(page.recipient.channel.code())
            .bind(page.recipient.id)
            .bind(before);
        let query = match page.state {
            None => query,
            Some(state) => query.and(" AND state = ", state.code()),
        };
        let query = query.then(" ORDER BY delivery_id DESC").and(" LIMIT ", page.limit);
        self.tables.show().all(query, deliveries::delivery).await
    }

    /// Returns messages to people about an event that failed, newest first, below an id. Those that no longer applied are left out.
    async fn failed_messages(
        &self,
        about: TournamentId,
        before: Option<DeliveryId>,
        limit: i64,
    ) -> Result<Vec<Delivery>, StoreError> {
        let query = queues::select(
            "WHERE tournament_id = $1 AND state = 2 AND last_error IS NOT NULL AND delivery_id < $2
             ORDER BY delivery_id DESC LIMIT $3",
        );
        let query = query.bind(about.0).bind(before.map_or(i64::MAX, |id| id.0)).bind(limit);
        self.tables.show().all(query, deliveries::delivery).await
    }

    /// Returns a delivery to a recipient.
    async fn delivery(&self, recipient: Recipient, id: DeliveryId) -> Result<Option<Delivery>, StoreError> {
        let before = Some(DeliveryId(id.0.saturating_add(1)));
        let newest = self.deliveries(&DeliveryPage { recipient, state: None, before, limit: 1 }).await?;
        Ok(newest.into_iter().find(|delivery| delivery.id == id))
    }

    /// Sends a delivery again, and at once. Returns false if the recipient has no such delivery.
    async fn resend_delivery(&self, to: Recipient, id: DeliveryId, now: DateTime<Utc>) -> Result<bool, StoreError> {
        let resend = || queues::resend(&*self.tables, to, "delivery_id", (id.0, id.0), now);
        Ok(self.tables.repeated(Purpose::Write, resend).await? > 0)
    }

    /// Sends the messages to a recipient that were caused in a period, its end included, again. Returns how many.
    async fn resend_deliveries(
        &self,
        to: Recipient,
        period: (DateTime<Utc>, DateTime<Utc>),
        now: DateTime<Utc>,
    ) -> Result<u64, StoreError> {
        let period = (period.0.timestamp_micros(), period.1.timestamp_micros());
        self.tables.repeated(Purpose::Write, || queues::resend(&*self.tables, to, "recorded_at", period, now)).await
    }

    /// Deletes some deliveries that were caused before a time, except those that may still be sent. Returns how many;
    /// fewer than [`FORGOTTEN_AT_ONCE`](crate::deliveries::FORGOTTEN_AT_ONCE) if none is left.
    async fn forget_deliveries(&self, before: DateTime<Utc>) -> Result<u64, StoreError> {
        let delete = sql("DELETE FROM deliveries WHERE delivery_id IN
             (SELECT delivery_id FROM deliveries
              WHERE recorded_at < $1 AND (state <> 0 OR expires_at < $1) LIMIT $2)");
        let delete = delete.bind(before.timestamp_micros()).bind(FORGOTTEN_AT_ONCE);
        self.tables.direct(Purpose::Write).execute(delete).await
    }
}

/// Ends the current hour of recorded answers, if it is `hour`, and deletes answers from more than `kept` hours before
/// the next.
async fn end_answer_hour<T: LogTables>(tables: &T, hour: i64, kept: i64) -> Result<u64, StoreError> {
    let mut transaction = tables.transaction().await?;
    let end = sql("UPDATE answer_clock SET hour = hour + 1 WHERE hour = $1").bind(hour);
    let mut forgotten = 0;
    if transaction.execute(end).await? > 0 {
        let forget = sql("DELETE FROM idempotent_answers WHERE hour < $1").bind(hour + 1 - kept);
        forgotten = transaction.execute(forget).await?;
    }
    transaction.commit().await?;
    Ok(forgotten)
}

/// Returns the error for a password id that already has another hash. Ids are never issued twice.
fn password_taken(id: PasswordId) -> StoreError {
    StoreError::Damaged(format!("another password is already stored with the id {id}"))
}
