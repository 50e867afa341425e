//! The clients: so many requests at a time, repeated while the server is briefly unavailable, and measured by kind.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context, bail, ensure};
use futures::{StreamExt, TryStreamExt, stream};
use reqwest::{Method, Url};
use serde::Serialize;
use serde_json::Value;
use tokio::sync::Semaphore;

use crate::client::{Answer, Client, Request};

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// A request.
#[derive(Debug)]
pub(super) struct Ask {
    /// Its operation name in the API description.
    kind: &'static str,
    request: Request,
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
    client: Client,
    address: String,
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
        Self { kind, request: Request::get(path) }
    }

    /// A request that is carried out once, although it may be repeated.
    pub(super) fn post(kind: &'static str, path: impl Into<String>, body: Value) -> Self {
        let once = service_kit::random::secret_base62(24);
        Self { kind, request: Request::json(Method::POST, path, body).with("idempotency-key", once) }
    }

    pub(super) fn put(kind: &'static str, path: impl Into<String>, body: Value) -> Self {
        Self { kind, request: Request::json(Method::PUT, path, body) }
    }

    /// The same, whose answer must include the write of a consistency token.
    pub(super) fn after(self, token: Option<&String>) -> Self {
        let Some(token) = token else { return self };
        Self { request: self.request.with("consistency-token", token).with("prefer", "wait=5"), ..self }
    }
}

impl Clients {
    /// Creates clients of the server at an address without a path.
    pub(super) fn new(address: &str, key: String, count: usize) -> anyhow::Result<Self> {
        let wrong = || format!("{address} is not an address such as http://127.0.0.1:8080");
        let url: Url = address.parse().with_context(wrong)?;
        ensure!(url.has_host() && url.path() == "/", wrong());
        let (address, free) = (address.trim_end_matches('/').to_owned(), Semaphore::new(count));
        let http = reqwest::Client::builder().timeout(PATIENCE);
        let client = Client::with(address.clone(), Some(("x-api-key", key)), http)?;
        Ok(Self { client, address, count, free, kinds: Mutex::default() })
    }

    /// Returns the number of clients.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// Sends a request by the next free client, with retries, until there is an answer.
    pub(super) async fn ask(&self, Ask { kind, request }: Ask) -> anyhow::Result<Reply> {
        let _client = self.free.acquire().await?;
        let asked = self.client.ask(&request, false).await;
        let is_done = asked.answer.as_ref().is_some_and(is_success);
        {
            let mut kinds = self.kinds.lock().unwrap_or_else(PoisonError::into_inner);
            let measured = kinds.entry(kind).or_default();
            measured.retries += u64::from(asked.in_doubt + asked.put_off);
            measured.errors += u64::from(!is_done);
            measured.times.extend(is_done.then_some(asked.took));
        }
        let answer = asked.answer.with_context(|| format!("{} does not answer: {request:?}", self.address))?;
        if !is_done {
            bail!("{kind} is refused: {}", refusal(&answer));
        }
        let token = Some(answer.header("consistency-token").to_owned()).filter(|token| !token.is_empty());
        Ok(Reply { body: answer.json(), token })
    }

    /// Returns the role of the key. An unreachable server is not waited for.
    pub(super) async fn role(&self) -> anyhow::Result<String> {
        let asked = self.client.send(&Request::get("/api/v1/api-keys/whoami/"), 0).await;
        let answer = asked.with_context(|| format!("cannot connect to {}", self.address))?;
        ensure!(is_success(&answer), "{} refuses the key: {}", self.address, refusal(&answer));
        Ok(answer.json()["role"].as_str().unwrap_or_default().to_owned())
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

fn is_success(answer: &Answer) -> bool {
    (200..300).contains(&answer.status)
}

/// Formats a refusal as text.
fn refusal(answer: &Answer) -> String {
    let problem = answer.json();
    format!("{} {} {}", answer.status, problem["detail"].as_str().unwrap_or_default(), problem["errors"])
}

/// Returns the id in an answer.
pub(super) fn id(body: &Value) -> anyhow::Result<i64> {
    body["id"].as_i64().context("an answer has no id")
}
