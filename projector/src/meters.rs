//! Metrics that the engine records while it follows the log.

use metrics::{Gauge, Histogram};

/// The metrics of an engine.
pub(crate) struct Meters {
    pub(crate) batch_events: Histogram,
    pub(crate) commit_seconds: Histogram,
    pub(crate) lagging_streams: Gauge,
    pub(crate) parked_streams: Gauge,
}

impl Meters {
    /// Records metrics of the views that are served. Those of others would be taken for them, so they are not recorded.
    pub(crate) fn new(is_served: bool) -> Self {
        let histogram = |of_served: Histogram| if is_served { of_served } else { Histogram::noop() };
        let gauge = |of_served: Gauge| if is_served { of_served } else { Gauge::noop() };
        Self {
            batch_events: histogram(metrics::histogram!("crosstable_projection_batch_events")),
            commit_seconds: histogram(metrics::histogram!("crosstable_projection_commit_duration_seconds")),
            lagging_streams: gauge(metrics::gauge!("crosstable_projection_lagging_streams")),
            parked_streams: gauge(metrics::gauge!("crosstable_projection_parked_streams")),
        }
    }
}
