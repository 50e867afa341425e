//! Answers the requests of a connection, from the shortcut if it knows the answer, otherwise from the router.

use std::convert::Infallible;
use std::sync::Arc;

use axum::Router;
use axum::body::{Body, HttpBody};
use axum::http::{HeaderMap, Method, Request, Response, Uri};
use axum::middleware::{Next, from_fn};
use axum::response::IntoResponse;
use bytes::Bytes;
use futures::future::{self, BoxFuture, Either, ready};
use http_body_util::{Either as EitherBody, Full};
use hyper::body::Incoming;
use hyper::service::Service;
use tokio::runtime::Handle;
use tokio_util::task::AbortOnDropHandle;
use tower::ServiceExt;

use super::answer_body::AnswerBody;
use super::connection_closer::ConnectionCloser;
use super::head::HEAD_BYTES;
use super::host;
use super::ready::{Ready, closing, no_sniffing};
use super::request_body::RequestBody;
use super::state::{ConnectionState, Length};
use crate::BoxError;
use crate::client_address::{Network, Peer, TrustedProxies};
use crate::drain::drained;
use crate::head_limit::{check_head, head_size};
use crate::health;
use crate::intake::Current;
use crate::lifecycle::Stop;
use crate::message;
use crate::problem::Problem;

/// The head of a request without a body.
#[derive(Debug, Clone, Copy)]
pub struct PlainRequest<'a> {
    /// The method.
    pub method: &'a Method,
    /// The address.
    pub uri: &'a Uri,
    /// The headers.
    pub headers: &'a HeaderMap,
}

/// The result of a shortcut.
#[derive(Debug)]
pub enum ShortcutAnswer {
    /// The answer.
    Answer {
        /// The answer.
        answer: Arc<Ready>,
        /// Whether a credential was needed and is valid.
        caller_known: bool,
    },
    /// The answer is not in memory, or is a refusal. The router's answer is short as well, or is a stream that takes
    /// little memory this way.
    NotAtHand,
    /// The shortcut does not handle such requests.
    Unknown,
}

/// Answers requests from memory and leaves all others to the router. Its answers must be the same as the router's,
/// including counting, limits and authorization.
pub type Shortcut = Arc<dyn Fn(PlainRequest<'_>) -> ShortcutAnswer + Send + Sync>;

/// A router with an optional shortcut.
pub struct Site {
    router: Router,
    shortcut: Option<Shortcut>,
}

impl From<Router> for Site {
    fn from(router: Router) -> Self {
        Self { router, shortcut: None }
    }
}

impl Site {
    /// Adds a shortcut that is asked before the router.
    #[must_use]
    pub fn with_shortcut(self, shortcut: Shortcut) -> Self {
        Self { shortcut: Some(shortcut), ..self }
    }

    /// Returns the service of this site. The router runs on the runtime `elsewhere`, if given.
    pub(super) fn service(self, proxies: TrustedProxies, elsewhere: Option<Handle>, stop: Stop) -> Arc<SiteService> {
        let router = self.router.layer(from_fn(check_and_drain));
        Arc::new(SiteService { router, shortcut: self.shortcut, elsewhere, proxies, stop })
    }
}

/// Answers the requests of a listener.
pub(super) struct SiteService {
    router: Router,
    shortcut: Option<Shortcut>,
    elsewhere: Option<Handle>,
    proxies: TrustedProxies,
    stop: Stop,
}

/// Answers the requests of a connection.
#[derive(Clone)]
pub(super) struct ConnectionService {
    service: Arc<SiteService>,
    peer: Peer,
    state: Arc<ConnectionState>,
}

type Answer = Result<Response<AnswerBody<EitherBody<Full<Bytes>, Body>>>, Infallible>;

impl SiteService {
    /// Returns the service of one connection.
    pub(super) fn of_connection(self: &Arc<Self>, peer: Peer, state: Arc<ConnectionState>) -> ConnectionService {
        ConnectionService { service: Arc::clone(self), peer, state }
    }
}

impl ConnectionService {
    /// Returns whether the connection may use a shortcut.
    pub(super) fn has_shortcut(&self) -> bool {
        self.service.shortcut.is_some() && !self.state.is_spare
    }

    /// Returns whether the server is stopping, so that each answer is the last one on its connection.
    pub(super) fn is_stopping(&self) -> bool {
        self.service.stop.is_stopping()
    }

    /// Asks the shortcut.
    pub(super) fn try_shortcut(&self, request: PlainRequest<'_>) -> ShortcutAnswer {
        match &self.service.shortcut {
            Some(shortcut) if head_size(request.uri, request.headers) <= HEAD_BYTES => shortcut(request),
            _ => ShortcutAnswer::Unknown,
        }
    }

    /// Returns the router's answer to a request without a body.
    pub(super) async fn answer_routed(&self, plain: PlainRequest<'_>) -> Response<Body> {
        self.state.begins_request();
        let mut request = Request::new(Body::empty());
        request.method_mut().clone_from(plain.method);
        request.uri_mut().clone_from(plain.uri);
        request.headers_mut().clone_from(plain.headers);
        self.routed(request).await
    }

    /// Returns the answer if the request is refused or the shortcut knows it.
    fn answer_at_once(&self, request: &mut Request<Incoming>) -> Option<Response<Bytes>> {
        if let Err(fault) = host::settle(request) {
            return Some(refused("host", Problem::bad_request(fault)));
        }
        if self.state.is_spare && ![health::ALIVE, health::READY].contains(&request.uri().path()) {
            let problem = Problem::unavailable(
                message!("too-many-connections", "The service has reached its connection limit. Please try again."),
                1,
            );
            return Some(refused("no_place", problem));
        }
        let plain = PlainRequest { method: request.method(), uri: request.uri(), headers: request.headers() };
        match (request.body().is_end_stream() && self.has_shortcut()).then(|| self.try_shortcut(plain))? {
            ShortcutAnswer::Answer { answer, caller_known } => {
                if caller_known {
                    self.state.knows_caller();
                }
                Some(answer.response())
            }
            ShortcutAnswer::NotAtHand | ShortcutAnswer::Unknown => None,
        }
    }

    /// Returns the router's answer. If the client leaves, the router's work is aborted.
    fn routed<B>(&self, mut request: Request<B>) -> BoxFuture<'static, Response<Body>>
    where
        B: HttpBody<Data = Bytes> + Send + 'static,
        B::Error: Into<BoxError>,
    {
        request.extensions_mut().insert(self.peer);
        request.extensions_mut().insert(ConnectionCloser::of(&self.state));
        let current = Current::new(Arc::clone(&self.state), self.network(&request));
        let router = self.service.router.clone();
        let answer =
            current.answers(async move { router.oneshot(request).await.unwrap_or_else(|never| match never {}) });
        match &self.service.elsewhere {
            None => Box::pin(answer),
            Some(elsewhere) => {
                let answer = AbortOnDropHandle::new(elsewhere.spawn(answer));
                Box::pin(async move {
                    answer.await.unwrap_or_else(|lost| {
                        tracing::error!(error = %lost, "request lost");
                        no_sniffing(Problem::internal(lost).into_response())
                    })
                })
            }
        }
    }

    /// Returns the network whose memory budget the request's body counts against.
    fn network<B: HttpBody>(&self, request: &Request<B>) -> Option<Network> {
        let is_relayed = self.state.network.is_none() && !request.body().is_end_stream();
        let client = is_relayed.then(|| self.service.proxies.client(request.extensions(), request.headers()));
        let client = client.flatten().filter(|client| !self.service.proxies.trusts(*client));
        self.state.network.or(client.map(Network::of))
    }

    /// Prepares the answer for hyper.
    fn prepared<B>(&self, mut response: Response<B>, is_last: bool) -> Response<AnswerBody<B>> {
        if is_last || self.is_stopping() {
            response = closing(response);
        }
        response.map(|body| AnswerBody::new(body, Arc::clone(&self.state)))
    }
}

/// Wraps every request that goes to the router.
async fn check_and_drain(request: Request<Body>, next: Next) -> Response<Body> {
    no_sniffing(match check_head(request.uri(), request.headers(), HEAD_BYTES) {
        Ok(()) => next.run(drained(request)).await,
        Err(problem) => problem.into_response(),
    })
}

/// Returns a refusal without the router, after which the connection is closed.
fn refused(reason: &'static str, problem: Problem) -> Response<Bytes> {
    metrics::counter!("crosstable_http_refused_total", "reason" => reason).increment(1);
    no_sniffing(closing(problem.whole()))
}

impl Service<Request<Incoming>> for ConnectionService {
    type Response = Response<AnswerBody<EitherBody<Full<Bytes>, Body>>>;
    type Error = Infallible;
    type Future = Either<future::Ready<Answer>, BoxFuture<'static, Answer>>;

    fn call(&self, mut request: Request<Incoming>) -> Self::Future {
        let length = request.body().size_hint().exact().map_or(Length::Chunked, Length::Known);
        self.state.service_called(length);
        // Only hyper knows where a chunked body ends, so the next request needs another connection.
        let is_last = length == Length::Chunked || self.state.is_last_request();
        if let Some(answer) = self.answer_at_once(&mut request) {
            let answer = answer.map(|body| EitherBody::Left(Full::new(body)));
            return Either::Left(ready(Ok(self.prepared(answer, is_last))));
        }
        let request = request.map(|body| RequestBody::new(body, length, &self.state));
        let (answer, this) = (self.routed(request), self.clone());
        Either::Right(Box::pin(async move { Ok(this.prepared(answer.await.map(EitherBody::Right), is_last)) }))
    }
}
