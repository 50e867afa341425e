//! Turns a document in memory into a response: plain, compressed, or 304 if the client already has it.

use api_kit::negotiation::{has, wants_gzip};
use axum::body::Body;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::Response;
use bytes::Bytes;
use domain::documents::to_json;
use serde::Serialize;
use service_kit::problem::Problem;

use crate::cache::{COMPRESSED_ABOVE, Coding, Entry};
use crate::call::Call;
use crate::response_headers::ResponseHeaders;

/// The header of documents that may lack the newest domain events, because one of them cannot be read.
pub(crate) const STALE: HeaderName = HeaderName::from_static("crosstable-stale");

impl Call {
    /// Answers with an entry in JSON.
    pub(crate) async fn answer(&self, found: &Entry) -> Result<Response, Problem> {
        entry(&self.headers, found, self.response_headers).await
    }

    /// Answers with a document that is made for this request.
    pub(crate) async fn answer_made(&self, document: &impl Serialize) -> Result<Response, Problem> {
        let body = to_json(document).map_err(Problem::internal)?;
        self.answer(&Entry::made(body.into(), false)).await
    }

    /// Answers with a list without elements.
    pub(crate) async fn answer_empty_list(&self) -> Result<Response, Problem> {
        self.answer(&Entry::made("[]".into(), false)).await
    }

    /// Answers with a public page, which is in the language of the request.
    pub(crate) async fn answer_page(&self, page: &Entry) -> Result<Response, Problem> {
        entry(&self.headers, page, ResponseHeaders::PUBLIC_PAGE.in_language(self.language())).await
    }
}

/// Answers with an entry: 304 if the client has either form of it, else compressed if the client accepts gzip.
pub(crate) async fn entry(
    request: &HeaderMap,
    entry: &Entry,
    response_headers: ResponseHeaders,
) -> Result<Response, Problem> {
    let coding = coding(request, entry);
    let body = match cached_body(entry, coding) {
        Some(body) => body,
        None => entry.gzip().await.map_err(Problem::internal)?,
    };
    Ok(respond(entry, response_headers, coding, body).map(Body::from))
}

/// Returns the same answer, or `None` if the body has to be compressed first.
pub(crate) fn cached(
    request: &HeaderMap,
    entry: &Entry,
    response_headers: ResponseHeaders,
) -> Option<axum::http::Response<Bytes>> {
    let coding = coding(request, entry);
    Some(respond(entry, response_headers, coding, cached_body(entry, coding)?))
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

fn cached_body(entry: &Entry, coding: Coding) -> Option<Bytes> {
    match coding {
        Coding::Identity => Some(entry.body.clone()),
        Coding::Gzip => entry.cached_gzip(),
        Coding::Known | Coding::KnownGzip => Some(Bytes::new()),
    }
}

/// Builds the response. A 304 has the tag of the form that a 200 would have.
fn respond(
    entry: &Entry,
    response_headers: ResponseHeaders,
    coding: Coding,
    body: Bytes,
) -> axum::http::Response<Bytes> {
    let mut response = axum::http::Response::new(body);
    let headers = response.headers_mut();
    headers.reserve(8);
    response_headers.write(headers);
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
pub(crate) fn unchanged(response_headers: ResponseHeaders) -> Response {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::NOT_MODIFIED;
    response_headers.write(response.headers_mut());
    response.headers_mut().remove(header::CONTENT_TYPE);
    response
}
