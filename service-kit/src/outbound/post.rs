//! Sends a POST request to an address that was checked.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use axum::http::{HeaderMap, HeaderValue, Request, StatusCode, header};
use bytes::Bytes;
use http_body_util::{BodyExt, Full, Limited};
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_util::task::AbortOnDropHandle;

use super::{Host, NotAllowed, Outbound};
use crate::BoxError;

/// Bytes of an answer's body that are read, so that the connection can be closed in order.
const BODY_BYTES: usize = 4 * 1024;
/// Time to read them.
const BODY_TIME: Duration = Duration::from_secs(1);
/// Bytes of an answer's head at most.
const HEAD_BYTES: usize = 16 * 1024;

/// The answer to a POST request, without its body.
#[derive(Debug, Clone)]
pub struct PostAnswer {
    /// Its status.
    pub status: StatusCode,
    /// Its headers.
    pub headers: HeaderMap,
}

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum PostError {
    /// The address may not be used.
    #[error(transparent)]
    NotAllowed(#[from] NotAllowed),
    /// No connection can be opened.
    #[error("cannot connect: {0}")]
    Unreachable(#[source] io::Error),
    /// The server's certificate is not trusted, or it does not speak TLS.
    #[error("TLS failed: {0}")]
    Tls(#[source] io::Error),
    /// The answer is not HTTP, or the connection was closed.
    #[error("no valid HTTP answer: {0}")]
    Http(#[source] BoxError),
    /// There was no answer in time.
    #[error("no answer within {} seconds", .0.as_secs())]
    Slow(Duration),
}

impl Outbound {
    /// Sends a POST request to an address and returns the answer, within a time limit. A redirect is an answer.
    ///
    /// # Errors
    /// If the address may not be used, or there is no answer in time.
    pub async fn post(
        &self,
        url: &str,
        headers: HeaderMap,
        body: Bytes,
        limit: Duration,
    ) -> Result<PostAnswer, PostError> {
        let answered = tokio::time::timeout(limit, self.post_unlimited(url, headers, body)).await;
        answered.map_err(|_| PostError::Slow(limit))?
    }

    async fn post_unlimited(&self, url: &str, headers: HeaderMap, body: Bytes) -> Result<PostAnswer, PostError> {
        let target = self.read(url)?;
        let addresses = self.resolve(&target).await?;
        let mut request = Request::post(&target.path).body(Full::new(body)).map_err(http)?;
        *request.headers_mut() = headers;
        let host = HeaderValue::from_str(&target.authority).map_err(http)?;
        request.headers_mut().insert(header::HOST, host);
        request.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));

        let socket = connect(&addresses).await.map_err(PostError::Unreachable)?;
        if !target.is_secure {
            return send(socket, request).await;
        }
        let name = match &target.host {
            Host::Name(name) => ServerName::try_from(name.clone()).map_err(http)?,
            Host::Ip(address) => ServerName::from(*address),
        };
        let secured = self.connector().map_err(PostError::Tls)?.connect(name, socket).await.map_err(PostError::Tls)?;
        send(secured, request).await
    }
}

/// Connects to the first of these addresses that accepts.
async fn connect(addresses: &[SocketAddr]) -> io::Result<TcpStream> {
    let mut failed = io::Error::other("there is no address");
    for address in addresses {
        match TcpStream::connect(address).await {
            Ok(socket) => {
                socket.set_nodelay(true)?;
                return Ok(socket);
            }
            Err(error) => failed = error,
        }
    }
    Err(failed)
}

async fn send(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    request: Request<Full<Bytes>>,
) -> Result<PostAnswer, PostError> {
    let handshake = http1::Builder::new().max_buf_size(HEAD_BYTES).handshake(TokioIo::new(stream));
    let (mut sender, connection) = handshake.await.map_err(http)?;
    let _connection = AbortOnDropHandle::new(tokio::spawn(connection));
    let (head, body) = sender.send_request(request).await.map_err(http)?.into_parts();
    // The status is the answer, whatever follows.
    let _ = tokio::time::timeout(BODY_TIME, Limited::new(body, BODY_BYTES).collect()).await;
    Ok(PostAnswer { status: head.status, headers: head.headers })
}

fn http(error: impl Into<BoxError>) -> PostError {
    PostError::Http(error.into())
}
