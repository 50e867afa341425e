//! Lets a handler close the connection of its request. An error in the response body is not enough if the client reads
//! nothing: while hyper waits for the client, it does not poll the body.

use std::future::poll_fn;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::Poll;

use tokio::sync::Notify;

/// Closes the connection of a request. The server adds it to the extensions of every request for the router.
#[derive(Debug, Clone, Default)]
pub struct HangUp(Arc<Line>);

#[derive(Debug, Default)]
struct Line {
    is_over: AtomicBool,
    over: Notify,
}

impl HangUp {
    /// Closes the connection immediately.
    pub fn now(&self) {
        self.0.is_over.store(true, Ordering::Release);
        self.0.over.notify_waiters();
    }

    /// Completes when the connection should be closed. It is polled often, always by the same task, so it registers its waker
    /// once and then checks a flag.
    pub(super) async fn is_wanted(&self) {
        let mut over = pin!(self.0.over.notified());
        let mut registered = false;
        poll_fn(|context| {
            if self.0.is_over.load(Ordering::Acquire) {
                return Poll::Ready(());
            }
            if !registered {
                registered = true;
                return over.as_mut().poll(context);
            }
            Poll::Pending
        })
        .await;
    }
}
