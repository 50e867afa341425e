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
    /// Records metrics of the views that are served.
    pub(crate) fn of_what_is_served() -> Self {
        Self {
            batch_events: metrics::histogram!("crosstable_projection_batch_events"),
            commit_seconds: metrics::histogram!("crosstable_projection_commit_duration_seconds"),
            lagging_streams: metrics::gauge!("crosstable_projection_lagging_streams"),
            parked_streams: metrics::gauge!("crosstable_projection_parked_streams"),
        }
    }

    /// Records nothing: metrics of views that are not served would be taken for those of the served ones.
    pub(crate) fn silent() -> Self {
        Self {
            batch_events: Histogram::noop(),
            commit_seconds: Histogram::noop(),
            lagging_streams: Gauge::noop(),
            parked_streams: Gauge::noop(),
        }
    }
}
