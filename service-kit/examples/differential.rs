//! Compares the hand-written request handling with hyper on random streams: `cargo run --release -p service-kit
//! --example differential -- --iterations 1000000 --seed 7`.
//!
//! It stops at the first difference, prints the shortest stream that shows it and exits with code 1.

#[path = "../tests/differential/compare.rs"]
mod compare;
#[path = "../tests/differential/site.rs"]
mod site;
#[path = "../tests/differential/streams.rs"]
mod streams;

use std::io::Write;
use std::process::ExitCode;

use compare::Ways;
use streams::{seeds, stream};

/// Number of streams between two progress reports.
const SAID_EVERY: u64 = 100_000;

fn main() -> ExitCode {
    let option = |name: &str, default: u64| {
        let mut arguments = std::env::args().skip_while(|argument| argument != name).skip(1);
        arguments.next().and_then(|value| value.parse().ok()).unwrap_or(default)
    };
    let (iterations, seed) = (option("--iterations", 1_000_000), option("--seed", 1));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build();
    let Ok(runtime) = runtime else { return ExitCode::FAILURE };
    runtime.block_on(run(iterations, seed))
}

async fn run(iterations: u64, first: u64) -> ExitCode {
    let (ways, mut out) = (Ways::new(), std::io::stdout());
    for (number, seed) in (1..=iterations).zip(seeds(first)) {
        let stream = stream(seed);
        if ways.difference(&stream).await.is_some() {
            let shortest = ways.shortened(stream).await;
            let difference = ways.difference(&shortest).await.unwrap_or_default();
            let bytes = shortest.bytes.escape_ascii();
            let _ = writeln!(out, "seed {seed}: \"{bytes}\" cut at {:?}: {difference}", shortest.cuts);
            return ExitCode::FAILURE;
        }
        if number % SAID_EVERY == 0 || number == iterations {
            let _ = writeln!(out, "{number} streams, no difference");
        }
    }
    ExitCode::SUCCESS
}
