//! What a connection's requests are answered by: the shortcut, if it knows the answer; else the router.

use std::convert::Infallible;
use std::sync::Arc;

use axum::Router;
use axum::body::{Body, HttpBody};
use axum::http::{HeaderMap, Method, Request, Response, Uri};
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::IntoResponse;
use bytes::Bytes;
use futures::future::{BoxFuture, Either, Ready, ready};
use http_body_util::{Either as EitherBody, Full};
use hyper::body::Incoming;
use hyper::service::Service;
use tokio::runtime::Handle;
use tokio_util::task::AbortOnDropHandle;
use tower::ServiceExt;

use crate::client_address::Peer;
use crate::head_limit::{head_limit, head_size};
use crate::linger::linger;
use crate::problem::Problem;

/// The head of a request without a body.
#[derive(Debug, Clone, Copy)]
pub struct Asked<'a> {
    /// What is to be done.
    pub method: &'a Method,
    /// With what.
    pub uri: &'a Uri,
    /// What else is told.
    pub headers: &'a HeaderMap,
}

/// Answers what needs nothing but memory, and leaves everything else to the router. Whatever it answers, the router must
/// answer the same: it counts, limits and lets in as the router does.
pub type Shortcut = Arc<dyn Fn(Asked<'_>) -> Option<Response<Bytes>> + Send + Sync>;

/// What is served.
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
    /// With something that is asked before the router.
    #[must_use]
    pub fn with_shortcut(self, shortcut: Shortcut) -> Self {
        Self { shortcut: Some(shortcut), ..self }
    }

    /// To be answered with heads of this size at most; by the router on this runtime, where one is named.
    pub(super) fn within(self, head_bytes: usize, elsewhere: Option<Handle>) -> Answering {
        let router = self.router.layer(from_fn_with_state(head_bytes, head_limit)).layer(from_fn(linger));
        Answering { router, shortcut: self.shortcut, head_bytes, elsewhere, peer: None }
    }
}

/// Answers the requests of a connection.
#[derive(Clone)]
pub(super) struct Answering {
    router: Router,
    shortcut: Option<Shortcut>,
    head_bytes: usize,
    elsewhere: Option<Handle>,
    peer: Option<Peer>,
}

type Answer = Result<Response<EitherBody<Full<Bytes>, Body>>, Infallible>;

impl Answering {
    /// Those of this peer's connection.
    pub(super) fn to(&self, peer: Peer) -> Self {
        Self { peer: Some(peer), ..self.clone() }
    }

    fn at_once(&self, request: &Request<Incoming>) -> Option<Response<Bytes>> {
        let shortcut = self.shortcut.as_ref()?;
        let (uri, headers) = (request.uri(), request.headers());
        let is_plain = request.body().is_end_stream() && head_size(uri, headers) <= self.head_bytes;
        is_plain.then(|| shortcut(Asked { method: request.method(), uri, headers }))?
    }

    async fn routed(router: Router, request: Request<Incoming>) -> Response<Body> {
        router.oneshot(request).await.unwrap_or_else(|never| match never {})
    }
}

impl Service<Request<Incoming>> for Answering {
    type Response = Response<EitherBody<Full<Bytes>, Body>>;
    type Error = Infallible;
    type Future = Either<Ready<Answer>, BoxFuture<'static, Answer>>;

    fn call(&self, mut request: Request<Incoming>) -> Self::Future {
        if let Some(answer) = self.at_once(&request) {
            return Either::Left(ready(Ok(answer.map(|body| EitherBody::Left(Full::new(body))))));
        }
        if let Some(peer) = self.peer {
            request.extensions_mut().insert(peer);
        }
        let answer = Self::routed(self.router.clone(), request);
        let Some(elsewhere) = &self.elsewhere else {
            return Either::Right(Box::pin(async move { Ok(answer.await.map(EitherBody::Right)) }));
        };
        // Whoever goes away gives up the answer.
        let answer = AbortOnDropHandle::new(elsewhere.spawn(answer));
        Either::Right(Box::pin(async move {
            let answer = answer.await.unwrap_or_else(|lost| Problem::internal(lost).into_response());
            Ok(answer.map(EitherBody::Right))
        }))
    }
}
