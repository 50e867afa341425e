//! A client that sends commands as JSON, each with its own key, until each is answered.

use anyhow::{Context, ensure};
use e2e::client::{Client, Request};
use e2e::crawl::id;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::place::Door;

pub(crate) struct Teller {
    client: Client,
    /// The beginning of its keys.
    name: String,
    pub(crate) sent: u64,
    pub(crate) token: String,
}

impl Teller {
    /// Creates a client with the key of the door. No other one with that key may have this name.
    pub(crate) fn new(door: &Door, name: impl Into<String>) -> anyhow::Result<Self> {
        Ok(Self { client: door.client()?, name: name.into(), sent: 0, token: String::new() })
    }

    /// Sends a request that must be carried out.
    pub(crate) async fn done(&mut self, method: Method, path: &str, body: Value) -> anyhow::Result<Value> {
        let (status, answer) = self.tell(method, path, body).await?;
        ensure!(status.is_success(), "{path} is refused: {answer}");
        Ok(answer)
    }

    pub(crate) async fn read(&mut self, path: &str) -> anyhow::Result<Value> {
        self.done(Method::GET, path, Value::Null).await
    }

    /// Creates something. Returns its id.
    pub(crate) async fn create(&mut self, path: &str, body: Value) -> anyhow::Result<i64> {
        Ok(id(&self.done(Method::POST, path, body).await?))
    }

    pub(crate) async fn post(&mut self, event: i64, below: &str, body: Value) -> anyhow::Result<Value> {
        self.done(Method::POST, &of_event(event, below), body).await
    }

    /// Registers a person for an event. Returns the registration.
    pub(crate) async fn register(&mut self, event: i64, user: i64) -> anyhow::Result<i64> {
        Ok(id(&self.post(event, "registrations/", json!({ "user_id": user, "status": "COMPLETE" })).await?))
    }

    pub(crate) async fn move_to(&mut self, event: i64, status: &str) -> anyhow::Result<()> {
        self.post(event, "lifecycle/", json!({ "status": status })).await.map(drop)
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
