//! Answers the requests of a connection: from the shortcut if it knows the answer, otherwise from the router.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, HttpBody};
use axum::http::{HeaderValue, Request, Response, header};
use axum::response::IntoResponse;
use bytes::Bytes;
use hyper::body::Incoming;
use tower::ServiceExt;

use super::client_stream::SMALL_HEAD;
use super::head::{check, head_size};
use super::listening::Listening;
use crate::client_address::{Network, Peer};
use crate::drain::drained;
use crate::intake::Intake;

/// Answers requests without a body from memory, and leaves all others to the router. Its answers must be the same as
/// the router's, including counting, limits and authorization.
pub type Shortcut = Arc<dyn Fn(&Request<Body>) -> Option<Response<Bytes>> + Send + Sync>;

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

    /// Returns the shortcut's answer, if there is one.
    fn try_shortcut(&self, request: &Request<Body>) -> Option<Response<Bytes>> {
        let shortcut = self.shortcut.as_ref().filter(|_| request.body().is_end_stream())?;
        shortcut(request)
    }
}

/// What all connections of a listener share.
pub(super) struct ListenerState {
    pub(super) site: Site,
    pub(super) listening: Listening,
}

/// A connection, as its requests see it.
pub(super) struct Client {
    listener: Arc<ListenerState>,
    peer: Peer,
    /// Its network; none for a trusted proxy.
    network: Option<Network>,
    is_in_request: Arc<AtomicBool>,
}

impl Client {
    pub(super) fn new(
        listener: &Arc<ListenerState>,
        peer: Peer,
        network: Option<Network>,
        is_in_request: Arc<AtomicBool>,
    ) -> Self {
        Self { listener: Arc::clone(listener), peer, network, is_in_request }
    }

    /// Answers a request. If the client leaves, hyper drops the work.
    pub(super) async fn answer(self: Arc<Self>, request: Request<Incoming>) -> Result<Response<Body>, Infallible> {
        self.is_in_request.store(true, Ordering::Relaxed);
        // hyper would keep the buffer of a large head as long as the connection.
        let is_large = head_size(request.uri(), request.headers()) > SMALL_HEAD;
        let mut response = self.respond(drained(request.map(Body::new))).await;
        // Keeps browsers from guessing another type than `Content-Type`.
        response.headers_mut().insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
        if is_large {
            response = closing(response);
        }
        self.is_in_request.store(false, Ordering::Relaxed);
        Ok(response)
    }

    async fn respond(&self, mut request: Request<Body>) -> Response<Body> {
        let site = &self.listener.site;
        if let Err(problem) = check(&mut request) {
            return closing(problem.into_response());
        }
        if let Some(answer) = site.try_shortcut(&request) {
            return answer.map(Body::from);
        }
        request.extensions_mut().insert(self.peer);
        let intake = self.intake(&request);
        intake.answers(site.router.clone().oneshot(request)).await.unwrap_or_else(|never| match never {})
    }

    /// Returns the limits for the body of a request. It counts for the client that a trusted proxy names.
    fn intake(&self, request: &Request<Body>) -> Intake {
        let listening = &self.listener.listening;
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
