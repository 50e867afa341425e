//! The metrics of a process, their text for Prometheus and its route.
//!
//! Code that records a metric of [`table::METRICS`] names it once, in a macro of the crate `metrics`, and keeps the handle:
//! recording is then an atomic addition. Handles created before [`install`] record nothing.

pub mod requests;
pub mod table;

use std::convert::Infallible;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use metrics::{Key, Level, Metadata, Recorder};
use metrics_exporter_prometheus::{BuildError, Matcher, PrometheusBuilder, PrometheusHandle};

use self::requests::Requests;
use self::table::{Kind, METRICS};
use crate::boundary::boundary;
use crate::clock::Clock;
use crate::lifecycle::Stop;
pub use crate::monitoring::METRICS as ADDRESS;
use crate::problem::Problem;

/// The text format of Prometheus.
const CONTENT_TYPE: &str = "text/plain; version=0.0.4; charset=utf-8";
/// How often histograms are aggregated, so that samples do not pile up while nothing reads them.
const SUM_UP: Duration = Duration::from_secs(5);

/// The recorder of the process, if installed. All code in the process shares it.
static INSTALLED: Mutex<Option<Exporter>> = Mutex::new(None);

/// Renders the recorded metrics.
#[derive(Debug, Clone)]
pub struct Exporter(PrometheusHandle);

/// Why metrics cannot be recorded.
#[derive(Debug, thiserror::Error)]
pub enum MetricsError {
    /// The table cannot be exported.
    #[error("the table of metrics is invalid")]
    Table(#[source] BuildError),
    /// Another recorder is installed.
    #[error("another metrics recorder is installed")]
    Taken,
}

/// Installs the recorder of this process. Later calls return the same exporter.
///
/// # Errors
/// If another recorder is installed.
pub fn install(clock: &dyn Clock) -> Result<Exporter, MetricsError> {
    let mut installed = INSTALLED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(exporter) = &*installed {
        return Ok(exporter.clone());
    }
    let mut builder = PrometheusBuilder::new();
    for metric in METRICS {
        if let Kind::Histogram(bounds) = metric.kind {
            let this = Matcher::Full(metric.name.to_owned());
            builder = builder.set_buckets_for_metric(this, bounds).map_err(MetricsError::Table)?;
        }
    }
    let recorder = builder.build_recorder();
    let exporter = Exporter(recorder.handle());
    // Counters begin at 0, so that the first increase is visible.
    for metric in METRICS.iter().filter(|metric| metric.kind == Kind::Counter && metric.labels.is_empty()) {
        let metadata = Metadata::new(module_path!(), Level::INFO, None);
        recorder.register_counter(&Key::from_static_name(metric.name), &metadata).absolute(0);
    }
    metrics::set_global_recorder(recorder).map_err(|_| MetricsError::Taken)?;
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
    /// Returns the router of [`ADDRESS`]. `sample` records gauges that are only updated before each answer.
    pub fn router(&self, sample: impl Fn() + Send + Sync + 'static) -> Router {
        let (exporter, sample) = (self.clone(), Arc::new(sample));
        let answer = async move || {
            sample();
            sample_memory();
            exporter.answer()
        };
        let methods = get(answer).fallback(async || Problem::method_not_allowed("GET, HEAD"));
        let requests = Requests::at([ADDRESS]);
        Router::new().route(ADDRESS, methods).route_layer(axum::middleware::from_fn_with_state(requests, boundary))
    }

    fn answer(&self) -> Response {
        let headers = [
            (header::CONTENT_TYPE, HeaderValue::from_static(CONTENT_TYPE)),
            (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        ];
        (headers, self.0.render()).into_response()
    }

    /// Aggregates histograms until the soft stop.
    ///
    /// # Errors
    /// Never. The type is that of other tasks, which may fail.
    pub async fn sum_up(self, stop: Stop) -> Result<(), Infallible> {
        loop {
            tokio::select! {
                () = stop.soft() => return Ok(()),
                () = tokio::time::sleep(SUM_UP) => self.0.run_upkeep(),
            }
        }
    }
}

/// Records the resident memory. Only Linux reports it without a library, in `/proc`.
fn sample_memory() {
    let status = std::fs::read_to_string("/proc/self/status").ok();
    if let Some(bytes) = status.and_then(|status| resident_bytes(&status)) {
        metrics::gauge!("crosstable_process_resident_memory_bytes").set(bytes);
    }
}

/// Parses the line `VmRSS:     5120 kB`.
fn resident_bytes(status: &str) -> Option<f64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kibibytes: f64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_read_in_kibibytes() {
        assert_eq!(resident_bytes("Name:\tcrosstable\nVmRSS:\t    5120 kB\nVmSwap: 0 kB\n"), Some(5_242_880.0));
        assert_eq!(resident_bytes("Name:\tcrosstable\n"), None);
        assert_eq!(resident_bytes("VmRSS: many kB\n"), None);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn this_process_takes_some() {
        let status = std::fs::read_to_string("/proc/self/status").unwrap();
        assert!(resident_bytes(&status).unwrap() > 100_000.0);
    }
}
