//! Plays whole tournaments and checks every round.

use domain::pairing::{Options, Way};

use crate::check::{Proof, check};
use crate::simulate::{Habits, Random, Simulation};

/// Simulates a tournament and checks every round. With half of the seeds, the last round is by standing. Returns the
/// proof for each round that no better pairings exist.
pub(crate) fn tournament(players: usize, rounds: usize, seed: u64) -> Result<Vec<Proof>, String> {
    tournament_with(players, rounds, seed, Options::from)
}

/// The same with options.
pub(crate) fn tournament_with(
    players: usize,
    rounds: usize,
    seed: u64,
    options: fn(Way) -> Options,
) -> Result<Vec<Proof>, String> {
    let habits = Habits::random(&mut Random(seed));
    let mut simulation = Simulation::new(players, habits, seed);
    let mut proofs = Vec::with_capacity(rounds);
    for number in 1..=rounds {
        simulation.before_round();
        let is_by_standing = number == rounds && seed.is_multiple_of(2);
        let (way, parts) = if is_by_standing { (Way::ByStanding, 3) } else { (Way::Swiss, 4) };
        let round = simulation.pair(options(way));
        let proof = check(&simulation.entrants, &round, parts, options(way));
        proofs.push(proof.map_err(|what| format!("round {number}: {what}"))?);
        simulation.play(&round);
    }
    Ok(proofs)
}
