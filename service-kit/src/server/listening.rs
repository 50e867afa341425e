//! The settings of a listener.

use super::memory::MemoryBudget;
use crate::client_address::TrustedProxies;
use crate::limits::Limits;

/// The settings of a listener.
#[derive(Debug, Clone)]
pub struct Listening {
    /// Its name in metrics.
    pub name: &'static str,
    /// Maximum number of open connections.
    pub connections: usize,
    /// Number of worker threads for connections; with 0, connections stay on the runtime that accepts them.
    pub workers: usize,
    /// The limits of each connection.
    pub limits: Limits,
    /// The memory budget of unfinished requests. Listeners may share it.
    pub memory: MemoryBudget,
    /// Trusted proxies, whose connections carry many clients.
    pub proxies: TrustedProxies,
}

impl Listening {
    /// Creates settings with these limits.
    pub fn within(limits: Limits) -> Self {
        Self {
            name: "main",
            connections: usize::try_from(limits.max_connections).unwrap_or(usize::MAX),
            workers: 0,
            limits,
            memory: MemoryBudget::new(limits.unauthenticated_memory),
            proxies: TrustedProxies::default(),
        }
    }
}
