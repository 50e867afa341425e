//! The settings of a webhook: their faults, the check of the address, and its secrets.
//!
//! Secrets are stored outside the log, in a row that an event names. The row is written first, then the event. If that is
//! interrupted, an unused row remains until the webhook's secret is rotated or the webhook is removed.

use domain::organization::Webhook;
use proto_events::organization::WebhookSettings;
use service_kit::chain;
use service_kit::webhook_secret::WebhookSecret;
use storage::StoredWebhookSecret;

use crate::prelude::*;

/// Returns the faults of settings, apart from where the address leads.
pub(super) fn faults(settings: &WebhookSettings) -> FieldErrors {
    let mut errors = FieldErrors::default();
    errors.required_line("url", &settings.url, WEBHOOK_URL);
    errors.line("description", &settings.description, WEBHOOK_DESCRIPTION);
    errors
}

pub(super) fn webhook_of(organization: &Organization, id: WebhookId) -> Result<&Webhook, Refusal> {
    organization.webhook(id).ok_or_else(|| Refusal::unknown("webhook", id))
}

/// Removes repeated types, in a fixed order.
pub(super) fn in_order(mut settings: WebhookSettings) -> WebhookSettings {
    settings.event_types.sort_unstable();
    settings.event_types.dedup();
    settings
}

impl WriteApi {
    /// Checks where an address that messages go to leads. The sender checks it again for each attempt.
    pub(crate) async fn check_target(&self, field: &'static str, url: &str) -> FieldErrors {
        let mut errors = FieldErrors::default();
        if let Err(refused) = self.outbound.check(url).await {
            errors.add(field, refused);
        }
        errors
    }

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
