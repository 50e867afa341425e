//! How long pairing takes, by number of players: `cargo run --release -p domain --example pairing_speed`.
//!
//! Each line is one made-up tournament (4 % draws, 3 % drops a round). A figure is the median of several pairings of the
//! same round with different seeds, in milliseconds, `standing` a last round by standing; `growth` compares the median of
//! all rounds with that of the line before, and `players` how many more players there are.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a measurement, run by hand"
)]

use std::time::Instant;

use domain::pairing::{Way, pair};

#[path = "../tests/pairing/simulate.rs"]
#[allow(dead_code, reason = "the tests use more of it")]
mod simulate;

use simulate::{Habits, Simulation};

const SIZES: [usize; 7] = [100, 200, 500, 1_000, 2_000, 5_000, 10_000];
const TIMES: u64 = 15;
/// What happens in real events.
const REAL: Habits = Habits { draws: 4, drops: 3, late: 0, awarded_byes: 0, fixed_seats: 0 };

fn main() {
    let rounds: usize = std::env::args().nth(1).map_or(9, |number| number.parse().expect("a number of rounds"));
    let header: Vec<String> = (1..=rounds).map(|number| format!("{number:>7}")).collect();
    println!("players {}  standing  slowest   median   growth  players", header.join(""));
    let mut before: Option<(usize, f64)> = None;
    for size in SIZES {
        let mut simulation = Simulation::new(size, REAL, 7);
        let mut times = Vec::new();
        for number in 1..=rounds {
            simulation.before_round();
            let way = if number == 1 { Way::Random } else { Way::Swiss };
            times.push(measure(&simulation, way));
            let round = simulation.pair(way);
            simulation.play(&round);
        }
        simulation.before_round();
        times.push(measure(&simulation, Way::ByStanding));
        let cells: Vec<String> = times.iter().map(|time| format!("{time:7.2}")).collect();
        let (slowest, median) = (times.iter().copied().fold(0.0, f64::max), median(&mut times));
        print!("{size:>7} {}   {slowest:8.2} {median:8.2}", cells.join(""));
        if let Some((players, time)) = before {
            print!("  × {:5.2}  × {:5.2}", median / time, ratio(size, players));
        }
        println!();
        before = Some((size, median));
    }
}

/// Median time of a pairing, in milliseconds.
fn measure(simulation: &Simulation, way: Way) -> f64 {
    let time = |seed| {
        let began = Instant::now();
        let round = pair(&simulation.entrants, way, seed).unwrap();
        assert_eq!(round.rematches, 0);
        began.elapsed().as_secs_f64() * 1_000.0
    };
    median(&mut (0..TIMES).map(time).collect::<Vec<_>>())
}

fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn ratio(one: usize, other: usize) -> f64 {
    let number = |count: usize| f64::from(u32::try_from(count).unwrap());
    number(one) / number(other)
}
