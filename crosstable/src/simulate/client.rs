//! A client: one connection, and retries while a server is briefly unavailable.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use axum::body::Bytes;
use axum::http::{HeaderMap, Method, Request, Uri, header};
use serde_json::Value;
use service_kit::http_client::{Answer, Connection, RequestError};
use tokio_util::sync::CancellationToken;

use super::meter::Meter;

/// How long a server may be unavailable.
const PATIENCE: Duration = Duration::from_secs(30);
/// Pause before a retry, at first and at most.
const PAUSE: (Duration, Duration) = (Duration::from_millis(50), Duration::from_secs(1));
/// Maximum bytes of an answer.
const MOST: usize = 256 << 20;

/// The server and its key.
#[derive(Debug)]
pub(crate) struct Target {
    origin: Uri,
    key: String,
}

/// The run was stopped.
#[derive(Debug)]
pub(crate) struct Interrupted;

impl std::fmt::Display for Interrupted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("stopped before the end")
    }
}

impl std::error::Error for Interrupted {}

/// A request.
#[derive(Debug, Clone)]
pub(super) struct Ask {
    /// Its operation name in the API description.
    pub(super) kind: &'static str,
    pub(super) method: Method,
    pub(super) path: String,
    pub(super) body: Option<Value>,
    /// Idempotency key, so that a repeated request is carried out once.
    pub(super) once: Option<String>,
    /// Consistency token that the answer must include.
    pub(super) token: Option<String>,
    /// How long the server may be unreachable.
    pub(super) patience: Duration,
}

/// An answer.
#[derive(Debug)]
pub(super) struct Reply {
    pub(super) body: Value,
    /// Consistency token for later reads.
    pub(super) token: Option<String>,
}

pub(super) struct Client {
    target: Arc<Target>,
    meter: Arc<Meter>,
    stop: CancellationToken,
    line: Option<Connection>,
}

impl Target {
    /// Creates a target from a server's address without a path.
    ///
    /// # Errors
    /// When the address is invalid.
    pub(crate) fn new(url: &str, key: String) -> anyhow::Result<Self> {
        let wrong = || format!("{url} is not an address such as http://127.0.0.1:8080");
        let origin: Uri = url.trim_end_matches('/').parse().with_context(wrong)?;
        if origin.host().is_none() || !matches!(origin.scheme_str(), Some("http" | "https")) || origin.path() != "/" {
            bail!(wrong());
        }
        Ok(Self { origin, key })
    }
}

impl Ask {
    pub(super) fn get(kind: &'static str, path: impl Into<String>) -> Self {
        Self { kind, method: Method::GET, path: path.into(), body: None, once: None, token: None, patience: PATIENCE }
    }

    pub(super) fn send(kind: &'static str, method: Method, path: impl Into<String>, body: Value) -> Self {
        Self { method, body: Some(body), ..Self::get(kind, path) }
    }

    pub(super) fn post(kind: &'static str, path: impl Into<String>, body: Value) -> Self {
        Self::send(kind, Method::POST, path, body)
    }

    fn request(&self, key: &str) -> anyhow::Result<Request<Bytes>> {
        let mut request = Request::builder().method(self.method.clone()).uri(&self.path).header("x-api-key", key);
        if let Some(once) = &self.once {
            request = request.header("idempotency-key", once);
        }
        if let Some(token) = &self.token {
            request = request.header("consistency-token", token).header("prefer", "wait=5");
        }
        let body = match &self.body {
            Some(body) => {
                request = request.header(header::CONTENT_TYPE, "application/json");
                serde_json::to_vec(body)?
            }
            None => Vec::new(),
        };
        Ok(request.body(body.into())?)
    }
}

impl Client {
    pub(super) fn new(target: Arc<Target>, meter: Arc<Meter>, stop: CancellationToken) -> Self {
        Self { target, meter, stop, line: None }
    }

    /// Sends a request, with retries, until there is an answer.
    ///
    /// # Errors
    /// When the request is refused, the server does not answer for too long, or the run is stopped.
    pub(super) async fn ask(&mut self, mut ask: Ask) -> anyhow::Result<Reply> {
        if ask.method == Method::POST && ask.once.is_none() {
            ask.once = Some(service_kit::random::secret_base62(24));
        }
        let (begun, mut pause) = (Instant::now(), PAUSE.0);
        loop {
            if self.stop.is_cancelled() {
                bail!(Interrupted);
            }
            let sent = Instant::now();
            let (why, patience) = match self.once(&ask).await? {
                Ok(answer) if answer.status.is_success() => {
                    self.meter.answered(ask.kind, sent.elapsed(), false);
                    return reply(&ask, &answer);
                }
                // The server is busy, or its views are not available yet.
                Ok(answer) if matches!(answer.status.as_u16(), 429 | 503) => (said(&answer), PATIENCE),
                Ok(answer) => {
                    self.meter.answered(ask.kind, sent.elapsed(), true);
                    bail!("{} {} is refused: {}", ask.method, ask.path, said(&answer));
                }
                Err(why) => (why.to_string(), ask.patience),
            };
            if begun.elapsed() >= patience {
                self.meter.given_up(ask.kind);
                bail!("{}{}: {why}", self.target.origin.to_string().trim_end_matches('/'), ask.path);
            }
            self.meter.repeated(ask.kind);
            tokio::select! {
                () = self.stop.cancelled() => bail!(Interrupted),
                () = tokio::time::sleep(pause) => pause = (pause * 2).min(PAUSE.1),
            }
        }
    }

    /// Sends a request once, on a new connection if there is none.
    async fn once(&mut self, ask: &Ask) -> anyhow::Result<Result<Answer, RequestError>> {
        let request = ask.request(&self.target.key).with_context(|| format!("{} cannot be requested", ask.path))?;
        let mut line = match self.line.take() {
            Some(line) => line,
            None => match Connection::open(&self.target.origin).await {
                Ok(line) => line,
                Err(why) => return Ok(Err(why)),
            },
        };
        let answer = match tokio::time::timeout(PATIENCE, line.send(request, MOST)).await {
            Ok(answer) => answer,
            Err(_) => return Ok(Err(RequestError::Slow)),
        };
        if answer.as_ref().is_ok_and(|answer| !closes(&answer.headers)) {
            self.line = Some(line);
        }
        Ok(answer)
    }
}

/// Whether the server closes the connection after this answer.
fn closes(headers: &HeaderMap) -> bool {
    headers.get(header::CONNECTION).is_some_and(|value| value.as_bytes().eq_ignore_ascii_case(b"close"))
}

fn reply(ask: &Ask, answer: &Answer) -> anyhow::Result<Reply> {
    let token = answer.headers.get("consistency-token").and_then(|token| token.to_str().ok()).map(str::to_owned);
    let body =
        serde_json::from_slice(&answer.body).with_context(|| format!("the answer to {} is not JSON", ask.path))?;
    Ok(Reply { body, token })
}

/// Formats a refusal as text.
fn said(answer: &Answer) -> String {
    let problem: Value = serde_json::from_slice(&answer.body).unwrap_or_default();
    let detail = problem["detail"].as_str().unwrap_or_default();
    let errors = problem.get("errors").map(|errors| format!(" {errors}")).unwrap_or_default();
    format!("{} {detail}{errors}", answer.status)
}

/// Returns the id in an answer.
pub(super) fn id(body: &serde_json::Value) -> anyhow::Result<i64> {
    body["id"].as_i64().context("an answer has no id")
}
