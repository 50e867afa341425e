//! A prepared answer for many requests. Its head is already serialized, except for the date.

use axum::http::{HeaderMap, HeaderValue, Response, StatusCode, header};
use bytes::Bytes;

use crate::clock::{Clock, SystemClock};

/// Adds a header that keeps browsers from guessing another type than `Content-Type`. Every answer has it.
pub(super) fn no_sniffing<B>(mut response: Response<B>) -> Response<B> {
    response.headers_mut().insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    response
}

/// Marks an answer as the last one on its connection.
pub(super) fn closing<B>(mut response: Response<B>) -> Response<B> {
    response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    response
}

/// Returns whether an answer is the last one on its connection.
fn is_closing<B>(response: &Response<B>) -> bool {
    response.headers().get(header::CONNECTION).is_some_and(|value| value == "close")
}

/// An answer with its serialized head.
#[derive(Debug)]
pub struct Ready {
    status: StatusCode,
    headers: HeaderMap,
    /// Status line and headers, up to the value of `date`.
    pub(super) head: Bytes,
    pub(super) body: Bytes,
    /// Whether the connection is closed after it.
    pub(super) is_last: bool,
}

impl Ready {
    /// Returns the status.
    pub fn status(&self) -> StatusCode {
        self.status
    }

    /// Returns the answer for hyper to write.
    pub fn response(&self) -> Response<Bytes> {
        let mut response = Response::new(self.body.clone());
        *response.status_mut() = self.status;
        response.headers_mut().clone_from(&self.headers);
        response
    }

    /// Returns the same answer with `connection: close`.
    pub(super) fn last(&self) -> Self {
        closing(self.response()).into()
    }
}

impl From<Response<Bytes>> for Ready {
    fn from(response: Response<Bytes>) -> Self {
        let is_last = is_closing(&response);
        let (mut parts, mut body) = no_sniffing(response).into_parts();
        match parts.status {
            StatusCode::NOT_MODIFIED | StatusCode::NO_CONTENT => body.clear(),
            // As the router does.
            _ if !body.is_empty() => {
                parts.headers.entry(header::CONTENT_LENGTH).or_insert(HeaderValue::from(body.len()));
            }
            _ => {}
        }
        let length = if body.is_empty() { Length::Nothing } else { Length::Known };
        let head = head(parts.status, &parts.headers, length).into();
        Self { status: parts.status, headers: parts.headers, head, body, is_last }
    }
}

/// Returns the head of an answer that is sent in chunks, up to the value of `date`.
pub(super) fn head_of_chunks<B>(response: &Response<B>) -> Vec<u8> {
    head(response.status(), response.headers(), Length::Chunked)
}

/// What the head says about the length of the body.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Length {
    Nothing,
    /// The length is in the headers.
    Known,
    Chunked,
}

/// Serializes a head exactly as hyper does.
fn head(status: StatusCode, headers: &HeaderMap, length: Length) -> Vec<u8> {
    let is_empty = length == Length::Nothing;
    let mut head = Vec::with_capacity(512);
    for part in ["HTTP/1.1 ", status.as_str(), " ", status.canonical_reason().unwrap_or("<none>"), "\r\n"] {
        head.extend_from_slice(part.as_bytes());
    }
    for (name, value) in headers.iter().filter(|(name, _)| !is_empty || **name != header::CONTENT_LENGTH) {
        for part in [name.as_str().as_bytes(), b": ", value.as_bytes(), b"\r\n"] {
            head.extend_from_slice(part);
        }
    }
    if is_empty && status != StatusCode::NOT_MODIFIED && status != StatusCode::NO_CONTENT {
        head.extend_from_slice(b"content-length: 0\r\n");
    }
    if length == Length::Chunked {
        head.extend_from_slice(b"transfer-encoding: chunked\r\n");
    }
    head.extend_from_slice(b"date: ");
    head
}

/// The date at the end of heads, formatted once a second.
#[derive(Default)]
pub(super) struct Date {
    second: i64,
    text: String,
}

impl Date {
    pub(super) fn now(&mut self) -> &str {
        let now = SystemClock.now();
        if now.timestamp() != self.second {
            self.second = now.timestamp();
            self.text = now.format("%a, %d %b %Y %H:%M:%S GMT\r\n\r\n").to_string();
        }
        &self.text
    }
}
