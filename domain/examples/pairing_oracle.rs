//! Pairs the Swiss rounds of real tournaments again, proves that no better pairings exist, and prints figures for the
//! real pairings and ours: `cargo run --release -p domain --example pairing_oracle`.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a measurement, run by hand"
)]

#[path = "../tests/pairing/archive.rs"]
mod archive;
#[path = "../tests/pairing/best.rs"]
mod best;
#[path = "../tests/pairing/check.rs"]
mod check;
#[path = "../tests/pairing/paired.rs"]
mod paired;

use archive::{Figures, files, repair};
use check::check;
use domain::pairing::{Entrant, Seats, Way};

fn main() {
    println!(
        "| Tournament | Players | Rounds | Pairs | Rematches | Difference | More than 3 | Difference with our own byes |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    let (mut real, mut ours, mut own_byes) = (Figures::default(), Figures::default(), Figures::default());
    let is_best = |field: &[Entrant], round: &[Seats]| {
        assert!(check(field, round, 4, Way::Swiss.into()).is_ok(), "{round:?}");
    };
    for repaired in files().iter().map(|file| repair(file, is_best)) {
        let line = figures(repaired.real, repaired.ours, repaired.own_byes);
        println!("| {} | {} | {line} |", repaired.label, repaired.pairs);
        for (sum, part) in [(&mut real, repaired.real), (&mut ours, repaired.ours), (&mut own_byes, repaired.own_byes)]
        {
            sum.rematches += part.rematches;
            sum.difference += part.difference;
            sum.far += part.far;
        }
    }
    println!("| All | | | | {} |", figures(real, ours, own_byes));
}

fn figures(real: Figures, ours: Figures, own_byes: Figures) -> String {
    format!(
        "{} → {} | {} → {} | {} → {} | {}",
        real.rematches, ours.rematches, real.difference, ours.difference, real.far, ours.far, own_byes.difference
    )
}
