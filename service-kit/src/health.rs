//! Liveness and readiness of the process.
//!
//! `/healthz` returns 200 without running any check, so that a slow database does not cause a restart. `/readyz` runs
//! all checks of the host and names those that fail. Each check belongs to parts of the process, such as reads and
//! writes. `/readyz` returns 200 while all required parts work, and lists the others; `/readyz/{part}` returns 200 only
//! if that part works. All three are public and show nothing else.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{Path, State};
use axum::http::{HeaderValue, header};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get};
use futures::future::{BoxFuture, join_all};
use serde::Serialize;
use tokio::sync::Mutex;
use tokio::time::Instant;

use crate::boundary::boundary;
use crate::message;
use crate::metrics::requests::Requests;
pub use crate::monitoring::{ALIVE, PART_READY, READY};
use crate::problem::Problem;
use crate::{BoxError, chain};

/// Time limit of a check.
const TIME_LIMIT: Duration = Duration::from_secs(1);
/// How long a result is reused, so that frequent requests are cheap.
const FRESH: Duration = Duration::from_millis(250);
/// The state of a check that passes, and of a part whose checks all pass.
const PASSING: &str = "ok";
/// The state of a part with a failing check.
const FAILING: &str = "failing";

/// Why a check fails: a public reason, and a cause that is only logged.
#[derive(Debug, thiserror::Error)]
#[error("{reason}")]
pub struct NotReady {
    reason: String,
    #[source]
    cause: Option<BoxError>,
}

impl NotReady {
    /// Creates a failure with a public reason.
    pub fn new(reason: impl Into<String>) -> Self {
        Self { reason: reason.into(), cause: None }
    }

    /// Adds a cause for the log.
    #[must_use]
    pub fn because(mut self, cause: impl Into<BoxError>) -> Self {
        self.cause = Some(cause.into());
        self
    }
}

type Run = Box<dyn Fn() -> BoxFuture<'static, Result<(), NotReady>> + Send + Sync>;
/// The result of every check, in their order.
type Results = Vec<Result<(), NotReady>>;

struct Check {
    name: &'static str,
    /// The parts of the process that depend on it.
    parts: Vec<&'static str>,
    run: Run,
}

impl Check {
    /// Returns whether one of `parts` depends on it.
    fn belongs_to(&self, parts: &[&str]) -> bool {
        self.parts.iter().any(|part| parts.contains(part))
    }
}

/// The checks that decide whether a process is ready.
pub struct Health {
    checks: Vec<Check>,
    required: Vec<&'static str>,
    /// The last results and their time. The lock is held while checks run; concurrent requests wait and get the same
    /// results.
    last: Mutex<Option<(Instant, Arc<Results>)>>,
}

/// The response of a ready process.
#[derive(Serialize)]
struct Ready<'a> {
    /// `ready` if all checks pass, `degraded` if only those of required parts do.
    status: &'static str,
    parts: BTreeMap<&'static str, &'static str>,
    checks: BTreeMap<&'static str, &'a str>,
}

impl Health {
    /// Creates an empty set of checks for a process that is ready while `parts` work.
    pub fn requiring(parts: impl IntoIterator<Item = &'static str>) -> Self {
        Self { checks: Vec::new(), required: parts.into_iter().collect(), last: Mutex::default() }
    }

    /// Adds a check that `parts` depend on. It fails if it takes longer than a second.
    #[must_use]
    pub fn check<F>(
        mut self,
        name: &'static str,
        parts: &[&'static str],
        check: impl Fn() -> F + Send + Sync + 'static,
    ) -> Self
    where
        F: Future<Output = Result<(), NotReady>> + Send + 'static,
    {
        self.checks.push(Check { name, parts: parts.to_vec(), run: Box::new(move || Box::pin(check())) });
        self
    }

    /// Returns the router of [`ALIVE`], [`READY`] and [`PART_READY`]. Several listeners may share it.
    pub fn router(mut self) -> Router {
        self.checks.sort_by_key(|check| check.name);
        let only_read =
            |methods: MethodRouter<Arc<Self>>| methods.fallback(async || Problem::method_not_allowed("GET, HEAD"));
        Router::new()
            .route(ALIVE, only_read(get(alive)))
            .route(READY, only_read(get(ready)))
            .route(PART_READY, only_read(get(part_ready)))
            .route_layer(from_fn_with_state(Requests::at([ALIVE, READY, PART_READY]), boundary))
            .with_state(Arc::new(self))
    }

    /// Returns the state of every part.
    fn parts(&self, look: &Results) -> BTreeMap<&'static str, &'static str> {
        let mut parts = BTreeMap::new();
        for (check, held) in self.checks.iter().zip(look) {
            for part in &check.parts {
                let state = parts.entry(*part).or_insert(PASSING);
                if held.is_err() {
                    *state = FAILING;
                }
            }
        }
        parts
    }
}

async fn alive() -> Response {
    unstored("text/plain; charset=utf-8", PASSING)
}

async fn ready(State(health): State<Arc<Health>>) -> Result<Response, Problem> {
    let look = health.look().await;
    health.answer(&look, &health.required, |_| true)
}

async fn part_ready(State(health): State<Arc<Health>>, Path(part): Path<String>) -> Result<Response, Problem> {
    let look = health.look().await;
    if !health.parts(&look).contains_key(part.as_str()) {
        return Err(Problem::not_found(message!(
            "unknown-part",
            "This process does not run that role. See `parts` at /readyz for all roles."
        )));
    }
    health.answer(&look, &[&part], |check| check.belongs_to(&[&part]))
}

fn unstored(content_type: &'static str, body: impl IntoResponse) -> Response {
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static(content_type)),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    ];
    (headers, body).into_response()
}

impl Health {
    async fn look(&self) -> Arc<Results> {
        let mut last = self.last.lock().await;
        if let Some((at, look)) = &*last
            && at.elapsed() < FRESH
        {
            return Arc::clone(look);
        }
        let asked = self.checks.iter().map(|check| async move {
            let held = tokio::time::timeout(TIME_LIMIT, (check.run)()).await;
            held.unwrap_or_else(|_| Err(NotReady::new("No answer within a second.")))
        });
        let look: Arc<Results> = Arc::new(join_all(asked).await);
        self.log_changes(last.as_ref().map(|(_, before)| &**before), &look);
        *last = Some((Instant::now(), Arc::clone(&look)));
        look
    }

    /// Returns the response for the `shown` checks: 200 if all that the `required` parts depend on pass.
    fn answer(
        &self,
        look: &Results,
        required: &[&str],
        is_shown: impl Fn(&Check) -> bool,
    ) -> Result<Response, Problem> {
        let parts = self.parts(look);
        let shown: Vec<_> = self.checks.iter().zip(look).filter(|(check, _)| is_shown(check)).collect();
        let failing: Vec<_> = shown.iter().filter_map(|(check, held)| Some((check, held.as_ref().err()?))).collect();
        if !failing.iter().any(|(check, _)| check.belongs_to(required)) {
            let status = if failing.is_empty() { "ready" } else { "degraded" };
            let said =
                shown.iter().map(|(check, held)| (check.name, held.as_ref().err().map_or(PASSING, |it| &it.reason)));
            let checks = said.collect();
            let body = serde_json::to_vec(&Ready { status, parts, checks }).map_err(Problem::internal)?;
            return Ok(unstored("application/json", body));
        }
        let names: Vec<_> = failing.iter().map(|(check, _)| check.name).collect();
        let causes: Vec<_> =
            failing.iter().map(|(check, reason)| format!("{}: {}", check.name, chain(*reason))).collect();
        let problem = Problem::unavailable(message!("not-ready", "Not ready: {parts}.", parts = names.join(", ")), 1)
            .with_source(causes.join("; "))
            .with_member("parts", serde_json::to_value(parts).map_err(Problem::internal)?);
        Err(failing.iter().fold(problem, |problem, (check, reason)| {
            problem.with_error(check.name, message!("part-not-ready", "{reason}", reason = reason.reason))
        }))
    }

    /// Logs the checks that fail and did not before, and those that pass again.
    fn log_changes(&self, before: Option<&Results>, now: &Results) {
        for (place, held) in now.iter().enumerate() {
            let failed = before.is_some_and(|before| before[place].is_err());
            let check = self.checks[place].name;
            match held {
                Err(error) if !failed => tracing::warn!(check, error = chain(error), "check fails"),
                Ok(()) if failed => tracing::info!(check, "check passes again"),
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use axum::body::Body;
    use axum::http::{Request, StatusCode};
    use http_body_util::BodyExt;
    use serde_json::{Value, json};
    use tower::ServiceExt;

    use super::*;

    async fn ask(router: &Router, method: &str, path: &str) -> (StatusCode, String, String) {
        let request = Request::builder().method(method).uri(path).body(Body::empty()).unwrap();
        let (parts, body) = router.clone().oneshot(request).await.unwrap().into_parts();
        assert_eq!(parts.headers["cache-control"], "no-store");
        let body = String::from_utf8(body.collect().await.unwrap().to_bytes().to_vec()).unwrap();
        (parts.status, parts.headers["content-type"].to_str().unwrap().to_owned(), body)
    }

    async fn ask_json(router: &Router, path: &str) -> (StatusCode, String, Value) {
        let (status, content_type, body) = ask(router, "GET", path).await;
        (status, content_type, serde_json::from_str(&body).unwrap())
    }

    async fn fails() -> Result<(), NotReady> {
        Err(NotReady::new("Is not there.").because(std::io::Error::other("secret path")))
    }

    #[tokio::test]
    async fn whoever_answers_lives_whatever_else_is_wrong() {
        let router = Health::requiring(["read"]).check("views", &["read"], fails).router();
        let (status, content_type, body) = ask(&router, "GET", ALIVE).await;
        assert_eq!((status, content_type.as_str(), body.as_str()), (StatusCode::OK, "text/plain; charset=utf-8", "ok"));
        assert_eq!(ask(&router, "POST", ALIVE).await.0, StatusCode::METHOD_NOT_ALLOWED);
        assert_eq!(ask(&router, "HEAD", READY).await.0, StatusCode::SERVICE_UNAVAILABLE);
    }

    #[tokio::test]
    async fn what_is_missing_is_said_and_its_cause_is_not() {
        let router = Health::requiring(["read"])
            .check("views", &["read"], fails)
            .check("events", &["write"], async || Ok(()))
            .router();
        let (status, content_type, body) = ask_json(&router, READY).await;
        assert_eq!((status, content_type.as_str()), (StatusCode::SERVICE_UNAVAILABLE, "application/problem+json"));
        assert_eq!((&body["type"], &body["detail"]), (&json!("/problems/unavailable"), &json!("Not ready: views.")));
        assert_eq!(body["errors"], json!({"views": ["Is not there."]}));
        assert!(!body.to_string().contains("secret path"));
    }

    #[tokio::test]
    async fn a_part_that_is_not_required_may_fail_and_is_named() {
        let health = Health::requiring(["read"]).check("views", &["read", "write"], async || Ok(()));
        let router = health.check("events", &["write"], fails).router();
        let parts = json!({"read": "ok", "write": "failing"});
        let (status, content_type, body) = ask_json(&router, READY).await;
        assert_eq!((status, content_type.as_str()), (StatusCode::OK, "application/json"));
        let checks = json!({"events": "Is not there.", "views": "ok"});
        assert_eq!(body, json!({"status": "degraded", "parts": parts, "checks": checks}));

        let (status, _, body) = ask_json(&router, "/readyz/read").await;
        assert_eq!(
            (status, body),
            (StatusCode::OK, json!({"status": "ready", "parts": parts, "checks": {"views": "ok"}}))
        );
        let (status, _, body) = ask_json(&router, "/readyz/write").await;
        assert_eq!((status, &body["detail"]), (StatusCode::SERVICE_UNAVAILABLE, &json!("Not ready: events.")));
        assert_eq!((&body["errors"], &body["parts"]), (&json!({"events": ["Is not there."]}), &parts));
        assert_eq!(ask_json(&router, "/readyz/brew").await.0, StatusCode::NOT_FOUND);
    }

    #[tokio::test(start_paused = true)]
    async fn a_check_that_hangs_fails_after_a_second() {
        let router = Health::requiring(["read"]).check("views", &["read"], std::future::pending).router();
        let begun = Instant::now();
        let (status, _, body) = ask_json(&router, READY).await;
        assert_eq!((status, begun.elapsed()), (StatusCode::SERVICE_UNAVAILABLE, TIME_LIMIT));
        assert_eq!(body["errors"]["views"], json!(["No answer within a second."]));
    }

    #[tokio::test(start_paused = true)]
    async fn who_asks_often_looks_seldom() {
        let looks = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&looks);
        let router = Health::requiring(["read"]).check("views", &["read"], move || {
            counted.fetch_add(1, Ordering::SeqCst);
            async { Ok(()) }
        });
        let router = router.router();
        for _ in 0..20 {
            ask_json(&router, READY).await;
        }
        assert_eq!(looks.load(Ordering::SeqCst), 1);
        tokio::time::advance(FRESH).await;
        ask_json(&router, READY).await;
        assert_eq!(looks.load(Ordering::SeqCst), 2);
    }
}
