//! The channel of the service's own tasks (`write_api::schedule`), which run when they are due.

use std::collections::BTreeMap;

use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};
use domain::tournament::clock::ends_at;
use proto_events::ids::TournamentId;
use proto_events::tournament::TournamentDetails;
use proto_events::vocabulary::RegistrationStatus;
use proto_events::{DomainEvent, Envelope, Position, TournamentEvent as E};
use service_kit::chain;
use storage::StoreError;
use storage::deliveries::{ChannelKind, Delivery, Message};
use write_api::notifications::What;
use write_api::registrations::settle_waitlist::is_due;
use write_api::schedule::Task;
use write_api::{CommandError, WriteApi};

use crate::channel::{Attempt, Channel, Failed};
use crate::later::{Later, list_cause, queued, reminder_at};
use crate::notifications::{self, read};

/// How long staff's digest waits for further registrations.
const DIGEST: TimeDelta = TimeDelta::hours(1);
/// The longest time between the arrival of a command and its record.
const JUST: TimeDelta = TimeDelta::minutes(1);

/// The channel of tasks. One after the other runs for an event.
pub(crate) struct Schedule(pub(crate) WriteApi);

/// Returns the tasks that events cause, whatever the state. Of events before `silent_until`, which were restored, those that are
/// still ahead are queued: the backup may be older than their rows.
pub(crate) fn messages<'a>(
    events: impl Iterator<Item = &'a Envelope>,
    silent_until: Position,
    now: DateTime<Utc>,
) -> Result<Vec<Message>, StoreError> {
    let mut messages = Vec::new();
    for envelope in events {
        let DomainEvent::Tournament(event) = &envelope.event else { continue };
        let since = if envelope.position > silent_until { envelope.recorded_at } else { now };
        // A command that arrived before the time of a window may be recorded after it.
        let is_ahead = |(task, _, due_at): &Later| match task {
            Task::OpenRegistration { .. } | Task::CloseRegistration { .. } => *due_at > since - JUST,
            // The backup may be from the moment before an offer's end was queued.
            Task::SettleWaitlist => true,
            _ => *due_at > since,
        };
        let later = tasks(envelope, event).into_iter().filter(is_ahead);
        for later in later {
            messages.push(queued(envelope, later)?);
        }
    }
    Ok(messages)
}

/// Returns the tasks that an event causes. Those that are not ahead are left out afterwards.
fn tasks(envelope: &Envelope, event: &E) -> Vec<Later> {
    let id = TournamentId(envelope.stream.id);
    match event {
        E::Created { details, .. } | E::DetailsChanged { details } => window(details),
        E::ClockChanged { round_id, clock } => {
            let task = |at: DateTime<Utc>| {
                let cause = format!("clock/{round_id}/{}", at.timestamp_millis());
                (Task::Notify(What::ClockEnded { round_id: *round_id, at }), cause, at)
            };
            ends_at(*clock).map(task).into_iter().collect()
        }
        E::OrganizingChanged { organizing } => {
            let deadline = organizing.decklist_deadline;
            let reminder = |deadline| {
                let due = reminder_at(deadline, envelope.recorded_at)?;
                Some((Task::Notify(What::ListMissing { deadline }), list_cause(id, deadline, due), due))
            };
            deadline.and_then(reminder).into_iter().collect()
        }
        // One for an event and day, and later, so that it counts more.
        E::PlayerRegistered { user_id, .. } if envelope.actor.person() == Some(*user_id) => {
            let cause = format!("digest/{id}/{}", envelope.recorded_at.date_naive());
            vec![(Task::Notify(What::Digest), cause, envelope.recorded_at + DIGEST)]
        }
        E::PlaceOffered { until, .. } => {
            vec![(Task::SettleWaitlist, format!("settle/{}", until.timestamp_micros()), *until)]
        }
        _ => Vec::new(),
    }
}

/// Returns the tasks that settle the waitlists of events that changed, where there is something to settle.
pub(crate) async fn settling(api: &WriteApi, events: &[&Envelope]) -> Result<Vec<Message>, StoreError> {
    let (mut changed, mut messages) = (BTreeMap::new(), Vec::new());
    for envelope in events.iter().filter(|it| matches!(&it.event, DomainEvent::Tournament(event) if may_free(event))) {
        changed.insert(envelope.stream.id, *envelope);
    }
    for (id, envelope) in changed {
        let event = read(api.tournament(id.into()).await)?;
        if event.is_some_and(|event| is_due(&event.state, api.now())) {
            let cause = format!("settle/event/{}", envelope.position.0);
            messages.push(queued(envelope, (Task::SettleWaitlist, cause, envelope.recorded_at))?);
        }
    }
    Ok(messages)
}

/// Whether there may be something to settle after an event of this kind. Others cost no read.
fn may_free(event: &E) -> bool {
    match event {
        E::PlayerRegistered { status, .. } => *status == RegistrationStatus::OnWaitlist,
        E::RegistrationStatusChanged { .. }
        | E::PlayerDropped { .. }
        | E::TeamChanged { .. }
        | E::TeamDropped { .. }
        | E::PlayerDisqualified { .. }
        | E::PlaceDeclined { .. }
        | E::OfferExpired { .. }
        | E::QueueGroupChanged { .. }
        | E::DetailsChanged { .. }
        | E::OrganizingChanged { .. }
        | E::LifecycleChanged { .. } => true,
        _ => false,
    }
}

/// Returns the tasks that open and close registration.
fn window(details: &TournamentDetails) -> Vec<Later> {
    let opens = details.registration_opens.map(|at| (Task::OpenRegistration { at }, "opens", at));
    let closes = details.registration_closes.map(|at| (Task::CloseRegistration { at }, "closes", at));
    let both = opens.into_iter().chain(closes);
    both.map(|(task, name, at)| (task, format!("{name}/{}", at.timestamp_micros()), at)).collect()
}

#[async_trait]
impl Channel for Schedule {
    fn kind(&self) -> ChannelKind {
        ChannelKind::Schedule
    }

    fn limits(&self) -> [usize; 3] {
        [1, 16, 16]
    }

    async fn attempt(&self, Delivery { message, .. }: &Delivery) -> Attempt {
        let (of, organization_id) = (message.recipient.id, message.organization_id);
        match Task::read(&message.payload).map_err(|error| Failed::unread(&error))? {
            Task::Notify(what) => notifications::notify(&self.0, (of.into(), organization_id), what, message).await?,
            task => self.0.run_task(of, organization_id, &task).await.map_err(|error| match error {
                CommandError::Refused(_) | CommandError::NotFound(_) => Failed::refused(chain(&error)),
                _ => Failed::retry(chain(&error)),
            })?,
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use proto_events::ids::RegistrationId;

    use super::*;

    #[test]
    fn waitlist_is_looked_at_again_after_an_offer_that_expired() {
        let registration_id = RegistrationId(1);
        assert!(may_free(&E::OfferExpired { registration_id }), "a group may have another position now");
        assert!(!may_free(&E::PlaceOffered { registration_id, until: DateTime::UNIX_EPOCH }));
    }
}
