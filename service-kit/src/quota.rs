//! An amount that all clients share, and of which those of one network may use only a part.

use std::convert::Infallible;
use std::sync::Arc;

use metrics::Gauge;

use crate::client_address::Network;
use crate::concurrency::{ConcurrencyLimit, ConcurrencyPermit};

/// A limited amount, such as bytes of memory. Clones share it.
#[derive(Debug, Clone)]
pub struct Quota {
    limit: Arc<ConcurrencyLimit<Network, Infallible>>,
    gauge: Gauge,
}

/// The part of a quota that a connection or a request uses. It is given back when this is dropped.
#[derive(Debug)]
pub(crate) struct QuotaShare {
    quota: Quota,
    /// Its network; none for a trusted proxy, whose connections carry many clients.
    network: Option<Network>,
    amount: usize,
    permits: Vec<ConcurrencyPermit>,
}

impl Quota {
    /// Creates a quota that records in `gauge` how much is used.
    pub fn new(total: usize, per_network: usize, gauge: Gauge) -> Self {
        gauge.set(0.0);
        Self { limit: Arc::new(ConcurrencyLimit::new(per_network, 0, total)), gauge }
    }

    /// Returns an empty share.
    pub(crate) fn share(&self, network: Option<Network>) -> QuotaShare {
        QuotaShare { quota: self.clone(), network, amount: 0, permits: Vec::new() }
    }

    #[cfg(test)]
    pub(crate) fn used(&self) -> usize {
        self.limit.in_progress()
    }
}

#[allow(clippy::cast_precision_loss, reason = "metrics are floats, exact up to 8 PiB")]
impl QuotaShare {
    /// Takes more, unless the quota or the network's part of it is used up. Returns whether it did.
    pub(crate) fn take(&mut self, more: usize) -> bool {
        let Ok(permit) = self.quota.limit.try_acquire_many(self.network, None, more) else { return false };
        self.permits.push(permit);
        self.amount += more;
        self.quota.gauge.increment(more as f64);
        true
    }

    pub(crate) fn give_back(&mut self) {
        self.permits.clear();
        self.quota.gauge.decrement(std::mem::take(&mut self.amount) as f64);
    }
}

impl Drop for QuotaShare {
    fn drop(&mut self) {
        self.give_back();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn network(last: u8) -> Option<Network> {
        Some(Network::of([192, 0, 2, last].into()))
    }

    #[test]
    fn one_network_takes_only_its_part_and_a_proxy_takes_all() {
        let quota = Quota::new(100, 25, Gauge::noop());
        let mut shares = [network(1), network(1), network(2), None].map(|network| quota.share(network));
        assert_eq!([shares[0].take(20), shares[1].take(6), shares[1].take(5)], [true, false, true]);
        assert_eq!([shares[2].take(25), shares[3].take(51), shares[3].take(50)], [true, false, true]);
        assert!(!shares[0].take(1));
        shares[1].give_back();
        assert_eq!([shares[0].take(5), shares[2].take(1)], [true, false]);
        drop(shares);
        assert_eq!(quota.used(), 0);
    }
}
