//! Simulates many tournaments and checks every round against the rules and against pairings found in other ways:
//! `cargo run --release -p domain --example pairing_check -- --tournaments 10000 --seed 1`.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test of the rules, run by hand"
)]

use std::collections::BTreeMap;
use std::time::Instant;

#[path = "../tests/pairing/best.rs"]
mod best;
#[path = "../tests/pairing/check.rs"]
mod check;
#[path = "../tests/pairing/paired.rs"]
mod paired;
#[path = "../tests/pairing/play.rs"]
mod play;
#[path = "../tests/pairing/simulate.rs"]
#[allow(dead_code, reason = "the tests use more of it")]
mod simulate;

use simulate::Random;

fn main() -> Result<(), String> {
    let (mut tournaments, mut seed) = (1_000, 1);
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let number = match argument.as_str() {
            "--tournaments" => &mut tournaments,
            "--seed" => &mut seed,
            _ => return Err(format!("unknown argument {argument}; use --tournaments N and --seed N")),
        };
        let given = arguments.next().and_then(|number| number.parse::<u64>().ok());
        *number = given.ok_or_else(|| format!("{argument} needs a number"))?;
    }
    let began = Instant::now();
    let (mut random, mut proofs, mut rounds) = (Random(seed), BTreeMap::new(), 0);
    for tournament in 0..tournaments {
        let (players, number, seed) = plan(&mut random);
        let checked = play::tournament(players, number, seed).map_err(|what| {
            format!("tournament {tournament}: {players} players, {number} rounds, seed {seed}: {what}")
        })?;
        rounds += checked.len();
        checked.into_iter().for_each(|proof| *proofs.entry(proof).or_insert(0) += 1);
        if (tournament + 1) % 500 == 0 {
            println!("{} tournaments, {rounds} rounds, {:.0?}", tournament + 1, began.elapsed());
        }
    }
    println!(
        "{tournaments} tournaments, {rounds} rounds checked, in {:.0?}; proofs that they are best: {proofs:?}",
        began.elapsed()
    );
    Ok(())
}

/// Plans a tournament with 5 to 300 players (small fields more often) and at least as many rounds as such events have.
fn plan(random: &mut Random) -> (usize, usize, u64) {
    let most = [10, 20, 64, 300][usize::try_from(random.below(4)).unwrap()];
    let players = usize::try_from(5 + random.below(most - 4)).unwrap();
    let rounds = 2 + random.below(if players <= 10 { 8 } else { 11 });
    (players, usize::try_from(rounds).unwrap(), random.next())
}
