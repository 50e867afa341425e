//! Tests: who may take which step, and what the convention learns of it.

use chrono::TimeDelta;
use proto_events::convention::ConventionDetails;
use proto_events::tournament::TournamentDetails;

use super::*;
use crate::registrations::entries::unknown_registration;
use crate::testing::{coded, convention, noon, registered, tournament};
use QueueCheckInStatus as Q;
use RegistrationStatus as R;
use TournamentEvent as E;

const ENTRY: RegistrationId = RegistrationId(1);
const USER: UserId = UserId(91);
const ANNA: ActingAs = ActingAs::Person(USER);

/// A queue of two, in which Anna has this status, after further events.
fn queue(status: Option<Q>, further: &[E]) -> Tournament {
    let details = TournamentDetails {
        queue_size: 2,
        convention_id: Some(ConventionId(5)),
        ..TournamentDetails::new("Open", EventFormat::Legacy)
    };
    let mut events = vec![E::DetailsChanged { details }, registered(1, R::Complete), registered(2, R::Complete)];
    events.extend(status.map(|status| E::CheckInChanged { registration_id: ENTRY, status: Some(status) }));
    events.extend(further.iter().cloned());
    tournament(&events)
}

/// The convention, in which this event holds Anna.
fn holding(event: Option<i64>) -> Convention {
    let created =
        ConventionEvent::Created { details: ConventionDetails::default(), status: ConventionStatus::Scheduled };
    let call = event.map(|id| called(TournamentId(id)));
    convention(&std::iter::once(created).chain(call).collect::<Vec<_>>())
}

fn called(tournament_id: TournamentId) -> ConventionEvent {
    ConventionEvent::PlayersCalled { tournament_id, user_ids: vec![USER], until: noon() + TimeDelta::minutes(5) }
}

fn decided(queue: &Tournament, held_by: Option<i64>, to: Q, caller: ActingAs) -> Result<QueueChange, Refusal> {
    let command = StepInQueue { registration_id: ENTRY, status: to, is_last: None };
    decide(queue, Ok(&holding(held_by)), &command, caller, noon())
}

fn changed(status: Q) -> E {
    E::CheckInChanged { registration_id: ENTRY, status: Some(status) }
}

/// The change to a status, and the event of the convention with it.
fn change(status: Q, convention: Option<ConventionEvent>) -> QueueChange {
    QueueChange { queue: vec![changed(status)], convention: convention.into_iter().collect(), child: None }
}

#[test]
fn a_called_player_comes_or_declines() {
    let queue = queue(Some(Q::WaitingForPlayerResponse), &[]);
    assert_eq!(decided(&queue, Some(3), Q::CheckedIn, ANNA).unwrap(), change(Q::CheckedIn, None));
    let ended = ConventionEvent::CallsEnded { tournament_id: TournamentId(3), user_ids: vec![USER] };
    assert_eq!(decided(&queue, Some(3), Q::Declined, ANNA).unwrap(), change(Q::Declined, Some(ended)));
    assert_eq!(decided(&queue, Some(3), Q::WaitingForPlayerResponse, ActingAs::Staff).unwrap(), QueueChange::default());
}

#[test]
fn a_player_stands_by_leaves_and_comes_back() {
    for (from, to) in [
        (Q::WaitingForCheckInRequest, Q::Standby),
        (Q::Standby, Q::WaitingForCheckInRequest),
        (Q::WaitingForCheckInRequest, Q::Declined),
        (Q::Declined, Q::WaitingForCheckInRequest),
        (Q::TimedOut, Q::WaitingForCheckInRequest),
    ] {
        assert_eq!(decided(&queue(Some(from), &[]), None, to, ANNA).unwrap(), change(to, None), "{from} {to}");
    }
}

#[test]
fn only_staff_calls_players_and_marks_others_as_here() {
    let waits = queue(None, &[]);
    for (to, code) in [
        (Q::WaitingForPlayerResponse, "registration-queue-staff-alone"),
        (Q::CheckedIn, "registration-queue-not-called"),
    ] {
        assert_eq!(coded(decided(&waits, None, to, ANNA)), code);
        let decided = decided(&waits, None, to, ActingAs::Staff).unwrap();
        assert_eq!(decided, change(to, Some(called(TournamentId(3)))));
    }
}

#[test]
fn a_player_whom_another_event_holds_is_neither_called_nor_here() {
    for to in [Q::WaitingForPlayerResponse, Q::CheckedIn] {
        let refused = decided(&queue(None, &[]), Some(8), to, ActingAs::Staff);
        assert_eq!(coded(refused), "registration-queue-held-elsewhere");
    }
    assert!(decided(&queue(None, &[]), Some(8), Q::Standby, ANNA).is_ok());
    let called = queue(Some(Q::WaitingForPlayerResponse), &[]);
    assert_eq!(coded(decided(&called, Some(8), Q::CheckedIn, ANNA)), "registration-queue-held-elsewhere");
}

#[test]
fn in_a_canceled_convention_players_only_leave() {
    let mut canceled = holding(Some(3));
    canceled.status = ConventionStatus::Canceled;
    let called = queue(Some(Q::WaitingForPlayerResponse), &[]);
    let to = |status| {
        let command = StepInQueue { registration_id: ENTRY, status, is_last: None };
        decide(&called, Ok(&canceled), &command, ANNA, noon())
    };
    let refused = format!("registration-queue-convention-over {}", ConventionStatus::Canceled);
    assert_eq!(coded(to(Q::CheckedIn)), refused);
    assert!(to(Q::Declined).is_ok());
}

#[test]
fn no_more_players_are_called_than_the_queue_needs() {
    let here = |id| E::CheckInChanged { registration_id: RegistrationId(id), status: Some(Q::CheckedIn) };
    let full = queue(None, &[registered(4, R::Complete), here(2), here(4)]);
    let refused = decided(&full, None, Q::WaitingForPlayerResponse, ActingAs::Staff);
    assert_eq!(coded(refused), "registration-queue-enough-called");
    assert!(decided(&full, None, Q::CheckedIn, ActingAs::Staff).is_ok(), "staff lets another one in");
}

#[test]
fn a_player_goes_to_the_end_of_the_line() {
    let last = StepInQueue { registration_id: ENTRY, status: Q::WaitingForCheckInRequest, is_last: Some(true) };
    let to_end = |queue: &Tournament| decide(queue, Ok(&holding(None)), &last, ActingAs::Staff, noon()).unwrap().queue;
    let waits = changed(Q::WaitingForCheckInRequest);
    assert_eq!(to_end(&queue(None, &[])), std::slice::from_ref(&waits));
    assert_eq!(to_end(&queue(Some(Q::Standby), &[])), [waits.clone(), waits.clone()], "from the former position");
    assert_eq!(to_end(&queue(Some(Q::Declined), &[])), std::slice::from_ref(&waits));
    let moved = queue(None, &[waits]);
    assert_eq!(moved.line().iter().map(|entry| entry.id.0).collect::<Vec<_>>(), [2, 1]);
}

#[test]
fn a_player_returns_after_the_event_that_the_queue_made() {
    let status = |status| E::RegistrationStatusChanged { registration_id: ENTRY, status };
    let moved = queue(None, &[status(R::MovedToChildEvent)]);
    let back = decided(&moved, Some(8), Q::WaitingForCheckInRequest, ANNA).unwrap();
    assert_eq!(back, QueueChange { queue: vec![status(R::Complete)], ..QueueChange::default() });
    let closed = E::LifecycleChanged { status: LifecycleStatus::RegistrationClosed };
    let closed = queue(None, &[status(R::MovedToChildEvent), closed]);
    let refused = decided(&closed, None, Q::WaitingForCheckInRequest, ANNA);
    assert_eq!(coded(refused), format!("registration-closed {}", LifecycleStatus::RegistrationClosed));
    assert!(decided(&closed, None, Q::WaitingForCheckInRequest, ActingAs::Staff).is_ok());
}

#[test]
fn what_is_no_queue_or_over_and_whom_it_has_not_are_refused() {
    let stays = |queue: &Tournament| coded(decided(queue, None, Q::Standby, ANNA));
    assert_eq!(stays(&tournament(&[registered(1, R::Complete)])), "registration-queue-none");
    let over = E::LifecycleChanged { status: LifecycleStatus::EventFinished };
    assert_eq!(stays(&queue(None, &[over])), format!("registration-over {}", LifecycleStatus::EventFinished));
    let mut canceled = queue(None, &[]);
    canceled.details.is_canceled = true;
    assert_eq!(stays(&canceled), "registration-canceled");
    let dropped = queue(None, &[E::PlayerDropped { registration_id: ENTRY }]);
    assert_eq!(stays(&dropped), format!("registration-no-place {}", R::Dropped));
    let others = decided(&queue(None, &[]), None, Q::Standby, ActingAs::Person(UserId(92)));
    assert_eq!(others, Err(unknown_registration(ENTRY)));
    let illegal = coded(decided(&queue(Some(Q::TimedOut), &[]), None, Q::Standby, ANNA));
    assert!(illegal.starts_with("illegal-step "), "{illegal}");
}
