//! A receiver of webhooks that misbehaves.

use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use anyhow::Context;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde_json::Value;
use service_kit::webhook_secret::WebhookSecret;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

/// Time for which a receiver hangs: longer than the sender waits.
const HANG: Duration = Duration::from_secs(2);
/// Time for which a receiver that goes away is there, and is away.
const THERE: Duration = Duration::from_secs(6);
const AWAY: Duration = Duration::from_secs(2);

/// How a receiver behaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Behaviour {
    /// It accepts everything.
    Good,
    /// It answers 500 at times.
    Fails,
    /// It does not answer at times.
    Hangs,
    /// It redirects at times.
    Redirects,
    /// It answers 429 with `Retry-After` at times.
    Busy,
    /// It answers 503 with `Retry-After` at times.
    Down,
    /// It closes the connection at times, without an answer, or in the middle of one.
    Closes,
    /// It goes away and comes back.
    Dies,
}

impl Behaviour {
    const ALL: [Self; 8] =
        [Self::Good, Self::Fails, Self::Hangs, Self::Redirects, Self::Busy, Self::Down, Self::Closes, Self::Dies];

    /// Returns the behavior of a receiver by its number.
    pub(super) fn of(number: usize) -> Self {
        Self::ALL[number % Self::ALL.len()]
    }

    /// Returns an answer; `None` if the connection is closed instead.
    fn answer(self, rng: &mut StdRng) -> Option<&'static str> {
        let chance = |rng: &mut StdRng, percent: u32| rng.random_range(0..100) < percent;
        Some(match self {
            Self::Fails if chance(rng, 20) => "HTTP/1.1 500 Internal Server Error\r\nContent-Length: 0\r\n\r\n",
            Self::Redirects if chance(rng, 10) => {
                "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n"
            }
            Self::Busy if chance(rng, 10) => {
                "HTTP/1.1 429 Too Many Requests\r\nRetry-After: 30\r\nContent-Length: 0\r\n\r\n"
            }
            Self::Down if chance(rng, 10) => {
                "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 60\r\nContent-Length: 0\r\n\r\n"
            }
            Self::Closes if chance(rng, 10) => return None,
            Self::Closes if chance(rng, 5) => "HTTP/1.1 2",
            _ => "HTTP/1.1 204 No Content\r\n\r\n",
        })
    }
}

/// What a receiver got.
#[derive(Debug, Default)]
pub(super) struct Got {
    /// Requests.
    pub(super) arrivals: usize,
    /// The ids of accepted messages.
    pub(super) accepted: BTreeSet<String>,
    /// The positions of messages about each event, as they arrived first.
    pub(super) first: BTreeMap<i64, Vec<i64>>,
    /// The faults found.
    pub(super) faults: Vec<String>,
    known: BTreeSet<String>,
    secret: Option<WebhookSecret>,
}

/// A receiver.
pub(super) struct Receiver {
    address: SocketAddr,
    got: Arc<Mutex<Got>>,
    serving: JoinHandle<()>,
}

impl Receiver {
    /// Starts a receiver on a free port.
    pub(super) async fn start(behaviour: Behaviour, seed: u64) -> anyhow::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await.context("a receiver cannot listen")?;
        let address = listener.local_addr()?;
        let got = Arc::default();
        let serving = tokio::spawn(serve(listener, behaviour, seed, Arc::clone(&got)));
        Ok(Self { address, got, serving })
    }

    /// The address of the webhook.
    pub(super) fn url(&self) -> String {
        format!("http://{}/hook", self.address)
    }

    /// Sets the secret that must sign.
    pub(super) fn verify_with(&self, secret: &str) -> anyhow::Result<()> {
        self.got().secret = Some(WebhookSecret::parse(secret).context("the secret is not one")?);
        Ok(())
    }

    /// What it got so far.
    pub(super) fn got(&self) -> MutexGuard<'_, Got> {
        lock(&self.got)
    }
}

impl Drop for Receiver {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

fn lock(got: &Mutex<Got>) -> MutexGuard<'_, Got> {
    got.lock().unwrap_or_else(PoisonError::into_inner)
}

async fn serve(mut listener: TcpListener, behaviour: Behaviour, seed: u64, got: Arc<Mutex<Got>>) {
    let mut rng = StdRng::seed_from_u64(seed);
    let Ok(address) = listener.local_addr() else { return };
    loop {
        let there = if behaviour == Behaviour::Dies { THERE } else { Duration::from_secs(3_600) };
        let accepting = async {
            while let Ok((socket, _)) = listener.accept().await {
                let rng = StdRng::seed_from_u64(rng.random());
                tokio::spawn(answer(socket, behaviour, rng, Arc::clone(&got)));
            }
        };
        let _ = timeout(there, accepting).await;
        drop(listener);
        sleep(AWAY).await;
        let again = TcpSocket::new_v4().and_then(|socket| {
            socket.set_reuseaddr(true)?;
            socket.bind(address)?;
            socket.listen(1_024)
        });
        match again {
            Ok(again) => listener = again,
            Err(error) => {
                lock(&got).faults.push(format!("the receiver cannot come back: {error}"));
                return;
            }
        }
    }
}

async fn answer(mut socket: TcpStream, behaviour: Behaviour, mut rng: StdRng, got: Arc<Mutex<Got>>) {
    let Some((head, body)) = request(&mut socket).await else { return };
    let id = take_in(&head, &body, &got);
    if behaviour == Behaviour::Hangs && rng.random_range(0..100) < 3 {
        sleep(HANG).await;
        return;
    }
    let Some(answer) = behaviour.answer(&mut rng) else { return };
    if answer.starts_with("HTTP/1.1 204") {
        lock(&got).accepted.insert(id);
    }
    let _ = socket.write_all(answer.as_bytes()).await;
    let _ = socket.shutdown().await;
}

/// Reads a request: its head and its body.
async fn request(socket: &mut TcpStream) -> Option<(String, Vec<u8>)> {
    let mut read = Vec::new();
    loop {
        if let Some(end) = read.windows(4).position(|window| window == b"\r\n\r\n") {
            let head = String::from_utf8_lossy(&read[..end]).into_owned();
            let length: usize = header(&head, "content-length")?.parse().ok()?;
            if read.len() >= end + 4 + length {
                return Some((head, read[end + 4..end + 4 + length].to_vec()));
            }
        }
        if socket.read_buf(&mut read).await.ok()? == 0 {
            return None;
        }
    }
}

fn header<'a>(head: &'a str, name: &str) -> Option<&'a str> {
    let mut lines = head.lines().filter_map(|line| line.split_once(':'));
    lines.find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
}

/// Notes a request. Returns the id of its message.
fn take_in(head: &str, body: &[u8], got: &Mutex<Got>) -> String {
    let mut got = lock(got);
    got.arrivals += 1;
    let [id, timestamp, signature] =
        ["webhook-id", "webhook-timestamp", "webhook-signature"].map(|name| header(head, name).unwrap_or_default());
    let signed = got.secret.as_ref().map(|secret| secret.sign(id, timestamp.parse().unwrap_or_default(), body));
    if signed.as_deref() != Some(signature) {
        got.faults.push(format!("{id} has the signature {signature}"));
    }
    let message: Value = serde_json::from_slice(body).unwrap_or_default();
    let data = &message["data"];
    let (Some(event), Some(position)) = (data["tournament_id"].as_i64(), data["position"].as_i64()) else {
        got.faults.push(format!("{id} has no position"));
        return id.to_owned();
    };
    if got.known.insert(id.to_owned()) {
        got.first.entry(event).or_default().push(position);
    }
    id.to_owned()
}
