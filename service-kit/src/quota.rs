//! An amount that all clients share, and of which those of one network may use only a part.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use metrics::Gauge;

use crate::client_address::Network;

/// A limited amount, such as bytes of memory. Clones share it.
#[derive(Debug, Clone)]
pub struct Quota(Arc<Limited>);

#[derive(Debug)]
struct Limited {
    total: usize,
    per_network: usize,
    used: Mutex<Used>,
    gauge: Gauge,
}

#[derive(Debug, Default)]
struct Used {
    total: usize,
    by_network: HashMap<Network, usize>,
}

/// The part of a quota that a connection or a request uses. It is given back when this is dropped.
#[derive(Debug)]
pub(crate) struct QuotaShare {
    quota: Quota,
    /// Its network; none for a trusted proxy, whose connections carry many clients.
    network: Option<Network>,
    amount: usize,
}

impl Quota {
    /// Creates a quota that records in `gauge` how much is used.
    pub fn new(total: usize, per_network: usize, gauge: Gauge) -> Self {
        gauge.set(0.0);
        Self(Arc::new(Limited { total, per_network, used: Mutex::default(), gauge }))
    }

    /// Returns an empty share.
    pub(crate) fn share(&self, network: Option<Network>) -> QuotaShare {
        QuotaShare { quota: self.clone(), network, amount: 0 }
    }

    #[cfg(test)]
    pub(crate) fn used(&self) -> usize {
        self.lock().total
    }

    fn record(&self, used: &Used) {
        // Exact up to 8 PiB.
        #[allow(clippy::cast_precision_loss, reason = "metrics are floats")]
        self.0.gauge.set(used.total as f64);
    }

    fn lock(&self) -> MutexGuard<'_, Used> {
        self.0.used.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl QuotaShare {
    /// Takes more, unless the quota or the network's part of it is used up. Returns whether it did.
    pub(crate) fn take(&mut self, more: usize) -> bool {
        let mut used = self.quota.lock();
        let of_network = self.network.and_then(|network| used.by_network.get(&network)).copied().unwrap_or_default();
        let total = used.total.saturating_add(more);
        let is_over_part = self.network.is_some() && of_network.saturating_add(more) > self.quota.0.per_network;
        if total > self.quota.0.total || is_over_part {
            return false;
        }
        used.total = total;
        if let Some(network) = self.network {
            used.by_network.insert(network, of_network + more);
        }
        self.quota.record(&used);
        drop(used);
        self.amount += more;
        true
    }

    pub(crate) fn give_back(&mut self) {
        if self.amount == 0 {
            return;
        }
        let mut used = self.quota.lock();
        used.total -= self.amount;
        if let Some(network) = self.network
            && let Some(of_network) = used.by_network.get_mut(&network)
        {
            *of_network -= self.amount;
            if *of_network == 0 {
                used.by_network.remove(&network);
            }
        }
        self.quota.record(&used);
        drop(used);
        self.amount = 0;
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
        assert!(quota.lock().by_network.is_empty(), "networks without a share are forgotten");
    }
}
