//! The registry of a listener's open connections. It admits connections up to the limit, and closes waiting ones when
//! others need their places.
//!
//! A connection waits while its client has sent no request or only a part of one, or does not read the answer. A
//! connection is not closed while the server works on its request.
//!
//! The order of closing keeps active clients connected, whatever others do:
//!
//! 1. Connections that have waited for at least a second are closed before others. So a client has time to send its
//!    request, and a convention hall behind one address keeps its new connections, however many others it has open.
//! 2. The address with the most connections gives up its own, so an address that opens thousands does not close those
//!    of others.
//! 3. Connections without an authenticated caller are closed before others, and then those that have waited longest.
//!
//! Beyond the limit, a few more are admitted when no connection waits, so that `/healthz` and `/readyz` always answer.

use std::cmp::Reverse;
use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use metrics::Gauge;
use tokio::sync::Notify;
use tokio::time::{Instant, timeout};

use super::close_signal::CloseReason;
use super::listening::Listening;
use super::memory::MemoryBudget;
use super::state::{ConnectionState, Times, Waiting, microseconds};
use crate::client_address::{Network, TrustedProxies};

/// Connections beyond the limit, for health checks: a supervisor and some balancers send a few requests a second.
const SPARE: usize = 64;
/// Number of connections that one search selects for closing, so that not every closing needs a search.
const FOUND: usize = 64;
/// A network's idle connections are counted once per this fraction of their limit in new connections.
const COUNTED_EVERY: usize = 16;
/// Connections that have waited for less time than this are closed only if all others have too. On a poor mobile
/// network, a new client's request takes half a second to arrive.
const RECENT: Duration = Duration::from_secs(1);
/// How often a new client looks for a place when all are taken: often enough that a supervisor does not notice.
const LOOK: Duration = Duration::from_millis(50);

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
    /// Connections beyond the limit, reserved for health checks.
    spare: usize,
    /// The connections to close next, and how they waited when selected.
    found: VecDeque<(u64, Waiting)>,
}

/// The open connections of a network.
#[derive(Default)]
struct Count {
    open: usize,
    /// New connections since its idle ones were counted.
    new: usize,
}

/// The order in which connections are closed, lowest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    is_recent: bool,
    /// Connections of its network; 0 for a trusted proxy.
    of_network: Reverse<usize>,
    /// Whether a caller was authenticated. False for recent connections, so that a new client is not closed before
    /// others.
    caller_known: bool,
    since: u64,
}

/// A connection that stays in the registry until this value is dropped.
pub(super) struct Admitted {
    registry: Arc<Registry>,
    pub(super) state: Arc<ConnectionState>,
}

impl Drop for Admitted {
    fn drop(&mut self) {
        self.registry.gauge.decrement(1);
        self.state.memory.release();
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

    /// Admits a connection. Waits only while the server works on the requests of all connections.
    pub(super) async fn admit(self: &Arc<Self>, peer: IpAddr) -> Admitted {
        loop {
            let ended = self.ended.notified();
            if let Some(state) = self.try_admit(peer) {
                self.gauge.increment(1);
                return Admitted { registry: Arc::clone(self), state };
            }
            // A connection that begins to wait sends no notice.
            let _ = timeout(LOOK, ended).await;
        }
    }

    /// Closes a waiting connection, because the system has no more. Returns whether there was one.
    pub(super) fn close_one(&self) -> bool {
        self.lock().close_waiting()
    }

    fn try_admit(&self, peer: IpAddr) -> Option<Arc<ConnectionState>> {
        let mut open = self.lock();
        let network = (!self.proxies.trusts(peer)).then(|| Network::of(peer));
        if let Some(network) = network {
            open.close_idle_of(network, self.idle_limit);
        }
        if open.is_full(self.limit) {
            open.close_waiting();
        }
        let is_spare = open.is_full(self.limit);
        if is_spare && open.spare >= SPARE {
            return None;
        }
        open.last_id += 1;
        let state = ConnectionState::new(open.last_id, network, is_spare, self.memory.clone(), self.times);
        open.insert(Arc::clone(&state));
        Some(state)
    }

    fn lock(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Open {
    /// Closes the longest-waiting idle connections of a network if, with a new one, there are too many.
    fn close_idle_of(&mut self, network: Network, limit: usize) {
        let Some(count) = self.by_network.get_mut(&network) else { return };
        count.new += 1;
        if count.open < limit || count.new < limit / COUNTED_EVERY {
            return;
        }
        count.new = 0;
        let mut idle = self.waiting(Instant::now(), |connection| connection.network == Some(network));
        // Connections that are new or have just been answered are not idle.
        idle.retain(|(rank, ..)| !rank.is_recent);
        if idle.len() < limit {
            return;
        }
        // Makes room for new connections until the next count.
        let too_many = (idle.len() - limit + 1 + limit / COUNTED_EVERY).min(idle.len());
        idle.select_nth_unstable_by_key(too_many - 1, |(rank, ..)| *rank);
        for (_, id, _) in &idle[..too_many] {
            self.close(*id, CloseReason::Address);
        }
    }

    /// Returns whether all places except the spare ones are taken.
    fn is_full(&self, limit: usize) -> bool {
        self.connections.len() - self.spare >= limit
    }

    /// Closes the connection of the lowest rank. Returns whether any waits for its client.
    fn close_waiting(&mut self) -> bool {
        // Those selected earlier may have become active since.
        self.close_found() || {
            self.find();
            self.close_found()
        }
    }

    fn close_found(&mut self) -> bool {
        while let Some((id, waiting)) = self.found.pop_front() {
            if self.connections.get(&id).is_some_and(|connection| connection.waiting() == Some(waiting)) {
                self.close(id, CloseReason::Place);
                return true;
            }
        }
        false
    }

    /// Selects the connections to close next.
    fn find(&mut self) {
        let mut waiting = self.waiting(Instant::now(), |_| true);
        if waiting.len() > FOUND {
            waiting.select_nth_unstable_by_key(FOUND, |(rank, ..)| *rank);
            waiting.truncate(FOUND);
        }
        waiting.sort_unstable_by_key(|(rank, ..)| *rank);
        let first = waiting.first().map(|(rank, ..)| *rank);
        // Connections of a larger network that arrive meanwhile must be closed before recent ones of a smaller network.
        let is_next = |rank: Rank| {
            first.is_some_and(|first| {
                rank.is_recent == first.is_recent && (!first.is_recent || rank.of_network == first.of_network)
            })
        };
        self.found = waiting.into_iter().filter(|(rank, ..)| is_next(*rank)).map(|(_, id, how)| (id, how)).collect();
    }

    fn waiting(&self, now: Instant, which: impl Fn(&ConnectionState) -> bool) -> Vec<(Rank, u64, Waiting)> {
        let recent = microseconds(now).saturating_sub(u64::try_from(RECENT.as_micros()).unwrap_or(u64::MAX));
        let connections = self.connections.values().filter(|connection| which(connection));
        let ranked = connections.filter_map(|connection| {
            let waiting = connection.waiting()?;
            let is_recent = waiting.since > recent;
            let of_network = connection.network.and_then(|network| self.by_network.get(&network));
            let rank = Rank {
                is_recent,
                of_network: Reverse(of_network.map_or(0, |count| count.open)),
                caller_known: waiting.caller_known && !is_recent,
                since: waiting.since,
            };
            Some((rank, connection.id, waiting))
        });
        ranked.collect()
    }

    fn insert(&mut self, connection: Arc<ConnectionState>) {
        if let Some(network) = connection.network {
            self.by_network.entry(network).or_default().open += 1;
        }
        self.spare += usize::from(connection.is_spare);
        self.connections.insert(connection.id, connection);
    }

    fn close(&mut self, id: u64, closing: CloseReason) {
        if let Some(connection) = self.remove(id) {
            connection.closing.close(closing);
        }
    }

    /// Removes a connection, unless it was removed before.
    fn remove(&mut self, id: u64) -> Option<Arc<ConnectionState>> {
        let connection = self.connections.remove(&id)?;
        self.spare -= usize::from(connection.is_spare);
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

#[cfg(test)]
mod tests;
