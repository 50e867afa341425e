//! Signing in over plain HTTP: the browser would not keep the cookie, which goes over HTTPS alone, and lead the person back to
//! the form for ever; and everybody in the network could read the password. So it is refused with an explanation, unless the
//! operator allows it.

use std::sync::atomic::{AtomicBool, Ordering};

use api_kit::path::is_local;
use axum::http::header;
use service_kit::client_address::Scheme;

use crate::call::Call;

/// Notes once for each process that people come over plain HTTP.
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

/// The words for a person who opens the page to sign in over plain HTTP.
pub(crate) fn warning(call: &Call) -> Option<String> {
    let is_asked_for = host(call) == without_scheme(&call.shared.public_url);
    (came_plain(call) && !is_asked_for).then(|| words(call))
}

/// The words for a person who sends a password over plain HTTP. Browsers name the address of the page; for programs that
/// do not, the connection counts.
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

/// Whether the connection brought the request over plain HTTP from another machine, as far as can be told.
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
        "This page was opened over plain HTTP, where everybody in the network can read your password, and where your browser \
         does not keep you signed in. {instead} The operator may also allow it, with the option --allow-plain-http."
    )
}

/// The host by which the browser calls this service.
fn host(call: &Call) -> &str {
    call.headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default()
}

fn without_scheme(url: &str) -> &str {
    let rest = url.strip_prefix("https://").unwrap_or_default();
    rest.split('/').next().unwrap_or_default()
}
