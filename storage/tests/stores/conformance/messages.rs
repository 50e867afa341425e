//! Short functions for messages and their queues.

use proto_events::Position;
use proto_events::ids::OrganizationId;

use storage::deliveries::{
    ChannelKind, Delivery, DeliveryPage, LastAttempt, Message, NextAttempt, QueueClaim, Recipient, SettledAttempt,
    SettledQueue,
};
use storage::webhooks::WebhookStep;

use super::Log;
use super::given::at;

/// Returns a message that is due at once.
pub(crate) fn message(recipient: impl Into<Recipient>, cause: &str) -> Message {
    Message {
        recipient: recipient.into(),
        organization_id: OrganizationId(0),
        tournament_id: None,
        subject: 0,
        cause: cause.into(),
        recorded_at: at(10),
        due_at: None,
        expires_at: Some(at(1_000)),
        payload: "ids".into(),
    }
}

/// Returns a step of the follower that makes messages.
pub(crate) fn step(from: i64, to: i64, messages: Vec<Message>, now: i64) -> WebhookStep {
    let (from, to, now) = (Position(from), Position(to), at(now));
    WebhookStep { from, to, endpoints: Vec::new(), removed: Vec::new(), messages, now }
}

/// Returns the log of a recipient.
pub(crate) async fn log(store: &Log, recipient: impl Into<Recipient>) -> Vec<Delivery> {
    let recipient = recipient.into();
    store.deliveries(&DeliveryPage { recipient, state: None, before: None, limit: 100 }).await.unwrap()
}

/// Returns the recipients of a channel with messages that are due.
pub(crate) async fn due(store: &Log, channel: ChannelKind, now: i64) -> Vec<(Recipient, OrganizationId)> {
    let due = store.due_recipients(channel, at(now)).await.unwrap();
    due.into_iter().map(|due| (due.recipient, due.organization_id)).collect()
}

/// Returns a claim of the recipient's queues for 30 seconds.
pub(crate) fn claim(recipient: impl Into<Recipient>, now: i64) -> QueueClaim {
    QueueClaim { recipient: recipient.into(), queues: 9, messages: 9, now: at(now), until: at(now + 30) }
}

/// Returns the results of a queue that was claimed at second 10.
pub(crate) fn settled(queue: &[Delivery], next: NextAttempt) -> SettledQueue {
    let attempt = LastAttempt { at: at(20), status: None, error: None };
    let attempts = queue.iter().map(|it| SettledAttempt { delivery_id: it.id, attempt: attempt.clone(), next });
    let Message { recipient, subject, .. } = queue[0].message;
    SettledQueue { recipient, subject, attempts: attempts.collect(), pause: None, taken_until: at(40), now: at(20) }
}
