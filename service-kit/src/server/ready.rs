//! An answer that is made once and given to many: its head is written out already, but for the date.

use std::io::Write;

use axum::http::{HeaderMap, Response, StatusCode, header};
use bytes::Bytes;

/// An answer with its head in letters.
#[derive(Debug)]
pub struct Ready {
    status: StatusCode,
    headers: HeaderMap,
    /// Status line and headers, up to where the date is told.
    pub(super) head: Bytes,
    pub(super) body: Bytes,
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
}

impl From<Response<Bytes>> for Ready {
    fn from(response: Response<Bytes>) -> Self {
        let (parts, body) = response.into_parts();
        let head = head(parts.status, &parts.headers, body.len()).into();
        Self { status: parts.status, headers: parts.headers, head, body }
    }
}

/// As hyper writes it, letter by letter.
fn head(status: StatusCode, headers: &HeaderMap, length: usize) -> Vec<u8> {
    let mut head = Vec::with_capacity(512);
    for part in ["HTTP/1.1 ", status.as_str(), " ", status.canonical_reason().unwrap_or_default(), "\r\n"] {
        head.extend_from_slice(part.as_bytes());
    }
    for (name, value) in headers.iter().filter(|(name, _)| **name != header::CONTENT_LENGTH) {
        for part in [name.as_str().as_bytes(), b": ", value.as_bytes(), b"\r\n"] {
            head.extend_from_slice(part);
        }
    }
    if status != StatusCode::NOT_MODIFIED {
        // Memory takes whatever is written.
        let _ = write!(head, "content-length: {length}\r\n");
    }
    head.extend_from_slice(b"date: ");
    head
}
