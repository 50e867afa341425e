//! Reads the rows of webhooks, for both databases.

use proto_events::Position;
use proto_events::vocabulary::WebhookEventType;

use super::{
    Delivery, DeliveryState, DueWebhook, FailingWebhook, LastAttempt, StoredWebhookSecret, WebhookEndpoint,
    WebhookMessage, WebhookProgress,
};
use crate::StoreError;
use crate::checksum;
use crate::columns::time;
use crate::row::StoreRow;

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
    let computed = checksum::of_webhook_secret(&secret);
    checksum::expect(row.column(3)?, computed, || format!("the secret {id} of a webhook"))?;
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
