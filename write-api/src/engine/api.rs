//! The write side: its store, its clock, and what it keeps in memory.

use std::sync::Arc;

use service_kit::clock::Clock;
use service_kit::password::Passwords;
use storage::EventStore;

use super::memory::Memories;
use super::turns::Turns;

/// Runs commands against the event store.
#[derive(Clone)]
pub struct WriteApi {
    pub(crate) events: Arc<dyn EventStore>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) memories: Memories,
    pub(crate) turns: Arc<Turns>,
    pub(crate) passwords: Passwords,
}

impl WriteApi {
    /// Creates a write side on this store.
    pub fn new(events: Arc<dyn EventStore>, clock: Arc<dyn Clock>) -> Self {
        Self { events, clock, memories: Memories::new(), turns: Arc::new(Turns::new()), passwords: Passwords::new() }
    }

    /// Returns the id of the log that this write side appends to.
    pub fn log_id(&self) -> String {
        self.events.log_id()
    }
}
