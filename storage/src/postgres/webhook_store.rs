//! Webhooks in the log's database. Each write may be repeated, because the connection may be lost before its answer.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use proto_events::ids::{DeliveryId, OrganizationId, WebhookId, WebhookSecretId};

use super::event_store::PostgresEventStore;
use super::retry::with_retries;
use super::webhooks::{
    advance, claim, delivery, due, endpoints, failing, forget, forget_secrets, log, oldest_pending, progress,
    put_secret, resend, resend_period, settle,
};
use crate::StoreError;
use crate::columns::time;
use crate::transaction::Transaction;
use crate::webhooks::{
    ClaimedQueues, Delivery, DeliveryPage, DueWebhook, FailingWebhook, QueueClaim, SettledQueue, StoredWebhookSecret,
    WebhookEndpoint, WebhookProgress, WebhookStep, Webhooks,
};

/// Runs a statement's function on a read connection. Operational data is only for roles that may write.
macro_rules! read {
    ($store:expr, $function:ident $(, $argument:expr)*) => {
        with_retries(|| async {
            let mut connection = $store.write_pool()?.acquire().await?;
            $function(&mut connection $(, $argument)*).await
        })
        .await
    };
}

/// Runs a statement's function in a transaction.
macro_rules! write {
    ($store:expr, $function:ident $(, $argument:expr)*) => {
        with_retries(|| async {
            let pool = $store.write_pool()?;
            let mut transaction = Transaction::begin(&pool, "BEGIN ISOLATION LEVEL READ COMMITTED").await?;
            let written = $function(&mut transaction $(, $argument)*).await?;
            transaction.commit().await?;
            Ok(written)
        })
        .await
    };
}

#[async_trait]
impl Webhooks for PostgresEventStore {
    async fn put_webhook_secret(&self, secret: &StoredWebhookSecret) -> Result<(), StoreError> {
        write!(self, put_secret, secret)
    }

    async fn forget_webhook_secrets(&self, id: WebhookId, keep: &[WebhookSecretId]) -> Result<u64, StoreError> {
        write!(self, forget_secrets, id, keep)
    }

    async fn webhook_progress(&self) -> Result<WebhookProgress, StoreError> {
        read!(self, progress)
    }

    async fn webhook_endpoints(&self, id: OrganizationId) -> Result<Vec<WebhookEndpoint>, StoreError> {
        read!(self, endpoints, id)
    }

    async fn advance_webhooks(&self, step: &WebhookStep) -> Result<bool, StoreError> {
        write!(self, advance, step)
    }

    async fn due_webhooks(&self, now: DateTime<Utc>) -> Result<Vec<DueWebhook>, StoreError> {
        read!(self, due, now)
    }

    async fn claim_queues(&self, queues: &QueueClaim) -> Result<Option<ClaimedQueues>, StoreError> {
        write!(self, claim, queues)
    }

    async fn settle_queues(&self, queues: &[SettledQueue]) -> Result<Vec<FailingWebhook>, StoreError> {
        write!(self, settle, queues)
    }

    async fn oldest_pending_message(&self) -> Result<Option<DateTime<Utc>>, StoreError> {
        let oldest: Result<Option<i64>, StoreError> = read!(self, oldest_pending);
        oldest?.map(time).transpose()
    }

    async fn failing_webhooks(&self, id: OrganizationId) -> Result<Vec<FailingWebhook>, StoreError> {
        read!(self, failing, id)
    }

    async fn deliveries(&self, page: &DeliveryPage) -> Result<Vec<Delivery>, StoreError> {
        read!(self, log, page)
    }

    async fn delivery(&self, webhook: WebhookId, id: DeliveryId) -> Result<Option<Delivery>, StoreError> {
        read!(self, delivery, webhook, id)
    }

    async fn resend_delivery(
        &self,
        webhook: WebhookId,
        id: DeliveryId,
        now: DateTime<Utc>,
    ) -> Result<bool, StoreError> {
        write!(self, resend, webhook, id, now)
    }

    async fn resend_deliveries(
        &self,
        webhook: WebhookId,
        period: (DateTime<Utc>, DateTime<Utc>),
        now: DateTime<Utc>,
    ) -> Result<u64, StoreError> {
        write!(self, resend_period, webhook, period, now)
    }

    async fn forget_deliveries(&self, before: DateTime<Utc>) -> Result<u64, StoreError> {
        write!(self, forget, before)
    }
}
