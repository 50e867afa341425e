//! When phases are over.

use domain::tournament::phases::{phase_status, planned_phases};
use proto_events::TournamentEvent;
use proto_events::tournament::TournamentDetails;
use proto_events::vocabulary::ProgressStatus::{self, Complete, InProgress, Upcoming};
use proto_events::vocabulary::{PhaseType, RoundType};

use crate::support::{Script, details};

const ROUND: &[&str] = &["1v2 2-0", "3v4 2-0"];

fn planned(swiss_rounds: Option<i32>) -> Script {
    Script::with(4, TournamentDetails { swiss_rounds, top_cut: 4, ..details() })
}

fn statuses(script: &Script) -> Vec<ProgressStatus> {
    let tournament = script.fold();
    tournament.phases.iter().map(|phase| phase_status(&tournament, phase)).collect()
}

fn planned_in(script: &Script) -> Vec<(i32, PhaseType)> {
    planned_phases(&script.fold()).iter().map(|phase| (phase.order_in_phases, phase.round_type)).collect()
}

#[test]
fn planned_phases_are_known_until_they_begin() {
    let (swiss, playoff) = (PhaseType::Swiss, PhaseType::SingleElimination);
    let announced = planned(Some(2));
    assert_eq!(planned_in(&announced), [(1, swiss), (2, playoff)]);
    assert_eq!(planned_phases(&announced.fold()).iter().map(|phase| phase.id()).collect::<Vec<_>>(), [-1, -2]);
    let first = announced.swiss(1, ROUND);
    assert_eq!(planned_in(&first), [(2, playoff)]);
    let second = first.clone().swiss(2, &["1v3 2-0", "2v4 2-0"]);
    assert_eq!(planned_in(&second), [(2, playoff)]);
    assert_eq!(planned_in(&second.clone().open(playoff, 3, &["1v4 ?", "2v3 ?"])), []);
    assert_eq!(planned_in(&second.finish()), []);
    assert_eq!(planned_in(&Script::with(4, details())), [], "nothing is planned");
    let mut last = planned(Some(3)).swiss(1, ROUND);
    for event in &mut last.events {
        if let TournamentEvent::RoundAdded { final_round_in_event, .. } = event {
            *final_round_in_event = true;
        }
    }
    assert_eq!((statuses(&last), planned_in(&last)), (vec![Complete], vec![]), "a round is marked as the last");
}

#[test]
fn after_a_cut_another_swiss_phase_follows() {
    let cut = planned(Some(3)).swiss(1, ROUND).cut(1, &[1, 3]);
    assert_eq!(statuses(&cut), [Complete]);
    assert_eq!(planned_in(&cut), [(2, PhaseType::Swiss), (3, PhaseType::SingleElimination)]);
}

#[test]
fn a_draft_is_over_after_its_rounds() {
    let draft = |rounds: i32| {
        let script = planned(Some(6)).add_round(PhaseType::DraftPod, 0, RoundType::DraftPod).complete(0);
        (1..=rounds).fold(script, |script, number| script.open(PhaseType::DraftPod, number, ROUND).complete(number))
    };
    assert_eq!((statuses(&draft(0)), statuses(&draft(2))), (vec![InProgress], vec![InProgress]));
    assert_eq!(statuses(&draft(3)), [Complete]);
    assert_eq!(planned_in(&draft(3)), [(2, PhaseType::Swiss), (3, PhaseType::SingleElimination)]);
}

#[test]
fn a_phase_begins_with_its_first_round_and_ends_with_its_last() {
    let added = planned(Some(2)).add_round(PhaseType::Swiss, 1, RoundType::PlayVsOpponent);
    assert_eq!(statuses(&added), [Upcoming]);
    let first = planned(Some(2)).swiss(1, ROUND);
    assert_eq!(statuses(&first), [InProgress]);
    assert_eq!(statuses(&first.clone().open(PhaseType::Swiss, 2, &["1v3 ?", "2v4 ?"])), [InProgress]);
    assert_eq!(statuses(&first.swiss(2, &["1v3 2-0", "2v4 2-0"])), [Complete]);
    let semifinals = planned(Some(1)).swiss(1, ROUND).playoff(2, &["1v4 2-0", "2v3 2-0"]);
    assert_eq!(statuses(&semifinals), [Complete, InProgress]);
    let with_third_place = semifinals.clone().playoff(3, &["1v2 2-0", "3v4 2-0 consolation"]);
    assert_eq!(statuses(&with_third_place), [Complete, Complete]);
    assert_eq!(statuses(&semifinals.finish()), [Complete, Complete], "nothing more comes in a finished event");
}

#[test]
fn a_phase_is_over_when_another_one_follows_or_nothing_more_is_planned() {
    // The event was cut short: the playoff began after one of three rounds.
    let cut_short = planned(Some(3)).swiss(1, ROUND).open(PhaseType::SingleElimination, 2, &["1v4 ?", "2v3 ?"]);
    assert_eq!(statuses(&cut_short), [Complete, InProgress]);
    assert_eq!(statuses(&planned(None).swiss(1, ROUND)), [Complete]);
    let replanned = TournamentDetails { swiss_rounds: Some(1), ..details() };
    let fewer = planned(Some(3)).swiss(1, ROUND).then(TournamentEvent::DetailsChanged { details: replanned });
    assert_eq!(statuses(&fewer), [Complete]);
}
