//! Measures pairing and standings by number of players, and prints tables for `docs/benchmarks.md`:
//! `cargo run --release -p domain --example speed`.
//!
//! Pairing: one simulated tournament for each size (4 % draws, 3 % drops a round), with nine Swiss rounds and a last
//! one by standing. The time of a round is the least of several pairings with different seeds, since other programs on
//! the machine can only add to it. Standings: after 15 rounds in which all players played. `× linear` compares the
//! growth of the time since the smallest size with the growth of the field: 1 is linear.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a measurement, run by hand"
)]

use std::fmt::Write;
use std::time::Instant;

use domain::pairing::{EntrantId, Way, pair};
use domain::tournament::Tournament;
use domain::tournament::standings::standings_after;
use proto_events::vocabulary::PhaseType;

#[path = "../tests/pairing/paired.rs"]
#[allow(dead_code, reason = "the tests use more of it")]
mod paired;
#[path = "../tests/pairing/simulate.rs"]
#[allow(dead_code, reason = "the tests use more of it")]
mod simulate;
#[path = "../tests/rules/support.rs"]
#[allow(dead_code, reason = "the tests use more of it")]
mod support;

use paired::tables;
use simulate::{Habits, Simulation};
use support::{Script, round};

const SIZES: [u32; 7] = [100, 200, 500, 1_000, 2_000, 5_000, 10_000];
/// Swiss rounds before the one by standing.
const SWISS: usize = 9;
/// Rounds played before standings are measured.
const PLAYED: i32 = 15;
const TIMES: u64 = 15;
const REAL: Habits = Habits { draws: 4, drops: 3, late: 0, awarded_byes: 0, fixed_seats: 0 };

fn main() {
    println!("| Players | Pairing, median round | Slowest round | By standing | Slowest of all runs | × linear |");
    println!("|---|---|---|---|---|---|");
    let mut smallest = None;
    for size in SIZES {
        let figures = pairing(size);
        let growth = linear(&mut smallest, size, figures.median);
        let Pairing { median, slowest, by_standing, slowest_run } = figures;
        println!(
            "| {size} | {median:.2} ms | {slowest:.2} ms | {by_standing:.2} ms | {slowest_run:.2} ms | {growth:.2} |"
        );
    }
    println!(
        "\n| Players | Standings after {PLAYED} rounds, least | Median | Most | × linear |\n|---|---|---|---|---|"
    );
    smallest = None;
    for size in SIZES {
        let mut times = standings(&played(i64::from(size)));
        let median = median(&mut times);
        let (least, most) = (times[0], times[times.len() - 1]);
        let growth = linear(&mut smallest, size, least);
        println!("| {size} | {least:.2} ms | {median:.2} ms | {most:.2} ms | {growth:.2} |");
    }
}

/// Times for pairing the rounds of a tournament, in milliseconds.
struct Pairing {
    median: f64,
    slowest: f64,
    by_standing: f64,
    slowest_run: f64,
}

fn pairing(size: u32) -> Pairing {
    let mut simulation = Simulation::new(usize::try_from(size).unwrap(), REAL, 7);
    let (mut rounds, mut slowest_run) = (Vec::new(), 0.0_f64);
    for number in 1..=SWISS + 1 {
        simulation.before_round();
        let way = match number {
            1 => Way::Random,
            _ if number > SWISS => Way::ByStanding,
            _ => Way::Swiss,
        };
        let times: Vec<f64> = (0..TIMES).map(|seed| pair_once(&simulation, way, seed)).collect();
        rounds.push(times.iter().copied().fold(f64::INFINITY, f64::min));
        slowest_run = times.iter().copied().fold(slowest_run, f64::max);
        let round = simulation.pair(way);
        simulation.play(&round);
    }
    let (by_standing, slowest) = (rounds[SWISS], rounds.iter().copied().fold(0.0, f64::max));
    Pairing { median: median(&mut rounds), slowest, by_standing, slowest_run }
}

fn pair_once(simulation: &Simulation, way: Way, seed: u64) -> f64 {
    let began = Instant::now();
    let round = pair(&simulation.entrants, way, seed);
    let time = began.elapsed();
    let entrant = |id| simulation.entrants.iter().find(|entrant| entrant.id == id).unwrap();
    let have_met = |[one, other]: [EntrantId; 2]| entrant(one).opponents.contains(&other);
    assert!(!tables(&round).any(|table| have_met(table.players)));
    time.as_secs_f64() * 1_000.0
}

fn played(players: i64) -> Tournament {
    let (mut script, half) = (Script::new(players), players / 2);
    for number in 1..=PLAYED {
        let mut tables = Vec::new();
        for table in 0..half {
            // Pairs differ in each round: players who sit together in one are far apart in the next.
            let second = half + 1 + (table * 37 + i64::from(number) * 911) % half;
            let result = ["2-0", "2-1", "1-2", "1-1-1"][usize::try_from(table + i64::from(number)).unwrap() % 4];
            let mut text = String::new();
            write!(text, "{}v{second} {result}", table + 1).unwrap();
            tables.push(text);
        }
        let tables: Vec<&str> = tables.iter().map(String::as_str).collect();
        script = script.open(PhaseType::Swiss, number, &tables).complete(number);
    }
    script.fold()
}

/// Times for computing standings in several runs, in milliseconds.
fn standings(tournament: &Tournament) -> Vec<f64> {
    let once = |_| {
        let began = Instant::now();
        let lines = standings_after(tournament, round(PLAYED)).unwrap();
        let time = began.elapsed();
        assert_eq!(lines.len(), tournament.registrations.len());
        time.as_secs_f64() * 1_000.0
    };
    (0..TIMES).map(once).collect()
}

fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// Returns how much more the time grew than the field since the smallest size.
fn linear(smallest: &mut Option<(u32, f64)>, size: u32, time: f64) -> f64 {
    let (least, its_time) = *smallest.get_or_insert((size, time));
    (time / its_time) / (f64::from(size) / f64::from(least))
}
