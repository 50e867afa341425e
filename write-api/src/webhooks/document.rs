//! Answers of webhooks.

use domain::organization::Webhook;
use storage::deliveries::{Delivery, DeliveryState};
use storage::webhooks::{FailingWebhook, WebhookMessage};

use super::settings::webhook_of;
use crate::prelude::*;
/// A webhook.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Webhook)]
pub(crate) struct WebhookDocument {
    /// Its id.
    #[schema(value_type = i64)]
    id: WebhookId,
    /// The address that messages are sent to.
    #[schema(format = "uri")]
    url: String,
    /// The types of messages; none means all, also those of later versions.
    event_types: Vec<WebhookEventType>,
    /// Description for people.
    description: String,
    /// Whether messages are sent.
    enabled: bool,
    /// When it was added. It gets messages about later changes.
    created_at: DateTime<Utc>,
    /// Until when the secret before the current one signs as well; null if there is none.
    previous_secret_until: Option<DateTime<Utc>>,
    /// When the service disabled it; null if it did not.
    disabled_at: Option<DateTime<Utc>>,
    /// Why the service disabled it; null if it did not.
    disabled_reason: Option<WebhookFault>,
    /// Since when its address accepts no message; null if it does.
    failing_since: Option<DateTime<Utc>>,
}

/// A webhook with its secret.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct IssuedWebhook {
    #[serde(flatten)]
    pub(crate) entry: WebhookDocument,
    /// The secret that signs its messages. It is shown only once and cannot be recovered.
    pub(crate) secret: String,
}

/// A page of the log of deliveries.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DeliveryPage {
    /// Address of the page with older deliveries; null on the last page.
    #[schema(format = "uri")]
    pub(crate) next: Option<String>,
    /// The deliveries, newest first.
    pub(crate) results: Vec<DeliveryDocument>,
}

/// A delivery of a message.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = WebhookDelivery)]
pub(crate) struct DeliveryDocument {
    /// Its id in the log.
    #[schema(value_type = i64)]
    id: DeliveryId,
    /// The header `webhook-id` of the message; it stays the same when the message is sent again.
    message_id: String,
    /// The type of the message.
    event_type: WebhookEventType,
    /// The organization.
    #[schema(value_type = i64)]
    organization_id: OrganizationId,
    /// The event that it is about.
    #[schema(value_type = i64)]
    tournament_id: TournamentId,
    /// The round that it is about; null if it is about no round.
    #[schema(value_type = Option<i64>)]
    round_id: Option<RoundId>,
    /// The match that it is about; null if it is about no match.
    #[schema(value_type = Option<i64>)]
    match_id: Option<MatchId>,
    /// The registration that it is about; null if it is about no registration.
    #[schema(value_type = Option<i64>)]
    registration_id: Option<RegistrationId>,
    /// Position in the log of what happened.
    position: i64,
    /// When it happened.
    timestamp: DateTime<Utc>,
    /// `PENDING`, `DELIVERED` or `UNDELIVERED`.
    state: &'static str,
    /// Attempts so far.
    attempts: i64,
    /// When the last attempt was made; null before the first.
    last_attempt_at: Option<DateTime<Utc>>,
    /// Status of the last answer; null if there was none.
    last_status: Option<u16>,
    /// Why the last attempt failed; null if it did not.
    last_error: Option<String>,
}

/// The number of deliveries that are sent again.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ResentDeliveries {
    /// How many deliveries are sent again.
    pub(crate) deliveries: u64,
}

impl WebhookDocument {
    /// Returns a webhook as it is answered.
    pub(crate) fn new(webhook: &Webhook, failing: &[FailingWebhook], now: DateTime<Utc>) -> Self {
        let settings = webhook.settings.clone();
        let failing = failing.iter().find(|failing| failing.webhook_id == webhook.id);
        Self {
            id: webhook.id,
            url: settings.url,
            event_types: settings.event_types,
            description: settings.description,
            enabled: settings.enabled,
            created_at: webhook.created_at,
            previous_secret_until: webhook.previous_secret.map(|(_, until)| until).filter(|until| *until > now),
            disabled_at: webhook.disabled.map(|(at, _)| at),
            disabled_reason: webhook.disabled.map(|(_, reason)| reason),
            failing_since: failing.map(|failing| failing.since),
        }
    }
}

impl DeliveryDocument {
    /// Returns a delivery as it is answered.
    ///
    /// # Errors
    /// If its contents are damaged.
    pub(crate) fn new(delivery: Delivery) -> Result<Self, Problem> {
        let Delivery { id, message: queued, state, attempts, last, .. } = delivery;
        let message = WebhookMessage::read(&queued).map_err(|error| problems::unanswered(error.into()))?;
        let (last_attempt_at, last_status, last_error) =
            last.map_or((None, None, None), |last| (Some(last.at), last.status, last.error));
        Ok(Self {
            id,
            message_id: queued.cause,
            event_type: message.event_type,
            organization_id: queued.organization_id,
            tournament_id: queued.subject.into(),
            round_id: message.round_id,
            match_id: message.match_id,
            registration_id: message.registration_id,
            position: message.position.0,
            timestamp: message.occurred_at,
            state: STATES.iter().find(|(_, known)| *known == state).map_or("", |(name, _)| name),
            attempts,
            last_attempt_at,
            last_status,
            last_error,
        })
    }
}

/// The states of deliveries by their names.
const STATES: [(&str, DeliveryState); 3] = [
    ("PENDING", DeliveryState::Pending),
    ("DELIVERED", DeliveryState::Delivered),
    ("UNDELIVERED", DeliveryState::Undelivered),
];

pub(crate) fn state_names() -> Vec<&'static str> {
    STATES.map(|(name, _)| name).to_vec()
}

pub(crate) fn state_of(name: &str) -> Option<DeliveryState> {
    STATES.iter().find(|(known, _)| *known == name).map(|(_, state)| *state)
}

/// Returns the webhooks of an organization whose address accepts no messages.
pub(super) async fn failing(request: &WriteRequest, of: OrganizationId) -> Result<Vec<FailingWebhook>, Problem> {
    let failing = request.api().events.failing_webhooks(of).await;
    failing.map_err(|error| problems::unanswered(error.into()))
}

/// Returns the webhook after a command, as it is answered.
pub(crate) async fn webhook(
    request: &WriteRequest,
    organization: &Organization,
    id: WebhookId,
) -> Result<WebhookDocument, Problem> {
    let failing = failing(request, organization.id).await?;
    Ok(WebhookDocument::new(webhook_of(organization, id)?, &failing, request.api().now()))
}

/// Answers with the webhook after a command.
pub(super) async fn answer(
    request: &WriteRequest,
    written: &Written<Organization>,
    id: WebhookId,
) -> Result<Response, Problem> {
    let folded = &written.folded;
    answer::json(request, folded.position, &webhook(request, &folded.state, id).await?).await
}
