//! Reads the rest of a refused request's body in the background, for a limited time. If the server closed the
//! connection with unread data, the client's system would discard the answer. After a large body, or one for which the
//! client waits to be asked, the connection is closed, and the answer says so.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, HttpBody};
use axum::extract::Request;
use axum::http::header;
use bytes::Bytes;
use http_body_util::BodyExt;
use hyper::body::{Frame, SizeHint};

/// The largest refused body after which the connection takes further requests.
const SMALL: u64 = 64 * 1024;
/// Maximum number of bytes read from a refused body.
const MOST_BYTES: usize = 64 * 1024 * 1024;
/// Maximum time for reading them.
const LONGEST: Duration = Duration::from_secs(10);

/// Wraps the body of a request so that it is read to its end even if the request is refused. The flag is set if the
/// connection ends with the answer.
pub(crate) fn drained(request: Request) -> (Request, Arc<AtomicBool>) {
    let is_last = Arc::new(AtomicBool::new(false));
    let asks_first = request.headers().contains_key(header::EXPECT);
    if request.body().is_end_stream() {
        return (request, is_last);
    }
    let drained = |body| DrainedBody { body, ended: false, asks_first, is_last: Arc::clone(&is_last) };
    (request.map(|body| Body::new(drained(body))), is_last)
}

/// A body that is read to its end when it is dropped.
struct DrainedBody {
    body: Body,
    ended: bool,
    /// The client waits for `100 Continue`, which the server sends at the first read.
    asks_first: bool,
    is_last: Arc<AtomicBool>,
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
        if self.ended || self.body.is_end_stream() {
            return;
        }
        let is_small = self.body.size_hint().upper().is_some_and(|bytes| bytes <= SMALL);
        self.is_last.store(self.asks_first || !is_small, Ordering::Relaxed);
        if self.asks_first {
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
