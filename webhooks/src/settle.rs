//! Stores the results of queues, many in one transaction, and disables webhooks whose address does not accept messages.

use proto_events::Actor;
use proto_events::vocabulary::WebhookFault;
use service_kit::chain;
use storage::webhooks::{DueWebhook, FailingWebhook};
use tokio::sync::{Notify, mpsc};
use tokio::time::sleep;

use crate::attempt::Sent;
use crate::{AFTER_ERROR, Sender};
use write_api::CommandError;
use write_api::webhooks::DisableWebhook;

/// Queues in one transaction.
const QUEUES: usize = 256;
/// Attempts to store results. After that, the queues are sent again when the time for which they were taken is over.
const ATTEMPTS: usize = 20;

impl Sender {
    /// Stores results until no more can come.
    pub(crate) async fn settle(&self, mut sent: mpsc::Receiver<Sent>, freed: &Notify) {
        let mut batch = Vec::new();
        while sent.recv_many(&mut batch, QUEUES).await > 0 {
            batch.sort_by_key(|sent| (sent.queue.webhook_id, sent.queue.tournament_id));
            let failing = self.stored(&batch).await;
            for sent in &batch {
                if let Some(reason) = sent.fault {
                    self.disable(&sent.webhook(), reason).await;
                }
            }
            for webhook in failing {
                if self.pace.is_over(webhook.since, self.api.now()) {
                    let FailingWebhook { webhook_id, organization_id, .. } = webhook;
                    self.disable(&DueWebhook { webhook_id, organization_id }, WebhookFault::Failing).await;
                }
            }
            batch.clear();
            freed.notify_one();
        }
    }

    /// Stores the results of a batch. Returns the webhooks that fail.
    async fn stored(&self, batch: &[Sent]) -> Vec<FailingWebhook> {
        let queues: Vec<_> = batch.iter().map(|sent| sent.queue.clone()).collect();
        for _ in 0..ATTEMPTS {
            match self.api.events().settle_queues(&queues).await {
                Ok(failing) => return failing,
                Err(error) => {
                    tracing::warn!(error = chain(&error), "results of webhook messages cannot be stored; trying again");
                    sleep(AFTER_ERROR).await;
                }
            }
        }
        Vec::new()
    }

    /// Disables a webhook. If that fails, the next failed attempt does it.
    async fn disable(&self, webhook: &DueWebhook, reason: WebhookFault) {
        let DueWebhook { webhook_id, organization_id } = *webhook;
        match self.api.carry_out(&Actor::System, &DisableWebhook { organization_id, webhook_id, reason }).await {
            Ok(_) => {
                let (webhook, organization) = (webhook_id.0, organization_id.0);
                tracing::info!(webhook, organization, %reason, "a webhook was disabled");
            }
            // The webhook was removed.
            Err(CommandError::Refused(_)) => {}
            Err(error) => {
                let error = format!("{error:?}");
                tracing::warn!(webhook = webhook_id.0, error, "a webhook could not be disabled yet");
            }
        }
    }
}
