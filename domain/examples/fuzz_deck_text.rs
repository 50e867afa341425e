//! Mutates lists at random and checks that the parser copes with them:
//! `cargo run --release -p domain --example fuzz_deck_text -- --cases 1000000 --seed 7 ../shared/oracle/tournaments/*.json`.
//! The files are tournaments with `decklists`. The project's own fixtures are always included.
#![allow(clippy::print_stdout, reason = "a test, run by hand")]

use std::path::PathBuf;
use std::time::{Duration, Instant};

#[path = "../tests/deck_text/corpus.rs"]
mod corpus;
#[path = "../tests/deck_text/mutate.rs"]
mod mutate;

use mutate::{Random, check, mutate};

/// Time limit for a single text.
const SLOWEST: Duration = Duration::from_secs(1);

fn main() -> Result<(), String> {
    let (mut cases, mut seed, mut files) = (100_000_u64, 1, Vec::new());
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let number = match argument.as_str() {
            "--cases" => &mut cases,
            "--seed" => &mut seed,
            _ => {
                files.push(PathBuf::from(argument));
                continue;
            }
        };
        let given = arguments.next().and_then(|number| number.parse().ok());
        *number = given.ok_or_else(|| format!("{argument} needs a number"))?;
    }
    let mut corpus: Vec<String> = corpus::fixtures().into_iter().map(|(_, text)| text).collect();
    corpus.extend(files.iter().flat_map(|path| corpus::lists_of(path)));
    println!("{cases} cases from {} lists, seed {seed}", corpus.len());
    fuzz(cases, seed, &corpus)
}

fn fuzz(cases: u64, seed: u64, corpus: &[String]) -> Result<(), String> {
    let mut random = Random(seed);
    let (mut bytes, mut slowest) = (0, (Duration::ZERO, String::new()));
    let began = Instant::now();
    for case in 0..cases {
        let text = mutate(&mut random, corpus);
        let this = Instant::now();
        check(&text).map_err(|what| format!("case {case} of seed {seed}: {what}\n{text:?}"))?;
        bytes += text.len();
        if this.elapsed() > slowest.0 {
            slowest = (this.elapsed(), text);
        }
    }
    let (time, text) = slowest;
    println!("{bytes} bytes in {:?}; the slowest took {time:?} for {} bytes", began.elapsed(), text.len());
    let start: String = text.chars().take(60).collect();
    if time < SLOWEST { Ok(()) } else { Err(format!("too slow: {start:?}…")) }
}
