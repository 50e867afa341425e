//! The settings of a listener.

use crate::client_address::TrustedProxies;
use crate::limits::Limits;
use crate::quota::Quota;

/// The fraction of the memory for unfinished requests that the clients of one network may use, as a divisor.
pub(super) const MEMORY_SHARE: usize = 4;

/// The settings of a listener.
#[derive(Debug, Clone)]
pub struct Listening {
    /// Its name in metrics.
    pub name: &'static str,
    /// Maximum number of open connections.
    pub connections: usize,
    /// The limits of each connection.
    pub limits: Limits,
    /// The memory for unfinished requests. Listeners may share it.
    pub memory: Quota,
    /// Trusted proxies, whose connections carry many clients.
    pub proxies: TrustedProxies,
}

impl Listening {
    /// Creates settings with these limits.
    pub fn within(limits: Limits) -> Self {
        let memory = number(limits.unauthenticated_memory);
        let used = metrics::gauge!("crosstable_http_unauthenticated_bytes");
        Self {
            name: "main",
            connections: number(limits.max_connections),
            limits,
            memory: Quota::new(memory, memory / MEMORY_SHARE, used),
            proxies: TrustedProxies::default(),
        }
    }
}

/// Returns a limit as a number of things in memory.
pub(super) fn number(limit: u64) -> usize {
    usize::try_from(limit).unwrap_or(usize::MAX)
}
