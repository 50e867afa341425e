//! The HTTP server: an accept loop of our own, because connections need limits that a plain `axum::serve` does not set.
//!
//! Limits: time to read a request's head (which is also how long an idle connection is kept), size of the head (431),
//! number of connections (the rest wait in the backlog), and time that a client may refuse to take bytes. What is left of a
//! body that was refused is read away, so that the refusal arrives.
//!
//! Before the router stands a [`Shortcut`], if there is one: what needs nothing but memory is answered there, and everything
//! else goes the usual way; as long as a connection asks for nothing else, hyper does not see it (`plain.rs`). Connections are
//! divided among lanes.

mod hang_up;
mod idle_writes;
mod lanes;
mod plain;
mod ready;
mod service;

use std::future::poll_fn;
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use metrics::Gauge;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::task::TaskTracker;

use crate::client_address::Peer;
use crate::lifecycle::Stop;
pub use hang_up::HangUp;
use idle_writes::IdleWrites;
pub use lanes::one_per_core;
use lanes::{Berth, Lanes};
pub use ready::Ready;
use service::Answering;
pub use service::{Asked, Shortcut, Shortly, Site};

/// Pause after an accept that failed for want of resources.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// How much larger than the limit a head may be to be refused with an answer for people; beyond, the refusal is bare.
const REFUSED_POLITELY: usize = 8;

/// What clients may ask of the server.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// What the listener is called in metrics.
    pub listener: &'static str,
    /// Connections at the same time.
    pub connections: usize,
    /// Time to send the head of a request, and time that a connection may be idle between two.
    pub head_time: Duration,
    /// Bytes in the head of a request.
    pub head_bytes: usize,
    /// Time that a client may refuse to take bytes of an answer.
    pub idle_writes: Duration,
    /// Threads that connections are divided among; with none they stay on the runtime that accepts them.
    pub lanes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            listener: "main",
            connections: 10_000,
            head_time: Duration::from_secs(10),
            head_bytes: 32 * 1024,
            idle_writes: Duration::from_secs(30),
            lanes: 0,
        }
    }
}

/// Serves until the soft stop, then finishes the requests that have begun; what is left at the hard stop is cut off.
///
/// # Errors
/// When the listener itself is broken, so that no connection will ever be accepted.
pub async fn serve(listener: TcpListener, site: impl Into<Site>, limits: Limits, stop: Stop) -> std::io::Result<()> {
    let lanes = Lanes::open(limits.lanes)?;
    let answering = site.into().within(limits.head_bytes, lanes.elsewhere());
    let places = Arc::new(Semaphore::new(limits.connections));
    let open = metrics::gauge!("crosstable_http_connections", "listener" => limits.listener);
    let connections = TaskTracker::new();
    loop {
        let accepted = tokio::select! {
            biased;
            () = stop.soft() => break,
            accepted = accept(&listener, &places) => accepted,
        };
        match accepted {
            Ok((socket, peer, place)) => {
                let (lane, berth) = lanes.next();
                let place = Place { open: open.clone(), _permit: place, _berth: berth };
                place.open.increment(1);
                let hang_up = HangUp::default();
                let answering = answering.to(peer, hang_up.clone());
                let connection = connection(socket, answering, limits, stop.clone(), hang_up, place);
                connections.spawn_on(connection, lane);
            }
            Err(error) if is_the_peers_affair(&error) => {}
            Err(error) if error.kind() == std::io::ErrorKind::InvalidInput => return Err(error),
            Err(error) => {
                tracing::warn!(%error, "connection not accepted");
                tokio::time::sleep(ACCEPT_PAUSE).await;
            }
        }
    }
    drop(listener);
    connections.close();
    connections.wait().await;
    Ok(())
}

/// Takes a place first, so that connections beyond the limit stay in the backlog. The socket is nobody's yet: whichever lane
/// gets it waits for it.
async fn accept(
    listener: &TcpListener,
    places: &Arc<Semaphore>,
) -> std::io::Result<(std::net::TcpStream, Peer, OwnedSemaphorePermit)> {
    let place = Arc::clone(places).acquire_owned().await.map_err(std::io::Error::other)?;
    let (socket, peer) = listener.accept().await?;
    Ok((socket.into_std()?, Peer(peer.ip()), place))
}

/// A connection's place among those that there may be.
struct Place {
    open: Gauge,
    _permit: OwnedSemaphorePermit,
    _berth: Berth,
}

impl Drop for Place {
    fn drop(&mut self) {
        self.open.decrement(1);
    }
}

fn is_the_peers_affair(error: &std::io::Error) -> bool {
    use std::io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

async fn connection(
    socket: std::net::TcpStream,
    answering: Answering,
    limits: Limits,
    stop: Stop,
    hang_up: HangUp,
    _place: Place,
) {
    let socket = match socket.set_nodelay(true).and_then(|()| TcpStream::from_std(socket)) {
        Ok(socket) => socket,
        Err(error) => return tracing::debug!(%error, "connection gone at once"),
    };
    let mut socket = IdleWrites::new(socket, limits.idle_writes);
    if answering.has_shortcut() {
        let plain = tokio::select! {
            biased;
            plain = plain::answer(&mut socket, &answering, limits.head_time, &stop) => plain,
            () = begins(&stop, stop.hard()) => return tracing::debug!("connection cut off"),
        };
        match plain {
            Ok(Some(read)) => socket.read_first(read),
            Ok(None) => return,
            Err(error) => return tracing::debug!(%error, "connection ended early"),
        }
    }
    let io = TokioIo::new(socket);
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new())
        .header_read_timeout(limits.head_time)
        .max_header_size(REFUSED_POLITELY * limits.head_bytes);
    let mut serving = pin!(http.serve_connection(io, answering));
    let mut hung_up = pin!(hang_up.is_wanted());
    let ended = tokio::select! {
        biased;
        ended = serving.as_mut() => ended,
        () = hung_up.as_mut() => return tracing::debug!("connection closed because its client is too slow"),
        () = begins(&stop, stop.soft()) => {
            serving.as_mut().graceful_shutdown();
            tokio::select! {
                biased;
                ended = serving => ended,
                () = hung_up => return tracing::debug!("connection closed because its client is too slow"),
                () = stop.hard() => return tracing::debug!("connection cut off"),
            }
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, "connection ended early");
    }
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
