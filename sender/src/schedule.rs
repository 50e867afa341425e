//! The channel of the service's own tasks (`write_api::schedule`), which run when they are due.

use std::collections::BTreeMap;

use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};
use domain::tournament::Tournament;
use domain::tournament::clock::ends_at;
use proto_events::ids::{ConventionId, TournamentId};
use proto_events::tournament::TournamentDetails;
use proto_events::{Actor, ConventionEvent, DomainEvent, Envelope, OrganizationEvent, Position, TournamentEvent as E};
use service_kit::chain;
use storage::StoreError;
use storage::deliveries::{Delivery, Message};
use write_api::notifications::What;
use write_api::registrations::settle_waitlist::is_due;
use write_api::rounds::go_on::goes_on_at;
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
) -> Vec<Message> {
    let mut messages = Vec::new();
    for envelope in events {
        let caused = match &envelope.event {
            DomainEvent::Tournament(event) => tasks(envelope, event),
            DomainEvent::Organization(event) => of_series(envelope, event),
            _ => continue,
        };
        let since = if envelope.position > silent_until { envelope.recorded_at } else { now };
        // A command that arrived before the time of a window may be recorded after it.
        let is_ahead = |(task, _, due_at): &Later| match task {
            Task::OpenRegistration { .. } | Task::CloseRegistration { .. } => *due_at > since - JUST,
            // The backup may be from the moment before an offer's end, or the next run for a series, was queued.
            Task::SettleWaitlist | Task::MakeSeriesEvents { .. } => true,
            _ => *due_at > since,
        };
        messages.extend(caused.into_iter().filter(is_ahead).map(|later| queued(envelope, later)));
    }
    messages
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

/// Returns the task that makes the events of a series, at once after its plan has changed.
fn of_series(envelope: &Envelope, event: &OrganizationEvent) -> Vec<Later> {
    let OrganizationEvent::SeriesPlanned { series_id, .. } = *event else { return Vec::new() };
    let cause = format!("series/{series_id}/planned/{}", envelope.position.0);
    vec![(Task::MakeSeriesEvents { series_id }, cause, envelope.recorded_at)]
}

/// A change that may free players or tables of a convention, and queues that the convention may not know yet.
type Frees<'a> = (&'a Envelope, Vec<TournamentId>);

/// Returns the tasks of waitlists, of on-demand queues, and of the events that queues made, after events that changed: they
/// settle waitlists and the queues of a convention that have something to settle, begin queues at their start, end calls in
/// time, and let events go on. All look at the newest state, so events that were restored may cause them again.
pub(crate) async fn settling(api: &WriteApi, events: &[&Envelope]) -> Result<Vec<Message>, StoreError> {
    let mut changed: BTreeMap<i64, &Envelope> = BTreeMap::new();
    let mut conventions: BTreeMap<ConventionId, Frees<'_>> = BTreeMap::new();
    for envelope in events.iter().copied() {
        let id = envelope.stream.id;
        match &envelope.event {
            DomainEvent::Convention(ConventionEvent::StatusChanged { .. }) => {
                conventions.insert(id.into(), (envelope, Vec::new()));
            }
            DomainEvent::Tournament(event) if may_settle(event) => {
                changed.insert(id, envelope);
                if matches!(event, E::DetailsChanged { .. } | E::Deleted {}) {
                    // It may have left a convention.
                    let before = read(api.tournament_at(id.into(), envelope.version - 1).await)?;
                    let left = before.and_then(|before| before.state.details.convention_id);
                    conventions.extend(left.map(|id| (id, (envelope, Vec::new()))));
                }
            }
            _ => {}
        }
    }
    let mut messages = Vec::new();
    let mut queue = |envelope: &Envelope, (task, cause, due_at): Later, id: TournamentId| {
        messages.push(task.queued(id.0, envelope.organization_id, cause, due_at));
    };
    let now = api.now();
    let caused =
        |envelope: &Envelope, task| (task, format!("queue/event/{}", envelope.position.0), envelope.recorded_at);
    for (id, envelope) in changed {
        let Some(event) = read(api.tournament(id.into()).await)? else { continue };
        let event = &event.state;
        if is_due(event, now) {
            let cause = format!("settle/event/{}", envelope.position.0);
            queue(envelope, (Task::SettleWaitlist, cause, envelope.recorded_at), event.id);
        }
        if let Some(convention) = event.details.convention_id.filter(|_| may_have_freed(event)) {
            let (_, own) = conventions.entry(convention).or_insert((envelope, Vec::new()));
            own.extend(event.is_queue().then_some(event.id));
        }
        for end in event.called().into_iter().filter_map(|entry| entry.call_ends) {
            queue(envelope, (Task::SettleQueue, format!("queue/end/{}", end.timestamp_micros()), end), event.id);
        }
        if let Some(start) = event.queue_begins(now) {
            let cause = format!("queue/start/{}", start.timestamp_micros());
            queue(envelope, (Task::SettleQueue, cause, start), event.id);
        }
        match goes_on_at(event, now).filter(|_| !is_by_hand(envelope)) {
            Some(at) if at > now => {
                queue(envelope, (Task::RunEvent, format!("queue/report/{}", at.timestamp_micros()), at), event.id);
            }
            Some(_) => queue(envelope, caused(envelope, Task::RunEvent), event.id),
            None => {}
        }
    }
    for (convention, (envelope, own)) in conventions {
        for due in read(api.queues_to_settle(convention, &own).await)? {
            queue(envelope, caused(envelope, Task::SettleQueue), due);
        }
    }
    Ok(messages)
}

/// Whether players or tables of the event's convention may be free, or its own line has changed.
fn may_have_freed(event: &Tournament) -> bool {
    let is_of_queue = event.is_queue() || event.organizing.is_from_queue;
    is_of_queue || event.lifecycle.is_finished() || event.details.is_canceled
}

/// Whether staff changed the status: an event that staff reopens does not end again by itself at once.
fn is_by_hand(envelope: &Envelope) -> bool {
    let is_status = matches!(&envelope.event, DomainEvent::Tournament(E::LifecycleChanged { .. }));
    is_status && envelope.actor != Actor::System
}

/// Whether there may be something to do for a waitlist, a queue, or an event of one, after an event of this kind. Others
/// cost no read.
fn may_settle(event: &E) -> bool {
    matches!(
        event,
        E::ResultReported { .. }
            | E::ResultConfirmed { .. }
            | E::ResultCorrected { .. }
            | E::TeamResultReported { .. }
            | E::PairingsCompleted { .. }
            | E::RoundStarted { .. }
            | E::RoundCompleted { .. }
            | E::CutMade { .. }
            | E::PlayerRegistered { .. }
            | E::RegistrationStatusChanged { .. }
            | E::CheckInChanged { .. }
            | E::PlayerDropped { .. }
            | E::TeamChanged { .. }
            | E::TeamDropped { .. }
            | E::PlayerDisqualified { .. }
            | E::PlaceDeclined { .. }
            | E::OfferExpired { .. }
            | E::QueueGroupChanged { .. }
            | E::DetailsChanged { .. }
            | E::OrganizingChanged { .. }
            | E::LifecycleChanged { .. }
            | E::Deleted {}
    )
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
    async fn attempt(&self, Delivery { message, .. }: &Delivery) -> Attempt {
        let (of, organization_id) = (message.recipient.id, message.organization_id);
        match Task::read(&message.payload)? {
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
    use proto_events::StreamId;
    use proto_events::ids::{RegistrationId, UserId};
    use proto_events::testing::envelope;
    use proto_events::vocabulary::LifecycleStatus;

    use super::*;

    #[test]
    fn waitlist_is_looked_at_again_after_an_offer_that_expired() {
        let registration_id = RegistrationId(1);
        assert!(may_settle(&E::OfferExpired { registration_id }), "a group may have another position now");
        assert!(!may_settle(&E::PlaceOffered { registration_id, until: DateTime::UNIX_EPOCH }));
    }

    #[test]
    fn an_event_that_staff_reopens_does_not_go_on_at_once() {
        let stream = StreamId::tournament(TournamentId(3));
        let by = |actor, event: E| Envelope { actor, ..envelope(stream, 1, DateTime::UNIX_EPOCH, event) };
        let reopened = E::LifecycleChanged { status: LifecycleStatus::EventInProgress };
        let (staff, registration_id) = (Actor::User(UserId(7)), RegistrationId(1));
        assert!(is_by_hand(&by(staff.clone(), reopened.clone())));
        assert!(!is_by_hand(&by(Actor::System, reopened)));
        assert!(!is_by_hand(&by(staff, E::CheckInChanged { registration_id, status: None })));
    }
}
