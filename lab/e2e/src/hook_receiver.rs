//! A receiver of webhooks whose answers a test sets.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::Router;
use axum::body::Body;
use axum::http::HeaderMap;
use axum::response::Response;
use serde_json::Value;
use service_kit::webhook_secret::WebhookSecret;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use crate::until::{until, wanted};

/// A request that the receiver got.
#[derive(Debug, Clone)]
pub struct Delivered {
    headers: HeaderMap,
    /// Its body.
    pub body: String,
    /// The status that was answered.
    pub status: u16,
}

impl Delivered {
    /// A header; empty if absent.
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().expect("a readable header"))
    }

    /// The message.
    pub fn message(&self) -> Value {
        serde_json::from_str(&self.body).expect("a message in JSON")
    }

    /// The type of the message.
    pub fn event_type(&self) -> String {
        self.message()["type"].as_str().expect("a type").to_owned()
    }

    /// The signatures, of which there are two while a secret rotates.
    pub fn signatures(&self) -> Vec<String> {
        self.header("webhook-signature").split(' ').map(str::to_owned).collect()
    }

    /// Whether one of the signatures is made with this secret.
    pub fn is_signed_with(&self, secret: &str) -> bool {
        let secret = WebhookSecret::parse(secret).expect("a secret");
        let timestamp = self.header("webhook-timestamp").parse().expect("a timestamp");
        self.signatures().contains(&secret.sign(self.header("webhook-id"), timestamp, self.body.as_bytes()))
    }
}

#[derive(Debug, Default)]
struct State {
    answers: VecDeque<String>,
    got: Vec<Delivered>,
}

/// A receiver.
#[derive(Debug)]
pub struct HookReceiver {
    address: SocketAddr,
    state: Arc<Mutex<State>>,
    serving: JoinHandle<()>,
}

impl HookReceiver {
    /// Starts a receiver on a free port of this machine. It answers 204 until a test sets other answers.
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let state: Arc<Mutex<State>> = Arc::default();
        let of_task = Arc::clone(&state);
        let router = Router::new().fallback(move |headers: HeaderMap, body: String| {
            let answer = locked(&of_task).take(headers, body);
            async { answer }
        });
        let serving = tokio::spawn(async { axum::serve(listener, router).await.expect("a server") });
        Self { address, state, serving }
    }

    /// The address for a webhook.
    pub fn url(&self) -> String {
        format!("http://{}/hook?store=1", self.address)
    }

    /// The address for a channel at Discord, with a secret.
    pub fn discord_url(&self, secret: &str) -> String {
        format!("http://{}/api/webhooks/7/{secret}", self.address)
    }

    /// Sets the next answers: a status line with headers, such as `503 Down\r\nRetry-After: 60`.
    pub fn answers(&self, answers: &[&str]) {
        locked(&self.state).answers.extend(answers.iter().map(ToString::to_string));
    }

    /// What it got so far.
    pub fn got(&self) -> Vec<Delivered> {
        locked(&self.state).got.clone()
    }

    /// Waits until it got this many requests, and returns them.
    pub async fn gets(&self, count: usize) -> Vec<Delivered> {
        until("messages", async || wanted(self.got(), |got| got.len() >= count)).await
    }
}

fn locked(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

impl State {
    /// Takes a request, and answers it.
    fn take(&mut self, headers: HeaderMap, body: String) -> Response {
        let answer = self.answers.pop_front().unwrap_or_else(|| "204 No Content".to_owned());
        let status = answer[..3].parse().expect("a status");
        self.got.push(Delivered { headers, body, status });
        let response = Response::builder().status(status).header("connection", "close");
        let headers = answer.lines().skip(1).filter_map(|line| line.split_once(": "));
        let response = headers.fold(response, |response, (name, value)| response.header(name, value));
        response.body(Body::empty()).expect("an answer")
    }
}

impl Drop for HookReceiver {
    fn drop(&mut self) {
        self.serving.abort();
    }
}
