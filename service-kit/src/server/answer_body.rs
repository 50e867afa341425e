//! The body of an answer, which records when hyper has received all of it.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::body::HttpBody;
use hyper::body::{Frame, SizeHint};

use super::state::ConnectionState;

/// The body of an answer. hyper drops it after its last bytes.
pub(super) struct AnswerBody<B> {
    body: B,
    state: Arc<ConnectionState>,
}

impl<B> AnswerBody<B> {
    pub(super) fn new(body: B, state: Arc<ConnectionState>) -> Self {
        Self { body, state }
    }
}

impl<B> Drop for AnswerBody<B> {
    fn drop(&mut self) {
        self.state.is_answered();
    }
}

impl<B: HttpBody + Unpin> HttpBody for AnswerBody<B> {
    type Data = B::Data;
    type Error = B::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<B::Data>, B::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
