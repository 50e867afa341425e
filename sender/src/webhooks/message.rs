//! A message: its body, its id, and its headers.

use api_kit::description::NamedSchema;
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use bytes::Bytes;
use chrono::{DateTime, TimeDelta, Utc};
use domain::documents::to_json;
use proto_events::EventHash;
use proto_events::ids::{MatchId, OrganizationId, RegistrationId, RoundId, TournamentId, WebhookId};
use proto_events::vocabulary::WebhookEventType;
use serde::Serialize;
use service_kit::webhook_secret::WebhookSecret;
use sha2::{Digest, Sha256};
use storage::deliveries::Message as Queued;
use storage::webhooks::WebhookMessage;
use utoipa::{PartialSchema, ToSchema};

use service_kit::hex::hex;

const ID: HeaderName = HeaderName::from_static("webhook-id");
const TIMESTAMP: HeaderName = HeaderName::from_static("webhook-timestamp");
const SIGNATURE: HeaderName = HeaderName::from_static("webhook-signature");

/// A change that is stored longer than this after it happened was imported from the past.
const PAST: TimeDelta = TimeDelta::hours(1);

/// The body of a message. It has ids only, and no personal data: the receiver reads what it needs at `data.url`.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = WebhookMessage)]
struct Message {
    /// The type of the message.
    r#type: WebhookEventType,
    /// When it happened.
    timestamp: DateTime<Utc>,
    /// What it is about.
    data: Data,
}

/// What a message is about.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = WebhookMessageData)]
struct Data {
    /// The organization.
    #[schema(value_type = i64)]
    organization_id: OrganizationId,
    /// The event.
    #[schema(value_type = i64)]
    tournament_id: TournamentId,
    /// The round, if it is about one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = i64)]
    round_id: Option<RoundId>,
    /// The match, if it is about one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = i64)]
    match_id: Option<MatchId>,
    /// The registration, if it is about one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = i64)]
    registration_id: Option<RegistrationId>,
    /// Position in the log of what happened. Later messages have higher positions.
    position: i64,
    /// `true` if this happened long before it was stored, in an event that was imported; else absent.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    historical: bool,
    /// The address of the API where the new state can be read with an API key.
    #[schema(format = "uri")]
    url: String,
}

/// Returns the schemas of messages, by name.
pub fn schemas() -> Vec<NamedSchema> {
    vec![(Message::name().into_owned(), Message::schema()), (Data::name().into_owned(), Data::schema())]
}

/// Returns the id of a message: the same for each attempt, and never that of another message, even if the log is set
/// back to a backup and continues differently.
pub(crate) fn id(event: &EventHash, webhook: WebhookId, event_type: WebhookEventType) -> String {
    let hash = Sha256::new().chain_update(event.as_bytes()).chain_update(webhook.0.to_be_bytes());
    let hash = hash.chain_update(event_type.wire_name()).finalize();
    format!("msg_{}", hex(&hash[..16]))
}

pub(crate) fn body(queued: &Queued, message: &WebhookMessage, public_url: &str) -> Bytes {
    let body = Message {
        r#type: message.event_type,
        timestamp: message.occurred_at,
        data: Data {
            organization_id: queued.organization_id,
            tournament_id: queued.subject.into(),
            round_id: message.round_id,
            match_id: message.match_id,
            registration_id: message.registration_id,
            position: message.position.0,
            historical: queued.recorded_at - message.occurred_at > PAST,
            url: format!("{public_url}{}", path(queued.subject, message)),
        },
    };
    // Ids, times and texts always have a form in JSON.
    to_json(&body).map(Bytes::from).unwrap_or_default()
}

/// Returns the path of the document that changed.
fn path(tournament: i64, message: &WebhookMessage) -> String {
    let event = format!("/api/v1/magic-events/{tournament}/");
    match (message.event_type, message.round_id) {
        (WebhookEventType::RoundPublished | WebhookEventType::RoundCompleted, Some(round)) => {
            format!("/api/v1/tournament-rounds/{round}/")
        }
        (WebhookEventType::StandingsFinal, _) => format!("{event}current_standings/"),
        (WebhookEventType::ListsPublished, _) => format!("{event}decklists/"),
        (WebhookEventType::RegistrationAdded | WebhookEventType::RegistrationDropped, _) => {
            format!("{event}registrations/")
        }
        _ => event,
    }
}

/// Returns the headers of an attempt, with a signature for each secret. `None` if the id is not valid in a header.
pub(crate) fn headers(id: &str, body: &[u8], secrets: &[WebhookSecret], now: DateTime<Utc>) -> Option<HeaderMap> {
    let timestamp = now.timestamp();
    let signatures: Vec<_> = secrets.iter().map(|secret| secret.sign(id, timestamp, body)).collect();
    let mut headers = HeaderMap::new();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(ID, HeaderValue::from_str(id).ok()?);
    headers.insert(TIMESTAMP, HeaderValue::from(timestamp));
    headers.insert(SIGNATURE, HeaderValue::from_str(&signatures.join(" ")).ok()?);
    Some(headers)
}

#[cfg(test)]
mod tests {
    use proto_events::Position;

    use super::*;

    /// Returns the body of a message about round 9 that was recorded this long after the round was published.
    fn about_round_9(recorded: TimeDelta, public_url: &str) -> String {
        let queued = Queued {
            recipient: WebhookId(3).into(),
            organization_id: OrganizationId(1),
            tournament_id: None,
            subject: 7,
            cause: "msg_1".into(),
            recorded_at: DateTime::UNIX_EPOCH + recorded,
            due_at: None,
            expires_at: None,
            payload: String::new(),
        };
        let message = WebhookMessage {
            position: Position(120),
            event_type: WebhookEventType::RoundPublished,
            occurred_at: DateTime::UNIX_EPOCH,
            round_id: Some(RoundId(9)),
            match_id: None,
            registration_id: None,
        };
        String::from_utf8(body(&queued, &message, public_url).to_vec()).unwrap()
    }

    #[test]
    fn a_body_is_thin() {
        let expected = r#"{"type":"round.published","timestamp":"1970-01-01T00:00:00Z","data":{"organization_id":1,"tournament_id":7,"round_id":9,"position":120,"url":"https://events.example/api/v1/tournament-rounds/9/"}}"#;
        assert_eq!(about_round_9(TimeDelta::zero(), "https://events.example"), expected);
    }

    #[test]
    fn a_message_about_an_imported_event_of_the_past_is_marked() {
        let later = |by| about_round_9(by, "");
        assert!(later(TimeDelta::days(3)).contains(r#""position":120,"historical":true,"#));
        assert!(!later(TimeDelta::minutes(1)).contains("historical"));
        assert!(!later(-TimeDelta::days(3)).contains("historical"), "an event that was imported before its date");
    }

    #[test]
    fn an_id_depends_on_the_event_the_webhook_and_the_type() {
        let (start, round) = (EventHash::START, WebhookEventType::RoundPublished);
        let first = id(&start, WebhookId(3), round);
        assert_eq!(first, id(&start, WebhookId(3), round));
        assert!(first.starts_with("msg_") && first.len() == 36, "{first}");
        assert_ne!(first, id(&start, WebhookId(4), round));
        assert_ne!(first, id(&start, WebhookId(3), WebhookEventType::RoundCompleted));
    }

    #[test]
    fn each_secret_signs() {
        let secrets = [WebhookSecret::generate(), WebhookSecret::generate()];
        let headers = headers("msg_1", b"{}", &secrets, DateTime::UNIX_EPOCH).unwrap();
        let signatures: Vec<_> = headers[SIGNATURE].to_str().unwrap().split(' ').collect();
        assert_eq!(signatures, secrets.map(|secret| secret.sign("msg_1", 0, b"{}")));
        assert_eq!((&headers[ID], &headers[TIMESTAMP]), (&HeaderValue::from_static("msg_1"), &HeaderValue::from(0)));
    }
}
