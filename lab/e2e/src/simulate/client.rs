//! The clients: so many requests at a time, repeated while the server is briefly unavailable, and measured by kind.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use futures::{StreamExt, TryStreamExt, stream};
use reqwest::{Method, StatusCode, Url};
use serde::Serialize;
use serde_json::Value;
use tokio::sync::Semaphore;

/// How long a server may be unavailable.
const PATIENCE: Duration = Duration::from_secs(30);
/// Pause before a retry, at first and at most.
const PAUSE: (Duration, Duration) = (Duration::from_millis(50), Duration::from_secs(1));

/// A request.
#[derive(Debug, Clone)]
pub(super) struct Ask {
    /// Its operation name in the API description.
    pub(super) kind: &'static str,
    pub(super) method: Method,
    pub(super) path: String,
    pub(super) body: Value,
    /// Consistency token that the answer must include.
    pub(super) token: Option<String>,
}

/// An answer.
#[derive(Debug)]
pub(super) struct Reply {
    pub(super) body: Value,
    /// Consistency token for later reads.
    pub(super) token: Option<String>,
}

/// The clients of a server.
pub(super) struct Clients {
    http: reqwest::Client,
    address: String,
    key: String,
    count: usize,
    free: Semaphore,
    kinds: Mutex<BTreeMap<&'static str, Measured>>,
}

/// Times and counts of one kind of request.
#[derive(Debug, Default)]
struct Measured {
    times: Vec<Duration>,
    errors: u64,
    retries: u64,
}

/// Figures of one kind of request, in milliseconds.
#[derive(Debug, Clone, Serialize)]
pub struct Figures {
    /// Requests answered.
    pub requests: usize,
    /// Requests that were refused or never answered.
    pub errors: u64,
    /// Number of retries.
    pub retries: u64,
    /// Median time.
    pub p50_ms: f64,
    /// 99th percentile.
    pub p99_ms: f64,
    /// Slowest answer.
    pub max_ms: f64,
}

impl Ask {
    pub(super) fn get(kind: &'static str, path: impl Into<String>) -> Self {
        Self { kind, method: Method::GET, path: path.into(), body: Value::Null, token: None }
    }

    pub(super) fn post(kind: &'static str, path: impl Into<String>, body: Value) -> Self {
        Self { method: Method::POST, body, ..Self::get(kind, path) }
    }

    pub(super) fn put(kind: &'static str, path: impl Into<String>, body: Value) -> Self {
        Self { method: Method::PUT, body, ..Self::get(kind, path) }
    }
}

impl Clients {
    /// Creates clients of the server at an address without a path.
    pub(super) fn new(address: &str, key: String, count: usize) -> anyhow::Result<Self> {
        let wrong = || format!("{address} is not an address such as http://127.0.0.1:8080");
        let url: Url = address.parse().with_context(wrong)?;
        ensure!(url.has_host() && url.path() == "/", wrong());
        let http = reqwest::Client::builder().no_proxy().timeout(PATIENCE).build()?;
        let (address, free) = (address.trim_end_matches('/').to_owned(), Semaphore::new(count));
        Ok(Self { http, address, key, count, free, kinds: Mutex::default() })
    }

    /// Returns the number of clients.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// Sends a request by the next free client, with retries, until there is an answer.
    pub(super) async fn ask(&self, ask: Ask) -> anyhow::Result<Reply> {
        let _client = self.free.acquire().await?;
        // A repeated request is carried out once.
        let once = service_kit::random::secret_base62(24);
        let (begun, mut pause) = (Instant::now(), PAUSE.0);
        loop {
            let sent = Instant::now();
            let why = match self.send(&ask, &once).await {
                Ok((status, reply)) if status.is_success() => {
                    self.measure(ask.kind, |kind| kind.times.push(sent.elapsed()));
                    return Ok(reply);
                }
                // The server is busy, or its views are not available yet.
                Ok((status, reply)) if matches!(status.as_u16(), 429 | 503) => refusal(status, &reply.body),
                Ok((status, reply)) => {
                    self.measure(ask.kind, |kind| kind.errors += 1);
                    bail!("{} {} is refused: {}", ask.method, ask.path, refusal(status, &reply.body));
                }
                Err(error) => format!("{error:#}"),
            };
            if begun.elapsed() >= PATIENCE {
                self.measure(ask.kind, |kind| kind.errors += 1);
                bail!("{}{}: {why}", self.address, ask.path);
            }
            self.measure(ask.kind, |kind| kind.retries += 1);
            tokio::time::sleep(pause).await;
            pause = (pause * 2).min(PAUSE.1);
        }
    }

    /// Returns the role of the key. An unreachable server is not waited for.
    pub(super) async fn role(&self) -> anyhow::Result<String> {
        let (status, reply) = self.send(&Ask::get("whoami", "/api/v1/api-keys/whoami/"), "").await?;
        ensure!(status.is_success(), "{} refuses the key: {}", self.address, refusal(status, &reply.body));
        Ok(reply.body["role"].as_str().unwrap_or_default().to_owned())
    }

    async fn send(&self, ask: &Ask, once: &str) -> anyhow::Result<(StatusCode, Reply)> {
        let request = self.http.request(ask.method.clone(), format!("{}{}", self.address, ask.path));
        let mut request = request.header("x-api-key", &self.key);
        if ask.method != Method::GET {
            request = request.json(&ask.body);
        }
        if ask.method == Method::POST {
            request = request.header("idempotency-key", once);
        }
        if let Some(token) = &ask.token {
            request = request.header("consistency-token", token).header("prefer", "wait=5");
        }
        let answer = request.send().await.with_context(|| format!("cannot connect to {}", self.address))?;
        let token = answer.headers().get("consistency-token").and_then(|token| token.to_str().ok()).map(str::to_owned);
        let status = answer.status();
        let body = serde_json::from_slice(&answer.bytes().await?).unwrap_or_default();
        Ok((status, Reply { body, token }))
    }

    /// Runs `work` for all items, as many at a time as there are clients. Returns the results in the given order.
    pub(super) async fn all<T, O, F>(&self, items: Vec<T>, work: impl Fn(T) -> F) -> anyhow::Result<Vec<O>>
    where
        F: Future<Output = anyhow::Result<O>>,
    {
        let numbered = items.into_iter().enumerate().map(|(place, item)| {
            let done = work(item);
            async move { done.await.map(|made| (place, made)) }
        });
        let mut made: Vec<(usize, O)> = stream::iter(numbered).buffer_unordered(self.count).try_collect().await?;
        made.sort_by_key(|(place, _)| *place);
        Ok(made.into_iter().map(|(_, made)| made).collect())
    }

    fn measure(&self, kind: &'static str, change: impl FnOnce(&mut Measured)) {
        change(self.kinds.lock().unwrap_or_else(PoisonError::into_inner).entry(kind).or_default());
    }

    /// Returns the figures of all kinds by name.
    pub(super) fn figures(&self) -> BTreeMap<&'static str, Figures> {
        let mut kinds = self.kinds.lock().unwrap_or_else(PoisonError::into_inner);
        kinds.iter_mut().map(|(kind, measured)| (*kind, measured.figures())).collect()
    }
}

impl Measured {
    fn figures(&mut self) -> Figures {
        self.times.sort_unstable();
        let share = |percent: usize| {
            let place = (self.times.len() * percent).div_ceil(100).saturating_sub(1);
            milliseconds(self.times.get(place).copied().unwrap_or_default())
        };
        Figures {
            requests: self.times.len(),
            errors: self.errors,
            retries: self.retries,
            p50_ms: share(50),
            p99_ms: share(99),
            max_ms: share(100),
        }
    }
}

/// Returns milliseconds with microsecond precision.
pub(super) fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1_000_000.0).round() / 1_000.0
}

/// Formats a refusal as text.
fn refusal(status: StatusCode, problem: &Value) -> String {
    let errors = problem.get("errors").unwrap_or(&Value::Null);
    format!("{status} {} {errors}", problem["detail"].as_str().unwrap_or_default())
}

/// Returns the id in an answer.
pub(super) fn id(body: &Value) -> anyhow::Result<i64> {
    body["id"].as_i64().context("an answer has no id")
}
