use super::*;
use crate::testing::*;

/// Decides a change of registration 1.
fn decided(event: &Tournament, change: impl FnOnce(&mut ChangeRegistration)) -> Result<Vec<E>, Refusal> {
    let mut changed = ChangeRegistration { registration_id: ENTRY, ..ChangeRegistration::default() };
    change(&mut changed);
    decide(event, &changed)
}

/// An event in which registration 1 is complete, after this event.
fn after(before: TournamentEvent) -> Tournament {
    tournament(&[registered(1, S::Complete), before])
}

fn everything(it: &mut ChangeRegistration) {
    it.registration_status = Some(S::Dropped);
    it.mark_as_paid = Some(true);
    it.queue_check_in_status = Some(OrNull(Some(Q::Standby)));
    it.tags = Some(vec!["vip".into()]);
    it.internal_notes = Some("Late.".into());
    it.fixed_seat = Some(OrNull(Some(7)));
    it.has_byes_for_round_numbers = Some(vec![2]);
    it.using_paper_decklist = Some(true);
}

#[test]
fn each_change_is_an_event_of_its_own() {
    assert_eq!(decided(&in_play(), everything).unwrap().len(), 8);
    assert_eq!(decided(&in_play(), |_| ()), Ok(vec![]));
}

#[test]
fn one_fault_keeps_all_of_it_from_happening() {
    let wrong: [fn(&mut ChangeRegistration); 6] = [
        |it| it.registration_status = Some(S::InProgress),
        |it| it.walletpay_order_id = Some("x".repeat(256)),
        |it| it.queue_check_in_status = Some(OrNull(Some(Q::TimedOut))),
        |it| it.tags = Some(vec![" ".into()]),
        |it| it.internal_notes = Some("x".repeat(10_001)),
        |it| it.has_byes_for_round_numbers = Some(vec![1]),
    ];
    for (number, spoil) in wrong.into_iter().enumerate() {
        let decided = decided(&in_play(), |it| {
            everything(it);
            spoil(it);
        });
        assert!(decided.is_err(), "{number}");
    }
}

fn paid(payment: Payment, change: impl FnOnce(&mut ChangeRegistration)) -> Result<Vec<E>, Refusal> {
    let paid = E::PaymentChanged { registration_id: ENTRY, payment };
    decided(&tournament(&[registered(1, S::InProgress), paid]), change)
}

fn by_card(from: Option<CardPaymentStatus>, to: CardPaymentStatus) -> Result<Vec<E>, Refusal> {
    let before = Payment { card_status: from, ..Payment::default() };
    paid(before, |it| it.cardpay_payment_intent_status = Some(to))
}

#[test]
fn what_is_known_of_a_payment_is_noted_and_the_rest_stays() {
    let (before, status) =
        (Payment { marked_as_paid: true, ..Payment::default() }, Some(CardPaymentStatus::Processing));
    let payment = Payment { method: Some(PaymentMethod::Cardpay), card_status: status, ..before.clone() };
    let changed = paid(before, |it| {
        it.payment_method = Some(OrNull(Some(PaymentMethod::Cardpay)));
        it.cardpay_payment_intent_status = status;
    });
    assert_eq!(changed, Ok(vec![E::PaymentChanged { registration_id: ENTRY, payment: payment.clone() }]));
    assert_eq!(paid(payment, |_| ()), Ok(Vec::new()));
}

#[test]
fn payments_go_on_as_their_machines_allow() {
    for &to in CardPaymentStatus::ALL {
        assert_eq!(by_card(None, to).is_ok(), CARD_PAYMENT.initial.contains(&to), "{to}");
        assert_eq!(by_card(Some(to), to), Ok(Vec::new()), "the same again");
    }
    assert_steps(&CARD_PAYMENT, CardPaymentStatus::ALL, |from, to| by_card(Some(from), to));
    let wallet = |status| paid(Payment::default(), |it| it.walletpay_order_status = Some(status));
    assert!(wallet(WalletOrderStatus::Created).is_ok());
    let refused = coded(wallet(WalletOrderStatus::Completed));
    assert!(refused.starts_with("illegal-step ") && refused.ends_with(" not begun COMPLETED CREATED"), "{refused}");
}

fn became(events: &[E], status: S) -> Result<Vec<E>, Refusal> {
    decided(&tournament(events), |it| it.registration_status = Some(status))
}

#[test]
fn every_step_of_a_registration_is_as_the_table_says() {
    for (from, to) in S::ALL.iter().flat_map(|from| S::ALL.iter().map(move |to| (*from, *to))) {
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

#[test]
fn leaving_play_is_told_in_its_own_words() {
    let registration_id = ENTRY;
    for (status, event) in [
        (S::Dropped, E::PlayerDropped { registration_id }),
        (S::Disqualified, E::PlayerDisqualified { registration_id }),
        (S::OnWaitlist, status_changed(1, S::OnWaitlist)),
    ] {
        assert_eq!(became(&[registered(1, S::Complete)], status), Ok(vec![event]));
    }
}

#[test]
fn when_the_event_is_over_only_disqualification_is_left() {
    let over = [registered(1, S::Complete), reached(L::EventFinished)];
    assert_eq!(coded(became(&over, S::Dropped)), "registration-over EVENT_FINISHED");
    assert!(!became(&over, S::Disqualified).unwrap().is_empty());
}

#[test]
fn an_entry_moves_in_the_queue_as_the_machine_allows() {
    let queued = |from: Option<Q>, to: Option<Q>| {
        decided(&after(check_in_changed(1, from)), |it| it.queue_check_in_status = Some(OrNull(to)))
    };
    for &to in Q::ALL {
        assert_eq!(queued(None, Some(to)).is_ok(), CHECK_IN.initial.contains(&to), "{to}");
        assert_eq!(queued(Some(to), None), Ok(vec![check_in_changed(1, None)]), "every status can leave the queue");
    }
    assert_steps(&CHECK_IN, Q::ALL, |from, to| queued(Some(from), Some(to)));
    for status in [None, Some(Q::CheckedIn)] {
        assert_eq!(queued(status, status), Ok(Vec::new()));
    }
}

#[test]
fn tags_replace_those_before_and_are_short_and_few() {
    let event = after(E::TagsChanged { registration_id: ENTRY, tags: vec!["vip".into()] });
    let tagged =
        |tags: &[&str]| decided(&event, |it| it.tags = Some(tags.iter().map(|tag| (*tag).to_owned()).collect()));
    let tags = vec!["late".to_owned(), "vip".to_owned()];
    assert_eq!(tagged(&[" late ", "vip", "late"]), Ok(vec![E::TagsChanged { registration_id: ENTRY, tags }]));
    assert!(!tagged(&[]).unwrap().is_empty());
    assert_eq!(tagged(&["vip", "vip "]), Ok(Vec::new()));
    let many: Vec<String> = (0..51).map(|number| number.to_string()).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    assert!(tagged(&many[..50]).is_ok());
    for wrong in [&many[..], &[" "], &[&"x".repeat(101)]] {
        assert_eq!(tagged(wrong).unwrap_err().code(), "invalid");
    }
}

#[test]
fn a_note_replaces_the_one_before_and_is_no_book() {
    let event = after(E::NotesChanged { registration_id: ENTRY, internal_notes: "Knows the rules.".into() });
    let noted = |note: &str| decided(&event, |it| it.internal_notes = Some(note.to_owned()));
    let changed = E::NotesChanged { registration_id: ENTRY, internal_notes: String::new() };
    assert_eq!(noted(""), Ok(vec![changed]));
    assert_eq!(noted("Knows the rules."), Ok(Vec::new()));
    assert_eq!(noted(&"x".repeat(10_001)).unwrap_err().code(), "invalid");
}

/// An event in which registration 2 has the fixed table 7.
fn seated() -> Tournament {
    tournament(&[registered(1, S::Complete), registered(2, S::Complete), seat_fixed(2, 7)])
}

fn sat(event: &Tournament, seat: Option<i32>) -> Result<Vec<E>, Refusal> {
    decided(event, |it| it.fixed_seat = Some(OrNull(seat)))
}

#[test]
fn a_table_is_kept_and_given_up_once() {
    assert_eq!(sat(&seated(), Some(8)), Ok(vec![seat_fixed(1, 8)]));
    let kept = happened(seated(), &[seat_fixed(1, 8)]);
    assert_eq!(sat(&kept, Some(8)), Ok(Vec::new()));
    assert!(!sat(&kept, None).unwrap().is_empty());
    assert_eq!(sat(&seated(), None), Ok(vec![]), "there is no table to release");
}

#[test]
fn a_table_is_one_of_the_events_and_kept_by_one_player_who_is_there() {
    assert_eq!(coded(sat(&seated(), Some(7))), "registration-taken 2");
    let left = happened(seated(), &[E::PlayerDropped { registration_id: OTHER }]);
    assert!(!sat(&left, Some(7)).unwrap().is_empty());
    let ranged = happened(seated(), &[organized(|it| (it.first_table, it.last_table) = (Some(7), Some(9)))]);
    for outside in [6, 10] {
        assert_eq!(sat(&ranged, Some(outside)), Err(no_table(TableRange::of(&ranged))));
    }
    assert!(!sat(&ranged, Some(9)).unwrap().is_empty());
    assert_eq!(no_table(TableRange::of(&ranged)).to_string(), "Must be one of the event's tables, 7 to 9.");
}

#[test]
fn byes_are_awarded_and_taken_back_for_rounds_that_have_not_begun() {
    let had = |byes: &[i32]| happened(in_play(), &[byes_awarded(1, byes)]);
    let with_byes =
        |event: &Tournament, byes: &[i32]| decided(event, |it| it.has_byes_for_round_numbers = Some(byes.to_vec()));
    assert_eq!(with_byes(&in_play(), &[3, 2, 3]), Ok(vec![byes_awarded(1, &[2, 3])]));
    assert_eq!(with_byes(&had(&[2, 3]), &[3, 2]), Ok(Vec::new()));
    assert_eq!(with_byes(&had(&[2, 3]), &[]), Ok(vec![byes_awarded(1, &[])]));
    assert_eq!(coded(with_byes(&in_play(), &[1, 2])), "registration-round-begun 1");
    assert_eq!(coded(with_byes(&had(&[1]), &[])), "registration-round-begun 1");
    assert!(!with_byes(&had(&[1]), &[1, 2]).unwrap().is_empty());
}
