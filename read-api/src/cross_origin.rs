//! Data for pages of other origins (CORS): any page may read it with `fetch`, with a key in a header or without one. A
//! browser lets such a page read an answer only if its request had no cookies, and cookies of such requests are ignored
//! here as well. So nothing that needs a session can be read from there.

use std::sync::Arc;

use api_kit::same_site;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// The headers of requests that a page may send.
const SENT: HeaderValue = HeaderValue::from_static(
    "Accept, Accept-Language, Authorization, Consistency-Token, If-None-Match, Last-Event-ID, Prefer, X-API-Key",
);
/// The headers of answers that a page may read.
const EXPOSED: HeaderValue = HeaderValue::from_static(
    "Consistency-Token, Crosstable-Ignored, Crosstable-Stale, ETag, Export-Count, Export-Cursor, Link, \
     Preference-Applied, Retry-After, WWW-Authenticate",
);
/// The seconds for which a browser remembers the answer to a preflight request.
const REMEMBERED: HeaderValue = HeaderValue::from_static("86400");

/// Lets pages of all origins read an answer.
pub(crate) fn allow(headers: &mut HeaderMap) {
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    headers.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, EXPOSED);
}

/// The middleware for data: answers preflight requests, ignores cookies from other origins, and marks every answer,
/// also refusals.
pub(crate) async fn share(State(public_url): State<Arc<str>>, mut request: Request, next: Next) -> Response {
    let path = request.uri().path();
    if !["/api/", "/dumps/"].iter().any(|start| path.starts_with(start)) {
        return next.run(request).await;
    }
    let is_preflight =
        request.method() == Method::OPTIONS && request.headers().contains_key(header::ACCESS_CONTROL_REQUEST_METHOD);
    if !same_site::is_ours(request.headers(), &public_url) {
        request.headers_mut().remove(header::COOKIE);
    }
    let mut response = if is_preflight { preflight() } else { next.run(request).await };
    allow(response.headers_mut());
    response
}

/// Returns the answer to a preflight request: which requests a page may make.
fn preflight() -> Response {
    let headers = [
        (header::ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static("GET, HEAD")),
        (header::ACCESS_CONTROL_ALLOW_HEADERS, SENT),
        (header::ACCESS_CONTROL_MAX_AGE, REMEMBERED),
    ];
    (StatusCode::NO_CONTENT, headers).into_response()
}
