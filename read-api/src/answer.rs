//! Turns a document in memory into a response: plain, compressed, or 304 if the client already has it.

use api_kit::negotiation::{has, wants_gzip};
use axum::body::Body;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::Response;
use bytes::Bytes;
use domain::documents::to_json;
use serde::Serialize;
use service_kit::problem::Problem;

use crate::cache::{COMPRESSED_ABOVE, Entry};
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

    /// Answers with a text that is made for this request.
    pub(crate) async fn answer_text(
        &self,
        text: impl Into<Bytes>,
        headers: ResponseHeaders,
    ) -> Result<Response, Problem> {
        entry(&self.headers, &Entry::made(text.into(), false), headers).await
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
    if let Some(response) = cached(request, entry, response_headers) {
        return Ok(response);
    }
    entry.gzip().await.map_err(Problem::internal)?;
    cached(request, entry, response_headers).ok_or_else(|| Problem::internal("a body is not compressed"))
}

/// Returns the same answer, or `None` if the body has to be compressed first.
pub(crate) fn cached(request: &HeaderMap, entry: &Entry, response_headers: ResponseHeaders) -> Option<Response> {
    let is_packed = entry.body.len() > COMPRESSED_ABOVE && wants_gzip(request);
    let is_known = has(request, &[&entry.etag, &entry.gzip_etag]);
    let body = match (is_known, is_packed) {
        (true, _) => Bytes::new(),
        (false, true) => entry.cached_gzip()?,
        (false, false) => entry.body.clone(),
    };
    let mut response = Response::new(Body::from(body));
    let headers = response.headers_mut();
    headers.reserve(8);
    response_headers.write(headers);
    // A 304 has the tag of the form that a 200 would have.
    headers.insert(header::ETAG, if is_packed { &entry.gzip_etag } else { &entry.etag }.clone());
    if entry.stale {
        headers.insert(STALE, HeaderValue::from_static("parked"));
    }
    if is_known {
        headers.remove(header::CONTENT_TYPE);
        *response.status_mut() = StatusCode::NOT_MODIFIED;
    } else if is_packed {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    Some(response)
}

/// Returns a 304 without its tag.
pub(crate) fn unchanged(response_headers: ResponseHeaders) -> Response {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::NOT_MODIFIED;
    response_headers.write(response.headers_mut());
    response.headers_mut().remove(header::CONTENT_TYPE);
    response
}
