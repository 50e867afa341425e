//! Determines the host of a request: `Host`, or the authority of an address in absolute form (RFC 9112, section 3.2).

use axum::http::{HeaderValue, Method, Request, Version, header};

use crate::message;
use crate::message::Message;

/// Characters of a host and its port besides letters and digits.
const MARKS: &[u8] = b"-._~!$&'()*+,;=:[]%";

/// Checks that a request names exactly one host; HTTP/1.0 needs none. The authority of an address in absolute form
/// replaces `Host`.
///
/// # Errors
/// The reason, for the client.
pub(super) fn settle<B>(request: &mut Request<B>) -> Result<(), Message> {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the host of a request, or why it is invalid.
    fn settled(version: Version, uri: &str, hosts: &[&str]) -> Result<String, Message> {
        let request = Request::builder().version(version).uri(uri);
        let mut request = hosts.iter().fold(request, |request, host| request.header("host", *host)).body(()).unwrap();
        settle(&mut request)?;
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
    fn http_1_0_needs_no_host_and_takes_no_two() {
        assert_eq!(settled(Version::HTTP_10, "/", &[]).as_deref(), Ok(""));
        assert_eq!(settled(Version::HTTP_10, "/", &["a"]).as_deref(), Ok("a"));
        assert!(settled(Version::HTTP_10, "/", &["a", "b"]).is_err());
    }

    #[test]
    fn an_address_in_absolute_form_takes_the_place_of_the_header() {
        assert_eq!(settled(Version::HTTP_11, "http://called:81/x", &["other"]).as_deref(), Ok("called:81"));
        assert_eq!(settled(Version::HTTP_11, "http://user@called/x", &["other"]).as_deref(), Ok("called"));
        assert!(settled(Version::HTTP_11, "http://called/x", &[]).is_err(), "the header is required anyway");
    }
}
