//! How often somebody may try a password: counted per name typed and per address, in memory, in this process.
//!
//! An attempt is counted before the password is checked, so that who tries many costs little. What was typed is not kept:
//! a counter is found by a keyed hash of it. Of counters there are so many and no more; the oldest make room.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};

/// How long an attempt counts.
const WINDOW: TimeDelta = TimeDelta::minutes(10);
/// Attempts for a name within that time.
const PER_NAME: u32 = 10;
/// Attempts from an address within that time. Behind one there may be a whole venue.
const PER_ADDRESS: u32 = 60;
/// Counters kept at most.
const COUNTERS: usize = 20_000;

/// Counts attempts.
pub(crate) struct Attempts {
    hasher: RandomState,
    counters: Mutex<HashMap<u64, Counter>>,
}

/// Attempts since a window began.
#[derive(Clone, Copy)]
struct Counter {
    since: DateTime<Utc>,
    count: u32,
}

impl Attempts {
    /// Nobody tried anything yet.
    pub(crate) fn new() -> Self {
        Self { hasher: RandomState::new(), counters: Mutex::new(HashMap::new()) }
    }

    /// Counts an attempt, if it is one of those allowed.
    ///
    /// # Errors
    /// The seconds after which to try again, if it is one too many; it is not counted then.
    pub(crate) fn count(&self, name: &str, address: Option<IpAddr>, now: DateTime<Utc>) -> Result<(), u32> {
        let mut counters = self.counters.lock().unwrap_or_else(PoisonError::into_inner);
        let limits = [Some((self.of_name(name), PER_NAME)), address.map(|it| (self.of_address(it), PER_ADDRESS))];
        let limits = limits.into_iter().flatten();
        let wait = limits.clone().filter_map(|(place, limit)| counters.get(&place)?.wait(limit, now)).max();
        if let Some(seconds) = wait {
            return Err(seconds);
        }
        for (place, _) in limits {
            make_room(&mut counters, now);
            let counter = counters.entry(place).or_insert(Counter { since: now, count: 0 });
            if counter.is_over(now) {
                *counter = Counter { since: now, count: 0 };
            }
            counter.count += 1;
        }
        Ok(())
    }

    /// Forgets the attempts for a name: its password was right.
    pub(crate) fn forget(&self, name: &str) {
        self.counters.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.of_name(name));
    }

    fn of_name(&self, name: &str) -> u64 {
        self.hasher.hash_one(("name", name))
    }

    /// Of addresses of IPv6, a home or a server has a whole /64.
    fn of_address(&self, address: IpAddr) -> u64 {
        match address.to_canonical() {
            IpAddr::V4(address) => self.hasher.hash_one(address.octets()),
            IpAddr::V6(address) => self.hasher.hash_one(&address.segments()[..4]),
        }
    }
}

impl Counter {
    fn is_over(&self, now: DateTime<Utc>) -> bool {
        now - self.since >= WINDOW
    }

    /// Seconds until one more is allowed, if none is now.
    fn wait(&self, limit: u32, now: DateTime<Utc>) -> Option<u32> {
        let refused = !self.is_over(now) && self.count >= limit;
        let milliseconds = (self.since + WINDOW - now).num_milliseconds();
        refused.then(|| u32::try_from((milliseconds + 999) / 1_000).unwrap_or(1))
    }
}

/// Drops what no longer counts when there is no room, and the oldest half if that is not enough.
fn make_room(counters: &mut HashMap<u64, Counter>, now: DateTime<Utc>) {
    if counters.len() < COUNTERS {
        return;
    }
    counters.retain(|_, counter| !counter.is_over(now));
    if counters.len() >= COUNTERS {
        let mut begun: Vec<_> = counters.values().map(|counter| counter.since).collect();
        begun.sort_unstable();
        let middle = begun[begun.len() / 2];
        counters.retain(|_, counter| counter.since > middle);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(1_780_000_000 + seconds, 0).unwrap()
    }

    fn address(text: &str) -> Option<IpAddr> {
        Some(text.parse().unwrap())
    }

    #[test]
    fn a_name_is_tried_so_often_from_wherever() {
        let attempts = Attempts::new();
        for try_ in 0..PER_NAME {
            attempts.count("anna", address(&format!("10.0.0.{try_}")), at(0)).unwrap();
        }
        assert_eq!(attempts.count("anna", address("10.0.1.1"), at(60)), Err(540));
        assert_eq!(attempts.count("anna", None, at(599)), Err(1));
        assert_eq!(attempts.count("bert", None, at(599)), Ok(()));
        assert_eq!(attempts.count("anna", None, at(600)), Ok(()), "the time is over");
    }

    #[test]
    fn who_was_right_begins_anew() {
        let attempts = Attempts::new();
        (0..PER_NAME).for_each(|_| attempts.count("anna", None, at(0)).unwrap());
        attempts.forget("anna");
        assert_eq!(attempts.count("anna", None, at(0)), Ok(()));
    }

    #[test]
    fn an_address_tries_so_often_whatever_the_name() {
        let attempts = Attempts::new();
        let network = |host: u32| address(&format!("2001:db8:0:7::{host:x}"));
        for try_ in 0..PER_ADDRESS {
            attempts.count(&format!("name {try_}"), network(try_), at(0)).unwrap();
        }
        assert!(attempts.count("another", network(999), at(0)).is_err());
        assert_eq!(attempts.count("another", address("2001:db8:0:8::1"), at(0)), Ok(()));
        let attempts = Attempts::new();
        for try_ in 0..PER_ADDRESS {
            attempts.count(&format!("name {try_}"), address("10.0.0.1"), at(0)).unwrap();
        }
        assert!(attempts.count("another", address("::ffff:10.0.0.1"), at(0)).is_err(), "the same in another spelling");
        assert_eq!(attempts.count("another", address("10.0.0.2"), at(0)), Ok(()));
    }

    #[test]
    fn there_are_so_many_counters_and_no_more() {
        let attempts = Attempts::new();
        for number in 0..COUNTERS * 2 {
            attempts.count(&number.to_string(), None, at(i64::try_from(number / 1_000).unwrap())).unwrap();
        }
        assert!(attempts.counters.lock().unwrap().len() <= COUNTERS);
    }
}
