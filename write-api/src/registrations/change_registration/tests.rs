use RegistrationStatus as S;
use TournamentEvent as E;
use proto_events::tournament::Organizing;
use proto_events::vocabulary::LifecycleStatus;

use super::*;
use crate::testing::{coded, happened, in_play, registered, tournament};

const ENTRY: RegistrationId = RegistrationId(1);
const OTHER: RegistrationId = RegistrationId(2);

fn nothing() -> ChangeRegistration {
    ChangeRegistration { registration_id: ENTRY, ..ChangeRegistration::default() }
}

/// An event in which registration 1 is complete, after this event.
fn after(before: TournamentEvent) -> Tournament {
    tournament(&[registered(1, S::Complete), before])
}

fn everything() -> ChangeRegistration {
    ChangeRegistration {
        registration_status: Some(S::Dropped),
        mark_as_paid: Some(true),
        queue_check_in_status: Some(OrNull(Some(QueueCheckInStatus::Standby))),
        tags: Some(vec!["vip".into()]),
        internal_notes: Some("Late.".into()),
        fixed_seat: Some(OrNull(Some(7))),
        has_byes_for_round_numbers: Some(vec![2]),
        using_paper_decklist: Some(true),
        ..nothing()
    }
}

#[test]
fn each_change_is_an_event_of_its_own() {
    assert_eq!(decide(&in_play(), &everything()).unwrap().len(), 8);
    assert_eq!(decide(&in_play(), &nothing()).unwrap(), []);
}

#[test]
fn one_fault_keeps_all_of_it_from_happening() {
    let wrong: [fn(&mut ChangeRegistration); 6] = [
        |it| it.registration_status = Some(S::InProgress),
        |it| it.walletpay_order_id = Some("x".repeat(256)),
        |it| it.queue_check_in_status = Some(OrNull(Some(QueueCheckInStatus::TimedOut))),
        |it| it.tags = Some(vec![" ".into()]),
        |it| it.internal_notes = Some("x".repeat(10_001)),
        |it| it.has_byes_for_round_numbers = Some(vec![1]),
    ];
    for (number, spoil) in wrong.into_iter().enumerate() {
        let mut change = everything();
        spoil(&mut change);
        assert!(decide(&in_play(), &change).is_err(), "{number}");
    }
}

fn paid(before: Payment, change: &ChangeRegistration) -> Result<Vec<E>, Refusal> {
    let paid = E::PaymentChanged { registration_id: ENTRY, payment: before };
    decide(&tournament(&[registered(1, S::InProgress), paid]), change)
}

fn card(status: CardPaymentStatus) -> ChangeRegistration {
    ChangeRegistration { cardpay_payment_intent_status: Some(status), ..nothing() }
}

#[test]
fn what_is_known_of_a_payment_is_noted_and_the_rest_stays() {
    let before = Payment { marked_as_paid: true, ..Payment::default() };
    let known = ChangeRegistration {
        payment_method: Some(OrNull(Some(PaymentMethod::Cardpay))),
        ..card(CardPaymentStatus::Processing)
    };
    let payment = Payment {
        method: Some(PaymentMethod::Cardpay),
        card_status: Some(CardPaymentStatus::Processing),
        ..before.clone()
    };
    let changed = E::PaymentChanged { registration_id: ENTRY, payment };
    assert_eq!(paid(before, &known).unwrap(), vec![changed]);
}

#[test]
fn the_same_payment_again_changes_nothing() {
    let refunded = Payment { card_status: Some(CardPaymentStatus::Refunded), ..Payment::default() };
    for known in [nothing(), card(CardPaymentStatus::Refunded)] {
        assert_eq!(paid(refunded.clone(), &known).unwrap(), Vec::new());
    }
}

#[test]
fn payments_go_on_as_their_machines_allow() {
    for &to in CardPaymentStatus::ALL {
        let first = paid(Payment::default(), &card(to)).is_ok();
        assert_eq!(first, CARD_PAYMENT.initial.contains(&to), "{to}");
        for &from in CardPaymentStatus::ALL.iter().filter(|from| **from != to) {
            let before = Payment { card_status: Some(from), ..Payment::default() };
            let decided = paid(before, &card(to)).map(|_| ());
            let expected = CARD_PAYMENT.check(from, to).map_err(Refusal::from);
            assert_eq!(decided, expected, "{from} {to}");
        }
    }
    let wallet = |status| ChangeRegistration { walletpay_order_status: Some(status), ..nothing() };
    assert!(paid(Payment::default(), &wallet(WalletOrderStatus::Created)).is_ok());
    let refused = coded(paid(Payment::default(), &wallet(WalletOrderStatus::Completed)));
    assert!(refused.starts_with("illegal-step ") && refused.ends_with(" not begun COMPLETED CREATED"), "{refused}");
}

fn became(events: &[E], status: S) -> Result<Vec<E>, Refusal> {
    decide(&tournament(events), &ChangeRegistration { registration_status: Some(status), ..nothing() })
}

#[test]
fn every_step_of_a_registration_is_as_the_table_says() {
    for &from in S::ALL {
        for &to in S::ALL {
            let decided = became(&[registered(1, from)], to).map(|events| !events.is_empty());
            let expected = match REGISTRATION.check(from, to) {
                _ if from == to => Ok(false),
                Ok(()) if to == S::MovedToChildEvent => Err(is_moved()),
                Ok(()) => Ok(true),
                Err(step) => Err(step.into()),
            };
            assert_eq!(decided, expected, "{from} {to}");
        }
    }
}

#[test]
fn leaving_play_is_told_in_its_own_words() {
    let registration_id = ENTRY;
    for (status, event) in [
        (S::Dropped, E::PlayerDropped { registration_id }),
        (S::Disqualified, E::PlayerDisqualified { registration_id }),
        (S::OnWaitlist, E::RegistrationStatusChanged { registration_id, status: S::OnWaitlist }),
    ] {
        assert_eq!(became(&[registered(1, S::Complete)], status).unwrap(), [event]);
    }
}

#[test]
fn when_the_event_is_over_only_disqualification_is_left() {
    let over = [registered(1, S::Complete), E::LifecycleChanged { status: LifecycleStatus::EventFinished }];
    assert_eq!(coded(became(&over, S::Dropped)), format!("registration-over {}", LifecycleStatus::EventFinished));
    assert!(!became(&over, S::Disqualified).unwrap().is_empty());
}

fn queued(from: Option<QueueCheckInStatus>, to: Option<QueueCheckInStatus>) -> Result<Vec<E>, Refusal> {
    let event = after(E::CheckInChanged { registration_id: ENTRY, status: from });
    decide(&event, &ChangeRegistration { queue_check_in_status: Some(OrNull(to)), ..nothing() })
}

#[test]
fn an_entry_moves_in_the_queue_as_the_machine_allows() {
    for &to in QueueCheckInStatus::ALL {
        assert_eq!(queued(None, Some(to)).is_ok(), CHECK_IN.initial.contains(&to), "{to}");
        let event = E::CheckInChanged { registration_id: ENTRY, status: None };
        assert_eq!(queued(Some(to), None).unwrap(), vec![event], "every status can leave the queue");
        for &from in QueueCheckInStatus::ALL.iter().filter(|from| **from != to) {
            let decided = queued(Some(from), Some(to)).map(|_| ());
            let expected = CHECK_IN.check(from, to).map_err(Refusal::from);
            assert_eq!(decided, expected, "{from} {to}");
        }
    }
    for status in [None, Some(QueueCheckInStatus::CheckedIn)] {
        assert_eq!(queued(status, status).unwrap(), Vec::new());
    }
}

fn tagged(tags: &[&str]) -> Result<Vec<E>, Refusal> {
    let event = after(E::TagsChanged { registration_id: ENTRY, tags: vec!["vip".into()] });
    let tags = tags.iter().map(|tag| (*tag).to_owned()).collect();
    decide(&event, &ChangeRegistration { tags: Some(tags), ..nothing() })
}

#[test]
fn tags_replace_those_before() {
    let tags = vec!["late".to_owned(), "vip".to_owned()];
    let changed = E::TagsChanged { registration_id: ENTRY, tags };
    assert_eq!(tagged(&[" late ", "vip", "late"]).unwrap(), vec![changed]);
    assert!(!tagged(&[]).unwrap().is_empty());
    assert_eq!(tagged(&["vip", "vip "]).unwrap(), Vec::new());
}

#[test]
fn tags_are_short_and_few() {
    let many: Vec<String> = (0..51).map(|number| number.to_string()).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    assert!(tagged(&many[..50]).is_ok());
    for wrong in [&many[..], &[" "], &[&"x".repeat(101)]] {
        assert_eq!(tagged(wrong).unwrap_err().code(), "invalid");
    }
}

#[test]
fn a_note_replaces_the_one_before_and_is_no_book() {
    let before = E::NotesChanged { registration_id: ENTRY, internal_notes: "Knows the rules.".into() };
    let noted = |note: &str| {
        let change = ChangeRegistration { internal_notes: Some(note.to_owned()), ..nothing() };
        decide(&after(before.clone()), &change)
    };
    let changed = E::NotesChanged { registration_id: ENTRY, internal_notes: String::new() };
    assert_eq!(noted("").unwrap(), vec![changed]);
    assert_eq!(noted("Knows the rules.").unwrap(), Vec::new());
    assert_eq!(noted(&"x".repeat(10_001)).unwrap_err().code(), "invalid");
}

/// An event in which registration 2 has the fixed table 7.
fn seated() -> Tournament {
    let entries = [1, 2].map(|id| registered(id, S::Complete));
    let seat = E::SeatFixed { registration_id: OTHER, fixed_seat: Some(7) };
    happened(tournament(&entries), &[seat])
}

fn sat(event: &Tournament, seat: Option<i32>) -> Result<Vec<E>, Refusal> {
    decide(event, &ChangeRegistration { fixed_seat: Some(OrNull(seat)), ..nothing() })
}

#[test]
fn a_table_is_kept_and_given_up_once() {
    let fixed = E::SeatFixed { registration_id: ENTRY, fixed_seat: Some(8) };
    assert_eq!(sat(&seated(), Some(8)).unwrap(), vec![fixed.clone()]);
    let kept = happened(seated(), &[fixed]);
    assert_eq!(sat(&kept, Some(8)).unwrap(), Vec::new());
    assert!(!sat(&kept, None).unwrap().is_empty());
    assert_eq!(sat(&seated(), None).unwrap(), [], "there is no table to release");
}

#[test]
fn a_table_is_kept_by_one_player_who_is_there() {
    assert_eq!(coded(sat(&seated(), Some(7))), format!("registration-taken {OTHER}"));
    let left = happened(seated(), &[E::PlayerDropped { registration_id: OTHER }]);
    assert!(!sat(&left, Some(7)).unwrap().is_empty());
}

#[test]
fn a_fixed_table_is_one_of_the_events() {
    let organizing = Organizing { first_table: Some(7), last_table: Some(9), ..Organizing::default() };
    let ranged = happened(seated(), &[E::OrganizingChanged { organizing }]);
    for outside in [6, 10] {
        assert_eq!(sat(&ranged, Some(outside)), Err(no_table(TableRange::of(&ranged))));
    }
    assert!(!sat(&ranged, Some(9)).unwrap().is_empty());
    assert_eq!(no_table(TableRange::of(&ranged)).to_string(), "Must be one of the event's tables, 7 to 9.");
}

fn awarded(round_numbers: &[i32]) -> E {
    E::ByesAwarded { registration_id: ENTRY, round_numbers: round_numbers.to_vec() }
}

fn with_byes(event: &Tournament, round_numbers: &[i32]) -> Result<Vec<E>, Refusal> {
    let has_byes_for_round_numbers = Some(round_numbers.to_vec());
    decide(event, &ChangeRegistration { has_byes_for_round_numbers, ..nothing() })
}

#[test]
fn byes_are_awarded_and_taken_back() {
    assert_eq!(with_byes(&in_play(), &[3, 2, 3]).unwrap(), vec![awarded(&[2, 3])]);
    let had = happened(in_play(), &[awarded(&[2, 3])]);
    assert_eq!(with_byes(&had, &[3, 2]).unwrap(), Vec::new());
    assert_eq!(with_byes(&had, &[]).unwrap(), [awarded(&[])]);
}

#[test]
fn rounds_that_have_begun_keep_what_they_had() {
    assert_eq!(coded(with_byes(&in_play(), &[1, 2])), "registration-round-begun 1");
    let had = happened(in_play(), &[awarded(&[1])]);
    assert_eq!(coded(with_byes(&had, &[])), "registration-round-begun 1");
    assert!(!with_byes(&had, &[1, 2]).unwrap().is_empty());
}
