//! The plan of a run, and the state that its events share.

use std::sync::Mutex;
use std::time::Instant;

use proto_events::vocabulary::EventFormat;
use service_kit::random;

use super::client::Clients;
use super::report::EventReport;

/// The plan of a run.
#[derive(Debug, Clone, Copy)]
pub struct Plan {
    /// Players per event.
    pub players: usize,
    /// Swiss rounds.
    pub rounds: i32,
    /// Size of the playoff; 0 for none.
    pub top_cut: usize,
    /// Players at a table: 2, or those of a pod.
    pub pod_size: usize,
    /// Game format.
    pub format: EventFormat,
    /// Number of events at the same time, played by the same people.
    pub events: usize,
    /// Number of repetitions.
    pub repeat: usize,
    /// Seed of the random choices.
    pub seed: u64,
    /// Number of requests at the same time.
    pub clients: usize,
}

impl Plan {
    /// Match points for a win.
    pub(super) fn win(&self) -> i32 {
        if self.pod_size > 2 { 5 } else { 3 }
    }

    /// One event of this size, with a few clients.
    pub fn new(players: usize, rounds: i32, top_cut: usize) -> Self {
        let (format, pod_size) = (EventFormat::Modern, 2);
        Self { players, rounds, top_cut, pod_size, format, events: 1, repeat: 1, seed: 1, clients: 16 }
    }
}

/// A run: events on one server.
pub struct Run {
    pub(super) plan: Plan,
    pub(super) clients: Clients,
    /// Distinguishes this run's accounts from those of other runs on the same server.
    pub(super) name: String,
    pub(super) begun: Instant,
    pub(super) played: Mutex<Vec<EventReport>>,
}

impl Run {
    /// Prepares a run.
    ///
    /// # Errors
    /// If the address is not valid.
    pub fn new(plan: Plan, address: &str, key: &str) -> anyhow::Result<Self> {
        let clients = Clients::new(address, key.to_owned(), plan.clients)?;
        let name = random::secret_base62(8).to_ascii_lowercase();
        Ok(Self { plan, clients, name, begun: Instant::now(), played: Mutex::default() })
    }
}
