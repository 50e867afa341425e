//! Tests: events that run by themselves, to their end.

use super::*;
use crate::rounds::testing::*;

/// An event that takes its next steps, as the task does.
struct Run {
    played: Played,
    ids: Ids,
}

impl Run {
    fn of(players: i64, details: TournamentDetails) -> Self {
        Self { played: Played::new(players).with(details), ids: Ids::counting() }
    }

    /// Takes steps until the event waits, and returns how many.
    fn runs(&mut self) -> usize {
        for steps in 0..20 {
            let next = next_step(&self.played.state(), &[], noon(), &mut self.ids).unwrap();
            if next.is_empty() {
                return steps;
            }
            next.into_iter().for_each(|event| self.played.then(event));
        }
        panic!("it never waits")
    }

    /// Staff reports that the first player of each open match wins, and the event takes its next steps.
    fn plays(&mut self) {
        let result = MatchResult::new(Winner::First, None);
        for (match_id, _) in self.played.open_matches() {
            self.played.then(E::ResultReported { match_id, result });
        }
        self.runs();
    }

    fn is_over(&self) -> bool {
        self.played.state().lifecycle == LifecycleStatus::EventFinished
    }

    fn rounds(&self) -> usize {
        self.played.state().rounds().count()
    }
}

#[test]
fn rounds_follow_when_all_results_are_in_and_the_last_one_ends_the_event() {
    let mut run = Run::of(4, planned(2, 0));
    assert_eq!(run.runs(), 2, "paired and started");
    assert_eq!((run.rounds(), run.runs()), (1, 0), "it waits for results");
    run.plays();
    assert_eq!((run.rounds(), run.is_over()), (2, false));
    run.plays();
    assert_eq!((run.rounds(), run.is_over()), (2, true));
    assert_eq!(run.runs(), 0, "a task that runs again");
}

#[test]
fn an_elimination_begins_with_a_cut_and_ends_with_the_final() {
    let mut run = Run::of(4, planned(0, 4));
    run.runs();
    run.plays();
    run.plays();
    assert_eq!((run.rounds(), run.is_over()), (2, true));
}

#[test]
fn swiss_rounds_lead_to_the_cut() {
    let mut run = Run::of(8, planned(1, 2));
    run.runs();
    run.plays();
    assert_eq!((run.rounds(), run.played.state().cuts.len()), (2, 1));
    run.plays();
    assert!(run.is_over());
}

#[test]
fn a_draft_waits_until_staff_says_that_the_players_have_drafted() {
    let details = TournamentDetails { event_format: EventFormat::BoosterDraft, ..planned(3, 0) };
    let mut run = Run::of(8, details);
    run.runs();
    let round = run.played.last_round();
    assert_eq!((round.round_type, round.status), (RoundType::DraftPod, ProgressStatus::InProgress));
    run.played.then(E::RoundCompleted { round_id: round.id });
    run.runs();
    assert_eq!(run.played.last_round().round_type, RoundType::PlayVsOpponent);
}

#[test]
fn an_unconfirmed_or_contested_result_does_not_count_at_once() {
    let mut table = Match::default();
    (table.reported_by_player, table.reported_at) = (true, Some(noon()));
    table.result = Some(MatchResult::new(Winner::First, None));
    let is_out = |table: &Match, after: TimeDelta| {
        let round_type = RoundType::PlayVsOpponent;
        is_played_out(&Round { round_type, matches: vec![table.clone()], ..Round::default() }, noon() + after)
    };
    assert!(!is_out(&table, TimeDelta::seconds(119)) && is_out(&table, UNCONFIRMED));
    table.contested = true;
    assert!(!is_out(&table, TimeDelta::hours(1)));
    (table.contested, table.confirmed) = (false, true);
    assert!(is_out(&table, TimeDelta::zero()));
}

#[test]
fn an_event_of_a_queue_goes_on_when_the_last_unconfirmed_report_counts() {
    let mut run = Run::of(4, planned(2, 0));
    run.played.then(organized(|it| it.is_from_queue = true));
    assert_eq!(goes_on_at(&run.played.state(), noon()), Some(noon()), "it is paired");
    run.runs();
    let event = run.played.state();
    assert_eq!(goes_on_at(&event, noon()), None, "it waits for results");
    let tables = run.played.open_matches();
    let reports = |event: Tournament, at: usize, minutes: i64| {
        let (match_id, [player, _]) = tables[at];
        let reported = E::ResultReported { match_id, result: MatchResult::new(Winner::First, None) };
        done_at(noon() + TimeDelta::minutes(minutes), &Actor::User(Played::user(player)), event, reported)
    };
    let first = reports(event, 0, 0);
    let both = reports(first, 1, 1);
    let due = noon() + TimeDelta::minutes(1) + UNCONFIRMED;
    assert_eq!(goes_on_at(&both, noon() + TimeDelta::minutes(2)), Some(due));
    let confirmed = happened(both.clone(), &[E::ResultConfirmed { match_id: tables[0].0 }]);
    assert_eq!(goes_on_at(&confirmed, noon() + TimeDelta::minutes(2)), Some(due), "another match is confirmed");
    assert_eq!(goes_on_at(&both, due), Some(due), "both count");
    let mut alone = both;
    alone.organizing.is_from_queue = false;
    assert_eq!(goes_on_at(&alone, due), None, "staff runs it");
}

#[test]
fn an_event_whose_players_have_left_ends() {
    let mut run = Run::of(2, planned(3, 0));
    run.runs();
    run.played.drop(1);
    run.plays();
    assert!(run.is_over());
}
