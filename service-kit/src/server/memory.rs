//! The memory budget of unfinished requests from unauthenticated clients, shared by all connections.
//!
//! A connection holds a part of it while it receives an unusually large head, or the body of a request whose caller is
//! not authenticated. When the budget is spent, the connection that has held its part longest is closed. A client that
//! sends without pause is done long before it is the oldest.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::close_signal::{CloseReason, CloseSignal};
use crate::client_address::Network;

/// The fraction of the budget that the clients of one network may use, as a divisor.
const SHARE: usize = 4;

/// The memory for unfinished requests of unauthenticated clients. Clones share it.
#[derive(Debug, Clone)]
pub struct MemoryBudget(Arc<Budget>);

#[derive(Debug)]
struct Budget {
    limit: usize,
    held: Mutex<Held>,
}

/// The memory in use, oldest holder first.
#[derive(Debug, Default)]
struct Held {
    bytes: usize,
    last_age: u64,
    holders: BTreeMap<u64, Holder>,
    by_network: HashMap<Network, usize>,
}

#[derive(Debug)]
struct Holder {
    bytes: usize,
    network: Option<Network>,
    connection: Connection,
}

/// A connection that may hold memory.
#[derive(Debug, Clone)]
struct Connection {
    /// The order in which connections began to hold memory; 0 while it holds none.
    age: Arc<AtomicU64>,
    closing: Arc<CloseSignal>,
}

/// The part of the budget that a connection holds.
#[derive(Debug)]
pub(crate) struct HeldMemory {
    budget: MemoryBudget,
    connection: Connection,
}

/// The budget is spent, and the requesting connection is the oldest holder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Spent;

impl MemoryBudget {
    /// Creates a budget of `bytes` bytes.
    pub fn new(bytes: u64) -> Self {
        let limit = usize::try_from(bytes).unwrap_or(usize::MAX);
        record(0);
        Self(Arc::new(Budget { limit, held: Mutex::default() }))
    }

    /// Returns the bytes in use.
    pub fn held(&self) -> usize {
        self.lock().bytes
    }

    /// Returns the part of a new connection, which holds nothing yet.
    pub(super) fn of_connection(self, closing: Arc<CloseSignal>) -> HeldMemory {
        HeldMemory { budget: self, connection: Connection { age: Arc::default(), closing } }
    }

    fn lock(&self) -> MutexGuard<'_, Held> {
        self.0.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl HeldMemory {
    /// Reserves bytes for the connection, or for the client that a proxy names on it. Closes older connections until
    /// there is room.
    pub(crate) fn hold(&self, network: Option<Network>, bytes: usize) -> Result<(), Spent> {
        let (mut held, limit) = (self.budget.lock(), self.budget.0.limit);
        let age = held.add(&self.connection, network, bytes);
        loop {
            let over_share =
                network.filter(|network| held.by_network.get(network).is_some_and(|held| *held > limit / SHARE));
            if over_share.is_none() && held.bytes <= limit {
                record(held.bytes);
                return Ok(());
            }
            let Some(oldest) = held.oldest(over_share) else { return Err(Spent) };
            let Some(holder) = held.remove(oldest) else { return Err(Spent) };
            holder.connection.age.store(0, Ordering::Relaxed);
            if oldest == age {
                record(held.bytes);
                return Err(Spent);
            }
            holder.connection.closing.close(CloseReason::Memory);
        }
    }

    /// Releases everything that the connection holds.
    pub(crate) fn release(&self) {
        if self.connection.age.load(Ordering::Relaxed) == 0 {
            return;
        }
        let mut held = self.budget.lock();
        let age = self.connection.age.swap(0, Ordering::Relaxed);
        held.remove(age);
        record(held.bytes);
    }
}

fn record(bytes: usize) {
    // Exact up to 8 PiB.
    #[allow(clippy::cast_precision_loss, reason = "metrics are floats")]
    metrics::gauge!("crosstable_http_unauthenticated_bytes").set(bytes as f64);
}

impl Held {
    /// Adds to a connection's part and returns its age.
    fn add(&mut self, connection: &Connection, network: Option<Network>, bytes: usize) -> u64 {
        let mut age = connection.age.load(Ordering::Relaxed);
        if age == 0 {
            self.last_age += 1;
            age = self.last_age;
            connection.age.store(age, Ordering::Relaxed);
            self.holders.insert(age, Holder { bytes: 0, network, connection: connection.clone() });
        }
        if let Some(holder) = self.holders.get_mut(&age) {
            if let (None, Some(network)) = (holder.network, network) {
                // A proxy names its client in the head, part of which is already counted.
                holder.network = Some(network);
                *self.by_network.entry(network).or_default() += holder.bytes;
            }
            holder.bytes += bytes;
            self.bytes += bytes;
            if let Some(network) = holder.network {
                *self.by_network.entry(network).or_default() += bytes;
            }
        }
        age
    }

    /// Returns the age of the oldest holder, of the given network if there is one.
    fn oldest(&self, of: Option<Network>) -> Option<u64> {
        self.holders.iter().find(|(_, holder)| of.is_none() || holder.network == of).map(|(age, _)| *age)
    }

    fn remove(&mut self, age: u64) -> Option<Holder> {
        let holder = self.holders.remove(&age)?;
        self.bytes -= holder.bytes;
        if let Some(network) = holder.network
            && let Some(held) = self.by_network.get_mut(&network)
        {
            *held -= holder.bytes;
            if *held == 0 {
                self.by_network.remove(&network);
            }
        }
        Some(holder)
    }
}

#[cfg(test)]
mod tests {
    use std::task::{Context, Poll};

    use super::*;

    fn connection(budget: &MemoryBudget) -> HeldMemory {
        budget.clone().of_connection(Arc::default())
    }

    fn network(last: u8) -> Option<Network> {
        Some(Network::of([192, 0, 2, last].into()))
    }

    fn is_closed(memory: &HeldMemory) -> bool {
        let context = Context::from_waker(std::task::Waker::noop());
        memory.connection.closing.poll(&context, &mut false) == Poll::Ready(CloseReason::Memory)
    }

    #[tokio::test]
    async fn the_connection_that_has_held_memory_for_longest_is_closed_first() {
        let budget = MemoryBudget::new(1000);
        let all = [0, 1, 2, 3].map(|_| connection(&budget));
        for connection in &all[..3] {
            assert_eq!(connection.hold(None, 300), Ok(()));
        }
        assert_eq!(all[3].hold(None, 300), Ok(()));
        assert_eq!([0, 1, 2, 3].map(|at: usize| is_closed(&all[at])), [true, false, false, false]);
        all[2].release();
        assert_eq!(budget.held(), 600);
        assert_eq!(all[1].hold(None, 400), Ok(()), "the part fits into the budget");
        assert_eq!(all[1].hold(None, 1), Err(Spent), "the connection is the oldest itself");
        assert_eq!(budget.held(), 300);
        all.iter().for_each(HeldMemory::release);
        assert_eq!(budget.held(), 0);
    }

    #[tokio::test]
    async fn one_network_takes_a_quarter_and_closes_its_own_connections_alone() {
        let budget = MemoryBudget::new(1000);
        let other = connection(&budget);
        other.hold(network(9), 100).unwrap();
        let all = [1, 2, 3].map(|_| connection(&budget));
        for connection in &all {
            assert_eq!(connection.hold(network(1), 125), Ok(()));
        }
        assert_eq!([0, 1, 2].map(|at: usize| is_closed(&all[at])), [true, false, false]);
        assert!(!is_closed(&other), "an older connection of another network stays open");
    }

    #[tokio::test]
    async fn bytes_held_before_a_proxy_named_its_client_count_for_the_client() {
        let budget = MemoryBudget::new(1000);
        let all = [0, 1].map(|_| connection(&budget));
        for connection in &all {
            assert_eq!(connection.hold(None, 100), Ok(()));
            assert_eq!(connection.hold(network(1), 100), Ok(()));
        }
        assert_eq!([0, 1].map(|at: usize| is_closed(&all[at])), [true, false], "the client has more than a quarter");
        assert_eq!(budget.held(), 200);
        all[1].release();
        assert_eq!(all[1].hold(network(1), 250), Ok(()), "the released connection counts no more");
    }
}
