//! The body of a request, which records when the service has received all of it.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::body::HttpBody;
use bytes::Bytes;
use hyper::body::{Frame, Incoming, SizeHint};

use super::state::{ConnectionState, Length};

/// The body of a request.
pub(super) struct RequestBody {
    body: Incoming,
    /// The connection, if the body is chunked. Otherwise the transport knows the length.
    state: Option<Arc<ConnectionState>>,
}

impl RequestBody {
    pub(super) fn new(body: Incoming, length: Length, state: &Arc<ConnectionState>) -> Self {
        Self { body, state: (length == Length::Chunked).then(|| Arc::clone(state)) }
    }
}

impl HttpBody for RequestBody {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        let polled = Pin::new(&mut self.body).poll_frame(context);
        if let (Poll::Ready(None | Some(Err(_))), Some(state)) = (&polled, &self.state) {
            state.body_ends();
        }
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
