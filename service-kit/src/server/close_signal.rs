//! The early end of a connection.

use std::sync::atomic::{AtomicU8, Ordering};
use std::task::{Context, Poll};

use futures::task::AtomicWaker;

/// Why the server closes a connection early.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CloseReason {
    /// Other connections need its place.
    Place = 1,
    /// Its address has too many idle connections.
    Address,
    /// Other requests need the memory of its unfinished request.
    Memory,
    /// Its client reads an answer too slowly.
    Slow,
}

impl CloseReason {
    /// Returns the name of the exceeded limit.
    fn limit(self) -> &'static str {
        match self {
            Self::Place => "max_connections",
            Self::Address => "max_idle_connections_per_address",
            Self::Memory => "unauthenticated_memory",
            Self::Slow => "min_read_rate",
        }
    }
}

/// Tells the task of a connection to close it.
#[derive(Debug, Default)]
pub(super) struct CloseSignal {
    /// The reason, or 0.
    reason: AtomicU8,
    task: AtomicWaker,
}

impl CloseSignal {
    /// Tells the task of the connection to close it.
    pub(super) fn close(&self, closing: CloseReason) {
        metrics::counter!("crosstable_http_connections_dropped_total", "limit" => closing.limit()).increment(1);
        self.reason.store(closing as u8, Ordering::Release);
        self.task.wake();
    }

    /// Returns why the connection must be closed, once it must. The first call registers its task; later calls only read a flag.
    pub(super) fn poll(&self, context: &Context<'_>, is_registered: &mut bool) -> Poll<CloseReason> {
        if !*is_registered {
            *is_registered = true;
            self.task.register(context.waker());
        }
        match self.reason.load(Ordering::Acquire) {
            0 => Poll::Pending,
            1 => Poll::Ready(CloseReason::Place),
            2 => Poll::Ready(CloseReason::Address),
            3 => Poll::Ready(CloseReason::Memory),
            _ => Poll::Ready(CloseReason::Slow),
        }
    }
}
