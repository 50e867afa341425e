//! A client that sends commands as JSON, each with its own key, until each is answered.

use anyhow::{Context, ensure};
use e2e::client::{Client, Request};
use reqwest::{Method, StatusCode};
use serde_json::Value;

use crate::place::Door;

/// The client.
pub(crate) struct Teller {
    client: Client,
    /// The beginning of its keys.
    name: String,
    sent: u64,
    /// The token of the last write.
    token: String,
}

impl Teller {
    /// Creates a client with the key of the door. No other one with that key may have this name.
    pub(crate) fn new(door: &Door, name: impl Into<String>) -> anyhow::Result<Self> {
        Ok(Self { client: door.client()?, name: name.into(), sent: 0, token: String::new() })
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
        let is_read = method == Method::GET;
        let request = Request::json(method, path, body);
        let request = match is_read {
            true if self.token.is_empty() => request,
            true => request.with("consistency-token", &self.token),
            false => request.with("idempotency-key", format!("drill-{}-{}", self.name, self.sent)),
        };
        let answer = self.client.answer(&request).await.with_context(|| format!("{path} is not answered"))?;
        let status = StatusCode::from_u16(answer.status)?;
        ensure!(!status.is_server_error(), "{path} is answered {status}");
        let token = answer.header("consistency-token");
        if !token.is_empty() {
            token.clone_into(&mut self.token);
        }
        Ok((status, answer.json()))
    }
}

/// Returns the address of something of an event.
pub(crate) fn of_event(event: i64, below: &str) -> String {
    format!("/api/v1/magic-events/{event}/{below}")
}
