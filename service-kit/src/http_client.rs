//! An HTTP client that sends requests like an outside client and reports failures as readable errors. It sends one
//! request with [`get()`] or [`send()`], or several over an open [`Connection`], which can also read long answers piece
//! by piece.

use std::io;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use axum::http::{HeaderMap, HeaderValue, Request, Response, Uri, header};
use bytes::Bytes;
use http_body_util::{BodyExt, Full, Limited};
use hyper::body::{Frame, Incoming};
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

use crate::BoxError;

/// Time limit for a whole request.
const TIME_LIMIT: Duration = Duration::from_secs(10);
/// Time limit for a connection to one address of a server. Then the next address is tried.
const ADDRESS_TIME_LIMIT: Duration = Duration::from_secs(2);
/// Maximum number of bytes read from an answer.
const MAX_ANSWER_BYTES: usize = 8 * 1024 * 1024;

/// Maximum number of bytes of an answer's head.
const HEAD_BYTES: usize = 16 * 1024;

/// The name of this program in its requests.
pub const USER_AGENT: HeaderValue = HeaderValue::from_static(concat!("crosstable/", env!("CARGO_PKG_VERSION")));

/// Why there is no response.
#[derive(Debug, thiserror::Error)]
pub enum RequestError {
    /// The URL is not valid.
    #[error("the address must begin with http:// or https:// and name a host")]
    Address,
    /// No connection can be opened.
    #[error("cannot connect: {0}")]
    Unreachable(#[source] io::Error),
    /// The server's certificate is not trusted, or it does not speak TLS.
    #[error("TLS failed: {0}")]
    Tls(#[source] io::Error),
    /// The response is not HTTP.
    #[error("the response is not valid HTTP: {0}")]
    Http(#[source] BoxError),
    /// The server did not respond in time.
    #[error("no response within {} seconds", TIME_LIMIT.as_secs())]
    Slow,
    /// The response ended early, or stopped for too long.
    #[error("the response broke off: {0}")]
    BrokenOff(#[source] BoxError),
}

/// Sends a GET request. It does not follow redirects.
///
/// # Errors
/// If no response arrives. A response with any status is a success.
pub async fn get(url: &str) -> Result<Response<Bytes>, RequestError> {
    get_with(url, HeaderMap::new()).await
}

/// Sends a GET request with these headers. It does not follow redirects.
///
/// # Errors
/// If no response arrives. A response with any status is a success.
pub async fn get_with(url: &str, headers: HeaderMap) -> Result<Response<Bytes>, RequestError> {
    let mut request = Request::get(url).body(Bytes::new()).map_err(|_| RequestError::Address)?;
    *request.headers_mut() = headers;
    send(request, MAX_ANSWER_BYTES).await
}

/// Sends a request, and reads at most `most` bytes of the response body. It does not follow redirects.
///
/// # Errors
/// If no response arrives. A response with any status is a success.
pub async fn send(request: Request<Bytes>, most: usize) -> Result<Response<Bytes>, RequestError> {
    let answered = async { Connection::open(request.uri()).await?.send(request, most).await };
    tokio::time::timeout(TIME_LIMIT, answered).await.map_err(|_| RequestError::Slow)?
}

/// A connection to a server that sends one request after another.
#[derive(Debug)]
pub struct Connection {
    sender: http1::SendRequest<Full<Bytes>>,
    host: HeaderValue,
}

impl Connection {
    /// Connects to the server of an address.
    pub async fn open(uri: &Uri) -> Result<Self, RequestError> {
        let is_secure = match uri.scheme_str() {
            Some("http") => false,
            Some("https") => true,
            _ => return Err(RequestError::Address),
        };
        let host = uri.host().filter(|host| !host.is_empty()).ok_or(RequestError::Address)?.trim_matches(['[', ']']);
        let port = uri.port_u16().unwrap_or(if is_secure { 443 } else { 80 });
        let socket = connect(host, port).await.map_err(RequestError::Unreachable)?;
        let authority = uri.authority().map_or("", |authority| authority.as_str());
        let header = HeaderValue::from_str(authority).map_err(http)?;
        let name = is_secure.then(|| ServerName::try_from(host.to_owned())).transpose();
        Self::over(socket, name.map_err(|_| RequestError::Address)?, header).await
    }

    /// Begins HTTP on a socket: over TLS if there is a name that the server's certificate must have.
    pub(crate) async fn over(
        socket: TcpStream,
        name: Option<ServerName<'static>>,
        host: HeaderValue,
    ) -> Result<Self, RequestError> {
        // Sends even small requests at once.
        socket.set_nodelay(true).map_err(RequestError::Unreachable)?;
        let Some(name) = name else { return Self::handshake(socket, host).await };
        let secured = connector().map_err(RequestError::Tls)?.connect(name, socket).await.map_err(RequestError::Tls)?;
        Self::handshake(secured, host).await
    }

    async fn handshake(
        stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
        host: HeaderValue,
    ) -> Result<Self, RequestError> {
        let handshake = http1::Builder::new().max_buf_size(HEAD_BYTES).handshake(TokioIo::new(stream));
        let (sender, connection) = handshake.await.map_err(http)?;
        // The task ends with the sender. An error of the connection also reaches the response.
        tokio::spawn(connection);
        Ok(Self { sender, host })
    }

    /// Sends a request and reads at most `most` bytes of the response body. After an error the connection cannot be
    /// reused.
    ///
    /// # Errors
    /// If no response arrives. A response with any status is a success.
    pub async fn send(&mut self, request: Request<Bytes>, most: usize) -> Result<Response<Bytes>, RequestError> {
        let (head, body) = self.begin(request).await?.into_parts();
        let body = Limited::new(body, most).collect().await.map_err(RequestError::Http)?.to_bytes();
        Ok(Response::from_parts(head, body))
    }

    /// Sends a request and waits for the head of the response. The caller reads the body piece by piece.
    ///
    /// # Errors
    /// If no response arrives. A response with any status is a success.
    pub async fn begin(&mut self, request: Request<Bytes>) -> Result<Arriving, RequestError> {
        let (mut head, body) = request.into_parts();
        head.uri = head.uri.path_and_query().cloned().map(Uri::from).unwrap_or_default();
        head.headers.insert(header::HOST, self.host.clone());
        head.headers.insert(header::USER_AGENT, USER_AGENT);
        self.sender.ready().await.map_err(http)?;
        let request = Request::from_parts(head, Full::new(body));
        self.sender.send_request(request).await.map_err(http)
    }
}

/// A response whose body is being read.
pub type Arriving = Response<Incoming>;

/// Returns the next piece of the body; `None` after the last one.
///
/// # Errors
/// If the body ends early, or its next piece does not arrive within `patience`.
pub async fn next_piece(answer: &mut Arriving, patience: Duration) -> Result<Option<Bytes>, RequestError> {
    loop {
        let frame = tokio::time::timeout(patience, answer.body_mut().frame()).await;
        let frame = frame.map_err(|slow| RequestError::BrokenOff(slow.into()))?;
        let frame = frame.transpose().map_err(|error| RequestError::BrokenOff(error.into()))?;
        // Trailers have no data.
        match frame.map(Frame::into_data) {
            Some(Ok(piece)) => return Ok(Some(piece)),
            Some(Err(_)) => {}
            None => return Ok(None),
        }
    }
}

/// Connects to the first address of a host that accepts.
async fn connect(host: &str, port: u16) -> io::Result<TcpStream> {
    let mut result = Err(io::Error::new(io::ErrorKind::NotFound, "the host has no address"));
    for address in tokio::net::lookup_host((host, port)).await? {
        let attempt = tokio::time::timeout(ADDRESS_TIME_LIMIT, TcpStream::connect(address)).await;
        result = attempt.unwrap_or_else(|slow| Err(slow.into()));
        if result.is_ok() {
            break;
        }
    }
    result
}

/// Returns a TLS connector that trusts the system's certificate authorities. They are read once, when there are any.
fn connector() -> io::Result<TlsConnector> {
    static CONNECTOR: OnceLock<TlsConnector> = OnceLock::new();
    if let Some(made) = CONNECTOR.get() {
        return Ok(made.clone());
    }
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    let has_roots = !roots.is_empty();
    let provider = Arc::new(tokio_rustls::rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
    let config = config.map_err(io::Error::other)?.with_root_certificates(roots).with_no_client_auth();
    let made = TlsConnector::from(Arc::new(config));
    Ok(if has_roots { CONNECTOR.get_or_init(|| made).clone() } else { made })
}

fn http(error: impl Into<BoxError>) -> RequestError {
    RequestError::Http(error.into())
}

#[cfg(test)]
mod tests {
    use axum::Router;
    use axum::http::StatusCode;
    use axum::routing;
    use tokio::net::TcpListener;

    use super::*;
    use crate::lifecycle::Stop;
    use crate::limits::Limits;
    use crate::server::{Listening, serve};

    #[tokio::test]
    async fn what_a_server_answers_is_told_and_why_it_does_not() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let router = Router::new()
            .route("/here", routing::get(async |headers: HeaderMap| headers["host"].to_str().unwrap().to_owned()));
        let serving = tokio::spawn(serve(listener, router, Listening::within(Limits::default()), Stop::default()));

        let answer = get(&format!("http://{address}/here?x=1")).await.unwrap();
        assert_eq!((answer.status(), answer.body()), (StatusCode::OK, &Bytes::from(address.to_string())));
        let elsewhere = get(&format!("http://{address}/elsewhere")).await.unwrap();
        assert_eq!(elsewhere.status(), StatusCode::NOT_FOUND);
        assert!(matches!(get(&format!("https://{address}/here")).await, Err(RequestError::Tls(_))));

        let mut connection = Connection::open(&format!("http://{address}").parse().unwrap()).await.unwrap();
        for _ in 0..2 {
            let request = Request::get("/here").body(Bytes::new()).unwrap();
            let answer = connection.send(request, MAX_ANSWER_BYTES).await.unwrap();
            assert_eq!(answer.body(), address.to_string().as_bytes());
        }

        serving.abort();
        let _ = serving.await;
        assert!(matches!(get(&format!("http://{address}/here")).await, Err(RequestError::Unreachable(_))));
        for none in ["", "ftp://host/", "http://", "host", "/path"] {
            assert!(matches!(get(none).await, Err(RequestError::Address)), "{none}");
        }
    }
}
