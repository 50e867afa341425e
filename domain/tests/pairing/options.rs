//! Options of pairing: squares of differences first, the bye of the lowest, and who sits first.

use std::collections::{BTreeMap, BTreeSet};

use domain::pairing::sides::balance;
use domain::pairing::tables_of_many::pair_tables;
use domain::pairing::{Entrant, EntrantId, Options, Way, pair};
use proptest::prelude::*;
use proto_events::vocabulary::ShortPods;

use crate::paired::byes;
use crate::simulate::{Habits, Simulation};

pub(crate) fn all(way: Way) -> Options {
    Options { way, lowest_gets_bye: true, squares_first: true }
}

proptest! {
    #[test]
    fn in_each_pair_the_one_who_sat_first_less_often_sits_first(players in 2_usize..=40, seed: u64) {
        play_with_sides(players, 9, seed)?;
    }
}

fn entrant(number: i64, match_points: i32) -> Entrant {
    let rank = i32::try_from(number).unwrap();
    Entrant { match_points, rank, ..Entrant::new(EntrantId(number)) }
}

#[test]
fn the_lowest_in_the_standings_gets_the_bye_at_tables_of_any_size() {
    let mut entrants: Vec<Entrant> = (1..=9).map(|number| entrant(number, i32::from(number < 3))).collect();
    entrants[8].byes = 1;
    let ten = [entrants.as_slice(), &[entrant(10, 0)]].concat();
    for seed in 0..20 {
        assert_eq!(byes(&pair(&entrants, all(Way::Swiss), seed)), [EntrantId(8)]);
        let seats = pair_tables(&ten, 4, ShortPods::Byes, all(Way::Swiss), seed);
        assert_eq!(byes(&seats).into_iter().collect::<BTreeSet<_>>(), [EntrantId(8), EntrantId(10)].into());
    }
}

/// Plays a tournament with balanced sides. Returns how many players sat first so much more often than second.
fn play_with_sides(players: usize, rounds: usize, seed: u64) -> Result<BTreeMap<i32, usize>, TestCaseError> {
    let habits = Habits { draws: 4, drops: 0, late: 0, awarded_byes: 0, fixed_seats: 0 };
    let mut simulation = Simulation::new(players, habits, seed);
    for number in 1..=rounds {
        simulation.before_round();
        let round = simulation.pair(if number == 1 { Way::Random } else { Way::Swiss });
        let mut seats = round.clone();
        balance(&mut seats, &simulation.entrants, seed);
        for (table, before) in seats.iter().zip(&round) {
            let same: BTreeSet<_> = table.entrants.iter().collect();
            prop_assert_eq!(same, before.entrants.iter().collect());
            let sides = [1, -1].into_iter().zip(&table.entrants).filter(|_| table.entrants.len() == 2);
            let mut ahead = Vec::new();
            for (side, id) in sides {
                let entrant = simulation.entrants.iter_mut().find(|entrant| entrant.id == *id).unwrap();
                ahead.push((entrant.times_first_over, entrant.last_side));
                (entrant.times_first_over, entrant.last_side) = (entrant.times_first_over + side, side);
            }
            prop_assert!(ahead.is_sorted(), "{ahead:?}");
        }
        simulation.play(&round);
    }
    let mut counts = BTreeMap::new();
    for entrant in &simulation.entrants {
        *counts.entry(entrant.times_first_over.abs()).or_insert(0) += 1;
    }
    Ok(counts)
}

#[test]
fn nearly_all_sit_first_as_often_as_second() {
    for (rounds, percent_even) in [(8, 70), (9, 97)] {
        let mut counts: BTreeMap<i32, usize> = BTreeMap::new();
        for seed in 0..40 {
            for (ahead, players) in play_with_sides(64, rounds, seed).unwrap() {
                *counts.entry(ahead).or_insert(0) += players;
            }
        }
        let even: usize = counts.range(..=1).map(|(_, players)| players).sum();
        assert!(even * 100 >= 40 * 64 * percent_even, "{rounds} rounds: {counts:?}");
        assert!(counts.keys().all(|ahead| *ahead <= 3), "{rounds} rounds: {counts:?}");
    }
}
