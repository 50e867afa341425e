//! The registry of a listener's open connections: it admits them up to the limit, and closes those that have waited longest
//! for their clients where others need their places.
//!
//! A connection waits while its client has sent no request, a part of one, or takes no answer. While the server works for it,
//! it is not closed. Connections on which a caller was known are closed after all others.
//!
//! Beyond the limit a few more are admitted when no connection waits, so that `/healthz` and `/readyz` always answer.

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use metrics::Gauge;
use tokio::sync::Notify;

use super::Listening;
use super::memory::MemoryBudget;
use super::state::{Closing, ConnectionState, Times};
use crate::client_address::{Network, TrustedProxies};

/// Connections beyond the limit, for health: a supervisor and some balancers ask a few times a second.
const SPARE: usize = 64;
/// Connections that a search finds for closing, so that there is not a search for each.
const FOUND: usize = 64;
/// A network's idle connections are counted once for so many new ones, as a part of their limit.
const COUNTED_EVERY: usize = 16;

/// The open connections of a listener.
pub(super) struct Registry {
    limit: usize,
    idle_limit: usize,
    proxies: TrustedProxies,
    memory: MemoryBudget,
    times: Times,
    gauge: Gauge,
    open: Mutex<Open>,
    /// Notified when a connection ends.
    ended: Notify,
}

#[derive(Default)]
struct Open {
    last_id: u64,
    connections: HashMap<u64, Arc<ConnectionState>>,
    by_network: HashMap<Network, Count>,
    /// The connections to close next, with their ranks when they were found.
    found: VecDeque<(Rank, u64)>,
}

/// What a network has open.
#[derive(Default)]
struct Count {
    open: usize,
    /// New ones since its idle connections were counted.
    new: usize,
}

/// How early a connection is closed: whether a caller was known, and since when it waits.
type Rank = (bool, u64);

/// A connection that is in the registry as long as this value is.
pub(super) struct Admitted {
    registry: Arc<Registry>,
    pub(super) state: Arc<ConnectionState>,
}

impl Drop for Admitted {
    fn drop(&mut self) {
        self.registry.gauge.decrement(1);
        self.state.memory.release(&self.state);
        self.registry.lock().remove(self.state.id);
        self.registry.ended.notify_one();
    }
}

impl Registry {
    pub(super) fn new(listening: &Listening) -> Arc<Self> {
        let limits = &listening.limits;
        Arc::new(Self {
            limit: listening.connections,
            idle_limit: usize::try_from(limits.max_idle_connections_per_address).unwrap_or(usize::MAX),
            proxies: listening.proxies.clone(),
            memory: listening.memory.clone(),
            times: Times::of(limits),
            gauge: metrics::gauge!("crosstable_http_connections", "listener" => listening.name),
            open: Mutex::default(),
            ended: Notify::new(),
        })
    }

    /// Admits a connection; waits only while the server works for all that there are.
    pub(super) async fn admit(self: &Arc<Self>, peer: IpAddr) -> Admitted {
        loop {
            let ended = self.ended.notified();
            if let Some(state) = self.try_admit(peer) {
                self.gauge.increment(1);
                return Admitted { registry: Arc::clone(self), state };
            }
            ended.await;
        }
    }

    /// Closes a connection that waits, because the system has no more. Says whether there was one.
    pub(super) fn close_one(&self) -> bool {
        self.lock().close_longest_waiting()
    }

    fn try_admit(&self, peer: IpAddr) -> Option<Arc<ConnectionState>> {
        let mut open = self.lock();
        let network = (!self.proxies.trusts(peer)).then(|| Network::of(peer));
        if let Some(network) = network {
            open.close_idle_of(network, self.idle_limit);
        }
        let is_full = open.connections.len() >= self.limit && !open.close_longest_waiting();
        if is_full && open.connections.len() >= self.limit + SPARE {
            return None;
        }
        open.last_id += 1;
        let state = ConnectionState::new(open.last_id, network, is_full, self.memory.clone(), self.times);
        open.insert(Arc::clone(&state));
        Some(state)
    }

    fn lock(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Open {
    /// Closes those idle connections of a network that have waited longest and, with a new one, are too many.
    fn close_idle_of(&mut self, network: Network, limit: usize) {
        let Some(count) = self.by_network.get_mut(&network) else { return };
        count.new += 1;
        if count.open < limit || count.new < limit / COUNTED_EVERY {
            return;
        }
        count.new = 0;
        let mut idle = self.waiting(|connection| connection.network == Some(network));
        if idle.len() < limit {
            return;
        }
        // Makes room for those that come until they are counted again.
        let too_many = (idle.len() - limit + 1 + limit / COUNTED_EVERY).min(idle.len());
        idle.select_nth_unstable(too_many - 1);
        for (_, id) in &idle[..too_many] {
            self.close(*id, Closing::Address);
        }
    }

    /// Closes the connection that has waited longest for its client. Says whether there was one.
    fn close_longest_waiting(&mut self) -> bool {
        // Those that were found before may have gone on since.
        self.close_found() || {
            self.find();
            self.close_found()
        }
    }

    fn close_found(&mut self) -> bool {
        while let Some((rank, id)) = self.found.pop_front() {
            if self.connections.get(&id).is_some_and(|connection| connection.rank() == Some(rank)) {
                self.close(id, Closing::Place);
                return true;
            }
        }
        false
    }

    /// Finds the connections that have waited longest.
    fn find(&mut self) {
        let mut waiting = self.waiting(|_| true);
        if waiting.len() > FOUND {
            waiting.select_nth_unstable(FOUND);
            waiting.truncate(FOUND);
        }
        waiting.sort_unstable();
        self.found = waiting.into();
    }

    fn waiting(&self, which: impl Fn(&ConnectionState) -> bool) -> Vec<(Rank, u64)> {
        let connections = self.connections.values().filter(|connection| which(connection));
        connections.filter_map(|connection| Some((connection.rank()?, connection.id))).collect()
    }

    fn insert(&mut self, connection: Arc<ConnectionState>) {
        if let Some(network) = connection.network {
            self.by_network.entry(network).or_default().open += 1;
        }
        self.connections.insert(connection.id, connection);
    }

    fn close(&mut self, id: u64, closing: Closing) {
        if let Some(connection) = self.remove(id) {
            connection.close(closing);
        }
    }

    /// Takes a connection out, unless that was done before.
    fn remove(&mut self, id: u64) -> Option<Arc<ConnectionState>> {
        let connection = self.connections.remove(&id)?;
        if let Some(network) = connection.network
            && let Some(count) = self.by_network.get_mut(&network)
        {
            count.open -= 1;
            if count.open == 0 {
                self.by_network.remove(&network);
            }
        }
        Some(connection)
    }
}
