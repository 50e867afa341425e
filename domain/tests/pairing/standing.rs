//! Rounds by standing.

use std::collections::HashSet;

use domain::pairing::{Entrant, EntrantId, PairedRound, Way};
use proptest::prelude::*;

use crate::best::{Cost, add, cost, players};
use crate::simulate::{Habits, Random, Simulation};

/// How good the opponent of each top player is, from the top down: not met before, then by standing.
type Preferences = Vec<(bool, usize)>;

/// The pairing that the rules ask for, by trying all.
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

fn compare(simulation: &Simulation, round: &PairedRound) -> Result<(), TestCaseError> {
    let byes: Vec<EntrantId> = round.byes.iter().map(|bye| bye.entrant).collect();
    let mut order: Vec<&Entrant> =
        players(&simulation.entrants).into_iter().filter(|player| !byes.contains(&player.id)).collect();
    order.sort_by_key(|player| (-player.match_points, player.rank, player.id));
    let order: Vec<(usize, &Entrant)> = order.into_iter().enumerate().collect();
    let (_, _, expected) = first_of_all(&order);
    let sorted = |mut pair: [EntrantId; 2]| {
        pair.sort_unstable();
        pair
    };
    let expected: HashSet<[EntrantId; 2]> = expected.into_iter().map(sorted).collect();
    let ours: HashSet<[EntrantId; 2]> = round.tables.iter().map(|table| sorted(table.players)).collect();
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
            compare(&simulation, &round)?;
            let round = simulation.pair(Way::Swiss);
            simulation.play(&round);
        }
    }
}
