//! Turns events into messages of webhooks, and keeps the webhooks as of the follower's position.
//!
//! The webhooks at the position of an event decide which messages it becomes. So a new webhook gets messages about
//! exactly the events after the one that added it.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use domain::organization::Webhook;
use domain::tournament::facts::{Facts, Messages, Subject, facts};
use proto_events::ids::{OrganizationId, WebhookId};
use proto_events::{DomainEvent, Envelope, OrganizationEvent, Recorded};
use storage::StoreError;
use storage::deliveries::Message;
use storage::webhooks::{WebhookEndpoint, WebhookMessage, WebhookProgress};
use write_api::WriteApi;

use super::message;
use crate::notifications::read;

/// The result of some events.
#[derive(Default)]
pub(crate) struct Batch {
    /// The webhooks of the organizations that occurred.
    known: BTreeMap<OrganizationId, Vec<WebhookEndpoint>>,
    /// The organizations whose webhooks changed.
    changed: BTreeSet<OrganizationId>,
    pub(crate) removed: BTreeSet<WebhookId>,
    pub(crate) messages: Vec<Message>,
}

impl Batch {
    /// Returns the result of some events.
    pub(crate) async fn of(
        api: &WriteApi,
        events: &[(Envelope, &Recorded)],
        stored: &WebhookProgress,
    ) -> Result<Self, StoreError> {
        let mut batch = Self::default();
        for (envelope, recorded) in events {
            let id = envelope.organization_id;
            match &envelope.event {
                DomainEvent::Organization(event) if is_about_webhook(event) => {
                    let Some(then) = read(api.organization_at(id, envelope.version).await)? else { continue };
                    let endpoints = then.state.webhooks.iter().map(|webhook| endpoint(id, webhook));
                    batch.known.insert(id, endpoints.collect());
                    batch.changed.insert(id);
                    batch.removed.extend(&then.state.removed_webhooks);
                }
                DomainEvent::Tournament(event) if envelope.position > stored.silent_until => {
                    let Facts { subject, messages, .. } = facts(event);
                    if messages.is_empty() {
                        continue;
                    }
                    if let Entry::Vacant(unknown) = batch.known.entry(id) {
                        unknown.insert(api.events().webhook_endpoints(id).await?);
                    }
                    batch.announce(envelope, recorded, subject, messages);
                }
                _ => {}
            }
        }
        Ok(batch)
    }

    fn announce(&mut self, envelope: &Envelope, recorded: &Recorded, subject: Subject, messages: Messages) {
        let Some(known) = self.known.get(&envelope.organization_id) else { return };
        for &event_type in messages {
            let message = WebhookMessage {
                position: envelope.position,
                event_type,
                occurred_at: envelope.occurred_at,
                round_id: if let Subject::Round(id) = subject { Some(id) } else { None },
                match_id: if let Subject::Match(id) = subject { Some(id) } else { None },
                registration_id: if let Subject::Registration(id) = subject { Some(id) } else { None },
            };
            // Numbers and texts always have a form in JSON.
            let payload = serde_json::to_string(&message).unwrap_or_default();
            let wants = |endpoint: &&WebhookEndpoint| {
                endpoint.enabled && (endpoint.event_types.is_empty() || endpoint.event_types.contains(&event_type))
            };
            self.messages.extend(known.iter().filter(wants).map(|endpoint| Message {
                recipient: endpoint.webhook_id.into(),
                organization_id: endpoint.organization_id,
                tournament_id: None,
                subject: envelope.stream.id,
                cause: message::id(&recorded.hash, endpoint.webhook_id, event_type),
                recorded_at: envelope.recorded_at,
                due_at: None,
                expires_at: None,
                payload: payload.clone(),
            }));
        }
    }

    /// Returns the webhooks of the organizations that changed one.
    pub(crate) fn changed(&self) -> Vec<WebhookEndpoint> {
        self.changed.iter().filter_map(|id| self.known.get(id)).flatten().cloned().collect()
    }
}

fn endpoint(organization_id: OrganizationId, webhook: &Webhook) -> WebhookEndpoint {
    WebhookEndpoint {
        webhook_id: webhook.id,
        organization_id,
        url: webhook.settings.url.clone(),
        event_types: webhook.settings.event_types.clone(),
        enabled: webhook.settings.enabled,
        secret_id: webhook.secret_id,
        previous_secret: webhook.previous_secret,
    }
}

fn is_about_webhook(event: &OrganizationEvent) -> bool {
    matches!(
        event,
        OrganizationEvent::WebhookAdded { .. }
            | OrganizationEvent::WebhookChanged { .. }
            | OrganizationEvent::WebhookSecretRotated { .. }
            | OrganizationEvent::WebhookDisabled { .. }
            | OrganizationEvent::WebhookRemoved { .. }
    )
}
