//! Refuses oversized request heads with a readable error.
//!
//! The HTTP library has a far higher limit and answers with a bare 431. The error of this module says what is too large
//! and how much is allowed.

use axum::http::{HeaderMap, Uri};

use crate::message;
use crate::problem::Problem;

/// Maximum size of a request's address and headers.
const HEAD_BYTES: usize = 32 * 1024;

/// Returns the size of a request's address and headers in bytes.
pub(crate) fn head_size(uri: &Uri, headers: &HeaderMap) -> usize {
    let headers: usize = headers.iter().map(|(name, value)| name.as_str().len() + value.len()).sum();
    headers + address_size(uri)
}

fn address_size(uri: &Uri) -> usize {
    uri.path_and_query().map_or(0, |address| address.as_str().len())
}

/// Checks that the address and headers are not too large in total.
///
/// # Errors
/// 431, with the largest part in its text.
pub(crate) fn check_head(uri: &Uri, headers: &HeaderMap) -> Result<(), Problem> {
    let size = head_size(uri, headers);
    if size <= HEAD_BYTES {
        return Ok(());
    }
    let address = address_size(uri);
    let largest = headers.iter().max_by_key(|(_, value)| value.len());
    let detail = match largest {
        Some((name, value)) if value.len() > address => message!(
            "header-too-large",
            "The address and headers may have {limit} bytes in total but have {size}: the header `{name}` has {own} \
             bytes.",
            limit = HEAD_BYTES,
            size,
            name,
            own = value.len()
        ),
        _ => message!(
            "address-too-large",
            "The address and headers may have {limit} bytes in total but have {size}: the address has {own} bytes.",
            limit = HEAD_BYTES,
            size,
            own = address
        ),
    };
    Err(Problem::header_fields_too_large(detail))
}
