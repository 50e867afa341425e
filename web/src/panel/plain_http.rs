//! Refuses signing in over plain HTTP with an explanation, unless the operator allows it. Everyone in the network could
//! read the password, and the browser would not keep the HTTPS-only cookie and would return to the form again and
//! again.

use std::sync::atomic::{AtomicBool, Ordering};

use api_kit::path::is_local;
use axum::http::header;
use service_kit::client_address::Scheme;

use crate::panel::call::Call;

/// Ensures that each process logs plain HTTP only once.
#[derive(Default)]
pub(crate) struct Noted(AtomicBool);

impl Noted {
    fn note(&self, call: &Call) {
        if !self.0.swap(true, Ordering::Relaxed) {
            tracing::warn!(
                address = host(call),
                public_url = call.shared.public_url,
                "a sign-in over plain HTTP was refused: put a gateway with HTTPS in front, name it with --trusted-proxy and its \
                 address with --public-url, or allow plain HTTP with --allow-plain-http"
            );
        }
    }
}

/// Returns the warning for a person who opens the sign-in page over plain HTTP.
pub(crate) fn warning(call: &Call) -> Option<String> {
    let is_asked_for = host(call) == without_scheme(&call.shared.public_url);
    (came_plain(call) && !is_asked_for).then(|| words(call))
}

/// Returns the refusal for a person who sends a password over plain HTTP. Browsers send the address of the page; for
/// other programs, the connection decides.
pub(crate) fn refusal(call: &Call) -> Option<String> {
    if call.shared.allow_plain_http {
        return None;
    }
    let origin = call.headers.get(header::ORIGIN).and_then(|origin| origin.to_str().ok());
    let is_plain = match origin.filter(|origin| origin.contains("://")) {
        Some(origin) => origin.starts_with("http://") && !is_local(origin),
        None => came_plain(call),
    };
    is_plain.then(|| {
        call.shared.plain_http.note(call);
        words(call)
    })
}

/// Whether the request came over plain HTTP from another machine, as far as this is known.
fn came_plain(call: &Call) -> bool {
    let is_here = call.address.is_some_and(|address| address.is_loopback());
    !call.shared.allow_plain_http && !is_here && call.scheme == Some(Scheme::Http)
}

fn words(call: &Call) -> String {
    let public_url = &call.shared.public_url;
    let instead = match public_url.starts_with("https://") {
        true => format!("Open {public_url}/login/ instead."),
        false => "Ask the operator for an address that begins with https://.".to_owned(),
    };
    format!(
        "This page was opened over plain HTTP, where everyone in the network can read your password, and where your browser \
         does not keep you signed in. {instead} The operator may also allow it, with the option --allow-plain-http."
    )
}

/// Returns the `Host` header: the host and port under which the browser reached this service.
fn host(call: &Call) -> &str {
    call.headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default()
}

fn without_scheme(url: &str) -> &str {
    let rest = url.strip_prefix("https://").unwrap_or_default();
    rest.split('/').next().unwrap_or_default()
}
