//! The outermost middleware of every request: opens its span, limits its time, catches panics, counts it and logs
//! failures.
//!
//! Each 5xx is logged once, here, with its cause. A 4xx is the client's error and is not logged. Handlers log neither.
//! A process that is not ready is asked again and again: `health` logs when that changes, and its 503s are not logged.

use std::panic::AssertUnwindSafe;
use std::time::{Duration, Instant};

use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures::FutureExt;
use tracing::Instrument;
use tracing::field::Empty;

use crate::message;
use crate::message::Message;
use crate::metrics::requests::{Requests, name_of};
use crate::monitoring;
use crate::problem::{Problem, Source};
use crate::{chain, panic_text, traces};

/// Time limit for the first byte of a response. The server's idle limit applies to the rest.
pub const FIRST_BYTE: Duration = Duration::from_secs(30);

/// The header with the id that a gateway gives a request in its own log.
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
/// The longest id that is logged.
const LONGEST_ID: usize = 128;

/// The middleware, for `axum::middleware::from_fn_with_state`. It is the outermost layer of a router.
pub async fn boundary(State(requests): State<Requests>, request: Request, next: Next) -> Response {
    let begun = Instant::now();
    let route = request.extensions().get::<MatchedPath>().cloned();
    let route = route.as_ref().map(MatchedPath::as_str);
    let method = name_of(request.method());
    let only_reads = request.method().is_safe();
    let names = Names::of(&request);
    let span = span_of(&request, route);
    let answer = AssertUnwindSafe(next.run(request)).catch_unwind();
    let response = match tokio::time::timeout(FIRST_BYTE, answer.instrument(span.clone())).await {
        Ok(Ok(response)) => response,
        Ok(Err(panic)) => Problem::internal(format!("panic: {}", panic_text(&*panic))).into_response(),
        Err(_) => {
            let problem = Problem::unavailable(late(only_reads), 5);
            problem.with_source(format!("no answer within {} seconds", FIRST_BYTE.as_secs())).into_response()
        }
    };
    note_status(&span, response.status());
    log_failure(&response, &span, &names, (method, route));
    requests.record(route, method, response.status(), begun.elapsed());
    response
}

/// The ids of a request in other systems: the gateway's log and a trace.
struct Names {
    request_id: Option<HeaderValue>,
    traceparent: Option<HeaderValue>,
}

impl Names {
    fn of(request: &Request) -> Self {
        let header = |name: &str| request.headers().get(name).filter(|value| value.len() <= LONGEST_ID).cloned();
        Self { request_id: header(REQUEST_ID.as_str()), traceparent: header(traces::TRACEPARENT) }
    }

    fn request_id(&self) -> Option<&str> {
        self.request_id.as_ref().and_then(|value| value.to_str().ok()).filter(|id| !id.is_empty())
    }

    /// Returns the id of our own span's trace, or else of the trace named in the request.
    fn trace_id(&self, span: &tracing::Span) -> Option<String> {
        let sent = || self.traceparent.as_ref().and_then(|value| value.to_str().ok()).map(str::to_owned);
        traces::of(span).or_else(sent).and_then(|traceparent| traces::trace_id(&traceparent).map(str::to_owned))
    }
}

/// Opens the span of a request. It records only the route template, because an address may contain a secret.
fn span_of(request: &Request, route: Option<&str>) -> tracing::Span {
    let (method, route) = (request.method(), route.unwrap_or("none"));
    // Spans of monitoring would outnumber all others and carry no information.
    if monitoring::ROUTES.contains(&route) {
        return tracing::Span::none();
    }
    let span = tracing::debug_span!(
        target: traces::TARGET,
        "request",
        otel.name = Empty,
        otel.kind = "server",
        otel.status_code = Empty,
        http.request.method = %method,
        http.route = route,
        http.response.status_code = Empty,
        organization_id = Empty,
    );
    if !span.is_disabled() {
        span.record("otel.name", format!("{method} {route}"));
        traces::follow_headers(&span, request.headers());
    }
    span
}

/// Records the organization of the caller in the current request's span.
pub fn note_organization(id: i64) {
    tracing::Span::current().record("organization_id", id);
}

fn note_status(span: &tracing::Span, status: StatusCode) {
    span.record("http.response.status_code", status.as_u16());
    if status.is_server_error() {
        span.record("otel.status_code", "ERROR");
    }
}

/// Logs a failure of a request with this method and route template.
fn log_failure(response: &Response, span: &tracing::Span, names: &Names, (method, route): (&str, Option<&str>)) {
    let status = response.status();
    let is_poll = matches!(route, Some(monitoring::READY | monitoring::PART_READY));
    if !status.is_server_error() || (is_poll && status == StatusCode::SERVICE_UNAVAILABLE) {
        return;
    }
    let cause = response.extensions().get::<Source>();
    // A problem with a 5xx always has a cause.
    let error = cause.map_or_else(|| "no cause given".to_owned(), |Source(source)| chain(&**source));
    let (request_id, trace_id) = (names.request_id(), names.trace_id(span));
    let route = route.unwrap_or("none");
    let _entered = span.enter();
    if matches!(status, StatusCode::SERVICE_UNAVAILABLE | StatusCode::INSUFFICIENT_STORAGE) {
        tracing::warn!(status = status.as_u16(), method, route, error, request_id, trace_id, "request deferred");
    } else {
        tracing::error!(status = status.as_u16(), method, route, error, request_id, trace_id, "request failed");
    }
}

/// Returns the message of an answer that took too long, for a request that only reads or that may have changed
/// something.
fn late(only_reads: bool) -> Message {
    match only_reads {
        true => message!("answer-too-late", "The answer took too long. Please try again."),
        false => message!(
            "write-too-late",
            "The answer took too long, so it is not known whether the change was made. Repeat the request with the \
             same Idempotency-Key: the change is made only once."
        ),
    }
}

#[cfg(test)]
mod tests {
    use axum::Router;
    use axum::body::Body;
    use axum::routing::get;
    use http_body_util::BodyExt;
    use tower::ServiceExt;

    use super::*;
    use crate::health::{Health, NotReady};

    fn bounded<const N: usize>(router: Router, routes: [&'static str; N]) -> Router {
        router.layer(axum::middleware::from_fn_with_state(Requests::at(routes), boundary))
    }

    async fn ask(router: Router) -> (StatusCode, String) {
        let response = bounded(router, ["/"]).oneshot(Request::new(Body::empty())).await.unwrap();
        let status = response.status();
        (status, String::from_utf8(response.into_body().collect().await.unwrap().to_bytes().to_vec()).unwrap())
    }

    #[tokio::test]
    async fn a_panic_becomes_a_500_that_tells_nothing() {
        async fn handler() -> &'static str {
            panic!("inner workings")
        }
        let (status, body) = ask(Router::new().route("/", get(handler))).await;
        assert_eq!(status, StatusCode::INTERNAL_SERVER_ERROR);
        assert!(body.contains("/problems/internal") && !body.contains("inner workings"), "{body}");
    }

    #[tokio::test(start_paused = true)]
    async fn an_answer_that_does_not_come_becomes_a_503() {
        let router = Router::new().route("/", get(std::future::pending::<()>));
        let (status, body) = ask(router).await;
        assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE);
        assert!(body.contains("/problems/unavailable"), "{body}");
    }

    #[tokio::test]
    async fn whatever_else_passes() {
        assert_eq!(ask(Router::new().route("/", get(async || "fine"))).await, (StatusCode::OK, "fine".to_owned()));
    }

    /// Runs `work` and returns its log as JSON, at the default level.
    async fn logged(work: impl Future<Output = ()>) -> Vec<serde_json::Value> {
        let lines = std::sync::Arc::new(std::sync::Mutex::new(Vec::<u8>::new()));
        let into = lines.clone();
        let subscriber =
            tracing_subscriber::fmt().json().flatten_event(true).with_writer(move || Lines(into.clone())).finish();
        let _guard = tracing::subscriber::set_default(subscriber);
        work.await;
        let text = String::from_utf8(lines.lock().unwrap().clone()).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    struct Lines(std::sync::Arc<std::sync::Mutex<Vec<u8>>>);

    impl std::io::Write for Lines {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    #[tokio::test]
    async fn a_failure_is_logged_with_what_the_request_is_called_elsewhere() {
        async fn fails() -> Problem {
            Problem::internal("panic: no more disk")
        }
        let trace = "4bf92f3577b34da6a3ce929d0e0e4736";
        let router = bounded(Router::new().route("/", get(fails)), ["/"]);
        let named = Request::builder()
            .header("x-request-id", "gateway-7")
            .header("traceparent", format!("00-{trace}-00f067aa0ba902b7-01"));
        let unnamed = Request::builder().header("x-request-id", "x".repeat(200)).header("traceparent", "nonsense");
        let lines = logged(async {
            for request in [named, unnamed] {
                router.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
            }
        })
        .await;
        assert_eq!(lines.len(), 2, "{lines:?}");
        assert_eq!((&lines[0]["request_id"], &lines[0]["trace_id"]), (&"gateway-7".into(), &trace.into()));
        assert_eq!((lines[1].get("request_id"), lines[1].get("trace_id")), (None, None));
        assert!(lines.iter().all(|line| line["error"] == "panic: no more disk" && line["status"] == 500));
        assert!(lines.iter().all(|line| line["method"] == "GET" && line["route"] == "/"));
    }

    #[tokio::test(start_paused = true)]
    async fn a_request_that_is_put_off_is_logged_with_its_cause() {
        let busy = async || Problem::unavailable(message!("test", "Others write. Please try again."), 1);
        let router = Router::new().route("/busy", get(busy)).route("/slow", get(std::future::pending::<()>));
        let router = bounded(router, ["/busy", "/slow"]);
        let lines = logged(async {
            for path in ["/busy", "/slow"] {
                let request = Request::builder().uri(path).body(Body::empty()).unwrap();
                router.clone().oneshot(request).await.unwrap();
            }
        })
        .await;
        assert!(lines.iter().all(|line| line["status"] == 503), "{lines:?}");
        let said: Vec<_> = lines.iter().map(|line| ["route", "error"].map(|field| &line[field])).collect();
        assert_eq!(said, [["/busy", "Others write. Please try again."], ["/slow", "no answer within 30 seconds"]]);
    }

    #[tokio::test]
    async fn polls_of_a_process_that_is_not_ready_are_logged_once() {
        let rendering = || async { Err(NotReady::new("The first views are being rendered.")) };
        let router = Health::requiring(["read"]).check("views", &["read"], rendering).router();
        let lines = logged(async {
            for path in [monitoring::READY, "/readyz/read", monitoring::READY] {
                let answer = router.clone().oneshot(Request::get(path).body(Body::empty()).unwrap()).await.unwrap();
                assert_eq!(answer.status(), StatusCode::SERVICE_UNAVAILABLE);
            }
        });
        let lines = lines.await;
        assert_eq!(lines.len(), 1, "{lines:?}");
        assert_eq!((&lines[0]["message"], &lines[0]["check"]), (&"check fails".into(), &"views".into()));
    }
}
