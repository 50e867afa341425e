//! The HTTP server. It has its own accept loop, because connections need limits that `axum::serve` does not offer.
//!
//! * The `registry` admits connections. When it needs places for others, it closes those that have waited longest for
//!   their clients.
//! * The `transport` receives heads within limits of time, size and `memory`, and passes hyper one request at a time.
//! * A request that does not reach the service is refused with a problem. The rest of its bytes is read and discarded,
//!   so that the refusal arrives.
//!
//! A [`Shortcut`], if there is one, answers requests from memory before they reach the router; all others take the
//! normal way. While a connection sends only such requests, hyper is not involved (`plain.rs`). Connections are
//! distributed over worker threads.

mod answer_body;
mod close_signal;
mod connection_closer;
mod head;
mod host;
mod in_memory;
mod lingering_close;
mod listening;
mod memory;
mod outlet;
mod plain;
mod processor;
mod ready;
mod refusal;
mod registry;
mod request_body;
mod service;
mod socket;
mod state;
mod transport;
mod workers;

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

use crate::client_address::Peer;
use crate::lifecycle::Stop;
use crate::limits::Limits;
use close_signal::CloseReason;
pub use connection_closer::ConnectionCloser;
use head::MOST_HEAD;
pub use in_memory::InMemory;
pub use listening::Listening;
pub use memory::MemoryBudget;
pub(crate) use memory::Spent;
pub use outlet::{Chunk, Outlet};
pub use processor::{OnOwnProcessor, on_own_processor};
pub use ready::Ready;
use registry::{Admitted, Registry};
use service::ConnectionService;
pub use service::{PlainRequest, Shortcut, ShortcutAnswer, Site};
use socket::{ClientSocket, Socket};
pub(crate) use state::ConnectionState;
use transport::Transport;
use workers::Workers;
pub use workers::one_per_core;

/// Bytes of an answer that the system buffers unsent. Sent bytes stay buffered until they are acknowledged.
const UNSENT: u32 = 16 * 1024;
/// Pause after an accept that failed for lack of resources.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// Serves until the soft stop, then finishes requests that have begun. The hard stop aborts the rest.
///
/// # Errors
/// If the listener itself fails and cannot accept any more connections.
pub async fn serve(
    listener: TcpListener,
    site: impl Into<Site>,
    listening: Listening,
    stop: Stop,
) -> std::io::Result<()> {
    let workers = Workers::open(listening.workers)?;
    let service = site.into().service(listening.proxies.clone(), workers.elsewhere(), stop.clone());
    let registry = Registry::new(&listening);
    let buffers = Buffers::of(&listening.limits);
    // Accepted connections inherit the buffer size of the listener.
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
        let service = service.of_connection(Peer(peer), Arc::clone(&admitted.state));
        let (worker, open) = workers.next();
        let stop = stop.clone();
        let connection = async move {
            let _open = open;
            match buffers.set(&socket).and_then(|()| TcpStream::from_std(socket)) {
                Ok(socket) => connection(ClientSocket::from(socket), service, admitted, stop).await,
                Err(error) => tracing::debug!(%error, "connection gone at once"),
            }
        };
        connections.spawn_on(connection, worker);
    }
    drop(listener);
    connections.close();
    connections.wait().await;
    Ok(())
}

/// Runs the work until the soft stop begins.
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

/// The system's buffer sizes of a connection.
#[derive(Clone, Copy)]
struct Buffers {
    send: usize,
    receive: usize,
}

impl Buffers {
    /// Returns the sizes without the system's overhead, for which it doubles them.
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

/// Serves a connection until it ends.
async fn connection(socket: impl Socket, service: ConnectionService, admitted: Admitted, stop: Stop) {
    let mut transport = Transport::new(socket, Arc::clone(&admitted.state), stop.clone());
    let reason = tokio::select! {
        biased;
        reason = cut_off(&admitted.state, &stop) => reason.map(Some),
        ended = converse(&mut transport, &service, &stop) => {
            if let Err(error) = ended {
                tracing::debug!(%error, "connection ended early");
            }
            Ok(None)
        }
    };
    match reason {
        // Boxed, because few connections end this way at a time.
        Ok(reason) => Box::pin(transport.end(reason)).await,
        Err(Stopped) => tracing::debug!("connection cut off"),
    }
}

/// The hard stop has begun.
struct Stopped;

/// Waits until the connection must be closed, whatever its state.
async fn cut_off(state: &ConnectionState, stop: &Stop) -> Result<CloseReason, Stopped> {
    let (mut stopped, mut is_registered) = (pin!(begins(stop, stop.hard())), false);
    poll_fn(|context| match stopped.as_mut().poll(context) {
        Poll::Ready(()) => Poll::Ready(Err(Stopped)),
        Poll::Pending => state.closing.poll(context, &mut is_registered).map(Ok),
    })
    .await
}

/// Answers requests until there are no more.
async fn converse<S: Socket>(
    transport: &mut Transport<S>,
    service: &ConnectionService,
    stop: &Stop,
) -> Result<(), crate::BoxError> {
    let mut work = pin!(async {
        if service.has_shortcut() && !plain::answer(transport, service).await? {
            return Ok(());
        }
        let mut http = http1::Builder::new();
        // The transport has its own limits, which must apply before hyper's.
        http.header_read_timeout(None).max_header_size(MOST_HEAD).max_buf_size(2 * MOST_HEAD);
        // Boxed, because polling readers and streams never need it.
        Box::pin(http.serve_connection(TokioIo::new(transport), service.clone())).await.map_err(Into::into)
    });
    // After the stop has begun, the transport passes no further request. It must be polled once more to notice the
    // stop.
    tokio::select! {
        biased;
        ended = &mut work => return ended,
        () = begins(stop, stop.soft()) => {}
    }
    work.await
}

/// Waits for a moment of the stop. The same task polls it with every request, so it registers only once and then reads
/// a flag.
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
