//! A client that sends commands as JSON, each with its own key, until each is answered.

use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use reqwest::{Client, Method, StatusCode};
use serde_json::Value;
use tokio::time::sleep;

use crate::place::Door;

/// How long a request is repeated, and the pause between two attempts.
const PATIENCE: Duration = Duration::from_secs(60);
const PAUSE: Duration = Duration::from_millis(5);

/// The client.
pub(crate) struct Teller {
    http: Client,
    door: Door,
    /// The beginning of its keys.
    name: String,
    sent: u64,
    /// The token of the last write.
    token: String,
}

impl Teller {
    /// Creates a client with the key of the door. No other one with that key may have this name.
    pub(crate) fn new(door: &Door, name: impl Into<String>) -> anyhow::Result<Self> {
        let http = Client::builder().no_proxy().timeout(Duration::from_secs(20)).build().context("a client")?;
        Ok(Self { http, door: door.clone(), name: name.into(), sent: 0, token: String::new() })
    }

    /// Number of requests so far.
    pub(crate) fn sent(&self) -> u64 {
        self.sent
    }

    /// Returns the token of the last write.
    pub(crate) fn token(&self) -> &str {
        &self.token
    }

    /// Sends a request that must be carried out.
    pub(crate) async fn done(&mut self, method: Method, path: &str, body: Value) -> anyhow::Result<Value> {
        let (status, answer) = self.tell(method, path, body).await?;
        ensure!(status.is_success(), "{path} is refused: {answer}");
        Ok(answer)
    }

    /// Sends a request until it is answered. It may be refused.
    pub(crate) async fn tell(
        &mut self,
        method: Method,
        path: &str,
        body: Value,
    ) -> anyhow::Result<(StatusCode, Value)> {
        self.sent += 1;
        let begun = Instant::now();
        loop {
            let request = self.http.request(method.clone(), format!("{}{path}", self.door.address));
            let mut request = request.header("x-api-key", &self.door.key);
            if method == Method::GET {
                request =
                    if self.token.is_empty() { request } else { request.header("consistency-token", &self.token) };
            } else {
                request = request.header("idempotency-key", format!("drill-{}-{}", self.name, self.sent)).json(&body);
            }
            if let Ok(answer) = request.send().await
                && ![429, 502, 503, 504, 507].contains(&answer.status().as_u16())
            {
                let status = answer.status();
                ensure!(!status.is_server_error(), "{path} is answered {status}");
                if let Some(token) = answer.headers().get("consistency-token").and_then(|token| token.to_str().ok()) {
                    token.clone_into(&mut self.token);
                }
                // A connection may end within an answer; the request is then repeated with its key.
                if let Ok(text) = answer.text().await {
                    return Ok((status, serde_json::from_str(&text).unwrap_or_default()));
                }
            }
            if begun.elapsed() > PATIENCE {
                bail!("{path} is not answered within {PATIENCE:?}");
            }
            sleep(PAUSE).await;
        }
    }
}
