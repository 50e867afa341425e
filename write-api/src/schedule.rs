//! Tasks: what the service does by itself at a set time. They are messages of `ChannelKind::Schedule`, so they have the
//! queues, leases and retries of the sender, and each runs at least once, however often a process ends. One that fails for three
//! days is given up, which the log of the program says; none waits for another one.
//!
//! A task looks at the newest state when it runs, and does nothing if it no longer applies. It may run twice.
//!
//! # How to add a task
//!
//! A variant of [`Task`] with its arm in [`WriteApi::run_task`], and what queues it: an arm of `tasks` in `sender/src/schedule.rs` if an
//! event of a tournament or an organization causes it, or [`Task::queued`] in the outbox of a decision.

use chrono::TimeDelta;
use domain::tournament::RegistrationWindow;
use proto_events::tournament::TournamentDetails;
use serde::Deserialize;
use storage::deliveries::{Message as Queued, ScheduledTask};

use crate::notifications::What;
use crate::prelude::*;
use crate::registrations::settle_waitlist;

/// Time between two runs of a daily task.
const DAY: TimeDelta = TimeDelta::days(1);

/// A task about an event, a person, or an organization.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Task {
    /// Notifies the people whom this concerns then.
    Notify(What),
    /// Opens the registration that opens at this time.
    OpenRegistration {
        /// The time, which may have been changed since.
        at: DateTime<Utc>,
    },
    /// Closes the registration that closes at this time.
    CloseRegistration {
        /// The time, which may have been changed since.
        at: DateTime<Utc>,
    },
    /// Ends offers that were not answered in time, and offers free places.
    SettleWaitlist,
    /// Ends calls of an on-demand queue that were not answered in time, calls the next players, and makes an event of those
    /// who are here.
    SettleQueue,
    /// Takes the next steps of an event that a queue made.
    RunEvent,
    /// Erases an account whose address was not confirmed in time.
    EraseUnconfirmed(UserId),
    /// Makes the next events of a series of the organization, and runs again a day later.
    MakeSeriesEvents {
        /// The number of the series.
        series_id: i64,
    },
}

impl Task {
    /// Returns the task as it is queued, once for a cause, for the event, the person or the organization with this id.
    pub fn queued(&self, of: i64, organization_id: OrganizationId, cause: String, due_at: DateTime<Utc>) -> Queued {
        // Ids and times always have a form in JSON.
        let task = serde_json::to_string(self).unwrap_or_default();
        ScheduledTask { of, organization_id, cause, due_at, expires_at: None, task }.queued()
    }

    /// Reads a queued task.
    ///
    /// # Errors
    /// If the payload is not one.
    pub fn read(payload: &str) -> Result<Self, serde_json::Error> {
        serde_json::from_str(payload)
    }
}

impl WriteApi {
    /// Runs a task of an event, a person or an organization, in the name of the service. The sender itself queues notifications.
    ///
    /// # Errors
    /// If a command is refused, which ends the task, or the store fails.
    pub async fn run_task(&self, of: i64, organization_id: OrganizationId, task: &Task) -> Result<(), CommandError> {
        let actor = Actor::System;
        let (event, context) = (StreamId::tournament(of.into()), Context::within(&actor, organization_id));
        match *task {
            Task::OpenRegistration { at } => {
                self.change(&context, event, |event: &Tournament, _| Ok(opened(event, at))).await?;
            }
            Task::CloseRegistration { at } => {
                self.change(&context, event, |event: &Tournament, _| Ok(closed(event, at))).await?;
            }
            Task::EraseUnconfirmed(user_id) => self.erase_unconfirmed(user_id).await?,
            Task::SettleWaitlist => {
                let now = self.now();
                self.change(&context, event, |event: &Tournament, _| Ok(settle_waitlist::settle(event, now))).await?;
            }
            Task::SettleQueue => self.settle_queue(&context, of.into()).await?,
            Task::RunEvent => self.run_event(&context, of.into()).await?,
            Task::MakeSeriesEvents { series_id } => {
                // First, so that a run that fails does not end the series.
                if self.has_series(organization_id, series_id).await? {
                    let due_at = self.now() + DAY;
                    let cause = format!("series/{series_id}/{}", due_at.date_naive());
                    self.events.queue_messages(&[task.queued(of, organization_id, cause, due_at)]).await?;
                }
                self.make_series_events(organization_id, series_id).await?;
            }
            Task::Notify(_) => {}
        }
        Ok(())
    }
}

/// Opens registration, if it still opens at this time and no one has closed it since.
fn opened(event: &Tournament, at: DateTime<Utc>) -> Vec<TournamentEvent> {
    let is_due = event.details.registration_opens == Some(at) && event.has_opened_by_clock(at);
    steps(event, is_due, LifecycleStatus::RegistrationOpen)
}

/// Closes registration, if it is open and still closes at this time.
fn closed(event: &Tournament, at: DateTime<Utc>) -> Vec<TournamentEvent> {
    let is_due = event.details.registration_closes == Some(at) && event.takes_registrations();
    steps(event, is_due, LifecycleStatus::RegistrationClosed)
}

fn steps(event: &Tournament, is_due: bool, status: LifecycleStatus) -> Vec<TournamentEvent> {
    let is_due = is_due && !event.details.is_canceled;
    is_due.then_some(TournamentEvent::LifecycleChanged { status }).into_iter().collect()
}

/// Returns the status that an event gets with new details: closed if they say that registration is not open now, and
/// open if they say so and those before did not.
pub(crate) fn status_with(
    lifecycle: LifecycleStatus,
    before: Option<&TournamentDetails>,
    after: &TournamentDetails,
    now: DateTime<Utc>,
) -> Option<LifecycleStatus> {
    use LifecycleStatus as L;
    let is_within =
        |it: &TournamentDetails| RegistrationWindow::includes((it.registration_opens, it.registration_closes), now);
    let is_open = is_within(after);
    let was_open = before.is_none_or(is_within);
    // The tasks of a canceled event did nothing.
    let returns = before.is_some_and(|before| before.is_canceled);
    match lifecycle {
        _ if after.is_canceled || (is_open == was_open && !returns) => None,
        L::RegistrationOpen | L::WaitlistOnly if !is_open => Some(L::RegistrationClosed),
        L::RegistrationClosed if is_open && (!returns || after.registration_opens.is_some()) => {
            Some(L::RegistrationOpen)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::*;

    fn window(opens: Option<DateTime<Utc>>, closes: Option<DateTime<Utc>>) -> TournamentDetails {
        let details = TournamentDetails::new("Open", EventFormat::Legacy);
        TournamentDetails { registration_opens: opens, registration_closes: closes, ..details }
    }

    fn standing_at(status: L, details: TournamentDetails) -> Tournament {
        tournament(&[E::DetailsChanged { details }, reached(status)])
    }

    #[test]
    fn registration_opens_and_closes_at_its_time_and_what_staff_did_stays() {
        let (opens, closes) = (noon() + TimeDelta::hours(1), noon() + TimeDelta::hours(2));
        let step = |status| vec![reached(status)];
        let to = |status: L| standing_at(status, window(Some(opens), Some(closes)));
        assert_eq!(opened(&to(L::RegistrationClosed), opens), step(L::RegistrationOpen));
        for open in [L::RegistrationOpen, L::WaitlistOnly] {
            assert_eq!(opened(&to(open), opens), []);
            assert_eq!(closed(&to(open), closes), step(L::RegistrationClosed));
        }
        for later in [L::RegistrationClosed, L::EventInProgress, L::EventFinished] {
            assert_eq!(closed(&to(later), closes), []);
        }
        assert_eq!(opened(&to(L::EventInProgress), opens), []);
        let twice = happened(to(L::RegistrationClosed), &opened(&to(L::RegistrationClosed), opens));
        assert_eq!(opened(&twice, opens), [], "a task that runs again");
        let by_hand = done_at(opens, &Actor::System, to(L::RegistrationOpen), reached(L::RegistrationClosed));
        assert_eq!(opened(&by_hand, opens), [], "staff closed it before the task ran");
    }

    #[test]
    fn a_time_that_was_changed_and_a_canceled_event_change_nothing() {
        let (at, moved) = (noon(), noon() + TimeDelta::hours(1));
        assert_eq!(opened(&standing_at(L::RegistrationClosed, window(Some(moved), None)), at), []);
        assert_eq!(closed(&standing_at(L::RegistrationOpen, window(None, Some(moved))), at), []);
        assert_eq!(closed(&standing_at(L::RegistrationOpen, window(None, None)), at), []);
        let canceled = TournamentDetails { is_canceled: true, ..window(Some(at), Some(at)) };
        assert_eq!(opened(&standing_at(L::RegistrationClosed, canceled.clone()), at), []);
        assert_eq!(closed(&standing_at(L::RegistrationOpen, canceled), at), []);
    }

    #[test]
    fn new_times_close_and_open_at_once_and_others_leave_the_status() {
        let (past, ahead) = (Some(noon() - TimeDelta::hours(1)), Some(noon() + TimeDelta::hours(1)));
        let status = |status, before: Option<&TournamentDetails>, after| status_with(status, before, &after, noon());
        let always = window(None, None);
        assert_eq!(status(L::RegistrationOpen, None, window(ahead, None)), Some(L::RegistrationClosed));
        assert_eq!(status(L::RegistrationOpen, None, window(past, ahead)), None);
        assert_eq!(status(L::WaitlistOnly, Some(&always), window(None, past)), Some(L::RegistrationClosed));
        let was_over = window(None, past);
        assert_eq!(status(L::RegistrationClosed, Some(&was_over), window(None, ahead)), Some(L::RegistrationOpen));
        assert_eq!(status(L::RegistrationClosed, Some(&always), window(None, ahead)), None, "closed by hand");
        assert_eq!(status(L::EventInProgress, Some(&was_over), always), None);
        let canceled = |times| TournamentDetails { is_canceled: true, ..times };
        assert_eq!(status(L::RegistrationOpen, None, canceled(window(ahead, None))), None);
        // Its times passed while it was canceled.
        let (opened, closed) = (window(past, None), window(None, past));
        assert_eq!(status(L::RegistrationClosed, Some(&canceled(opened.clone())), opened), Some(L::RegistrationOpen));
        assert_eq!(status(L::RegistrationOpen, Some(&canceled(closed.clone())), closed), Some(L::RegistrationClosed));
    }

    #[test]
    fn a_task_is_read_as_it_was_queued() {
        let task = Task::CloseRegistration { at: noon() };
        let queued = task.queued(7, OrganizationId(3), "closes".into(), noon());
        assert_eq!((Task::read(&queued.payload).unwrap(), queued.due_at), (task, Some(noon())));
    }
}
