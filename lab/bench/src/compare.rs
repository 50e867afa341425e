//! The comparisons, one file each.

pub(crate) mod crowd;
pub(crate) mod desk;
pub(crate) mod export;
pub(crate) mod hub;
pub(crate) mod idle;
pub(crate) mod live;
pub(crate) mod log;
pub(crate) mod phone;
pub(crate) mod publication;
pub(crate) mod pushes;
pub(crate) mod read;
pub(crate) mod rebuild;
pub(crate) mod share;
pub(crate) mod write;

use std::time::Duration;

use clap::Args;

/// The size and duration of the benchmarks.
#[derive(Debug, Clone, Args)]
pub(crate) struct Size {
    /// Full size, 10 s per measurement [default: smaller, 3 s]
    #[arg(long, conflicts_with = "quick")]
    pub(crate) full: bool,
    /// Small size, 1 s per measurement: a quick test
    #[arg(long)]
    pub(crate) quick: bool,
    /// Number of runs per measurement; servers take turns
    #[arg(long, default_value_t = 5, value_name = "N")]
    pub(crate) runs: usize,
    /// Seconds per measurement
    #[arg(long, value_name = "SECONDS")]
    pub(crate) seconds: Option<u64>,
}

impl Size {
    /// Returns the duration of a measurement.
    pub(crate) fn time(&self) -> Duration {
        Duration::from_secs(self.seconds.unwrap_or_else(|| self.pick(1, 3, 10)).max(1))
    }

    /// Returns the numbers of servers that take turns in all runs; another one begins each run.
    pub(crate) fn turns(&self, servers: usize) -> impl Iterator<Item = usize> {
        (0..self.runs).flat_map(move |run| (0..servers).map(move |turn| (turn + run) % servers))
    }

    /// Returns one of three values, by size.
    pub(crate) fn pick<T>(&self, quick: T, usual: T, full: T) -> T {
        match (self.quick, self.full) {
            (true, _) => quick,
            (_, true) => full,
            _ => usual,
        }
    }
}
