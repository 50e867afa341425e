//! The route of the metrics.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use super::process;
use super::recorder::Exporter;
use super::requests::Requests;
use crate::boundary::boundary;
use crate::lifecycle::Stop;
use crate::monitoring::METRICS as ADDRESS;
use crate::problem::Problem;

/// The text format of Prometheus.
const CONTENT_TYPE: &str = "text/plain; version=0.0.4; charset=utf-8";
/// How often histograms are aggregated, so that samples do not pile up while nothing reads them.
const SUM_UP: Duration = Duration::from_secs(5);

impl Exporter {
    /// Returns the router of [`ADDRESS`]. `sample` records gauges that are only updated before each answer.
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
