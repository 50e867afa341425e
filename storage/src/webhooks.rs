//! Webhooks: their secrets, the messages that are sent to them, and the log of deliveries.
//!
//! Subscriptions are events of organizations. [`EventStore::advance_webhooks`](crate::EventStore::advance_webhooks) follows the log: one transaction stores the
//! messages about some events, the webhooks as of the last of them, and its position. So nothing is lost if a process
//! ends, and several processes may follow the log at once.
//!
//! The pending messages of a webhook about one tournament are a *queue*. A process takes a queue for some time, sends its
//! messages in order, and stores the results. If the process ends, the queue is free again after that time.

use chrono::{DateTime, Utc};
use proto_events::Position;
use proto_events::ids::{
    DeliveryId, MatchId, OrganizationId, RegistrationId, RoundId, TournamentId, WebhookId, WebhookSecretId,
};
use proto_events::vocabulary::WebhookEventType;

use crate::StoreError;
use crate::checksum::{self, RowChecksum};
use crate::columns::time;
use crate::sql::StoreRow;

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

impl StoredWebhookSecret {
    /// Computes the checksum of its row.
    pub(crate) fn checksum(&self) -> i64 {
        RowChecksum::default().number(self.id.0).number(self.webhook_id.0).bytes(&self.secret).value()
    }
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

/// Deliveries that are deleted in one transaction, so that no other write waits long.
pub const FORGOTTEN_AT_ONCE: i64 = 2_000;

impl DeliveryState {
    /// Returns the value of the column.
    pub(crate) fn code(self) -> i64 {
        match self {
            Self::Pending => 0,
            Self::Delivered => 1,
            Self::Undelivered => 2,
        }
    }
}

/// Reads a secret from its columns and the checksum behind them.
pub(crate) fn secret(row: &impl StoreRow) -> Result<StoredWebhookSecret, StoreError> {
    let (id, webhook_id): (i64, i64) = (row.column(0)?, row.column(1)?);
    let secret = StoredWebhookSecret { id: id.into(), webhook_id: webhook_id.into(), secret: row.column(2)? };
    checksum::expect(row.column(3)?, secret.checksum(), || format!("the secret {id} of a webhook"))?;
    Ok(secret)
}

/// Reads the progress.
pub(crate) fn progress(row: &impl StoreRow) -> Result<WebhookProgress, StoreError> {
    Ok(WebhookProgress { position: Position(row.column(0)?), silent_until: Position(row.column(1)?) })
}

/// Reads a webhook.
pub(crate) fn endpoint(row: &impl StoreRow) -> Result<WebhookEndpoint, StoreError> {
    let types: String = row.column(3)?;
    let types = types.split_terminator(',').map(event_type);
    let previous: (Option<i64>, Option<i64>) = (row.column(6)?, row.column(7)?);
    Ok(WebhookEndpoint {
        webhook_id: row.column::<i64>(0)?.into(),
        organization_id: row.column::<i64>(1)?.into(),
        url: row.column(2)?,
        event_types: types.collect::<Result<_, _>>()?,
        enabled: row.column::<i64>(4)? != 0,
        secret_id: row.column::<i64>(5)?.into(),
        previous_secret: match previous {
            (Some(id), Some(until)) => Some((id.into(), time(until)?)),
            _ => None,
        },
    })
}

/// Returns the types of a webhook as they are stored.
pub(crate) fn stored_types(types: &[WebhookEventType]) -> String {
    types.iter().map(|event_type| event_type.wire_name()).collect::<Vec<_>>().join(",")
}

fn event_type(name: &str) -> Result<WebhookEventType, StoreError> {
    let known = WebhookEventType::from_wire_name(name);
    known.ok_or_else(|| StoreError::Damaged(format!("`{name}` is not a type of webhook messages")))
}

/// Reads a webhook that is due.
pub(crate) fn due(row: &impl StoreRow) -> Result<DueWebhook, StoreError> {
    Ok(DueWebhook { webhook_id: row.column::<i64>(0)?.into(), organization_id: row.column::<i64>(1)?.into() })
}

/// Reads a webhook that fails.
pub(crate) fn failing(row: &impl StoreRow) -> Result<FailingWebhook, StoreError> {
    let DueWebhook { webhook_id, organization_id } = due(row)?;
    Ok(FailingWebhook { webhook_id, organization_id, since: time(row.column(2)?)? })
}

/// Reads a delivery.
pub(crate) fn delivery(row: &impl StoreRow) -> Result<Delivery, StoreError> {
    let message = WebhookMessage {
        webhook_id: row.column::<i64>(1)?.into(),
        organization_id: row.column::<i64>(2)?.into(),
        tournament_id: row.column::<i64>(3)?.into(),
        position: Position(row.column(4)?),
        event_type: event_type(row.column(5)?)?,
        message_id: row.column(6)?,
        occurred_at: time(row.column(7)?)?,
        recorded_at: time(row.column(8)?)?,
        round_id: row.column::<Option<i64>>(9)?.map(Into::into),
        match_id: row.column::<Option<i64>>(10)?.map(Into::into),
        registration_id: row.column::<Option<i64>>(11)?.map(Into::into),
    };
    let last = match row.column::<Option<i64>>(15)? {
        Some(at) => Some(LastAttempt {
            at: time(at)?,
            status: row.column::<Option<i64>>(16)?.and_then(|status| u16::try_from(status).ok()),
            error: row.column(17)?,
        }),
        None => None,
    };
    let state = match row.column::<i64>(12)? {
        0 => DeliveryState::Pending,
        1 => DeliveryState::Delivered,
        _ => DeliveryState::Undelivered,
    };
    Ok(Delivery {
        id: row.column::<i64>(0)?.into(),
        message,
        state,
        attempts: row.column(13)?,
        failures: row.column(14)?,
        last,
    })
}
