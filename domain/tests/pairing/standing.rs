//! Rounds by standing.

use std::collections::BTreeSet;

use domain::pairing::{Entrant, EntrantId, Seats, Way};
use proptest::prelude::*;

use crate::check::{Cost, add, by_matching, cost, players};
use crate::paired::{byes, tables};
use crate::simulate::{Habits, Random, Simulation};

/// The preference of each top player's opponent, from the top down: first those not met before, then by standing.
type Preferences = Vec<(bool, usize)>;

fn first_of_all(left: &[(usize, &Entrant)]) -> (Cost, Preferences, Vec<[EntrantId; 2]>) {
    let Some((first, rest)) = left.split_first() else { return (Cost::default(), Vec::new(), Vec::new()) };
    let with = |at: usize| {
        let mut left = rest.to_vec();
        let second = left.remove(at);
        let (rest, preferences, pairs) = first_of_all(&left);
        let mut cost = cost(first.1, second.1);
        let preference = (cost[0] > 0, second.0);
        cost[3] = 0;
        let pair = [first.1.id, second.1.id];
        (add(cost, rest), [vec![preference], preferences].concat(), [vec![pair], pairs].concat())
    };
    (0..rest.len()).map(with).min().unwrap()
}

/// Finds the same pairing choice by choice, with the cost of the rest from another implementation.
fn first_by_matching(mut left: Vec<(usize, &Entrant)>) -> Vec<[EntrantId; 2]> {
    let rest_costs = |left: &[(usize, &Entrant)]| {
        by_matching(&left.iter().map(|(_, player)| *player).collect::<Vec<_>>(), Way::Swiss.into())
    };
    let (best, mut spent, mut pairs) = (rest_costs(&left), Cost::default(), Vec::new());
    while !left.is_empty() {
        let (_, first) = left.remove(0);
        let mut choices: Vec<usize> = (0..left.len()).collect();
        choices.sort_by_key(|at| cost(first, left[*at].1)[0]);
        let taken = choices.into_iter().find_map(|at| {
            let mut rest = left.clone();
            let (_, second) = rest.remove(at);
            let now = add(spent, cost(first, second));
            (add(now, rest_costs(&rest))[..3] == best[..3]).then_some((rest, now, [first.id, second.id]))
        });
        let (rest, now, pair) = taken.unwrap();
        (left, spent) = (rest, now);
        pairs.push(pair);
    }
    pairs
}

fn compare(
    entrants: &[Entrant],
    round: &[Seats],
    expected: impl Fn(Vec<(usize, &Entrant)>) -> Vec<[EntrantId; 2]>,
) -> Result<(), TestCaseError> {
    let byes = byes(round);
    let has_bye = |player: &&Entrant| byes.contains(&player.id);
    let mut order: Vec<&Entrant> = players(entrants).into_iter().filter(|player| !has_bye(player)).collect();
    order.sort_by_key(|player| (-player.match_points, player.rank, player.id));
    let sorted = |mut pair: [EntrantId; 2]| {
        pair.sort_unstable();
        pair
    };
    let expected: BTreeSet<[EntrantId; 2]> =
        expected(order.into_iter().enumerate().collect()).into_iter().map(sorted).collect();
    let ours: BTreeSet<[EntrantId; 2]> = tables(round).map(|table| sorted(table.players)).collect();
    prop_assert_eq!(ours, expected);
    Ok(())
}

proptest! {
    #[test]
    fn the_best_get_the_best_opponents(players in 1_usize..=8, rounds in 1_usize..=9, seed: u64) {
        let mut simulation = Simulation::new(players, Habits::random(&mut Random(seed)), seed);
        for _ in 0..rounds {
            simulation.before_round();
            let round = simulation.pair(Way::ByStanding);
            compare(&simulation.entrants, &round, |order| first_of_all(&order).2)?;
            let round = simulation.pair(Way::Swiss);
            simulation.play(&round);
        }
    }
}

proptest! {
    // Each case needs dozens of matchings by the other implementation.
    #![proptest_config(ProptestConfig::with_cases(ProptestConfig::default().cases / 32 + 1))]

    #[test]
    fn the_best_get_the_best_opponents_where_many_have_met(players in 24_usize..=36, met in 50_usize..=90, seed: u64) {
        let habits = Habits { drops: 0, late: 0, ..Habits::random(&mut Random(seed)) };
        let mut simulation = Simulation::new(players, habits, seed);
        for _ in 0..players * met / 100 {
            simulation.before_round();
            let round = simulation.pair(Way::Swiss);
            simulation.play(&round);
        }
        simulation.before_round();
        let round = simulation.pair(Way::ByStanding);
        compare(&simulation.entrants, &round, first_by_matching)?;
    }
}
