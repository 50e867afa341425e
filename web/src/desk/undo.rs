//! Finds the command that takes a change back, where the rules allow it. A mistake is undone in two clicks: the audit,
//! and the button next to the change.

use std::fmt::Debug;

use chrono::{DateTime, Utc};
use domain::machines::{EVENT, REGISTRATION};
use domain::tournament::{Round, Tournament};
use futures::future::BoxFuture;
use proto_events::TournamentEvent;
use proto_events::ids::{RegistrationId, RoundId};
use proto_events::vocabulary::QueueCheckInStatus::CheckedIn;
use proto_events::vocabulary::RegistrationStatus::{Canceled, Disqualified, Dropped};
use proto_events::vocabulary::{LifecycleStatus, ProgressStatus, RegistrationStatus};
use write_api::event_lists::lock_decklists::LockDecklists;
use write_api::event_lists::unlock_decklists::UnlockDecklists;
use write_api::events::change_lifecycle::ChangeLifecycle;
use write_api::events::event_fields::EventChange;
use write_api::judging::restore_penalty::RestorePenalty;
use write_api::judging::withdraw_penalty::WithdrawPenalty;
use write_api::matches::change_match::ChangeMatch;
use write_api::registrations::change_registration::ChangeRegistration;
use write_api::registrations::drop_player::DropPlayer;
use write_api::rounds::remove_round::RemoveRound;
use write_api::rounds::start_round::StartRound;
use write_api::{EventCommand, OrNull, Terms};

use crate::desk::event::Desk;
use crate::serving::interface::Refused;

/// What takes a change back.
#[derive(Debug)]
pub(crate) struct Undo {
    pub(crate) label: &'static str,
    pub(crate) command: Box<dyn Reversal>,
}

/// A command that takes a change back.
pub(crate) trait Reversal: Debug + Send + Sync {
    fn is_allowed(&self, desk: &Desk<'_>) -> bool;

    fn run<'a>(&'a self, desk: &'a Desk<'_>, terms: Terms) -> BoxFuture<'a, Result<(), Refused>>;
}

impl<C: EventCommand + Clone + 'static> Reversal for C {
    fn is_allowed(&self, desk: &Desk<'_>) -> bool {
        C::ROUTE.operation().is_some_and(|operation| desk.may(operation))
    }

    fn run<'a>(&'a self, desk: &'a Desk<'_>, terms: Terms) -> BoxFuture<'a, Result<(), Refused>> {
        Box::pin(async move { desk.run(terms, self.clone()).await.map(|_| ()) })
    }
}

impl Undo {
    fn new(label: &'static str, command: impl Reversal + 'static) -> Self {
        Self { label, command: Box::new(command) }
    }

    fn of_registration(label: &'static str, registration_id: RegistrationId, change: ChangeRegistration) -> Self {
        Self::new(label, ChangeRegistration { registration_id, ..change })
    }
}

/// Returns what takes a change of an event back, to the state before the change. `None` if it cannot be taken back, as most
/// kinds of changes, or if the event is no longer as the change left it.
pub(crate) fn of(
    event: &Tournament,
    before: &Tournament,
    change: &TournamentEvent,
    now: DateTime<Utc>,
) -> Option<Undo> {
    use TournamentEvent as E;
    match change {
        E::PlayerDropped { registration_id: id } => brought_back(event, before, *id, Dropped),
        E::PlayerDisqualified { registration_id: id } => brought_back(event, before, *id, Disqualified),
        E::RegistrationStatusChanged { registration_id: id, status: Canceled }
        | E::PlaceDeclined { registration_id: id } => brought_back(event, before, *id, Canceled),
        E::PlayerRegistered { registration_id: id, status, .. } => taken_out(event, *id, *status),
        E::CheckInChanged { registration_id: id, status: Some(CheckedIn) } => {
            let change =
                ChangeRegistration { queue_check_in_status: Some(OrNull(None)), ..ChangeRegistration::default() };
            let is_in = event.registration(*id)?.check_in == Some(CheckedIn);
            is_in.then(|| Undo::of_registration("desk-undo-check-in", *id, change))
        }
        E::ListsLocked {} => all_lists(event, before, true),
        E::ListsUnlocked {} => all_lists(event, before, false),
        E::ListLocked { registration_id: id } => list(event, before, *id, true),
        E::ListUnlocked { registration_id: id } => list(event, before, *id, false),
        E::RoundAdded { round_id, .. } => removed(event, *round_id),
        E::RoundCompleted { round_id } => reopened(event, *round_id),
        E::PenaltyIssued { penalty_id, .. } | E::PenaltyRestored { penalty_id } => {
            let command = WithdrawPenalty { penalty_id: *penalty_id };
            let applies = event.penalty(*penalty_id)?.withdrawn.is_none();
            applies.then(|| Undo::new("desk-undo-penalty", command))
        }
        E::PenaltyWithdrawn { penalty_id } => {
            let command = RestorePenalty { penalty_id: *penalty_id };
            let is_withdrawn = event.penalty(*penalty_id)?.withdrawn.is_some();
            is_withdrawn.then(|| Undo::new("desk-undo-withdrawn", command))
        }
        E::TimeExtended { match_id, time_extension_seconds } => {
            let (now, was) = (event.placed(*match_id)?, before.placed(*match_id)?.table.time_extension_seconds);
            let applies = now.table.time_extension_seconds == *time_extension_seconds;
            let is_open = applies && now.round.status != ProgressStatus::Complete;
            let match_id = *match_id;
            let command = ChangeMatch { match_id, time_extension_seconds: Some(was), ..ChangeMatch::default() };
            is_open.then(|| Undo::new("desk-undo-extension", command))
        }
        E::LifecycleChanged { status } => stepped_back(event, before, *status, now),
        E::DetailsChanged { details } => {
            let is_canceled = details.is_canceled && event.details.is_canceled && !before.details.is_canceled;
            let change = EventChange { is_canceled: Some(false), ..EventChange::default() };
            is_canceled.then(|| Undo::new("desk-do-to-resume", change))
        }
        _ => None,
    }
}

fn stepped_back(event: &Tournament, before: &Tournament, status: LifecycleStatus, now: DateTime<Utc>) -> Option<Undo> {
    use LifecycleStatus::{EventInProgress, RegistrationClosed, RegistrationOpen, WaitlistOnly};
    match before.lifecycle {
        _ if status != event.lifecycle => None,
        // An event that began while registration was open goes back to the only step before play.
        RegistrationOpen | WaitlistOnly if event.lifecycle == EventInProgress => {
            step_to(event, RegistrationClosed, now)
        }
        status => step_to(event, status, now),
    }
}

/// Returns the step back of an event's lifecycle: the status before this one.
pub(crate) fn step_back(event: &Tournament, now: DateTime<Utc>) -> Option<Undo> {
    use LifecycleStatus as L;
    let status = match event.lifecycle {
        L::RegistrationOpen => return None,
        L::WaitlistOnly | L::RegistrationClosed => L::RegistrationOpen,
        L::EventInProgress => L::RegistrationClosed,
        L::EventFinished => L::EventInProgress,
        L::DecklistsPublishing => L::EventFinished,
        L::DecklistsPublished => L::DecklistsPublishing,
    };
    step_to(event, status, now)
}

/// Returns the step to a status in which the event was before, if it is possible. Finishing an event and publishing
/// its lists are steps forward, and are taken on their own page.
fn step_to(event: &Tournament, status: LifecycleStatus, now: DateTime<Utc>) -> Option<Undo> {
    use LifecycleStatus as L;
    let label = match (event.lifecycle, status) {
        (_, L::RegistrationOpen) => "desk-undo-closed",
        (_, L::WaitlistOnly) => "desk-undo-waitlist",
        (_, L::RegistrationClosed) => "desk-undo-begun",
        (_, L::EventInProgress) => "desk-undo-finished",
        (L::DecklistsPublishing, L::EventFinished) => "desk-undo-publishing",
        (L::DecklistsPublished, L::DecklistsPublishing) => "desk-undo-published",
        (_, L::EventFinished | L::DecklistsPublishing | L::DecklistsPublished) => return None,
    };
    let is_refused = event.details.is_canceled || (event.play_has_begun() && status == L::RegistrationClosed);
    let is_possible = !is_refused && EVENT.after(event.lifecycle).contains(&status);
    // By the status alone, no one could register after the time of closing.
    let is_late = event.details.registration_closes.is_some_and(|closes| closes <= now);
    let reopens = event.lifecycle == L::RegistrationClosed && matches!(status, L::RegistrationOpen | L::WaitlistOnly);
    is_possible.then(|| match reopens && is_late {
        true => {
            let change = EventChange { registration_closes: Some(OrNull(None)), ..EventChange::default() };
            Undo::new(label, change)
        }
        false => Undo::new(label, ChangeLifecycle { status }),
    })
}

/// Returns a player who left with a status to the one before: a player from the waitlist gets no place by it. A player who
/// lost the seat in a team by leaving does not get it back, so that is not offered.
fn brought_back(
    event: &Tournament,
    before: &Tournament,
    id: RegistrationId,
    left_as: RegistrationStatus,
) -> Option<Undo> {
    let entry = event.registration(id).filter(|entry| entry.status == left_as)?;
    let was = before.registration(id).filter(|was| was.team_id == entry.team_id)?;
    let label = match was.status {
        RegistrationStatus::OnWaitlist => "desk-undo-left-waitlist",
        RegistrationStatus::Dropped => "desk-undo-disqualified",
        _ => "desk-undo-left",
    };
    let is_legal = REGISTRATION.after(entry.status).contains(&was.status);
    let is_possible = is_legal && !event.lifecycle.is_finished();
    let change = ChangeRegistration { registration_status: Some(was.status), ..ChangeRegistration::default() };
    is_possible.then(|| Undo::of_registration(label, id, change))
}

/// Takes back a registration from before play.
fn taken_out(event: &Tournament, id: RegistrationId, began_as: RegistrationStatus) -> Option<Undo> {
    let entry = event.registration(id).filter(|entry| entry.status == began_as)?;
    let is_possible = REGISTRATION.after(entry.status).contains(&RegistrationStatus::Canceled);
    let is_before = event.rounds().next().is_none() && !event.lifecycle.is_finished();
    let command = DropPlayer { registration_id: id };
    (is_possible && is_before).then(|| Undo::new("desk-undo-registered", command))
}

/// Takes the lock of all lists, or its end, back. There is no way back to the deadline, nor to locks of single lists, so
/// before the change all lists must have had the other lock.
fn all_lists(event: &Tournament, before: &Tournament, is_locked: bool) -> Option<Undo> {
    let is_alike = event.lists_locked == Some(is_locked)
        && before.lists_locked == Some(!is_locked)
        && before.registrations.iter().all(|entry| entry.list_locked != Some(is_locked));
    lock(event, is_locked, None).filter(|_| is_alike)
}

/// Takes the lock of a player's list, or its end, back, if a lock applied before, and not the deadline.
fn list(event: &Tournament, before: &Tournament, id: RegistrationId, is_locked: bool) -> Option<Undo> {
    event.registration(id).filter(|entry| entry.list_locked == Some(is_locked))?;
    let was_locked = before.registration(id)?.list_locked.or(before.lists_locked);
    lock(event, is_locked, Some(id)).filter(|_| was_locked == Some(!is_locked))
}

/// Returns the opposite of a lock. Published lists stay locked.
fn lock(event: &Tournament, is_locked: bool, registration_id: Option<RegistrationId>) -> Option<Undo> {
    use LifecycleStatus::{DecklistsPublished, DecklistsPublishing};
    if is_locked && matches!(event.lifecycle, DecklistsPublishing | DecklistsPublished) {
        return None;
    }
    Some(match is_locked {
        true => Undo::new("desk-undo-locked", UnlockDecklists { registration_id }),
        false => Undo::new("desk-undo-unlocked", LockDecklists { registration_id }),
    })
}

fn removed(event: &Tournament, id: RoundId) -> Option<Undo> {
    use LifecycleStatus::{EventInProgress, RegistrationClosed};
    last_round(event).filter(|round| round.id == id && round.status == ProgressStatus::Upcoming)?;
    let is_possible = matches!(event.lifecycle, RegistrationClosed | EventInProgress) && !event.details.is_canceled;
    is_possible.then(|| Undo::new("desk-do-remove-round", RemoveRound { round_id: id }))
}

/// Reopens the last round, if no cut followed it.
fn reopened(event: &Tournament, id: RoundId) -> Option<Undo> {
    let round = last_round(event).filter(|round| round.id == id && round.status == ProgressStatus::Complete)?;
    let was_cut = event.cuts.iter().any(|cut| round.number > 0 && cut.after_round_number >= round.number);
    let is_possible = event.lifecycle == LifecycleStatus::EventInProgress && !event.details.is_canceled && !was_cut;
    is_possible.then(|| Undo::new("desk-do-reopen", StartRound { round_id: id }))
}

fn last_round(event: &Tournament) -> Option<&Round> {
    event.rounds().next_back().map(|(_, round)| round)
}

#[cfg(test)]
mod tests;
