//! All limits that an operator can set: option, default, and effect when exceeded.
//!
//! The options of `crosstable serve`, their environment variables and the table in `docs/security.md` are generated
//! from this module.
//!
//! To add a limit, add a row to `limits!` below and use the field of [`Limits`] where it applies. The option is the
//! field's name with hyphens (`--max-connections`), the variable the same in capitals (`CROSSTABLE_MAX_CONNECTIONS`).
//! Then run `UPDATE_DOCS=1 cargo test -p e2e --test tidy limits`.

use std::ops::RangeInclusive;

/// The unit of limits that accept the suffixes `KiB`, `MiB` and `GiB`.
const BYTES: &str = "bytes";
/// Suffixes of byte values, largest first.
const SUFFIXES: [(&str, u64); 3] = [("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)];

/// A limit, as described to operators.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limit {
    /// Name of its field in [`Limits`].
    pub name: &'static str,
    /// What it limits.
    pub what: &'static str,
    /// The default value.
    pub default: u64,
    /// The allowed values.
    pub range: RangeInclusive<u64>,
    /// The unit of the value.
    pub unit: &'static str,
    /// The effect on a client that exceeds it.
    pub beyond: &'static str,
}

macro_rules! limits {
    ($($(#[doc = $what:literal])+ $name:ident: $default:expr, $range:expr, $unit:literal, $beyond:literal;)+) => {
        /// The value of each limit. [`Limits::default`] returns the defaults.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct Limits {
            $($(#[doc = $what])+ pub $name: u64,)+
        }

        /// All limits, in the order of the documentation.
        pub const LIMITS: &[Limit] = &[$(Limit {
            name: stringify!($name),
            what: concat!($($what),+).trim_ascii_start(),
            default: $default,
            range: $range,
            unit: $unit,
            beyond: $beyond,
        }),+];

        impl Default for Limits {
            fn default() -> Self {
                Self { $($name: $default),+ }
            }
        }

        impl Limits {
            /// Returns the values that `set` gives by name, and the defaults of all other limits.
            pub fn with(set: impl Fn(&str) -> Option<u64>) -> Self {
                Self { $($name: set(stringify!($name)).unwrap_or($default)),+ }
            }
        }
    };
}

limits! {
    /// Maximum number of open connections.
    max_connections: 10_000, 16..=1_000_000, "connections",
        "A new connection waits until another one ends.";
    // A convention hall with thousands of phones is one address.
    /// Connections of one address. An IPv6 address counts as its /64 network; trusted proxies are exempt.
    max_connections_per_address: 7_500, 1..=1_000_000, "connections",
        "A new connection is closed.";
    /// Memory for unfinished heads above 8 KiB, and for bodies of clients that are not authenticated yet. One address may
    /// use a quarter of it.
    unauthenticated_memory: 32 << 20, (1 << 20)..=(16 << 30), "bytes",
        "A body gets 503; a connection with an unfinished head is closed.";
    /// Time for the head of a request, and idle time between two requests of a connection. A gateway in front should
    /// close its idle connections earlier.
    request_head_seconds: 10, 1..=3_600, "seconds",
        "The connection is closed.";
    /// Time for the body of a request.
    request_body_seconds: 20, 1..=3_600, "seconds",
        "408.";
    /// Time in which a client reads nothing of an answer.
    stalled_answer_seconds: 30, 1..=3_600, "seconds",
        "The connection is reset.";
    /// Bytes of answers that the system buffers for one connection until the client reads them.
    send_buffer: 256 << 10, (4 << 10)..=(64 << 20), "bytes",
        "The service waits for the client.";
    /// Bytes of requests that the system buffers for one connection until the service reads them.
    receive_buffer: 16 << 10, (4 << 10)..=(64 << 20), "bytes",
        "The client waits for the service.";
    // Twenty lists a week for a year.
    /// Decklists that a user may own. For this limit and those below, 0 means no limit.
    max_own_lists: 1_000, 0..=1_000_000_000, "lists",
        "Creating another is refused with 409.";
    // One key may serve a store's whole staff and all screens in its hall.
    /// Requests of one caller at the same time, including queued ones. A caller is an API key, a user with all tokens
    /// and sessions, or an address without a credential. Reads of single documents do not count.
    max_requests_per_caller: 512, 0..=1_000_000_000, "requests",
        "429 with `Retry-After`.";
    // Playing an event of 2,000 players as fast as the machine allows takes 24,000 writes.
    /// Writes of an API key, at once or spread over a minute.
    max_key_writes: 30_000, 0..=1_000_000_000, "writes per minute",
        "429 with `Retry-After`.";
    // Ten per second: more than a user types, enough for a user's programs.
    /// Writes of a user with all tokens and sessions, at once or spread over a minute.
    max_person_writes: 600, 0..=1_000_000_000, "writes per minute",
        "429 with `Retry-After`.";
    // Each may use a megabyte of memory.
    /// Lists sent at the same time. One organization, or all clients without a credential together, may use half.
    max_lists: 256, 0..=1_000_000_000, "lists",
        "503 with `Retry-After`.";
    /// Lists sent to one caller at the same time.
    max_lists_per_caller: 64, 0..=1_000_000_000, "lists",
        "503 with `Retry-After`.";
    // Each may use hundreds of megabytes of disk.
    /// Exports sent at the same time. One organization, or all clients without a credential together, may use half.
    max_exports: 16, 0..=1_000_000_000, "exports",
        "503 with `Retry-After`.";
    /// Exports sent to one caller at the same time.
    max_exports_per_caller: 4, 0..=1_000_000_000, "exports",
        "503 with `Retry-After`.";
    // Fewer than connections, so that streams leave some for requests.
    /// Open streams of changes of events.
    max_streams: 7_500, 0..=1_000_000_000, "streams",
        "503 with `Retry-After`.";
    // A convention hall with thousands of phones is one address.
    /// Open streams of one address, with or without a credential. An IPv6 address counts as its /64 network.
    max_streams_per_address: 6_000, 0..=1_000_000_000, "streams",
        "503 with `Retry-After`.";
    /// Time after which a stream without a change sends a comment. Gateways close connections that are silent for longer
    /// than they allow.
    stream_heartbeat_seconds: 15, 1..=3_600, "seconds",
        "The comment is sent, and the caller's rights are checked again.";
    // A quarter of a megabit per second: slower than a poor mobile connection.
    /// Bytes per second at which a client must read a list or an export, on average after the first 20 seconds.
    min_read_rate: 32 << 10, 0..=(1 << 30), "bytes",
        "The connection is reset.";
    /// Total time that the service waits for a client that reads a list or an export.
    max_read_seconds: 1_800, 0..=1_000_000_000, "seconds",
        "The connection is reset.";
    // Sixteen exports of 250 MB.
    /// Disk space for parts of lists and exports that slow clients have not read yet.
    spool_disk: 4 << 30, 0..=(1 << 50), "bytes",
        "An answer whose client is slower than the database is cut off.";
}

/// Returns a limit as a number of things in memory; 0 means no limit.
pub fn most(limit: u64) -> usize {
    usize::try_from(limit).ok().filter(|most| *most > 0).unwrap_or(usize::MAX)
}

impl Limit {
    /// Returns the name of its option without leading hyphens: `max-connections`.
    pub fn option(&self) -> String {
        self.name.replace('_', "-")
    }

    /// Returns the name of its environment variable: `CROSSTABLE_MAX_CONNECTIONS`.
    pub fn variable(&self) -> String {
        format!("CROSSTABLE_{}", self.name.to_ascii_uppercase())
    }

    /// Formats a value for people: `32MiB`.
    pub fn shown(&self, value: u64) -> String {
        let suffix = SUFFIXES.iter().find(|(_, size)| self.unit == BYTES && value > 0 && value.is_multiple_of(*size));
        suffix.map_or_else(|| value.to_string(), |(suffix, size)| format!("{}{suffix}", value / size))
    }

    /// Parses a value that an operator set.
    pub fn parse(&self, text: &str) -> Result<u64, String> {
        let (least, most) = (self.shown(*self.range.start()), self.shown(*self.range.end()));
        let refused = || format!("must be a number of {} from {least} to {most}", self.unit);
        let suffix = SUFFIXES.iter().find(|(suffix, _)| self.unit == BYTES && text.ends_with(suffix));
        let (digits, size) = suffix.map_or((text, 1), |(suffix, size)| (text.trim_end_matches(suffix), *size));
        let number: u64 = digits.trim().parse().map_err(|_| refused())?;
        let value = number.checked_mul(size).filter(|value| self.range.contains(value));
        value.ok_or_else(refused)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn limit(name: &str) -> &'static Limit {
        LIMITS.iter().find(|limit| limit.name == name).unwrap()
    }

    #[test]
    fn each_limit_has_a_name_of_its_own_and_a_default_in_its_range() {
        let names: BTreeSet<_> = LIMITS.iter().map(|limit| limit.name).collect();
        assert_eq!(names.len(), LIMITS.len());
        for limit in LIMITS {
            assert!(limit.range.contains(&limit.default), "{}", limit.name);
            for text in [limit.what, limit.beyond] {
                assert!(text.ends_with('.') && !text.contains('|') && !text.contains('\n'), "{}: {text}", limit.name);
            }
        }
    }

    #[test]
    fn values_are_read_as_they_are_shown() {
        for limit in LIMITS {
            assert_eq!(limit.parse(&limit.shown(limit.default)), Ok(limit.default), "{}", limit.name);
        }
        let memory = limit("unauthenticated_memory");
        assert_eq!((memory.shown(32 << 20), memory.shown(1_500_000)), ("32MiB".to_owned(), "1500000".to_owned()));
        assert_eq!((memory.parse("2 MiB"), memory.parse("4194304")), (Ok(2 << 20), Ok(4 << 20)));
        for wrong in ["", "MiB", "-1", "1.5MiB", "much", "1KiB", "99999999999999999GiB"] {
            assert_eq!(memory.parse(wrong), Err("must be a number of bytes from 1MiB to 16GiB".to_owned()), "{wrong}");
        }
        assert!(limit("max_connections").parse("1MiB").is_err(), "connections are not counted in MiB");
    }
}
