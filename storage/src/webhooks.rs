//! Webhooks: their secrets, their addresses as of a position of the log, and their messages.
//!
//! Subscriptions are events of organizations. [`EventStore::advance_webhooks`](crate::EventStore::advance_webhooks) follows the log: one transaction stores the
//! messages about some events, the webhooks as of the last of them, and its position. So nothing is lost if a process
//! ends, and several processes may follow the log at once. The messages are [deliveries](crate::deliveries).

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use proto_events::Position;
use proto_events::ids::{MatchId, OrganizationId, RegistrationId, RoundId, WebhookId, WebhookSecretId};
use proto_events::vocabulary::WebhookEventType;
use serde::{Deserialize, Serialize};

use crate::StoreError;
use crate::columns::time;
use crate::deliveries::Message;
use crate::shows::shows;
use crate::sql::StoreRow;

/// A secret of a webhook.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredWebhookSecret {
    /// Its id in events.
    #[serde(rename = "secret_id")]
    pub id: WebhookSecretId,
    /// The webhook.
    pub webhook_id: WebhookId,
    /// The secret: `whsec_` and base64.
    pub secret: String,
}

shows!(StoredWebhookSecret: id, webhook_id);

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

/// A webhook with its secrets, to send to it.
pub type WebhookReceiver = (WebhookEndpoint, Vec<StoredWebhookSecret>);

/// The contents of a message to a webhook. The tournament is the subject of the message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WebhookMessage {
    /// Position of the event.
    pub position: Position,
    /// Its type.
    pub event_type: WebhookEventType,
    /// When the event happened.
    #[serde(with = "chrono::serde::ts_microseconds")]
    pub occurred_at: DateTime<Utc>,
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
    pub removed: BTreeSet<WebhookId>,
    /// New messages of all channels, in order.
    pub messages: Vec<Message>,
    /// The current time.
    pub now: DateTime<Utc>,
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

/// Reads a webhook that fails.
pub(crate) fn failing(row: &impl StoreRow) -> Result<FailingWebhook, StoreError> {
    let (webhook_id, organization_id) = (row.column::<i64>(0)?.into(), row.column::<i64>(1)?.into());
    Ok(FailingWebhook { webhook_id, organization_id, since: time(row.column(2)?)? })
}

impl WebhookMessage {
    /// Decodes the contents of a message.
    ///
    /// # Errors
    /// If they are damaged.
    pub fn read(message: &Message) -> Result<Self, StoreError> {
        let damaged = |error| StoreError::Damaged(format!("a message of a webhook: {error}"));
        serde_json::from_str(&message.payload).map_err(damaged)
    }
}
