//! Strangers: clients that cost themselves little and a server much. A stranger reconnects some time after it was
//! disconnected.

use std::fmt;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context;
use e2e::client::Request;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::runtime::{Builder, Runtime};
use tokio::task::JoinSet;

use super::scene::{Scene, by_token};

/// First of the machine's addresses that strangers connect from. None of them is a trusted proxy.
const FIRST: [u8; 4] = [127, 0, 1, 1];
/// Announced length of a form, of which the last byte is never sent.
const FORM: usize = 8_000;
/// Receive buffer of a socket whose answers are not read or read slowly, small so that the server's side must hold them.
const HELD: u32 = 4 * 1024;
/// A part of a long head, shared by all strangers to save processor time of the measured clients.
static PADDING: [u8; 16 * 1024] = [b'x'; 16 * 1024];

#[derive(Debug, Clone, Copy)]
pub(super) enum Attack {
    /// Starts a request head and never finishes it.
    SlowHead { bytes: usize },
    /// Starts to send the sign-in form and never finishes it.
    LoginBody,
    /// Sends requests and never reads an answer.
    Pipeliner,
    /// Sends nothing.
    Idle,
    /// Reads an answer as slowly as it may.
    SlowReader { path: &'static str },
    /// Requests one page of decklists after the other.
    Pages,
}

impl fmt::Display for Attack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SlowHead { bytes } => write!(f, "unfinished heads of {bytes} bytes"),
            Self::LoginBody => write!(f, "unfinished sign-in forms"),
            Self::Pipeliner => write!(f, "pipeliners that read no answer"),
            Self::Idle => write!(f, "idle connections"),
            Self::SlowReader { path } => write!(f, "slow readers of {path}"),
            Self::Pages => write!(f, "readers of pages"),
        }
    }
}

/// The priority (`nice` value) of the strangers' thread: the lowest, because real strangers would not use this
/// machine's processors.
const LOWEST: i32 = 19;

pub(super) struct Crowd {
    at_work: JoinSet<()>,
    /// The runtime of their thread.
    runtime: Option<Runtime>,
    seen: Arc<Seen>,
    count: u32,
}

#[derive(Default)]
struct Seen {
    connected: AtomicU64,
    closed: AtomicU64,
}

impl Crowd {
    /// Starts this many strangers of each kind, from this many addresses.
    pub(super) fn send(scene: &Arc<Scene>, attacks: &[(usize, Attack)], addresses: u8) -> anyhow::Result<Self> {
        let server: SocketAddr = scene.address.trim_start_matches("http://").parse().context("an address")?;
        let mut runtime = Builder::new_multi_thread();
        runtime.worker_threads(1).enable_all().on_thread_start(|| {
            let _ = rustix::process::nice(LOWEST);
        });
        let runtime = runtime.build().context("a thread for strangers")?;
        let handle = runtime.handle().clone();
        let mut crowd = Self { at_work: JoinSet::new(), runtime: Some(runtime), seen: Arc::default(), count: 0 };
        for (number, attack) in attacks.iter().flat_map(|(count, attack)| (0..*count).map(|number| (number, *attack))) {
            let from = u32::from(Ipv4Addr::from(FIRST)) + u32::try_from(number % usize::from(addresses.max(1)))?;
            let (scene, seen) = (Arc::clone(scene), Arc::clone(&crowd.seen));
            let delay = Duration::from_millis(1) * crowd.count;
            let comes = async move {
                tokio::time::sleep(delay).await;
                attack.run(Ipv4Addr::from(from), server, &scene, &seen).await;
            };
            crowd.at_work.spawn_on(comes, &handle);
            crowd.count += 1;
        }
        Ok(crowd)
    }

    /// Waits until all have connected once, or the time for that is over.
    pub(super) async fn gathers(&self) {
        // A full server may keep some waiting.
        let begun = Instant::now();
        while self.seen.connected.load(Ordering::Relaxed) < u64::from(self.count)
            && begun.elapsed() < Duration::from_secs(40)
        {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// Stops the strangers. Returns a text with the number of their connections.
    pub(super) async fn disperse(mut self) -> String {
        self.at_work.shutdown().await;
        let [connected, closed] = [&self.seen.connected, &self.seen.closed].map(|count| count.load(Ordering::Relaxed));
        format!("connected {connected} times and were turned away {closed} times")
    }
}

impl Drop for Crowd {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

impl Attack {
    async fn run(self, from: Ipv4Addr, server: SocketAddr, scene: &Scene, seen: &Seen) {
        if let Self::Pages = self {
            return read_pages(scene, seen).await;
        }
        loop {
            if let Ok(socket) = self.connect(from, server).await {
                seen.connected.fetch_add(1, Ordering::Relaxed);
                // The work ends with an error on either side.
                let _ = self.work(socket, scene).await;
                seen.closed.fetch_add(1, Ordering::Relaxed);
            }
            tokio::time::sleep(Duration::from_secs(10)).await;
        }
    }

    async fn connect(self, from: Ipv4Addr, server: SocketAddr) -> std::io::Result<TcpStream> {
        let socket = TcpSocket::new_v4()?;
        if let Self::Pipeliner | Self::SlowReader { .. } = self {
            socket.set_recv_buffer_size(HELD)?;
            socket.set_send_buffer_size(HELD)?;
        }
        socket.bind((from, 0).into())?;
        socket.connect(server).await
    }

    /// Attacks until the server closes the connection.
    async fn work(self, mut socket: TcpStream, scene: &Scene) -> std::io::Result<()> {
        match self {
            Self::SlowHead { bytes } => {
                socket.write_all(b"GET / HTTP/1.1\r\nhost: a\r\nx-long: ").await?;
                for piece in (0..bytes).step_by(PADDING.len()) {
                    socket.write_all(&PADDING[..PADDING.len().min(bytes - piece)]).await?;
                }
                trickle(socket).await
            }
            Self::LoginBody => {
                let head = format!(
                    "POST /login/ HTTP/1.1\r\nhost: crosstable.example\r\norigin: https://crosstable.example\r\n\
                     content-type: application/x-www-form-urlencoded\r\ncontent-length: {FORM}\r\n\r\nusername={}",
                    "x".repeat(FORM - 1_000)
                );
                socket.write_all(head.as_bytes()).await?;
                trickle(socket).await
            }
            Self::Pipeliner => {
                let requests = "GET /api/schema/ HTTP/1.1\r\nhost: a\r\n\r\n".repeat(100);
                loop {
                    socket.write_all(requests.as_bytes()).await?;
                }
            }
            Self::SlowReader { path } => {
                let request = format!("GET {path} HTTP/1.1\r\nhost: a\r\nx-api-key: {}\r\n\r\n", scene.key);
                socket.write_all(request.as_bytes()).await?;
                while socket.read(&mut [0; 512]).await? > 0 {
                    tokio::time::sleep(Duration::from_millis(50)).await;
                }
                Ok(())
            }
            Self::Idle | Self::Pages => socket.read(&mut [0]).await.map(drop),
        }
    }
}

/// Requests pages of one person's decklists.
async fn read_pages(scene: &Scene, seen: &Seen) {
    let Ok(client) = by_token(&scene.address, &scene.token) else { return };
    let pages = (scene.lists / 25).max(1);
    for number in seen.connected.fetch_add(1, Ordering::Relaxed).. {
        let request = Request::get(format!("/api/v1/decklists/?page={}", 1 + number * 101 % pages as u64));
        match client.send(&request, 0).await {
            Ok(answer) if answer.status == 200 => {}
            _ => tokio::time::sleep(Duration::from_millis(500)).await,
        }
    }
}

/// Sends a byte now and then, until the server closes the connection.
async fn trickle(mut socket: TcpStream) -> std::io::Result<()> {
    let mut answer = [0; 256];
    loop {
        tokio::select! {
            read = socket.read(&mut answer) => if read? == 0 { return Ok(()) },
            () = tokio::time::sleep(Duration::from_secs(1)) => socket.write_all(b"x").await?,
        }
    }
}
