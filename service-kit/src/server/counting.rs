//! Counts what the server refuses and closes.

/// Counts a connection that is closed because it exceeds this limit.
pub(super) fn count_dropped(limit: &'static str) {
    metrics::counter!("crosstable_http_connections_dropped_total", "limit" => limit).increment(1);
}

/// Counts a request that does not reach the router.
pub(super) fn count_refused(reason: &'static str) {
    metrics::counter!("crosstable_http_refused_total", "reason" => reason).increment(1);
}
