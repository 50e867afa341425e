//! The rules of a Swiss round, one by one.

use std::collections::{BTreeMap, BTreeSet};

use domain::pairing::{ENGINE, Entrant, EntrantId, Seats, Way, pair, round_seed};

use crate::paired::{byes, tables};
use crate::simulate::{Habits, Random, Simulation};

fn id(number: i64) -> EntrantId {
    EntrantId(number)
}

fn entrant(number: i64, points: i32, met: &[i64]) -> Entrant {
    let opponents = met.iter().map(|other| id(*other)).collect();
    Entrant { match_points: points, opponents, rank: i32::try_from(number).unwrap(), ..Entrant::new(id(number)) }
}

fn newcomers(number: i64) -> Vec<Entrant> {
    (1..=number).map(|number| entrant(number, 0, &[])).collect()
}

/// Returns the pairs by id, and the player with an unawarded bye.
fn pairs(entrants: &[Entrant], round: &[Seats]) -> (BTreeSet<[i64; 2]>, Option<i64>) {
    let sorted = |players: [EntrantId; 2]| {
        let [one, other] = players.map(|id| id.0);
        [one.min(other), one.max(other)]
    };
    let is_awarded = |id: &EntrantId| entrants.iter().any(|entrant| entrant.id == *id && entrant.has_awarded_bye);
    let bye = byes(round).into_iter().find(|bye| !is_awarded(bye)).map(|bye| bye.0);
    (tables(round).map(|table| sorted(table.players)).collect(), bye)
}

fn outcomes(entrants: &[Entrant], way: Way, seeds: u64) -> BTreeMap<(BTreeSet<[i64; 2]>, Option<i64>), u64> {
    let mut outcomes = BTreeMap::new();
    for seed in 0..seeds {
        *outcomes.entry(pairs(entrants, &pair(entrants, way, seed))).or_insert(0) += 1;
    }
    outcomes
}

fn always(entrants: &[Entrant], way: Way) -> (BTreeSet<[i64; 2]>, Option<i64>) {
    let mut outcomes = outcomes(entrants, way, 20);
    assert_eq!(outcomes.len(), 1, "{outcomes:?}");
    outcomes.pop_first().unwrap().0
}

#[test]
fn entrant_that_is_given_twice_plays_once() {
    let entrants = [newcomers(3), newcomers(2)].concat();
    assert_eq!(pair(&entrants, Way::Swiss, 1), pair(&newcomers(3), Way::Swiss, 1));
}

#[test]
fn all_first_rounds_are_equally_likely() {
    let outcomes = outcomes(&newcomers(4), Way::Random, 3_000);
    assert_eq!(outcomes.len(), 3);
    assert!(outcomes.values().all(|times| (900..1_100).contains(times)), "{outcomes:?}");
}

#[test]
fn opponents_are_equally_likely_in_a_large_group() {
    let mut times = BTreeMap::new();
    for seed in 0..3_000 {
        let round = pair(&newcomers(31), Way::Swiss, seed);
        let (pairs, bye) = pairs(&newcomers(31), &round);
        let opponent = pairs.iter().find(|pair| pair.contains(&7)).map(|pair| pair[0] + pair[1] - 7);
        *times.entry(opponent).or_insert(0) += 1;
        assert_eq!(opponent.is_none(), bye == Some(7));
    }
    assert_eq!(times.len(), 31, "30 opponents and the bye");
    assert!(times.values().all(|times| (60..140).contains(times)), "{times:?}");
}

#[test]
fn who_of_two_equals_is_named_first_is_drawn() {
    let first = |seed| pair(&newcomers(2), Way::Swiss, seed)[0].entrants[0];
    let firsts: BTreeSet<EntrantId> = (0..20).map(first).collect();
    assert_eq!(firsts, BTreeSet::from([id(1), id(2)]));
}

#[test]
fn in_the_first_round_points_do_not_count() {
    let entrants: Vec<Entrant> = (1..=4).map(|number| entrant(number, if number <= 2 { 3 } else { 0 }, &[])).collect();
    assert_eq!(outcomes(&entrants, Way::Random, 50).len(), 3);
    assert_eq!(always(&entrants, Way::Swiss).0, BTreeSet::from([[1, 2], [3, 4]]));
}

#[test]
fn the_order_of_entrants_makes_no_difference() {
    let mut entrants = newcomers(51);
    let round = pair(&entrants, Way::Swiss, 9);
    entrants.reverse();
    assert_eq!(pair(&entrants, Way::Swiss, 9), round);
    assert_ne!(pair(&entrants, Way::Swiss, 10), round);
}

#[test]
fn a_meeting_that_only_one_of_two_tells_of_counts() {
    let entrants = [entrant(1, 0, &[2]), entrant(2, 0, &[]), entrant(3, 0, &[4]), entrant(4, 0, &[])];
    assert!(outcomes(&entrants, Way::Swiss, 50).keys().all(|(pairs, _)| !pairs.contains(&[1, 2])));
}

#[test]
fn tables_go_down_by_points_and_of_two_who_keep_a_table_the_better_one_does() {
    for (number, fixed_seats, expected) in [
        (8, &[(2, 1), (7, 20)][..], &[(1, [3, 4]), (2, [1, 2]), (3, [5, 6]), (20, [7, 8])][..]),
        (4, &[(0, 7), (1, 3), (3, 7)], &[(1, [3, 4]), (7, [1, 2])]),
    ] {
        let by_rank = |number: i64| entrant(number, 12 - i32::try_from(number).unwrap(), &[]);
        let mut entrants: Vec<Entrant> = (1..=number).map(by_rank).collect();
        fixed_seats.iter().for_each(|(at, seat)| entrants[*at].fixed_seat = Some(*seat));
        let round = pair(&entrants, Way::ByStanding, 1);
        let tables = tables(&round).map(|table| (table.number, table.players.map(|id| id.0)));
        assert_eq!(tables.collect::<Vec<_>>(), expected, "{number} players");
    }
}

/// Seeds and the engine's number are stored with an event, so its pairings must stay reproducible.
#[test]
fn what_a_seed_gives_changes_only_with_the_number_of_the_engine() {
    let mut print: u64 = 0xcbf2_9ce4_8422_2325;
    for (players, way) in [(7, Way::Swiss), (30, Way::Random), (61, Way::Swiss), (64, Way::ByStanding)] {
        let mut simulation = Simulation::new(players, Habits::random(&mut Random(1)), 2);
        for number in 1..=7 {
            simulation.before_round();
            let round = simulation.pair(if number == 7 { way } else { Way::Swiss });
            for id in round.iter().flat_map(|table| &table.entrants) {
                print = (print ^ id.0.cast_unsigned()).wrapping_mul(0x0100_0000_01b3);
            }
            simulation.play(&round);
        }
    }
    assert_eq!(
        (ENGINE, print),
        ("https://crosstable.invalid/pairing/1", 12_065_764_083_014_595_234),
        "if pairings change, `ENGINE` needs a new number"
    );
}

#[test]
fn absurd_points_do_no_harm() {
    let points = [i32::MAX, i32::MIN, 0, 1, i32::MAX - 1, -5, 7, 7];
    let entrants: Vec<Entrant> = (1..).zip(points).map(|(number, points)| entrant(number, points, &[])).collect();
    let expected = BTreeSet::from([[1, 5], [2, 6], [3, 4], [7, 8]]);
    assert_eq!(always(&entrants, Way::Swiss).0, expected);
    assert_eq!(always(&entrants, Way::ByStanding).0, expected);
}

#[test]
fn every_round_and_every_new_pairing_of_it_has_a_seed_of_its_own() {
    let seeds: BTreeSet<u64> = (0..20)
        .flat_map(|round| (0..5).flat_map(move |times| [-1, 0, 1].map(|event| round_seed(event, round, times))))
        .collect();
    assert_eq!(seeds.len(), 300);
    assert_eq!(round_seed(7, 3, 0), round_seed(7, 3, 0));
}
