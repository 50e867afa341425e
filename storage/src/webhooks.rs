//! Webhooks: their secrets, the messages that are sent to them, and the log of deliveries.
//!
//! Subscriptions are events of organizations. [`Webhooks::advance_webhooks`] follows the log: one transaction stores the
//! messages about some events, the webhooks as of the last of them, and its position. So nothing is lost if a process
//! ends, and several processes may follow the log at once.
//!
//! The pending messages of a webhook about one tournament are a *queue*. A process takes a queue for some time, sends its
//! messages in order, and stores the results. If the process ends, the queue is free again after that time.

pub(crate) mod rows;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use proto_events::Position;
use proto_events::ids::{
    DeliveryId, MatchId, OrganizationId, RegistrationId, RoundId, TournamentId, WebhookId, WebhookSecretId,
};
use proto_events::vocabulary::WebhookEventType;

use crate::StoreError;

/// A secret of a webhook.
#[derive(Clone, PartialEq, Eq)]
pub struct StoredWebhookSecret {
    /// Its id in events.
    pub id: WebhookSecretId,
    /// The webhook.
    pub webhook_id: WebhookId,
    /// The secret: `whsec_` and base64.
    pub secret: String,
}

/// Hides the secret.
impl std::fmt::Debug for StoredWebhookSecret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut shown = f.debug_struct("StoredWebhookSecret");
        shown.field("id", &self.id).field("webhook_id", &self.webhook_id).finish_non_exhaustive()
    }
}

/// The position up to which events have become messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WebhookProgress {
    /// The position.
    pub position: Position,
    /// Events up to this position become no messages: they are older than all webhooks, or come from a backup.
    pub silent_until: Position,
}

/// A webhook as the sender needs it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WebhookEndpoint {
    /// The webhook.
    pub webhook_id: WebhookId,
    /// Its organization.
    pub organization_id: OrganizationId,
    /// The address.
    pub url: String,
    /// The types to send; none means all.
    pub event_types: Vec<WebhookEventType>,
    /// Whether messages are sent.
    pub enabled: bool,
    /// The secret that signs its messages.
    pub secret_id: WebhookSecretId,
    /// The secret before it, and until when it signs as well.
    pub previous_secret: Option<(WebhookSecretId, DateTime<Utc>)>,
}

/// A message to a webhook.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WebhookMessage {
    /// The webhook.
    pub webhook_id: WebhookId,
    /// Its organization.
    pub organization_id: OrganizationId,
    /// The tournament.
    pub tournament_id: TournamentId,
    /// Position of the event.
    pub position: Position,
    /// Its type.
    pub event_type: WebhookEventType,
    /// Its id for the receiver.
    pub message_id: String,
    /// When the event happened.
    pub occurred_at: DateTime<Utc>,
    /// When the event was written.
    pub recorded_at: DateTime<Utc>,
    /// The round that it is about.
    pub round_id: Option<RoundId>,
    /// The match that it is about.
    pub match_id: Option<MatchId>,
    /// The registration that it is about.
    pub registration_id: Option<RegistrationId>,
}

/// The result of the events after one position, up to another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WebhookStep {
    /// The position before.
    pub from: Position,
    /// The position of the last event.
    pub to: Position,
    /// Webhooks that were added or changed.
    pub endpoints: Vec<WebhookEndpoint>,
    /// Webhooks that were removed.
    pub removed: Vec<WebhookId>,
    /// New messages, in order.
    pub messages: Vec<WebhookMessage>,
    /// The current time.
    pub now: DateTime<Utc>,
}

/// The state of a delivery.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeliveryState {
    /// It is sent as soon as its turn comes.
    Pending,
    /// The receiver accepted it.
    Delivered,
    /// The attempts have ended, or the webhook was disabled.
    Undelivered,
}

/// A delivery in the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Delivery {
    /// Its id.
    pub id: DeliveryId,
    /// The message.
    pub message: WebhookMessage,
    /// Its state.
    pub state: DeliveryState,
    /// All attempts so far.
    pub attempts: i64,
    /// Failed attempts since it was last scheduled from the beginning.
    pub failures: i64,
    /// The last attempt.
    pub last: Option<LastAttempt>,
}

/// The last attempt of a delivery.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LastAttempt {
    /// When it was made.
    pub at: DateTime<Utc>,
    /// The status of the answer, if there was one.
    pub status: Option<u16>,
    /// Why it failed, if it did.
    pub error: Option<String>,
}

/// A webhook with messages that are due.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DueWebhook {
    /// The webhook.
    pub webhook_id: WebhookId,
    /// Its organization.
    pub organization_id: OrganizationId,
}

/// What a process takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QueueClaim {
    /// The webhook.
    pub webhook_id: WebhookId,
    /// Queues at most.
    pub queues: i64,
    /// Messages of a queue at most.
    pub messages: i64,
    /// The current time.
    pub now: DateTime<Utc>,
    /// Until when the queues are taken.
    pub until: DateTime<Utc>,
}

/// Queues that a process has taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClaimedQueues {
    /// The webhook.
    pub endpoint: WebhookEndpoint,
    /// Its secrets.
    pub secrets: Vec<StoredWebhookSecret>,
    /// The messages of each queue, in order.
    pub queues: Vec<Vec<Delivery>>,
}

/// The results of a queue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SettledQueue {
    /// The webhook.
    pub webhook_id: WebhookId,
    /// The tournament.
    pub tournament_id: TournamentId,
    /// The attempts, in order.
    pub attempts: Vec<SettledAttempt>,
    /// Until when the address wants no messages.
    pub paused_until: Option<DateTime<Utc>>,
    /// The current time.
    pub now: DateTime<Utc>,
}

/// The result of an attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SettledAttempt {
    /// The delivery.
    pub delivery_id: DeliveryId,
    /// The attempt.
    pub attempt: LastAttempt,
    /// What follows.
    pub next: NextAttempt,
}

/// What follows an attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NextAttempt {
    /// The message is delivered.
    Delivered,
    /// It is sent again at this time.
    At(DateTime<Utc>),
    /// It is not sent again.
    GivenUp,
}

/// A webhook whose address accepts nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FailingWebhook {
    /// The webhook.
    pub webhook_id: WebhookId,
    /// Its organization.
    pub organization_id: OrganizationId,
    /// Since when.
    pub since: DateTime<Utc>,
}

/// A page of the log of deliveries, newest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DeliveryPage {
    /// The webhook.
    pub webhook_id: WebhookId,
    /// Only deliveries in this state.
    pub state: Option<DeliveryState>,
    /// Only deliveries with lower ids.
    pub before: Option<DeliveryId>,
    /// Deliveries at most.
    pub limit: i64,
}

/// Stores secrets of webhooks, their messages, and the log of deliveries.
#[async_trait]
pub trait Webhooks: Send + Sync + 'static {
    /// Stores a secret durably. It becomes valid when an event names it. Ids are never issued twice.
    async fn put_webhook_secret(&self, secret: &StoredWebhookSecret) -> Result<(), StoreError>;

    /// Deletes secrets of a webhook except these. Returns how many.
    async fn forget_webhook_secrets(&self, id: WebhookId, keep: &[WebhookSecretId]) -> Result<u64, StoreError>;

    /// Returns the position up to which events have become messages.
    async fn webhook_progress(&self) -> Result<WebhookProgress, StoreError>;

    /// Returns the webhooks of an organization as of that position.
    async fn webhook_endpoints(&self, id: OrganizationId) -> Result<Vec<WebhookEndpoint>, StoreError>;

    /// Stores the result of some events. Returns false, and stores nothing, if another process was first.
    async fn advance_webhooks(&self, step: &WebhookStep) -> Result<bool, StoreError>;

    /// Returns the enabled webhooks with messages that are due.
    async fn due_webhooks(&self, now: DateTime<Utc>) -> Result<Vec<DueWebhook>, StoreError>;

    /// Takes queues of a webhook. `None` if the webhook is gone.
    async fn claim_queues(&self, claim: &QueueClaim) -> Result<Option<ClaimedQueues>, StoreError>;

    /// Stores the results of queues. Returns the webhooks among them that fail.
    async fn settle_queues(&self, queues: &[SettledQueue]) -> Result<Vec<FailingWebhook>, StoreError>;

    /// Returns when the event of the oldest pending message was written.
    async fn oldest_pending_message(&self) -> Result<Option<DateTime<Utc>>, StoreError>;

    /// Returns the webhooks of an organization whose address accepts nothing.
    async fn failing_webhooks(&self, id: OrganizationId) -> Result<Vec<FailingWebhook>, StoreError>;

    /// Returns a page of the log of deliveries, newest first.
    async fn deliveries(&self, page: &DeliveryPage) -> Result<Vec<Delivery>, StoreError>;

    /// Returns a delivery of a webhook.
    async fn delivery(&self, webhook: WebhookId, id: DeliveryId) -> Result<Option<Delivery>, StoreError>;

    /// Sends a delivery of a webhook again, and at once. Returns false if there is no such delivery.
    async fn resend_delivery(&self, webhook: WebhookId, id: DeliveryId, now: DateTime<Utc>)
    -> Result<bool, StoreError>;

    /// Sends the messages of a webhook about events that were written in a period, its end included, again. Returns how
    /// many.
    async fn resend_deliveries(
        &self,
        webhook: WebhookId,
        period: (DateTime<Utc>, DateTime<Utc>),
        now: DateTime<Utc>,
    ) -> Result<u64, StoreError>;

    /// Deletes some deliveries about events that were written before a time, except pending ones. Returns how many;
    /// fewer than [`FORGOTTEN_AT_ONCE`] if none is left.
    async fn forget_deliveries(&self, before: DateTime<Utc>) -> Result<u64, StoreError>;
}

/// Deliveries that are deleted in one transaction, so that no other write waits long.
pub const FORGOTTEN_AT_ONCE: i64 = 2_000;
