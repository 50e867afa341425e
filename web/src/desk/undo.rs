//! Finds the request that takes a change back, where the interface allows it. A mistake is undone in two clicks: the
//! audit, and the button next to the change.

use axum::http::Method;
use domain::machines::{EVENT, REGISTRATION};
use domain::permissions::Operation;
use domain::tournament::{Round, Tournament};
use proto_events::TournamentEvent;
use proto_events::ids::{PenaltyId, RegistrationId, RoundId};
use proto_events::vocabulary::RegistrationStatus::{Canceled, Disqualified, Dropped};
use proto_events::vocabulary::{LifecycleStatus, ProgressStatus, QueueCheckInStatus, RegistrationStatus};
use serde_json::{Value, json};

/// The request that takes a change back.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Undo {
    /// The permission that it needs.
    pub(crate) operation: Operation,
    /// Key of the button's label.
    pub(crate) label: &'static str,
    pub(crate) method: Method,
    /// The last part of its address, below the event's.
    pub(crate) below: String,
    pub(crate) body: Value,
}

impl Undo {
    fn post(operation: Operation, label: &'static str, below: String, body: Value) -> Self {
        Self { operation, label, method: Method::POST, below, body }
    }

    fn patch(operation: Operation, label: &'static str, below: String, body: Value) -> Self {
        Self { operation, label, method: Method::PATCH, below, body }
    }
}

/// How a change is taken back.
enum Plan<'a> {
    /// It cannot be, or the event is no longer as the change left it.
    Never,
    /// By this request.
    Now(Option<Undo>),
    /// By a request that depends on the state before the change.
    FromBefore(Look<'a>),
}

/// Returns the request that takes a change back, from the state before it.
type Look<'a> = Box<dyn FnOnce(&Tournament) -> Option<Undo> + 'a>;

impl<'a> Plan<'a> {
    /// A request that depends on the state before, if the event still is as the change left it.
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
        let body = json!({ "is_canceled": false });
        let undo = || Undo::patch(Operation::ManageEvents, "desk-undo-canceled", String::new(), body);
        Self::from_before(is_canceled, |before| (!before.details.is_canceled).then(undo))
    }
}

/// Returns the request that takes a change of an event back, to the state before the change. `None` if it cannot be
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
    let body = json!({ "queue_check_in_status": null });
    is_in.then(|| Undo::patch(Operation::ManageRegistrations, "desk-undo-check-in", registration(id, ""), body))
}

/// Withdraws a penalty that applies.
fn withdrawn(event: &Tournament, id: PenaltyId) -> Option<Undo> {
    let applies = event.penalty(id)?.withdrawn.is_none();
    let (operation, label, below) = (Operation::JudgePlayers, "desk-undo-penalty", format!("penalties/{id}/"));
    applies.then_some(Undo { operation, label, method: Method::DELETE, below, body: Value::Null })
}

/// Restores a penalty that was withdrawn.
fn restored(event: &Tournament, id: PenaltyId) -> Option<Undo> {
    let below = format!("penalties/{id}/restore/");
    let is_withdrawn = event.penalty(id)?.withdrawn.is_some();
    is_withdrawn.then(|| Undo::post(Operation::JudgePlayers, "desk-undo-withdrawn", below, Value::Null))
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
    let body = json!({ "status": status.wire_name() });
    is_possible.then(|| Undo::post(Operation::ManageEvents, label, "lifecycle/".to_owned(), body))
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
    let body = json!({ "registration_status": status.wire_name() });
    is_possible.then(|| Undo::patch(Operation::ManageRegistrations, label, registration(id, ""), body))
}

/// Takes back a registration from before play.
fn taken_out(event: &Tournament, id: RegistrationId, began_as: RegistrationStatus) -> Option<Undo> {
    let entry = event.registration(id).filter(|entry| entry.status == began_as)?;
    let is_possible = REGISTRATION.after(entry.status).contains(&RegistrationStatus::Canceled);
    let is_before = event.rounds().next().is_none() && !event.lifecycle.is_finished();
    let below = registration(id, "drop/");
    (is_possible && is_before).then(|| Undo::post(Operation::Register, "desk-undo-registered", below, Value::Null))
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
    let (below, label) = match is_locked {
        true => ("decklists/unlock/", "desk-undo-locked"),
        false => ("decklists/lock/", "desk-undo-unlocked"),
    };
    let body = only.map_or(Value::Null, |id| json!({ "registration_id": id.0 }));
    Some(Undo::post(Operation::ManageRegistrations, label, below.to_owned(), body))
}

/// Removes a round that has not started.
fn removed(event: &Tournament, id: RoundId) -> Option<Undo> {
    use LifecycleStatus::{EventInProgress, RegistrationClosed};
    let round = last_round(event).filter(|round| round.id == id && round.status == ProgressStatus::Upcoming)?;
    let is_possible = matches!(event.lifecycle, RegistrationClosed | EventInProgress) && !event.details.is_canceled;
    let below = format!("rounds/{}/", round.id);
    let (operation, label) = (Operation::RunRounds, "desk-undo-round-added");
    is_possible.then_some(Undo { operation, label, method: Method::DELETE, below, body: Value::Null })
}

/// Reopens the last round, if no cut followed it.
fn reopened(event: &Tournament, id: RoundId) -> Option<Undo> {
    let round = last_round(event).filter(|round| round.id == id && round.status == ProgressStatus::Complete)?;
    let was_cut = event.cuts.iter().any(|cut| round.number > 0 && cut.after_round_number >= round.number);
    let is_possible = event.lifecycle == LifecycleStatus::EventInProgress && !event.details.is_canceled && !was_cut;
    let below = format!("rounds/{}/start/", round.id);
    is_possible.then(|| Undo::post(Operation::RunRounds, "desk-undo-completed", below, Value::Null))
}

fn last_round(event: &Tournament) -> Option<&Round> {
    event.rounds().next_back().map(|(_, round)| round)
}

fn registration(id: RegistrationId, below: &str) -> String {
    format!("registrations/{id}/{below}")
}

#[cfg(test)]
mod tests {
    use proto_events::ids::{PhaseId, UserId};
    use proto_events::tournament::TournamentDetails;
    use proto_events::vocabulary::{EventFormat, PhaseType, RoundType};

    use super::*;
    use crate::desk::testing::tournament;
    use TournamentEvent as E;

    const ENTRY: RegistrationId = RegistrationId(1);
    const ROUND: RoundId = RoundId(1);

    fn step(status: LifecycleStatus) -> E {
        E::LifecycleChanged { status }
    }

    fn added() -> [E; 4] {
        [
            step(LifecycleStatus::EventInProgress),
            E::PhaseAdded { phase_id: PhaseId(1), order_in_phases: 1, round_type: PhaseType::Swiss },
            E::RoundAdded {
                round_id: ROUND,
                phase_id: PhaseId(1),
                round_number: 1,
                round_type: RoundType::PlayVsOpponent,
                final_round_in_event: false,
                use_old_pairings: false,
                pairingengine_url: String::new(),
            },
            E::PairingsCompleted { round_id: ROUND },
        ]
    }

    /// Returns where the request goes that takes the last of these events back.
    fn after(events: &[E]) -> Option<String> {
        undo(events).map(|undo| format!("{} {}", undo.method, undo.below))
    }

    /// Returns the request that takes the last of these events back.
    fn undo(events: &[E]) -> Option<Undo> {
        let (last, before) = events.split_last().unwrap();
        of(&tournament(events), Some(&tournament(before)), last)
    }

    /// Returns the status that the request has in its body.
    fn status(events: &[E], field: &str) -> Option<String> {
        undo(events).and_then(|undo| undo.body[field].as_str().map(str::to_owned))
    }

    fn canceled(name: &str) -> E {
        let details = TournamentDetails { is_canceled: true, ..TournamentDetails::new(name, EventFormat::Modern) };
        E::DetailsChanged { details }
    }

    #[test]
    fn what_staff_does_by_mistake_is_taken_back() {
        let registration_id = ENTRY;
        let back = |event: E| after(&[event]);
        assert_eq!(back(E::PlayerDropped { registration_id }).as_deref(), Some("PATCH registrations/1/"));
        assert_eq!(back(E::PlayerDisqualified { registration_id }).as_deref(), Some("PATCH registrations/1/"));
        let checked_in = E::CheckInChanged { registration_id, status: Some(QueueCheckInStatus::CheckedIn) };
        assert_eq!(back(checked_in).as_deref(), Some("PATCH registrations/1/"));
        assert_eq!(back(step(LifecycleStatus::RegistrationClosed)).as_deref(), Some("POST lifecycle/"));
        assert_eq!(back(canceled("Cup")).as_deref(), Some("PATCH "));
        let registered =
            E::PlayerRegistered { registration_id, user_id: UserId(91), status: RegistrationStatus::Complete };
        assert_eq!(of(&tournament(&[]), None, &registered).unwrap().below, "registrations/1/drop/");
    }

    #[test]
    fn locks_are_taken_back_where_the_other_lock_applied_before_and_not_the_deadline() {
        let registration_id = ENTRY;
        let (locked, unlocked) = (E::ListLocked { registration_id }, E::ListUnlocked { registration_id });
        assert_eq!(after(&[E::ListsUnlocked {}, E::ListsLocked {}]).as_deref(), Some("POST decklists/unlock/"));
        assert_eq!(after(&[E::ListsLocked {}, E::ListsUnlocked {}]).as_deref(), Some("POST decklists/lock/"));
        assert_eq!(after(&[E::ListsLocked {}, unlocked.clone()]).as_deref(), Some("POST decklists/lock/"));
        assert_eq!(after(&[unlocked.clone(), locked.clone()]).as_deref(), Some("POST decklists/unlock/"));
        for change in [E::ListsLocked {}, E::ListsUnlocked {}, locked.clone(), unlocked] {
            assert_eq!(after(std::slice::from_ref(&change)), None, "{change:?}: the deadline applied");
        }
        assert_eq!(after(&[E::ListsUnlocked {}, locked, E::ListsLocked {}]), None, "one list was locked before");
    }

    #[test]
    fn players_get_the_status_that_they_had_before_they_left() {
        use RegistrationStatus as S;
        let registration_id = ENTRY;
        let to = |status| E::RegistrationStatusChanged { registration_id, status };
        let field = "registration_status";
        assert_eq!(status(&[to(S::Canceled)], field).as_deref(), Some("COMPLETE"));
        assert_eq!(status(&[to(S::OnWaitlist), to(S::Canceled)], field).as_deref(), Some("ON_WAITLIST"));
        let (dropped, disqualified) = (E::PlayerDropped { registration_id }, E::PlayerDisqualified { registration_id });
        assert_eq!(status(&[to(S::OnWaitlist), dropped.clone()], field), None, "nothing leads back to the waitlist");
        assert_eq!(status(&[dropped, disqualified], field).as_deref(), Some("DROPPED"));
    }

    #[test]
    fn an_event_goes_back_to_the_status_that_it_had() {
        use LifecycleStatus as L;
        let back = |steps: &[L]| status(&steps.iter().copied().map(step).collect::<Vec<_>>(), "status");
        assert_eq!(back(&[L::WaitlistOnly, L::RegistrationClosed]).as_deref(), Some("WAITLIST_ONLY"));
        assert_eq!(back(&[L::EventInProgress, L::RegistrationClosed]).as_deref(), Some("EVENT_IN_PROGRESS"));
        assert_eq!(back(&[L::EventInProgress]).as_deref(), Some("REGISTRATION_CLOSED"), "registration was open");
        assert_eq!(back(&[L::EventFinished, L::EventInProgress]), None, "finishing is a step forward");
    }

    #[test]
    fn a_canceled_event_is_restored_by_the_change_that_canceled_it() {
        assert_eq!(after(&[canceled("Cup"), canceled("Open")]), None, "the last change gave it another name");
        let cancellation = canceled("Cup");
        let now = tournament(&[cancellation.clone(), canceled("Open")]);
        assert!(of(&now, Some(&tournament(&[])), &cancellation).is_some());
    }

    #[test]
    fn a_round_is_removed_until_it_starts_and_reopened_until_something_follows() {
        let mut events = added().to_vec();
        let of_round = |events: &[E], event: &E| of(&tournament(events), None, event).map(|undo| undo.below);
        assert_eq!(of_round(&events, &events[2]).as_deref(), Some("rounds/1/"));
        let start = E::RoundStarted { round_id: ROUND };
        events.extend([start, E::RoundCompleted { round_id: ROUND }]);
        assert_eq!(of_round(&events, &events[2]), None);
        assert_eq!(after(&events).as_deref(), Some("POST rounds/1/start/"));
        let completed = events[5].clone();
        for next in [E::CutMade { after_round_number: 1, advancing: vec![ENTRY] }, step(LifecycleStatus::EventFinished)]
        {
            assert_eq!(of_round(&[events.clone(), vec![next]].concat(), &completed), None);
        }
    }

    #[test]
    fn nothing_is_offered_once_the_event_has_moved_on() {
        let registration_id = ENTRY;
        let dropped = E::PlayerDropped { registration_id };
        let back = E::RegistrationStatusChanged { registration_id, status: RegistrationStatus::Complete };
        let before = tournament(&[]);
        assert_eq!(of(&tournament(&[dropped.clone(), back]), Some(&before), &dropped), None);
        let finished = [dropped.clone(), step(LifecycleStatus::EventInProgress), step(LifecycleStatus::EventFinished)];
        assert_eq!(of(&tournament(&finished), Some(&before), &dropped), None);
        let unlocked = tournament(&[E::ListsUnlocked {}]);
        let relocked = tournament(&[E::ListsUnlocked {}, E::ListsLocked {}, E::ListsUnlocked {}]);
        assert_eq!(of(&relocked, Some(&unlocked), &E::ListsLocked {}), None);
        let begun = [added().to_vec(), vec![E::RoundStarted { round_id: ROUND }]].concat();
        assert_eq!(step_back(&tournament(&begun)), None, "play has begun");
        assert_eq!(step_back(&tournament(&[])), None, "nothing comes before");
    }
}
