//! Sends the messages of a queue, one after the other, until one is not accepted.

use api_kit::concurrency::ConcurrencyPermit;
use chrono::{DateTime, Utc};
use service_kit::random;
use storage::deliveries::{ChannelKind, Delivery, LastAttempt, NextAttempt, SettledAttempt, SettledQueue};
use tokio::time::Instant;

use crate::Sender;
use crate::channel::{Attempt, Receiver, Verdict};

/// The most characters of an error that the log of deliveries keeps.
const ERROR_CHARACTERS: usize = 300;

/// Returns the label of a channel; `None` for webhooks, which have metrics of their own.
fn label(kind: ChannelKind) -> Option<&'static str> {
    match kind {
        ChannelKind::Webhook => None,
        ChannelKind::Mail => Some("mail"),
        ChannelKind::Push => Some("push"),
        ChannelKind::Discord => Some("discord"),
    }
}

fn count(kind: ChannelKind, is_delivered: bool, attempts: u64) {
    let result = if is_delivered { "delivered" } else { "failed" };
    let counter = match label(kind) {
        None => metrics::counter!("crosstable_webhook_attempts_total", "result" => result),
        Some(channel) => {
            metrics::counter!("crosstable_message_attempts_total", "channel" => channel, "result" => result)
        }
    };
    counter.increment(attempts);
}

fn count_given_up(kind: ChannelKind, messages: u64) {
    let counter = match label(kind) {
        None => metrics::counter!("crosstable_webhook_given_up_total"),
        Some(channel) => metrics::counter!("crosstable_message_given_up_total", "channel" => channel),
    };
    counter.increment(messages);
}

/// A queue after its attempts.
#[derive(Debug)]
pub(crate) struct Sent {
    pub(crate) queue: SettledQueue,
    /// Counts the queue among those under way until its result is stored.
    _permit: ConcurrencyPermit,
}

impl Sender {
    /// Makes the counters of attempts visible before the first attempt.
    pub(crate) fn begin_counting(kind: ChannelKind) {
        count(kind, true, 0);
        count(kind, false, 0);
        count_given_up(kind, 0);
    }

    /// Sends messages of a queue until one has to wait, or half of the time for which the queue is taken is over.
    pub(crate) async fn send_queue(
        &self,
        receiver: &dyn Receiver,
        queue: Vec<Delivery>,
        permit: ConcurrencyPermit,
    ) -> Option<Sent> {
        let begun = Instant::now();
        let first = &queue.first()?.message;
        let (recipient, subject) = (first.recipient, first.subject);
        let (mut attempts, mut paused_until) = (Vec::new(), None);
        for delivery in queue {
            let (attempt, next) = self.attempt(receiver, &delivery, &mut paused_until).await;
            attempts.push(SettledAttempt { delivery_id: delivery.id, attempt, next });
            if matches!(next, NextAttempt::At(_)) || begun.elapsed() >= self.pace.answer() {
                break;
            }
        }
        let queue = SettledQueue { recipient, subject, attempts, paused_until, now: self.api.now() };
        Some(Sent { queue, _permit: permit })
    }

    /// Makes one attempt, and returns what follows.
    async fn attempt(
        &self,
        receiver: &dyn Receiver,
        delivery: &Delivery,
        paused_until: &mut Option<DateTime<Utc>>,
    ) -> (LastAttempt, NextAttempt) {
        let kind = delivery.message.recipient.channel;
        let is_late = delivery.message.expires_at.is_some_and(|end| end <= self.api.now());
        let made = match is_late {
            true => Attempt { verdict: Verdict::Refused, status: None, error: Some("It is too late.".into()) },
            false => receiver.attempt(delivery).await,
        };
        let at = self.api.now();
        count(kind, made.verdict == Verdict::Sent, 1);
        let next = match made.verdict {
            Verdict::Sent => NextAttempt::Delivered,
            Verdict::Refused => NextAttempt::GivenUp,
            Verdict::Retry(pause) => {
                if pause.is_some() {
                    *paused_until = self.pace.next_attempt(1, pause, at, 0.0);
                }
                let failed = usize::try_from(delivery.failures).unwrap_or(usize::MAX).saturating_add(1);
                self.pace.next_attempt(failed, pause, at, jitter()).map_or(NextAttempt::GivenUp, NextAttempt::At)
            }
        };
        if next == NextAttempt::GivenUp {
            count_given_up(kind, 1);
        }
        let error = made.error.map(|error| error.chars().take(ERROR_CHARACTERS).collect());
        (LastAttempt { at, status: made.status, error }, next)
    }
}

/// Returns a random number from 0 to 1.
fn jitter() -> f64 {
    f64::from(u8::try_from(random::seed().rem_euclid(256)).unwrap_or_default()) / 256.0
}
