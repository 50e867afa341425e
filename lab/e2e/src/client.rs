//! A careful client: it has one connection, kept alive; it writes with an idempotency key and retries until it is
//! answered.

use std::time::{Duration, Instant};

use anyhow::Context;
use bytes::Bytes;
use chrono::{DateTime, Utc};
use reqwest::Method;
use reqwest::header::HeaderMap;
use reqwest::redirect::Policy;
use serde_json::Value;
use service_kit::clock::{Clock, SystemClock};

use crate::form::{Fields, Form, excerpt};

/// The first and the longest pause before a retry when the server is not reachable or busy.
const PAUSE: (Duration, Duration) = (Duration::from_millis(3), Duration::from_millis(50));
/// How long a client waits for an answer.
const PATIENCE: Duration = Duration::from_secs(60);
/// How long it keeps an idle connection: shorter than the service, which closes one after ten seconds. A request on a
/// connection that closes at this moment fails without an answer.
pub(crate) const IDLE: Duration = Duration::from_secs(5);

/// A client of the service.
#[derive(Debug, Clone)]
pub struct Client {
    http: reqwest::Client,
    address: String,
    /// The header with its credential.
    credential: Option<(&'static str, String)>,
}

/// A request that can be sent several times.
#[derive(Debug, Clone)]
pub struct Request {
    method: Method,
    path: String,
    form: Form,
    fields: Fields,
    /// A body that is no form.
    json: Option<Value>,
    headers: Vec<(&'static str, String)>,
}

/// A whole answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// Status code.
    pub status: u16,
    /// Headers.
    pub headers: HeaderMap,
    /// Body.
    pub body: Bytes,
}

/// The outcome of a request.
#[derive(Debug)]
pub struct Asked {
    /// The answer; `None` if the client gave up.
    pub answer: Option<Answer>,
    /// Attempts after which it was unknown whether the request was carried out.
    pub in_doubt: u32,
    /// Attempts that were answered with 429, 503 or 507, or with 502 or 504 and `Retry-After`.
    pub put_off: u32,
    /// From the first attempt to the answer.
    pub took: Duration,
    /// When it was sent for the last time.
    pub last_sent: DateTime<Utc>,
}

impl Request {
    /// A read.
    pub fn get(path: impl Into<String>) -> Self {
        Self::new(Method::GET, path, Form::Json, Vec::new())
    }

    /// A write.
    pub fn new(method: Method, path: impl Into<String>, form: Form, fields: Fields) -> Self {
        Self { method, path: path.into(), form, fields, json: None, headers: Vec::new() }
    }

    /// A write with a JSON body.
    pub fn json(method: Method, path: impl Into<String>, body: Value) -> Self {
        Self { json: Some(body), ..Self::new(method, path, Form::Json, Vec::new()) }
    }

    /// Adds a header.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.headers.push((name, value.into()));
        self
    }

    /// Sets another value for a field.
    #[must_use]
    pub fn with_field(mut self, name: &'static str, text: String) -> Self {
        self.fields.retain(|(field, _)| *field != name);
        self.fields.push((name, text));
        self
    }

    /// Sets another format.
    #[must_use]
    pub fn in_form(mut self, form: Form) -> Self {
        self.form = form;
        self
    }
}

impl Answer {
    /// A header's text; empty if absent.
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }

    /// The body as JSON; null if it is not JSON.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_default()
    }

    /// Status and the beginning of the body, for messages.
    pub fn short(&self) -> String {
        format!("{} {}", self.status, excerpt(&String::from_utf8_lossy(&self.body)))
    }
}

impl Client {
    /// A client with its own connection. An empty key is none.
    ///
    /// # Errors
    /// If the HTTP client cannot be built.
    pub fn new(address: String, key: String) -> anyhow::Result<Self> {
        let http = reqwest::Client::builder().pool_max_idle_per_host(1).timeout(PATIENCE);
        Self::with(address, (!key.is_empty()).then_some(("x-api-key", key)), http)
    }

    /// A client that sends this header with each request. It follows no redirects.
    ///
    /// # Errors
    /// If the HTTP client cannot be built.
    pub fn with(
        address: String,
        credential: Option<(&'static str, String)>,
        http: reqwest::ClientBuilder,
    ) -> anyhow::Result<Self> {
        let http = http.no_proxy().redirect(Policy::none()).pool_idle_timeout(IDLE).build();
        Ok(Self { http: http.context("no client can be made")?, address, credential })
    }

    /// Sends a request once.
    ///
    /// # Errors
    /// If no complete answer arrives.
    pub async fn send(&self, request: &Request, attempt: u32) -> reqwest::Result<Answer> {
        let url = format!("{}{}", self.address, request.path);
        let mut sent = self.http.request(request.method.clone(), url);
        for (name, value) in self.credential.iter().chain(&request.headers) {
            sent = sent.header(*name, value);
        }
        if request.method != Method::GET {
            let (content_type, body) = match &request.json {
                Some(json) => ("application/json".to_owned(), json.to_string().into_bytes()),
                None => request.form.encode(&request.fields, attempt),
            };
            sent = sent.header("content-type", content_type).body(body);
        }
        let response = sent.send().await?;
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        Ok(Answer { status, headers, body: response.bytes().await? })
    }

    /// Sends a request until it gets an answer other than 429, 502, 503, 504 and 507. With `gives_up`, stops as soon as the
    /// request is in doubt. A gateway answers 502 or 504 if it could not reach the service or got no answer from it.
    pub async fn ask(&self, request: &Request, gives_up: bool) -> Asked {
        let (begun, mut pause, mut attempt) = (Instant::now(), PAUSE.0, 0);
        let mut asked =
            Asked { answer: None, in_doubt: 0, put_off: 0, took: Duration::ZERO, last_sent: SystemClock.now() };
        loop {
            asked.last_sent = SystemClock.now();
            match self.send(request, attempt).await {
                Ok(answer) if ![429, 502, 503, 504, 507].contains(&answer.status) || begun.elapsed() > PATIENCE => {
                    asked.answer = Some(answer);
                }
                Ok(answer) if [429, 503, 507].contains(&answer.status) || !answer.header("retry-after").is_empty() => {
                    asked.put_off += 1;
                }
                Ok(_) => asked.in_doubt += 1,
                Err(error) => asked.in_doubt += u32::from(!error.is_connect()),
            }
            asked.took = begun.elapsed();
            if asked.answer.is_some() || (gives_up && asked.in_doubt > 0) || begun.elapsed() > PATIENCE {
                return asked;
            }
            attempt += 1;
            tokio::time::sleep(pause).await;
            pause = (pause * 2).min(PAUSE.1);
        }
    }

    /// The same for a client that never gives up; `None` only if the service did not answer for a minute.
    pub async fn answer(&self, request: &Request) -> Option<Answer> {
        self.ask(request, false).await.answer
    }
}
