//! Turns a document in memory into a response: plain, compressed, or 304 if the client already has it.

use std::sync::Arc;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::Response;
use bytes::Bytes;
use service_kit::problem::Problem;
use service_kit::server::Ready;

use api_kit::negotiation::{has, wants_gzip};
use api_kit::path::nothing;
use storage::ViewKind;

use crate::cache::{COMPRESSED_ABOVE, Coding, Entry};
use crate::call::{Call, Caller};
use crate::form::Form;

/// The header of documents that may lack the newest domain events, because one of them cannot be read.
pub(crate) const STALE: HeaderName = HeaderName::from_static("crosstable-stale");

/// Answers with the document of the caller's organization that the id in the path names.
pub(crate) async fn document(call: &Call, caller: &Caller, kind: ViewKind, what: &str) -> Result<Response, Problem> {
    let id = call.id(what)?;
    let found = call.find(caller.organization()?, kind, id).await?;
    let found = found.ok_or_else(|| nothing(what, call.param("id")))?;
    entry(&call.headers, &found, call.form).await
}

/// Answers with an entry: 304 if the client has either form of it, else compressed if the client accepts gzip.
pub(crate) async fn entry(request: &HeaderMap, entry: &Entry, form: Form) -> Result<Response, Problem> {
    let coding = coding(request, entry);
    let body = match body_at_hand(entry, coding) {
        Some(body) => body,
        None => entry.gzip().await.map_err(Problem::internal)?,
    };
    Ok(respond(entry, form, coding, body).map(Body::from))
}

/// Returns the same answer, or `None` if the body has to be compressed first. The answer is kept for later requests.
pub(crate) fn ready(request: &HeaderMap, entry: &Entry, form: Form) -> Option<Arc<Ready>> {
    let coding = coding(request, entry);
    entry.ready(form, coding, || Some(respond(entry, form, coding, body_at_hand(entry, coding)?)))
}

fn coding(request: &HeaderMap, entry: &Entry) -> Coding {
    let gzip = entry.body.len() > COMPRESSED_ABOVE && wants_gzip(request);
    match (has(request, &[&entry.etag, &entry.gzip_etag]), gzip) {
        (false, false) => Coding::Identity,
        (false, true) => Coding::Gzip,
        (true, false) => Coding::Known,
        (true, true) => Coding::KnownGzip,
    }
}

fn body_at_hand(entry: &Entry, coding: Coding) -> Option<Bytes> {
    match coding {
        Coding::Identity => Some(entry.body.clone()),
        Coding::Gzip => entry.gzip_at_hand(),
        Coding::Known | Coding::KnownGzip => Some(Bytes::new()),
    }
}

/// Builds the response. A 304 has the tag of the form that a 200 would have.
fn respond(entry: &Entry, form: Form, coding: Coding, body: Bytes) -> axum::http::Response<Bytes> {
    let mut response = axum::http::Response::new(body);
    let headers = response.headers_mut();
    headers.reserve(8);
    form.write(headers);
    if coding == Coding::Gzip {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    let gzip = matches!(coding, Coding::Gzip | Coding::KnownGzip);
    headers.insert(header::ETAG, if gzip { &entry.gzip_etag } else { &entry.etag }.clone());
    if entry.stale {
        headers.insert(STALE, HeaderValue::from_static("parked"));
    }
    if matches!(coding, Coding::Known | Coding::KnownGzip) {
        headers.remove(header::CONTENT_TYPE);
        *response.status_mut() = StatusCode::NOT_MODIFIED;
    }
    response
}

/// Returns a 304 without its tag.
pub(crate) fn unchanged(form: Form) -> Response {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::NOT_MODIFIED;
    form.write(response.headers_mut());
    response.headers_mut().remove(header::CONTENT_TYPE);
    response
}
