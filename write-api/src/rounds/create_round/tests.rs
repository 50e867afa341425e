use super::*;
use crate::rounds::testing::*;
use RoundKind::{DraftPod, PlayerMeeting, Playoff, RandomPlayerMeeting, Swiss};

/// Returns the numbers of all rounds with the types of their phases.
fn course(played: &Played) -> Vec<(PhaseType, i32)> {
    played.state().rounds().map(|(phase, round)| (phase.round_type, round.number)).collect()
}

#[test]
fn the_first_round_opens_a_phase_and_pairs_everybody() {
    let (played, id) = Played::new(5).paired();
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
    let mut played = Played::new(7).and(byes_awarded(3, &[1])).and(seat_fixed(5, 9)).after_a_round();
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
    let before = Played::new(8).with(planned(2, 2)).after_a_round();
    let tables = |is_off: bool, by_standing| {
        let mut played = before.clone().organized(|it| it.power_pair_last_round &= !is_off);
        let command = NewRound { by_standing, ..NewRound::of_kind(Swiss) };
        played.happen(played.try_add(&command).unwrap());
        played.tables()
    };
    let powered = tables(false, None);
    let standings = standings_after(&before.state(), before.last_round().id).unwrap();
    let best: Vec<i64> = standings.iter().map(|line| line.competitor.0).collect();
    assert_eq!(powered[0], best[..2], "first against second");
    assert_eq!(tables(true, Some(true)), powered, "the command can ask for it");
    assert_eq!(tables(true, None), tables(false, Some(false)), "or decline it");
}

fn has_status(played: &Played, players: &[i64], status: RegistrationStatus) -> bool {
    players.iter().all(|player| played.status(*player) == status)
}

fn active(played: &Played) -> usize {
    (1..=8).filter(|id| played.status(*id) == S::Complete).count()
}

#[test]
fn a_playoff_goes_on_until_there_is_a_winner_and_who_loses_is_eliminated_with_the_next_round() {
    let mut played = Played::new(8).with(planned(1, 4)).cut_to(4);
    assert_eq!(played.status(8), S::Eliminated);
    let semifinals = played.begin(Playoff);
    assert_eq!((played.last_round().number, played.last_round().final_round_in_event), (2, false));
    let losers: Vec<i64> = played.tables().iter().map(|table| table[1]).collect();
    played.finish(semifinals);
    assert!(has_status(&played, &losers, S::Complete));
    let last = played.begin(Playoff);
    assert!(has_status(&played, &losers, S::Eliminated));
    assert!(played.last_round().final_round_in_event);
    let (match_id, [first, second]) = played.open_matches()[0];
    played.report(match_id, 0, 2);
    played.complete(last);
    assert_eq!([first, second].map(|player| played.status(player)), [S::Eliminated, S::Complete]);
    assert_eq!(played.refused(Playoff), "pairing-playoff-over");
    assert_eq!(played.refused(Swiss), "round-playoff-begun");
    let phases: Vec<PhaseType> = played.state().phases.iter().map(|phase| phase.round_type).collect();
    assert_eq!(phases, [PhaseType::Swiss, PhaseType::SingleElimination]);
}

fn playoff_of(playoff: PlayoffKind) -> Played {
    Played::new(8).with(TournamentDetails { playoff, ..planned(1, 4) }).cut_to(4)
}

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
    assert!(lost.iter().any(|loser| played.status(*loser) == S::Complete), "they have a life left");
    let third = played.add(Playoff);
    assert_eq!((played.tables().len(), played.last_round().final_round_in_event), (1, false), "it is not the final");
    assert_eq!(played.problems(), [], "who waits for the final is not left out");
    played.start(third);
    played.finish(third);
    let first = played.begin(Playoff);
    assert!(!played.last_round().final_round_in_event, "a second final may follow");
    let (match_id, [one, _]) = played.open_matches()[0];
    let from_below = of_playoff(&played, |playoff| playoff.defeats).contains(&one);
    played.report(match_id, if from_below { 2 } else { 0 }, if from_below { 0 } else { 2 });
    played.complete(first);
    let last = played.play(Playoff);
    assert!(played.last_round().final_round_in_event);
    assert_eq!(played.state().round(last).unwrap().0.round_type, PhaseType::DoubleElimination);
    assert_eq!(played.refused(Playoff), "pairing-playoff-over");
    assert_eq!(active(&played), 1);
}

#[test]
fn the_match_for_third_place_comes_with_the_final_and_needs_no_result() {
    let mut played = playoff_of(PlayoffKind::ThirdPlace);
    played.play(Playoff);
    let lost = of_playoff(&played, |playoff| playoff.losers);
    let last = played.add(Playoff);
    assert!(has_status(&played, &lost, S::Complete), "they play on");
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
    played.finish(last);
    assert_eq!(active(&played), 1);
}

#[test]
fn a_ranked_playoff_is_its_own_kind_of_phase() {
    let mut played = Played::new(8).organized(|it| it.ranked_playoff = true).cut_to(8);
    played.play(Playoff);
    played.play(Playoff);
    assert_eq!(course(&played)[1..], [2, 3].map(|number| (PhaseType::RankedSingleElimination, number)));
}

#[test]
fn another_day_of_swiss_rounds_is_a_phase_of_its_own() {
    let mut played = Played::new(8).cut_to(4);
    let meeting = played.begin(PlayerMeeting);
    played.complete(meeting);
    played.play(Swiss);
    assert_eq!(played.tables().concat().len(), 4);
    assert_eq!(course(&played), [(PhaseType::Swiss, 1), (PhaseType::Swiss, -1), (PhaseType::Swiss, 2)]);
    assert_eq!(played.state().phases.len(), 2);
    assert_eq!(played.refused(Playoff), "pairing-no-cut", "that was the cut of the first day");
    played.cut(2);
    played.play(Playoff);
}

#[test]
fn teams_are_paired_by_team_seat_against_seat() {
    let round = Played::of_teams(5).paired().0.last_round();
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
    let mut played = Played::new(4).with(planned(2, 0)).after_a_round();
    assert!(!played.last_round().final_round_in_event);
    played.play(Swiss);
    assert!(played.last_round().final_round_in_event);
    let command = NewRound { final_round: Some(false), ..NewRound::of_kind(Swiss) };
    played.happen(played.try_add(&command).unwrap());
    assert_eq!((played.last_round().number, played.last_round().final_round_in_event), (3, false));
}

#[test]
fn rounds_are_paired_only_once_registration_is_closed_and_until_the_event_is_finished() {
    for lifecycle in LifecycleStatus::ALL {
        let fine = matches!(lifecycle, L::RegistrationClosed | L::EventInProgress);
        let added = Played::new(4).and(reached(*lifecycle)).try_add(&NewRound::of_kind(Swiss));
        assert_eq!(added.is_ok(), fine, "{lifecycle}");
        assert!(fine || coded(added) == format!("event-not-running {lifecycle} EVENT_IN_PROGRESS"));
    }
}

#[test]
fn what_cannot_be_paired_is_told() {
    for (played, kind, code) in [
        (Played::new(1), Swiss, "pairing-too-few 1 2"),
        (Played::new(1), DraftPod, "pairing-too-few 1 2"),
        (Played::new(0), PlayerMeeting, "pairing-too-few 0 2"),
        (Played::new(8), Playoff, "pairing-no-cut"),
        (Played::of_teams(4), DraftPod, "pairing-teams-do-not-draft"),
    ] {
        assert_eq!(played.refused(kind), code, "{kind}");
    }
}

#[test]
fn the_first_round_plans_as_many_as_are_usual_if_the_event_asks_for_it() {
    let asked = |rounds| Played::new(9).with(planned(rounds, 0)).organized(|it| it.rounds_by_attendance = true);
    let played = asked(1).after_a_round();
    assert_eq!(played.state().details, planned(4, 0));
    assert!(!played.last_round().final_round_in_event, "by the new plan");
    let played = played.with(planned(2, 0)).after_a_round();
    assert_eq!(played.state().details.swiss_rounds, Some(2), "only the first round plans");
    let is_plan = |event: &TournamentEvent| matches!(event, TournamentEvent::DetailsChanged { .. });
    let events = |played: &Played, kind| played.try_add(&NewRound::of_kind(kind)).unwrap();
    assert!(!events(&asked(4), Swiss).iter().any(is_plan), "the plan is the usual one");
    assert!(!events(&asked(1), PlayerMeeting).iter().any(is_plan));
    assert!(!events(&Played::new(9), Swiss).iter().any(is_plan));
}
