use domain::pairing::edit::Problem;
use domain::tournament::standings::standings_after;
use proto_events::tournament::Organizing;
use proto_events::vocabulary::QueueCheckInStatus;

use super::*;
use crate::rounds::create_round::NewRound;
use crate::rounds::create_round::RoundKind::{DraftPod, PlayerMeeting, Playoff, RandomPlayerMeeting, Swiss};
use crate::rounds::scrutiny::problems_with;
use crate::rounds::testing::Played;
use crate::testing::coded;

/// Returns the numbers of the tables at which the last round is played.
fn table_numbers(played: &Played) -> Vec<i32> {
    let round = played.last_round();
    let contests = round.all_matches().filter(|table| table.pairing.players.len() == 2);
    let mut numbers: Vec<i32> = contests.map(|table| table.pairing.table_number).collect();
    numbers.sort_unstable();
    numbers
}

fn at_tables(first: i32, last: i32) -> Organizing {
    Organizing { first_table: Some(first), last_table: Some(last), ..Organizing::default() }
}

#[test]
fn tables_are_numbered_within_the_events_range_and_fixed_tables_are_kept() {
    let mut played = Played::new(9).organized(at_tables(101, 105));
    played.then(TournamentEvent::SeatFixed { registration_id: RegistrationId(3), fixed_seat: Some(105) });
    for kind in [Swiss, Swiss] {
        let round_id = played.play(kind);
        assert_eq!(table_numbers(&played), [101, 102, 103, 105]);
        let table = played.match_of(round_id, 3);
        assert!(played.state().placed(table).unwrap().table.pairing.table_number >= 105, "its own, or a bye's");
    }
    played.cut(4);
    played.add(Playoff);
    assert_eq!(table_numbers(&played), [101, 102]);
}

#[test]
fn a_meeting_seats_players_within_the_range_and_pods_keep_their_numbers() {
    let mut played = Played::new(8).organized(at_tables(41, 44));
    played.then(TournamentEvent::SeatFixed { registration_id: RegistrationId(8), fixed_seat: Some(41) });
    played.play(PlayerMeeting);
    assert_eq!(table_numbers(&played), [41, 42, 43, 44]);
    assert!(played.tables()[0].contains(&8));
    played.play(DraftPod);
    assert_eq!(played.last_round().matches[0].pairing.table_number, 1);
    played.play(DraftPod);
    assert_eq!(table_numbers(&played), [41, 42, 43, 44]);
}

#[test]
fn no_team_match_is_split_by_the_end_of_a_row() {
    let in_rows = Organizing { tables_per_row: Some(4), ..at_tables(11, 17) };
    let mut played = Played::of_teams(4).organized(in_rows);
    played.play(Swiss);
    assert_eq!(table_numbers(&played), [11, 12, 13, 15, 16, 17]);
    let refused = played.organized(Organizing { tables_per_row: Some(5), ..at_tables(11, 17) });
    assert_eq!(coded(refused.try_add(&NewRound::of_kind(Swiss))), "pairing-too-few-tables 8 11 17");
}

#[test]
fn a_range_that_is_too_small_is_told_with_the_tables_that_are_needed() {
    for (played, needed) in [(Played::new(10), 5), (Played::of_teams(4), 6)] {
        let played = played.organized(at_tables(1, 4));
        let refused = played.try_add(&NewRound::of_kind(Swiss));
        assert_eq!(coded(refused.clone()), format!("pairing-too-few-tables {needed} 1 4"));
        assert_eq!(
            refused.unwrap_err().to_string(),
            format!(
                "{needed} tables are needed, and the event has tables 1 to 4. Change first_table or last_table of the \
                 event."
            )
        );
    }
}

fn checks_in(id: i64) -> TournamentEvent {
    let status = Some(QueueCheckInStatus::CheckedIn);
    TournamentEvent::CheckInChanged { registration_id: RegistrationId(id), status }
}

#[test]
fn only_players_who_checked_in_are_paired_if_the_event_demands_it() {
    let organizing = Organizing { check_in_required: true, draft_pod_size: 6, ..Organizing::default() };
    for kind in [Swiss, PlayerMeeting, RandomPlayerMeeting, DraftPod] {
        let mut played = Played::new(8).organized(organizing.clone());
        let refused = |waiting: i32| format!("pairing-not-checked-in {} {waiting} 2", 8 - waiting);
        assert_eq!(coded(played.try_add(&NewRound::of_kind(kind))), refused(8), "{kind}");
        (1..=6).for_each(|id| played.then(checks_in(id)));
        let round_id = played.add(kind);
        let mut seated = played.tables().concat();
        seated.sort_unstable();
        assert_eq!(seated, [1, 2, 3, 4, 5, 6], "{kind}");
        let state = played.state();
        let (phase, round) = state.round(round_id).unwrap();
        assert_eq!(problems_with(&state, phase, round), [Problem::NotCheckedIn(2)], "{kind}");
        played.then(checks_in(7));
        played.happen(played.try_pair(round_id).unwrap());
        assert_eq!(played.tables().concat().len(), 7, "{kind}");
    }
}

#[test]
fn a_team_is_paired_once_all_its_members_have_checked_in_and_a_playoff_does_not_ask() {
    let mut played = Played::of_teams(4).organized(Organizing { check_in_required: true, ..Organizing::default() });
    (1..=8).for_each(|id| played.then(checks_in(id)));
    let round_id = played.add(Swiss);
    assert_eq!(played.last_round().team_matches.len(), 1);
    played.then(checks_in(9));
    played.happen(played.try_pair(round_id).unwrap());
    assert_eq!(played.last_round().team_matches.len(), 2, "one of them is a bye");
    played.start(round_id);
    played.finish(round_id);
    played.cut(4);
    played.add(Playoff);
    assert_eq!(played.last_round().team_matches.len(), 2);
}

#[test]
fn pods_need_three_players_beside_those_with_awarded_byes() {
    let mut played = Played::of_pods(4, 4);
    let bye = |id| TournamentEvent::ByesAwarded { registration_id: RegistrationId(id), round_numbers: vec![1] };
    played.then(bye(1));
    assert!(played.try_add(&NewRound::of_kind(Swiss)).is_ok());
    played.then(bye(2));
    assert_eq!(coded(played.try_add(&NewRound::of_kind(Swiss))), "pairing-too-few 2 3");
    for id in [3, 4] {
        played.then(bye(id));
    }
    assert!(played.try_add(&NewRound::of_kind(Swiss)).is_ok(), "all have byes");
}

#[test]
fn the_lowest_gets_the_bye_if_the_event_says_so() {
    for players in [9, 11, 13] {
        let organizing = Organizing { lowest_gets_bye: true, ..Organizing::default() };
        let mut played = Played::new(players).organized(organizing);
        let first = played.play(Swiss);
        let had_bye = played.tables().into_iter().find(|table| table.len() == 1).unwrap();
        let standings = standings_after(&played.state(), first).unwrap();
        let order: Vec<i64> = standings.iter().map(|line| line.competitor.id()).collect();
        let lowest = order.into_iter().rfind(|id| !had_bye.contains(id)).unwrap();
        played.add(Swiss);
        assert!(played.tables().contains(&vec![lowest]), "{lowest} of {:?}", played.tables());
    }
}

#[test]
fn who_sat_first_sits_second_next_if_sides_are_balanced() {
    let mut played = Played::new(32).organized(Organizing { balanced_sides: true, ..Organizing::default() });
    played.play(Swiss);
    let first: Vec<i64> = played.tables().iter().map(|table| table[0]).collect();
    played.add(Swiss);
    for table in played.tables() {
        assert!(!first.contains(&table[0]) || first.contains(&table[1]), "{table:?}");
    }
}
