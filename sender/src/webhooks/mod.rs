//! The channel of webhooks: signed requests to addresses that organizations subscribe (`write_api::webhooks`).

pub(crate) mod follow;
pub(crate) mod message;

use async_trait::async_trait;
use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use proto_events::Actor;
use proto_events::ids::{OrganizationId, WebhookId};
use proto_events::vocabulary::WebhookFault;
use service_kit::webhook_secret::WebhookSecret;
use storage::StoredWebhookSecret;
use storage::deliveries::{Delivery, SettledQueue};
use storage::webhooks::{FailingWebhook, WebhookEndpoint, WebhookMessage};
use write_api::CommandError;
use write_api::webhooks::DisableWebhook;

use crate::channel::{Attempt, Channel, Context, Failed, post};

pub(crate) struct Webhooks(pub(crate) Context);

#[async_trait]
impl Channel for Webhooks {
    async fn attempt(&self, Delivery { message, .. }: &Delivery) -> Attempt {
        let Context { api, public_url, pace, .. } = &self.0;
        // The messages of a webhook end with it.
        let stored = api.events().webhook_receiver(message.recipient.id.into()).await?;
        let (endpoint, secrets) = stored.ok_or_else(Failed::moot)?;
        let secrets = signing(&endpoint, &secrets, api.now());
        if secrets.is_empty() {
            return Err(Failed::retry("the secret of this webhook is missing; rotate it"));
        }
        let body = message::body(message, &WebhookMessage::read(message)?, public_url);
        let headers = message::headers(&message.cause, &body, &secrets, api.now());
        let headers = headers.ok_or_else(|| Failed::retry("the message has no valid id"))?;
        post(api, &endpoint.url, (headers, body), pace.answer(), |_| false).await
    }

    /// Disables webhooks whose address does not accept messages.
    async fn settled(&self, queues: &[SettledQueue], failing: Vec<FailingWebhook>) {
        let gone = Some(StatusCode::GONE.as_u16());
        for FailingWebhook { webhook_id, organization_id, since } in failing {
            let is_of = |queue: &&SettledQueue| queue.recipient == webhook_id.into();
            let mut attempts = queues.iter().filter(is_of).flat_map(|queue| &queue.attempts);
            if attempts.any(|settled| settled.attempt.status == gone) {
                self.disable(webhook_id, organization_id, WebhookFault::Gone).await;
            } else if self.0.pace.is_over(since, self.0.api.now()) {
                self.disable(webhook_id, organization_id, WebhookFault::Failing).await;
            }
        }
    }
}

impl Webhooks {
    /// Disables a webhook. If that fails, the next failed attempt does it.
    async fn disable(&self, webhook_id: WebhookId, organization_id: OrganizationId, reason: WebhookFault) {
        match self.0.api.carry_out(&Actor::System, &DisableWebhook { organization_id, webhook_id, reason }).await {
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

/// Returns the secrets that sign now. The current one signs first.
fn signing(endpoint: &WebhookEndpoint, all: &[StoredWebhookSecret], now: DateTime<Utc>) -> Vec<WebhookSecret> {
    let previous = endpoint.previous_secret.filter(|(_, until)| *until > now).map(|(id, _)| id);
    let find = |id| all.iter().find(|secret| secret.id == id);
    let secrets = [Some(endpoint.secret_id), previous].into_iter().flatten().filter_map(find);
    secrets.filter_map(|stored| WebhookSecret::parse(&stored.secret)).collect()
}
