//! Follows the log of a convention, its queues and their events, and compares it with what players were told and what is served.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Context;
use chrono::{DateTime, Utc};
use domain::convention::Convention;
use domain::tournament::to_pair::plays;
use domain::tournament::{Registration, Tournament};
use e2e::crawl::id;
use proto_events::ids::UserId;
use proto_events::vocabulary::{QueueCheckInStatus as Step, RegistrationStatus as Status};
use proto_events::{Actor, DomainEvent, Envelope, TournamentEvent as E};
use serde_json::{Value, json};
use storage::Database;

use crate::log::each_event;
use crate::run::Faults;
use crate::teller::{Teller, of_event};

/// A registration in a queue that was acknowledged: the queue, the registration and the person.
pub(super) type Joined = (i64, i64, i64);

/// How often each step of a registration was acknowledged.
pub(super) type Acknowledged = BTreeMap<(i64, Step), usize>;

#[derive(Default)]
pub(super) struct Truth {
    convention: Option<Convention>,
    /// The queues and the events that they made.
    events: BTreeMap<i64, Tournament>,
    /// The players whom each event holds: called, here, or in play.
    held: BTreeMap<i64, BTreeSet<UserId>>,
    /// Events that the append at hand changed, and its time.
    changed: BTreeSet<i64>,
    recorded_at: DateTime<Utc>,
    steps: Acknowledged,
    timed_out: usize,
    /// How often a queue moved a player to an event.
    moved: usize,
    faults: Vec<String>,
}

impl Truth {
    pub(super) async fn read(log: &Database) -> anyhow::Result<Self> {
        let mut truth = Self::default();
        each_event(log, |event| truth.take(event)).await?;
        truth.end_append();
        Ok(truth)
    }

    fn take(&mut self, envelope: &Envelope) -> anyhow::Result<()> {
        // The events of an append have one time.
        if envelope.recorded_at != self.recorded_at {
            self.end_append();
            self.recorded_at = envelope.recorded_at;
        }
        match (&envelope.event, &mut self.convention) {
            (DomainEvent::Convention(_), Some(convention)) => convention.apply(envelope)?,
            (DomainEvent::Convention(_), none) => *none = Some(Convention::created(envelope)?),
            (DomainEvent::Tournament(change), _) => self.take_change(change, envelope)?,
            _ => {}
        }
        Ok(())
    }

    fn take_change(&mut self, change: &E, envelope: &Envelope) -> anyhow::Result<()> {
        let event_id = envelope.stream.id;
        self.changed.insert(event_id);
        let Some(event) = self.events.get_mut(&event_id) else {
            self.events.insert(event_id, Tournament::created(envelope)?);
            return Ok(());
        };
        match change {
            E::CheckInChanged { registration_id, status: Some(step) } if event.is_queue() => {
                *self.steps.entry((registration_id.0, *step)).or_default() += 1;
                self.timed_out += usize::from(*step == Step::TimedOut && envelope.actor == Actor::System);
            }
            E::RegistrationStatusChanged { status: Status::MovedToChildEvent, .. } => self.moved += 1,
            _ => {}
        }
        Ok(event.apply(envelope)?)
    }

    /// Checks the state after an append: no one is held by two events, the convention knows who is held, and a new event has
    /// its players.
    fn end_append(&mut self) {
        let (changed, mut new) = (std::mem::take(&mut self.changed), Vec::new());
        for event in changed.iter().filter_map(|id| self.events.get(id)) {
            let is_new = self.held.insert(event.id.0, held(event)).is_none();
            let queue = event.organizing.parent_id.and_then(|id| self.events.get(&id.0));
            new.extend(queue.filter(|_| is_new).and_then(|queue| fault_of_fire(event, queue)));
        }
        for (event, user) in changed.iter().flat_map(|id| self.held[id].iter().map(move |user| (id, user))) {
            let holders: Vec<_> = self.held.iter().filter(|(_, held)| held.contains(user)).map(|(id, _)| id).collect();
            let known = self.convention.as_ref().and_then(|it| it.calls.get(user)).map(|holder| &holder.0);
            if holders.len() > 1 || known != Some(event) {
                new.push(format!("events {holders:?} hold {user} at once, and the convention says {known:?}"));
            }
        }
        self.faults.extend(new.into_iter().map(|fault| format!("at {}: {fault}", self.recorded_at)));
    }

    fn queues(&self) -> impl Iterator<Item = &Tournament> {
        self.events.values().filter(|event| event.is_queue())
    }

    fn registrations(&self) -> impl Iterator<Item = (&Tournament, &Registration)> {
        self.queues().flat_map(|queue| queue.registrations.iter().map(move |entry| (queue, entry)))
    }

    /// Returns a fault for each event of a queue that is not over, and for each queue that has called players, or could call
    /// some who are free, or make an event.
    pub(super) fn unsettled(&self) -> Vec<String> {
        let is_free = |user| !self.held.values().any(|held| held.contains(&user));
        let waits = |event: &&Tournament| {
            let missing = event.queue_size().saturating_sub(event.here().len());
            let is_idle = missing > 0 && event.called().is_empty() && event.next_called(missing, is_free).is_empty();
            !(event.lifecycle.is_finished() || event.is_queue() && is_idle)
        };
        self.events.values().filter(waits).map(|event| format!("event {} does not go on", event.id)).collect()
    }

    pub(super) fn compare(&self, joined: &[Joined], acknowledged: &Acknowledged, faults: &Faults) {
        faults.note_all(self.faults.iter().cloned());
        let mut stored: Vec<Joined> =
            self.registrations().map(|(queue, entry)| (queue.id.0, entry.id.0, entry.user_id.0)).collect();
        let mut told = joined.to_vec();
        stored.sort_unstable();
        told.sort_unstable();
        if stored != told {
            faults.note(format!("the registrations {told:?} were acknowledged, but there are {stored:?}"));
        }
        // The service takes the other steps, too.
        let is_players = |(_, step): &&(i64, Step)| matches!(step, Step::CheckedIn | Step::Declined | Step::Standby);
        for step in acknowledged.keys().chain(self.steps.keys()).filter(is_players).collect::<BTreeSet<_>>() {
            let (told, stored) = (acknowledged.get(step), self.steps.get(step));
            if told != stored {
                faults.note(format!("the step {step:?} was acknowledged {told:?} times, and stored {stored:?} times"));
            }
        }
        let made = self.events.values().filter(|event| !event.is_queue());
        let players: usize = made.map(|event| event.registrations.len()).sum();
        if players != self.moved {
            faults.note(format!("{} players were moved, but events have {players}", self.moved));
        }
    }

    /// Reads all registrations by the interface, and compares them with the log.
    pub(super) async fn read_back(&self, teller: &mut Teller, faults: &Faults) -> anyhow::Result<()> {
        for (event_id, event) in &self.events {
            let served = teller.read(&of_event(*event_id, "registrations/")).await?;
            let status = |it: &Value| json!([it["registration_status"], it["queue_check_in_status"]]);
            let served = served.as_array().context("a list of registrations")?;
            let mut served: Vec<_> = served.iter().map(|it| (id(it), id(&it["user"]), status(it))).collect();
            let stored = event.registrations.iter();
            let stored = stored.map(|it| (it.id.0, it.user_id.0, json!([it.status, it.check_in])));
            let mut stored: Vec<_> = stored.collect();
            served.sort_by_key(|(entry, ..)| *entry);
            stored.sort_by_key(|(entry, ..)| *entry);
            if served != stored {
                faults.note(format!("event {event_id} is served with {served:?}, and stored with {stored:?}"));
            }
        }
        Ok(())
    }

    pub(super) fn lines(&self) -> Vec<String> {
        let grouped = self.registrations().filter(|(queue, entry)| queue.group_of(entry).is_some()).count();
        let calls = self.steps.iter().filter(|((_, step), _)| *step == Step::WaitingForPlayerResponse);
        let calls: usize = calls.map(|(_, count)| count).sum();
        let made = self.events.len() - self.queues().count();
        vec![
            format!("Registrations in queues: {}, {grouped} in groups.", self.registrations().count()),
            format!("Calls: {calls}, of which {} timed out; events made: {made}.", self.timed_out),
        ]
    }
}

/// Returns the players whom an event holds: a queue those who are called or here, an event of a queue those who play.
fn held(event: &Tournament) -> BTreeSet<UserId> {
    let entries = event.registrations.iter().filter(|entry| match event.is_queue() {
        true => entry.is_held(),
        false => !event.lifecycle.is_finished() && plays(entry),
    });
    entries.map(|entry| entry.user_id).collect()
}

/// Returns a fault if a new event has not as many players as its queue's size, all moved by the queue, and each with one seat.
fn fault_of_fire(event: &Tournament, queue: &Tournament) -> Option<String> {
    let tables = event.rounds().flat_map(|(_, round)| round.all_matches());
    let seated: Vec<_> = tables.flat_map(|table| table.seated().map(|(_, entry)| entry)).collect();
    let is_fine = |entry: &&Registration| {
        let in_queue = queue.registrations.iter().find(|it| it.user_id == entry.user_id);
        in_queue.is_some_and(|it| it.status == Status::MovedToChildEvent) && seated.contains(&entry.id)
    };
    let users: BTreeSet<_> = event.registrations.iter().filter(is_fine).map(|entry| entry.user_id).collect();
    let counts = [event.registrations.len(), users.len(), seated.len()];
    let is_whole = counts == [queue.queue_size(); 3];
    (!is_whole).then(|| format!("event {} has {counts:?} registrations, players and seats", event.id))
}
