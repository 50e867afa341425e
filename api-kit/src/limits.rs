//! Limits on what one caller, and all callers together, may use, in the form in which they are applied. Each process
//! counts separately. The options and their defaults are defined in `service_kit::limits`.
//!
//! An API key is one caller. A user with all tokens and sessions is one caller. Without a credential, the address is.

use std::time::Duration;

use service_kit::limits::Limits;

/// Time for which the minimum rate does not apply, so that a connection can get up to speed.
const GRACE: Duration = Duration::from_secs(20);

/// The limits that concern callers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CallerLimits {
    /// Decklists that a user may own. The views are counted, so concurrent requests may exceed the limit by a few.
    pub own_lists: Limit,
    /// Concurrent requests of a caller, including queued ones. Reads of documents that the cache can hold do not count.
    pub requests_at_once: Limit,
    /// Writes per minute of an API key, in one burst or spread out.
    pub key_writes_per_minute: Limit,
    /// Writes per minute of a user, in the same way.
    pub person_writes_per_minute: Limit,
    /// Lists and pages that are being sent.
    pub lists: MaxAnswers,
    /// Exports that are being sent.
    pub exports: MaxAnswers,
    /// Streams of changes; no groups of callers share a maximum.
    pub streams: MaxAnswers,
    /// Time after which a stream without a change sends a comment.
    pub heartbeat: Duration,
    /// The minimum rate and longest time for reading a list or an export.
    pub pace: Pace,
}

/// A maximum; `None` means no limit.
pub type Limit = Option<u32>;

/// How many answers of a kind may be sent at the same time; further requests get 503. One organization, and all clients
/// without a credential together, has at most half of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MaxAnswers {
    /// For all clients.
    pub in_all: usize,
    /// For one caller.
    pub per_caller: usize,
}

/// How slowly a client may read an answer before its connection is closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pace {
    /// Minimum rate in bytes per second, averaged over the time that the service waited for the client.
    pub slowest: u64,
    /// The minimum rate applies after this time.
    pub grace: Duration,
    /// The longest time that the service waits for one client, at any rate.
    pub longest: Duration,
}

impl From<&Limits> for CallerLimits {
    fn from(limits: &Limits) -> Self {
        let limit = |most: u64| (most > 0).then(|| u32::try_from(most).unwrap_or(u32::MAX));
        let answers = |most: u64| usize::try_from(most).ok().filter(|most| *most > 0).unwrap_or(usize::MAX);
        let (slowest, seconds) = (limits.min_read_rate, limits.max_read_seconds);
        Self {
            own_lists: limit(limits.max_own_lists),
            requests_at_once: limit(limits.max_requests_per_caller),
            key_writes_per_minute: limit(limits.max_key_writes),
            person_writes_per_minute: limit(limits.max_person_writes),
            lists: MaxAnswers { in_all: answers(limits.max_lists), per_caller: answers(limits.max_lists_per_caller) },
            exports: MaxAnswers {
                in_all: answers(limits.max_exports),
                per_caller: answers(limits.max_exports_per_caller),
            },
            streams: MaxAnswers {
                in_all: answers(limits.max_streams),
                per_caller: answers(limits.max_streams_per_address),
            },
            heartbeat: Duration::from_secs(limits.stream_heartbeat_seconds),
            pace: Pace {
                slowest,
                grace: if slowest > 0 { GRACE } else { Duration::MAX },
                longest: if seconds > 0 { Duration::from_secs(seconds) } else { Duration::MAX },
            },
        }
    }
}

impl Default for CallerLimits {
    fn default() -> Self {
        Self::from(&Limits::default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zero_means_no_limit() {
        let limits = CallerLimits::from(&Limits {
            max_own_lists: 0,
            max_key_writes: 0,
            max_lists: 0,
            min_read_rate: 0,
            max_read_seconds: 0,
            max_person_writes: 5,
            ..Limits::default()
        });
        assert_eq!((limits.own_lists, limits.key_writes_per_minute, limits.lists.in_all), (None, None, usize::MAX));
        assert_eq!((limits.pace.grace, limits.pace.longest), (Duration::MAX, Duration::MAX));
        assert_eq!(limits.person_writes_per_minute, Some(5));
    }
}
