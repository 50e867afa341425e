//! Tests of messages that events cause: queued in the transaction of the events and once for each cause, and erased with the
//! person.

use proto_events::ids::{OrganizationId, UserId};
use storage::deliveries::{
    ChannelKind, Delivery, DeliveryPage, DeliveryState, LastAttempt, Message, NextAttempt, QueueClaim, SettledAttempt,
    SettledQueue,
};
use storage::{AppendRequest, EventStore};

use super::EventBackend;
use super::backup::{items, restore};
use super::erasures::{erase, fill};
use super::given::{at, claiming, request, write};

/// Whose data [`erase`] erases.
const ADA: UserId = UserId(7);

fn message(to: UserId, cause: &str) -> Message {
    Message {
        recipient: to.into(),
        organization_id: OrganizationId(0),
        subject: 0,
        cause: cause.into(),
        recorded_at: at(10),
        due_at: None,
        expires_at: Some(at(100)),
        payload: "secret".into(),
    }
}

async fn log(store: &dyn EventStore, to: UserId) -> Vec<Delivery> {
    store.deliveries(&DeliveryPage { recipient: to.into(), state: None, before: None, limit: 100 }).await.unwrap()
}

async fn claim(store: &dyn EventStore, to: UserId, now: i64) -> Vec<Vec<Delivery>> {
    let claim = QueueClaim { recipient: to.into(), queues: 9, messages: 9, now: at(now), until: at(now + 30) };
    store.claim_queues(&[claim]).await.unwrap()
}

fn settled(delivery: &Delivery, next: NextAttempt) -> SettledQueue {
    let attempt = LastAttempt { at: at(20), status: None, error: None };
    let attempts = vec![SettledAttempt { delivery_id: delivery.id, attempt, next }];
    SettledQueue { recipient: delivery.message.recipient, subject: 0, attempts, paused_until: None, now: at(20) }
}

pub(crate) async fn messages_are_queued_with_their_events_and_once<B: EventBackend>(backend: &B) {
    let (store, other) = (backend.event_store().await, backend.event_store().await);
    store.append(claiming(1, "slug/3", "name")).await.unwrap();
    let causing = |version, messages| AppendRequest { outbox: messages, ..request(vec![write(1, version, 1)]) };
    let (first, second) = (message(ADA, "first"), message(ADA, "second"));
    store.append(causing(1, vec![first.clone(), second.clone()])).await.unwrap();
    assert!(store.append(causing(1, vec![message(ADA, "refused")])).await.is_err());
    store.append(causing(2, vec![Message { payload: "another".into(), ..first.clone() }])).await.unwrap();
    store.queue_message(&second).await.unwrap();
    let queued: Vec<_> = log(&*other, ADA).await.into_iter().map(|delivery| delivery.message).collect();
    assert_eq!(queued, [second, first], "newest first, each once");

    let due = other.due_recipients(ChannelKind::Mail, at(10)).await.unwrap();
    assert_eq!(due.iter().map(|due| due.recipient).collect::<Vec<_>>(), [ADA.into()]);
    assert!(other.due_recipients(ChannelKind::Webhook, at(10)).await.unwrap().is_empty());
    assert_eq!(other.oldest_pending_message(ChannelKind::Mail).await.unwrap(), Some(at(10)));
}

pub(crate) async fn contents_of_mail_are_deleted_when_it_is_sent_or_given_up<B: EventBackend>(backend: &B) {
    let store = backend.event_store().await;
    for (to, next) in
        [(ADA, NextAttempt::Delivered), (UserId(8), NextAttempt::GivenUp), (UserId(9), NextAttempt::At(at(50)))]
    {
        store.queue_message(&message(to, "cause")).await.unwrap();
        let taken = claim(&*store, to, 10).await;
        assert_eq!(taken[0][0].message, message(to, "cause"));
        store.settle_queues(&[settled(&taken[0][0], next)]).await.unwrap();
    }
    let [sent, given_up, waiting] = [ADA, UserId(8), UserId(9)];
    assert_eq!(log(&*store, sent).await[0].message.payload, "");
    let given_up = log(&*store, given_up).await;
    assert_eq!((given_up[0].message.payload.as_str(), given_up[0].state), ("", DeliveryState::Undelivered));
    assert_eq!(log(&*store, waiting).await[0].message.payload, "secret");
}

pub(crate) async fn messages_are_erased_with_the_person_and_not_restored<B: EventBackend>(backend: &B) {
    let (target, store) = (B::empty().await, backend.event_store().await);
    fill(&*store).await;
    for to in [ADA, UserId(8)] {
        store.queue_message(&message(to, "cause")).await.unwrap();
    }
    erase(&*store).await;
    assert!(log(&*store, ADA).await.is_empty() && claim(&*store, ADA, 50).await.is_empty());
    assert_eq!(log(&*store, UserId(8)).await.len(), 1);
    let restored = target.event_store().await;
    restore(&*restored, items(&*store).await).await.unwrap();
    assert!(log(&*restored, UserId(8)).await.is_empty(), "no old message is sent after a restore");
}
