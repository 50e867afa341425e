//! Refuses signing in over plain HTTP with an explanation, unless the operator allows it. Everyone in the network could
//! read the password, and the browser would not keep the HTTPS-only cookie and would return to the form again and
//! again.

use std::sync::atomic::Ordering;

use api_kit::path::is_local;
use axum::http::header;
use service_kit::client_address::Scheme;

use crate::serving::request::PageRequest;

/// Returns the warning for a person who opens the sign-in page over plain HTTP.
pub(crate) fn warning(request: &PageRequest) -> Option<String> {
    let is_asked_for = host(request) == without_scheme(&request.shared.public_url);
    (came_plain(request) && !is_asked_for).then(|| text(request))
}

/// Returns the refusal for a person who sends a password over plain HTTP. Browsers send the address of the page; for
/// other programs, the connection decides.
pub(crate) fn refusal(request: &PageRequest) -> Option<String> {
    if request.shared.allow_plain_http {
        return None;
    }
    let origin = request.headers.get(header::ORIGIN).and_then(|origin| origin.to_str().ok());
    let is_plain = match origin.filter(|origin| origin.contains("://")) {
        Some(origin) => origin.starts_with("http://") && !is_local(origin),
        None => came_plain(request),
    };
    is_plain.then(|| {
        log_once(request);
        text(request)
    })
}

/// Logs the first refusal of this process.
fn log_once(request: &PageRequest) {
    if !request.shared.has_logged_plain_http.swap(true, Ordering::Relaxed) {
        tracing::warn!(
            address = host(request),
            public_url = request.shared.public_url,
            "a sign-in over plain HTTP was refused: put a gateway with HTTPS in front, name it with --trusted-proxy and its \
             address with --public-url, or allow plain HTTP with --allow-plain-http"
        );
    }
}

/// Whether the request came over plain HTTP from another machine, as far as this is known.
fn came_plain(request: &PageRequest) -> bool {
    let is_here = request.address.is_some_and(|address| address.is_loopback());
    !request.shared.allow_plain_http && !is_here && request.scheme == Some(Scheme::Http)
}

fn text(request: &PageRequest) -> String {
    let public_url = &request.shared.public_url;
    let login = match public_url.starts_with("https://") {
        true => format!("{public_url}/login/"),
        false => "none".to_owned(),
    };
    request.texts.with("form-plain-http", "login", login)
}

/// Returns the `Host` header: the host and port under which the browser reached this service.
fn host(request: &PageRequest) -> &str {
    request.headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default()
}

fn without_scheme(url: &str) -> &str {
    let rest = url.strip_prefix("https://").unwrap_or_default();
    rest.split('/').next().unwrap_or_default()
}
