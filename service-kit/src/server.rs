//! The HTTP server: hyper on connections with limits.
//!
//! * A semaphore bounds the connections, and a [`Quota`] those of one network.
//! * hyper reads heads within limits of time and size. `client_stream` limits the memory of large ones, and the time
//!   that a client may read nothing of its answer.
//! * Each request is checked, and goes to the [`Shortcut`] and then to the router.
//!
//! One hostile network takes a part of the connections and of the memory. Many of them are a task for a gateway.

mod client_stream;
mod counting;
mod head;

use std::convert::Infallible;
use std::io::{Error, ErrorKind};
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, HttpBody};
use axum::http::{HeaderValue, Request, Response, header};
use axum::response::IntoResponse;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use socket2::SockRef;
use tokio::io::AsyncReadExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::JoinSet;
use tower::ServiceExt;

use crate::client_address::{Network, Peer, TrustedProxies};
use crate::drain::drained;
use crate::intake::Intake;
use crate::lifecycle::Stop;
use crate::limits::Limits;
use crate::quota::Quota;
use client_stream::{ClientStream, MOST_HEAD, SMALL_HEAD};
use counting::{count_dropped, count_refused};
use head::{check, head_size};

/// Bytes of an answer that the system buffers unsent. Sent bytes stay buffered until they are acknowledged.
const UNSENT: u32 = 16 * 1024;
/// Pause after an accept that failed for lack of resources.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);
/// Time and bytes in which a client may finish a request that hyper has refused.
const LINGER: Duration = Duration::from_secs(2);
const LINGER_BYTES: u64 = 256 * 1024;
/// The fraction of the memory for unfinished requests that the clients of one network may use, as a divisor.
const MEMORY_SHARE: usize = 4;

/// The settings of a listener.
#[derive(Debug, Clone)]
pub struct Listening {
    /// Its name in metrics.
    pub name: &'static str,
    /// Maximum number of open connections.
    pub connections: usize,
    /// The limits of each connection.
    pub limits: Limits,
    /// The memory for unfinished requests. Listeners may share it.
    pub memory: Quota,
    /// Trusted proxies, whose connections carry many clients.
    pub proxies: TrustedProxies,
}

impl Listening {
    /// Creates settings with these limits.
    pub fn within(limits: Limits) -> Self {
        let memory = number(limits.unauthenticated_memory);
        let used = metrics::gauge!("crosstable_http_unauthenticated_bytes");
        Self {
            name: "main",
            connections: number(limits.max_connections),
            limits,
            memory: Quota::new(memory, memory / MEMORY_SHARE, used),
            proxies: TrustedProxies::default(),
        }
    }
}

/// Returns a limit as a number of things in memory.
fn number(limit: u64) -> usize {
    usize::try_from(limit).unwrap_or(usize::MAX)
}

/// Answers requests without a body from memory, and leaves all others to the router. Its answers must be the same as
/// the router's, including counting, limits and authorization.
pub type Shortcut = Arc<dyn Fn(&Request<Body>) -> Option<Response<Body>> + Send + Sync>;

/// A router, and the shortcut that is asked before it.
pub struct Site {
    /// Answers what the shortcut leaves to it.
    pub router: Router,
    /// None if every request goes to the router.
    pub shortcut: Option<Shortcut>,
}

impl From<Router> for Site {
    fn from(router: Router) -> Self {
        Self { router, shortcut: None }
    }
}

/// A listener that serves.
struct Server {
    site: Site,
    listening: Listening,
    /// Open connections by network.
    open: Quota,
    stop: Stop,
}

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
    let server = Arc::new(Server { site: site.into(), listening, open, stop });
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
        let Listening { limits, memory, proxies, .. } = &self.listening;
        let network = (!proxies.trusts(accepted.peer)).then(|| Network::of(accepted.peer));
        let mut open = self.open.share(network);
        if !open.take(1) {
            return count_dropped("max_connections_per_address");
        }
        if let Err(error) = set_options(&accepted.socket, limits) {
            return tracing::debug!(%error, "connection gone at once");
        }
        let stalled = Duration::from_secs(limits.stalled_answer_seconds);
        let stream = ClientStream::new(accepted.socket, memory.share(network), stalled);
        let (peer, is_in_request) = (Peer(accepted.peer), stream.is_in_request());
        let client = Arc::new(Client { server: Arc::clone(&self), peer, network, is_in_request });
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

/// A connection, as its requests see it.
struct Client {
    server: Arc<Server>,
    peer: Peer,
    /// Its network; none for a trusted proxy.
    network: Option<Network>,
    is_in_request: Arc<AtomicBool>,
}

impl Client {
    /// Answers a request. If the client leaves, hyper drops the work.
    async fn answer(self: Arc<Self>, request: Request<Incoming>) -> Result<Response<Body>, Infallible> {
        self.is_in_request.store(true, Ordering::Relaxed);
        // hyper would keep the buffer of a large head as long as the connection.
        let is_large = head_size(request.uri(), request.headers()) > SMALL_HEAD;
        let (request, is_last) = drained(request.map(Body::new));
        let mut response = self.respond(request).await;
        // Keeps browsers from guessing another type than `Content-Type`.
        response.headers_mut().insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
        if is_large || is_last.load(Ordering::Relaxed) {
            response = closing(response);
        }
        self.is_in_request.store(false, Ordering::Relaxed);
        Ok(response)
    }

    async fn respond(&self, mut request: Request<Body>) -> Response<Body> {
        if let Err(problem) = check(&mut request) {
            return closing(problem.into_response());
        }
        let Site { router, shortcut } = &self.server.site;
        let shortcut = shortcut.as_ref().filter(|_| request.body().is_end_stream());
        if let Some(answer) = shortcut.and_then(|shortcut| shortcut(&request)) {
            return answer;
        }
        request.extensions_mut().insert(self.peer);
        let intake = self.intake(&request);
        intake.answers(router.clone().oneshot(request)).await.unwrap_or_else(|never| match never {})
    }

    /// Returns the limits for the body of a request. It counts for the client that a trusted proxy names.
    fn intake(&self, request: &Request<Body>) -> Intake {
        let listening = &self.server.listening;
        let is_relayed = self.network.is_none() && !request.body().is_end_stream();
        let client = is_relayed.then(|| listening.proxies.client(request.extensions(), request.headers()));
        let client = client.flatten().filter(|client| !listening.proxies.trusts(*client));
        let memory = listening.memory.share(self.network.or(client.map(Network::of)));
        Intake::new(memory, Duration::from_secs(listening.limits.request_body_seconds))
    }
}

/// Marks an answer as the last one on its connection.
fn closing<B>(mut response: Response<B>) -> Response<B> {
    response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    response
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
