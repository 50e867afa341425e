//! Refuses oversized request heads with an answer for people.
//!
//! The HTTP library refuses far larger ones by itself, with a bare 431: what stands here says what is too large, and
//! what would be right.

use axum::extract::{Request, State};
use axum::http::{HeaderMap, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::problem::Problem;

/// Bytes of a request's address and headers together.
pub(crate) fn head_size(uri: &Uri, headers: &HeaderMap) -> usize {
    let headers: usize = headers.iter().map(|(name, value)| name.as_str().len() + value.len()).sum();
    headers + address_size(uri)
}

fn address_size(uri: &Uri) -> usize {
    uri.path_and_query().map_or(0, |address| address.as_str().len())
}

/// The middleware, for `axum::middleware::from_fn_with_state`; the state is the limit in bytes.
pub(crate) async fn head_limit(State(limit): State<usize>, request: Request, next: Next) -> Response {
    let size = head_size(request.uri(), request.headers());
    if size <= limit {
        return next.run(request).await;
    }
    let address = address_size(request.uri());
    let largest = request.headers().iter().max_by_key(|(_, value)| value.len());
    let culprit = match largest {
        Some((name, value)) if value.len() > address => format!("the header `{name}` has {} bytes", value.len()),
        _ => format!("the address has {address} bytes"),
    };
    let detail = format!("Address and headers may have {limit} bytes together, and have {size}: {culprit}.");
    Problem::header_fields_too_large(detail).into_response()
}
