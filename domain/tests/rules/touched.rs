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
fn an_event_touches_the_rounds_that_show_it_and_the_standings_that_it_changes() {
    let result = MatchResult::new(Winner::Draw, None);
    let registration_id = RegistrationId(1);
    let comes = TournamentEvent::PlayerRegistered {
        registration_id: RegistrationId(6),
        user_id: UserId(6),
        status: RegistrationStatus::Complete,
    };
    let list = TournamentEvent::DecklistAttached { registration_id, decklist_id: Some(DecklistId(9)) };
    let payment = proto_events::tournament::Payment::default();
    for (event, in_rounds, in_standings, lists) in [
        (TournamentEvent::ResultCorrected { match_id: match_id(2, 0), result }, &[2][..], &[0, 2, 3, 4][..], false),
        (TournamentEvent::RoundCompleted { round_id: round(3) }, &[3], &[0, 3, 4], false),
        (TournamentEvent::MatchFeatured { match_id: match_id(3, 1), is_feature_match: true }, &[3], &[], false),
        // 5 was never paired, and 2 was in three rounds. Only the standings of rounds that are not over change.
        (TournamentEvent::PlayerDropped { registration_id: RegistrationId(5) }, &[], &[0, 3, 4], false),
        (TournamentEvent::PlayerDisqualified { registration_id: RegistrationId(2) }, &[1, 2, 3], &[0, 3, 4], false),
        (comes, &[], &[0, 3, 4], false),
        (list, &[1, 2, 3], &[], true),
        (TournamentEvent::NotesChanged { registration_id, internal_notes: "late".into() }, &[], &[], false),
        (TournamentEvent::TagsChanged { registration_id, tags: vec!["judge".into()] }, &[], &[], false),
        (TournamentEvent::PaymentChanged { registration_id, payment }, &[], &[], false),
        (TournamentEvent::CheckInChanged { registration_id, status: None }, &[], &[], false),
        (TournamentEvent::SeatFixed { registration_id, fixed_seat: Some(3) }, &[], &[], false),
    ] {
        let (rounds, standings) = (rounds(in_rounds), rounds(in_standings));
        let expected = Touched { rounds, standings, lists, everything: false };
        assert_eq!(touches(&script(), &event), expected, "{event:?}");
    }
}

#[test]
fn what_changes_the_rules_or_the_order_touches_everything() {
    let order = vec![RegistrationId(1)];
    for event in [
        TournamentEvent::DetailsChanged { details: details() },
        TournamentEvent::LifecycleChanged { status: LifecycleStatus::EventFinished },
        TournamentEvent::CutMade { after_round_number: 2, advancing: order.clone() },
        TournamentEvent::RoundRemoved { round_id: round(4) },
        TournamentEvent::TiesDrawn { order: order.clone() },
        TournamentEvent::PlacesStated { order },
        TournamentEvent::GameWinsStated { after_round_number: 2, game_wins: Vec::new() },
        TournamentEvent::ListRevisionsFixed { revisions: Vec::new() },
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
