//! The routes of monitoring.

/// The route of liveness.
pub const ALIVE: &str = "/healthz";
/// The route of readiness.
pub const READY: &str = "/readyz";
/// The route of one part's readiness.
pub const PART_READY: &str = "/readyz/{part}";
/// The route of the metrics.
pub const METRICS: &str = "/metrics";

pub(crate) const ROUTES: [&str; 4] = [METRICS, ALIVE, READY, PART_READY];
