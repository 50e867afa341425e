//! Finds the command that takes a change back, where the rules allow it. A mistake is undone in two clicks: the audit,
//! and the button next to the change.

use domain::machines::{EVENT, REGISTRATION};
use domain::permissions::Operation;
use domain::tournament::{Round, Tournament};
use proto_events::TournamentEvent;
use proto_events::ids::{PenaltyId, RegistrationId, RoundId};
use proto_events::vocabulary::RegistrationStatus::{Canceled, Disqualified, Dropped};
use proto_events::vocabulary::{LifecycleStatus, ProgressStatus, QueueCheckInStatus, RegistrationStatus};
use write_api::event_lists::lock_decklists::LockDecklists;
use write_api::event_lists::unlock_decklists::UnlockDecklists;
use write_api::events::change_event::ChangeEvent;
use write_api::events::change_lifecycle::ChangeLifecycle;
use write_api::events::event_fields::EventChange;
use write_api::judging::restore_penalty::RestorePenalty;
use write_api::judging::withdraw_penalty::WithdrawPenalty;
use write_api::registrations::change_registration::{ChangeRegistration, RegistrationChange};
use write_api::registrations::drop_player::DropPlayer;
use write_api::rounds::remove_round::RemoveRound;
use write_api::rounds::start_round::StartRound;
use write_api::{OrNull, Terms};

use crate::desk::event::Desk;
use crate::serving::interface::Refused;

/// What takes a change back.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Undo {
    /// The permission that it needs.
    pub(crate) operation: Operation,
    /// Key of the button's label.
    pub(crate) label: &'static str,
    pub(crate) command: Reversal,
}

/// A command that takes a change back.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Reversal {
    /// The event takes place after all.
    PlanAgain,
    Lifecycle(ChangeLifecycle),
    Registration(ChangeRegistration),
    Drop(DropPlayer),
    Lock(LockDecklists),
    Unlock(UnlockDecklists),
    Withdraw(WithdrawPenalty),
    Restore(RestorePenalty),
    Remove(RemoveRound),
    Resume(StartRound),
}

impl Undo {
    fn new(operation: Operation, label: &'static str, command: Reversal) -> Self {
        Self { operation, label, command }
    }

    fn of_registration(label: &'static str, registration_id: RegistrationId, change: RegistrationChange) -> Self {
        let command = Reversal::Registration(ChangeRegistration { registration_id, change });
        Self::new(Operation::ManageRegistrations, label, command)
    }
}

impl Reversal {
    /// Runs the command.
    pub(crate) async fn run(self, desk: &Desk<'_>, terms: Terms) -> Result<(), Refused> {
        let done = match self {
            Self::PlanAgain => {
                let change = EventChange { is_canceled: Some(false), ..EventChange::default() };
                desk.run(terms, ChangeEvent { change }).await
            }
            Self::Lifecycle(command) => desk.run(terms, command).await,
            Self::Registration(command) => desk.run(terms, command).await,
            Self::Drop(command) => desk.run(terms, command).await,
            Self::Lock(command) => desk.run(terms, command).await,
            Self::Unlock(command) => desk.run(terms, command).await,
            Self::Withdraw(command) => desk.run(terms, command).await,
            Self::Restore(command) => desk.run(terms, command).await,
            Self::Remove(command) => desk.run(terms, command).await,
            Self::Resume(command) => desk.run(terms, command).await,
        };
        done.map(|_| ())
    }
}

/// How a change is taken back.
enum Plan<'a> {
    /// It cannot be, or the event is no longer as the change left it.
    Never,
    /// By this command.
    Now(Option<Undo>),
    /// By a command that depends on the state before the change.
    FromBefore(Look<'a>),
}

/// Returns what takes a change back, from the state before it.
type Look<'a> = Box<dyn FnOnce(&Tournament) -> Option<Undo> + 'a>;

impl<'a> Plan<'a> {
    /// A command that depends on the state before, if the event still is as the change left it.
    fn from_before(is_current: bool, undo: impl FnOnce(&Tournament) -> Option<Undo> + 'a) -> Self {
        if is_current { Self::FromBefore(Box::new(undo)) } else { Self::Never }
    }

    /// Brings back a player who left with this status.
    fn brought_back(event: &'a Tournament, id: RegistrationId, left_as: RegistrationStatus) -> Self {
        let is_current = event.registration(id).is_some_and(|entry| entry.status == left_as);
        Self::from_before(is_current, move |before| brought_back(event, before, id))
    }

    /// Takes the lock of a player's list, or its end, back.
    fn list(event: &'a Tournament, id: RegistrationId, is_locked: bool) -> Self {
        let is_current = event.registration(id).is_some_and(|entry| entry.list_locked == Some(is_locked));
        Self::from_before(is_current, move |before| list(event, before, id))
    }

    /// Takes the lock of all lists, or its end, back.
    fn all_lists(event: &'a Tournament, is_locked: bool) -> Self {
        Self::from_before(event.lists_locked == Some(is_locked), |before| all_lists(event, before))
    }

    /// Returns the event from this status to the one before.
    fn stepped_back(event: &'a Tournament, status: LifecycleStatus) -> Self {
        use LifecycleStatus::{EventInProgress, RegistrationClosed, RegistrationOpen, WaitlistOnly};
        Self::from_before(status == event.lifecycle, |before| match before.lifecycle {
            // An event that began while registration was open goes back to the only step before play.
            RegistrationOpen | WaitlistOnly if event.lifecycle == EventInProgress => step_to(event, RegistrationClosed),
            status => step_to(event, status),
        })
    }

    /// Takes back that the event does not take place.
    fn planned_again(is_canceled: bool) -> Self {
        let undo = || Undo::new(Operation::ManageEvents, "desk-undo-canceled", Reversal::PlanAgain);
        Self::from_before(is_canceled, move |before| (!before.details.is_canceled).then(undo))
    }
}

/// Returns what takes a change of an event back, to the state before the change. `None` if it cannot be
/// taken back, if the event is no longer as the change left it, or if that depends on the state before and it is not
/// given.
pub(crate) fn of(event: &Tournament, before: Option<&Tournament>, change: &TournamentEvent) -> Option<Undo> {
    match plan(event, change) {
        Plan::Never => None,
        Plan::Now(undo) => undo,
        Plan::FromBefore(undo) => undo(before?),
    }
}

/// Returns whether taking this change back depends on the state before it. A change after which the event has moved on
/// is not taken back, whatever the state was.
pub(crate) fn depends_on_before(event: &Tournament, change: &TournamentEvent) -> bool {
    matches!(plan(event, change), Plan::FromBefore(_))
}

fn plan<'a>(event: &'a Tournament, change: &'a TournamentEvent) -> Plan<'a> {
    use TournamentEvent as E;
    match change {
        E::PlayerDropped { registration_id: id } => Plan::brought_back(event, *id, Dropped),
        E::PlayerDisqualified { registration_id: id } => Plan::brought_back(event, *id, Disqualified),
        E::RegistrationStatusChanged { registration_id: id, status: Canceled } => {
            Plan::brought_back(event, *id, Canceled)
        }
        E::PlayerRegistered { registration_id: id, status, .. } => Plan::Now(taken_out(event, *id, *status)),
        E::CheckInChanged { registration_id: id, status: Some(QueueCheckInStatus::CheckedIn) } => {
            Plan::Now(checked_out(event, *id))
        }
        E::ListsLocked {} => Plan::all_lists(event, true),
        E::ListsUnlocked {} => Plan::all_lists(event, false),
        E::ListLocked { registration_id: id } => Plan::list(event, *id, true),
        E::ListUnlocked { registration_id: id } => Plan::list(event, *id, false),
        E::RoundAdded { round_id, .. } => Plan::Now(removed(event, *round_id)),
        E::RoundCompleted { round_id } => Plan::Now(reopened(event, *round_id)),
        E::PenaltyIssued { penalty_id: id, .. } | E::PenaltyRestored { penalty_id: id } => {
            Plan::Now(withdrawn(event, *id))
        }
        E::PenaltyWithdrawn { penalty_id: id } => Plan::Now(restored(event, *id)),
        E::LifecycleChanged { status } => Plan::stepped_back(event, *status),
        E::DetailsChanged { details } => Plan::planned_again(details.is_canceled && event.details.is_canceled),
        E::Deleted {}
        | E::Created { .. }
        | E::Imported { .. }
        | E::OrganizingChanged { .. }
        | E::RegistrationStatusChanged { .. }
        | E::PaymentChanged { .. }
        | E::CheckInChanged { .. }
        | E::QueueGroupChanged { .. }
        | E::TagsChanged { .. }
        | E::NotesChanged { .. }
        | E::SeatFixed { .. }
        | E::ByesAwarded { .. }
        | E::PaperDecklistMarked { .. }
        | E::DecklistAttached { .. }
        | E::PrivateLinkMade { .. }
        | E::PrivateLinkRevoked { .. }
        | E::ListRevisionsFixed { .. }
        | E::TeamFormed { .. }
        | E::TeamDropped { .. }
        | E::PhaseAdded { .. }
        | E::MatchesPaired { .. }
        | E::TeamsPaired { .. }
        | E::PairingsCompleted { .. }
        | E::PairingsHidden { .. }
        | E::PairingsPublished { .. }
        | E::PairingsDiscarded { .. }
        | E::RoundRemoved { .. }
        | E::RoundStarted { .. }
        | E::ClockChanged { .. }
        | E::ResultReported { .. }
        | E::ResultCorrected { .. }
        | E::ResultConfirmed { .. }
        | E::ResultContested { .. }
        | E::TeamResultReported { .. }
        | E::MatchFeatured { .. }
        | E::JudgeAssigned { .. }
        | E::TimeExtended { .. }
        | E::DeckCheckMarked { .. }
        | E::JudgeCalled { .. }
        | E::CallAnswered { .. }
        | E::CallClosed { .. }
        | E::CutMade { .. }
        | E::TiesDrawn { .. }
        | E::GameWinsStated { .. } => Plan::Never,
    }
}

/// Takes a check-in back.
fn checked_out(event: &Tournament, id: RegistrationId) -> Option<Undo> {
    let is_in = event.registration(id)?.check_in == Some(QueueCheckInStatus::CheckedIn);
    let change = RegistrationChange { queue_check_in_status: Some(OrNull(None)), ..RegistrationChange::default() };
    is_in.then(|| Undo::of_registration("desk-undo-check-in", id, change))
}

/// Withdraws a penalty that applies.
fn withdrawn(event: &Tournament, id: PenaltyId) -> Option<Undo> {
    let applies = event.penalty(id)?.withdrawn.is_none();
    let command = Reversal::Withdraw(WithdrawPenalty { penalty_id: id });
    applies.then(|| Undo::new(Operation::JudgePlayers, "desk-undo-penalty", command))
}

/// Restores a penalty that was withdrawn.
fn restored(event: &Tournament, id: PenaltyId) -> Option<Undo> {
    let is_withdrawn = event.penalty(id)?.withdrawn.is_some();
    let command = Reversal::Restore(RestorePenalty { penalty_id: id });
    is_withdrawn.then(|| Undo::new(Operation::JudgePlayers, "desk-undo-withdrawn", command))
}

/// Returns the step back of an event's lifecycle: the status before this one.
pub(crate) fn step_back(event: &Tournament) -> Option<Undo> {
    use LifecycleStatus as L;
    match event.lifecycle {
        L::RegistrationOpen => None,
        L::WaitlistOnly | L::RegistrationClosed => step_to(event, L::RegistrationOpen),
        L::EventInProgress => step_to(event, L::RegistrationClosed),
        L::EventFinished => step_to(event, L::EventInProgress),
        L::DecklistsPublishing => step_to(event, L::EventFinished),
        L::DecklistsPublished => step_to(event, L::DecklistsPublishing),
    }
}

/// Returns the step to a status in which the event was before, if it is possible. Finishing an event and publishing
/// its lists are steps forward, and are taken on their own page.
fn step_to(event: &Tournament, status: LifecycleStatus) -> Option<Undo> {
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
    let has_begun = event.rounds().any(|(_, round)| round.number > 0 && round.status != ProgressStatus::Upcoming);
    let is_refused = event.details.is_canceled || (has_begun && status == L::RegistrationClosed);
    let is_possible = !is_refused && EVENT.after(event.lifecycle).contains(&status);
    let command = Reversal::Lifecycle(ChangeLifecycle { status });
    is_possible.then(|| Undo::new(Operation::ManageEvents, label, command))
}

/// Returns a player who left to the status before: a player from the waitlist gets no place by it.
fn brought_back(event: &Tournament, before: &Tournament, id: RegistrationId) -> Option<Undo> {
    let status = before.registration(id)?.status;
    let label = match status {
        RegistrationStatus::OnWaitlist => "desk-undo-left-waitlist",
        RegistrationStatus::Dropped => "desk-undo-disqualified",
        RegistrationStatus::InProgress
        | RegistrationStatus::InWaitingRoom
        | RegistrationStatus::MovedToChildEvent
        | RegistrationStatus::Complete
        | RegistrationStatus::Canceled
        | RegistrationStatus::Disqualified
        | RegistrationStatus::Eliminated => "desk-undo-left",
    };
    let is_legal = REGISTRATION.after(event.registration(id)?.status).contains(&status);
    let is_possible = is_legal && !event.lifecycle.is_finished();
    let change = RegistrationChange { registration_status: Some(status), ..RegistrationChange::default() };
    is_possible.then(|| Undo::of_registration(label, id, change))
}

/// Takes back a registration from before play.
fn taken_out(event: &Tournament, id: RegistrationId, began_as: RegistrationStatus) -> Option<Undo> {
    let entry = event.registration(id).filter(|entry| entry.status == began_as)?;
    let is_possible = REGISTRATION.after(entry.status).contains(&RegistrationStatus::Canceled);
    let is_before = event.rounds().next().is_none() && !event.lifecycle.is_finished();
    let command = Reversal::Drop(DropPlayer { registration_id: id });
    (is_possible && is_before).then(|| Undo::new(Operation::Register, "desk-undo-registered", command))
}

/// Takes the lock of all lists, or its end, back. There is no way back to the deadline, nor to locks of single lists, so
/// before the change all lists must have had the other lock.
fn all_lists(event: &Tournament, before: &Tournament) -> Option<Undo> {
    let is_locked = event.lists_locked?;
    let is_alike = before.lists_locked == Some(!is_locked)
        && before.registrations.iter().all(|entry| entry.list_locked != Some(is_locked));
    lock(event, is_locked, None).filter(|_| is_alike)
}

/// Takes the lock of a player's list, or its end, back, if a lock applied before, and not the deadline.
fn list(event: &Tournament, before: &Tournament, id: RegistrationId) -> Option<Undo> {
    let is_locked = event.registration(id)?.list_locked?;
    let was_locked = before.registration(id)?.list_locked.or(before.lists_locked);
    lock(event, is_locked, Some(id)).filter(|_| was_locked == Some(!is_locked))
}

/// Returns the opposite of a lock. Published lists stay locked.
fn lock(event: &Tournament, is_locked: bool, only: Option<RegistrationId>) -> Option<Undo> {
    use LifecycleStatus::{DecklistsPublished, DecklistsPublishing};
    if is_locked && matches!(event.lifecycle, DecklistsPublishing | DecklistsPublished) {
        return None;
    }
    let (command, label) = match is_locked {
        true => (Reversal::Unlock(UnlockDecklists { only }), "desk-undo-locked"),
        false => (Reversal::Lock(LockDecklists { only }), "desk-undo-unlocked"),
    };
    Some(Undo::new(Operation::ManageRegistrations, label, command))
}

/// Removes a round that has not started.
fn removed(event: &Tournament, id: RoundId) -> Option<Undo> {
    use LifecycleStatus::{EventInProgress, RegistrationClosed};
    let round = last_round(event).filter(|round| round.id == id && round.status == ProgressStatus::Upcoming)?;
    let is_possible = matches!(event.lifecycle, RegistrationClosed | EventInProgress) && !event.details.is_canceled;
    let command = Reversal::Remove(RemoveRound { round_id: round.id });
    is_possible.then(|| Undo::new(Operation::RunRounds, "desk-undo-round-added", command))
}

/// Reopens the last round, if no cut followed it.
fn reopened(event: &Tournament, id: RoundId) -> Option<Undo> {
    let round = last_round(event).filter(|round| round.id == id && round.status == ProgressStatus::Complete)?;
    let was_cut = event.cuts.iter().any(|cut| round.number > 0 && cut.after_round_number >= round.number);
    let is_possible = event.lifecycle == LifecycleStatus::EventInProgress && !event.details.is_canceled && !was_cut;
    let command = Reversal::Resume(StartRound { round_id: round.id });
    is_possible.then(|| Undo::new(Operation::RunRounds, "desk-undo-completed", command))
}

fn last_round(event: &Tournament) -> Option<&Round> {
    event.rounds().next_back().map(|(_, round)| round)
}

#[cfg(test)]
mod tests;
