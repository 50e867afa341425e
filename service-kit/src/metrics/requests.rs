//! Request metrics, by route and method, and counted by status.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use axum::http::{Method, StatusCode};

use super::is_installed;

/// Methods with their own label.
const METHODS: [&str; 7] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
/// The route label of requests that match no route.
const NOWHERE: &str = "none";

/// The request metrics of a router's routes. Empty if no recorder is installed.
#[derive(Clone)]
pub struct Requests(Option<Arc<HashMap<&'static str, &'static str>>>);

impl Requests {
    /// Creates the metrics of a router with these templates, each also without its trailing slash.
    pub fn at(templates: impl IntoIterator<Item = &'static str>) -> Self {
        let both = |template: &'static str| [template, template.trim_end_matches('/')].map(|name| (name, template));
        Self(is_installed().then(|| Arc::new(templates.into_iter().flat_map(both).collect())))
    }

    /// Counts an answer of this route to a method with this name.
    pub fn record(&self, route: Option<&str>, method: &'static str, status: StatusCode, took: Duration) {
        let Some(templates) = &self.0 else { return };
        let route = route.and_then(|route| templates.get(route)).copied().unwrap_or(NOWHERE);
        let status = status.as_str().to_owned();
        metrics::histogram!("crosstable_http_request_duration_seconds", "method" => method, "route" => route)
            .record(took);
        metrics::counter!("crosstable_http_requests_total", "method" => method, "route" => route, "status" => status)
            .increment(1);
    }
}

/// Returns the name of a method in metrics: its own, or `other`.
pub(crate) fn name_of(method: &Method) -> &'static str {
    METHODS.into_iter().find(|name| *name == method.as_str()).unwrap_or("other")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::SystemClock;
    use crate::metrics::{Exporter, install};

    fn count(exporter: &Exporter, labels: [&str; 3]) -> Option<u64> {
        let [method, route, status] = labels;
        let series =
            format!("crosstable_http_requests_total{{method=\"{method}\",route=\"{route}\",status=\"{status}\"}} ");
        let text = exporter.0.render();
        text.lines().find_map(|line| line.strip_prefix(&series)).map(|value| value.parse().unwrap())
    }

    #[test]
    fn answers_are_counted_by_template_method_and_status() {
        let exporter = install(&SystemClock).unwrap();
        let requests = Requests::at(["/counted/{id}/"]);
        let record = |route, method: &str, status: u16| {
            let method = Method::from_bytes(method.as_bytes()).unwrap();
            let status = StatusCode::from_u16(status).unwrap();
            requests.record(route, name_of(&method), status, Duration::from_millis(3));
        };
        record(Some("/counted/{id}/"), "GET", 200);
        record(Some("/counted/{id}"), "GET", 200);
        record(Some("/counted/{id}/"), "GET", 304);
        record(Some("/counted/{id}/"), "BREW", 405);
        record(Some("/elsewhere/"), "TRACE", 404);
        assert_eq!(count(&exporter, ["GET", "/counted/{id}/", "200"]), Some(2));
        assert_eq!(count(&exporter, ["GET", "/counted/{id}/", "304"]), Some(1));
        assert_eq!(count(&exporter, ["other", "/counted/{id}/", "405"]), Some(1));
        assert!(count(&exporter, ["other", "none", "404"]) >= Some(1));
        let seconds = "crosstable_http_request_duration_seconds_count{method=\"GET\",route=\"/counted/{id}/\"} 3";
        assert!(exporter.0.render().lines().any(|line| line == seconds));
    }
}
