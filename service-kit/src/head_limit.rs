//! Refuses oversized request heads with an answer for people.
//!
//! The HTTP library refuses far larger ones by itself, with a bare 431: what stands here says what is too large, and
//! what would be right.

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::problem::Problem;

/// The middleware, for `axum::middleware::from_fn_with_state`; the state is the limit in bytes.
pub(crate) async fn head_limit(State(limit): State<usize>, request: Request, next: Next) -> Response {
    let headers: usize = request.headers().iter().map(|(name, value)| name.as_str().len() + value.len()).sum();
    let address = request.uri().path_and_query().map_or(0, |address| address.as_str().len());
    if headers + address <= limit {
        return next.run(request).await;
    }
    let largest = request.headers().iter().max_by_key(|(_, value)| value.len());
    let culprit = match largest {
        Some((name, value)) if value.len() > address => format!("the header `{name}` has {} bytes", value.len()),
        _ => format!("the address has {address} bytes"),
    };
    let detail =
        format!("Address and headers may have {limit} bytes together, and have {}: {culprit}.", headers + address);
    Problem::header_fields_too_large(detail).into_response()
}
