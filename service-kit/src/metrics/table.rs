//! The table of all metrics. The exporter's help texts and the list in `docs/operations.md` come from it, and a test
//! checks every recording in the source against it.

/// The type of a metric.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Kind {
    /// Only increases, and begins at 0 with the process.
    Counter,
    /// Increases and decreases.
    Gauge,
    /// The distribution of values, with the upper bounds of its buckets.
    Histogram(&'static [f64]),
}

impl Kind {
    /// Returns the name in Prometheus.
    pub fn name(self) -> &'static str {
        match self {
            Self::Counter => "counter",
            Self::Gauge => "gauge",
            Self::Histogram(_) => "histogram",
        }
    }
}

/// A metric, as described to operators and the exporter.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Metric {
    /// The name. It ends with the unit, or with `_total` for a counter.
    pub name: &'static str,
    /// The type.
    pub kind: Kind,
    /// The unit of its values.
    pub unit: &'static str,
    /// The labels.
    pub labels: &'static [&'static str],
    /// The help text.
    pub help: &'static str,
}

const ANSWER_SECONDS: &[f64] =
    &[0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0];
const COMMIT_SECONDS: &[f64] = &[0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0];
const BATCH_REQUESTS: &[f64] = &[1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 512.0];
const BATCH_EVENTS: &[f64] = &[1.0, 4.0, 16.0, 64.0, 256.0, 1024.0, 4096.0, 16384.0, 65536.0, 262_144.0];

macro_rules! metrics {
    ($(
        $(#[doc = $help:literal])+
        $kind:ident$(($bounds:ident))? $name:ident: $unit:literal$(, [$($label:literal),+])?;
    )+) => {
        /// All metrics.
        pub const METRICS: &[Metric] = &[$(Metric {
            name: stringify!($name),
            kind: Kind::$kind$(($bounds))?,
            unit: $unit,
            labels: &[$($($label),+)?],
            help: concat!($($help),+).trim_ascii_start(),
        }),+];
    };
}

metrics! {
    /// Requests answered. The route is the template of the address, or `none` if no route matches; unknown methods are
    /// `other`.
    Counter crosstable_http_requests_total: "requests", ["method", "route", "status"];
    /// Time from the head of a request to the head of its answer, including the time to read its body.
    Histogram(ANSWER_SECONDS) crosstable_http_request_duration_seconds: "seconds", ["method", "route"];
    /// Open connections, including idle ones.
    Gauge crosstable_http_connections: "connections", ["listener"];
    /// Connections that were closed because a limit was reached: `max_connections_per_address`, `stalled_answer_seconds`.
    Counter crosstable_http_connections_dropped_total: "connections", ["limit"];
    /// Requests refused before they reached a service: `malformed`, `host`, `head_too_large`, `too_slow`, `no_room` (for
    /// another large head).
    Counter crosstable_http_refused_total: "requests", ["reason"];
    /// Memory used by unfinished requests of unauthenticated clients.
    Gauge crosstable_http_unauthenticated_bytes: "bytes";
    /// Append requests waiting to be written, at most 16384; further ones are refused.
    Gauge crosstable_append_queue_requests: "requests";
    /// Append requests written in one transaction of the log.
    Histogram(BATCH_REQUESTS) crosstable_append_batch_requests: "requests";
    /// Duration of such a transaction, until it was on disk.
    Histogram(COMMIT_SECONDS) crosstable_append_batch_duration_seconds: "seconds";
    /// 1 while this process cannot write its log or its views, 0 while it can; checked once a second.
    Gauge crosstable_writes_failing: "stores", ["store"];
    /// Daily checks that read a whole store, by result: sound, damaged or unread.
    Counter crosstable_scrubs_total: "scrubs", ["store", "found"];
    /// Messages to webhooks that events became.
    Counter crosstable_webhook_messages_total: "messages";
    /// Attempts to deliver a message to a webhook, by result: `delivered` or `failed`.
    Counter crosstable_webhook_attempts_total: "attempts", ["result"];
    /// Messages to webhooks whose attempts have ended without success.
    Counter crosstable_webhook_given_up_total: "messages";
    /// Age of the oldest message that waits for its delivery to a webhook, 0 if none waits.
    Gauge crosstable_webhook_pending_age_seconds: "seconds";
    /// Attempts to send a message or to run a task, by channel (`mail`, `push`, `discord` or `schedule`) and result: `delivered` or
    /// `failed`.
    Counter crosstable_message_attempts_total: "attempts", ["channel", "result"];
    /// Messages that were refused, or whose attempts have ended without success, by channel.
    Counter crosstable_message_given_up_total: "messages", ["channel"];
    /// Age of the oldest message that waits, by channel; of tasks, how long the oldest is overdue. 0 if none waits.
    Gauge crosstable_message_pending_age_seconds: "seconds", ["channel"];
    /// Damaged events found while reading.
    Counter crosstable_events_damaged_total: "events";
    /// Times that a document or the file of the views was found damaged; it is rendered again.
    Counter crosstable_views_damaged_total: "reports";
    /// Times that views were discarded because they came from another log.
    Counter crosstable_views_given_up_total: "times";
    /// Events in the log that the views do not show yet; measured twice a second.
    Gauge crosstable_projection_behind_positions: "positions";
    /// Age of the oldest of these events when last measured; 0 if there is none.
    Gauge crosstable_projection_behind_seconds: "seconds";
    /// Events projected in one batch.
    Histogram(BATCH_EVENTS) crosstable_projection_batch_events: "events";
    /// Duration of a transaction of the views.
    Histogram(COMMIT_SECONDS) crosstable_projection_commit_duration_seconds: "seconds";
    /// Streams with documents whose rendering is delayed, up to a second for large events.
    Gauge crosstable_projection_lagging_streams: "streams";
    /// Streams with an event that cannot be projected; their documents are no longer updated.
    Gauge crosstable_projection_parked_streams: "streams";
    /// Part of a running rebuild of the views that is done, from 0 to 1; 0 if none runs in this process.
    Gauge crosstable_rebuild_done_ratio: "ratio";
    /// Estimated time until a running rebuild of the views ends; 0 if none runs in this process.
    Gauge crosstable_rebuild_remaining_seconds: "seconds";
    /// Switches to rebuilt views, made by this or another process.
    Counter crosstable_projection_rebuilds_total: "rebuilds";
    /// Documents found in the cache.
    Counter crosstable_cache_hits_total: "requests";
    /// Documents not found in the cache.
    Counter crosstable_cache_misses_total: "requests";
    /// Documents, pages and pictures in the cache.
    Gauge crosstable_cache_entries: "documents";
    /// Memory of the entries of the cache, at most 256 MiB.
    Gauge crosstable_cache_bytes: "bytes";
    /// Open streams of changes.
    Gauge crosstable_streams: "streams";
    /// Bytes of lists and exports buffered on disk for slow clients.
    Gauge crosstable_spool_disk_bytes: "bytes";
    /// Lists and exports that were aborted because their client read too slowly.
    Counter crosstable_slow_answers_total: "answers";
    /// 1 while there is a connection to NATS, 0 while there is none.
    Gauge crosstable_nats_connected: "connections";
    /// Times that caches were emptied because the changes of the views were unknown: at the start, after lost notices,
    /// or after a switch of generation.
    Counter crosstable_follower_emptied_total: "times";
    /// Commit notices that were not sent because NATS was unavailable or slow; readers poll the views instead.
    Counter crosstable_notices_dropped_total: "notices";
    /// Resident memory of the process; only on Linux.
    Gauge crosstable_process_resident_memory_bytes: "bytes";
    /// Start time of the process, in seconds since 1970-01-01 UTC.
    Gauge crosstable_process_start_time_seconds: "seconds";
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn names_say_whose_they_are_and_in_what_they_are_counted() {
        for metric in METRICS {
            let name = metric.name;
            assert!(name.starts_with("crosstable_"), "{name}");
            assert!(name.chars().all(|letter| letter.is_ascii_lowercase() || letter == '_'), "{name}");
            assert_eq!(name.ends_with("_total"), metric.kind == Kind::Counter, "{name}");
            let is_exempt = metric.kind == Kind::Counter || metric.unit != "seconds" && metric.unit != "bytes";
            assert!(is_exempt || name.ends_with(&format!("_{}", metric.unit)), "{name} is in {}", metric.unit);
            assert!(metric.help.ends_with('.') && !metric.help.contains('|'), "{name}");
        }
        let names: BTreeSet<_> = METRICS.iter().map(|metric| metric.name).collect();
        assert_eq!(names.len(), METRICS.len());
    }

    #[test]
    fn bounds_go_up() {
        for metric in METRICS {
            if let Kind::Histogram(bounds) = metric.kind {
                assert!(bounds.is_sorted_by(|one, next| one < next) && !bounds.is_empty(), "{}", metric.name);
            }
        }
    }
}
