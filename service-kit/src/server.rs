//! The HTTP server: hyper on connections with limits.
//!
//! * A semaphore bounds the connections, and a [`Quota`] those of one network.
//! * hyper reads heads within limits of time and size. `client_stream` limits the memory of large ones, and the time
//!   that a client may read nothing of its answer.
//! * `site` checks each request, asks the [`Shortcut`], and then the router.
//!
//! One hostile network takes a part of the connections and of the memory. Many of them are a task for a gateway.

mod client_stream;
mod counting;
mod head;
mod listening;
mod quota;
mod site;

use std::io::{Error, ErrorKind};
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use socket2::SockRef;
use tokio::io::AsyncReadExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::JoinSet;

use crate::client_address::{Network, Peer};
use crate::lifecycle::Stop;
use crate::limits::Limits;
use client_stream::{ClientStream, MOST_HEAD};
use counting::{count_dropped, count_refused};
pub use listening::Listening;
use listening::number;
pub use quota::Quota;
pub(crate) use quota::QuotaShare;
use site::{Client, ListenerState};
pub use site::{Shortcut, Site};

/// Bytes of an answer that the system buffers unsent. Sent bytes stay buffered until they are acknowledged.
const UNSENT: u32 = 16 * 1024;
/// Pause after an accept that failed for lack of resources.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);
/// Time and bytes in which a client may finish a request that hyper has refused.
const LINGER: Duration = Duration::from_secs(2);
const LINGER_BYTES: u64 = 256 * 1024;

/// A listener that serves.
struct Server {
    state: Arc<ListenerState>,
    /// Open connections by network.
    open: Quota,
    stop: Stop,
}

/// An accepted connection.
struct Accepted {
    socket: TcpStream,
    peer: IpAddr,
    _place: OwnedSemaphorePermit,
}

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
    // Accepted connections inherit the buffer size of the listener.
    SockRef::from(&listener).set_recv_buffer_size(number(listening.limits.receive_buffer))?;
    let places = Arc::new(Semaphore::new(listening.connections.min(Semaphore::MAX_PERMITS)));
    let used = metrics::gauge!("crosstable_http_connections", "listener" => listening.name);
    let open = Quota::new(usize::MAX, number(listening.limits.max_connections_per_address), used);
    let server = Arc::new(Server { state: Arc::new(ListenerState { site: site.into(), listening }), open, stop });
    let mut connections = JoinSet::new();
    loop {
        tokio::select! {
            biased;
            () = server.stop.soft() => break,
            Some(_) = connections.join_next() => {}
            accepted = accept(&listener, &places) => {
                connections.spawn(Arc::clone(&server).connection(accepted?));
            }
        }
    }
    drop(listener);
    tokio::select! {
        biased;
        () = server.stop.hard() => tracing::debug!(open = connections.len(), "connections cut off"),
        () = async { while connections.join_next().await.is_some() {} } => {}
    }
    Ok(())
}

/// Waits for a place and a connection.
async fn accept(listener: &TcpListener, places: &Arc<Semaphore>) -> std::io::Result<Accepted> {
    use ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset, InvalidInput};
    let place = Arc::clone(places).acquire_owned().await.map_err(Error::other)?;
    loop {
        match listener.accept().await {
            Ok((socket, peer)) => return Ok(Accepted { socket, peer: peer.ip(), _place: place }),
            Err(error) if matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset) => {}
            Err(error) if error.kind() == InvalidInput => return Err(error),
            Err(error) => {
                tracing::warn!(%error, "connection not accepted");
                tokio::time::sleep(ACCEPT_PAUSE).await;
            }
        }
    }
}

impl Server {
    /// Serves a connection until it ends.
    async fn connection(self: Arc<Self>, accepted: Accepted) {
        let Listening { limits, memory, proxies, .. } = &self.state.listening;
        let network = (!proxies.trusts(accepted.peer)).then(|| Network::of(accepted.peer));
        let mut open = self.open.share(network);
        if open.take(1).is_err() {
            return count_dropped("max_connections_per_address");
        }
        if let Err(error) = set_options(&accepted.socket, limits) {
            return tracing::debug!(%error, "connection gone at once");
        }
        let stalled = Duration::from_secs(limits.stalled_answer_seconds);
        let stream = ClientStream::new(accepted.socket, memory.share(network), stalled);
        let client = Arc::new(Client::new(&self.state, Peer(accepted.peer), network, stream.is_in_request()));
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new())
            .header_read_timeout(Duration::from_secs(limits.request_head_seconds))
            .max_buf_size(MOST_HEAD);
        let answer = move |request| Arc::clone(&client).answer(request);
        let mut connection = http.serve_connection(TokioIo::new(stream), service_fn(answer));
        let ended = tokio::select! {
            biased;
            ended = &mut connection => Some(ended),
            () = self.stop.soft() => None,
        };
        let ended = match ended {
            Some(ended) => ended,
            None => {
                Pin::new(&mut connection).graceful_shutdown();
                (&mut connection).await
            }
        };
        if let Err(error) = ended {
            tracing::debug!(%error, "connection ended early");
            let rest = connection.into_parts();
            if error.is_timeout() && !rest.read_buf.is_empty() {
                count_refused("too_slow");
            } else if error.is_parse() {
                count_refused(if error.is_parse_too_large() { "head_too_large" } else { "malformed" });
                discard_rest(rest.io.into_inner()).await;
            }
        }
    }
}

/// Sets the system's options of a connection.
fn set_options(socket: &TcpStream, limits: &Limits) -> std::io::Result<()> {
    let options = SockRef::from(socket);
    options.set_tcp_nodelay(true)?;
    options.set_send_buffer_size(number(limits.send_buffer))?;
    #[cfg(target_os = "linux")]
    options.set_tcp_notsent_lowat(UNSENT)?;
    Ok(())
}

/// Receives the rest of a refused request for a while. If the socket were closed with unread bytes, the client's system
/// would discard the answer.
async fn discard_rest(stream: ClientStream) {
    let mut rest = stream.into_socket().take(LINGER_BYTES);
    let _ = tokio::time::timeout(LINGER, tokio::io::copy(&mut rest, &mut tokio::io::sink())).await;
}

#[cfg(test)]
mod tests;
