//! The options and the size of the drill.

use std::time::Duration;

use clap::Args;

/// The options of the drill.
#[derive(Debug, Clone, Copy, Args)]
pub struct Arguments {
    /// Slow readers of the list, and as many of the export
    #[arg(long, default_value_t = 64)]
    pub slow: usize,
    /// Tournaments of 100 players in the list and the export
    #[arg(long, default_value_t = 70)]
    pub tournaments: usize,
    /// Decklists of one person
    #[arg(long, default_value_t = 30_000)]
    pub lists: usize,
    /// Concurrent requests for pages of them
    #[arg(long, default_value_t = 150)]
    pub pages: usize,
    /// Measurements without load, and as many under load, in turn
    #[arg(long, default_value_t = 3)]
    pub rounds: usize,
    /// Seconds of each measurement
    #[arg(long, default_value_t = 30)]
    pub seconds: u64,
}

impl Arguments {
    /// The settings that these options stand for.
    pub fn settings(self) -> Settings {
        let Self { slow, tournaments, lists, pages, rounds, seconds } = self;
        let time = Duration::from_secs(seconds);
        Settings { slow, tournaments, lists, pages, rounds, time, bar: true }
    }
}

/// The size of the drill.
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    /// Slow readers of the list, and as many of the export.
    pub slow: usize,
    /// Tournaments in the list and the export; seventy make 8 MB.
    pub tournaments: usize,
    /// Decklists of one person.
    pub lists: usize,
    /// Concurrent requests for pages of them.
    pub pages: usize,
    /// Measurements without load, and as many under load, in turn.
    pub rounds: usize,
    /// Duration of each measurement.
    pub time: Duration,
    /// Whether the limits of time and memory apply. They need a release build on a quiet machine.
    pub bar: bool,
}
