//! The byte stream of a connection, with two limits that hyper does not have: for the memory of large unfinished heads
//! of all clients, and for the time in which a client reads nothing of its answer.

use std::io::{Error, ErrorKind, IoSlice, Result};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, ReadBuf, Take};
use tokio::net::TcpStream;
use tokio::time::Sleep;

use super::counting::{count_dropped, count_refused};
use crate::quota::QuotaShare;

/// Bytes of a head that every connection may receive. Most heads are smaller.
pub(super) const SMALL_HEAD: usize = 8 * 1024;
/// Maximum number of bytes received of a head. The limit for what it contains is lower, and its refusal says more.
pub(super) const MOST_HEAD: usize = 64 * 1024;
/// Maximum number of bytes passed to hyper at a time: it doubles its reads whenever one has 8 KiB.
const PIECE: u64 = 8 * 1024 - 1;
/// Memory of a head that is not small: hyper doubles its buffer when it is full.
const LARGE_HEAD: usize = 2 * MOST_HEAD;

/// The byte stream of a connection.
pub(super) struct ClientStream {
    socket: Take<TcpStream>,
    /// Whether the service works on a request, so that received bytes belong to its body.
    is_in_request: Arc<AtomicBool>,
    /// Bytes received of a head.
    head: usize,
    memory: QuotaShare,
    /// Time in which the client must read something.
    stalled_limit: Duration,
    /// Set while a write waits.
    stalled: Option<Pin<Box<Sleep>>>,
}

impl ClientStream {
    pub(super) fn new(socket: TcpStream, memory: QuotaShare, stalled_limit: Duration) -> Self {
        Self {
            socket: socket.take(PIECE),
            is_in_request: Arc::default(),
            head: 0,
            memory,
            stalled_limit,
            stalled: None,
        }
    }

    /// Returns the flag that the service sets while it works on a request.
    pub(super) fn is_in_request(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.is_in_request)
    }

    pub(super) fn into_socket(self) -> TcpStream {
        self.socket.into_inner()
    }

    /// Counts received bytes of a head.
    fn count_head(&mut self, bytes: usize) -> Result<()> {
        if self.is_in_request.load(Ordering::Relaxed) {
            return Ok(());
        }
        let was_small = self.head <= SMALL_HEAD;
        self.head += bytes;
        if was_small && self.head > SMALL_HEAD && !self.memory.take(LARGE_HEAD) {
            count_refused("no_room");
            return Err(Error::new(ErrorKind::OutOfMemory, "there is no room for another large head"));
        }
        Ok(())
    }

    /// Returns the result of a write, and limits the time that a write may wait.
    fn bounded<T>(&mut self, context: &mut Context<'_>, written: Poll<Result<T>>) -> Poll<Result<T>> {
        if written.is_ready() {
            self.stalled = None;
            return written;
        }
        let limit = self.stalled_limit;
        ready!(self.stalled.get_or_insert_with(|| Box::pin(tokio::time::sleep(limit))).as_mut().poll(context));
        count_dropped("stalled_answer_seconds");
        // The system forgets what it has not sent. If this fails, it only keeps the bytes longer.
        let _ = self.socket.get_ref().set_zero_linger();
        Poll::Ready(Err(Error::new(ErrorKind::TimedOut, "the client does not read its answer")))
    }
}

impl AsyncRead for ClientStream {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<Result<()>> {
        let before = buffer.filled().len();
        self.socket.set_limit(PIECE);
        ready!(Pin::new(&mut self.socket).poll_read(context, buffer))?;
        Poll::Ready(self.count_head(buffer.filled().len() - before))
    }
}

impl AsyncWrite for ClientStream {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<Result<usize>> {
        self.poll_write_vectored(context, &[IoSlice::new(bytes)])
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<Result<usize>> {
        // The head before an answer was used.
        self.head = 0;
        self.memory.give_back();
        let written = Pin::new(self.socket.get_mut()).poll_write_vectored(context, slices);
        self.bounded(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        true
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<()>> {
        Pin::new(self.socket.get_mut()).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<()>> {
        Pin::new(self.socket.get_mut()).poll_shutdown(context)
    }
}
