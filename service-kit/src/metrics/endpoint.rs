//! The route that answers with the metrics.

use std::sync::Arc;

use axum::Router;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use super::requests::Requests;
use super::{ADDRESS, Exporter};
use crate::boundary::boundary;
use crate::problem::Problem;

/// The text format of Prometheus.
const CONTENT_TYPE: &str = "text/plain; version=0.0.4; charset=utf-8";

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
