//! Tests of what the state of an event says about a notification.

use domain::tournament::clock::{new_clock, started};

use super::*;
use crate::rounds::testing::*;

const ANN: UserId = UserId(91);
const BEN: UserId = UserId(92);
const ROUND: RoundId = RoundId(1);
const MATCH: MatchId = MatchId(1);

#[test]
fn a_message_of_staff_is_told_to_those_whom_it_is_for() {
    let (to, text) = (MessageTo::Registration(RegistrationId(1)), "Doors open at nine.".to_owned());
    let written = happened(in_play(), &[E::StaffMessageSent { to, text: text.clone() }]);
    let what = What::StaffMessage { position: written.messages[0].position };
    assert_eq!(at(&written, what, ANN).map(|found| found.text), Some(text));
    assert_eq!(at(&written, what, BEN), None);
    assert_eq!(at(&written, What::StaffMessage { position: Position(9_999) }, ANN), None);
}

#[test]
fn a_digest_counts_those_who_registered_in_a_day() {
    let event = tournament(&[registered(1, S::Complete), registered(2, S::OnWaitlist), registered(3, S::Canceled)]);
    let first = event.registrations[0].completed_at.unwrap();
    let at = |hours| found(&event, What::Digest, ANN, first + TimeDelta::hours(hours));
    assert_eq!(at(1).map(|found| found.registrations), Some((2, 2)));
    assert_eq!(at(25), None);
    assert_eq!(found(&canceled(), What::Digest, ANN, first), None);
}

#[test]
fn news_of_teams_are_not_mailed_to_an_address_that_a_guest_typed() {
    let guest = User::new(ANN, profile("", "Ann"));
    let confirmed = User { is_email_confirmed: true, ..guest.clone() };
    let member = User::new(BEN, profile("ben", "Ben"));
    let lacks = What::TeamLacks { team_id: TeamId(1) };
    assert_eq!([&guest, &confirmed, &member].map(|user| is_mailed_to(user, lacks)), [false, true, true]);
    assert!(is_mailed_to(&guest, What::Registered));
}

fn at(event: &Tournament, what: What, person: UserId) -> Option<Found> {
    found(event, what, person, noon())
}

#[test]
fn pairings_that_are_hidden_again_are_not_told() {
    let pairings = What::PairingsPublished { round_id: ROUND };
    let seat = Found { round: Some(1), table: Some(1), opponents: vec![BEN], ..Found::default() };
    assert_eq!(at(&in_play(), pairings, ANN), Some(seat));
    assert_eq!(at(&in_play(), pairings, UserId(99)), None, "not in the round");
    for gone in [E::PairingsHidden { round_id: ROUND }, E::PairingsDiscarded { round_id: ROUND }] {
        assert_eq!(at(&happened(in_play(), &[gone]), pairings, ANN), None);
    }
}

#[test]
fn a_report_is_told_until_it_is_confirmed_or_contested() {
    let (reported, contested) = (What::ResultReported { match_id: MATCH }, What::ResultContested { match_id: MATCH });
    let result = Games { first: 2, second: 1, drawn: 0 }.into();
    let by_ann = done_by(&Actor::User(ANN), in_play(), &[E::ResultReported { match_id: MATCH, result }]);
    assert_eq!(at(&by_ann, reported, BEN).unwrap().opponents, [ANN]);
    assert_eq!(at(&by_ann, contested, ANN), None);
    let confirmed = happened(by_ann.clone(), &[E::ResultConfirmed { match_id: MATCH }]);
    assert_eq!(at(&confirmed, reported, BEN), None);
    let denied = happened(by_ann, &[E::ResultContested { match_id: MATCH }]);
    assert_eq!(at(&denied, reported, BEN), None);
    assert_eq!(at(&denied, contested, ANN).unwrap().opponents, [BEN]);
}

#[test]
fn contest_in_a_pod_names_no_opponent() {
    let mut event = in_play();
    let round = Arc::make_mut(&mut event.phases[0].rounds[0]);
    round.matches[0].pairing.players.push(RegistrationId(3));
    let result = MatchResult { places: Some([1, 2, 2, 0, 0]), ..MatchResult::new(Winner::First, None) };
    let by_ann = done_by(&Actor::User(ANN), event, &[E::ResultReported { match_id: MATCH, result }]);
    let denied = done_by(&Actor::User(BEN), by_ann, &[E::ResultContested { match_id: MATCH }]);
    let told = at(&denied, What::ResultContested { match_id: MATCH }, ANN).unwrap();
    assert_eq!((told.table, told.seat, told.opponents), (Some(1), Some(1), Vec::new()));
}

#[test]
fn a_call_is_told_while_it_waits() {
    let call_id = CallId(5);
    let call = NewCall { registration_id: None, match_id: Some(MATCH), table_number: Some(1), note: "Help".into() };
    let called = happened(in_play(), &[E::JudgeCalled { call_id, call }]);
    let table = at(&called, What::JudgeCalled { call_id }, UserId(7)).unwrap();
    assert_eq!((table.round, table.table), (Some(1), Some(1)));
    assert_eq!(at(&called, What::CallAnswered { call_id }, ANN), None);
    let answered = happened(called, &[E::CallAnswered { call_id }]);
    assert_eq!(at(&answered, What::JudgeCalled { call_id }, UserId(7)), None);
    assert!(at(&answered, What::CallAnswered { call_id }, ANN).is_some());
}

#[test]
fn the_end_of_a_clock_that_was_moved_or_does_not_matter_is_not_told() {
    let clock = started(new_clock(60), noon());
    let ended = What::ClockEnded { round_id: ROUND, at: noon() + TimeDelta::seconds(60) };
    let running = happened(in_play(), &[E::ClockChanged { round_id: ROUND, clock }]);
    assert!(at(&running, ended, ANN).is_some());
    let longer = started(new_clock(90), noon());
    let moved = happened(running.clone(), &[E::ClockChanged { round_id: ROUND, clock: longer }]);
    assert_eq!(at(&moved, ended, ANN), None);
    let result = Games { first: 2, second: 0, drawn: 0 }.into();
    let reported = happened(running.clone(), &[E::ResultReported { match_id: MATCH, result }]);
    assert_eq!(at(&reported, ended, ANN), None, "the match is over");
    let extended = happened(running, &[E::TimeExtended { match_id: MATCH, time_extension_seconds: 300 }]);
    assert_eq!((at(&extended, ended, ANN), at(&extended, ended, UserId(93)).is_some()), (None, true));
}

#[test]
fn a_list_is_missing_until_it_is_handed_in_or_the_deadline_moves() {
    let deadline = noon() + TimeDelta::hours(20);
    let until = |deadline| organized(|it| it.decklist_deadline = Some(deadline));
    let event = tournament(&[registered(1, S::Complete), until(deadline)]);
    let missing = What::ListMissing { deadline };
    assert_eq!(at(&event, missing, ANN).unwrap().time, Some(deadline));
    assert_eq!(found(&event, missing, ANN, deadline), None, "too late");
    for done in [
        until(deadline + TimeDelta::hours(1)),
        E::DecklistAttached { registration_id: ENTRY, decklist_id: Some(DecklistId(4)) },
        E::PaperDecklistMarked { registration_id: ENTRY, using_paper_decklist: true },
        status_changed(1, S::Canceled),
    ] {
        assert_eq!(at(&happened(event.clone(), std::slice::from_ref(&done)), missing, ANN), None, "{done:?}");
    }
}

#[test]
fn an_offer_is_told_until_it_is_answered_or_ends() {
    let (registration_id, until) = (ENTRY, noon() + TimeDelta::hours(1));
    let waits = tournament(&[registered(1, S::OnWaitlist)]);
    let event = happened(waits, &[E::PlaceOffered { registration_id, until }]);
    let what = What::PlaceOffered { until };
    assert_eq!(at(&event, what, ANN).unwrap().time, Some(until));
    assert_eq!((at(&event, what, BEN), found(&event, what, ANN, until)), (None, None));
    assert_eq!(at(&event, What::PlaceOffered { until: noon() }, ANN), None, "an earlier offer");
    for answer in [E::PlaceDeclined { registration_id }, E::OfferExpired { registration_id }] {
        assert_eq!(at(&happened(event.clone(), &[answer]), what, ANN), None);
    }
}

#[test]
fn a_registration_is_told_as_it_is_now() {
    let event = tournament(&[registered(1, S::OnWaitlist)]);
    assert!(at(&event, What::Waitlisted, ANN).is_some() && at(&event, What::MovedUp, ANN).is_none());
    let event = happened(event, &[status_changed(1, S::Complete)]);
    assert!(at(&event, What::Waitlisted, ANN).is_none() && at(&event, What::MovedUp, ANN).is_some());
    assert!(at(&event, What::EventMoved, ANN).is_some() && at(&event, What::EventCanceled, ANN).is_none());
    let canceled = happened(canceled(), &[registered(1, S::Complete)]);
    assert!(at(&canceled, What::Registered, ANN).is_none() && at(&canceled, What::EventMoved, ANN).is_none());
    assert!(at(&canceled, What::EventCanceled, ANN).is_some() && at(&canceled, What::EventCanceled, BEN).is_none());
    let again = happened(canceled, &[settings(|_| ())]);
    assert!(at(&again, What::EventCanceled, ANN).is_none());
}

#[test]
fn both_members_of_a_team_that_plays_together_hear_of_the_match_and_of_the_report() {
    let (played, round_id) = Played::of_pairs(2).begun();
    let (match_id, [first, second]) = played.open_matches()[0];
    let round = played.last_round();
    let [own, other] = [first, second].map(|player| vec![Played::user(player), Played::user(player + 1)]);
    assert_eq!(people_in(&played.state(), &round).len(), 4);
    for person in &own {
        let told = at(&played.state(), What::PairingsPublished { round_id }, *person).unwrap();
        assert_eq!((told.table, told.seat, &told.opponents), (Some(1), None, &other));
    }
    let result = Games { first: 1, second: 0, drawn: 0 }.into();
    let by_partner = done_by(&Actor::User(own[1]), played.state(), &[E::ResultReported { match_id, result }]);
    let told = at(&by_partner, What::ResultReported { match_id }, other[1]).unwrap();
    assert_eq!(told.opponents, [own[1]], "who reported it");
}
