//! From a document in memory to a response: which form, with which headers, or "you have it already".

use axum::body::Body;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::Response;
use bytes::Bytes;
use domain::permissions::{Operation, Scheme};
use service_kit::problem::Problem;

use crate::cache::{COMPRESSED_ABOVE, Entry};
use api_kit::negotiation::{has, wants_gzip};

/// Says that a document may lack the newest events, because one of them cannot be read.
pub(crate) const STALE: HeaderName = HeaderName::from_static("crosstable-stale");

/// What a cache must look at, for what an operation answers: who asks decides what is seen.
fn vary(operation: Operation) -> &'static str {
    match (operation.takes(Scheme::Token), operation.takes(Scheme::Cookie)) {
        (true, _) => "Accept-Encoding, X-API-Key, Authorization, Cookie",
        (false, true) => "Accept-Encoding, X-API-Key, Cookie",
        (false, false) => Form::KEYED_JSON.vary,
    }
}

/// The headers that an answer has whatever is in it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Form {
    pub(crate) content_type: &'static str,
    pub(crate) cache_control: &'static str,
    pub(crate) vary: &'static str,
    /// Only for pages that a browser shows.
    pub(crate) content_security_policy: Option<&'static str>,
}

impl Form {
    /// JSON for the holder of a key.
    pub(crate) const KEYED_JSON: Self = Self {
        content_type: "application/json",
        cache_control: "private, no-cache",
        vary: "Accept-Encoding, X-API-Key",
        content_security_policy: None,
    };

    /// JSON for whom an operation lets in.
    pub(crate) fn json_of(operation: Operation) -> Self {
        Self { vary: vary(operation), ..Self::KEYED_JSON }
    }

    /// A page for everybody. It holds its own style sheet, and nothing else that a browser would load or run. A cache
    /// that asks for many at once must not answer with what it got for one who had less to expect.
    pub(crate) const PUBLIC_PAGE: Self = Self {
        content_type: "text/html; charset=utf-8",
        cache_control: "public, no-cache",
        vary: "Accept-Encoding, Consistency-Token",
        content_security_policy: Some(
            "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        ),
    };

    /// Writes them.
    pub(crate) fn write(self, headers: &mut HeaderMap) {
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(self.content_type));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(self.cache_control));
        headers.insert(header::VARY, HeaderValue::from_static(self.vary));
        if let Some(policy) = self.content_security_policy {
            headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
            headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
            headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
        }
    }
}

/// Answers with an entry: 304 if the client has it in either form, else compressed if it likes.
pub(crate) async fn entry(request: &HeaderMap, entry: &Entry, form: Form) -> Result<Response, Problem> {
    if let Some(response) = at_once(request, entry, form) {
        return Ok(response.map(Body::from));
    }
    let gzip = entry.gzip().await.map_err(Problem::internal)?;
    Ok(respond(entry, form, Coding::Gzip(gzip)).map(Body::from))
}

/// The same, if nothing has to be made first.
pub(crate) fn at_once(request: &HeaderMap, entry: &Entry, form: Form) -> Option<axum::http::Response<Bytes>> {
    let gzip = entry.body.len() > COMPRESSED_ABOVE && wants_gzip(request);
    let coding = if has(request, &[&entry.etag, &entry.gzip_etag]) {
        Coding::Known { gzip }
    } else if gzip {
        Coding::Gzip(entry.gzip_at_hand()?)
    } else {
        Coding::Identity
    };
    Some(respond(entry, form, coding))
}

/// How an entry is sent.
enum Coding {
    /// As it is.
    Identity,
    /// Compressed.
    Gzip(Bytes),
    /// Not at all, as the client has it; with the tag of the form that it would have got.
    Known { gzip: bool },
}

fn respond(entry: &Entry, form: Form, coding: Coding) -> axum::http::Response<Bytes> {
    let mut status = StatusCode::OK;
    let mut response = axum::http::Response::new(Bytes::new());
    let headers = response.headers_mut();
    headers.reserve(8);
    form.write(headers);
    let (body, gzip) = match coding {
        Coding::Identity => (entry.body.clone(), false),
        Coding::Gzip(body) => {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
            (body, true)
        }
        Coding::Known { gzip } => {
            headers.remove(header::CONTENT_TYPE);
            status = StatusCode::NOT_MODIFIED;
            (Bytes::new(), gzip)
        }
    };
    headers.insert(header::ETAG, if gzip { &entry.gzip_etag } else { &entry.etag }.clone());
    if entry.stale {
        headers.insert(STALE, HeaderValue::from_static("parked"));
    }
    *response.status_mut() = status;
    *response.body_mut() = body;
    response
}

/// 304, without its tag.
pub(crate) fn unchanged(form: Form) -> Response {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::NOT_MODIFIED;
    form.write(response.headers_mut());
    response.headers_mut().remove(header::CONTENT_TYPE);
    response
}
