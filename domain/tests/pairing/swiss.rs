//! Swiss rounds.

use domain::pairing::Way;
use proptest::prelude::*;

use crate::check::check;
use crate::simulate::{Habits, Random, Simulation};

/// Plays a made-up tournament and checks every round of it.
pub(crate) fn tournament(players: usize, rounds: usize, seed: u64) -> Result<(), String> {
    let habits = Habits::random(&mut Random(seed));
    let mut simulation = Simulation::new(players, habits, seed);
    for number in 1..=rounds {
        simulation.before_round();
        let way = if number == 1 { Way::Random } else { Way::Swiss };
        let round = simulation.pair(way);
        if number > 1 {
            check(&simulation.entrants, &round, 4).map_err(|what| format!("round {number}: {what}"))?;
        }
        simulation.play(&round);
    }
    Ok(())
}

proptest! {
    #[test]
    fn every_round_of_a_small_tournament_is_a_best_one(players in 1_usize..=10, rounds in 1_usize..=9, seed: u64) {
        tournament(players, rounds, seed).map_err(TestCaseError::fail)?;
    }

    #[test]
    fn every_round_of_a_tournament_is_a_best_one(players in 11_usize..=60, rounds in 1_usize..=12, seed: u64) {
        tournament(players, rounds, seed).map_err(TestCaseError::fail)?;
    }
}
