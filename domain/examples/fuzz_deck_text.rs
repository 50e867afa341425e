//! Breaks lists in every way it can think of and looks whether the parser stands it:
//! `cargo run --release -p domain --example fuzz_deck_text -- --cases 1000000 --seed 7 ../shared/oracle/tournaments/*.json`.
//! The files are tournaments with `decklists`; without any, the project's own fixtures are broken.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout, reason = "a test, run by hand")]

use std::path::PathBuf;
use std::time::{Duration, Instant};

#[path = "../tests/deck_text/corpus.rs"]
mod corpus;
#[path = "../tests/deck_text/mutate.rs"]
mod mutate;

use mutate::{LONGEST, Random, check, mutate};

/// What the longest text may take.
const SLOWEST: Duration = Duration::from_secs(1);

fn main() {
    let (mut cases, mut seed, mut files) = (100_000_u64, 1, Vec::new());
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut number = || arguments.next().and_then(|number| number.parse().ok()).expect("a number");
        match argument.as_str() {
            "--cases" => cases = number(),
            "--seed" => seed = number(),
            _ => files.push(PathBuf::from(argument)),
        }
    }
    let mut corpus: Vec<String> = corpus::fixtures().into_iter().map(|(_, text)| text).collect();
    corpus.extend(files.iter().flat_map(|path| corpus::lists_of(path)));
    println!("{cases} cases from {} lists, seed {seed}", corpus.len());
    let mut random = Random(seed);
    let (mut bytes, mut slowest) = (0, (Duration::ZERO, String::new()));
    let began = Instant::now();
    for case in 0..cases {
        let text = mutate(&mut random, &corpus);
        assert!(text.len() <= 3 * LONGEST);
        let this = Instant::now();
        if let Err(what) = check(&text) {
            panic!("case {case} of seed {seed}: {what}\n{text:?}");
        }
        bytes += text.len();
        if this.elapsed() > slowest.0 {
            slowest = (this.elapsed(), text);
        }
    }
    println!("{bytes} bytes in {:?}; the slowest took {:?} for {} bytes", began.elapsed(), slowest.0, slowest.1.len());
    let start: String = slowest.1.chars().take(60).collect();
    assert!(slowest.0 < SLOWEST, "too slow: {start:?}…");
}
