use domain::pairing::edit::Problem;

use super::*;
use crate::rounds::testing::*;
use RoundKind::{DraftPod, PlayerMeeting, Playoff, RandomPlayerMeeting, Swiss};

fn table_numbers(played: &Played) -> Vec<i32> {
    let round = played.last_round();
    let contests = round.all_matches().filter(|table| table.pairing.players.len() == 2);
    let mut numbers: Vec<i32> = contests.map(|table| table.pairing.table_number).collect();
    numbers.sort_unstable();
    numbers
}

fn at_tables(first: i32, last: i32) -> impl Fn(&mut Organizing) {
    move |it| (it.first_table, it.last_table) = (Some(first), Some(last))
}

#[test]
fn tables_are_numbered_within_the_events_range_and_fixed_tables_are_kept() {
    let mut played = Played::new(9).organized(at_tables(101, 105)).and(seat_fixed(3, 105));
    for _ in 0..2 {
        let round_id = played.play(Swiss);
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
    let mut played = Played::new(8).organized(at_tables(41, 44)).and(seat_fixed(8, 41));
    played.play(PlayerMeeting);
    assert_eq!(table_numbers(&played), [41, 42, 43, 44]);
    assert!(played.tables()[0].contains(&8));
    played.play(DraftPod);
    assert_eq!(played.last_round().matches[0].pairing.table_number, 1);
    played.play(DraftPod);
    assert_eq!(table_numbers(&played), [41, 42, 43, 44]);
}

#[test]
fn a_range_that_is_too_small_is_told_with_the_tables_that_are_needed() {
    for (played, needed) in [(Played::new(10), 5), (Played::of_teams(4), 6)] {
        assert_eq!(played.organized(at_tables(1, 4)).refused(Swiss), format!("pairing-too-few-tables {needed} 1 4"));
    }
    let refused = Played::new(10).organized(at_tables(1, 4)).try_add(&NewRound::of_kind(Swiss)).unwrap_err();
    let said = "5 tables are needed, and the event has tables 1 to 4. Change first_table or last_table of the event.";
    assert_eq!(refused.to_string(), said);
}

fn checks_in(id: i64) -> TournamentEvent {
    check_in_changed(id, Q::CheckedIn)
}

#[test]
fn only_players_who_checked_in_are_paired_if_the_event_demands_it() {
    for kind in [Swiss, PlayerMeeting, RandomPlayerMeeting, DraftPod] {
        let mut played = Played::new(8).organized(|it| (it.check_in_required, it.draft_pod_size) = (true, 6));
        assert_eq!(played.refused(kind), "pairing-not-checked-in 0 8 2", "{kind}");
        (1..=6).for_each(|id| played.then(checks_in(id)));
        let round_id = played.add(kind);
        let mut seated = played.tables().concat();
        seated.sort_unstable();
        assert_eq!(seated, [1, 2, 3, 4, 5, 6], "{kind}");
        assert_eq!(played.problems(), [Problem::NotCheckedIn(2)], "{kind}");
        played.then(checks_in(7));
        played.happen(played.try_pair(round_id).unwrap());
        assert_eq!(played.tables().concat().len(), 7, "{kind}");
    }
}

#[test]
fn a_team_is_paired_once_all_its_members_have_checked_in_and_a_playoff_does_not_ask() {
    let mut played = Played::of_teams(4).organized(|it| it.check_in_required = true);
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
    let one = Played::of_pods(4, 4).and(byes_awarded(1, &[1]));
    assert!(one.try_add(&NewRound::of_kind(Swiss)).is_ok());
    let two = one.and(byes_awarded(2, &[1]));
    assert_eq!(two.refused(Swiss), "pairing-too-few 2 3");
    let all = two.and(byes_awarded(3, &[1])).and(byes_awarded(4, &[1]));
    assert!(all.try_add(&NewRound::of_kind(Swiss)).is_ok(), "all have byes");
}

#[test]
fn the_lowest_gets_the_bye_if_the_event_says_so() {
    for players in [9, 11, 13] {
        let mut played = Played::new(players).organized(|it| it.lowest_gets_bye = true);
        let first = played.play(Swiss);
        let had_bye = played.tables().into_iter().find(|table| table.len() == 1).unwrap();
        let standings = standings_after(&played.state(), first).unwrap();
        let order: Vec<i64> = standings.iter().map(|line| line.competitor.0).collect();
        let lowest = order.into_iter().rfind(|id| !had_bye.contains(id)).unwrap();
        played.add(Swiss);
        assert!(played.tables().contains(&vec![lowest]), "{lowest} of {:?}", played.tables());
    }
}

#[test]
fn who_sat_first_sits_second_next_if_sides_are_balanced() {
    let mut played = Played::new(32).organized(|it| it.balanced_sides = true).after_a_round();
    let first: Vec<i64> = played.tables().iter().map(|table| table[0]).collect();
    played.add(Swiss);
    for table in played.tables() {
        assert!(!first.contains(&table[0]) || first.contains(&table[1]), "{table:?}");
    }
}
