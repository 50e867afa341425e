//! The memory budget of unfinished requests from unauthenticated clients, shared by all connections.
//!
//! A connection holds a part of it while it receives an unusually large head, or the body of a request whose caller is
//! not authenticated. When the budget is spent, the connection that has held its part longest is closed. A client that
//! sends without pause is done long before it is the oldest.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::state::{Closing, ConnectionState};
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
    connection: Arc<ConnectionState>,
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

    /// Reserves bytes for a connection, or for the client that a proxy names on it. Closes older connections until
    /// there is room.
    pub(crate) fn hold(
        &self,
        connection: &Arc<ConnectionState>,
        network: Option<Network>,
        bytes: usize,
    ) -> Result<(), Spent> {
        let mut held = self.lock();
        let age = held.add(connection, network, bytes);
        let share = self.0.limit / SHARE;
        loop {
            let over_share = network.filter(|network| held.by_network.get(network).is_some_and(|held| *held > share));
            if over_share.is_none() && held.bytes <= self.0.limit {
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
            holder.connection.close(Closing::Memory);
        }
    }

    /// Releases everything that a connection holds.
    pub(crate) fn release(&self, connection: &ConnectionState) {
        if connection.age.load(Ordering::Relaxed) == 0 {
            return;
        }
        let mut held = self.lock();
        let age = connection.age.swap(0, Ordering::Relaxed);
        held.remove(age);
        record(held.bytes);
    }

    fn lock(&self) -> MutexGuard<'_, Held> {
        self.0.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn record(bytes: usize) {
    // Exact up to 8 PiB.
    #[allow(clippy::cast_precision_loss, reason = "metrics are floats")]
    metrics::gauge!("crosstable_http_unauthenticated_bytes").set(bytes as f64);
}

impl Held {
    /// Adds to a connection's part. Returns its age: the order in which connections began to hold memory.
    fn add(&mut self, connection: &Arc<ConnectionState>, network: Option<Network>, bytes: usize) -> u64 {
        let mut age = connection.age.load(Ordering::Relaxed);
        if age == 0 {
            self.last_age += 1;
            age = self.last_age;
            connection.age.store(age, Ordering::Relaxed);
            self.holders.insert(age, Holder { bytes: 0, network, connection: Arc::clone(connection) });
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

    use super::super::state::Times;
    use super::*;
    use crate::limits::Limits;

    fn connection(budget: &MemoryBudget, id: u64, network: Option<Network>) -> Arc<ConnectionState> {
        ConnectionState::new(id, network, false, budget.clone(), Times::of(&Limits::default()))
    }

    fn network(last: u8) -> Option<Network> {
        Some(Network::of([192, 0, 2, last].into()))
    }

    fn is_closed(connection: &ConnectionState) -> bool {
        let context = Context::from_waker(std::task::Waker::noop());
        connection.poll_closing(&context, &mut false) == Poll::Ready(Closing::Memory)
    }

    #[tokio::test]
    async fn the_connection_that_has_held_memory_for_longest_is_closed_first() {
        let budget = MemoryBudget::new(1000);
        let all = [0, 1, 2, 3].map(|id| connection(&budget, id, None));
        for connection in &all[..3] {
            assert_eq!(budget.hold(connection, None, 300), Ok(()));
        }
        assert_eq!(budget.hold(&all[3], None, 300), Ok(()));
        assert_eq!([0, 1, 2, 3].map(|at: usize| is_closed(&all[at])), [true, false, false, false]);
        budget.release(&all[2]);
        assert_eq!(budget.held(), 600);
        assert_eq!(budget.hold(&all[1], None, 400), Ok(()), "the part fits into the budget");
        assert_eq!(budget.hold(&all[1], None, 1), Err(Spent), "the connection is the oldest itself");
        assert_eq!(budget.held(), 300);
        all.iter().for_each(|connection| budget.release(connection));
        assert_eq!(budget.held(), 0);
    }

    #[tokio::test]
    async fn one_network_takes_a_quarter_and_closes_its_own_connections_alone() {
        let budget = MemoryBudget::new(1000);
        let other = connection(&budget, 0, network(9));
        budget.hold(&other, network(9), 100).unwrap();
        let all = [1, 2, 3].map(|id| connection(&budget, id, network(1)));
        for connection in &all {
            assert_eq!(budget.hold(connection, network(1), 125), Ok(()));
        }
        assert_eq!([0, 1, 2].map(|at: usize| is_closed(&all[at])), [true, false, false]);
        assert!(!is_closed(&other), "an older connection of another network stays open");
    }

    #[tokio::test]
    async fn bytes_held_before_a_proxy_named_its_client_count_for_the_client() {
        let budget = MemoryBudget::new(1000);
        let all = [0, 1].map(|id| connection(&budget, id, None));
        for connection in &all {
            assert_eq!(budget.hold(connection, None, 100), Ok(()));
            assert_eq!(budget.hold(connection, network(1), 100), Ok(()));
        }
        assert_eq!([0, 1].map(|at: usize| is_closed(&all[at])), [true, false], "the client has more than a quarter");
        assert_eq!(budget.held(), 200);
        budget.release(&all[1]);
        assert_eq!(budget.hold(&all[1], network(1), 250), Ok(()), "the released connection counts no more");
    }
}
