//! The metrics of a process, their text for Prometheus and its route.
//!
//! Code that records a metric of [`table::METRICS`] names it once, in a macro of the crate `metrics`, and keeps the handle:
//! recording is then an atomic addition. Handles created before [`install`] record nothing.

mod endpoint;
pub mod requests;
pub mod table;

use std::convert::Infallible;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use metrics::{Key, Level, Metadata, Recorder};
use metrics_exporter_prometheus::{BuildError, Matcher, PrometheusBuilder, PrometheusHandle};

use self::table::{Kind, METRICS};
use crate::ProcessError;
use crate::clock::Clock;
use crate::lifecycle::Stop;
pub use crate::monitoring::METRICS as ADDRESS;

/// How often histograms are aggregated, so that samples do not pile up while nothing reads them.
const SUM_UP: Duration = Duration::from_secs(5);

/// The recorder of the process, if installed. All code in the process shares it.
static INSTALLED: Mutex<Option<Exporter>> = Mutex::new(None);

/// Renders the recorded metrics.
#[derive(Debug, Clone)]
pub struct Exporter(PrometheusHandle);

/// Installs the recorder of this process. Later calls return the same exporter.
///
/// # Errors
/// If another recorder is installed.
pub fn install(clock: &dyn Clock) -> Result<Exporter, ProcessError> {
    let mut installed = INSTALLED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(exporter) = &*installed {
        return Ok(exporter.clone());
    }
    let mut builder = PrometheusBuilder::new();
    for metric in METRICS {
        if let Kind::Histogram(bounds) = metric.kind {
            let this = Matcher::Full(metric.name.to_owned());
            let table = |error: BuildError| ProcessError::new("the table of metrics is invalid").because(error);
            builder = builder.set_buckets_for_metric(this, bounds).map_err(table)?;
        }
    }
    let recorder = builder.build_recorder();
    let exporter = Exporter(recorder.handle());
    // Counters begin at 0, so that the first increase is visible.
    for metric in METRICS.iter().filter(|metric| metric.kind == Kind::Counter && metric.labels.is_empty()) {
        let metadata = Metadata::new(module_path!(), Level::INFO, None);
        recorder.register_counter(&Key::from_static_name(metric.name), &metadata).absolute(0);
    }
    metrics::set_global_recorder(recorder).map_err(|_| ProcessError::new("another metrics recorder is installed"))?;
    for metric in METRICS {
        match metric.kind {
            Kind::Counter => metrics::describe_counter!(metric.name, metric.help),
            Kind::Gauge => metrics::describe_gauge!(metric.name, metric.help),
            Kind::Histogram(_) => metrics::describe_histogram!(metric.name, metric.help),
        }
    }
    metrics::gauge!("crosstable_process_start_time_seconds").set(clock.now().timestamp_millis() as f64 / 1000.0);
    Ok(installed.insert(exporter).clone())
}

/// Returns whether a recorder is installed.
fn is_installed() -> bool {
    INSTALLED.lock().unwrap_or_else(PoisonError::into_inner).is_some()
}

impl Exporter {
    /// Aggregates histograms until the soft stop.
    pub async fn sum_up(self, stop: Stop) -> Result<(), Infallible> {
        while !stop.soft_within(SUM_UP).await {
            self.0.run_upkeep();
        }
        Ok(())
    }
}
