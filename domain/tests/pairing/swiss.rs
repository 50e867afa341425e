//! Swiss rounds.

use proptest::prelude::*;

use crate::play::tournament;

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
