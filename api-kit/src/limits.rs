//! Limits on what one caller, and all callers together, may use. Each process counts separately.
//!
//! An API key is one caller. A person is one caller, with all tokens and sessions. Without a credential the address is.

use std::time::Duration;

use storage::SpoolSettings;

/// The limits and their defaults. `docs/security.md` lists them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// Decklists that a person may own; creating another is refused with 409. The views are counted, so concurrent requests
    /// may exceed the limit by a few.
    pub own_lists: Limit,
    /// Concurrent requests of a caller, queued ones included; further ones get 429. Reads of documents that the cache can
    /// hold do not count.
    pub requests_at_once: Limit,
    /// Writes per minute of an API key, in one burst or spread out; further ones get 429.
    pub key_writes_per_minute: Limit,
    /// Writes per minute of a person, in the same way.
    pub person_writes_per_minute: Limit,
    /// Lists and pages that are being sent.
    pub lists: Places,
    /// Exports that are being sent.
    pub exports: Places,
    /// The minimum rate and longest time for reading a list or an export.
    pub pace: Pace,
    /// Memory and disk for lists and exports that wait for slow clients.
    pub spool: SpoolSettings,
}

/// A maximum; `None` means no limit.
pub type Limit = Option<u32>;

/// How many answers of a kind may be sent at the same time; further requests get 503. One organization, and all clients
/// without a credential together, may use at most half of the places.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Places {
    /// Places for all clients.
    pub in_all: usize,
    /// Places for one caller.
    pub per_caller: usize,
}

/// How slowly a client may read an answer before its connection is closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pace {
    /// Minimum rate in bytes per second, averaged over the time that the service waited for the client.
    pub slowest: u32,
    /// The minimum rate applies after this time.
    pub grace: Duration,
    /// The longest time that the service waits for one client, at any rate.
    pub longest: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            // Twenty lists a week for a year.
            own_lists: Some(1_000),
            // One key may serve a store's whole staff and all screens in its hall.
            requests_at_once: Some(512),
            // Playing an event of 2,000 players as fast as the machine allows takes 24,000 writes.
            key_writes_per_minute: Some(30_000),
            // Ten per second: more than a person types, enough for a person's programs.
            person_writes_per_minute: Some(600),
            // Each may take a megabyte of memory, see `SpoolSettings`.
            lists: Places { in_all: 256, per_caller: 64 },
            // Each may take hundreds of megabytes of disk.
            exports: Places { in_all: 16, per_caller: 4 },
            // A quarter of a megabit per second: slower than a poor mobile connection.
            pace: Pace { slowest: 32 * 1024, grace: Duration::from_secs(20), longest: Duration::from_secs(1_800) },
            spool: SpoolSettings::default(),
        }
    }
}
