//! The log on either database: reading it, appending to it, and what is written with its events or next to it.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError};

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use futures::stream::BoxStream;
use proto_events::ids::{DeliveryId, OrganizationId, PasswordId, Sequence, UserId, WebhookId, WebhookSecretId};
use proto_events::player_salt::PlayerSalt;
use proto_events::{EventHash, Position, Recorded, StreamId, StreamKind, Version};
use tokio::sync::watch;

use super::events::number;
use super::store::{LogStore, LogTables, deciding, decrypted, shown};
use super::{backup, erasures, events, passwords, webhooks as queues};
use crate::StoreError;
use crate::append::encode::prepare;
use crate::append::queue::outcome;
use crate::attempts::{Attempt, CounterId, SignIn};
use crate::backup::{BackupItem, StoredPassword};
use crate::columns::{event_hash, time};
use crate::erasures::Erasure;
use crate::events::{
    AppendRequest, Claim, EventStore, IdempotentAnswer, LogReader, PendingAppend, Submitted, password_taken,
};
use crate::log_rows::{answer, claim, password};
use crate::sql::{Sql, StoreRow, Value, among, can_hold, sql};
use crate::tables::{Direct, Purpose};
use crate::webhooks::{
    self, ClaimedQueues, Delivery, DeliveryPage, DueWebhook, FORGOTTEN_AT_ONCE, FailingWebhook, QueueClaim,
    SettledQueue, StoredWebhookSecret, WebhookEndpoint, WebhookProgress, WebhookStep,
};

#[async_trait]
impl<T: LogTables> LogReader for LogStore<T> {
    fn log_id(&self) -> String {
        self.log_id.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    async fn reload_log_id(&self) -> Result<String, StoreError> {
        Ok(self.is_now(events::log_id(&mut shown(self)).await?))
    }

    async fn read_versions(
        &self,
        stream: StreamId,
        after: Version,
        up_to: Version,
    ) -> Result<Vec<Recorded>, StoreError> {
        let query = events::stream_query().bind(stream.kind.name()).bind(stream.id).bind(after).bind(up_to);
        decrypted(self, events::decoded(&mut deciding(self), query).await?).await
    }

    async fn read_streams(&self, kind: StreamKind, ids: &[i64], up_to: Position) -> Result<Vec<Recorded>, StoreError> {
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let query = events::streams_query::<Direct<'_, T>>().bind(kind.name()).bind(Value::Numbers(ids.to_vec()));
        decrypted(self, events::decoded(&mut deciding(self), query.bind(up_to.0)).await?).await
    }

    async fn streams(&self, kind: StreamKind) -> Result<Vec<i64>, StoreError> {
        // The index covers the query.
        let query = sql("SELECT stream_id FROM events WHERE stream_kind = $1 AND version = 1 ORDER BY stream_id");
        shown(self).all(query.bind(kind.name()), number).await
    }

    async fn read_from(&self, after: Position, limit: usize) -> Result<Vec<Recorded>, StoreError> {
        decrypted(self, self.read_sealed(after, limit).await?).await
    }

    async fn read_sealed(&self, after: Position, limit: usize) -> Result<Vec<Recorded>, StoreError> {
        self.tables.read_log(after, limit).await
    }

    fn just_appended(&self, after: Position, limit: usize) -> Vec<Recorded> {
        self.appending.as_ref().map_or_else(Vec::new, |appending| appending.recent.after(after, limit))
    }

    async fn unseal(&self, events: &mut [Recorded]) -> Result<(), StoreError> {
        self.keys.open(&mut shown(self), events).await
    }

    async fn hash_at(&self, position: Position) -> Result<Option<EventHash>, StoreError> {
        if position == Position::START {
            return Ok(Some(EventHash::START));
        }
        let query = sql("SELECT hash FROM events WHERE position = $1").bind(position.0);
        shown(self).first(query, |row| event_hash(row.column(0)?)).await
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
        decrypted(self, events::decoded(&mut deciding(self), query).await?).await
    }

    async fn player_salt(&self) -> Result<PlayerSalt, StoreError> {
        events::player_salt(&mut shown(self)).await
    }

    async fn head(&self) -> Result<Position, StoreError> {
        events::head(&mut shown(self)).await
    }

    fn appended(&self) -> watch::Receiver<Position> {
        self.appending.as_ref().map_or_else(|| self.still.subscribe(), |appending| appending.queue.appended())
    }

    fn backup(&self) -> BoxStream<'static, Result<BackupItem, StoreError>> {
        let tables = Arc::clone(&self.tables);
        crate::backup::backup(|sender| backup::read(tables, sender))
    }

    async fn ping(&self) -> Result<(), StoreError> {
        self.tables.ping().await
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
        let keys = self.keys.for_writing(&mut shown(self), &request).await?;
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
        self.tables.try_write().await
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
            let query = format!(
                "SELECT scope, name, holder_kind, holder_id, checksum FROM claims WHERE scope = $1 AND {among}"
            );
            let claims = deciding(self).all(sql(query).bind(scope).bind(Value::Texts(asked)), claim).await?;
            held.extend(claims.into_iter().map(|Claim { name, holder, .. }| (name, holder)));
        }
        Ok(names.iter().map(|name| held.get(name).copied()).collect())
    }

    async fn recorded_answer(&self, owner: &str, key: &str) -> Result<Option<IdempotentAnswer>, StoreError> {
        if ![owner, key].into_iter().all(can_hold::<Direct<'_, T>>) {
            return Ok(None);
        }
        let query =
            sql("SELECT owner, client_key, request_sha256, response, recorded_at, checksum FROM idempotent_answers
                 WHERE owner = $1 AND client_key = $2");
        deciding(self).first(query.bind(owner).bind(key), answer).await
    }

    async fn answer_hour(&self) -> Result<i64, StoreError> {
        shown(self).one(sql("SELECT hour FROM answer_clock"), number).await
    }

    async fn end_answer_hour(&self, hour: i64, kept: i64) -> Result<u64, StoreError> {
        self.tables.repeated(|| end_answer_hour(&*self.tables, hour, kept)).await
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
        let put = put.bind(id.0).bind(user_id.0).bind(hash).bind(password.checksum());
        if self.tables.direct(Purpose::Write).execute(put).await? > 0 {
            return Ok(());
        }
        let is_erased = erasures::is_erased(&mut deciding(self), user_id).await?;
        Err(if is_erased { StoreError::Erased(user_id) } else { password_taken(id) })
    }

    async fn password(&self, id: PasswordId) -> Result<Option<String>, StoreError> {
        let query = sql("SELECT password_id, user_id, hash, checksum FROM passwords WHERE password_id = $1").bind(id.0);
        Ok(deciding(self).first(query, password).await?.map(|password| password.hash))
    }

    async fn forget_passwords(&self, user_id: UserId, keep: PasswordId) -> Result<u64, StoreError> {
        let delete = sql("DELETE FROM passwords WHERE user_id = $1 AND password_id < $2").bind(user_id.0).bind(keep.0);
        self.tables.direct(Purpose::Write).execute(delete).await
    }

    async fn count_attempt(&self, attempt: &Attempt) -> Result<Option<DateTime<Utc>>, StoreError> {
        self.appending()?;
        // A refused attempt only costs a read.
        if let Some(until) = passwords::refused(&mut shown(self), attempt).await? {
            return Ok(Some(until));
        }
        if self.tables.repeated(|| passwords::is_counted(&*self.tables, attempt)).await? {
            return Ok(None);
        }
        let until = passwords::refused(&mut shown(self), attempt).await?;
        Ok(Some(until.unwrap_or(attempt.at)))
    }

    async fn note_sign_in(&self, sign_in: &SignIn) -> Result<(), StoreError> {
        self.tables.repeated(|| passwords::succeeded(&*self.tables, sign_in)).await
    }

    async fn is_known_origin(&self, origin: &CounterId, since: DateTime<Utc>) -> Result<bool, StoreError> {
        let query = sql("SELECT 1 FROM sign_in_origins WHERE origin = $1 AND used_at >= $2");
        let query = query.bind(&origin[..]).bind(since.timestamp());
        Ok(shown(self).first(query, |_| Ok(())).await?.is_some())
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
        erasures::all(&mut shown(self)).await
    }

    async fn erasure_count(&self) -> Result<i64, StoreError> {
        shown(self).one(sql("SELECT count(*) FROM erasures"), number).await
    }

    async fn unfinished_erasures(&self) -> Result<Vec<UserId>, StoreError> {
        let query = sql("SELECT user_id FROM erasures WHERE NOT is_finished ORDER BY user_id");
        shown(self).all(query, |row| Ok(UserId(row.column(0)?))).await
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
        deciding(self).all(query.bind(kind.name()).bind(event_type), number).await
    }

    async fn rewrite(&self) -> Result<(), StoreError> {
        self.appending()?;
        self.tables.rewrite().await
    }

    async fn put_webhook_secret(&self, secret: &StoredWebhookSecret) -> Result<(), StoreError> {
        queues::put_secret(&mut self.tables.direct(Purpose::Write), secret).await
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
        let query = queues::select_endpoints("WHERE organization_id = $1 ORDER BY webhook_id").bind(id.0);
        self.tables.direct(Purpose::Operate).all(query, webhooks::endpoint).await
    }

    async fn advance_webhooks(&self, step: &WebhookStep) -> Result<bool, StoreError> {
        self.tables.repeated(|| queues::advance(&*self.tables, step)).await
    }

    async fn due_webhooks(&self, now: DateTime<Utc>) -> Result<Vec<DueWebhook>, StoreError> {
        let query = sql("SELECT webhook_id, organization_id FROM webhook_endpoints AS it
             WHERE enabled = 1 AND paused_until <= $1
             AND EXISTS (SELECT 1 FROM webhook_queues
                         WHERE webhook_id = it.webhook_id AND due_at <= $1 AND claimed_until <= $1)");
        self.tables.direct(Purpose::Operate).all(query.bind(now.timestamp_micros()), webhooks::due).await
    }

    async fn claim_queues(&self, queues: &QueueClaim) -> Result<Option<ClaimedQueues>, StoreError> {
        self.tables.repeated(|| queues::claim(&*self.tables, queues)).await
    }

    async fn settle_queues(&self, queues: &[SettledQueue]) -> Result<Vec<FailingWebhook>, StoreError> {
        self.tables.repeated(|| queues::settle(&*self.tables, queues)).await
    }

    async fn oldest_pending_message(&self) -> Result<Option<DateTime<Utc>>, StoreError> {
        let query = sql("SELECT recorded_at FROM webhook_deliveries WHERE state = 0 ORDER BY delivery_id LIMIT 1");
        self.tables.direct(Purpose::Operate).first(query, number).await?.map(time).transpose()
    }

    async fn failing_webhooks(&self, id: OrganizationId) -> Result<Vec<FailingWebhook>, StoreError> {
        let query = sql("SELECT webhook_id, organization_id, failing_since FROM webhook_endpoints
                         WHERE organization_id = $1 AND failing_since IS NOT NULL ORDER BY webhook_id");
        self.tables.direct(Purpose::Operate).all(query.bind(id.0), webhooks::failing).await
    }

    async fn deliveries(&self, page: &DeliveryPage) -> Result<Vec<Delivery>, StoreError> {
        let before = page.before.map_or(i64::MAX, |id| id.0);
        let query = queues::select_deliveries("WHERE webhook_id = $1 AND delivery_id < $2")
            .bind(page.webhook_id.0)
            .bind(before);
        let query = match page.state {
            None => query,
            Some(state) => query.and(" AND state = ", state.code()),
        };
        let query = query.then(" ORDER BY delivery_id DESC").and(" LIMIT ", page.limit);
        self.tables.direct(Purpose::Operate).all(query, webhooks::delivery).await
    }

    async fn delivery(&self, webhook: WebhookId, id: DeliveryId) -> Result<Option<Delivery>, StoreError> {
        let query = queues::select_deliveries("WHERE delivery_id = $1 AND webhook_id = $2").bind(id.0).bind(webhook.0);
        self.tables.direct(Purpose::Operate).first(query, webhooks::delivery).await
    }

    async fn resend_delivery(
        &self,
        webhook: WebhookId,
        id: DeliveryId,
        now: DateTime<Utc>,
    ) -> Result<bool, StoreError> {
        let resend = || queues::resend(&*self.tables, webhook, "delivery_id", (id.0, id.0), now);
        Ok(self.tables.repeated(resend).await? > 0)
    }

    async fn resend_deliveries(
        &self,
        webhook: WebhookId,
        period: (DateTime<Utc>, DateTime<Utc>),
        now: DateTime<Utc>,
    ) -> Result<u64, StoreError> {
        let period = (period.0.timestamp_micros(), period.1.timestamp_micros());
        self.tables.repeated(|| queues::resend(&*self.tables, webhook, "recorded_at", period, now)).await
    }

    async fn forget_deliveries(&self, before: DateTime<Utc>) -> Result<u64, StoreError> {
        let delete = sql("DELETE FROM webhook_deliveries WHERE delivery_id IN
             (SELECT delivery_id FROM webhook_deliveries WHERE recorded_at < $1 AND state <> 0 LIMIT $2)");
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
