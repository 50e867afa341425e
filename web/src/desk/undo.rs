//! Finds the request that takes a change back, where the interface allows it. A mistake is undone in two clicks: the
//! audit, and the button next to the change.

use axum::http::Method;
use domain::machines::{EVENT, REGISTRATION};
use domain::permissions::Operation;
use domain::tournament::{Round, Tournament};
use proto_events::TournamentEvent;
use proto_events::ids::{RegistrationId, RoundId};
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

/// Returns the request that takes a change of an event back. `None` if it cannot be taken back, or if the event is no
/// longer as the change left it.
pub(crate) fn of(event: &Tournament, change: &TournamentEvent) -> Option<Undo> {
    use TournamentEvent as E;
    match change {
        E::PlayerDropped { registration_id: id } => back_in(event, *id, RegistrationStatus::Dropped),
        E::PlayerDisqualified { registration_id: id } => back_in(event, *id, RegistrationStatus::Disqualified),
        E::RegistrationStatusChanged { registration_id: id, status: status @ RegistrationStatus::Canceled } => {
            back_in(event, *id, *status)
        }
        E::PlayerRegistered { registration_id: id, status, .. } => taken_out(event, *id, *status),
        E::CheckInChanged { registration_id: id, status: Some(QueueCheckInStatus::CheckedIn) } => {
            let is_in = event.registration(*id)?.check_in == Some(QueueCheckInStatus::CheckedIn);
            let body = json!({ "queue_check_in_status": null });
            is_in
                .then(|| Undo::patch(Operation::ManageRegistrations, "desk-undo-check-in", registration(*id, ""), body))
        }
        E::ListsLocked {} => lock(event, event.lists_locked, true, None),
        E::ListsUnlocked {} => lock(event, event.lists_locked, false, None),
        E::ListLocked { registration_id: id } => lock(event, event.registration(*id)?.list_locked, true, Some(*id)),
        E::ListUnlocked { registration_id: id } => lock(event, event.registration(*id)?.list_locked, false, Some(*id)),
        E::RoundAdded { round_id, .. } => removed(event, *round_id),
        E::RoundCompleted { round_id } => reopened(event, *round_id),
        E::PenaltyIssued { penalty_id: id, .. } | E::PenaltyRestored { penalty_id: id } => {
            let applies = event.penalty(*id)?.withdrawn.is_none();
            let (operation, label, below) = (Operation::JudgePlayers, "desk-undo-penalty", format!("penalties/{id}/"));
            applies.then_some(Undo { operation, label, method: Method::DELETE, below, body: Value::Null })
        }
        E::PenaltyWithdrawn { penalty_id: id } => {
            let below = format!("penalties/{id}/restore/");
            let is_withdrawn = event.penalty(*id)?.withdrawn.is_some();
            is_withdrawn.then(|| Undo::post(Operation::JudgePlayers, "desk-undo-withdrawn", below, Value::Null))
        }
        E::LifecycleChanged { status } if *status == event.lifecycle => step_back(event),
        E::DetailsChanged { details } if details.is_canceled && event.details.is_canceled => {
            let body = json!({ "is_canceled": false });
            Some(Undo::patch(Operation::ManageEvents, "desk-undo-canceled", String::new(), body))
        }
        _ => None,
    }
}

/// Returns the step back of an event's lifecycle: the status before this one.
pub(crate) fn step_back(event: &Tournament) -> Option<Undo> {
    use LifecycleStatus as L;
    let (before, label) = match event.lifecycle {
        L::RegistrationOpen => return None,
        L::WaitlistOnly | L::RegistrationClosed => (L::RegistrationOpen, "desk-undo-closed"),
        L::EventInProgress => (L::RegistrationClosed, "desk-undo-begun"),
        L::EventFinished => (L::EventInProgress, "desk-undo-finished"),
        L::DecklistsPublishing => (L::EventFinished, "desk-undo-publishing"),
        L::DecklistsPublished => (L::DecklistsPublishing, "desk-undo-published"),
    };
    let has_begun = event.rounds().any(|(_, round)| round.number > 0 && round.status != ProgressStatus::Upcoming);
    let is_refused = event.details.is_canceled || (has_begun && before == L::RegistrationClosed);
    let is_possible = !is_refused && EVENT.after(event.lifecycle).contains(&before);
    let body = json!({ "status": before.wire_name() });
    is_possible.then(|| Undo::post(Operation::ManageEvents, label, "lifecycle/".to_owned(), body))
}

/// Returns a player to the event.
fn back_in(event: &Tournament, id: RegistrationId, left_as: RegistrationStatus) -> Option<Undo> {
    let status = RegistrationStatus::Complete;
    let entry = event.registration(id).filter(|entry| entry.status == left_as)?;
    let is_possible = REGISTRATION.after(entry.status).contains(&status) && !event.lifecycle.is_finished();
    let body = json!({ "registration_status": status.wire_name() });
    is_possible.then(|| Undo::patch(Operation::ManageRegistrations, "desk-undo-left", registration(id, ""), body))
}

/// Takes back a registration from before play.
fn taken_out(event: &Tournament, id: RegistrationId, began_as: RegistrationStatus) -> Option<Undo> {
    let entry = event.registration(id).filter(|entry| entry.status == began_as)?;
    let is_possible = REGISTRATION.after(entry.status).contains(&RegistrationStatus::Canceled);
    let is_before = event.rounds().next().is_none() && !event.lifecycle.is_finished();
    let below = registration(id, "drop/");
    (is_possible && is_before).then(|| Undo::post(Operation::Register, "desk-undo-registered", below, Value::Null))
}

/// Takes a lock, or its end, back. Published lists stay locked.
fn lock(event: &Tournament, now: Option<bool>, was_locked: bool, only: Option<RegistrationId>) -> Option<Undo> {
    use LifecycleStatus::{DecklistsPublished, DecklistsPublishing};
    let is_published = matches!(event.lifecycle, DecklistsPublishing | DecklistsPublished);
    if now != Some(was_locked) || (was_locked && is_published) {
        return None;
    }
    let (below, label) = match was_locked {
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
        of(&tournament(events), events.last().unwrap()).map(|undo| format!("{} {}", undo.method, undo.below))
    }

    #[test]
    fn what_staff_does_by_mistake_is_taken_back() {
        let registration_id = ENTRY;
        let back = |event: E| after(&[event]);
        assert_eq!(back(E::PlayerDropped { registration_id }).as_deref(), Some("PATCH registrations/1/"));
        assert_eq!(back(E::PlayerDisqualified { registration_id }).as_deref(), Some("PATCH registrations/1/"));
        let checked_in = E::CheckInChanged { registration_id, status: Some(QueueCheckInStatus::CheckedIn) };
        assert_eq!(back(checked_in).as_deref(), Some("PATCH registrations/1/"));
        assert_eq!(back(E::ListsLocked {}).as_deref(), Some("POST decklists/unlock/"));
        assert_eq!(back(E::ListUnlocked { registration_id }).as_deref(), Some("POST decklists/lock/"));
        assert_eq!(back(step(LifecycleStatus::RegistrationClosed)).as_deref(), Some("POST lifecycle/"));
        let details = TournamentDetails { is_canceled: true, ..TournamentDetails::new("Cup", EventFormat::Modern) };
        assert_eq!(back(E::DetailsChanged { details }).as_deref(), Some("PATCH "));
        let registered =
            E::PlayerRegistered { registration_id, user_id: UserId(91), status: RegistrationStatus::Complete };
        assert_eq!(of(&tournament(&[]), &registered).unwrap().below, "registrations/1/drop/");
    }

    #[test]
    fn a_round_is_removed_until_it_starts_and_reopened_until_something_follows() {
        let mut events = added().to_vec();
        let of_round = |events: &[E], event: &E| of(&tournament(events), event).map(|undo| undo.below);
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
        assert_eq!(of(&tournament(&[dropped.clone(), back]), &dropped), None);
        let finished = [dropped.clone(), step(LifecycleStatus::EventInProgress), step(LifecycleStatus::EventFinished)];
        assert_eq!(of(&tournament(&finished), &dropped), None);
        assert_eq!(of(&tournament(&[E::ListsLocked {}, E::ListsUnlocked {}]), &E::ListsLocked {}), None);
        let begun = [added().to_vec(), vec![E::RoundStarted { round_id: ROUND }]].concat();
        assert_eq!(step_back(&tournament(&begun)), None, "play has begun");
        assert_eq!(step_back(&tournament(&[])), None, "nothing comes before");
    }
}
