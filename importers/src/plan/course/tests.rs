use serde_json::{Value, json};

use super::*;
use crate::tests::{read_value, small, small_file};

fn course_of(file: &Value) -> Course {
    course(&read_value(file).unwrap().archive)
}

/// A file of four players and these rounds, each a list of (p1, p2); `None` is a bye. `as_of` has the round of each
/// row.
fn four(rounds: &[&[(usize, Option<usize>)]], as_of: [i32; 4], phase_cuts: &[i32]) -> Value {
    let table = |(p1, p2): &(usize, Option<usize>)| json!({"p1": p1, "p2": p2, "bye": p2.is_none(), "winner": 1});
    let rounds: Vec<Value> = rounds
        .iter()
        .zip(1..)
        .map(|(tables, number)| {
            let matches: Vec<Value> = tables.iter().map(table).collect();
            json!({"number": number, "kind": "swiss", "matches": matches})
        })
        .collect();
    let row = |(p, as_of): (usize, i32)| {
        json!({"rank": p + 1, "p": p, "points": 9 - p, "w": 0, "l": 0, "d": 0, "omw": 0.5, "gw": 0.5, "ogw": 0.5,
            "as_of_round": as_of})
    };
    let standings: Vec<Value> = as_of.into_iter().enumerate().map(row).collect();
    json!({
        "id": "four", "name": "Four", "date": "2025-12-06", "platform": "example", "swiss_rounds": rounds.len(),
        "top_cut": 0, "phase_cuts": phase_cuts, "players": ["A", "B", "C", "D"], "rounds": rounds, "standings": standings,
    })
}

#[test]
fn rounds_that_share_a_number_are_one_and_lower_places_are_marked() {
    let rounds = course(&small_file().archive).rounds;
    assert_eq!(rounds.iter().map(|round| round.number).collect::<Vec<_>>(), [1, 2, 3, 4, 5]);
    let last: Vec<(usize, bool)> = rounds[4].matches.iter().map(|(it, lower)| (it.p1, *lower)).collect();
    assert_eq!(last, [(1, true), (0, false)]);
    assert!(rounds[3].matches.iter().all(|(_, lower)| !lower));
    let opening: Vec<i32> = rounds.iter().filter(|round| round.opens_phase).map(|round| round.number).collect();
    assert_eq!(opening, [1, 4]);
}

#[test]
fn players_who_both_lost_play_for_lower_places_only() {
    let mut file = small();
    file["rounds"][3]["matches"][0]["winner"] = json!(3);
    assert!(course_of(&file).rounds[4].matches.iter().all(|(_, lower)| *lower));
}

#[test]
fn who_plays_the_playoff_goes_on_by_swiss_order_and_who_left_before_dropped() {
    let course = course(&small_file().archive);
    // Ana 7 points, Ed 6, Cy 5, Bo 0; the final places differ.
    assert_eq!(course.rounds[2].cut, Some(vec![0, 4, 2, 1]));
    assert_eq!(course.rounds[1].drops, [3]);
    let others = course.rounds.iter().filter(|round| round.number != 2);
    assert!(others.map(|round| round.drops.len()).sum::<usize>() == 0);
    assert_eq!(course.absent, [0_usize; 0]);
}

#[test]
fn a_playoff_numbered_on_its_own_goes_on_after_the_swiss_rounds() {
    let mut file = small();
    for (index, number) in [(3, 1), (4, 2), (5, 2)] {
        file["rounds"][index]["number"] = json!(number);
    }
    assert_eq!(course_of(&file), course_of(&small()));
}

#[test]
fn a_cut_opens_a_phase_and_who_misses_it_did_not_drop() {
    let rounds: [&[_]; 3] = [&[(0, Some(2)), (1, Some(3))], &[(0, Some(1)), (3, None)], &[(0, Some(1))]];
    let course = course_of(&four(&rounds, [3, 3, 2, 2], &[2]));
    assert_eq!(course.rounds[0].drops, [2], "left on the first day");
    assert_eq!(course.rounds[1].cut, Some(vec![0, 1]));
    assert_eq!(course.rounds[1].drops, [0; 0], "was cut");
    assert_eq!(course.rounds.iter().map(|round| round.opens_phase).collect::<Vec<_>>(), [true, false, true]);
}

#[test]
fn a_cut_shows_in_frozen_lines_too() {
    let rounds: [&[_]; 3] = [&[(0, Some(2)), (1, Some(3))], &[(0, Some(1)), (3, Some(2))], &[(0, Some(1))]];
    let told = course_of(&four(&rounds, [3, 3, 2, 2], &[2]));
    assert_eq!(course_of(&four(&rounds, [3, 3, 2, 2], &[])), told);
}

#[test]
fn who_advances_and_does_not_come_dropped_but_who_misses_a_round_did_not() {
    let rounds: [&[_]; 4] =
        [&[(0, Some(1)), (2, Some(3))], &[(0, Some(2)), (3, None)], &[(0, Some(1)), (2, None)], &[(0, Some(1))]];
    let course = course_of(&four(&rounds, [4, 4, 4, 2], &[2]));
    assert_eq!(course.rounds[1].cut, Some(vec![0, 1, 2]));
    let drops: Vec<&[usize]> = course.rounds.iter().map(|round| round.drops.as_slice()).collect();
    assert_eq!(drops, [&[][..], &[], &[2], &[]], "1 missed round 2 and came back, 3 was cut");
}

#[test]
fn a_player_whose_pool_is_done_did_not_drop() {
    let rounds: [&[_]; 2] = [&[(0, Some(1)), (2, Some(3))], &[(2, None)]];
    let mut file = four(&rounds, [2; 4], &[]);
    let drops = |file: &Value| course_of(file).rounds[0].drops.clone();
    assert_eq!(drops(&file), [0, 1, 3]);
    for (round, table, pool) in [(0, 0, 1), (0, 1, 2), (1, 0, 2)] {
        file["rounds"][round]["matches"][table]["pool"] = json!(pool);
    }
    assert_eq!(drops(&file), [3]);
}

#[test]
fn who_never_plays_is_absent() {
    let rounds: [&[_]; 1] = [&[(0, Some(1)), (2, None)]];
    assert_eq!(course_of(&four(&rounds, [1; 4], &[])).absent, [3]);
}

#[test]
fn the_published_order_puts_the_unpublished_last() {
    let mut file = small();
    file["standings"].as_array_mut().unwrap().remove(1);
    let archive = read_value(&file).unwrap().archive;
    let entries: Vec<RegistrationId> = (10..15).map(RegistrationId).collect();
    assert_eq!(published_order(&archive, &entries), [12, 11, 14, 13, 10].map(RegistrationId));
}
