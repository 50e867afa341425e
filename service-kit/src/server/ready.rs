//! An answer that is made once and given to many: its head is written out already, but for the date.

use axum::http::{HeaderMap, HeaderValue, Response, StatusCode, header};
use bytes::Bytes;

use super::refusal::{closing, is_closing};
use crate::clock::{Clock, SystemClock};

/// Keeps browsers from taking an answer for something else than its `Content-Type` says. Every answer has it.
pub(super) fn no_sniffing<B>(mut response: Response<B>) -> Response<B> {
    response.headers_mut().insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    response
}

/// An answer with its head in letters.
#[derive(Debug)]
pub struct Ready {
    status: StatusCode,
    headers: HeaderMap,
    /// Status line and headers, up to where the date is told.
    pub(super) head: Bytes,
    pub(super) body: Bytes,
    /// Whether it is the last one on its connection.
    pub(super) is_last: bool,
}

impl Ready {
    /// The status.
    pub fn status(&self) -> StatusCode {
        self.status
    }

    /// The answer, to be written by hyper.
    pub fn response(&self) -> Response<Bytes> {
        let mut response = Response::new(self.body.clone());
        *response.status_mut() = self.status;
        response.headers_mut().clone_from(&self.headers);
        response
    }

    /// The same as the last answer on a connection.
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
            // As the router does it.
            _ if !body.is_empty() => {
                parts.headers.entry(header::CONTENT_LENGTH).or_insert(HeaderValue::from(body.len()));
            }
            _ => {}
        }
        let head = head(parts.status, &parts.headers, body.is_empty()).into();
        Self { status: parts.status, headers: parts.headers, head, body, is_last }
    }
}

/// As hyper writes it, letter by letter.
fn head(status: StatusCode, headers: &HeaderMap, is_empty: bool) -> Vec<u8> {
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
    head.extend_from_slice(b"date: ");
    head
}

/// The time as answers tell it at the end of their heads, written once a second.
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
