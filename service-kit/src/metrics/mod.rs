//! What a process counts and measures, and the text in which Prometheus reads it.
//!
//! Whoever records names a metric of [`METRICS`] in a macro of the crate `metrics`, once, and keeps the handle: recording is
//! then an atomic addition. Without [`install`] the handle is empty and recording is a look at it, so whatever records must
//! be made after that.

mod process;
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

use crate::boundary::boundary;
use crate::clock::Clock;
use crate::lifecycle::Stop;
use crate::problem::Problem;
use requests::Requests;
use table::{Kind, METRICS};

/// Where metrics are read.
pub const ADDRESS: &str = "/metrics";
/// The text format that Prometheus reads.
const CONTENT_TYPE: &str = "text/plain; version=0.0.4; charset=utf-8";
/// How often what was measured is summed up, so that it does not pile up while nobody reads it.
const SUM_UP: Duration = Duration::from_secs(5);

/// The recorder of the process, if there is one: all that records in a process records into the same.
static INSTALLED: Mutex<Option<Exporter>> = Mutex::new(None);

/// Writes down what has been recorded.
#[derive(Debug, Clone)]
pub struct Exporter(PrometheusHandle);

/// Why nothing can be recorded.
#[derive(Debug, thiserror::Error)]
pub enum MetricsError {
    /// The table cannot be exported.
    #[error("the table of metrics is wrong")]
    Table(#[source] BuildError),
    /// Something else records already.
    #[error("something else records the process's metrics")]
    Taken,
}

/// Begins to record in this process; from the second time on says where it is recorded.
///
/// # Errors
/// When something else records already.
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
    // Counted from 0 on, so that the first increase is seen.
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
    process::note_start(clock);
    Ok(installed.insert(exporter).clone())
}

/// Whether anything recorded is kept.
fn is_installed() -> bool {
    INSTALLED.lock().unwrap_or_else(PoisonError::into_inner).is_some()
}

impl Exporter {
    /// Answers at [`ADDRESS`]. What is not recorded when it changes is by `sample`, before each answer.
    pub fn router(&self, sample: impl Fn() + Send + Sync + 'static) -> Router {
        let (exporter, sample) = (self.clone(), Arc::new(sample));
        let answer = async move || {
            sample();
            process::sample();
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

    /// Sums up what was measured, until the soft stop.
    ///
    /// # Errors
    /// Never; tasks that run beside it may fail.
    pub async fn sum_up(self, stop: Stop) -> Result<(), Infallible> {
        loop {
            tokio::select! {
                () = stop.soft() => return Ok(()),
                () = tokio::time::sleep(SUM_UP) => self.0.run_upkeep(),
            }
        }
    }
}
