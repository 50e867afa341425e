//! A run of a drill: the options that all drills share, the faults found so far, and the report.

use std::fmt;
use std::num::ParseIntError;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use rand::SeedableRng;
use rand::rngs::StdRng;

/// A run. Clones have the same faults and the same bar.
#[derive(Debug, Clone, Args)]
pub(crate) struct Run {
    /// Seed of all random choices: moments, lists, decisions
    #[arg(long, global = true, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Let clients repeat requests without a key and read without a token: shows that the drill detects errors
    #[arg(long, global = true)]
    pub(crate) careless: bool,
    /// The broken promises. A drill goes on after each.
    #[arg(skip)]
    pub(crate) faults: Faults,
    /// Shows the progress, if stderr is a terminal.
    #[arg(skip = ProgressBar::no_length())]
    pub(crate) bar: ProgressBar,
}

impl Run {
    /// The same run, with clients that leave out nothing.
    pub(crate) fn careful(&self) -> Self {
        Self { careless: false, ..self.clone() }
    }

    /// The source of the drill's random choices.
    pub(crate) fn rng(&self) -> StdRng {
        StdRng::seed_from_u64(self.seed)
    }

    /// The same for a client, or a part of the drill, of this number.
    pub(crate) fn rng_of(&self, number: usize) -> StdRng {
        StdRng::seed_from_u64(self.seed.wrapping_mul(1_000_003).wrapping_add(number as u64))
    }

    pub(crate) fn steps(&self, count: usize) {
        let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {elapsed} {msg}");
        self.bar.set_style(style.expect("a template"));
        self.bar.set_length(count as u64);
    }

    pub(crate) fn step(&self) {
        self.bar.set_message(format!("{} faults", self.faults.count()));
        self.bar.inc(1);
    }

    pub(crate) fn report(&self, lines: Vec<String>) -> Report {
        Report { lines, faults: self.faults.0.lock().unwrap().clone() }
    }
}

pub(crate) fn seconds(text: &str) -> Result<Duration, ParseIntError> {
    text.parse().map(Duration::from_secs)
}

#[derive(Debug, Clone, Default)]
pub(crate) struct Faults(Arc<Mutex<Vec<String>>>);

impl Faults {
    pub(crate) fn note(&self, fault: impl Into<String>) {
        self.note_all([fault.into()]);
    }

    pub(crate) fn note_all(&self, faults: impl IntoIterator<Item = String>) {
        self.0.lock().unwrap().extend(faults);
    }

    pub(crate) fn check(&self, result: anyhow::Result<()>) {
        self.note_all(result.err().map(|error| format!("{error:#}")));
    }

    pub(crate) fn count(&self) -> usize {
        self.0.lock().unwrap().len()
    }
}

/// The result of a drill.
#[derive(Debug)]
pub struct Report {
    /// Lines with figures.
    pub lines: Vec<String>,
    /// The faults found.
    pub faults: Vec<String>,
}

impl Report {
    /// Whether every promise was kept.
    pub fn is_sound(&self) -> bool {
        self.faults.is_empty()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.lines.iter().try_for_each(|line| writeln!(f, "{line}"))?;
        for fault in self.faults.iter().take(100) {
            writeln!(f, "FAULT: {fault}")?;
        }
        match self.faults.len() {
            0 => writeln!(f, "No fault."),
            count => writeln!(f, "{count} faults."),
        }
    }
}
