//! Attempts at passwords, counted in the log's database: processes share the counts, and a restart forgets none.
//!
//! The database holds keyed hashes instead of people and addresses. Times are whole seconds.

use chrono::{DateTime, TimeDelta, Utc};

/// A keyed hash of what attempts are counted for.
pub type CounterId = [u8; 16];

/// A counter, and how many attempts it allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct AttemptLimit {
    /// The counter.
    pub counter: CounterId,
    /// Attempts that it allows within a window.
    pub limit: i64,
}

/// An attempt that is about to be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attempt {
    /// The counters that it counts at. Every one must allow it.
    pub limits: Vec<AttemptLimit>,
    /// Now.
    pub at: DateTime<Utc>,
    /// How long a counter counts from its first attempt on, before it begins anew.
    pub window: TimeDelta,
}

/// An attempt whose password was right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignIn {
    /// The counter that begins anew.
    pub reset: CounterId,
    /// Counters from which the attempt is taken back.
    pub taken_back: Vec<CounterId>,
    /// The person at this address, to be known from now on.
    pub origin: CounterId,
    /// Now.
    pub at: DateTime<Utc>,
}

impl Attempt {
    /// The counters in one order for all, so that two transactions never wait for each other.
    pub(crate) fn sorted(&self) -> Vec<AttemptLimit> {
        let mut limits = self.limits.clone();
        limits.sort_unstable();
        limits
    }

    /// The seconds between which a window must have begun to go on: after the first, and not after the second. A window that
    /// began in the future was begun by a clock that was wrong.
    pub(crate) fn running(&self) -> (i64, i64) {
        ((self.at - self.window).timestamp(), self.at.timestamp())
    }

    /// When a window that began at this second is over.
    pub(crate) fn over(&self, since: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(since, 0).map_or(self.at, |since| since + self.window)
    }
}

impl SignIn {
    /// The counters from which the attempt is taken back, in one order for all.
    pub(crate) fn sorted(&self) -> Vec<CounterId> {
        let mut counters = self.taken_back.clone();
        counters.sort_unstable();
        counters
    }
}
