//! Whole tournaments, every round of them checked.

use domain::pairing::Way;

use crate::check::{Proof, check};
use crate::simulate::{Habits, Random, Simulation};

/// A round that was checked.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Checked {
    pub(crate) proof: Proof,
    pub(crate) rematches: usize,
}

/// Plays a made-up tournament and checks every round of it. The last one is by standing in one of two.
pub(crate) fn tournament(players: usize, rounds: usize, seed: u64) -> Result<Vec<Checked>, String> {
    let habits = Habits::random(&mut Random(seed));
    let mut simulation = Simulation::new(players, habits, seed);
    let mut checked = Vec::with_capacity(rounds);
    for number in 1..=rounds {
        simulation.before_round();
        let is_by_standing = number == rounds && seed.is_multiple_of(2);
        let (way, parts) = if is_by_standing { (Way::ByStanding, 3) } else { (Way::Swiss, 4) };
        let round = simulation.pair(way);
        let proof = check(&simulation.entrants, &round, parts).map_err(|what| format!("round {number}: {what}"))?;
        checked.push(Checked { proof, rematches: round.rematches });
        simulation.play(&round);
    }
    Ok(checked)
}
