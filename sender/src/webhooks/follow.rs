//! Follows the log: turns events into messages, and keeps the webhooks as of its position.
//!
//! The webhooks at the position of an event decide which messages it becomes. So a new webhook gets messages about
//! exactly the events after the one that added it.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use domain::tournament::facts::{Facts, Subject, facts};
use domain::webhooks::overlap_end;
use proto_events::ids::{OrganizationId, TournamentId, WebhookId};
use proto_events::{DomainEvent, Envelope, OrganizationEvent, Position, Recorded, StreamKind, TournamentEvent};
use service_kit::chain;
use storage::StoreError;
use storage::webhooks::{WebhookEndpoint, WebhookMessage, WebhookProgress, WebhookStep};
use tokio::time::{Instant, sleep, timeout};

use super::{Webhooks, message};
use crate::AFTER_ERROR;
use write_api::WriteApi;

/// Events that are read at once.
const EVENTS: usize = 500;
/// The shortest time between two times at which the position is stored without anything else.
const STORE: std::time::Duration = std::time::Duration::from_millis(500);
/// Time after which the log is read again without news of an append, because other processes append as well.
const LOOK: std::time::Duration = std::time::Duration::from_millis(500);

impl Webhooks {
    /// Follows the log for ever.
    pub(crate) async fn follow(&self) {
        let mut appended = self.api.events().appended();
        let mut follower = None;
        loop {
            match self.step(&mut follower).await {
                Ok(true) => {}
                Ok(false) => {
                    // An error means that the store is closed; the next read says so.
                    let _ = timeout(LOOK, appended.changed()).await;
                }
                Err(error) => {
                    tracing::warn!(error = chain(&error), "webhooks cannot follow the log; trying again");
                    follower = None;
                    sleep(AFTER_ERROR).await;
                }
            }
        }
    }

    /// Turns the next events into messages. Returns false if there are probably no further events. Without a follower, it
    /// begins at the stored position; there is none afterwards if another process was first.
    async fn step(&self, follower: &mut Option<Follower>) -> Result<bool, StoreError> {
        let api = &self.api;
        let Follower { stored, stored_at, read } = match follower.take() {
            Some(known) => known,
            None => Follower::at(api.events().webhook_progress().await?),
        };
        let mut events = api.events().just_appended(read, EVENTS);
        if events.is_empty() {
            events = api.events().read_sealed(read, EVENTS).await?;
        }
        let batch = batch(api, &events, &stored).await?;
        let read = events.last().map_or(read, |last| last.position);
        let is_due = read > stored.position && stored_at.elapsed() >= STORE;
        let mut next = Follower { stored, stored_at, read };
        if batch.has_news() || is_due {
            let step = WebhookStep {
                from: stored.position,
                to: read,
                endpoints: batch.changed(),
                removed: batch.removed,
                messages: batch.messages.iter().map(WebhookMessage::queued).collect::<Result<_, _>>()?,
                now: api.now(),
            };
            if !api.events().advance_webhooks(&step).await? {
                return Ok(true);
            }
            metrics::counter!("crosstable_webhook_messages_total").increment(step.messages.len() as u64);
            next = Follower::at(WebhookProgress { position: read, ..stored });
        }
        *follower = Some(next);
        Ok(events.len() >= EVENTS)
    }
}

/// A process that follows the log. Events that change nothing here move only its own position, because to store it for every
/// append would cost each append a second transaction.
struct Follower {
    stored: WebhookProgress,
    stored_at: Instant,
    /// The position up to which it has read.
    read: Position,
}

impl Follower {
    fn at(stored: WebhookProgress) -> Self {
        Self { stored, stored_at: Instant::now(), read: stored.position }
    }
}

async fn batch(api: &WriteApi, events: &[Recorded], stored: &WebhookProgress) -> Result<Batch, StoreError> {
    let mut batch = Batch::default();
    for event in events {
        if let Some(envelope) = decoded(event) {
            let organization = envelope.organization_id;
            if batch.needs(&envelope) {
                batch.known.insert(organization, api.events().webhook_endpoints(organization).await?);
            }
            batch.take(&envelope, event, stored);
        }
    }
    Ok(batch)
}

/// Decodes an event that may matter here. A damaged one cannot become a message.
fn decoded(event: &Recorded) -> Option<Envelope> {
    if !matches!(event.stream.kind, StreamKind::Organization | StreamKind::Tournament) {
        return None;
    }
    match event.decode() {
        Ok(envelope) => Some(envelope),
        Err(error) => {
            tracing::error!(position = event.position.0, error = chain(&error), "an event becomes no webhook message");
            None
        }
    }
}

/// The result of some events.
#[derive(Default)]
struct Batch {
    /// The webhooks of the organizations that occurred.
    known: BTreeMap<OrganizationId, Vec<WebhookEndpoint>>,
    changed: Vec<WebhookId>,
    removed: Vec<WebhookId>,
    messages: Vec<WebhookMessage>,
}

impl Batch {
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

    /// Whether there is more to store than a position.
    fn has_news(&self) -> bool {
        !(self.messages.is_empty() && self.changed.is_empty() && self.removed.is_empty())
    }

    /// Returns the webhooks that changed and still exist.
    fn changed(&self) -> Vec<WebhookEndpoint> {
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

/// Returns the webhook that an event is about.
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
