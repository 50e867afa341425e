//! Sends the messages of a queue, one after the other, until one is not accepted.

use chrono::{DateTime, Utc};
use service_kit::concurrency::ConcurrencyPermit;
use service_kit::lifecycle::Stop;
use service_kit::random;
use storage::deliveries::{ChannelKind, Delivery, LastAttempt, NextAttempt, Pause, SettledAttempt, SettledQueue};

use crate::Sender;
use crate::channel::{Attempt, Channel, Failed, Next, label};

/// The most characters of an error that the log of deliveries keeps.
const ERROR_CHARACTERS: usize = 300;

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

/// A queue after its attempts. The permit counts it among those under way until its result is stored.
pub(crate) type Sent = (SettledQueue, ConcurrencyPermit);

impl Sender {
    /// Makes the counters of attempts visible before the first attempt.
    pub(crate) fn begin_counting(kind: ChannelKind) {
        count(kind, true, 0);
        count(kind, false, 0);
        count_given_up(kind, 0);
    }

    /// Sends messages of a queue until one has to wait, a third of the time for which the queue is taken is over, or the process
    /// stops. The second third is for the last attempt, the rest to store the results. A process that was slow to begin
    /// sends nothing.
    pub(crate) async fn send_queue(
        &self,
        channel: &dyn Channel,
        (queue, taken_until): (Vec<Delivery>, DateTime<Utc>),
        permit: ConcurrencyPermit,
        stop: &Stop,
    ) -> Option<Sent> {
        let first = &queue.first()?.message;
        let (recipient, subject) = (first.recipient, first.subject);
        let begins_until = taken_until - self.context.pace.lease(recipient.channel) / 3 * 2;
        let (mut attempts, mut pause) = (Vec::new(), None);
        for delivery in queue {
            if stop.is_stopping() || self.context.api.now() > begins_until {
                break;
            }
            let (attempt, next) = self.attempt(channel, &delivery, &mut pause).await;
            attempts.push(SettledAttempt { delivery_id: delivery.id, attempt, next });
            if matches!(next, NextAttempt::At(_)) {
                break;
            }
        }
        let now = self.context.api.now();
        Some((SettledQueue { recipient, subject, attempts, pause, taken_until, now }, permit))
    }

    /// Makes one attempt, and returns what follows.
    async fn attempt(
        &self,
        channel: &dyn Channel,
        delivery: &Delivery,
        pause: &mut Option<Pause>,
    ) -> (LastAttempt, NextAttempt) {
        let kind = delivery.message.recipient.channel;
        let made = match delivery.message.expires_at.is_some_and(|end| end <= self.context.api.now()) {
            true => late(delivery),
            false => channel.attempt(delivery).await,
        };
        let at = self.context.api.now();
        count(kind, made.is_ok(), 1);
        let Failed { next, status, error } = match made {
            Ok(status) => return (LastAttempt { at, status, error: None }, NextAttempt::Delivered),
            Err(failed) => failed,
        };
        let next = match next {
            Next::Refused => None,
            Next::Retry(after) => {
                let seconds = after.map(|after| after.seconds);
                let until = after.and_then(|_| self.context.pace.next_attempt(kind, 1, seconds, at, 0.0));
                let asked = after.zip(until).map(|(after, until)| Pause { until, is_for_all: after.is_for_all });
                // A later message that fails without asking for one does not end the pause.
                *pause = asked.or(*pause);
                let failed = usize::try_from(delivery.failures).unwrap_or(usize::MAX).saturating_add(1);
                let next = self.context.pace.next_attempt(kind, failed, seconds, at, jitter());
                if kind == ChannelKind::Schedule && next.is_none() {
                    // No one else hears of it. An error of another channel may hold an address.
                    let (of, cause) = (delivery.message.recipient.id, delivery.message.cause.as_str());
                    tracing::error!(of, cause, error = error.as_deref(), "a task is given up after days");
                }
                next
            }
        };
        if next.is_none() {
            count_given_up(kind, 1);
        }
        let error = error.map(|error| error.chars().take(ERROR_CHARACTERS).collect());
        (LastAttempt { at, status, error }, next.map_or(NextAttempt::GivenUp, NextAttempt::At))
    }
}

/// Returns the end of a message for which it is too late: why it was not accepted before, if it was sent at all.
fn late(delivery: &Delivery) -> Attempt {
    let last = delivery.last.as_ref();
    let error = last.and_then(|last| last.error.as_deref()).unwrap_or("It is too late.");
    Err(Failed { status: last.and_then(|last| last.status), ..Failed::refused(error) })
}

/// Returns a random number from 0 to 1.
fn jitter() -> f64 {
    f64::from(u8::try_from(random::seed().rem_euclid(256)).unwrap_or_default()) / 256.0
}
