//! The comparisons, one file each.

pub(crate) mod export;
pub(crate) mod herd;
pub(crate) mod idle;
pub(crate) mod projector;
pub(crate) mod read;
pub(crate) mod read_while_writing;
pub(crate) mod rebuild;
pub(crate) mod visible;
pub(crate) mod write;

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

/// How large and how long everything is.
#[derive(Debug, Clone, Args)]
pub(crate) struct Size {
    /// Everything at its full size, 10 s a measurement [default: smaller, 3 s]
    #[arg(long, global = true, conflicts_with = "quick")]
    pub(crate) full: bool,
    /// Everything small, 1 s a measurement: to see that it works
    #[arg(long, global = true)]
    pub(crate) quick: bool,
    /// Runs of each measurement; sides take turns
    #[arg(long, global = true, default_value_t = 5, value_name = "N")]
    pub(crate) runs: usize,
    /// Seconds of each measurement
    #[arg(long, global = true, value_name = "SECONDS")]
    pub(crate) seconds: Option<u64>,
    /// Draw the curves into this folder
    #[arg(long, global = true, value_name = "FOLDER")]
    pub(crate) plots: Option<PathBuf>,
}

impl Size {
    /// How long something is measured.
    pub(crate) fn time(&self) -> Duration {
        Duration::from_secs(self.seconds.unwrap_or_else(|| self.pick(1, 3, 10)).max(1))
    }

    /// One of three, by size.
    pub(crate) fn pick<T>(&self, quick: T, usual: T, full: T) -> T {
        match (self.quick, self.full) {
            (true, _) => quick,
            (_, true) => full,
            _ => usual,
        }
    }
}
