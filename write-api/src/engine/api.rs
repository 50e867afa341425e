//! The write side: its store, its clock, and what it keeps in memory.

use std::sync::Arc;

use api_kit::concurrency::Keyed;
use domain::tournament::Tournament;
use proto_events::StreamId;
use service_kit::clock::Clock;
use service_kit::outbound::Outbound;
use service_kit::password::Passwords;
use storage::{ErasureList, EventStore};

use super::memory::Memories;
use super::names::Names;
use super::single_flight::SingleFlight;
use super::state::Folded;

/// Looks at the newest state of a tournament.
type TournamentLook = SingleFlight<Option<Option<Arc<Folded<Tournament>>>>>;

/// Runs commands against the event store.
#[derive(Clone)]
pub struct WriteApi {
    pub(crate) events: Arc<dyn EventStore>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) memories: Arc<Memories>,
    pub(crate) names: Names,
    pub(crate) looks: Arc<Keyed<StreamId, TournamentLook>>,
    pub(crate) passwords: Passwords,
    /// The list of erasures; without one, no person can be erased.
    pub(crate) erasure_list: Option<Arc<ErasureList>>,
    pub(crate) outbound: Outbound,
}

impl WriteApi {
    /// Creates a write side on this store.
    pub fn new(events: Arc<dyn EventStore>, clock: Arc<dyn Clock>) -> Self {
        let (memories, names, looks) = (Arc::new(Memories::new()), Names::default(), Arc::default());
        let (passwords, outbound) = (Passwords::new(), Outbound::default());
        Self { events, clock, memories, names, looks, passwords, erasure_list: None, outbound }
    }

    /// Sets the list to which erasures are added.
    #[must_use]
    pub fn listing_erasures(self, list: Option<ErasureList>) -> Self {
        Self { erasure_list: list.map(Arc::new), ..self }
    }

    /// Sets the addresses that webhooks may have. Without it, they are public and begin with `https://`.
    #[must_use]
    pub fn sending_to(self, outbound: Outbound) -> Self {
        Self { outbound, ..self }
    }

    /// Returns the log that this write side appends to.
    pub fn events(&self) -> &Arc<dyn EventStore> {
        &self.events
    }

    /// Returns the client that sends to webhooks.
    pub fn outbound(&self) -> &Outbound {
        &self.outbound
    }

    /// Returns the id of the log that this write side appends to.
    pub fn log_id(&self) -> String {
        self.events.log_id()
    }
}
