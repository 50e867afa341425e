//! Whole tournaments, in which every round is a best one. `PAIRING=all` plays fields of up to 300 players.

use domain::pairing::{Options, Way};
use proptest::prelude::*;

use crate::check::check;
use crate::options::all;
use crate::simulate::{Habits, Random, Simulation};

/// Plays a tournament without options, and with all of them. With half of the seeds, the last round is by standing.
fn play(players: usize, rounds: usize, seed: u64) -> Result<(), TestCaseError> {
    let options: [fn(Way) -> Options; 2] = [Options::from, all];
    for options in options {
        let mut simulation = Simulation::new(players, Habits::random(&mut Random(seed)), seed);
        for number in 1..=rounds {
            simulation.before_round();
            let is_by_standing = number == rounds && seed.is_multiple_of(2);
            let (way, parts) = if is_by_standing { (Way::ByStanding, 3) } else { (Way::Swiss, 4) };
            let round = simulation.pair(options(way));
            let checked = check(&simulation.entrants, &round, parts, options(way));
            checked.map_err(|what| TestCaseError::fail(format!("round {number}: {what}")))?;
            simulation.play(&round);
        }
    }
    Ok(())
}

pub(crate) fn is_thorough() -> bool {
    std::env::var("PAIRING").is_ok_and(|fields| fields == "all")
}

proptest! {
    #[test]
    fn every_round_of_a_small_tournament_is_a_best_one(players in 1_usize..=10, rounds in 1_usize..=9, seed: u64) {
        play(players, rounds, seed)?;
    }

    #[test]
    fn every_round_of_a_tournament_is_a_best_one(
        players in 11..=if is_thorough() { 300_usize } else { 60 }, rounds in 1_usize..=12, seed: u64
    ) {
        play(players, rounds, seed)?;
    }
}
