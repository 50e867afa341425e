//! Commands on decklists while another process writes to the same log at the worst moment.

#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests fail as tests do")]

mod support;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use domain::decklist::Decklist;
use futures::stream::BoxStream;
use proto_events::decklist::DecklistBody;
use proto_events::ids::{
    DecklistId, DeliveryId, OrganizationId, PasswordId, Sequence, UserId, WebhookId, WebhookSecretId,
};
use proto_events::player_salt::PlayerSalt;
use proto_events::{Actor, EventHash, Position, Recorded, StreamId, StreamKind, Version};
use storage::deliveries::{
    ChannelKind, Delivery, DeliveryPage, DueRecipient, Message as QueuedMessage, QueueClaim, Recipient, SettledQueue,
};
use storage::notifications::{DiscordChannel, NotificationChoices, NotificationStore, PushSubscription};
use storage::webhooks::{
    FailingWebhook, StoredWebhookSecret, WebhookEndpoint, WebhookProgress, WebhookReceiver, WebhookStep,
};
use storage::{
    AppendRequest, Attempt, BackupItem, CounterId, Erasure, EventStore, IdempotentAnswer, LogReader, PendingAppend,
    SignIn, StoreError, StoredPicture, Submitted,
};
use support::Scene;
use tokio::sync::watch;
use write_api::{
    CommandError, Context, DecklistFields, FieldErrors, IdempotencyKey, Reach, SubmitDecklist, VersionMatch, WriteApi,
    Written,
};

const STORE: OrganizationId = OrganizationId(1);
const ACTOR: Actor = Actor::System;

fn list(name: &str) -> DecklistBody {
    let fields = DecklistFields { name: Some(name.into()), ..DecklistFields::default() };
    fields.whole(FieldErrors::default()).unwrap()
}

async fn submit(api: &WriteApi, name: &str) -> DecklistId {
    let command = SubmitDecklist { organization_id: STORE, owner_user_id: None, list: list(name), own_lists: None };
    let context = Context::new(ACTOR, Reach::organization(STORE));
    api.submit_decklist(&context, &command).await.unwrap().folded.state.id
}

async fn replace(
    api: &WriteApi,
    id: DecklistId,
    name: &str,
    expected: Option<VersionMatch>,
    key: Option<&IdempotencyKey>,
) -> Result<Written<Decklist>, CommandError> {
    let context = Context { expected, key: key.cloned(), ..Context::new(ACTOR, Reach::organization(STORE)) };
    api.revise_decklist(&context, id, &[], |_| Ok(list(name))).await
}

#[tokio::test]
async fn what_stays_in_memory_is_what_the_log_says() {
    let scene = Scene::empty().await;
    let id = submit(&scene.api, "Burn").await;
    scene.clock.advance(chrono::Duration::nanoseconds(1_234_567_891));
    let kept = replace(&scene.api, id, "Burn 2", None, None).await.unwrap();
    let fresh = scene.another_process();
    let read = replace(&fresh, id, "Burn 2", None, None).await.unwrap();
    assert_eq!((kept.happened(), read.happened()), (true, false));
    assert_eq!(kept.folded, read.folded);
    assert_eq!(kept.folded.state.earlier.len(), 1);
}

#[tokio::test]
async fn a_retry_that_overlaps_its_first_is_not_refused_for_what_the_first_did() {
    let scene = Scene::empty().await;
    let id = submit(&scene.api, "Burn").await;
    let key = IdempotencyKey { owner: "api-key/1".into(), key: "k".into(), request_sha256: "ab".into() };
    let expected = Some(VersionMatch::OneOf(vec![1]));
    let first = replace(&scene.api, id, "Burn 2", expected.clone(), Some(&key)).await.unwrap();

    let overlapping = WriteApi::new(Arc::new(LooksTooEarly::new(&scene)), Arc::new(scene.clock.clone()));
    let retry = replace(&overlapping, id, "Burn 2", expected, Some(&key)).await.unwrap();
    assert_eq!(retry, first);
}

#[tokio::test]
async fn another_version_than_expected_is_refused_even_if_the_list_is_so_already() {
    let scene = Scene::empty().await;
    let id = submit(&scene.api, "Burn").await;
    replace(&scene.api, id, "Burn 2", None, None).await.unwrap();
    for name in ["Burn", "Burn 2"] {
        let stale = replace(&scene.api, id, name, Some(VersionMatch::OneOf(vec![1])), None).await;
        assert!(matches!(stale, Err(CommandError::Stale { current: 2, .. })), "{name}");
    }
    for expected in [VersionMatch::OneOf(vec![1, 2]), VersionMatch::Any] {
        assert!(replace(&scene.api, id, "Burn 2", Some(expected), None).await.is_ok());
    }
}

/// A store whose first look-up of a recorded answer finds nothing yet.
struct LooksTooEarly {
    store: Arc<dyn EventStore>,
    looked: AtomicBool,
}

impl LooksTooEarly {
    fn new(scene: &Scene) -> Self {
        Self { store: scene.store.clone(), looked: AtomicBool::new(false) }
    }
}

#[async_trait]
impl LogReader for LooksTooEarly {
    fn log_id(&self) -> String {
        self.store.log_id()
    }

    async fn reload_log_id(&self) -> Result<String, StoreError> {
        self.store.reload_log_id().await
    }

    async fn read_versions(
        &self,
        stream: StreamId,
        after: Version,
        up_to: Version,
    ) -> Result<Vec<Recorded>, StoreError> {
        self.store.read_versions(stream, after, up_to).await
    }

    async fn read_streams(&self, kind: StreamKind, ids: &[i64], up_to: Position) -> Result<Vec<Recorded>, StoreError> {
        self.store.read_streams(kind, ids, up_to).await
    }

    async fn streams(&self, kind: StreamKind) -> Result<Vec<i64>, StoreError> {
        self.store.streams(kind).await
    }

    async fn read_from(&self, after: Position, limit: usize) -> Result<Vec<Recorded>, StoreError> {
        self.store.read_from(after, limit).await
    }

    async fn read_sealed(&self, after: Position, limit: usize) -> Result<Vec<Recorded>, StoreError> {
        self.store.read_sealed(after, limit).await
    }

    async fn unseal(&self, events: &mut [Recorded]) -> Result<(), StoreError> {
        self.store.unseal(events).await
    }

    async fn hash_at(&self, position: Position) -> Result<Option<EventHash>, StoreError> {
        self.store.hash_at(position).await
    }

    async fn happened(
        &self,
        organization_id: OrganizationId,
        before: Option<Position>,
        limit: usize,
    ) -> Result<Vec<Recorded>, StoreError> {
        self.store.happened(organization_id, before, limit).await
    }

    async fn player_salt(&self) -> Result<PlayerSalt, StoreError> {
        self.store.player_salt().await
    }

    async fn head(&self) -> Result<Position, StoreError> {
        self.store.head().await
    }

    fn appended(&self) -> watch::Receiver<Position> {
        self.store.appended()
    }

    fn backup(&self) -> BoxStream<'static, Result<BackupItem, StoreError>> {
        self.store.backup()
    }

    async fn ping(&self) -> Result<(), StoreError> {
        self.store.ping().await
    }

    async fn close(&self) {
        self.store.close().await;
    }
}

#[async_trait]
impl NotificationStore for LooksTooEarly {
    async fn put_push_subscription(&self, subscription: &PushSubscription) -> Result<(), StoreError> {
        self.store.put_push_subscription(subscription).await
    }

    async fn push_subscriptions(&self, people: &[UserId]) -> Result<Vec<PushSubscription>, StoreError> {
        self.store.push_subscriptions(people).await
    }

    async fn push_subscription(&self, id: i64) -> Result<Option<PushSubscription>, StoreError> {
        self.store.push_subscription(id).await
    }

    async fn remove_push_subscription(&self, endpoint: &str) -> Result<(), StoreError> {
        self.store.remove_push_subscription(endpoint).await
    }

    async fn remove_push_subscriptions(&self, of: UserId) -> Result<(), StoreError> {
        self.store.remove_push_subscriptions(of).await
    }

    async fn notification_choices(&self, people: &[UserId]) -> Result<Vec<NotificationChoices>, StoreError> {
        self.store.notification_choices(people).await
    }

    async fn put_notification_choices(&self, choices: &NotificationChoices) -> Result<(), StoreError> {
        self.store.put_notification_choices(choices).await
    }

    async fn sender_secret(&self, name: &str, fresh: &str) -> Result<String, StoreError> {
        self.store.sender_secret(name, fresh).await
    }

    async fn put_discord_channel(&self, channel: &DiscordChannel) -> Result<i64, StoreError> {
        self.store.put_discord_channel(channel).await
    }

    async fn discord_channels(&self, of: OrganizationId) -> Result<Vec<DiscordChannel>, StoreError> {
        self.store.discord_channels(of).await
    }

    async fn discord_channel(&self, id: i64) -> Result<Option<DiscordChannel>, StoreError> {
        self.store.discord_channel(id).await
    }

    async fn remove_discord_channel(&self, of: OrganizationId, id: i64) -> Result<(), StoreError> {
        self.store.remove_discord_channel(of, id).await
    }
}

#[async_trait]
impl EventStore for LooksTooEarly {
    async fn submit(&self, request: AppendRequest, after: Option<PendingAppend>) -> Result<Submitted, StoreError> {
        self.store.submit(request, after).await
    }

    async fn try_write(&self) -> Result<(), StoreError> {
        self.store.try_write().await
    }

    fn refuse_writes(&self, damage: String) {
        self.store.refuse_writes(damage);
    }

    async fn renew_log_id(&self) -> Result<String, StoreError> {
        self.store.renew_log_id().await
    }

    async fn reserve_ids(&self, sequence: Sequence, count: usize) -> Result<i64, StoreError> {
        self.store.reserve_ids(sequence, count).await
    }

    async fn holders(&self, scope: &str, names: &[String]) -> Result<Vec<Option<StreamId>>, StoreError> {
        self.store.holders(scope, names).await
    }

    async fn recorded_answer(&self, owner: &str, key: &str) -> Result<Option<IdempotentAnswer>, StoreError> {
        if !self.looked.swap(true, Ordering::Relaxed) {
            return Ok(None);
        }
        self.store.recorded_answer(owner, key).await
    }

    async fn answer_hour(&self) -> Result<i64, StoreError> {
        self.store.answer_hour().await
    }

    async fn end_answer_hour(&self, hour: i64, kept: i64) -> Result<u64, StoreError> {
        self.store.end_answer_hour(hour, kept).await
    }

    async fn put_picture(&self, picture: &StoredPicture) -> Result<(), StoreError> {
        self.store.put_picture(picture).await
    }

    async fn picture(&self, sha256: &str) -> Result<Option<StoredPicture>, StoreError> {
        self.store.picture(sha256).await
    }

    async fn forget_pictures(&self, before: DateTime<Utc>) -> Result<u64, StoreError> {
        self.store.forget_pictures(before).await
    }

    async fn put_password(&self, id: PasswordId, user_id: UserId, hash: &str) -> Result<(), StoreError> {
        self.store.put_password(id, user_id, hash).await
    }

    async fn password(&self, id: PasswordId) -> Result<Option<String>, StoreError> {
        self.store.password(id).await
    }

    async fn forget_passwords(&self, user_id: UserId, keep: PasswordId) -> Result<u64, StoreError> {
        self.store.forget_passwords(user_id, keep).await
    }

    async fn count_attempt(&self, attempt: &Attempt) -> Result<Option<DateTime<Utc>>, StoreError> {
        self.store.count_attempt(attempt).await
    }

    async fn note_sign_in(&self, sign_in: &SignIn) -> Result<(), StoreError> {
        self.store.note_sign_in(sign_in).await
    }

    async fn is_known_origin(&self, origin: &CounterId, since: DateTime<Utc>) -> Result<bool, StoreError> {
        self.store.is_known_origin(origin, since).await
    }

    async fn forget_attempts(&self, begun: DateTime<Utc>, last_used: DateTime<Utc>) -> Result<u64, StoreError> {
        self.store.forget_attempts(begun, last_used).await
    }

    async fn put_webhook_secret(&self, secret: &StoredWebhookSecret) -> Result<(), StoreError> {
        self.store.put_webhook_secret(secret).await
    }

    async fn forget_webhook_secrets(&self, id: WebhookId, keep: &[WebhookSecretId]) -> Result<u64, StoreError> {
        self.store.forget_webhook_secrets(id, keep).await
    }

    async fn webhook_progress(&self) -> Result<WebhookProgress, StoreError> {
        self.store.webhook_progress().await
    }

    async fn webhook_endpoints(&self, id: OrganizationId) -> Result<Vec<WebhookEndpoint>, StoreError> {
        self.store.webhook_endpoints(id).await
    }

    async fn advance_webhooks(&self, step: &WebhookStep) -> Result<bool, StoreError> {
        self.store.advance_webhooks(step).await
    }

    async fn webhook_receiver(&self, id: WebhookId) -> Result<Option<WebhookReceiver>, StoreError> {
        self.store.webhook_receiver(id).await
    }

    async fn queue_message(&self, message: &QueuedMessage) -> Result<(), StoreError> {
        self.store.queue_message(message).await
    }

    async fn due_recipients(&self, channel: ChannelKind, now: DateTime<Utc>) -> Result<Vec<DueRecipient>, StoreError> {
        self.store.due_recipients(channel, now).await
    }

    async fn claim_queues(&self, claims: &[QueueClaim]) -> Result<Vec<Vec<Delivery>>, StoreError> {
        self.store.claim_queues(claims).await
    }

    async fn settle_queues(&self, queues: &[SettledQueue]) -> Result<Vec<FailingWebhook>, StoreError> {
        self.store.settle_queues(queues).await
    }

    async fn oldest_pending_message(&self, channel: ChannelKind) -> Result<Option<DateTime<Utc>>, StoreError> {
        self.store.oldest_pending_message(channel).await
    }

    async fn failing_webhooks(&self, id: OrganizationId) -> Result<Vec<FailingWebhook>, StoreError> {
        self.store.failing_webhooks(id).await
    }

    async fn deliveries(&self, page: &DeliveryPage) -> Result<Vec<Delivery>, StoreError> {
        self.store.deliveries(page).await
    }

    async fn resend_delivery(&self, to: Recipient, id: DeliveryId, now: DateTime<Utc>) -> Result<bool, StoreError> {
        self.store.resend_delivery(to, id, now).await
    }

    async fn resend_deliveries(
        &self,
        to: Recipient,
        period: (DateTime<Utc>, DateTime<Utc>),
        now: DateTime<Utc>,
    ) -> Result<u64, StoreError> {
        self.store.resend_deliveries(to, period, now).await
    }

    async fn forget_deliveries(&self, before: DateTime<Utc>) -> Result<u64, StoreError> {
        self.store.forget_deliveries(before).await
    }

    async fn restore(
        &self,
        items: BoxStream<'static, Result<BackupItem, StoreError>>,
        erased: &[Erasure],
    ) -> Result<Position, StoreError> {
        self.store.restore(items, erased).await
    }

    async fn erasures(&self) -> Result<Vec<Erasure>, StoreError> {
        self.store.erasures().await
    }

    async fn erasure_count(&self) -> Result<i64, StoreError> {
        self.store.erasure_count().await
    }

    async fn unfinished_erasures(&self) -> Result<Vec<UserId>, StoreError> {
        self.store.unfinished_erasures().await
    }

    async fn finish_erasures(&self, users: &[UserId]) -> Result<(), StoreError> {
        self.store.finish_erasures(users).await
    }

    async fn streams_with(&self, kind: StreamKind, event_type: &str) -> Result<Vec<i64>, StoreError> {
        self.store.streams_with(kind, event_type).await
    }

    async fn rewrite(&self) -> Result<(), StoreError> {
        self.store.rewrite().await
    }
}
