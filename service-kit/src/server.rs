//! The HTTP server: an accept loop of our own, because connections need limits that a plain `axum::serve` does not set.
//!
//! * The `registry` admits connections, and closes those that have waited longest for their clients where others
//!   need their places.
//! * The `transport` receives heads within limits of time, size and `memory`, and gives hyper one request at
//!   a time.
//! * A request that never reaches the service is refused with a problem. The rest of its bytes is read away, so
//!   that the refusal arrives.
//!
//! Before the router stands a [`Shortcut`], if there is one: what needs nothing but memory is answered there, and everything
//! else goes the usual way; as long as a connection asks for nothing else, hyper does not see it (`plain.rs`). Connections are
//! divided among lanes.

mod answer_body;
mod farewell;
mod hang_up;
mod head;
mod host;
mod in_memory;
mod lanes;
mod memory;
mod plain;
mod ready;
mod refusal;
mod registry;
mod request_body;
mod service;
mod state;
mod transport;

use std::future::poll_fn;
use std::io::{Error, ErrorKind};
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use hyper::server::conn::http1;
use hyper_util::rt::TokioIo;
use socket2::SockRef;
use tokio::net::{TcpListener, TcpStream};
use tokio_util::task::TaskTracker;

use crate::client_address::{Peer, TrustedProxies};
use crate::lifecycle::Stop;
use crate::limits::Limits;
pub use hang_up::HangUp;
pub use in_memory::InMemory;
use lanes::Lanes;
pub use lanes::one_per_core;
pub use memory::MemoryBudget;
pub(crate) use memory::Spent;
pub use ready::Ready;
use registry::{Admitted, Registry};
use service::ConnectionAnswering;
pub use service::{Asked, Shortcut, Shortly, Site};
use state::Closing;
pub(crate) use state::ConnectionState;
use transport::{Socket, Transport};

/// Bytes that address and headers of a request may have together. A larger head is refused by name: `head_limit.rs`.
const HEAD_BYTES: usize = 32 * 1024;
/// Headers that a request may have, which is as many as hyper takes.
const HEADERS: usize = 100;
/// Bytes of a head that is received at all: of one that is larger nothing is known but that.
const MOST_HEAD: usize = 2 * HEAD_BYTES;
/// Bytes of an answer that the system holds without having sent them; what it has sent, it holds until it has arrived.
const UNSENT: u32 = 16 * 1024;
/// Pause after an accept that failed for want of resources.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// How a listener is served.
#[derive(Debug, Clone)]
pub struct Listening {
    /// What it is called in metrics.
    pub name: &'static str,
    /// Connections at the same time.
    pub connections: usize,
    /// Threads that connections are divided among; with none they stay on the runtime that accepts them.
    pub lanes: usize,
    /// Limits of a connection.
    pub limits: Limits,
    /// Memory for unfinished requests, which listeners may share.
    pub memory: MemoryBudget,
    /// Proxies whose connections stand for many clients.
    pub proxies: TrustedProxies,
}

impl Listening {
    /// Within these limits.
    pub fn within(limits: Limits) -> Self {
        Self {
            name: "main",
            connections: usize::try_from(limits.max_connections).unwrap_or(usize::MAX),
            lanes: 0,
            limits,
            memory: MemoryBudget::new(limits.unauthenticated_memory),
            proxies: TrustedProxies::default(),
        }
    }
}

/// Serves until the soft stop, then finishes the requests that have begun; what is left at the hard stop is cut off.
///
/// # Errors
/// When the listener itself is broken, so that no connection will ever be accepted.
pub async fn serve(
    listener: TcpListener,
    site: impl Into<Site>,
    listening: Listening,
    stop: Stop,
) -> std::io::Result<()> {
    let lanes = Lanes::open(listening.lanes)?;
    let answering = site.into().answering(listening.proxies.clone(), lanes.elsewhere(), stop.clone());
    let registry = Registry::new(&listening);
    let buffers = Buffers::of(&listening.limits);
    // Connections have the buffers of the listener that they come to.
    SockRef::from(&listener).set_recv_buffer_size(buffers.receive)?;
    let connections = TaskTracker::new();
    while let Some(accepted) = until_stopping(&stop, listener.accept()).await {
        let (socket, peer) = match accepted.and_then(|(socket, peer)| Ok((socket.into_std()?, peer.ip()))) {
            Ok(accepted) => accepted,
            Err(error) if is_the_peers_affair(&error) => continue,
            Err(error) if error.kind() == ErrorKind::InvalidInput => return Err(error),
            Err(error) => {
                let closed_one = registry.close_one();
                tracing::warn!(%error, closed_one, "connection not accepted");
                tokio::time::sleep(ACCEPT_PAUSE).await;
                continue;
            }
        };
        let Some(admitted) = until_stopping(&stop, registry.admit(peer)).await else { break };
        let answering = answering.to(Peer(peer), Arc::clone(&admitted.state));
        let (lane, berth) = lanes.next();
        let stop = stop.clone();
        let connection = async move {
            let _berth = berth;
            match buffers.set(&socket).and_then(|()| TcpStream::from_std(socket)) {
                Ok(socket) => connection(socket, answering, admitted, stop).await,
                Err(error) => tracing::debug!(%error, "connection gone at once"),
            }
        };
        connections.spawn_on(connection, lane);
    }
    drop(listener);
    connections.close();
    connections.wait().await;
    Ok(())
}

/// Does the work, unless the soft stop begins first.
async fn until_stopping<T>(stop: &Stop, work: impl Future<Output = T>) -> Option<T> {
    tokio::select! {
        biased;
        () = stop.soft() => None,
        done = work => Some(done),
    }
}

fn is_the_peers_affair(error: &Error) -> bool {
    use ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

/// What the system may hold of a connection.
#[derive(Clone, Copy)]
struct Buffers {
    send: usize,
    receive: usize,
}

impl Buffers {
    /// Sizes without the system's own needs, for which it doubles them.
    fn of(limits: &Limits) -> Self {
        let size = |bytes| usize::try_from(bytes).unwrap_or(usize::MAX);
        Self { send: size(limits.send_buffer), receive: size(limits.receive_buffer) }
    }

    fn set(self, socket: &std::net::TcpStream) -> std::io::Result<()> {
        let options = SockRef::from(socket);
        options.set_tcp_nodelay(true)?;
        options.set_send_buffer_size(self.send)?;
        #[cfg(target_os = "linux")]
        options.set_tcp_notsent_lowat(UNSENT)?;
        Ok(())
    }
}

/// Serves a connection to its end.
async fn connection(socket: impl Socket, answering: ConnectionAnswering, admitted: Admitted, stop: Stop) {
    let mut transport = Transport::new(socket, Arc::clone(&admitted.state), stop.clone());
    let closing = tokio::select! {
        biased;
        closing = cut_off(&admitted.state, &stop) => closing.map(Some),
        ended = converse(&mut transport, &answering, &stop) => {
            if let Err(error) = ended {
                tracing::debug!(%error, "connection ended early");
            }
            Ok(None)
        }
    };
    match closing {
        Ok(closing) => transport.end(closing).await,
        Err(Stopped) => tracing::debug!("connection cut off"),
    }
}

/// The hard stop has begun.
struct Stopped;

/// Waits until the connection must end, whatever it does.
async fn cut_off(state: &ConnectionState, stop: &Stop) -> Result<Closing, Stopped> {
    let (mut stopped, mut is_registered) = (pin!(begins(stop, stop.hard())), false);
    poll_fn(|context| match stopped.as_mut().poll(context) {
        Poll::Ready(()) => Poll::Ready(Err(Stopped)),
        Poll::Pending => state.poll_closing(context, &mut is_registered).map(Ok),
    })
    .await
}

/// Answers requests until there are no more.
async fn converse<S: Socket>(
    transport: &mut Transport<S>,
    answering: &ConnectionAnswering,
    stop: &Stop,
) -> Result<(), crate::BoxError> {
    let mut work = pin!(async {
        if answering.has_shortcut() && !plain::answer(transport, answering).await? {
            return Ok(());
        }
        let mut http = http1::Builder::new();
        // The transport has limits of its own; hyper's must not be reached before them.
        http.header_read_timeout(None).max_header_size(MOST_HEAD).max_buf_size(2 * MOST_HEAD);
        http.serve_connection(TokioIo::new(transport), answering.clone()).await.map_err(Into::into)
    });
    // Once the stop has begun, the transport gives no further request: it must be asked again.
    tokio::select! {
        biased;
        ended = &mut work => return ended,
        () = begins(stop, stop.soft()) => {}
    }
    work.await
}

/// Ends with a moment of the stop. It is polled with every request, always by the same task: so it registers once, and then
/// looks at a flag.
async fn begins(stop: &Stop, moment: impl Future<Output = ()>) {
    let mut moment = pin!(moment);
    let mut registered = false;
    poll_fn(|context| {
        if registered && !stop.is_stopping() {
            return Poll::Pending;
        }
        registered = true;
        moment.as_mut().poll(context)
    })
    .await;
}

#[cfg(test)]
mod tests;
