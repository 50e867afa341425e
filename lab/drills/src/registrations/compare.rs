//! Follows the log of all events, and compares it with what guests were told.

use std::collections::{BTreeMap, BTreeSet};

use api_kit::private_links::Code;
use domain::tournament::Tournament;
use proto_events::ids::{RegistrationId, TournamentId};
use proto_events::vocabulary::RegistrationStatus as Status;
use proto_events::{DomainEvent, Envelope, TournamentEvent as E, UserEvent};
use storage::Database;

use crate::log::each_event;
use crate::run::Faults;

/// The status that each registration has since its first offer was accepted or declined.
pub(super) type Answered = BTreeMap<i64, Status>;

#[derive(Default)]
pub(super) struct Truth {
    events: BTreeMap<i64, Tournament>,
    /// The registration of each private link, by the hash of its code.
    links: BTreeMap<String, (i64, RegistrationId)>,
    accounts: usize,
    offers: usize,
    expired: usize,
}

impl Truth {
    /// Reads the log. Notes a place that is given twice, and players who were overtaken.
    pub(super) async fn read(log: &Database, faults: &Faults) -> anyhow::Result<Self> {
        let mut truth = Self::default();
        each_event(log, |event| truth.take(event, faults)).await?;
        Ok(truth)
    }

    fn take(&mut self, envelope: &Envelope, faults: &Faults) -> anyhow::Result<()> {
        let change = match &envelope.event {
            DomainEvent::Tournament(change) => change,
            DomainEvent::User(UserEvent::ManagedBy { .. }) => {
                self.accounts += 1;
                return Ok(());
            }
            _ => return Ok(()),
        };
        let id = envelope.stream.id;
        let Some(event) = self.events.get_mut(&id) else {
            self.events.insert(id, Tournament::created(envelope)?);
            return Ok(());
        };
        match change {
            E::PlayerRegistered { registration_id, status: Status::Complete, .. }
                if event.next_position().is_some() =>
            {
                faults.note(format!("event {id}: registration {registration_id} overtakes others, or has no place"));
            }
            E::PlaceOffered { registration_id, .. } => {
                self.offers += 1;
                let line = event.waitlist();
                let first = line.iter().find(|entry| entry.offer.is_none());
                if first.is_none_or(|entry| entry.id != *registration_id) {
                    faults.note(format!("event {id}: a place is offered to {registration_id}, who is not the next"));
                }
            }
            E::OfferExpired { registration_id } => {
                self.expired += 1;
                let until = event.registration(*registration_id).and_then(|entry| entry.offer);
                if until.is_none_or(|until| envelope.recorded_at < until) {
                    faults.note(format!("event {id}: the offer to {registration_id} ended before its time: {until:?}"));
                }
            }
            E::RegistrationStatusChanged { registration_id, status: Status::Complete } => {
                let offer = event.registration(*registration_id).and_then(|entry| entry.offer);
                if offer.is_some_and(|until| until < envelope.occurred_at) {
                    faults.note(format!("event {id}: {registration_id} accepted an offer that had ended"));
                }
            }
            E::PrivateLinkMade { registration_id, sha256, .. } => {
                self.links.insert(sha256.clone(), (id, *registration_id));
            }
            _ => {}
        }
        event.apply(envelope)?;
        if event.capacity().is_some_and(|places| event.places_taken() > places) {
            faults.note(format!("event {id} at {}: more places are taken than there are", envelope.position));
        }
        Ok(())
    }

    /// Compares the registrations with what guests and the desk were told.
    pub(super) fn compare(&self, joined: &[(i64, &str)], answered: &Answered, faults: &Faults) {
        let mut known = BTreeSet::new();
        for (event, code) in joined {
            let link = Code::read(code).and_then(|code| self.links.get(&code.sha256_hex()));
            match link.filter(|(of, _)| of == event) {
                None => faults.note(format!("a guest of event {event} has a link that no registration has")),
                Some((_, id)) if !known.insert(*id) => {
                    faults.note(format!("event {event}: two guests have registration {id}"));
                }
                Some(_) => {}
            }
        }
        let stored = self.events.values().map(|event| event.registrations.len()).sum::<usize>();
        for (what, count) in [("registrations", stored), ("accounts", self.accounts)] {
            if count != joined.len() {
                faults.note(format!("{} guests were registered, but there are {count} {what}", joined.len()));
            }
        }
        for (id, expected) in answered {
            let status = self.registration(*id);
            if status != Some(*expected) {
                faults.note(format!("{id} must be {expected:?} since its offer was answered, but is {status:?}"));
            }
        }
        for event in self.events.values() {
            let waits = event.waitlist().iter().any(|entry| entry.offer.is_none());
            if waits && event.places_left().is_some_and(|left| left > 0) {
                faults.note(format!("event {}: a place is free, and someone waits without an offer", event.id));
            }
        }
    }

    fn registration(&self, id: i64) -> Option<Status> {
        let all = self.events.values().flat_map(|event| event.registrations.iter());
        all.filter(|entry| entry.id.0 == id).map(|entry| entry.status).next()
    }

    /// Notes if the last place of an event did not go to one of these guests, and the others wait.
    pub(super) fn note_last_place(&self, event: i64, guests: usize, faults: &Faults) {
        let Some(event) = self.events.get(&TournamentId(event).0) else { return faults.note("no last place") };
        let count = |status| event.registrations.iter().filter(|entry| entry.status == status).count();
        let counts = (count(Status::Complete), count(Status::OnWaitlist));
        if counts != (1, guests - 1) {
            faults.note(format!("{} of {guests} guests have the last place, {} wait", counts.0, counts.1));
        }
    }

    pub(super) fn lines(&self) -> Vec<String> {
        let count = |status| {
            let entries = self.events.values().flat_map(|event| event.registrations.iter());
            entries.filter(|entry| entry.status == status).count()
        };
        let [complete, waiting, canceled] = [Status::Complete, Status::OnWaitlist, Status::Canceled].map(count);
        vec![
            format!("Registrations: {complete} with a place, {waiting} on the waitlist, {canceled} canceled."),
            format!("Places offered: {}, of which {} expired.", self.offers, self.expired),
        ]
    }
}
