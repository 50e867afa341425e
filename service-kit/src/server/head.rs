//! Checks the head of a request before the router sees it: the host, and the size of the address and headers.

use axum::http::{HeaderMap, HeaderValue, Method, Request, Uri, Version, header};

use super::counting::count_refused;
use crate::message;
use crate::message::Message;
use crate::problem::Problem;

/// Maximum size of a request's address and headers. The HTTP library has a far higher limit and answers with a bare 431;
/// this one says what is too large and how much is allowed.
const HEAD_BYTES: usize = 32 * 1024;
/// Characters of a host and its port besides letters and digits.
const MARKS: &[u8] = b"-._~!$&'()*+,;=:[]%";

/// Checks the host and the size of a head.
///
/// # Errors
/// 400 or 431.
pub(super) fn check<B>(request: &mut Request<B>) -> Result<(), Problem> {
    settle_host(request).map_err(|fault| {
        count_refused("host");
        Problem::bad_request(fault)
    })?;
    check_size(request.uri(), request.headers()).inspect_err(|_| count_refused("head_too_large"))
}

/// Checks that a request names exactly one host; HTTP/1.0 needs none. The authority of an address in absolute form
/// (RFC 9112, section 3.2) replaces `Host`.
///
/// # Errors
/// The reason, for the client.
fn settle_host<B>(request: &mut Request<B>) -> Result<(), Message> {
    let mut named = request.headers().get_all(header::HOST).iter();
    match (named.next(), named.next()) {
        (_, Some(_)) => {
            return Err(message!("several-hosts", "The request has several `Host` headers; it must have exactly one."));
        }
        (Some(host), None) if !is_host(host) => {
            return Err(message!(
                "invalid-host",
                "The `Host` header must contain a host such as `events.example` or `events.example:8080`."
            ));
        }
        (None, None) if request.version() > Version::HTTP_10 => {
            return Err(message!("missing-host", "The `Host` header is missing. HTTP/1.1 requires it."));
        }
        _ => {}
    }
    let called = request.uri().authority().filter(|_| request.method() != Method::CONNECT);
    let called = called.map(|called| called.as_str().rsplit('@').next().unwrap_or_default());
    if let Some(called) = called.and_then(|called| HeaderValue::from_str(called).ok()) {
        request.headers_mut().insert(header::HOST, called);
    }
    Ok(())
}

fn is_host(value: &HeaderValue) -> bool {
    let bytes = value.as_bytes();
    !bytes.is_empty() && bytes.iter().all(|byte| byte.is_ascii_alphanumeric() || MARKS.contains(byte))
}

/// Returns the size of a request's address and headers in bytes.
pub(super) fn head_size(uri: &Uri, headers: &HeaderMap) -> usize {
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
fn check_size(uri: &Uri, headers: &HeaderMap) -> Result<(), Problem> {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the host of a request, or why it is invalid.
    fn settled(version: Version, uri: &str, hosts: &[&str]) -> Result<String, Message> {
        let request = Request::builder().version(version).uri(uri);
        let mut request = hosts.iter().fold(request, |request, host| request.header("host", *host)).body(()).unwrap();
        settle_host(&mut request)?;
        let host = request.headers().get(header::HOST).map(|host| host.to_str().unwrap().to_owned());
        Ok(host.unwrap_or_default())
    }

    #[test]
    fn a_request_names_one_host() {
        for host in ["a", "events.example:8080", "192.0.2.7", "[2001:db8::1]:80", "under_score"] {
            assert_eq!(settled(Version::HTTP_11, "/", &[host]).as_deref(), Ok(host));
        }
        for (hosts, fault) in [
            (&[][..], "missing"),
            (&["a", "a"], "several"),
            (&[""], "must contain a host"),
            (&["a b"], "must contain a host"),
            (&["a/b"], "must contain a host"),
            (&["user@a"], "must contain a host"),
        ] {
            assert!(settled(Version::HTTP_11, "/", hosts).unwrap_err().contains(fault), "{hosts:?}");
        }
    }

    #[test]
    fn an_address_in_absolute_form_takes_the_place_of_the_header() {
        assert_eq!(settled(Version::HTTP_11, "http://called:81/x", &["other"]).as_deref(), Ok("called:81"));
        assert_eq!(settled(Version::HTTP_11, "http://user@called/x", &["other"]).as_deref(), Ok("called"));
        assert!(settled(Version::HTTP_11, "http://called/x", &[]).is_err(), "the header is required anyway");
    }
}
