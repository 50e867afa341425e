//! The channel of webhooks: signed requests to addresses that organizations subscribe (`write_api::webhooks`).

pub(crate) mod follow;
pub(crate) mod message;

use std::sync::Arc;

use async_trait::async_trait;
use axum::http::{HeaderMap, StatusCode, header};
use chrono::{DateTime, Utc};
use proto_events::Actor;
use proto_events::ids::{OrganizationId, WebhookId};
use proto_events::vocabulary::WebhookFault;
use service_kit::webhook_secret::WebhookSecret;
use storage::StoreError;
use storage::deliveries::{ChannelKind, Delivery, Recipient, SettledQueue};
use storage::webhooks::{FailingWebhook, WebhookEndpoint, WebhookMessage, WebhookReceiver};
use write_api::webhooks::DisableWebhook;
use write_api::{CommandError, WriteApi};

use crate::channel::{Attempt, Channel, Receiver, Verdict};
use crate::pace::Pace;

/// The channel of webhooks.
pub(crate) struct Webhooks {
    pub(crate) api: WriteApi,
    pub(crate) public_url: Arc<str>,
    pub(crate) pace: Pace,
}

/// A webhook with the secrets that sign now.
struct Endpoint {
    endpoint: WebhookEndpoint,
    secrets: Vec<WebhookSecret>,
    api: WriteApi,
    public_url: Arc<str>,
    pace: Pace,
}

#[async_trait]
impl Channel for Webhooks {
    fn kind(&self) -> ChannelKind {
        ChannelKind::Webhook
    }

    /// Each webhook and each organization has far less than all. So a slow address delays neither other organizations
    /// nor, unless there are several, other webhooks of its own.
    fn limits(&self) -> [usize; 3] {
        [8, 32, 1_024]
    }

    async fn receiver(&self, recipient: Recipient) -> Result<Option<Box<dyn Receiver>>, StoreError> {
        let Some(stored) = self.api.events().webhook_receiver(WebhookId(recipient.id)).await? else { return Ok(None) };
        let secrets = signing(&stored, self.api.now());
        let (api, public_url, pace) = (self.api.clone(), Arc::clone(&self.public_url), self.pace);
        Ok(Some(Box::new(Endpoint { endpoint: stored.endpoint, secrets, api, public_url, pace })))
    }

    /// Disables webhooks whose address does not accept messages.
    async fn settled(&self, queues: &[SettledQueue], failing: Vec<FailingWebhook>) {
        let gone = Some(StatusCode::GONE.as_u16());
        for FailingWebhook { webhook_id, organization_id, since } in failing {
            let is_of = |queue: &&SettledQueue| queue.recipient == webhook_id.into();
            let mut attempts = queues.iter().filter(is_of).flat_map(|queue| &queue.attempts);
            if attempts.any(|settled| settled.attempt.status == gone) {
                self.disable(webhook_id, organization_id, WebhookFault::Gone).await;
            } else if self.pace.is_over(since, self.api.now()) {
                self.disable(webhook_id, organization_id, WebhookFault::Failing).await;
            }
        }
    }
}

impl Webhooks {
    /// Disables a webhook. If that fails, the next failed attempt does it.
    async fn disable(&self, webhook_id: WebhookId, organization_id: OrganizationId, reason: WebhookFault) {
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

#[async_trait]
impl Receiver for Endpoint {
    async fn attempt(&self, delivery: &Delivery) -> Attempt {
        if self.secrets.is_empty() {
            return Attempt::retry("the secret of this webhook is missing; rotate it");
        }
        let message = match WebhookMessage::read(&delivery.message) {
            Ok(message) => message,
            Err(error) => return Attempt::retry(error.to_string()),
        };
        let body = message::body(&message, &self.public_url);
        let Some(headers) = message::headers(&message, &body, &self.secrets, self.api.now()) else {
            return Attempt::retry("the message has no valid id");
        };
        match self.api.outbound().post(&self.endpoint.url, headers, body, self.pace.answer()).await {
            Err(error) => Attempt::retry(error.to_string()),
            Ok(answer) => {
                let status = answer.status();
                let (verdict, error) = match status.is_success() {
                    true => (Verdict::Sent, None),
                    false => {
                        let pause = retry_after(answer.headers(), self.api.now());
                        (Verdict::Retry(pause), Some(format!("The answer was {}.", status.as_u16())))
                    }
                };
                Attempt { verdict, status: Some(status.as_u16()), error }
            }
        }
    }
}

/// Returns the secrets that sign now. The current one signs first.
fn signing(stored: &WebhookReceiver, now: DateTime<Utc>) -> Vec<WebhookSecret> {
    let endpoint = &stored.endpoint;
    let previous = endpoint.previous_secret.filter(|(_, until)| *until > now).map(|(id, _)| id);
    let find = |id| stored.secrets.iter().find(|secret| secret.id == id);
    let secrets = [Some(endpoint.secret_id), previous].into_iter().flatten().filter_map(find);
    secrets.filter_map(|stored| WebhookSecret::parse(&stored.secret)).collect()
}

/// Returns the seconds of a `Retry-After`, which is a number or a date.
pub(crate) fn retry_after(headers: &HeaderMap, now: DateTime<Utc>) -> Option<i64> {
    let text = headers.get(header::RETRY_AFTER)?.to_str().ok()?.trim();
    let seconds = match text.parse::<i64>() {
        Ok(seconds) => seconds,
        Err(_) => (DateTime::parse_from_rfc2822(text).ok()?.to_utc() - now).num_seconds(),
    };
    (seconds > 0).then_some(seconds)
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn a_retry_after_is_seconds_or_a_date() {
        let now = DateTime::parse_from_rfc3339("2026-03-15T18:00:00Z").unwrap().to_utc();
        for (text, expected) in [
            ("120", Some(120)),
            ("Sun, 15 Mar 2026 18:01:30 GMT", Some(90)),
            ("Sun, 15 Mar 2026 17:00:00 GMT", None),
            ("0", None),
            ("-5", None),
            ("soon", None),
            ("99999999999999999999", None),
        ] {
            let headers = HeaderMap::from_iter([(header::RETRY_AFTER, HeaderValue::from_static(text))]);
            assert_eq!(retry_after(&headers, now), expected, "{text}");
        }
        assert_eq!(retry_after(&HeaderMap::new(), now), None);
    }
}
