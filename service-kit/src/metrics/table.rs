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

const NO_LABELS: &[&str] = &[];

const fn counter(
    name: &'static str,
    unit: &'static str,
    labels: &'static [&'static str],
    help: &'static str,
) -> Metric {
    Metric { name, kind: Kind::Counter, unit, labels, help }
}

const fn gauge(name: &'static str, unit: &'static str, labels: &'static [&'static str], help: &'static str) -> Metric {
    Metric { name, kind: Kind::Gauge, unit, labels, help }
}

/// All metrics.
pub const METRICS: &[Metric] = &[
    counter(
        "crosstable_http_requests_total",
        "requests",
        &["method", "route", "status"],
        "Requests answered. The route is the template of the address, or `none` if no route matches; unknown methods are `other`.",
    ),
    Metric {
        name: "crosstable_http_request_duration_seconds",
        kind: Kind::Histogram(ANSWER_SECONDS),
        unit: "seconds",
        labels: &["method", "route"],
        help: "Time from the head of a request to the head of its answer, including the time to read its body.",
    },
    gauge("crosstable_http_connections", "connections", &["listener"], "Open connections, including idle ones."),
    counter(
        "crosstable_http_connections_dropped_total",
        "connections",
        &["limit"],
        "Connections that were closed because a limit was reached: `max_connections_per_address`, `stalled_answer_seconds`.",
    ),
    counter(
        "crosstable_http_refused_total",
        "requests",
        &["reason"],
        "Requests refused before they reached a service: `malformed`, `host`, `head_too_large`, `too_slow`, `no_room` (for another large head).",
    ),
    gauge(
        "crosstable_http_unauthenticated_bytes",
        "bytes",
        NO_LABELS,
        "Memory used by unfinished requests of unauthenticated clients.",
    ),
    gauge(
        "crosstable_append_queue_requests",
        "requests",
        NO_LABELS,
        "Append requests waiting to be written, at most 16384; further ones are refused.",
    ),
    Metric {
        name: "crosstable_append_batch_requests",
        kind: Kind::Histogram(BATCH_REQUESTS),
        unit: "requests",
        labels: NO_LABELS,
        help: "Append requests written in one transaction of the log.",
    },
    Metric {
        name: "crosstable_append_batch_duration_seconds",
        kind: Kind::Histogram(COMMIT_SECONDS),
        unit: "seconds",
        labels: NO_LABELS,
        help: "Duration of such a transaction, until it was on disk.",
    },
    gauge(
        "crosstable_writes_failing",
        "stores",
        &["store"],
        "1 while this process cannot write its log or its views, 0 while it can; checked once a second.",
    ),
    counter(
        "crosstable_scrubs_total",
        "scrubs",
        &["store", "found"],
        "Daily checks that read a whole store, by result: sound, damaged or unread.",
    ),
    counter("crosstable_webhook_messages_total", "messages", NO_LABELS, "Messages to webhooks that events became."),
    counter(
        "crosstable_webhook_attempts_total",
        "attempts",
        &["result"],
        "Attempts to deliver a message to a webhook, by result: `delivered` or `failed`.",
    ),
    counter(
        "crosstable_webhook_given_up_total",
        "messages",
        NO_LABELS,
        "Messages to webhooks whose attempts have ended without success.",
    ),
    gauge(
        "crosstable_webhook_pending_age_seconds",
        "seconds",
        NO_LABELS,
        "Age of the oldest message that waits for its delivery to a webhook, 0 if none waits.",
    ),
    counter("crosstable_events_damaged_total", "events", NO_LABELS, "Damaged events found while reading."),
    counter(
        "crosstable_views_damaged_total",
        "reports",
        NO_LABELS,
        "Times that a document or the file of the views was found damaged; it is rendered again.",
    ),
    counter(
        "crosstable_views_given_up_total",
        "times",
        NO_LABELS,
        "Times that views were discarded because they came from another log.",
    ),
    gauge(
        "crosstable_projection_behind_positions",
        "positions",
        NO_LABELS,
        "Events in the log that the views do not show yet; measured twice a second.",
    ),
    gauge(
        "crosstable_projection_behind_seconds",
        "seconds",
        NO_LABELS,
        "Age of the oldest of these events when last measured; 0 if there is none.",
    ),
    Metric {
        name: "crosstable_projection_batch_events",
        kind: Kind::Histogram(BATCH_EVENTS),
        unit: "events",
        labels: NO_LABELS,
        help: "Events projected in one batch.",
    },
    Metric {
        name: "crosstable_projection_commit_duration_seconds",
        kind: Kind::Histogram(COMMIT_SECONDS),
        unit: "seconds",
        labels: NO_LABELS,
        help: "Duration of a transaction of the views.",
    },
    gauge(
        "crosstable_projection_lagging_streams",
        "streams",
        NO_LABELS,
        "Streams with documents whose rendering is delayed, up to a second for large events.",
    ),
    gauge(
        "crosstable_projection_parked_streams",
        "streams",
        NO_LABELS,
        "Streams with an event that cannot be projected; their documents are no longer updated.",
    ),
    gauge(
        "crosstable_rebuild_done_ratio",
        "ratio",
        NO_LABELS,
        "Part of a running rebuild of the views that is done, from 0 to 1; 0 if none runs in this process.",
    ),
    gauge(
        "crosstable_rebuild_remaining_seconds",
        "seconds",
        NO_LABELS,
        "Estimated time until a running rebuild of the views ends; 0 if none runs in this process.",
    ),
    counter(
        "crosstable_projection_rebuilds_total",
        "rebuilds",
        NO_LABELS,
        "Switches to rebuilt views, made by this or another process.",
    ),
    counter("crosstable_cache_hits_total", "requests", NO_LABELS, "Documents found in the cache."),
    counter("crosstable_cache_misses_total", "requests", NO_LABELS, "Documents not found in the cache."),
    gauge("crosstable_cache_entries", "documents", NO_LABELS, "Documents, pages and pictures in the cache."),
    gauge("crosstable_cache_bytes", "bytes", NO_LABELS, "Memory of the entries of the cache, at most 256 MiB."),
    gauge("crosstable_streams", "streams", NO_LABELS, "Open streams of changes."),
    gauge(
        "crosstable_spool_disk_bytes",
        "bytes",
        NO_LABELS,
        "Bytes of lists and exports buffered on disk for slow clients.",
    ),
    counter(
        "crosstable_slow_answers_total",
        "answers",
        NO_LABELS,
        "Lists and exports that were aborted because their client read too slowly.",
    ),
    gauge(
        "crosstable_nats_connected",
        "connections",
        NO_LABELS,
        "1 while there is a connection to NATS, 0 while there is none.",
    ),
    gauge(
        "crosstable_relay_backlog_positions",
        "positions",
        NO_LABELS,
        "Events in the log that are not in the NATS stream yet, as far as this process knows; measured once a second and with each event.",
    ),
    counter(
        "crosstable_relay_published_total",
        "events",
        NO_LABELS,
        "Events that this process published to the NATS stream.",
    ),
    counter(
        "crosstable_feed_fallbacks_total",
        "times",
        NO_LABELS,
        "Times that a projector read the log directly, because NATS was unavailable or did not deliver all events.",
    ),
    counter(
        "crosstable_follower_emptied_total",
        "times",
        NO_LABELS,
        "Times that caches were emptied because the changes of the views were unknown: at the start, after lost notices, or after a switch of generation.",
    ),
    counter(
        "crosstable_notices_dropped_total",
        "notices",
        NO_LABELS,
        "Commit notices that were not sent because NATS was unavailable or slow; readers poll the views instead.",
    ),
    gauge(
        "crosstable_process_resident_memory_bytes",
        "bytes",
        NO_LABELS,
        "Resident memory of the process; only on Linux.",
    ),
    gauge(
        "crosstable_process_start_time_seconds",
        "seconds",
        NO_LABELS,
        "Start time of the process, in seconds since 1970-01-01 UTC.",
    ),
];

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
