//! Tests: who may take which step, and what the convention learns of it.

use super::*;
use crate::testing::*;

/// A queue of two, in which Anna has this status, after further events.
fn queue(status: Option<Q>, further: &[E]) -> Tournament {
    let queue_of_two = settings(|it| (it.queue_size, it.convention_id) = (2, Some(ConventionId(5))));
    let mut events = vec![queue_of_two, registered(1, S::Complete), registered(2, S::Complete)];
    events.extend(status.map(|status| check_in_changed(1, status)));
    events.extend(further.iter().cloned());
    tournament(&events)
}

/// The convention, in which this event holds Anna.
fn holding(event: Option<i64>) -> Convention {
    convention(event.map(called).as_slice())
}

fn called(event: i64) -> ConventionEvent {
    let (user_ids, until) = (vec![UserId(91)], noon() + TimeDelta::minutes(5));
    ConventionEvent::PlayersCalled { tournament_id: TournamentId(event), user_ids, until }
}

fn decided(queue: &Tournament, held_by: Option<i64>, to: Q, caller: ActingAs) -> Result<QueueChange, Refusal> {
    let command = StepInQueue { registration_id: ENTRY, status: to, is_last: None };
    decide(queue, Ok(&holding(held_by)), &command, caller, noon())
}

/// The change to a status, and the event of the convention with it.
fn change(status: Q, convention: Option<ConventionEvent>) -> QueueChange {
    let queue = vec![check_in_changed(1, status)];
    QueueChange { queue, convention: convention.into_iter().collect(), child: None }
}

#[test]
fn a_called_player_comes_or_declines() {
    let queue = queue(Some(Q::WaitingForPlayerResponse), &[]);
    assert_eq!(decided(&queue, Some(3), Q::CheckedIn, ANNA).unwrap(), change(Q::CheckedIn, None));
    let ended = ConventionEvent::CallsEnded { tournament_id: TournamentId(3), user_ids: vec![UserId(91)] };
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
        assert_eq!(decided(&waits, None, to, ActingAs::Staff).unwrap(), change(to, Some(called(3))));
    }
}

#[test]
fn a_player_whom_another_event_holds_is_neither_called_nor_here() {
    for (from, to, caller) in [
        (None, Q::WaitingForPlayerResponse, ActingAs::Staff),
        (None, Q::CheckedIn, ActingAs::Staff),
        (Some(Q::WaitingForPlayerResponse), Q::CheckedIn, ANNA),
    ] {
        let refused = decided(&queue(from, &[]), Some(8), to, caller);
        assert_eq!(coded(refused), "registration-queue-held-elsewhere", "{from:?} {to}");
    }
    assert!(decided(&queue(None, &[]), Some(8), Q::Standby, ANNA).is_ok());
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
    assert_eq!(coded(to(Q::CheckedIn)), format!("registration-queue-convention-over {}", ConventionStatus::Canceled));
    assert!(to(Q::Declined).is_ok());
}

#[test]
fn no_more_players_are_called_than_the_queue_needs() {
    let here = |id| check_in_changed(id, Q::CheckedIn);
    let full = queue(None, &[registered(4, S::Complete), here(2), here(4)]);
    let refused = decided(&full, None, Q::WaitingForPlayerResponse, ActingAs::Staff);
    assert_eq!(coded(refused), "registration-queue-enough-called");
    assert!(decided(&full, None, Q::CheckedIn, ActingAs::Staff).is_ok(), "staff lets another one in");
}

#[test]
fn a_player_goes_to_the_end_of_the_line() {
    let last = StepInQueue { registration_id: ENTRY, status: Q::WaitingForCheckInRequest, is_last: Some(true) };
    let to_end = |queue: &Tournament| decide(queue, Ok(&holding(None)), &last, ActingAs::Staff, noon()).unwrap().queue;
    let waits = check_in_changed(1, Q::WaitingForCheckInRequest);
    assert_eq!(to_end(&queue(None, &[])), std::slice::from_ref(&waits));
    assert_eq!(to_end(&queue(Some(Q::Standby), &[])), [waits.clone(), waits.clone()], "from the former position");
    assert_eq!(to_end(&queue(Some(Q::Declined), &[])), std::slice::from_ref(&waits));
    let moved = queue(None, &[waits]);
    assert_eq!(moved.line().iter().map(|entry| entry.id.0).collect::<Vec<_>>(), [2, 1]);
}

#[test]
fn a_player_returns_after_the_event_that_the_queue_made() {
    let moved = queue(None, &[status_changed(1, S::MovedToChildEvent)]);
    let back = decided(&moved, Some(8), Q::WaitingForCheckInRequest, ANNA).unwrap();
    assert_eq!(back, QueueChange { queue: vec![status_changed(1, S::Complete)], ..QueueChange::default() });
    let closed = happened(moved, &[reached(L::RegistrationClosed)]);
    let refused = decided(&closed, None, Q::WaitingForCheckInRequest, ANNA);
    assert_eq!(coded(refused), "registration-closed REGISTRATION_CLOSED");
    assert!(decided(&closed, None, Q::WaitingForCheckInRequest, ActingAs::Staff).is_ok());
}

#[test]
fn what_is_no_queue_or_over_and_whom_it_has_not_are_refused() {
    let mut canceled = queue(None, &[]);
    canceled.details.is_canceled = true;
    for (queue, caller, code) in [
        (tournament(&[registered(1, S::Complete)]), ANNA, "registration-queue-none"),
        (queue(None, &[reached(L::EventFinished)]), ANNA, "registration-over EVENT_FINISHED"),
        (canceled, ANNA, "registration-canceled"),
        (queue(None, &[E::PlayerDropped { registration_id: ENTRY }]), ANNA, "registration-no-place DROPPED"),
        (queue(None, &[]), BEA, "not-found registration 1"),
    ] {
        assert_eq!(coded(decided(&queue, None, Q::Standby, caller)), code);
    }
    let illegal = coded(decided(&queue(Some(Q::TimedOut), &[]), None, Q::Standby, ANNA));
    assert!(illegal.starts_with("illegal-step "), "{illegal}");
}
