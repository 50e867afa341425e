//! A refusal may be given before a body was read to its end. If the connection were closed then, the client's system would
//! drop the answer with the bytes that found nobody: so what is left of the body is read in the background, for a while.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, HttpBody};
use axum::extract::Request;
use axum::http::header;
use bytes::Bytes;
use http_body_util::BodyExt;
use hyper::body::{Frame, SizeHint};

/// Bytes of a refused body that are read at most.
const MOST_BYTES: usize = 64 * 1024 * 1024;
/// How long they are read at most.
const LONGEST: Duration = Duration::from_secs(10);

/// A request whose body is read to its end even if the request is refused.
pub(crate) fn lingering(request: Request) -> Request {
    let asks_first = request.headers().contains_key(header::EXPECT);
    if request.body().is_end_stream() {
        return request;
    }
    request.map(|body| Body::new(Lingering { body, ended: false, asks_first }))
}

/// A body whose rest is read when it is dropped.
struct Lingering {
    body: Body,
    ended: bool,
    /// The client sends nothing before it was told to go on, which happens with the first read.
    asks_first: bool,
}

impl HttpBody for Lingering {
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

impl Drop for Lingering {
    fn drop(&mut self) {
        if self.ended || self.asks_first || self.body.is_end_stream() {
            return;
        }
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(tokio::time::timeout(LONGEST, read_away(std::mem::take(&mut self.body))));
        }
    }
}

async fn read_away(mut body: Body) {
    let mut left = MOST_BYTES;
    while let Some(Ok(frame)) = body.frame().await {
        let bytes = frame.data_ref().map_or(0, Bytes::len);
        match left.checked_sub(bytes) {
            Some(rest) => left = rest,
            None => return,
        }
    }
}
