//! Tests of webhooks: messages and position are stored together, queues are taken by one process at a time, and results
//! are kept.

use proto_events::Position;
use proto_events::ids::{OrganizationId, WebhookId, WebhookSecretId};
use proto_events::vocabulary::WebhookEventType;
use storage::deliveries::{
    ChannelKind, Delivery, DeliveryPage, DeliveryState, LastAttempt, Message, NextAttempt, Pause, SettledAttempt,
    SettledQueue,
};
use storage::webhooks::{FailingWebhook, WebhookEndpoint, WebhookMessage, WebhookStep};
use storage::{BackupItem, StoredWebhookSecret};

use super::backup::{items, restore};
use super::given::at;
use super::{Backend, Log};

const ORGANIZATION: OrganizationId = OrganizationId(1);
const WEBHOOK: WebhookId = WebhookId(3);

fn endpoint(enabled: bool) -> WebhookEndpoint {
    WebhookEndpoint {
        webhook_id: WEBHOOK,
        organization_id: ORGANIZATION,
        url: "https://hooks.example.org/".into(),
        event_types: vec![WebhookEventType::RoundPublished, WebhookEventType::StandingsFinal],
        enabled,
        secret_id: WebhookSecretId(1),
        previous_secret: Some((WebhookSecretId(2), at(60))),
    }
}

fn message(tournament: i64, position: i64) -> Message {
    let about = WebhookMessage {
        position: Position(position),
        event_type: WebhookEventType::RoundPublished,
        occurred_at: at(position),
        round_id: Some(9.into()),
        match_id: None,
        registration_id: None,
    };
    Message {
        organization_id: ORGANIZATION,
        subject: tournament,
        recorded_at: at(position),
        expires_at: None,
        payload: serde_json::to_string(&about).unwrap(),
        ..super::messages::message(WEBHOOK, &format!("msg_{position}"))
    }
}

fn step(from: i64, to: i64, messages: Vec<Message>) -> WebhookStep {
    super::messages::step(from, to, messages, 0)
}

/// A store with a webhook, two messages about tournament 7, and one about tournament 8.
async fn with_messages(store: &Log) {
    let messages = vec![message(7, 1), message(8, 2), message(7, 3)];
    let step = WebhookStep { endpoints: vec![endpoint(true)], ..step(0, 3, messages) };
    assert!(store.advance_webhooks(&step).await.unwrap());
}

async fn log(store: &Log, state: Option<DeliveryState>) -> Vec<Delivery> {
    store.deliveries(&DeliveryPage { recipient: WEBHOOK.into(), state, before: None, limit: 100 }).await.unwrap()
}

/// Returns how many webhooks have messages that are due.
async fn due(store: &Log, now: i64) -> usize {
    super::messages::due(store, ChannelKind::Webhook, now).await.len()
}

/// Takes all queues that are due, in the order of their events.
async fn claim(store: &Log, now: i64) -> Vec<Vec<Delivery>> {
    let mut queues = super::messages::claim(store, WEBHOOK, now).await;
    queues.sort_by_key(|queue| queue.first().map(|delivery| delivery.message.subject));
    queues
}

fn settled(queue: &[Delivery], now: i64, next: &[NextAttempt]) -> SettledQueue {
    let attempt = |(delivery, next): (&Delivery, &NextAttempt)| {
        let failed = *next != NextAttempt::Delivered;
        let (status, error) = (Some(if failed { 500 } else { 204 }), failed.then(|| "It failed.".to_owned()));
        SettledAttempt { delivery_id: delivery.id, attempt: LastAttempt { at: at(now), status, error }, next: *next }
    };
    SettledQueue {
        recipient: WEBHOOK.into(),
        subject: queue[0].message.subject,
        attempts: queue.iter().zip(next).map(attempt).collect(),
        pause: None,
        taken_until: at(now + 29),
        now: at(now),
    }
}

fn positions(queues: &[Vec<Delivery>]) -> Vec<Vec<i64>> {
    let position = |delivery: &Delivery| WebhookMessage::read(&delivery.message).unwrap().position.0;
    queues.iter().map(|queue| queue.iter().map(position).collect()).collect()
}

pub(crate) async fn messages_and_position_are_stored_together_and_once(store: &Log, backend: &impl Backend) {
    let other = backend.event_store().await;
    with_messages(store).await;
    assert!(!other.advance_webhooks(&step(0, 3, vec![message(9, 2)])).await.unwrap(), "another was first");
    assert_eq!(other.webhook_progress().await.unwrap().position, Position(3));
    assert_eq!(other.webhook_endpoints(ORGANIZATION).await.unwrap(), [endpoint(true)]);
    assert!(other.webhook_endpoints(OrganizationId(2)).await.unwrap().is_empty());
    let all = log(&*other, None).await;
    let newest: Vec<_> = all.iter().map(|delivery| delivery.message.clone()).collect();
    assert_eq!(newest, [message(7, 3), message(8, 2), message(7, 1)]);
    let older = DeliveryPage { recipient: WEBHOOK.into(), state: None, before: Some(all[1].id), limit: 5 };
    assert_eq!(other.deliveries(&older).await.unwrap(), all[2..]);
    assert_eq!(other.oldest_pending_message(ChannelKind::Webhook).await.unwrap(), Some(at(1)));
}

pub(crate) async fn a_queue_is_taken_for_a_time_and_later_results_change_nothing(store: &Log, backend: &impl Backend) {
    let other = backend.event_store().await;
    with_messages(store).await;
    assert_eq!(due(store, 0).await, 1);
    let first = claim(store, 0).await;
    assert_eq!(positions(&first), [vec![1, 3], vec![2]]);
    assert!(due(&*other, 0).await == 0 && claim(&*other, 29).await.is_empty());
    let second = claim(&*other, 30).await;
    assert_eq!(positions(&second), positions(&first), "the first process may have ended");
    let delivered = [NextAttempt::Delivered, NextAttempt::Delivered];
    let late = SettledQueue { taken_until: at(30), ..settled(&first[0], 31, &delivered) };
    assert!(store.settle_queues(&[late]).await.unwrap().is_empty());
    assert_eq!(log(store, Some(DeliveryState::Pending)).await.len(), 3);
    assert!(claim(store, 59).await.is_empty(), "the other process has the queue");
    let own = |next| SettledQueue { taken_until: at(60), ..settled(&second[0], 31, &[next]) };
    for _ in 0..2 {
        other.settle_queues(&[own(NextAttempt::At(at(70)))]).await.unwrap();
    }
    let tried = log(store, None).await;
    assert_eq!(tried.iter().map(|it| it.attempts).sum::<i64>(), 1, "a result that is stored again counts once");
    assert_eq!(positions(&claim(store, 70).await), [vec![1, 3], vec![2]]);
}

pub(crate) async fn results_free_a_queue_when_its_next_message_is_due(store: &Log, _: &impl Backend) {
    with_messages(store).await;
    let queues = claim(store, 0).await;
    let delivered = [NextAttempt::Delivered, NextAttempt::At(at(50))];
    let failing = store
        .settle_queues(&[settled(&queues[0], 1, &delivered), settled(&queues[1], 1, &[NextAttempt::GivenUp])])
        .await
        .unwrap();
    assert_eq!(failing.len(), 2);
    let fails = FailingWebhook { webhook_id: WEBHOOK, organization_id: ORGANIZATION, since: at(1) };
    assert_eq!(store.failing_webhooks(ORGANIZATION).await.unwrap(), [fails]);
    assert_eq!(log(store, Some(DeliveryState::Delivered)).await.len(), 1);
    assert_eq!(positions(&[log(store, Some(DeliveryState::Undelivered)).await]), [[2]]);
    assert!(claim(store, 49).await.is_empty());
    let queues = claim(store, 50).await;
    assert_eq!((positions(&queues), queues[0][0].failures, queues[0][0].attempts), (vec![vec![3]], 1, 1));
    let last = queues[0][0].last.clone().unwrap();
    assert_eq!((last.at, last.status, last.error.as_deref()), (at(1), Some(500), Some("It failed.")));
    let failing = store.settle_queues(&[settled(&queues[0], 51, &[NextAttempt::Delivered])]).await.unwrap();
    assert!(failing.is_empty() && store.failing_webhooks(ORGANIZATION).await.unwrap().is_empty());
    assert!(claim(store, 1_000).await.is_empty());
    assert_eq!(store.oldest_pending_message(ChannelKind::Webhook).await.unwrap(), None);
}

pub(crate) async fn a_paused_or_disabled_webhook_gets_nothing(store: &Log, _: &impl Backend) {
    with_messages(store).await;
    let queues = claim(store, 0).await;
    let mut paused = settled(&queues[1], 1, &[NextAttempt::At(at(2))]);
    paused.pause = Some(Pause { until: at(100), is_for_all: false });
    store.settle_queues(&[paused]).await.unwrap();
    assert_eq!(due(store, 99).await, 0);
    assert_eq!(due(store, 100).await, 1);

    let disabled = WebhookStep { endpoints: vec![endpoint(false)], ..step(3, 4, Vec::new()) };
    assert!(store.advance_webhooks(&disabled).await.unwrap());
    assert_eq!(due(store, 1_000).await, 0);
    assert_eq!(log(store, Some(DeliveryState::Undelivered)).await.len(), 3);
    // A result that comes late is kept.
    store.settle_queues(&[settled(&queues[0], 2, &[NextAttempt::Delivered, NextAttempt::At(at(9))])]).await.unwrap();
    assert_eq!(log(store, Some(DeliveryState::Undelivered)).await.len(), 2);
    assert!(log(store, Some(DeliveryState::Pending)).await.is_empty());

    let removed = WebhookStep { removed: [WEBHOOK].into(), ..step(4, 5, Vec::new()) };
    assert!(store.advance_webhooks(&removed).await.unwrap());
    assert!(store.webhook_endpoints(ORGANIZATION).await.unwrap().is_empty());
}

pub(crate) async fn deliveries_are_sent_again_and_forgotten(store: &Log, _: &impl Backend) {
    with_messages(store).await;
    let queues = claim(store, 0).await;
    let delivered = [NextAttempt::Delivered, NextAttempt::Delivered];
    store.settle_queues(&[settled(&queues[0], 1, &delivered), settled(&queues[1], 1, &delivered[..1])]).await.unwrap();
    let first = queues[0][0].id;
    assert!(store.resend_delivery(WEBHOOK.into(), first, at(10)).await.unwrap());
    assert!(!store.resend_delivery(WebhookId(4).into(), first, at(10)).await.unwrap(), "it is another webhook's");
    assert_eq!(store.delivery(WEBHOOK.into(), first).await.unwrap().unwrap().state, DeliveryState::Pending);
    assert_eq!(store.delivery(WebhookId(4).into(), first).await.unwrap(), None);
    assert_eq!(store.resend_deliveries(WEBHOOK.into(), (at(2), at(3)), at(10)).await.unwrap(), 2);
    assert_eq!(positions(&claim(store, 10).await), [vec![1, 3], vec![2]]);
    assert_eq!(store.forget_deliveries(at(100)).await.unwrap(), 0, "pending ones are kept");
    store.settle_queues(&[settled(&queues[0], 11, &delivered)]).await.unwrap();
    assert_eq!(store.forget_deliveries(at(3)).await.unwrap(), 1);
    assert_eq!(log(store, None).await.len(), 2);
}

pub(crate) async fn messages_of_an_older_version_are_sent<B: Backend>(_: &Log, _: &B) {
    let backend = B::empty().await;
    backend.older_log(11).await;
    let row = "(webhook_id, organization_id, tournament_id, position, event_type, message_id, occurred_at, recorded_at, \
               round_id, state, attempts, failures) VALUES (3, 1, 7, 1, 'round.published', 'msg_1', 1123456, 1123456, \
               9, 0, 0, 0)";
    for statement in [
        format!("INSERT INTO webhook_deliveries {row}"),
        "INSERT INTO webhook_queues (webhook_id, tournament_id, due_at) VALUES (3, 7, 0)".to_owned(),
    ] {
        backend.execute(&statement).await;
    }
    let store = backend.event_store().await;
    let queues = super::messages::claim_these(&*store, &[(WEBHOOK.into(), 7)], 0).await;
    let first = &queues[0][0].message;
    assert_eq!(WebhookMessage::read(first).unwrap(), WebhookMessage::read(&message(7, 1)).unwrap());
    assert_eq!(*first, Message { payload: first.payload.clone(), ..message(7, 1) });
    store.settle_queues(&[settled(&queues[0], 1, &[NextAttempt::Delivered])]).await.unwrap();
    with_messages(&*store).await;
    assert_eq!(log(&*store, None).await.len(), 3, "the first message is there already");
}

pub(crate) async fn secrets_are_kept_and_backed_up<B: Backend>(store: &Log, _: &B) {
    let target = B::empty().await;
    let secret =
        |id: i64| StoredWebhookSecret { id: WebhookSecretId(id), webhook_id: WEBHOOK, secret: format!("whsec_{id}") };
    for id in [1, 2, 3, 3] {
        store.put_webhook_secret(&secret(id)).await.unwrap();
    }
    assert_eq!(store.forget_webhook_secrets(WEBHOOK, &[WebhookSecretId(3), WebhookSecretId(2)]).await.unwrap(), 1);
    with_messages(store).await;
    let (_, mut secrets) = store.webhook_receiver(WEBHOOK).await.unwrap().unwrap();
    secrets.sort_by_key(|secret| secret.id);
    assert_eq!(secrets, [secret(2), secret(3)]);
    assert_eq!(store.webhook_receiver(WebhookId(4)).await.unwrap(), None);

    let kept = items(store).await;
    let of_webhooks = |items: &[BackupItem]| -> Vec<BackupItem> {
        items.iter().filter(|item| matches!(item, BackupItem::WebhookSecret(_))).cloned().collect()
    };
    let expected = [BackupItem::WebhookSecret(secret(2)), BackupItem::WebhookSecret(secret(3))];
    assert_eq!(of_webhooks(&kept), expected);
    assert!(!format!("{kept:?}").contains("whsec_"), "{kept:?}");
    let restored = target.event_store().await;
    restore(&*restored, kept.clone()).await.unwrap();
    assert_eq!(of_webhooks(&items(&*restored).await), expected);
    assert!(log(&*restored, None).await.is_empty(), "messages are not in backups");
}
