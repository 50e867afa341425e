//! Messages that leave the service, for every channel: their queues, and the log of deliveries.
//!
//! A message is queued once for each *cause*: in the transaction of the events that cause it
//! ([`AppendRequest::outbox`](crate::AppendRequest)), or with the position of the follower that made it
//! ([`advance_webhooks`](crate::EventStore::advance_webhooks)).
//!
//! The pending messages to a recipient about one subject are a *queue*. A process takes a queue for some time, sends its
//! messages in order, and stores the results. If the process ends, the queue is free again after that time. Backups have
//! only the tasks among them, which look at the state before they do something, so a restored log sends no old message.

use chrono::{DateTime, Utc};
use proto_events::ids::{DeliveryId, OrganizationId, TournamentId, UserId, WebhookId};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::StoreError;
use crate::columns::time;
use crate::shows::shows;
use crate::sql::StoreRow;

/// A way to send messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ChannelKind {
    /// Requests to addresses that organizations subscribe.
    Webhook,
    /// Mail to people.
    Mail,
    /// Push messages to people's browsers.
    Push,
    /// Messages in Discord channels of organizations.
    Discord,
    /// Tasks that the service does itself later. The recipient is the event or the person whom they are about.
    Schedule,
}

/// A recipient of messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Recipient {
    /// How messages reach it.
    pub channel: ChannelKind,
    /// Its id in the channel: a webhook, a person, a push subscription, or a Discord channel.
    pub id: i64,
}

/// The messages to a recipient about one subject.
pub type Queue = (Recipient, i64);

/// A message to a recipient.
#[derive(Clone, PartialEq, Eq)]
pub struct Message {
    /// The recipient.
    pub recipient: Recipient,
    /// The organization whose limits count; 0 for messages of the service itself.
    pub organization_id: OrganizationId,
    /// The event that a message to a person is about. Staff sees it there if it fails, so its contents are ids and nothing secret.
    pub tournament_id: Option<TournamentId>,
    /// Messages about the same subject are sent in order.
    pub subject: i64,
    /// Its cause: the recipient gets one message for it. A webhook's receiver knows it as the id of the message.
    pub cause: String,
    /// When it was caused.
    pub recorded_at: DateTime<Utc>,
    /// It is not sent earlier than this, if it has a subject of its own. Not in what is read back.
    pub due_at: Option<DateTime<Utc>>,
    /// It is not sent later than this.
    pub expires_at: Option<DateTime<Utc>>,
    /// Its contents, in the channel's own format. They are deleted once it is sent or given up, except those of webhooks, and of
    /// messages about an event that were given up.
    pub payload: String,
}

// The contents may hold a link.
shows!(Message: recipient, cause);

/// A task for later, which is a message of [`ChannelKind::Schedule`] with a queue of its own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScheduledTask {
    /// The event or the person whom it is about.
    pub of: i64,
    /// The organization; 0 for tasks of the service itself.
    pub organization_id: OrganizationId,
    /// Its cause, of which it has one task.
    pub cause: String,
    /// When it runs.
    pub due_at: DateTime<Utc>,
    /// When it is too late for it.
    pub expires_at: Option<DateTime<Utc>>,
    /// What is done.
    pub task: String,
}

impl ScheduledTask {
    /// Returns the task as it is queued.
    pub fn queued(self) -> Message {
        Message {
            recipient: ChannelKind::Schedule.recipient(self.of),
            organization_id: self.organization_id,
            tournament_id: None,
            subject: own_subject(&self.cause),
            cause: self.cause,
            recorded_at: self.due_at,
            due_at: Some(self.due_at),
            expires_at: self.expires_at,
            payload: self.task,
        }
    }
}

impl From<Message> for ScheduledTask {
    fn from(message: Message) -> Self {
        let Message { recipient, organization_id, cause, recorded_at, expires_at, payload, .. } = message;
        Self { of: recipient.id, organization_id, cause, due_at: recorded_at, expires_at, task: payload }
    }
}

/// The state of a delivery, with its value in the column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeliveryState {
    /// It is sent as soon as its turn comes.
    Pending = 0,
    /// The receiver accepted it.
    Delivered = 1,
    /// The attempts have ended, or the webhook was disabled.
    Undelivered = 2,
}

/// A delivery in the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Delivery {
    /// Its id.
    pub id: DeliveryId,
    /// The message.
    pub message: Message,
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

/// A queue whose next message is due.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DueQueue {
    /// The queue.
    pub queue: Queue,
    /// The organization of the recipient.
    pub organization_id: OrganizationId,
}

/// The results of a queue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SettledQueue {
    /// The recipient.
    pub recipient: Recipient,
    /// The subject.
    pub subject: i64,
    /// The attempts, in order.
    pub attempts: Vec<SettledAttempt>,
    /// Until when the recipient wants no messages.
    pub pause: Option<Pause>,
    /// Until when this process took the queue. If another one has taken it since, the results are not stored.
    pub taken_until: DateTime<Utc>,
    /// The current time.
    pub now: DateTime<Utc>,
}

/// A pause that a receiver asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pause {
    /// Its end.
    pub until: DateTime<Utc>,
    /// Whether it is for all recipients of the channel. Only Discord asks for that.
    pub is_for_all: bool,
}

impl SettledQueue {
    /// Returns when the next message is sent, if there is one.
    pub(crate) fn due(&self) -> DateTime<Utc> {
        match self.attempts.last().map(|last| last.next) {
            Some(NextAttempt::At(at)) => at,
            _ => self.now,
        }
    }
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

/// A page of the log of deliveries, newest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DeliveryPage {
    /// The recipient.
    pub recipient: Recipient,
    /// Only deliveries in this state.
    pub state: Option<DeliveryState>,
    /// Only deliveries with lower ids.
    pub before: Option<DeliveryId>,
    /// Deliveries at most.
    pub limit: i64,
}

/// Returns the subject of messages with a queue of their own, so that none waits for another one that is sent later or again.
pub fn own_subject(cause: &str) -> i64 {
    let hash: [u8; 32] = Sha256::digest(cause).into();
    hash.first_chunk().map_or(0, |first| i64::from_be_bytes(*first))
}

/// Deliveries that are deleted in one transaction, so that no other write waits long.
pub const FORGOTTEN_AT_ONCE: i64 = 2_000;

impl ChannelKind {
    /// All channels.
    pub const ALL: [Self; 5] = [Self::Webhook, Self::Mail, Self::Push, Self::Discord, Self::Schedule];

    /// Returns the recipient with this id in the channel.
    pub fn recipient(self, id: i64) -> Recipient {
        Recipient { channel: self, id }
    }

    /// Returns how many queues of a recipient may be under way. Some organizations have many events at once.
    pub fn queues_at_once(self) -> usize {
        if self == Self::Webhook { 8 } else { 1 }
    }

    /// Returns the value of the column, which is the place in [`ChannelKind::ALL`].
    pub(crate) fn code(self) -> i64 {
        self as i64
    }

    fn from_code(code: i64) -> Result<Self, StoreError> {
        let known = Self::ALL.into_iter().find(|kind| kind.code() == code);
        known.ok_or_else(|| StoreError::Damaged(format!("{code} is not a channel of messages")))
    }
}

impl From<WebhookId> for Recipient {
    fn from(id: WebhookId) -> Self {
        Self { channel: ChannelKind::Webhook, id: id.0 }
    }
}

impl From<UserId> for Recipient {
    fn from(id: UserId) -> Self {
        Self { channel: ChannelKind::Mail, id: id.0 }
    }
}

impl DeliveryState {
    /// Returns the value of the column.
    pub(crate) fn code(self) -> i64 {
        self as i64
    }
}

/// Reads a queue.
pub(crate) fn queue(row: &impl StoreRow) -> Result<Queue, StoreError> {
    Ok((Recipient { channel: ChannelKind::from_code(row.column(0)?)?, id: row.column(1)? }, row.column(2)?))
}

/// Reads a queue that is due.
pub(crate) fn due(row: &impl StoreRow) -> Result<DueQueue, StoreError> {
    Ok(DueQueue { queue: queue(row)?, organization_id: row.column::<i64>(3)?.into() })
}

/// Reads a delivery.
pub(crate) fn delivery(row: &impl StoreRow) -> Result<Delivery, StoreError> {
    let message = Message {
        recipient: Recipient { channel: ChannelKind::from_code(row.column(1)?)?, id: row.column(2)? },
        organization_id: row.column::<i64>(3)?.into(),
        subject: row.column(4)?,
        cause: row.column(5)?,
        recorded_at: time(row.column(6)?)?,
        due_at: None,
        expires_at: row.column::<Option<i64>>(7)?.map(time).transpose()?,
        payload: row.column(8)?,
        tournament_id: row.column::<Option<i64>>(15)?.map(Into::into),
    };
    let status = row.column::<Option<i64>>(13)?.and_then(|status| u16::try_from(status).ok());
    let (at, error) = (row.column::<Option<i64>>(12)?.map(time).transpose()?, row.column(14)?);
    let last = at.map(|at| LastAttempt { at, status, error });
    let state = match row.column::<i64>(9)? {
        0 => DeliveryState::Pending,
        1 => DeliveryState::Delivered,
        _ => DeliveryState::Undelivered,
    };
    Ok(Delivery {
        id: row.column::<i64>(0)?.into(),
        message,
        state,
        attempts: row.column(10)?,
        failures: row.column(11)?,
        last,
    })
}
