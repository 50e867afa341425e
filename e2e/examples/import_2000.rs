//! Writes a tournament of 2,000 players and 15 rounds as an archive file, for measuring imports.
//!
//! `cargo run --release -p e2e --example import_2000 -- FILE [PLAYERS] [ROUNDS]`
#![allow(clippy::expect_used, reason = "a tool of the tests")]

use std::path::PathBuf;

use e2e::generate::{Plan, generate};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let path = PathBuf::from(arguments.next().expect("usage: import_2000 FILE [PLAYERS] [ROUNDS]"));
    let players = arguments.next().map_or(2_000, |players| players.parse().expect("a number of players"));
    let rounds = arguments.next().map_or(15, |rounds| rounds.parse().expect("a number of rounds"));
    let archive = generate(&Plan::new(&format!("generated-{players}x{rounds}"), players, rounds, 1));
    std::fs::write(&path, serde_json::to_vec(&archive).expect("an archive is JSON")).expect("a path to write to");
}
