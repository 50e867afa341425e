//! The parts of a tournament that events change.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use domain::rule_sets::rules;
use domain::tournament::touched::{Touched, touched};
use proto_events::TournamentEvent;
use proto_events::ids::{DecklistId, RegistrationId, RoundId, UserId};
use proto_events::tournament::{MatchResult, TournamentDetails, Winner};
use proto_events::vocabulary::{LifecycleStatus, PhaseType, RegistrationStatus, RoundType, RuleSet};

use crate::support::{Script, details, match_id, round, table};

/// A player meeting, two complete rounds, one in progress, one added.
fn script() -> Script {
    Script::new(5)
        .add_round(PhaseType::Swiss, 0, RoundType::PlayerMeeting)
        .swiss(1, &["1v2 2-0", "3v4 2-0"])
        .swiss(2, &["1v3 2-0", "2v4 2-0"])
        .open(PhaseType::Swiss, 3, &["1v4 2-0", "2v3 ?"])
        .add_round(PhaseType::Swiss, 4, RoundType::PlayVsOpponent)
}

fn rounds(numbers: &[i32]) -> BTreeSet<RoundId> {
    numbers.iter().copied().map(round).collect()
}

fn touches(script: &Script, event: &TournamentEvent) -> Touched {
    let script = script.clone().then(event.clone());
    touched(&script.fold(), event)
}

#[test]
fn a_result_touches_its_round_and_the_standings_from_it_on() {
    let result = MatchResult::new(Winner::Draw, None);
    let touched = touches(&script(), &TournamentEvent::ResultCorrected { match_id: match_id(2, 0), result });
    assert_eq!(touched.rounds, rounds(&[2]));
    assert_eq!(touched.standings, rounds(&[0, 2, 3, 4]));
    assert!(!touched.everything);
}

#[test]
fn a_round_that_ends_touches_itself_and_the_standings_from_it_on() {
    let touched = touches(&script(), &TournamentEvent::RoundCompleted { round_id: round(3) });
    assert_eq!((touched.rounds, touched.standings), (rounds(&[3]), rounds(&[0, 3, 4])));
}

#[test]
fn marks_on_a_match_touch_no_standings() {
    let mark = TournamentEvent::MatchFeatured { match_id: match_id(3, 1), is_feature_match: true };
    assert_eq!(touches(&script(), &mark), Touched { rounds: rounds(&[3]), ..Touched::default() });
}

#[test]
fn who_comes_or_leaves_touches_the_standings_of_rounds_not_over_and_the_rounds_played_in() {
    let registration_id = RegistrationId(5);
    let never_paired = touches(&script(), &TournamentEvent::PlayerDropped { registration_id });
    assert_eq!((never_paired.rounds, never_paired.standings), (rounds(&[]), rounds(&[0, 3, 4])));
    let registration_id = RegistrationId(2);
    let paired = touches(&script(), &TournamentEvent::PlayerDisqualified { registration_id });
    assert_eq!((paired.rounds, paired.standings), (rounds(&[1, 2, 3]), rounds(&[0, 3, 4])));
    let status = RegistrationStatus::Complete;
    let (registration_id, user_id) = (RegistrationId(6), UserId(6));
    let late = touches(&script(), &TournamentEvent::PlayerRegistered { registration_id, user_id, status });
    assert_eq!((late.rounds, late.standings), (rounds(&[]), rounds(&[0, 3, 4])));
}

#[test]
fn notes_tags_and_payments_touch_no_round() {
    let registration_id = RegistrationId(1);
    let payment = proto_events::tournament::Payment::default();
    for event in [
        TournamentEvent::NotesChanged { registration_id, internal_notes: "late".into() },
        TournamentEvent::TagsChanged { registration_id, tags: vec!["judge".into()] },
        TournamentEvent::PaymentChanged { registration_id, payment },
        TournamentEvent::CheckInChanged { registration_id, status: None },
        TournamentEvent::SeatFixed { registration_id, fixed_seat: Some(3) },
    ] {
        assert_eq!(touches(&script(), &event), Touched::default());
    }
}

#[test]
fn a_list_that_is_handed_in_touches_lists_and_the_rounds_played_in() {
    let (registration_id, decklist_id) = (RegistrationId(2), Some(DecklistId(9)));
    let touched = touches(&script(), &TournamentEvent::DecklistAttached { registration_id, decklist_id });
    assert_eq!(touched, Touched { rounds: rounds(&[1, 2, 3]), lists: true, ..Touched::default() });
    assert!(touches(&script(), &TournamentEvent::ListRevisionsFixed { revisions: Vec::new() }).everything);
}

#[test]
fn what_changes_the_rules_or_the_order_touches_everything() {
    let order = vec![RegistrationId(1)];
    for event in [
        TournamentEvent::DetailsChanged { details: crate::support::details() },
        TournamentEvent::LifecycleChanged { status: LifecycleStatus::EventFinished },
        TournamentEvent::CutMade { after_round_number: 2, advancing: order.clone() },
        TournamentEvent::RoundRemoved { round_id: round(4) },
        TournamentEvent::TiesDrawn { order: order.clone() },
        TournamentEvent::PlacesStated { order },
        TournamentEvent::GameWinsStated { after_round_number: 2, game_wins: Vec::new() },
    ] {
        assert!(touches(&script(), &event).everything);
    }
}

/// The strictest check: all standings that an event changed must be in its `Touched`.
#[test]
fn no_standings_change_untouched() {
    let result = MatchResult::new(Winner::Second, None);
    let registration_id = RegistrationId(2);
    let events = [
        TournamentEvent::ResultCorrected { match_id: match_id(1, 1), result },
        TournamentEvent::ResultReported { match_id: match_id(3, 1), result },
        TournamentEvent::RoundCompleted { round_id: round(3) },
        TournamentEvent::RoundStarted { round_id: round(4) },
        TournamentEvent::PairingsDiscarded { round_id: round(3) },
        TournamentEvent::PlayerDropped { registration_id },
        TournamentEvent::PlayerDisqualified { registration_id },
        TournamentEvent::RegistrationStatusChanged { registration_id, status: RegistrationStatus::Canceled },
    ];
    for (rule_set, event) in
        [RuleSet::Magic, RuleSet::Pokemon].iter().flat_map(|it| events.iter().map(move |event| (it, event)))
    {
        let details = TournamentDetails { rules: rules(*rule_set), ..details() };
        assert_touched(&script().then(TournamentEvent::DetailsChanged { details }), event, 0..=4);
    }
}

/// Checks that an event touches all standings that it changes.
fn assert_touched(before: &Script, event: &TournamentEvent, rounds: RangeInclusive<i32>) {
    let touched = touches(before, event);
    let after = before.clone().then(event.clone());
    for number in rounds {
        let changed = before.standings(number) != after.standings(number);
        assert!(!changed || touched.standings.contains(&round(number)), "round {number} after {event:?}");
    }
}

#[test]
fn no_standings_change_untouched_while_a_round_is_paired_and_not_begun() {
    let details = TournamentDetails { rules: rules(RuleSet::Pokemon), ..details() };
    let pairings = vec![table(match_id(3, 0), "1v4 ?").0, table(match_id(3, 1), "2v3 ?").0];
    let paired = Script::with(4, details)
        .swiss(1, &["1v2 2-0", "3v4 2-0"])
        .swiss(2, &["1v3 2-0", "2v4 2-0"])
        .add_round(PhaseType::Swiss, 3, RoundType::PlayVsOpponent)
        .then(TournamentEvent::MatchesPaired { round_id: round(3), pairings })
        .then(TournamentEvent::PairingsCompleted { round_id: round(3) });
    let dropped = paired.clone().drop(1);
    assert_ne!(paired.standings(2), dropped.standings(2), "the percentage of a player who dropped has a maximum");
    assert_touched(&paired, &TournamentEvent::PlayerDropped { registration_id: RegistrationId(1) }, 1..=3);
    assert_touched(&dropped, &TournamentEvent::RoundStarted { round_id: round(3) }, 1..=3);
}
