//! Counters of attempts at passwords, when people sign in or confirm something. They are in the log's database, so that
//! processes share them and they survive restarts.
//!
//! The database contains keyed hashes instead of people and addresses. Times are whole seconds.

use std::collections::BTreeSet;

use chrono::{DateTime, TimeDelta, Utc};

/// A keyed hash of the person or address for which attempts are counted.
pub type CounterId = [u8; 16];

/// A counter and its limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct AttemptLimit {
    /// The counter.
    pub counter: CounterId,
    /// Maximum number of attempts within a window.
    pub limit: i64,
}

/// An attempt at a password, before the password is checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attempt {
    /// The counters that count it. All of them must allow it.
    pub limits: Vec<AttemptLimit>,
    /// The current time.
    pub at: DateTime<Utc>,
    /// How long a counter counts after its first attempt, before it starts again at zero.
    pub window: TimeDelta,
}

/// An attempt with the right password.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignIn {
    /// The counter to reset.
    pub reset: CounterId,
    /// Counters from which the attempt is removed.
    pub taken_back: Vec<CounterId>,
    /// The person and address to remember.
    pub origin: CounterId,
    /// The current time.
    pub at: DateTime<Utc>,
}

impl Attempt {
    /// Returns the counters in a fixed order, so that transactions never deadlock.
    pub(crate) fn sorted(&self) -> Vec<AttemptLimit> {
        let mut limits = self.limits.clone();
        limits.sort_unstable();
        limits
    }

    /// Returns the range in which a running window began, in seconds: after the first, and not after the second. A
    /// window that begins in the future comes from a wrong clock.
    pub(crate) fn running(&self) -> (i64, i64) {
        ((self.at - self.window).timestamp(), self.at.timestamp())
    }

    /// Returns the end of a window that began at this second.
    pub(crate) fn over(&self, since: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(since, 0).map_or(self.at, |since| since + self.window)
    }
}

impl SignIn {
    /// Returns all counters, in the order of [`Attempt::sorted`].
    pub(crate) fn sorted(&self) -> BTreeSet<CounterId> {
        self.taken_back.iter().copied().chain([self.reset]).collect()
    }
}
