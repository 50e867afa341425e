use domain::pairing::EntrantId;
use proto_events::ids::TeamId;
use proto_events::tournament::{Organizing, PairingKind};
use proto_events::vocabulary::{GenerationStatus, LifecycleStatus, PlayoffKind, ProgressStatus, RoundType};

use super::RoundKind::{DraftPod, PlayerMeeting, Playoff, RandomPlayerMeeting, Swiss};
use super::*;
use crate::rounds::replace_pairings::ProposedTable;
use crate::rounds::testing::{Played, planned};
use crate::testing::coded;

/// Returns why a round of this kind is refused: code and arguments.
fn refused(played: &Played, kind: RoundKind) -> String {
    coded(played.try_add(&NewRound::of_kind(kind)))
}

/// Returns the numbers of all rounds with the types of their phases.
fn course(played: &Played) -> Vec<(PhaseType, i32)> {
    played.state().rounds().map(|(phase, round)| (phase.round_type, round.number)).collect()
}

#[test]
fn the_first_round_opens_a_phase_and_pairs_everybody() {
    let mut played = Played::new(5);
    let id = played.add(Swiss);
    let state = played.state();
    let (phase, round) = state.round(id).unwrap();
    assert_eq!((phase.round_type, phase.order_in_phases), (PhaseType::Swiss, 1));
    assert_eq!((round.number, round.round_type), (1, RoundType::PlayVsOpponent));
    assert_eq!((round.status, round.pairings_status), (ProgressStatus::Upcoming, GenerationStatus::Generated));
    assert_eq!(round.pairingengine_url, ENGINE);
    let mut seated: Vec<i64> = played.tables().into_iter().flatten().collect();
    seated.sort_unstable();
    assert_eq!(seated, [1, 2, 3, 4, 5]);
    let byes = round.matches.iter().filter(|table| table.pairing.kind == PairingKind::Bye).count();
    assert_eq!(byes, 1);
}

#[test]
fn meetings_have_numbers_up_to_zero_and_seat_by_name_or_at_random() {
    let mut played = Played::new(7);
    let meeting = played.begin(PlayerMeeting);
    assert_eq!(played.tables(), [vec![1, 2], vec![3, 4], vec![5, 6], vec![7]]);
    assert_eq!(played.last_round().round_type, RoundType::PlayerMeeting);
    played.complete(meeting);
    let building = played.begin(RandomPlayerMeeting);
    assert_ne!(played.tables(), [vec![1, 2], vec![3, 4], vec![5, 6], vec![7]]);
    played.complete(building);
    played.play(Swiss);
    let third = played.begin(RandomPlayerMeeting);
    played.complete(third);
    let numbers: Vec<i32> = course(&played).into_iter().map(|(_, number)| number).collect();
    assert_eq!(numbers, [-1, 0, 1, -2]);
    assert_eq!(played.state().phases.len(), 1);
}

#[test]
fn byes_that_were_awarded_are_had_and_seats_that_are_fixed_are_kept() {
    let (registration_id, round_numbers) = (RegistrationId(3), vec![1]);
    let seat = TournamentEvent::SeatFixed { registration_id: RegistrationId(5), fixed_seat: Some(9) };
    let mut played = Played::new(7).and(TournamentEvent::ByesAwarded { registration_id, round_numbers }).and(seat);
    played.play(Swiss);
    let round = played.last_round();
    let bye = round.matches.iter().find(|table| table.pairing.kind == PairingKind::Bye).unwrap();
    assert_eq!(bye.pairing.players, [RegistrationId(3)]);
    let fixed = round.matches.iter().find(|table| table.pairing.players.contains(&RegistrationId(5))).unwrap();
    assert_eq!(fixed.pairing.table_number, 9);
    played.add(Swiss);
    let byes: Vec<_> = played.tables().into_iter().filter(|table| table.len() == 1).collect();
    assert!(byes.len() == 1 && byes != [vec![3]], "{byes:?}");
}

#[test]
fn the_last_round_before_a_cut_is_paired_by_standing_if_the_event_says_so() {
    let tables = |organizing: Organizing, by_standing| {
        let details = TournamentEvent::DetailsChanged { details: planned(2, 2) };
        let mut played = Played::new(8).and(details).organized(organizing);
        played.play(Swiss);
        let command = NewRound { by_standing, ..NewRound::of_kind(Swiss) };
        played.happen(played.try_add(&command).unwrap());
        (played.clone(), played.tables())
    };
    let (powered, tables_of_powered) = tables(Organizing::default(), None);
    let state = powered.state();
    let first = state.rounds().next().unwrap().1.id;
    let standings = domain::tournament::standings::standings_after(&state, first).unwrap();
    let best: Vec<i64> = standings.iter().map(|line| entry(line.competitor)).collect();
    assert_eq!(tables_of_powered[0], best[..2], "first against second");
    let off = Organizing { power_pair_last_round: false, ..Organizing::default() };
    assert_eq!(tables(off.clone(), Some(true)).1, tables_of_powered, "the command can ask for it");
    assert_eq!(tables(off, None).1, tables(Organizing::default(), Some(false)).1, "or decline it");
}

fn entry(competitor: domain::tournament::standings::Competitor) -> i64 {
    domain::pairing::EntrantId::from(competitor).0
}

#[test]
fn a_playoff_goes_on_until_there_is_a_winner_and_who_loses_is_eliminated_with_the_next_round() {
    let mut played = Played::new(8).and(TournamentEvent::DetailsChanged { details: planned(1, 4) });
    played.play(Swiss);
    played.cut(4);
    assert_eq!(played.status(8), RegistrationStatus::Eliminated);
    let semifinals = played.begin(Playoff);
    assert_eq!((played.last_round().number, played.last_round().final_round_in_event), (2, false));
    for (match_id, _) in played.open_matches() {
        played.report(match_id, 2, 1);
    }
    let losers: Vec<i64> = played.tables().iter().map(|table| table[1]).collect();
    played.complete(semifinals);
    assert!(losers.iter().all(|loser| played.status(*loser) == RegistrationStatus::Complete));
    let last = played.begin(Playoff);
    assert!(losers.iter().all(|loser| played.status(*loser) == RegistrationStatus::Eliminated));
    assert!(played.last_round().final_round_in_event);
    let (match_id, [first, second]) = played.open_matches()[0];
    played.report(match_id, 0, 2);
    played.complete(last);
    assert_eq!(played.status(first), RegistrationStatus::Eliminated);
    assert_eq!(played.status(second), RegistrationStatus::Complete);
    assert_eq!(refused(&played, Playoff), "pairing-playoff-over");
    assert_eq!(refused(&played, Swiss), "round-playoff-begun");
    let phases: Vec<PhaseType> = played.state().phases.iter().map(|phase| phase.round_type).collect();
    assert_eq!(phases, [PhaseType::Swiss, PhaseType::SingleElimination]);
}

/// An event with this kind of playoff, after its cut to four.
fn playoff_of(playoff: PlayoffKind) -> Played {
    let details = TournamentDetails { playoff, ..planned(1, 4) };
    let mut played = Played::new(8).and(TournamentEvent::DetailsChanged { details });
    played.play(Swiss);
    played.cut(4);
    played
}

/// The players of a list of a playoff.
fn of_playoff(played: &Played, list: impl Fn(domain::tournament::playoff::Playoff) -> Vec<EntrantId>) -> Vec<i64> {
    let playoff = domain::tournament::playoff::Playoff::before(&played.state(), i32::MAX).unwrap();
    list(playoff).into_iter().map(|id| id.0).collect()
}

#[test]
fn a_double_elimination_goes_on_until_all_but_one_have_lost_twice() {
    let mut played = playoff_of(PlayoffKind::DoubleEliminationReset);
    played.play(Playoff);
    let lost = of_playoff(&played, |playoff| playoff.defeats);
    played.play(Playoff);
    assert!(lost.iter().any(|loser| played.status(*loser) == RegistrationStatus::Complete), "they have a life left");
    let third = played.add(Playoff);
    assert_eq!((played.tables().len(), played.last_round().final_round_in_event), (1, false), "it is not the final");
    let state = played.state();
    let (phase, round) = state.round(third).unwrap();
    assert_eq!(crate::rounds::problems_with(&state, phase, round), [], "who waits for the final is not left out");
    played.start(third);
    let (match_id, _) = played.open_matches()[0];
    played.report(match_id, 2, 0);
    played.complete(third);
    let first = played.begin(Playoff);
    assert!(!played.last_round().final_round_in_event, "a second final may follow");
    let (match_id, [one, _]) = played.open_matches()[0];
    let from_below = of_playoff(&played, |playoff| playoff.defeats).contains(&one);
    played.report(match_id, if from_below { 2 } else { 0 }, if from_below { 0 } else { 2 });
    played.complete(first);
    let last = played.play(Playoff);
    assert!(played.last_round().final_round_in_event);
    assert_eq!(played.state().round(last).unwrap().0.round_type, PhaseType::DoubleElimination);
    assert_eq!(refused(&played, Playoff), "pairing-playoff-over");
    assert_eq!((1..=8).filter(|id| played.status(*id) == RegistrationStatus::Complete).count(), 1);
}

fn proposed(entrants: Vec<i64>) -> ProposedTable {
    ProposedTable { table_number: None, pod_number: None, entrants, of_teams: false, is_loss: false }
}

#[test]
fn the_match_for_third_place_comes_with_the_final_and_needs_no_result() {
    let mut played = playoff_of(PlayoffKind::ThirdPlace);
    played.play(Playoff);
    let lost = of_playoff(&played, |playoff| playoff.losers);
    let last = played.add(Playoff);
    assert!(lost.iter().all(|loser| played.status(*loser) == RegistrationStatus::Complete), "they play on");
    let for_third = |played: &Played| -> Vec<bool> {
        played.last_round().matches.iter().map(|table| table.pairing.is_consolation).collect()
    };
    assert_eq!((for_third(&played), played.last_round().final_round_in_event), (vec![false, true], true));
    let by_hand: Vec<ProposedTable> = played.tables().into_iter().rev().map(proposed).collect();
    played.happen(played.try_replace(last, &by_hand).unwrap());
    assert_eq!(for_third(&played), [true, false], "also if staff pair it");
    played.start(last);
    let needs_winner = |at: usize| played.state().placed(played.last_round().matches[at].id()).unwrap().needs_winner();
    assert_eq!([0, 1].map(needs_winner), [false, true], "third place may be drawn");
    played.report(played.last_round().matches[1].id(), 2, 0);
    played.complete(last);
    let active = |played: &Played| (1..=8).filter(|id| played.status(*id) == RegistrationStatus::Complete).count();
    assert_eq!(active(&played), 1);
    played.start(last);
    assert_eq!(active(&played), 4, "all of them play again");
}

#[test]
fn without_their_match_those_who_would_play_for_third_place_are_out_with_the_final() {
    let mut played = playoff_of(PlayoffKind::ThirdPlace);
    played.play(Playoff);
    let last = played.add(Playoff);
    let table = played.tables().remove(0);
    played.happen(played.try_replace(last, &[proposed(table)]).unwrap());
    played.start(last);
    played.report(played.last_round().matches[0].id(), 2, 0);
    played.complete(last);
    assert_eq!((1..=8).filter(|id| played.status(*id) == RegistrationStatus::Complete).count(), 1);
}

#[test]
fn a_ranked_playoff_is_its_own_kind_of_phase() {
    let ranked = Organizing { ranked_playoff: true, ..Organizing::default() };
    let mut played = Played::new(8).organized(ranked);
    played.play(Swiss);
    played.cut(8);
    played.play(Playoff);
    played.play(Playoff);
    assert_eq!(
        course(&played)[1..],
        [(PhaseType::RankedSingleElimination, 2), (PhaseType::RankedSingleElimination, 3)]
    );
}

#[test]
fn another_day_of_swiss_rounds_is_a_phase_of_its_own() {
    let mut played = Played::new(8);
    played.play(Swiss);
    played.cut(4);
    let meeting = played.begin(PlayerMeeting);
    played.complete(meeting);
    played.play(Swiss);
    assert_eq!(played.tables().concat().len(), 4);
    assert_eq!(course(&played), [(PhaseType::Swiss, 1), (PhaseType::Swiss, -1), (PhaseType::Swiss, 2)]);
    assert_eq!(played.state().phases.len(), 2);
    assert_eq!(refused(&played, Playoff), "pairing-no-cut", "that was the cut of the first day");
    played.cut(2);
    played.play(Playoff);
}

#[test]
fn teams_are_paired_by_team_seat_against_seat() {
    let mut played = Played::of_teams(5);
    played.add(Swiss);
    let round = played.last_round();
    assert_eq!((round.matches.len(), round.team_matches.len()), (0, 3));
    let versus: Vec<_> = round.team_matches.iter().filter(|team_match| !team_match.is_bye).collect();
    assert_eq!(versus.len(), 2);
    for team_match in versus {
        let [TeamId(one), TeamId(other)] = team_match.teams[..] else { panic!("two teams") };
        for (seat, table) in (0_i64..).zip(&team_match.seats) {
            assert_eq!(table.pairing.players, [3 * one - 2 + seat, 3 * other - 2 + seat].map(RegistrationId));
            assert_eq!(i64::from(table.pairing.table_number), i64::from(team_match.first_table_number) + seat);
        }
    }
    let firsts: Vec<i32> = round.team_matches.iter().map(|team_match| team_match.first_table_number).collect();
    assert_eq!(firsts, [1, 4, 7]);
}

#[test]
fn no_round_follows_the_last_one_that_is_planned() {
    let without_cut = TournamentEvent::DetailsChanged { details: planned(2, 0) };
    let mut played = Played::new(4).and(without_cut);
    played.play(Swiss);
    assert!(!played.last_round().final_round_in_event);
    played.play(Swiss);
    assert!(played.last_round().final_round_in_event);
    let command = NewRound { final_round: Some(false), ..NewRound::of_kind(Swiss) };
    let events = played.try_add(&command).unwrap();
    assert!(events.iter().any(|event| matches!(
        event,
        TournamentEvent::RoundAdded { final_round_in_event: false, round_number: 3, .. }
    )));
}

#[test]
fn rounds_are_paired_only_once_registration_is_closed_and_until_the_event_is_finished() {
    for lifecycle in LifecycleStatus::ALL {
        let fine = matches!(lifecycle, LifecycleStatus::RegistrationClosed | LifecycleStatus::EventInProgress);
        let added = Played::at(*lifecycle, 4).try_add(&NewRound::of_kind(Swiss));
        assert_eq!(added.is_ok(), fine, "{lifecycle}");
        assert!(fine || coded(added) == format!("event-not-running {lifecycle} EVENT_IN_PROGRESS"));
    }
}

#[test]
fn what_cannot_be_paired_is_told() {
    for kind in [Swiss, DraftPod] {
        assert_eq!(refused(&Played::new(1), kind), "pairing-too-few 1 2", "{kind}");
    }
    assert_eq!(refused(&Played::new(0), PlayerMeeting), "pairing-too-few 0 2");
    assert_eq!(refused(&Played::new(8), Playoff), "pairing-no-cut");
    assert_eq!(refused(&Played::of_teams(4), DraftPod), "pairing-teams-do-not-draft");
}

#[test]
fn the_first_round_plans_as_many_as_are_usual_if_the_event_asks_for_it() {
    let asked = |rounds| {
        let organizing = Organizing { rounds_by_attendance: true, ..Organizing::default() };
        Played::new(9).and(TournamentEvent::DetailsChanged { details: planned(rounds, 0) }).organized(organizing)
    };
    let mut played = asked(1);
    played.play(Swiss);
    assert_eq!(played.state().details, planned(4, 0));
    assert!(!played.last_round().final_round_in_event, "by the new plan");
    played.then(TournamentEvent::DetailsChanged { details: planned(2, 0) });
    played.play(Swiss);
    assert_eq!(played.state().details.swiss_rounds, Some(2), "only the first round plans");
    let is_plan = |event: &TournamentEvent| matches!(event, TournamentEvent::DetailsChanged { .. });
    let events = |played: &Played, kind| played.try_add(&NewRound::of_kind(kind)).unwrap();
    assert!(!events(&asked(4), Swiss).iter().any(is_plan), "the plan is the usual one");
    assert!(!events(&asked(1), PlayerMeeting).iter().any(is_plan));
    assert!(!events(&Played::new(9), Swiss).iter().any(is_plan));
}
