//! Stores secrets of webhooks outside the log, in a row that an event names. The row is written first, then the event. If
//! that is interrupted, an unused row remains until the webhook's secret is rotated or the webhook is removed.

use domain::organization::Webhook;
use proto_events::ids::{Sequence, WebhookId, WebhookSecretId};
use service_kit::chain;
use service_kit::webhook_secret::WebhookSecret;
use storage::{StoreError, StoredWebhookSecret};

use crate::WriteApi;

impl WriteApi {
    /// Writes the row of a new secret.
    pub(super) async fn keep_webhook_secret(
        &self,
        webhook_id: WebhookId,
    ) -> Result<(WebhookSecretId, WebhookSecret), StoreError> {
        let secret = WebhookSecret::generate();
        let id = WebhookSecretId(self.events.reserve_ids(Sequence::WebhookSecret, 1).await?);
        self.events.put_webhook_secret(&StoredWebhookSecret { id, webhook_id, secret: secret.expose() }).await?;
        Ok((id, secret))
    }

    /// Deletes secrets that sign nothing any more. If that fails, the next rotation deletes them.
    pub(super) async fn forget_other_secrets(&self, webhook: &Webhook) {
        let mut keep = vec![webhook.secret_id];
        keep.extend(webhook.previous_secret.map(|(id, _)| id));
        if let Err(error) = self.events.forget_webhook_secrets(webhook.id, &keep).await {
            let (webhook, error) = (webhook.id.0, chain(&error));
            tracing::warn!(webhook, error, "earlier secrets of a webhook could not be deleted yet");
        }
    }
}
