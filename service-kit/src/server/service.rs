//! What a connection's requests are answered by: the shortcut, if it knows the answer; else the router.

use std::convert::Infallible;
use std::sync::Arc;

use axum::Router;
use axum::body::{Body, HttpBody};
use axum::http::{HeaderMap, Method, Request, Response, Uri};
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::IntoResponse;
use bytes::Bytes;
use futures::future::{self, BoxFuture, Either, ready};
use http_body_util::{BodyExt, Either as EitherBody, Full};
use hyper::body::Incoming;
use hyper::service::Service;
use tokio::runtime::Handle;
use tokio_util::task::AbortOnDropHandle;
use tower::ServiceExt;

use super::hang_up::HangUp;
use super::ready::Ready;
use crate::BoxError;
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

/// What a shortcut says.
#[derive(Debug)]
pub enum Shortly {
    /// The answer.
    Answer(Arc<Ready>),
    /// It would know the answer if it were in memory, or it would be a refusal: the router's answer is short as well.
    NotAtHand,
    /// It does not know such requests.
    Unknown,
}

/// Answers what needs nothing but memory, and leaves everything else to the router. Whatever it answers, the router must
/// answer the same: it counts, limits and lets in as the router does.
pub type Shortcut = Arc<dyn Fn(Asked<'_>) -> Shortly + Send + Sync>;

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
        Answering { router, shortcut: self.shortcut, head_bytes, elsewhere, connection: None }
    }
}

/// Answers the requests of a connection.
#[derive(Clone)]
pub(super) struct Answering {
    router: Router,
    shortcut: Option<Shortcut>,
    head_bytes: usize,
    elsewhere: Option<Handle>,
    connection: Option<(Peer, HangUp)>,
}

type Answer = Result<Response<EitherBody<Full<Bytes>, Body>>, Infallible>;

impl Answering {
    /// Those of this peer's connection.
    pub(super) fn to(&self, peer: Peer, hang_up: HangUp) -> Self {
        Self { connection: Some((peer, hang_up)), ..self.clone() }
    }

    /// Whether there is a shortcut.
    pub(super) fn has_shortcut(&self) -> bool {
        self.shortcut.is_some()
    }

    /// What the shortcut says.
    pub(super) fn shortly(&self, asked: Asked<'_>) -> Shortly {
        match &self.shortcut {
            Some(shortcut) if head_size(asked.uri, asked.headers) <= self.head_bytes => shortcut(asked),
            _ => Shortly::Unknown,
        }
    }

    /// The router's answer to a request without a body, unless nobody can tell its length.
    pub(super) async fn whole(&self, asked: Asked<'_>) -> Option<Response<Bytes>> {
        let mut request = Request::new(Body::empty());
        request.method_mut().clone_from(asked.method);
        request.uri_mut().clone_from(asked.uri);
        request.headers_mut().clone_from(asked.headers);
        let (parts, body) = self.routed(request).await.into_parts();
        body.size_hint().exact()?;
        let body = body.collect().await.ok()?.to_bytes();
        Some(Response::from_parts(parts, body))
    }

    fn at_once(&self, request: &Request<Incoming>) -> Option<Response<Bytes>> {
        let asked = Asked { method: request.method(), uri: request.uri(), headers: request.headers() };
        match request.body().is_end_stream().then(|| self.shortly(asked))? {
            Shortly::Answer(answer) => Some(answer.response()),
            Shortly::NotAtHand | Shortly::Unknown => None,
        }
    }

    /// The router's answer. Whoever goes away gives it up.
    fn routed<B>(&self, mut request: Request<B>) -> BoxFuture<'static, Response<Body>>
    where
        B: HttpBody<Data = Bytes> + Send + 'static,
        B::Error: Into<BoxError>,
    {
        if let Some((peer, hang_up)) = &self.connection {
            request.extensions_mut().insert(*peer);
            request.extensions_mut().insert(hang_up.clone());
        }
        let router = self.router.clone();
        let answer = async move { router.oneshot(request).await.unwrap_or_else(|never| match never {}) };
        match &self.elsewhere {
            None => Box::pin(answer),
            Some(elsewhere) => {
                let answer = AbortOnDropHandle::new(elsewhere.spawn(answer));
                Box::pin(async move { answer.await.unwrap_or_else(|lost| Problem::internal(lost).into_response()) })
            }
        }
    }
}

impl Service<Request<Incoming>> for Answering {
    type Response = Response<EitherBody<Full<Bytes>, Body>>;
    type Error = Infallible;
    type Future = Either<future::Ready<Answer>, BoxFuture<'static, Answer>>;

    fn call(&self, request: Request<Incoming>) -> Self::Future {
        if let Some(answer) = self.at_once(&request) {
            return Either::Left(ready(Ok(answer.map(|body| EitherBody::Left(Full::new(body))))));
        }
        let answer = self.routed(request);
        Either::Right(Box::pin(async move { Ok(answer.await.map(EitherBody::Right)) }))
    }
}
