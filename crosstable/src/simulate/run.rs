//! The plan of a run, and the state that its events share.

use indicatif::ProgressBar;
use proto_events::vocabulary::EventFormat;

use super::pool::Pool;

/// The plan of a run.
#[derive(Debug, Clone)]
pub(crate) struct Plan {
    /// Players per event.
    pub(crate) players: usize,
    /// Swiss rounds.
    pub(crate) rounds: i32,
    /// Size of the playoff; 0 for none.
    pub(crate) top_cut: usize,
    /// Game format.
    pub(crate) format: EventFormat,
    /// Number of events at the same time.
    pub(crate) events: usize,
    /// Number of repetitions.
    pub(crate) repeat: usize,
    /// Seed of the random choices.
    pub(crate) seed: u64,
    /// Number of requests at the same time.
    pub(crate) clients: usize,
}

impl Plan {
    /// Returns the number of steps of the progress bar.
    pub(crate) fn steps(&self) -> usize {
        let rounds = usize::try_from(self.rounds).unwrap_or(0);
        let event = 3 * self.players + rounds * (self.players / 2);
        self.players + self.repeat * self.events * event
    }
}

/// The shared state of a run's events.
pub(super) struct Run {
    pub(super) plan: Plan,
    pub(super) pool: Pool,
    /// Distinguishes this run's accounts and requests from those of other runs on the same server.
    pub(super) name: String,
    pub(super) bar: ProgressBar,
}
