//! Reads the rest of a refused request's body in the background, for a limited time. If the server closed the
//! connection with unread data, the client's system would discard the answer.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, HttpBody};
use axum::extract::Request;
use axum::http::header;
use bytes::Bytes;
use http_body_util::BodyExt;
use hyper::body::{Frame, SizeHint};

/// Maximum number of bytes read from a refused body.
const MOST_BYTES: usize = 64 * 1024 * 1024;
/// Maximum time for reading them.
const LONGEST: Duration = Duration::from_secs(10);

/// Wraps the body of a request so that it is read to its end even if the request is refused.
pub(crate) fn drained(request: Request) -> Request {
    let asks_first = request.headers().contains_key(header::EXPECT);
    if request.body().is_end_stream() {
        return request;
    }
    request.map(|body| Body::new(DrainedBody { body, ended: false, asks_first }))
}

/// A body that is read to its end when it is dropped.
struct DrainedBody {
    body: Body,
    ended: bool,
    /// The client waits for `100 Continue`, which the server sends at the first read.
    asks_first: bool,
}

impl HttpBody for DrainedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        self.asks_first = false;
        let polled = Pin::new(&mut self.body).poll_frame(context);
        self.ended |= matches!(polled, Poll::Ready(None | Some(Err(_))));
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for DrainedBody {
    fn drop(&mut self) {
        if self.ended || self.asks_first || self.body.is_end_stream() {
            return;
        }
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(tokio::time::timeout(LONGEST, discard(std::mem::take(&mut self.body))));
        }
    }
}

async fn discard(mut body: Body) {
    let mut left = MOST_BYTES;
    while let Some(Ok(frame)) = body.frame().await {
        let bytes = frame.data_ref().map_or(0, Bytes::len);
        match left.checked_sub(bytes) {
            Some(rest) => left = rest,
            None => return,
        }
    }
}
