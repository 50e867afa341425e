//! Request metrics, recorded without a lock or an allocation.
//!
//! Routes are known when a router is built; methods and statuses are added when they first occur.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use axum::http::{Method, StatusCode};
use metrics::{Counter, Histogram};

use super::recorder::is_installed;

/// Methods with their own label; the last one stands for all others.
const METHODS: [&str; 8] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "other"];
/// Maximum number of statuses per method and route that need no lookup.
const STATUSES: usize = 16;
/// The route label of requests that match no route.
const NOWHERE: &str = "none";

/// The request metrics of a router's routes. Empty if no recorder is installed.
#[derive(Clone)]
pub struct Requests(Option<Arc<Routes>>);

struct Routes {
    by_template: HashMap<&'static str, Arc<Route>>,
    nowhere: Route,
}

struct Route {
    template: &'static str,
    methods: [OnceLock<Box<Answers>>; METHODS.len()],
}

/// The answers to a method at a route.
struct Answers {
    seconds: Histogram,
    /// In the order of their first occurrence.
    counts: [OnceLock<(StatusCode, Counter)>; STATUSES],
}

impl Requests {
    /// Creates the metrics of a router with these templates, each also without its trailing slash.
    pub fn at(templates: impl IntoIterator<Item = &'static str>) -> Self {
        if !is_installed() {
            return Self(None);
        }
        let mut by_template = HashMap::new();
        for template in templates {
            let route = Arc::new(Route::new(template));
            by_template.insert(template.trim_end_matches('/'), Arc::clone(&route));
            by_template.insert(template, route);
        }
        Self(Some(Arc::new(Routes { by_template, nowhere: Route::new(NOWHERE) })))
    }

    /// Returns whether requests are counted.
    pub fn are_counted(&self) -> bool {
        self.0.is_some()
    }

    /// Counts an answer at the route `template`.
    pub fn count(&self, template: &str, method: &Method, status: StatusCode, took: Duration) {
        self.record(Some(template), place_of(method), status, took);
    }

    /// Counts an answer. The method is given as its [`place_of`].
    pub(crate) fn record(&self, route: Option<&str>, method: usize, status: StatusCode, took: Duration) {
        let Some(routes) = &self.0 else { return };
        let route = route.and_then(|template| routes.by_template.get(template));
        route.map_or(&routes.nowhere, |route| route).record(method, status, took);
    }
}

/// Returns the index of a method in `METHODS`.
pub(crate) fn place_of(method: &Method) -> usize {
    METHODS.iter().position(|name| *name == method.as_str()).unwrap_or(METHODS.len() - 1)
}

/// Returns the name of the method at an index.
pub(crate) fn name_of(place: usize) -> &'static str {
    METHODS.get(place).copied().unwrap_or_default()
}

impl Route {
    fn new(template: &'static str) -> Self {
        Self { template, methods: Default::default() }
    }

    fn record(&self, place: usize, status: StatusCode, took: Duration) {
        let (Some(method), Some(answers)) = (METHODS.get(place), self.methods.get(place)) else { return };
        let answers = answers.get_or_init(|| Box::new(Answers::new(method, self.template)));
        answers.seconds.record(took);
        let named = || counter(method, self.template, status);
        for count in &answers.counts {
            let (counted, counter) = count.get_or_init(|| (status, named()));
            if *counted == status {
                return counter.increment(1);
            }
        }
        named().increment(1);
    }
}

impl Answers {
    fn new(method: &'static str, route: &'static str) -> Self {
        let seconds =
            metrics::histogram!("crosstable_http_request_duration_seconds", "method" => method, "route" => route);
        Self { seconds, counts: Default::default() }
    }
}

fn counter(method: &'static str, route: &'static str, status: StatusCode) -> Counter {
    let status = status.as_str().to_owned();
    metrics::counter!("crosstable_http_requests_total", "method" => method, "route" => route, "status" => status)
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
            requests.record(route, place_of(&method), status, Duration::from_millis(3));
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

    #[test]
    fn statuses_beyond_the_places_are_counted_as_well() {
        let exporter = install(&SystemClock).unwrap();
        let requests = Requests::at(["/many/"]);
        for _ in 0..2 {
            for status in 200..220 {
                let status = StatusCode::from_u16(status).unwrap();
                requests.record(Some("/many/"), place_of(&Method::GET), status, Duration::ZERO);
            }
        }
        for status in 200..220 {
            assert_eq!(count(&exporter, ["GET", "/many/", &status.to_string()]), Some(2));
        }
    }
}
