//! One client: a connection, and the patience to ask again when a server is away for a moment.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use axum::body::Bytes;
use axum::http::{HeaderMap, Method, Request, Uri, header};
use serde_json::Value;
use service_kit::ask::{Answer, Line, NoAnswer};
use tokio_util::sync::CancellationToken;

use super::meter::Meter;

/// How long a server may be away.
const PATIENCE: Duration = Duration::from_secs(30);
/// How long a client waits before it asks again, at first and at most.
const PAUSE: (Duration, Duration) = (Duration::from_millis(50), Duration::from_secs(1));
/// Bytes of an answer that are read.
const MOST: usize = 256 << 20;

/// The server, and the key to it.
#[derive(Debug)]
pub(crate) struct Target {
    origin: Uri,
    key: String,
}

/// It was told to stop.
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
    /// Its name in the description of the interface.
    pub(super) kind: &'static str,
    pub(super) method: Method,
    pub(super) path: String,
    pub(super) body: Option<Value>,
    /// So that it is done once, however often it is sent.
    pub(super) once: Option<String>,
    /// What the answer must show at least.
    pub(super) token: Option<String>,
    /// How long there may be no server at all.
    pub(super) patience: Duration,
}

/// What came back.
#[derive(Debug)]
pub(super) struct Reply {
    pub(super) body: Value,
    /// What shows it to whoever reads next.
    pub(super) token: Option<String>,
}

pub(super) struct Client {
    target: Arc<Target>,
    meter: Arc<Meter>,
    stop: CancellationToken,
    line: Option<Line>,
}

impl Target {
    /// A server by its address, without a path.
    ///
    /// # Errors
    /// When it is none.
    pub(crate) fn new(url: &str, key: String) -> anyhow::Result<Self> {
        let wrong = || format!("{url} is no address such as http://127.0.0.1:8080");
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

    /// Asks until there is an answer.
    ///
    /// # Errors
    /// When it is refused, or nothing answers for long, or all is to stop.
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
                // Too busy, or the views are not there yet.
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

    /// Asks once, on a new line if there is none.
    async fn once(&mut self, ask: &Ask) -> anyhow::Result<Result<Answer, NoAnswer>> {
        let request = ask.request(&self.target.key).with_context(|| format!("{} cannot be asked for", ask.path))?;
        let mut line = match self.line.take() {
            Some(line) => line,
            None => match Line::to(&self.target.origin).await {
                Ok(line) => line,
                Err(why) => return Ok(Err(why)),
            },
        };
        let answer = match tokio::time::timeout(PATIENCE, line.ask(request, MOST)).await {
            Ok(answer) => answer,
            Err(_) => return Ok(Err(NoAnswer::Slow)),
        };
        if answer.as_ref().is_ok_and(|answer| !closes(&answer.headers)) {
            self.line = Some(line);
        }
        Ok(answer)
    }
}

/// Whether the server takes no further request on this line.
fn closes(headers: &HeaderMap) -> bool {
    headers.get(header::CONNECTION).is_some_and(|value| value.as_bytes().eq_ignore_ascii_case(b"close"))
}

fn reply(ask: &Ask, answer: &Answer) -> anyhow::Result<Reply> {
    let token = answer.headers.get("consistency-token").and_then(|token| token.to_str().ok()).map(str::to_owned);
    let body =
        serde_json::from_slice(&answer.body).with_context(|| format!("{} is answered with no JSON", ask.path))?;
    Ok(Reply { body, token })
}

/// The refusal in words.
fn said(answer: &Answer) -> String {
    let problem: Value = serde_json::from_slice(&answer.body).unwrap_or_default();
    let detail = problem["detail"].as_str().unwrap_or_default();
    let errors = problem.get("errors").map(|errors| format!(" {errors}")).unwrap_or_default();
    format!("{} {detail}{errors}", answer.status)
}
