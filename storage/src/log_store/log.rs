//! The log on either database: reading it, appending to it, and what is written with its events or next to it.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError};

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use futures::stream::BoxStream;
use proto_events::ids::{
    DeliveryId, OrganizationId, PasswordId, Sequence, TournamentId, UserId, WebhookId, WebhookSecretId,
};
use proto_events::player_salt::PlayerSalt;
use proto_events::{EventHash, Position, Recorded, StreamId, StreamKind, Version};
use tokio::sync::watch;

use super::events::number;
use super::store::{LogStore, LogTables, decrypted};
use super::{backup, deliveries as queues, erasures, events, passwords, person_keys, pictures, webhooks as hooks};
use crate::StoreError;
use crate::append::encode::prepare;
use crate::append::queue::outcome;
use crate::attempts::{Attempt, CounterId, SignIn};
use crate::backup::{BackupItem, StoredPassword};
use crate::columns::{event_hash, time};
use crate::deliveries::{
    self, ChannelKind, Delivery, DeliveryPage, DueRecipient, FORGOTTEN_AT_ONCE, Message, QueueClaim, Recipient,
    SettledQueue,
};
use crate::erasures::Erasure;
use crate::events::{
    AppendRequest, Claim, EventStore, IdempotentAnswer, LogReader, PendingAppend, Submitted, password_taken,
};
use crate::log_rows::{ANSWERS, CLAIMS, PASSWORDS, WEBHOOK_SECRETS, answer, claim, password, password_row, secret_row};
use crate::pictures::StoredPicture;
use crate::sql::{Sql, Statement, StoreRow, Value, among, can_hold, sql};
use crate::tables::{Direct, Purpose};
use crate::webhooks::{
    self, FailingWebhook, StoredWebhookSecret, WebhookEndpoint, WebhookProgress, WebhookReceiver, WebhookStep,
};

#[async_trait]
impl<T: LogTables> LogReader for LogStore<T> {
    fn log_id(&self) -> String {
        self.log_id.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    async fn reload_log_id(&self) -> Result<String, StoreError> {
        Ok(self.is_now(events::log_id(&mut self.tables.show()).await?))
    }

    async fn read_versions(
        &self,
        stream: StreamId,
        after: Version,
        up_to: Version,
    ) -> Result<Vec<Recorded>, StoreError> {
        let query = events::stream_query().bind(stream.kind.name()).bind(stream.id).bind(after).bind(up_to);
        decrypted(self, events::decoded(&mut self.tables.decide(), query).await?).await
    }

    async fn read_streams(&self, kind: StreamKind, ids: &[i64], up_to: Position) -> Result<Vec<Recorded>, StoreError> {
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let query = events::streams_query::<Direct<'_, T>>().bind(kind.name()).bind(Value::Numbers(ids.to_vec()));
        decrypted(self, events::decoded(&mut self.tables.decide(), query.bind(up_to.0)).await?).await
    }

    async fn streams(&self, kind: StreamKind) -> Result<Vec<i64>, StoreError> {
        // The index covers the query.
        let query = sql("SELECT stream_id FROM events WHERE stream_kind = $1 AND version = 1 ORDER BY stream_id");
        self.tables.show().all(query.bind(kind.name()), number).await
    }

    async fn read_from(&self, after: Position, limit: usize) -> Result<Vec<Recorded>, StoreError> {
        decrypted(self, self.read_sealed(after, limit).await?).await
    }

    async fn read_sealed(&self, after: Position, limit: usize) -> Result<Vec<Recorded>, StoreError> {
        self.tables.read_log(after, limit).await
    }

    fn newest_appended(&self, after: Position, limit: usize) -> Vec<Recorded> {
        self.appending.as_ref().map_or_else(Vec::new, |appending| appending.recent.after(after, limit))
    }

    async fn unseal(&self, events: &mut [Recorded]) -> Result<(), StoreError> {
        person_keys::open(&mut self.tables.show(), events).await
    }

    async fn hash_at(&self, position: Position) -> Result<Option<EventHash>, StoreError> {
        if position == Position::START {
            return Ok(Some(EventHash::START));
        }
        let query = sql("SELECT hash FROM events WHERE position = $1").bind(position.0);
        self.tables.show().first(query, |row| event_hash(row.column(0)?)).await
    }

    async fn happened(
        &self,
        organization_id: OrganizationId,
        before: Option<Position>,
        limit: usize,
    ) -> Result<Vec<Recorded>, StoreError> {
        let before = before.map_or(i64::MAX, |position| position.0);
        let query = events::happened_query::<Direct<'_, T>>().bind(organization_id.0).bind(before);
        let query = query.bind(i64::try_from(limit).unwrap_or(i64::MAX));
        decrypted(self, events::decoded(&mut self.tables.decide(), query).await?).await
    }

    async fn player_salt(&self) -> Result<PlayerSalt, StoreError> {
        events::player_salt(&mut self.tables.show()).await
    }

    async fn head(&self) -> Result<Position, StoreError> {
        events::head(&mut self.tables.show()).await
    }

    fn appended(&self) -> watch::Receiver<Position> {
        self.appending.as_ref().map_or_else(|| self.still.subscribe(), |appending| appending.queue.appended())
    }

    fn backup(&self) -> BoxStream<'static, Result<BackupItem, StoreError>> {
        backup::read(Arc::clone(&self.tables))
    }

    async fn ping(&self) -> Result<(), StoreError> {
        self.tables.ping(sql(events::HEAD)).await
    }

    async fn close(&self) {
        if let Some(appending) = &self.appending {
            appending.queue.close().await;
        }
        self.tables.close().await;
    }
}

#[async_trait]
impl<T: LogTables> EventStore for LogStore<T> {
    async fn submit(&self, request: AppendRequest, after: Option<PendingAppend>) -> Result<Submitted, StoreError> {
        let queue = &self.appending()?.queue;
        self.tables.check(&request)?;
        let keys = person_keys::for_writing(&mut self.tables.show(), &request).await?;
        let prepared = prepare(request, after, keys)?;
        let pending = prepared.pending.clone();
        let (answer, tables) = (queue.submit(prepared)?, Arc::clone(&self.tables));
        let landing = async move {
            let appended = outcome(answer).await;
            tables.note(&appended);
            appended
        };
        Ok(Submitted { pending, landing: Box::pin(landing) })
    }

    async fn try_write(&self) -> Result<(), StoreError> {
        // A row of no process.
        let write = sql("INSERT INTO append_writers (writer, batch, seen) VALUES ('test', 0, now())
                         ON CONFLICT (writer) DO UPDATE SET seen = excluded.seen");
        self.tables.try_write(write).await
    }

    fn refuse_writes(&self, damage: String) {
        self.tables.refuse_writes(damage);
    }

    async fn renew_log_id(&self) -> Result<String, StoreError> {
        let mut writer = self.tables.direct(Purpose::Write);
        let renewed = events::renewed_log_id(&mut writer, "").await?;
        Ok(self.is_now(renewed))
    }

    async fn reserve_ids(&self, sequence: Sequence, count: usize) -> Result<i64, StoreError> {
        self.ids.reserve(&mut self.tables.direct(Purpose::Write), sequence, count).await
    }

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

    async fn recorded_answer(&self, owner: &str, key: &str) -> Result<Option<IdempotentAnswer>, StoreError> {
        if ![owner, key].into_iter().all(can_hold::<Direct<'_, T>>) {
            return Ok(None);
        }
        let query = ANSWERS.select("WHERE owner = $1 AND client_key = $2");
        self.tables.decide().first(query.bind(owner).bind(key), answer).await
    }

    async fn answer_hour(&self) -> Result<i64, StoreError> {
        self.tables.show().one(sql("SELECT hour FROM answer_clock"), number).await
    }

    async fn end_answer_hour(&self, hour: i64, kept: i64) -> Result<u64, StoreError> {
        self.tables.repeated(Purpose::Write, || end_answer_hour(&*self.tables, hour, kept)).await
    }

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

    async fn password(&self, id: PasswordId) -> Result<Option<String>, StoreError> {
        let query = PASSWORDS.select("WHERE password_id = $1").bind(id.0);
        Ok(self.tables.decide().first(query, password).await?.map(|password| password.hash))
    }

    async fn forget_passwords(&self, user_id: UserId, keep: PasswordId) -> Result<u64, StoreError> {
        let delete = sql("DELETE FROM passwords WHERE user_id = $1 AND password_id < $2").bind(user_id.0).bind(keep.0);
        self.tables.direct(Purpose::Write).execute(delete).await
    }

    async fn next_attempt(&self, attempt: &Attempt) -> Result<Option<DateTime<Utc>>, StoreError> {
        passwords::refused(&mut self.tables.show(), attempt).await
    }

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

    async fn note_sign_in(&self, sign_in: &SignIn) -> Result<(), StoreError> {
        self.tables.repeated(Purpose::Write, || passwords::succeeded(&*self.tables, sign_in)).await
    }

    async fn is_known_origin(&self, origin: &CounterId, since: DateTime<Utc>) -> Result<bool, StoreError> {
        let query = sql("SELECT 1 FROM sign_in_origins WHERE origin = $1 AND used_at >= $2");
        let query = query.bind(&origin[..]).bind(since.timestamp());
        Ok(self.tables.show().first(query, |_| Ok(())).await?.is_some())
    }

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

    async fn erasures(&self) -> Result<Vec<Erasure>, StoreError> {
        erasures::all(&mut self.tables.show()).await
    }

    async fn erasure_count(&self) -> Result<i64, StoreError> {
        self.tables.show().one(sql("SELECT count(*) FROM erasures"), number).await
    }

    async fn unfinished_erasures(&self) -> Result<Vec<UserId>, StoreError> {
        let query = sql("SELECT user_id FROM erasures WHERE NOT is_finished ORDER BY user_id");
        self.tables.show().all(query, |row| Ok(UserId(row.column(0)?))).await
    }

    async fn finish_erasures(&self, users: &[UserId]) -> Result<(), StoreError> {
        let finish =
            format!("UPDATE erasures SET is_finished = TRUE WHERE {}", among::<Direct<'_, T>>("user_id", "$1"));
        let users = Value::Numbers(users.iter().map(|user| user.0).collect());
        self.tables.direct(Purpose::Write).execute(sql(finish).bind(users)).await.map(drop)
    }

    async fn streams_with(&self, kind: StreamKind, event_type: &str) -> Result<Vec<i64>, StoreError> {
        let query = sql("SELECT DISTINCT stream_id FROM events WHERE stream_kind = $1 AND event_type = $2
                         ORDER BY stream_id");
        self.tables.decide().all(query.bind(kind.name()).bind(event_type), number).await
    }

    async fn rewrite(&self) -> Result<(), StoreError> {
        self.appending()?;
        self.tables.rewrite().await
    }

    async fn put_picture(&self, picture: &StoredPicture) -> Result<(), StoreError> {
        self.tables.direct(Purpose::Write).execute(pictures::put(picture)).await.map(drop)
    }

    async fn picture(&self, sha256: &str) -> Result<Option<StoredPicture>, StoreError> {
        if !can_hold::<Direct<'_, T>>(sha256) {
            return Ok(None);
        }
        self.tables.show().first(pictures::used(sha256), pictures::picture).await
    }

    async fn forget_pictures(&self, before: DateTime<Utc>) -> Result<u64, StoreError> {
        self.tables.direct(Purpose::Write).execute(pictures::forget(before)).await
    }

    async fn put_webhook_secret(&self, secret: &StoredWebhookSecret) -> Result<(), StoreError> {
        self.tables.direct(Purpose::Write).insert(&WEBHOOK_SECRETS, vec![secret_row(secret)]).await
    }

    async fn forget_webhook_secrets(&self, id: WebhookId, keep: &[WebhookSecretId]) -> Result<u64, StoreError> {
        // At most two are kept.
        let kept = |index: usize| keep.get(index).map_or(0, |id| id.0);
        let delete = sql("DELETE FROM webhook_secrets WHERE webhook_id = $1 AND secret_id <> $2 AND secret_id <> $3");
        self.tables.direct(Purpose::Write).execute(delete.bind(id.0).bind(kept(0)).bind(kept(1))).await
    }

    async fn webhook_progress(&self) -> Result<WebhookProgress, StoreError> {
        let query = sql("SELECT position, silent_until FROM webhook_progress WHERE id = 1");
        self.tables.direct(Purpose::Operate).one(query, webhooks::progress).await
    }

    async fn webhook_endpoints(&self, id: OrganizationId) -> Result<Vec<WebhookEndpoint>, StoreError> {
        let query = hooks::select_endpoints("WHERE organization_id = $1 ORDER BY webhook_id").bind(id.0);
        self.tables.direct(Purpose::Operate).all(query, webhooks::endpoint).await
    }

    async fn advance_webhooks(&self, step: &WebhookStep) -> Result<bool, StoreError> {
        self.tables.repeated(Purpose::Write, || hooks::advance(&*self.tables, step)).await
    }

    async fn webhook_receiver(&self, id: WebhookId) -> Result<Option<WebhookReceiver>, StoreError> {
        hooks::receiver(&mut self.tables.direct(Purpose::Operate), id).await
    }

    async fn queue_messages(&self, messages: &[Message]) -> Result<(), StoreError> {
        self.tables.repeated(Purpose::Write, || queues::queue(&*self.tables, messages)).await
    }

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
        self.tables.direct(Purpose::Operate).first(query, number).await?.map(time).transpose()
    }

    async fn due_recipients(&self, channel: ChannelKind, now: DateTime<Utc>) -> Result<Vec<DueRecipient>, StoreError> {
        self.tables.direct(Purpose::Operate).all(queues::due(channel, now), deliveries::due).await
    }

    async fn claim_queues(&self, claims: &[QueueClaim]) -> Result<Vec<Vec<Delivery>>, StoreError> {
        self.tables.repeated(Purpose::Write, || queues::claim(&*self.tables, claims)).await
    }

    async fn settle_queues(&self, queues: &[SettledQueue]) -> Result<Vec<FailingWebhook>, StoreError> {
        self.tables.repeated(Purpose::Write, || queues::settle(&*self.tables, queues)).await
    }

    async fn oldest_pending_message(&self, channel: ChannelKind) -> Result<Option<DateTime<Utc>>, StoreError> {
        let query = match channel {
            // They are queued long before they are due.
            ChannelKind::Schedule => {
                "SELECT due_at FROM delivery_queues WHERE channel = $1 AND channel > 0 ORDER BY due_at LIMIT 1"
            }
            _ => "SELECT recorded_at FROM deliveries WHERE channel = $1 AND state = 0 ORDER BY delivery_id LIMIT 1",
        };
        let query = sql(query).bind(channel.code());
        self.tables.direct(Purpose::Operate).first(query, number).await?.map(time).transpose()
    }

    async fn failing_webhooks(&self, id: OrganizationId) -> Result<Vec<FailingWebhook>, StoreError> {
        let query = sql("SELECT webhook_id, organization_id, failing_since FROM webhook_endpoints
                         WHERE organization_id = $1 AND failing_since IS NOT NULL ORDER BY webhook_id");
        self.tables.direct(Purpose::Operate).all(query.bind(id.0), webhooks::failing).await
    }

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
        self.tables.direct(Purpose::Operate).all(query, deliveries::delivery).await
    }

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
        self.tables.direct(Purpose::Operate).all(query, deliveries::delivery).await
    }

    async fn resend_delivery(&self, to: Recipient, id: DeliveryId, now: DateTime<Utc>) -> Result<bool, StoreError> {
        let resend = || queues::resend(&*self.tables, to, "delivery_id", (id.0, id.0), now);
        Ok(self.tables.repeated(Purpose::Write, resend).await? > 0)
    }

    async fn resend_deliveries(
        &self,
        to: Recipient,
        period: (DateTime<Utc>, DateTime<Utc>),
        now: DateTime<Utc>,
    ) -> Result<u64, StoreError> {
        let period = (period.0.timestamp_micros(), period.1.timestamp_micros());
        self.tables.repeated(Purpose::Write, || queues::resend(&*self.tables, to, "recorded_at", period, now)).await
    }

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
