//! Compares what the log implies with the log of deliveries, and that with what receivers accepted.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Context;
use domain::tournament::facts::facts;
use e2e::form::sha256;
use proto_events::ids::{DeliveryId, OrganizationId, RegistrationId, TournamentId, UserId, WebhookId};
use proto_events::tournament::MessageTo;
use proto_events::vocabulary::LifecycleStatus;
use proto_events::{DomainEvent, Envelope, TournamentEvent as E};
use serde_json::Value;
use storage::deliveries::{ChannelKind, Delivery, DeliveryPage, DeliveryState, Recipient};
use storage::webhooks::WebhookMessage;
use storage::{Database, EventStore};

use super::scene::{Acceptance, Arrival, Got, Scene};
use crate::log::each_event;
use crate::run::Faults;

/// How long after a message was accepted the result may be stored, in seconds: a kill later than this is no excuse for another
/// delivery.
const STORED: f64 = 1.0;
/// A receiver that took longer was possibly given up by the sender, which waits for a second.
const LATE: f64 = 0.7;

/// A message: its recipient, and its cause.
type Message = (Recipient, String);

/// A message to a webhook: the webhook, the position of its cause, its type.
type HookMessage = (i64, i64, &'static str);

#[derive(Default)]
pub(super) struct Implied {
    /// Messages that must be queued, except those of webhooks.
    messages: BTreeSet<Message>,
    hook_messages: BTreeSet<HookMessage>,
    /// The event of each cause that publishes pairings.
    pairings: BTreeMap<String, TournamentId>,
    texts: Vec<String>,
    players: BTreeMap<TournamentId, BTreeMap<RegistrationId, UserId>>,
}

impl Implied {
    pub(super) async fn read(log: &Database, scene: &Scene) -> anyhow::Result<Self> {
        let mut phones = BTreeMap::new();
        for (recipient, path) in scene.paths.iter().filter(|(it, _)| it.channel == ChannelKind::Push) {
            let user = path.rsplit('/').next().context("a path without a person")?;
            phones.insert(UserId(user.parse()?), *recipient);
        }
        let channels = |of: OrganizationId| {
            let place = scene.organizations.iter().position(|it| it.id == of).map_or(0, |place| place + 1);
            let end = format!("/api/webhooks/{place}/secret");
            scene.paths.iter().filter(move |(_, path)| path.ends_with(&end)).map(|(recipient, _)| *recipient)
        };
        let mut implied = Self::default();
        let take = |envelope: &Envelope| {
            let DomainEvent::Tournament(change) = &envelope.event else { return Ok(()) };
            let (id, cause) = (TournamentId(envelope.stream.id), format!("event/{}", envelope.position.0));
            let people = implied.take(id, change, &cause);
            for hook in scene.hooks.values().filter(|hook| hook.organization == envelope.organization_id) {
                let types = facts(change).messages.iter().map(|it| it.wire_name());
                implied.hook_messages.extend(types.map(|it| (hook.id, envelope.position.0, it)));
            }
            let by_mail = people.iter().filter(|_| matches!(change, E::StaffMessageSent { .. }));
            let by_mail = by_mail.map(|user| Recipient::from(*user));
            let on_phones = people.iter().filter_map(|user| phones.get(user).copied());
            let mut all: Vec<_> = by_mail.chain(on_phones).collect();
            if is_posted(change) {
                all.extend(channels(envelope.organization_id));
            }
            implied.messages.extend(all.into_iter().map(|recipient| (recipient, cause.clone())));
            Ok(())
        };
        each_event(log, take).await?;
        Ok(implied)
    }

    /// Takes in an event. Returns the people who are notified.
    fn take(&mut self, id: TournamentId, change: &E, cause: &str) -> Vec<UserId> {
        let players = self.players.entry(id).or_default();
        match change {
            E::PlayerRegistered { registration_id, user_id, .. } => {
                players.insert(*registration_id, *user_id);
                Vec::new()
            }
            E::StaffMessageSent { to, text } => {
                self.texts.push(text.clone());
                match to {
                    MessageTo::Registration(id) => players.get(id).copied().into_iter().collect(),
                    MessageTo::Registrations(ids) => ids.iter().filter_map(|id| players.get(id).copied()).collect(),
                    _ => players.values().copied().collect(),
                }
            }
            E::PairingsPublished { .. } => {
                self.pairings.insert(cause.to_owned(), id);
                players.values().copied().collect()
            }
            _ => Vec::new(),
        }
    }

    /// Notes texts that were acknowledged and are not in the log once, and others that are.
    pub(super) fn note_texts(&self, mut acknowledged: Vec<String>, faults: &Faults) {
        let mut stored = self.texts.clone();
        stored.sort();
        acknowledged.sort();
        if stored != acknowledged {
            let count = (acknowledged.len(), stored.len());
            faults.note(format!("{} messages of staff were acknowledged, {} are stored, or others", count.0, count.1));
        }
    }
}

fn is_posted(change: &E) -> bool {
    matches!(
        change,
        E::PairingsPublished { .. }
            | E::RoundStarted { .. }
            | E::RoundCompleted { .. }
            | E::LifecycleChanged { status: LifecycleStatus::EventFinished }
    )
}

pub(super) struct Comparison<'a> {
    pub(super) scene: &'a Scene,
    pub(super) implied: &'a Implied,
    pub(super) got: &'a Got,
    /// From when to when processes were killed, in seconds since 1970.
    pub(super) kills: &'a [(f64, f64)],
    pub(super) faults: &'a Faults,
}

impl Comparison<'_> {
    pub(super) async fn run(&self, store: &dyn EventStore) -> anyhow::Result<Vec<String>> {
        let (mut stored, mut known, mut counts) = (BTreeSet::new(), BTreeSet::new(), BTreeMap::new());
        let (mut failed, mut hook_messages) = (BTreeSet::new(), BTreeSet::new());
        for recipient in self.scene.recipients() {
            let deliveries = all(store, recipient).await?;
            let (mut delivered, mut empty) = (0, 0);
            for delivery in &deliveries {
                *counts.entry(format!("{:?}, {:?}", recipient.channel, delivery.state)).or_insert(0) += 1;
                delivered += usize::from(delivery.state == DeliveryState::Delivered);
                empty += usize::from(is_empty(delivery));
                self.note_end(delivery);
                let has_failed = delivery.state == DeliveryState::Undelivered && !is_empty(delivery);
                if has_failed && matches!(recipient.channel, ChannelKind::Mail | ChannelKind::Push) {
                    failed.insert(delivery.id);
                }
                if let Some(what) = self.what(delivery) {
                    let is_missing =
                        delivery.state == DeliveryState::Delivered && !self.got.accepted.contains_key(&what);
                    if is_missing {
                        self.faults.note(format!("{what} was delivered, but not accepted"));
                    }
                    known.insert(what);
                }
                if recipient.channel != ChannelKind::Webhook {
                    stored.insert((recipient, delivery.message.cause.clone()));
                }
            }
            if recipient.channel == ChannelKind::Webhook {
                hook_messages.extend(of_webhook(recipient, deliveries)?);
            }
            if recipient.channel == ChannelKind::Discord {
                self.note_posts(recipient, delivered, empty);
            }
        }
        self.note_shown(store, &failed).await?;
        self.note_queued(&stored);
        let differing = self.implied.hook_messages.symmetric_difference(&hook_messages);
        let differing = differing.filter(|message| !self.is_ended_hook(message.0));
        self.faults.note_all(differing.map(|it| format!("message {it:?} is not implied, or not stored")));
        self.note_arrivals();
        let unknown = self.got.accepted.keys().filter(|what| !what.starts_with("discord") && !known.contains(*what));
        self.faults.note_all(unknown.map(|what| format!("{what} was accepted, and nothing implies it")));
        let (after_kills, late) = self.note_doubled();
        let mut lines = vec![format!(
            "Accepted: {}, of which {after_kills} once more after a kill and {late} after a late answer.",
            self.got.accepted.len()
        )];
        lines.extend(counts.iter().map(|(kind, count)| format!("{kind}: {count}.")));
        Ok(lines)
    }

    /// What receivers say of a message; `None` for posts, which are counted.
    fn what(&self, delivery: &Delivery) -> Option<String> {
        let (recipient, cause) = (delivery.message.recipient, &delivery.message.cause);
        let path = self.scene.paths.get(&recipient);
        Some(match recipient.channel {
            ChannelKind::Mail => {
                let id = &sha256(&format!("{}/{cause}", recipient.id))[..32];
                format!("mail|<{id}@store.example>")
            }
            ChannelKind::Webhook => format!("webhook|{cause}"),
            ChannelKind::Push => match self.implied.pairings.get(cause) {
                Some(event) => format!("push|{}|pairings-{event}", path?),
                None => format!("push|{}|message-{}", path?, delivery.id),
            },
            _ => return None,
        })
    }

    /// Notes a delivery that did not end as its receiver wants.
    fn note_end(&self, delivery: &Delivery) {
        let recipient = delivery.message.recipient;
        let is_refused = self.scene.refusing.contains(&recipient);
        let last = delivery.last.as_ref();
        let is_right = match delivery.state {
            DeliveryState::Pending => false,
            DeliveryState::Delivered => !is_refused,
            DeliveryState::Undelivered => is_refused || is_empty(delivery),
        };
        if !is_right {
            let (state, attempts) = (delivery.state, delivery.attempts);
            let cause = &delivery.message.cause;
            self.faults.note(format!("{recipient:?}, {cause}: {state:?} after {attempts} attempts: {last:?}"));
        }
    }

    /// Notes failed messages to people that staff does not see at the desk, and others that it sees there.
    async fn note_shown(&self, store: &dyn EventStore, failed: &BTreeSet<DeliveryId>) -> anyhow::Result<()> {
        let mut shown = BTreeSet::new();
        for event in self.implied.players.keys() {
            shown.extend(store.failed_messages(*event, None, i64::MAX).await?.into_iter().map(|it| it.id));
        }
        let differing = failed.symmetric_difference(&shown);
        self.faults
            .note_all(differing.map(|id| format!("delivery {id} failed and is not shown, or the other way round")));
        Ok(())
    }

    /// Notes messages that are missing in the queues, and others that are there.
    fn note_queued(&self, stored: &BTreeSet<Message>) {
        // What is queued for a subscription that has ended is deleted with it.
        let ends = |message: &Message| self.scene.ended.contains(&message.0);
        let implied = &self.implied.messages;
        let missing = implied.difference(stored).filter(|it| !ends(it));
        self.faults.note_all(missing.map(|message| format!("no message for {message:?}")));
        let extra = stored.difference(implied).filter(|it| !ends(it));
        self.faults.note_all(extra.map(|message| format!("a message for {message:?}, which nothing implies")));
    }

    /// Compares the posts in a channel, each of which has its own title, with those that were delivered. A post that was accepted
    /// before a kill may say nothing new when it is sent again.
    fn note_posts(&self, channel: Recipient, delivered: usize, empty: usize) {
        let Some(path) = self.scene.paths.get(&channel) else { return };
        let begin = format!("discord|{path}|");
        let accepted = self.got.accepted.keys().filter(|what| what.starts_with(&begin)).count();
        if !(delivered..=delivered + empty).contains(&accepted) {
            self.faults.note(format!("{path}: {accepted} posts were accepted, {delivered} delivered"));
        }
    }

    fn is_ended_hook(&self, id: i64) -> bool {
        self.scene.ended.contains(&WebhookId(id).into())
    }

    /// Notes requests of webhooks that are not signed, and messages about an event that did not first arrive in order.
    fn note_arrivals(&self) {
        let (mut known, mut newest) = (BTreeSet::new(), BTreeMap::new());
        for Arrival { path, signed: [id, time, signature, body] } in &self.got.arrivals {
            let signed = self
                .scene
                .hooks
                .get(path)
                .map(|it| it.secret.sign(id, time.parse().unwrap_or_default(), body.as_bytes()));
            if signed.as_ref() != Some(signature) {
                self.faults.note(format!("{path}: {id} has the signature {signature}"));
            }
            let data = &serde_json::from_str::<Value>(body).unwrap_or_default()["data"];
            let Some(position) = data["position"].as_i64() else {
                self.faults.note(format!("{path}: {id} has no position"));
                continue;
            };
            let before = newest.entry((path, data["tournament_id"].as_i64())).or_insert(position);
            if known.insert((path, id)) && position < *before {
                self.faults.note(format!("{path}: {before} came before {position}"));
            }
            *before = position.max(*before);
        }
    }

    /// Notes messages that were accepted again without an excuse. Returns how many were after a kill, and how many because the
    /// receiver answered late.
    fn note_doubled(&self) -> (usize, usize) {
        let (mut after_kills, mut late) = (0, 0);
        for (what, times) in &self.got.accepted {
            for pair in times.windows(2) {
                let [first, second] = [pair[0], pair[1]];
                if self.kills.iter().any(|kill| excuses(*kill, first, second)) {
                    after_kills += 1;
                } else if first.at - first.begun > LATE {
                    late += 1;
                } else {
                    let after = second.at - first.at;
                    self.faults.note(format!("{what} was accepted again after {after:.3} s, without a kill"));
                }
            }
        }
        (after_kills, late)
    }
}

/// Whether a kill explains that a message was sent again.
fn excuses((begun, ended): (f64, f64), first: Acceptance, second: Acceptance) -> bool {
    ended >= first.begun && begun <= (first.at + STORED).min(second.at)
}

/// Whether a post was not sent because it says nothing new.
fn is_empty(delivery: &Delivery) -> bool {
    delivery.state == DeliveryState::Undelivered && delivery.last.as_ref().is_some_and(|last| last.error.is_none())
}

fn of_webhook(recipient: Recipient, deliveries: Vec<Delivery>) -> anyhow::Result<Vec<HookMessage>> {
    let messages = deliveries.into_iter().map(|delivery| {
        let message = WebhookMessage::read(&delivery.message)?;
        Ok((recipient.id, message.position.0, message.event_type.wire_name()))
    });
    messages.collect()
}

/// Reads the log of deliveries to a recipient.
async fn all(store: &dyn EventStore, recipient: Recipient) -> anyhow::Result<Vec<Delivery>> {
    let (mut all, mut before) = (Vec::new(), None);
    loop {
        let page = DeliveryPage { recipient, state: None, before, limit: 5_000 };
        let deliveries = store.deliveries(&page).await?;
        let Some(last) = deliveries.last() else { return Ok(all) };
        before = Some(last.id);
        all.extend(deliveries);
    }
}
