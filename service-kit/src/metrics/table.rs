//! Every metric, in one table: what the exporter says of it, what `docs/operations.md` lists, and what a test holds every
//! recording in the tree against.

/// What a metric is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Kind {
    /// Goes up, and begins at 0 with the process.
    Counter,
    /// Goes up and down.
    Gauge,
    /// How often which values came; with the upper bounds that they are sorted by.
    Histogram(&'static [f64]),
}

impl Kind {
    /// As Prometheus calls it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Counter => "counter",
            Self::Gauge => "gauge",
            Self::Histogram(_) => "histogram",
        }
    }
}

/// A metric, as people and the exporter know it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Metric {
    /// Its name; ends with its unit, and with `_total` if it is a counter.
    pub name: &'static str,
    /// What it is.
    pub kind: Kind,
    /// What its values are counted in.
    pub unit: &'static str,
    /// By what it is parted.
    pub labels: &'static [&'static str],
    /// What it says.
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

/// All of them.
pub const METRICS: &[Metric] = &[
    counter(
        "crosstable_http_requests_total",
        "requests",
        &["method", "route", "status"],
        "Requests answered. The route is the template of the address, `none` where nothing is; methods that nobody takes are `other`.",
    ),
    Metric {
        name: "crosstable_http_request_duration_seconds",
        kind: Kind::Histogram(ANSWER_SECONDS),
        unit: "seconds",
        labels: &["method", "route"],
        help: "Time from the head of a request to the head of its answer, the time to read its body included.",
    },
    gauge("crosstable_http_connections", "connections", &["listener"], "Open connections, idle ones included."),
    counter(
        "crosstable_http_connections_dropped_total",
        "connections",
        &["limit"],
        "Connections that waited for their client and were closed to make room for others. The limit is the one that was reached.",
    ),
    counter(
        "crosstable_http_refused_total",
        "requests",
        &["reason"],
        "Requests refused before a service was asked: `malformed`, `host`, `head_too_large`, `too_slow`, `no_room` (memory, or a place), `no_place` (beyond `max_connections`).",
    ),
    gauge(
        "crosstable_http_unauthenticated_bytes",
        "bytes",
        NO_LABELS,
        "Memory that unfinished requests of unknown clients take.",
    ),
    gauge(
        "crosstable_append_queue_requests",
        "requests",
        NO_LABELS,
        "Requests to append events that wait to be written; 1024 at most, then callers wait to get in.",
    ),
    Metric {
        name: "crosstable_append_batch_requests",
        kind: Kind::Histogram(BATCH_REQUESTS),
        unit: "requests",
        labels: NO_LABELS,
        help: "Requests that shared a transaction of the log.",
    },
    Metric {
        name: "crosstable_append_batch_duration_seconds",
        kind: Kind::Histogram(COMMIT_SECONDS),
        unit: "seconds",
        labels: NO_LABELS,
        help: "Time that such a transaction took, until it was on disk.",
    },
    gauge(
        "crosstable_writes_failing",
        "stores",
        &["store"],
        "1 while this process cannot write its log or its views, 0 while it can; one look a second.",
    ),
    counter(
        "crosstable_scrubs_total",
        "scrubs",
        &["store", "found"],
        "Times that everything in a store was read, once a day, and what was found: sound, damaged or unread.",
    ),
    counter(
        "crosstable_events_damaged_total",
        "events",
        NO_LABELS,
        "Times that an event was read that is not as it was written.",
    ),
    counter(
        "crosstable_views_damaged_total",
        "reports",
        NO_LABELS,
        "Times that a document, or the file of the views, was found damaged; it is rendered again.",
    ),
    counter(
        "crosstable_views_given_up_total",
        "times",
        NO_LABELS,
        "Times that views were given up because they were made from another log.",
    ),
    gauge(
        "crosstable_projection_behind_positions",
        "positions",
        NO_LABELS,
        "Events in the log that the views do not show yet, at the last look; two looks a second.",
    ),
    gauge(
        "crosstable_projection_behind_seconds",
        "seconds",
        NO_LABELS,
        "Age of the oldest of these events at the last look; 0 if there is none.",
    ),
    Metric {
        name: "crosstable_projection_batch_events",
        kind: Kind::Histogram(BATCH_EVENTS),
        unit: "events",
        labels: NO_LABELS,
        help: "Events that were taken in and rendered together.",
    },
    Metric {
        name: "crosstable_projection_commit_duration_seconds",
        kind: Kind::Histogram(COMMIT_SECONDS),
        unit: "seconds",
        labels: NO_LABELS,
        help: "Time that a transaction of the views took.",
    },
    gauge(
        "crosstable_projection_lagging_streams",
        "streams",
        NO_LABELS,
        "Streams with documents that were put off, as those of large events may be for a second.",
    ),
    gauge(
        "crosstable_projection_parked_streams",
        "streams",
        NO_LABELS,
        "Streams with an event that cannot be projected: their documents stay as they were.",
    ),
    counter(
        "crosstable_projection_rebuilds_total",
        "rebuilds",
        NO_LABELS,
        "Times that views made anew were gone over to, whoever made them.",
    ),
    counter("crosstable_cache_hits_total", "requests", NO_LABELS, "Documents found in memory."),
    counter("crosstable_cache_misses_total", "requests", NO_LABELS, "Documents asked for that were not in memory."),
    gauge("crosstable_cache_entries", "documents", NO_LABELS, "Documents in memory."),
    gauge("crosstable_cache_bytes", "bytes", NO_LABELS, "What they weigh; 256 MiB at most."),
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
        "Events in the log that are not in the stream of NATS yet, as this process knows; one look a second, and with each event.",
    ),
    counter(
        "crosstable_relay_published_total",
        "events",
        NO_LABELS,
        "Events that this process brought into the stream of NATS.",
    ),
    counter(
        "crosstable_feed_fallbacks_total",
        "times",
        NO_LABELS,
        "Times that a projector read the log itself, because NATS was gone or did not bring what stands there.",
    ),
    counter(
        "crosstable_follower_emptied_total",
        "times",
        NO_LABELS,
        "Times that caches were emptied because it was not known what had changed in the views: at the start, for lost notices, for another generation.",
    ),
    counter(
        "crosstable_notices_dropped_total",
        "notices",
        NO_LABELS,
        "Notices of changed views that were not sent because NATS was gone or slow; readers find out by themselves.",
    ),
    gauge(
        "crosstable_process_resident_memory_bytes",
        "bytes",
        NO_LABELS,
        "Memory of the process that is in use; told on Linux alone.",
    ),
    gauge(
        "crosstable_process_start_time_seconds",
        "seconds",
        NO_LABELS,
        "When the process began, in seconds since 1970-01-01 UTC.",
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
            let told = metric.kind == Kind::Counter || metric.unit != "seconds" && metric.unit != "bytes";
            assert!(told || name.ends_with(&format!("_{}", metric.unit)), "{name} is in {}", metric.unit);
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
