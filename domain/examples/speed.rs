//! How long folding and standings take at 10,000 players and 15 rounds: `cargo run --release -p domain --example speed`.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a measurement, run by hand"
)]

use std::fmt::Write;
use std::time::Instant;

use domain::tournament::standings::standings_after;
use proto_events::vocabulary::PhaseType;

#[path = "../tests/rules/support.rs"]
#[allow(dead_code, reason = "the tests use more of it")]
mod support;

use support::{Script, round};

fn main() {
    let mut script = Script::new(10_000);
    for number in 1..=15 {
        let mut tables = Vec::new();
        for table in 0..5_000_i64 {
            // Steps through the field differently in each round, so that neighbours in one are far apart in the next.
            let second = 5_001 + (table * 37 + i64::from(number) * 911) % 5_000;
            let mut text = String::new();
            let result = ["2-0", "2-1", "1-2", "1-1-1"][usize::try_from(table + i64::from(number)).unwrap() % 4];
            write!(text, "{}v{second} {result}", table + 1).unwrap();
            tables.push(text);
        }
        let tables: Vec<&str> = tables.iter().map(String::as_str).collect();
        script = script.open(PhaseType::Swiss, number, &tables).complete(number);
    }
    let began = Instant::now();
    let tournament = script.fold();
    println!("fold of {} events: {:?}", script.events.len(), began.elapsed());
    for _ in 0..5 {
        let began = Instant::now();
        let standings = standings_after(&tournament, round(15)).unwrap();
        println!("standings of {} players: {:?}", standings.len(), began.elapsed());
    }
}
