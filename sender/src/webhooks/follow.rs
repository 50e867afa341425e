//! Turns events into messages of webhooks, and keeps the webhooks as of the follower's position.
//!
//! The webhooks at the position of an event decide which messages it becomes. So a new webhook gets messages about
//! exactly the events after the one that added it.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use domain::tournament::facts::{Facts, Subject, facts};
use domain::webhooks::overlap_end;
use proto_events::ids::{OrganizationId, TournamentId, WebhookId};
use proto_events::{DomainEvent, Envelope, OrganizationEvent, Recorded, TournamentEvent};
use storage::StoreError;
use storage::webhooks::{WebhookEndpoint, WebhookMessage, WebhookProgress};

use super::message;
use write_api::WriteApi;

/// The result of some events.
#[derive(Default)]
pub(crate) struct Batch {
    /// The webhooks of the organizations that occurred.
    known: BTreeMap<OrganizationId, Vec<WebhookEndpoint>>,
    changed: Vec<WebhookId>,
    pub(crate) removed: Vec<WebhookId>,
    pub(crate) messages: Vec<WebhookMessage>,
}

impl Batch {
    /// Returns the result of some events.
    pub(crate) async fn of(
        api: &WriteApi,
        events: &[(Envelope, &Recorded)],
        stored: &WebhookProgress,
    ) -> Result<Self, StoreError> {
        let mut batch = Self::default();
        for (envelope, event) in events {
            let organization = envelope.organization_id;
            if batch.needs(envelope) {
                batch.known.insert(organization, api.events().webhook_endpoints(organization).await?);
            }
            batch.take(envelope, event, stored);
        }
        Ok(batch)
    }

    /// Whether the webhooks of the event's organization must be read first.
    fn needs(&self, envelope: &Envelope) -> bool {
        let matters = match &envelope.event {
            DomainEvent::Organization(event) => webhook_of(event).is_some(),
            DomainEvent::Tournament(event) => !facts(event).messages.is_empty(),
            _ => false,
        };
        matters && !self.known.contains_key(&envelope.organization_id)
    }

    /// Takes in an event.
    fn take(&mut self, envelope: &Envelope, recorded: &Recorded, progress: &WebhookProgress) {
        match &envelope.event {
            DomainEvent::Organization(event) => self.change(envelope, event),
            DomainEvent::Tournament(event) if envelope.position > progress.silent_until => {
                self.announce(envelope, event, recorded);
            }
            _ => {}
        }
    }

    fn change(&mut self, envelope: &Envelope, event: &OrganizationEvent) {
        let Some(id) = webhook_of(event) else { return };
        let organization_id = envelope.organization_id;
        let known = self.known.entry(organization_id).or_default();
        let place = known.iter().position(|endpoint| endpoint.webhook_id == id);
        match (event, place) {
            (OrganizationEvent::WebhookAdded { settings, secret_id, .. }, None) => known.push(WebhookEndpoint {
                webhook_id: id,
                organization_id,
                url: settings.url.clone(),
                event_types: settings.event_types.clone(),
                enabled: settings.enabled,
                secret_id: *secret_id,
                previous_secret: None,
            }),
            (OrganizationEvent::WebhookRemoved { .. }, Some(place)) => {
                known.remove(place);
                self.removed.push(id);
            }
            (event, Some(place)) => {
                if let Some(endpoint) = known.get_mut(place) {
                    update(endpoint, event, overlap_end(envelope.occurred_at));
                }
            }
            (_, None) => {}
        }
        self.changed.push(id);
    }

    fn announce(&mut self, envelope: &Envelope, event: &TournamentEvent, recorded: &Recorded) {
        let Some(known) = self.known.get(&envelope.organization_id) else { return };
        let Facts { subject, messages, .. } = facts(event);
        for &event_type in messages {
            let wants = |endpoint: &&WebhookEndpoint| {
                endpoint.enabled && (endpoint.event_types.is_empty() || endpoint.event_types.contains(&event_type))
            };
            self.messages.extend(known.iter().filter(wants).map(|endpoint| WebhookMessage {
                webhook_id: endpoint.webhook_id,
                organization_id: endpoint.organization_id,
                tournament_id: TournamentId(envelope.stream.id),
                position: envelope.position,
                event_type,
                message_id: message::id(&recorded.hash, endpoint.webhook_id, event_type),
                occurred_at: envelope.occurred_at,
                recorded_at: envelope.recorded_at,
                round_id: if let Subject::Round(id) = subject { Some(id) } else { None },
                match_id: if let Subject::Match(id) = subject { Some(id) } else { None },
                registration_id: if let Subject::Registration(id) = subject { Some(id) } else { None },
            }));
        }
    }

    /// Whether webhooks have to be stored.
    pub(crate) fn changes_webhooks(&self) -> bool {
        !(self.changed.is_empty() && self.removed.is_empty())
    }

    /// Returns the webhooks that changed and still exist.
    pub(crate) fn changed(&self) -> Vec<WebhookEndpoint> {
        let all = self.known.values().flatten();
        all.filter(|endpoint| self.changed.contains(&endpoint.webhook_id)).cloned().collect()
    }
}

/// Applies a change. A secret that is replaced signs as well until `overlap`.
fn update(endpoint: &mut WebhookEndpoint, event: &OrganizationEvent, overlap: DateTime<Utc>) {
    match event {
        OrganizationEvent::WebhookChanged { settings, .. } => {
            endpoint.url.clone_from(&settings.url);
            endpoint.event_types.clone_from(&settings.event_types);
            endpoint.enabled = settings.enabled;
        }
        OrganizationEvent::WebhookSecretRotated { secret_id, .. } => {
            endpoint.previous_secret = Some((endpoint.secret_id, overlap));
            endpoint.secret_id = *secret_id;
        }
        OrganizationEvent::WebhookDisabled { .. } => endpoint.enabled = false,
        _ => {}
    }
}

fn webhook_of(event: &OrganizationEvent) -> Option<WebhookId> {
    match event {
        OrganizationEvent::WebhookAdded { webhook_id, .. }
        | OrganizationEvent::WebhookChanged { webhook_id, .. }
        | OrganizationEvent::WebhookSecretRotated { webhook_id, .. }
        | OrganizationEvent::WebhookDisabled { webhook_id, .. }
        | OrganizationEvent::WebhookRemoved { webhook_id } => Some(*webhook_id),
        _ => None,
    }
}
