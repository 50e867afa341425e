//! A receiver of webhooks whose answers a test sets.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::Value;
use service_kit::webhook_secret::WebhookSecret;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

use crate::until::{until, wanted};

/// A request that the receiver got.
#[derive(Debug, Clone)]
pub struct Delivered {
    /// Its headers, as they were sent.
    pub headers: Vec<(String, String)>,
    /// Its body.
    pub body: String,
    /// The status that was answered.
    pub status: u16,
}

impl Delivered {
    /// A header; empty if absent.
    pub fn header(&self, name: &str) -> &str {
        let header = self.headers.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        header.map_or("", |(_, value)| value)
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
        let serving = tokio::spawn(async move {
            while let Ok((socket, _)) = listener.accept().await {
                tokio::spawn(answer(socket, Arc::clone(&of_task)));
            }
        });
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
        self.state().answers.extend(answers.iter().map(ToString::to_string));
    }

    /// What it got so far.
    pub fn got(&self) -> Vec<Delivered> {
        self.state().got.clone()
    }

    /// Waits until it got this many requests, and returns them.
    pub async fn gets(&self, count: usize) -> Vec<Delivered> {
        until("messages", async || wanted(self.got(), |got| got.len() >= count)).await
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for HookReceiver {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

async fn answer(mut socket: TcpStream, state: Arc<Mutex<State>>) {
    let Some((head, body)) = read(&mut socket).await else { return };
    let headers = head.lines().skip(1).filter_map(|line| line.split_once(':'));
    let headers = headers.map(|(name, value)| (name.to_owned(), value.trim().to_owned())).collect();
    let answer = {
        let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
        let answer = state.answers.pop_front().unwrap_or_else(|| "204 No Content".to_owned());
        let status = answer[..3].parse().expect("a status");
        state.got.push(Delivered { headers, body, status });
        answer
    };
    let _ = socket.write_all(format!("HTTP/1.1 {answer}\r\n\r\n").as_bytes()).await;
    let _ = socket.shutdown().await;
}

async fn read(socket: &mut TcpStream) -> Option<(String, String)> {
    let mut read = Vec::new();
    loop {
        if let Some(end) = read.windows(4).position(|window| window == b"\r\n\r\n") {
            let head = String::from_utf8_lossy(&read[..end]).into_owned();
            let mut lines = head.lines().filter_map(|line| line.split_once(':'));
            let length = lines.find(|(name, _)| name.eq_ignore_ascii_case("content-length"));
            let length: usize = length.and_then(|(_, value)| value.trim().parse().ok())?;
            if read.len() >= end + 4 + length {
                let body = String::from_utf8_lossy(&read[end + 4..end + 4 + length]).into_owned();
                return Some((head, body));
            }
        }
        if socket.read_buf(&mut read).await.ok()? == 0 {
            return None;
        }
    }
}
