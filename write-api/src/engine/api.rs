//! The write side: its store, its clock, and what it keeps in memory.

use std::sync::Arc;

use service_kit::clock::Clock;
use service_kit::password::Passwords;
use storage::EventStore;

use super::looks::StreamLooks;
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
    pub(crate) looks: Arc<StreamLooks>,
    pub(crate) turns: Arc<Turns>,
    pub(crate) passwords: Passwords,
}

impl WriteApi {
    /// Creates a write side on this store.
    pub fn new(events: Arc<dyn EventStore>, clock: Arc<dyn Clock>) -> Self {
        let (memories, names) = (Memories::new(), Names::default());
        let (looks, turns) = (Arc::new(StreamLooks::new()), Arc::new(Turns::new()));
        Self { events, clock, memories, names, looks, turns, passwords: Passwords::new() }
    }

    /// Returns the id of the log that this write side appends to.
    pub fn log_id(&self) -> String {
        self.events.log_id()
    }
}
