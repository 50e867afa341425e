//! Refuses oversized request heads with an answer for people.
//!
//! The HTTP library refuses far larger ones by itself, with a bare 431: what stands here says what is too large, and
//! what would be right.

use axum::http::{HeaderMap, Uri};

use crate::problem::Problem;

/// Bytes of a request's address and headers together.
pub(crate) fn head_size(uri: &Uri, headers: &HeaderMap) -> usize {
    let headers: usize = headers.iter().map(|(name, value)| name.as_str().len() + value.len()).sum();
    headers + address_size(uri)
}

fn address_size(uri: &Uri) -> usize {
    uri.path_and_query().map_or(0, |address| address.as_str().len())
}

/// Checks that address and headers have so many bytes together at most.
///
/// # Errors
/// 431, which names the largest of them.
pub(crate) fn check_head(uri: &Uri, headers: &HeaderMap, limit: usize) -> Result<(), Problem> {
    let size = head_size(uri, headers);
    if size <= limit {
        return Ok(());
    }
    let address = address_size(uri);
    let largest = headers.iter().max_by_key(|(_, value)| value.len());
    let culprit = match largest {
        Some((name, value)) if value.len() > address => format!("the header `{name}` has {} bytes", value.len()),
        _ => format!("the address has {address} bytes"),
    };
    let detail = format!("Address and headers may have {limit} bytes together, and have {size}: {culprit}.");
    Err(Problem::header_fields_too_large(detail))
}
