//! Sends the messages of a queue, one after the other, until one is not accepted.

use api_kit::concurrency::ConcurrencyPermit;
use axum::http::{HeaderMap, StatusCode, header};
use chrono::{DateTime, Utc};
use proto_events::vocabulary::WebhookFault;
use service_kit::outbound::PostAnswer;
use service_kit::random;
use service_kit::webhook_secret::WebhookSecret;
use storage::webhooks::{
    ClaimedQueues, Delivery, DueWebhook, LastAttempt, NextAttempt, SettledAttempt, SettledQueue, WebhookEndpoint,
};
use tokio::time::Instant;

use crate::{Sender, message};

/// The results of attempts in the metrics.
const DELIVERED: &str = "delivered";
const FAILED: &str = "failed";

/// Makes the counters of attempts visible before the first attempt.
pub(crate) fn begin_counting() {
    count(DELIVERED, 0);
    count(FAILED, 0);
}

fn count(result: &'static str, attempts: u64) {
    metrics::counter!("crosstable_webhook_attempts_total", "result" => result).increment(attempts);
}

/// The most characters of an error that the log of deliveries keeps.
const ERROR_CHARACTERS: usize = 300;

/// A webhook with the secrets that sign now.
#[derive(Debug, Clone)]
pub(crate) struct Receiver {
    pub(crate) endpoint: WebhookEndpoint,
    secrets: Vec<WebhookSecret>,
}

/// A queue after its attempts.
#[derive(Debug)]
pub(crate) struct Sent {
    pub(crate) queue: SettledQueue,
    pub(crate) endpoint: WebhookEndpoint,
    /// Why the webhook is to be disabled at once.
    pub(crate) fault: Option<WebhookFault>,
    /// Counts the queue among those under way until its result is stored.
    _permit: ConcurrencyPermit,
}

impl Sent {
    /// Returns the queue's webhook.
    pub(crate) fn webhook(&self) -> DueWebhook {
        DueWebhook { webhook_id: self.queue.webhook_id, organization_id: self.endpoint.organization_id }
    }
}

impl Receiver {
    /// Takes a webhook and its secrets. The current secret signs first.
    pub(crate) fn of(claimed: &ClaimedQueues, now: DateTime<Utc>) -> Self {
        let endpoint = &claimed.endpoint;
        let previous = endpoint.previous_secret.filter(|(_, until)| *until > now).map(|(id, _)| id);
        let signing = [Some(endpoint.secret_id), previous].into_iter().flatten();
        let find = |id| claimed.secrets.iter().find(|secret| secret.id == id);
        let secrets = signing.filter_map(find).filter_map(|stored| WebhookSecret::parse(&stored.secret)).collect();
        Self { endpoint: endpoint.clone(), secrets }
    }
}

/// The result of one attempt.
enum Outcome {
    Delivered(StatusCode),
    Refused { status: StatusCode, retry_after: Option<i64> },
    Failed(String),
}

impl Sender {
    /// Sends messages of a queue until one is not accepted, or half of the time for which the queue is taken is over.
    pub(crate) async fn send_queue(
        &self,
        receiver: Receiver,
        queue: Vec<Delivery>,
        permit: ConcurrencyPermit,
    ) -> Option<Sent> {
        let begun = Instant::now();
        let first = &queue.first()?.message;
        let (webhook_id, tournament_id) = (first.webhook_id, first.tournament_id);
        let (mut attempts, mut paused_until, mut fault) = (Vec::new(), None, None);
        for delivery in queue {
            let outcome = self.attempt(&receiver, &delivery).await;
            let at = self.api.now();
            if let Outcome::Refused { status: StatusCode::GONE, .. } = outcome {
                fault = Some(WebhookFault::Gone);
            }
            let (next, attempt) = self.result(outcome, &delivery, at, &mut paused_until);
            attempts.push(SettledAttempt { delivery_id: delivery.id, attempt, next });
            if next != NextAttempt::Delivered || begun.elapsed() >= self.pace.answer() {
                break;
            }
        }
        let now = self.api.now();
        let queue = SettledQueue { webhook_id, tournament_id, attempts, paused_until, now };
        Some(Sent { queue, endpoint: receiver.endpoint, fault, _permit: permit })
    }

    /// Makes one attempt.
    async fn attempt(&self, receiver: &Receiver, delivery: &Delivery) -> Outcome {
        if receiver.secrets.is_empty() {
            return Outcome::Failed("the secret of this webhook is missing; rotate it".into());
        }
        let body = message::body(&delivery.message, &self.public_url);
        let now = self.api.now();
        let Some(headers) = message::headers(&delivery.message, &body, &receiver.secrets, now) else {
            return Outcome::Failed("the message has no valid id".into());
        };
        let posted = self.api.outbound().post(&receiver.endpoint.url, headers, body, self.pace.answer()).await;
        let outcome = match posted {
            Ok(PostAnswer { status, .. }) if status.is_success() => Outcome::Delivered(status),
            Ok(PostAnswer { status, headers }) => Outcome::Refused { status, retry_after: retry_after(&headers, now) },
            Err(error) => Outcome::Failed(error.to_string().chars().take(ERROR_CHARACTERS).collect()),
        };
        count(if matches!(outcome, Outcome::Delivered(_)) { DELIVERED } else { FAILED }, 1);
        outcome
    }

    /// Returns what follows an attempt, and the attempt for the log of deliveries.
    fn result(
        &self,
        outcome: Outcome,
        delivery: &Delivery,
        at: DateTime<Utc>,
        paused_until: &mut Option<DateTime<Utc>>,
    ) -> (NextAttempt, LastAttempt) {
        let (status, retry_after, error) = match outcome {
            Outcome::Delivered(status) => {
                return (NextAttempt::Delivered, LastAttempt { at, status: Some(status.as_u16()), error: None });
            }
            Outcome::Refused { status, retry_after } => {
                (Some(status.as_u16()), retry_after, format!("The answer was {}.", status.as_u16()))
            }
            Outcome::Failed(error) => (None, None, error),
        };
        let failed = usize::try_from(delivery.failures).unwrap_or(usize::MAX).saturating_add(1);
        let next = self.pace.next_attempt(failed, retry_after, at, jitter());
        if retry_after.is_some() {
            // The address asks for a pause of everything.
            *paused_until = self.pace.next_attempt(1, retry_after, at, 0.0);
        }
        if next.is_none() {
            metrics::counter!("crosstable_webhook_given_up_total").increment(1);
        }
        (next.map_or(NextAttempt::GivenUp, NextAttempt::At), LastAttempt { at, status, error: Some(error) })
    }
}

/// Returns a random number from 0 to 1.
fn jitter() -> f64 {
    f64::from(u8::try_from(random::seed().rem_euclid(256)).unwrap_or_default()) / 256.0
}

/// Returns the seconds of a `Retry-After`, which is a number or a date.
fn retry_after(headers: &HeaderMap, now: DateTime<Utc>) -> Option<i64> {
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
