//! The HTTP server: an accept loop of our own, because connections need limits that a plain `axum::serve` does not set.
//!
//! Limits: time to read a request's head (which is also how long an idle connection is kept), size of the head (431),
//! number of connections (the rest wait in the backlog), and time that a client may refuse to take bytes. What is left of a
//! body that was refused is read away, so that the refusal arrives.

mod idle_writes;

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::http::Request;
use axum::middleware::{from_fn, from_fn_with_state};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use metrics::Gauge;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::task::TaskTracker;
use tower::ServiceExt;

use crate::client_address::Peer;
use crate::head_limit::head_limit;
use crate::lifecycle::Stop;
use crate::linger::linger;
use idle_writes::IdleWrites;

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
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            listener: "main",
            connections: 10_000,
            head_time: Duration::from_secs(10),
            head_bytes: 32 * 1024,
            idle_writes: Duration::from_secs(30),
        }
    }
}

/// Serves until the soft stop, then finishes the requests that have begun; what is left at the hard stop is cut off.
///
/// # Errors
/// When the listener itself is broken, so that no connection will ever be accepted.
pub async fn serve(listener: TcpListener, router: Router, limits: Limits, stop: Stop) -> std::io::Result<()> {
    let router = router.layer(from_fn_with_state(limits.head_bytes, head_limit)).layer(from_fn(linger));
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
                let place = Place { open: open.clone(), _permit: place };
                place.open.increment(1);
                connections.spawn(connection(socket, peer, router.clone(), limits, stop.clone(), place));
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

/// Takes a place first, so that connections beyond the limit stay in the backlog.
async fn accept(
    listener: &TcpListener,
    places: &Arc<Semaphore>,
) -> std::io::Result<(TcpStream, Peer, OwnedSemaphorePermit)> {
    let place = Arc::clone(places).acquire_owned().await.map_err(std::io::Error::other)?;
    let (socket, peer) = listener.accept().await?;
    Ok((socket, Peer(peer.ip()), place))
}

/// A connection's place among those that there may be.
struct Place {
    open: Gauge,
    _permit: OwnedSemaphorePermit,
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

async fn connection(socket: TcpStream, peer: Peer, router: Router, limits: Limits, stop: Stop, _place: Place) {
    if let Err(error) = socket.set_nodelay(true) {
        return tracing::debug!(%error, "connection gone at once");
    }
    let io = TokioIo::new(IdleWrites::new(socket, limits.idle_writes));
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new())
        .header_read_timeout(limits.head_time)
        .max_header_size(REFUSED_POLITELY * limits.head_bytes);
    let service = router.map_request(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(peer);
        request
    });
    let mut serving = pin!(http.serve_connection(io, TowerToHyperService::new(service)));
    let ended = tokio::select! {
        biased;
        ended = serving.as_mut() => ended,
        () = stop.soft() => {
            serving.as_mut().graceful_shutdown();
            tokio::select! {
                biased;
                ended = serving => ended,
                () = stop.hard() => return tracing::debug!("connection cut off"),
            }
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, "connection ended early");
    }
}

#[cfg(test)]
mod tests;
