//! The metrics of a process and their text for Prometheus.
//!
//! Code that records a metric of [`table::METRICS`] names it once, in a macro of the crate `metrics`, and keeps the handle:
//! recording is then an atomic addition. Handles created before [`install`] record nothing.

mod endpoint;
mod process;
mod recorder;
pub mod requests;
pub mod table;

pub use crate::monitoring::METRICS as ADDRESS;
pub use recorder::{Exporter, MetricsError, install};
