//! Strangers: connections that cost a client little and a server much. One that is closed comes again later.

use std::fmt;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::runtime::{Builder, Runtime};
use tokio::task::JoinSet;

use crate::drill::Site;
use crate::drill::place::Place;

/// Addresses of this machine that strangers come from. None of them is a trusted proxy.
const FIRST: [u8; 4] = [127, 0, 1, 1];
/// Pause before the next stranger comes for the first time, and before one comes again.
const ONE_BY_ONE: Duration = Duration::from_millis(1);
const AGAIN: Duration = Duration::from_secs(10);
/// Pause between two bytes of a stranger that is slow.
const SLOWLY: Duration = Duration::from_secs(1);
/// Time in which all have connected once, and how often it is looked whether they have.
const GATHERED: Duration = Duration::from_secs(40);
const LOOK: Duration = Duration::from_millis(10);
/// Bytes of a form, of which the last never comes.
const FORM: usize = 8_000;
/// Bytes that a pipeliner's system holds, so that the server's has to hold the rest.
const HELD: u32 = 4 * 1024;
/// Requests that a pipeliner sends at once.
const AT_ONCE: usize = 100;
/// A part of a long head, which all strangers share: they must not take the time of those that are measured.
static PADDING: [u8; 16 * 1024] = [b'x'; 16 * 1024];
/// An answer that is large, and for everyone.
const LARGE: &str = "/api/schema/";

/// What a stranger does.
#[derive(Debug, Clone, Copy)]
pub(super) enum Attack {
    /// Sends the head of a request without its end.
    SlowHead { bytes: usize },
    /// Sends the form to sign in without its end.
    LoginBody,
    /// Asks again and again, and takes no answer.
    Pipeliner,
    /// Sends nothing.
    Idle,
}

impl fmt::Display for Attack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SlowHead { bytes } => write!(f, "unfinished heads of {bytes} bytes"),
            Self::LoginBody => write!(f, "unfinished forms to sign in"),
            Self::Pipeliner => write!(f, "pipeliners that take no answer"),
            Self::Idle => write!(f, "idle connections"),
        }
    }
}

/// The priority of the thread that strangers run on, as `nice` takes it: the lowest. Elsewhere they would take no time of this
/// machine's processors at all.
const LOWEST: i32 = 19;

/// Strangers at work.
pub(super) struct Crowd {
    at_work: JoinSet<()>,
    /// Where they run.
    runtime: Option<Runtime>,
    seen: Arc<Seen>,
    count: u32,
}

/// What became of them.
#[derive(Default)]
struct Seen {
    connected: AtomicU64,
    closed: AtomicU64,
}

impl Crowd {
    /// Sends so many of each, from so many addresses.
    pub(super) fn send(site: &Site, attacks: &[(usize, Attack)], addresses: u8) -> anyhow::Result<Self> {
        let address = site.door().address;
        let server: SocketAddr = address.trim_start_matches("http://").parse().context("an address")?;
        let mut runtime = Builder::new_multi_thread();
        runtime.worker_threads(1).enable_all().on_thread_start(|| {
            let _ = rustix::process::nice(LOWEST);
        });
        let runtime = runtime.build().context("a thread for strangers")?;
        let handle = runtime.handle().clone();
        let mut crowd = Self { at_work: JoinSet::new(), runtime: Some(runtime), seen: Arc::default(), count: 0 };
        for (number, attack) in attacks.iter().flat_map(|(count, attack)| (0..*count).map(|number| (number, *attack))) {
            let from = u32::from(Ipv4Addr::from(FIRST)) + u32::try_from(number % usize::from(addresses.max(1)))?;
            let seen = Arc::clone(&crowd.seen);
            let delay = ONE_BY_ONE * crowd.count;
            let comes = async move {
                tokio::time::sleep(delay).await;
                attack.run(Ipv4Addr::from(from), server, &seen).await;
            };
            crowd.at_work.spawn_on(comes, &handle);
            crowd.count += 1;
        }
        Ok(crowd)
    }

    /// Waits until all have connected once, if they can.
    pub(super) async fn gathers(&self) {
        // A server that is full may let some wait.
        let begun = Instant::now();
        while self.seen.connected.load(Ordering::Relaxed) < u64::from(self.count) && begun.elapsed() < GATHERED {
            tokio::time::sleep(LOOK).await;
        }
    }

    /// Sends them away. Says how many connections there were.
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
    /// Comes again and again.
    async fn run(self, from: Ipv4Addr, server: SocketAddr, seen: &Seen) {
        loop {
            if let Ok(socket) = self.connect(from, server).await {
                seen.connected.fetch_add(1, Ordering::Relaxed);
                // It ends with an error of either side.
                let _ = self.work(socket).await;
                seen.closed.fetch_add(1, Ordering::Relaxed);
            }
            tokio::time::sleep(AGAIN).await;
        }
    }

    async fn connect(self, from: Ipv4Addr, server: SocketAddr) -> std::io::Result<TcpStream> {
        let socket = TcpSocket::new_v4()?;
        if let Self::Pipeliner = self {
            socket.set_recv_buffer_size(HELD)?;
            socket.set_send_buffer_size(HELD)?;
        }
        socket.bind((from, 0).into())?;
        socket.connect(server).await
    }

    /// Until the server closes the connection.
    async fn work(self, mut socket: TcpStream) -> std::io::Result<()> {
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
                let requests = format!("GET {LARGE} HTTP/1.1\r\nhost: a\r\n\r\n").repeat(AT_ONCE);
                loop {
                    socket.write_all(requests.as_bytes()).await?;
                }
            }
            Self::Idle => socket.read(&mut [0]).await.map(drop),
        }
    }
}

/// Sends a byte now and then, until the server closes the connection.
async fn trickle(mut socket: TcpStream) -> std::io::Result<()> {
    let mut answer = [0; 256];
    loop {
        tokio::select! {
            read = socket.read(&mut answer) => if read? == 0 { return Ok(()) },
            () = tokio::time::sleep(SLOWLY) => socket.write_all(b"x").await?,
        }
    }
}
