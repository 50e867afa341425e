//! Short functions for messages and their queues.

use std::collections::BTreeSet;

use proto_events::Position;
use proto_events::ids::OrganizationId;

use storage::deliveries::{
    ChannelKind, Delivery, DeliveryPage, LastAttempt, Message, NextAttempt, Queue, Recipient, SettledAttempt,
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
    WebhookStep { from, to, endpoints: Vec::new(), removed: BTreeSet::new(), messages, now }
}

/// Returns the log of a recipient.
pub(crate) async fn log(store: &Log, recipient: impl Into<Recipient>) -> Vec<Delivery> {
    let recipient = recipient.into();
    store.deliveries(&DeliveryPage { recipient, state: None, before: None, limit: 100 }).await.unwrap()
}

/// Returns the recipients of a channel with messages that are due.
pub(crate) async fn due(store: &Log, channel: ChannelKind, now: i64) -> Vec<(Recipient, OrganizationId)> {
    let due = store.due_queues(channel, at(now)).await.unwrap();
    let mut due: Vec<_> = due.into_iter().map(|due| (due.queue.0, due.organization_id)).collect();
    due.dedup();
    due
}

/// Takes the recipient's queues that are due for 30 seconds.
pub(crate) async fn claim(store: &Log, recipient: impl Into<Recipient>, now: i64) -> Vec<Vec<Delivery>> {
    let recipient = recipient.into();
    let due = store.due_queues(recipient.channel, at(now)).await.unwrap();
    let own: Vec<_> = due.into_iter().map(|due| due.queue).filter(|queue| queue.0 == recipient).collect();
    claim_these(store, &own, now).await
}

/// Takes these queues for 30 seconds.
pub(crate) async fn claim_these(store: &Log, queues: &[Queue], now: i64) -> Vec<Vec<Delivery>> {
    store.claim_queues(queues, (at(now), at(now + 30))).await.unwrap()
}

/// Returns the results of a queue that was claimed at second 10.
pub(crate) fn settled(queue: &[Delivery], next: NextAttempt) -> SettledQueue {
    let attempt = LastAttempt { at: at(20), status: None, error: None };
    let attempts = queue.iter().map(|it| SettledAttempt { delivery_id: it.id, attempt: attempt.clone(), next });
    let Message { recipient, subject, .. } = queue[0].message;
    SettledQueue { recipient, subject, attempts: attempts.collect(), pause: None, taken_until: at(40), now: at(20) }
}
