//! The write side: its store, its clock, and what it keeps in memory.

use std::sync::Arc;

use service_kit::clock::Clock;
use service_kit::outbound::Outbound;
use service_kit::password::Passwords;
use storage::EventStore;

use super::memory::Memories;
use super::names::Names;
use super::turns::Turns;

/// Runs commands against the event store.
#[derive(Clone)]
pub struct WriteApi {
    pub(crate) events: Arc<dyn EventStore>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) memories: Memories,
    pub(crate) names: Names,
    pub(crate) turns: Arc<Turns>,
    pub(crate) passwords: Passwords,
    pub(crate) outbound: Outbound,
}

impl WriteApi {
    /// Creates a write side on this store.
    pub fn new(events: Arc<dyn EventStore>, clock: Arc<dyn Clock>) -> Self {
        let (memories, names) = (Memories::new(), Names::default());
        let (turns, passwords, outbound) = (Arc::new(Turns::new()), Passwords::new(), Outbound::default());
        Self { events, clock, memories, names, turns, passwords, outbound }
    }

    /// Sets the addresses that webhooks may have. Without it, they are public and begin with `https://`.
    #[must_use]
    pub fn sending_to(self, outbound: Outbound) -> Self {
        Self { outbound, ..self }
    }

    /// Returns the id of the log that this write side appends to.
    pub fn log_id(&self) -> String {
        self.events.log_id()
    }
}
