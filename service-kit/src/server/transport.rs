//! The byte stream of a connection. Plain requests are read from it, and hyper reads from and writes to it.
//!
//! It receives complete heads before they are parsed, within limits of time, size and the memory budget, and passes
//! hyper one request at a time. So the memory of unfinished heads is counted, the server stops reading from a client
//! that does not read its answers, and hyper's bare refusals are replaced by problems.
//!
//! While the service works on a request, the transport checks whether the client has left.

use std::future::poll_fn;
use std::io::{Error, ErrorKind, IoSlice, Result};
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use bytes::{Buf, BufMut, BytesMut};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep};

use super::close_signal::CloseReason;
use super::head::{ClientTimeout, MOST_HEAD, empty_lines, end_of_head, is_not_http};
use super::lingering_close;
use super::refusal::Refusal;
use super::socket::Socket;
use super::state::{ConnectionState, Length};
use crate::lifecycle::Stop;

/// Bytes of a head that every connection may receive outside the memory budget. Most heads are smaller.
pub(super) const FREE: usize = 2048;
/// Maximum number of bytes passed to hyper at a time: it doubles its buffer whenever 8 KiB are filled.
const PIECE: usize = 8 * 1024 - 1;

/// The byte stream of a connection.
pub(super) struct Transport<S> {
    socket: S,
    pub(super) state: Arc<ConnectionState>,
    stop: Stop,
    /// Bytes received but not used yet. They begin with a head, unless the body of a request is being read.
    received: BytesMut,
    /// Length of the beginning of `received` that contains no end of a head.
    searched: usize,
    /// Whether the beginning of the next head is not HTTP.
    is_hopeless: Option<bool>,
    /// Bytes of `received` that are counted in the memory budget.
    held: usize,
    reading: Reading,
    /// Whether the answers to all requests so far have been passed to the system.
    is_settled: bool,
    /// Whether anything was written since the last answer.
    has_written: bool,
    /// Whether the client has left while the service works on its request.
    has_left: bool,
    timeout: ClientTimeout,
    /// When the first wait for the request's body began.
    body_since: Option<Instant>,
    /// Whether the system may buffer more of an answer than for unauthenticated callers.
    holds_unsent: bool,
    /// Set while a write waits.
    stalled: Option<Pin<Box<Sleep>>>,
    refusal: Option<Refusal>,
}

/// The bytes that hyper gets next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reading {
    /// A head, from its beginning.
    Head,
    /// The given number of bytes of a head's rest.
    RestOfHead(usize),
    /// Nothing: hyper has a complete head and has not called the service yet. Anything it writes now is its own answer.
    Judged,
    /// The given number of bytes of a body.
    Body(u64),
    /// A chunked body and whatever follows.
    Chunks,
    /// Nothing until the request is answered.
    Nothing,
}

impl<S: Socket> Transport<S> {
    pub(super) fn new(socket: S, state: Arc<ConnectionState>, stop: Stop) -> Self {
        let timeout = ClientTimeout::new(state.times.head);
        Self {
            socket,
            state,
            stop,
            received: BytesMut::with_capacity(FREE),
            searched: 0,
            is_hopeless: None,
            held: 0,
            reading: Reading::Head,
            is_settled: true,
            has_written: false,
            has_left: false,
            timeout,
            body_since: None,
            holds_unsent: false,
            stalled: None,
            refusal: None,
        }
    }

    /// Returns the bytes that were received but not used yet.
    pub(super) fn received(&self) -> &[u8] {
        &self.received
    }

    /// Waits until a complete head has been received and returns its length. Returns `None` if there will be none: the
    /// client has left, was idle too long or is refused, or the server stops. Bytes equal to the `known` head are not
    /// searched.
    ///
    /// A head that hyper will certainly refuse counts as complete.
    pub(super) fn poll_head(&mut self, context: &mut Context<'_>, known: &[u8]) -> Poll<Result<Option<usize>>> {
        loop {
            if let Some(length) = self.find_head(known) {
                self.state.works();
                return Poll::Ready(Ok(Some(length)));
            }
            if self.received.is_empty() && self.stop.is_stopping() {
                return Poll::Ready(Ok(None));
            }
            if let Err(refusal) = self.make_room() {
                self.refusal = Some(refusal);
                return Poll::Ready(Ok(None));
            }
            match poll_receive(&mut self.socket, context, &mut self.received) {
                Poll::Ready(Ok(0)) => return Poll::Ready(Ok(None)),
                Poll::Ready(Ok(_)) => {}
                Poll::Ready(Err(error)) => return Poll::Ready(Err(error)),
                Poll::Pending => {
                    self.state.waits(self.timeout.since);
                    ready!(self.timeout.poll_elapsed(context));
                    self.refusal = (!self.received.is_empty()).then_some(Refusal::Late);
                    return Poll::Ready(Ok(None));
                }
            }
        }
    }

    /// Returns the length of the head at the beginning of `received`, if it is complete.
    fn find_head(&mut self, known: &[u8]) -> Option<usize> {
        if !known.is_empty() && self.received[..] == *known {
            return Some(known.len());
        }
        if self.received.is_empty() {
            return None;
        }
        if self.searched == 0 {
            self.received.advance(empty_lines(&self.received));
        }
        if let Some(end) = end_of_head(&self.received, self.searched) {
            return Some(end);
        }
        if self.searched == 0 && !self.received.is_empty() {
            // The time limit of a head begins with its first byte.
            self.timeout.since = Instant::now();
        }
        self.searched = self.received.len();
        // Like hyper, which judges the beginning first and then waits for the end.
        let received = &self.received;
        let is_hopeless = *self.is_hopeless.get_or_insert_with(|| is_not_http(received));
        is_hopeless.then_some(self.received.len())
    }

    /// Makes room for more of a head, within the limits of size and memory.
    fn make_room(&mut self) -> std::result::Result<(), Refusal> {
        let length = self.received.len();
        if length >= MOST_HEAD {
            return Err(Refusal::TooLarge);
        }
        if length == self.received.capacity() {
            self.received.reserve(length.max(FREE).min(MOST_HEAD - length));
        }
        let taken = self.received.capacity().saturating_sub(FREE);
        if taken > self.held {
            let more = taken - self.held;
            self.state.memory.hold(self.state.network, more).map_err(|_| Refusal::NoRoom)?;
            self.held = taken;
        }
        Ok(())
    }

    /// Discards the head, of which the last `rest` bytes are still in `received`.
    pub(super) fn head_is_used(&mut self, rest: usize) {
        if rest == self.received.len() {
            self.received.clear();
        } else {
            self.received.advance(rest);
        }
        self.searched = 0;
        self.is_hopeless = None;
        if self.held > 0 {
            // Does not keep a large buffer for what may be a few bytes.
            let mut received = BytesMut::with_capacity(self.received.len().max(FREE));
            received.extend_from_slice(&self.received);
            self.received = received;
            self.held = 0;
        }
    }

    /// Gives back the buffer of requests and the timer, while a long answer is sent.
    pub(super) fn release_memory(&mut self) {
        if self.received.is_empty() {
            self.received = BytesMut::new();
        }
        self.timeout.release();
    }

    /// Returns the socket for an outlet, if there can be one.
    pub(super) fn shared(&self) -> Option<Arc<TcpStream>> {
        self.socket.shared()
    }

    /// Records that the request is answered, so that the connection is idle from now on.
    pub(super) fn is_answered(&mut self) {
        self.timeout.since = Instant::now();
        self.state.waits(self.timeout.since);
        self.has_written = false;
        self.state.memory.release();
    }

    /// Waits until the client leaves. Bytes that arrive meanwhile are received up to the size of the buffer.
    pub(super) async fn left(&mut self) {
        poll_fn(|context| self.poll_left(context)).await;
    }

    fn poll_left(&mut self, context: &mut Context<'_>) -> Poll<()> {
        while self.received.len() < FREE {
            let room = FREE - self.received.len();
            match poll_receive(&mut self.socket, context, &mut (&mut self.received).limit(room)) {
                Poll::Ready(Ok(bytes)) if bytes > 0 => {}
                Poll::Ready(_) => return Poll::Ready(()),
                Poll::Pending => break,
            }
        }
        Poll::Pending
    }

    /// Ends the connection. `closing` is the reason, if the server closes it early. A client that sent part of a
    /// request and has received nothing gets an answer with the reason. A client that was answered before its body was
    /// read keeps its answer.
    pub(super) async fn end(mut self, closing: Option<CloseReason>) {
        if self.stalled.is_some() || closing == Some(CloseReason::Slow) {
            return self.socket.forget_unsent();
        }
        let is_in_body = match self.reading {
            Reading::Body(_) => true,
            Reading::Chunks => !self.state.has_body_ended(),
            _ => false,
        };
        let is_in_head = self.reading == Reading::Head && !self.received.is_empty();
        let is_unfinished = is_in_head || is_in_body && !self.is_settled;
        let refusal = self.refusal.or(match self.reading {
            // hyper gives no answer to some malformed requests.
            Reading::RestOfHead(_) | Reading::Judged => Some(Refusal::Malformed),
            _ => (closing.is_some() && is_unfinished && !self.has_written).then_some(Refusal::NoRoom),
        });
        if refusal.is_none() && !(is_in_body && self.is_settled) {
            return;
        }
        // The part of a head that hyper received is no longer available.
        let head = if is_in_head { &self.received[..] } else { &[] };
        let answer = refusal.map(|refusal| {
            metrics::counter!("crosstable_http_refused_total", "reason" => refusal.name()).increment(1);
            refusal.answer(head)
        });
        self.received = BytesMut::new();
        self.state.memory.release();
        self.state.waits(Instant::now());
        lingering_close::close(&mut self.socket, answer.as_ref()).await;
    }

    /// Checks whether hyper has called the service, and records the length of the body.
    fn check_call(&mut self) -> bool {
        let called = (self.reading == Reading::Judged).then(|| self.state.take_call()).flatten();
        if let Some(length) = called {
            self.is_settled = false;
            self.body_since = None;
            self.reading = match length {
                Length::Known(0) => Reading::Nothing,
                Length::Known(bytes) => Reading::Body(bytes),
                Length::Chunked => Reading::Chunks,
            };
        }
        called.is_some()
    }

    /// Passes hyper a piece of the head.
    fn give_head(&mut self, length: usize, buffer: &mut ReadBuf<'_>) {
        let piece = length.min(PIECE).min(buffer.remaining());
        buffer.put_slice(&self.received[..piece]);
        if piece == length {
            self.head_is_used(piece);
            self.reading = Reading::Judged;
        } else {
            self.received.advance(piece);
            self.reading = Reading::RestOfHead(length - piece);
        }
    }

    /// Passes hyper at most `most` bytes of a body.
    fn poll_body(&mut self, context: &mut Context<'_>, most: u64, buffer: &mut ReadBuf<'_>) -> Poll<Result<u64>> {
        let most = usize::try_from(most).unwrap_or(PIECE).min(PIECE).min(buffer.remaining());
        if !self.received.is_empty() {
            let piece = most.min(self.received.len());
            buffer.put_slice(&self.received[..piece]);
            self.received.advance(piece);
            return Poll::Ready(Ok(piece as u64));
        }
        let mut room = ReadBuf::new(buffer.initialize_unfilled_to(most));
        match Pin::new(&mut self.socket).poll_read(context, &mut room) {
            Poll::Ready(Ok(())) => {
                let piece = room.filled().len();
                buffer.advance(piece);
                self.state.works();
                Poll::Ready(Ok(piece as u64))
            }
            Poll::Ready(Err(error)) => Poll::Ready(Err(error)),
            Poll::Pending => {
                self.state.waits_for_body(*self.body_since.get_or_insert_with(Instant::now));
                Poll::Pending
            }
        }
    }

    /// Returns the result of a write, and limits the time that a write may wait.
    fn bounded<T>(&mut self, context: &mut Context<'_>, written: Poll<Result<T>>) -> Poll<Result<T>> {
        if written.is_ready() {
            if self.stalled.take().is_some() {
                self.state.works();
            }
            return written;
        }
        if !self.holds_unsent && self.state.is_caller_known() {
            self.holds_unsent = true;
            self.socket.hold_unsent();
        }
        let state = &self.state;
        let timer = self.stalled.get_or_insert_with(|| {
            let now = Instant::now();
            state.waits(now);
            Box::pin(tokio::time::sleep_until(now + state.times.stalled))
        });
        ready!(timer.as_mut().poll(context));
        Poll::Ready(Err(Error::new(ErrorKind::TimedOut, "the client does not read its answer")))
    }
}

/// Receives available bytes into the free part of the buffer.
fn poll_receive(
    socket: &mut (impl AsyncRead + Unpin),
    context: &mut Context<'_>,
    room: &mut impl BufMut,
) -> Poll<Result<usize>> {
    pin!(socket.read_buf(room)).poll(context)
}

impl<S: Socket> AsyncRead for Transport<S> {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<Result<()>> {
        let this = &mut *self;
        this.check_call();
        match this.reading {
            Reading::Nothing if !this.is_settled => {
                if !this.has_left {
                    return Poll::Pending;
                }
            }
            Reading::Head | Reading::Judged | Reading::Nothing => {
                this.reading = Reading::Head;
                if let Some(length) = ready!(this.poll_head(context, &[]))? {
                    if length > PIECE {
                        // hyper keeps the buffer for such a head until the connection is closed.
                        this.state.ends_with_request();
                    }
                    this.give_head(length, buffer);
                }
            }
            Reading::RestOfHead(length) => this.give_head(length, buffer),
            Reading::Body(left) => {
                let piece = ready!(this.poll_body(context, left, buffer))?;
                this.reading = if piece == left { Reading::Nothing } else { Reading::Body(left - piece) };
            }
            Reading::Chunks => drop(ready!(this.poll_body(context, u64::MAX, buffer))?),
        }
        Poll::Ready(Ok(()))
    }
}

impl<S: Socket> AsyncWrite for Transport<S> {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<Result<usize>> {
        self.poll_write_vectored(context, &[IoSlice::new(bytes)])
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<Result<usize>> {
        let this = &mut *self;
        if matches!(this.reading, Reading::RestOfHead(_) | Reading::Judged) && !this.check_call() {
            let answer = slices.iter().find(|slice| !slice.is_empty());
            this.refusal = this.refusal.or(answer.map(|answer| Refusal::of_hyper(answer)));
            return Poll::Ready(Ok(slices.iter().map(|slice| slice.len()).sum()));
        }
        this.has_written = true;
        let written = Pin::new(&mut this.socket).poll_write_vectored(context, slices);
        this.bounded(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.socket.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<()>> {
        let this = &mut *self;
        let flushed = Pin::new(&mut this.socket).poll_flush(context);
        ready!(this.bounded(context, flushed))?;
        let is_answered = this.state.take_answered();
        if is_answered {
            this.is_settled = true;
            this.is_answered();
        }
        // hyper flushes after it has called the service. So a client that closes its sending side still gets an answer
        // that is available at once.
        let looks = is_answered || this.reading == Reading::Nothing && !this.is_settled;
        let has_left = looks && this.poll_left(context).is_ready();
        // Requests that arrived before the end are answered first.
        this.has_left = !is_answered && (this.has_left || has_left);
        if has_left || this.has_left || is_answered && !this.received.is_empty() {
            // hyper has already looked for more.
            context.waker().wake_by_ref();
        }
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<()>> {
        let this = &mut *self;
        if this.refusal.is_some() {
            return Poll::Ready(Ok(()));
        }
        let closed = Pin::new(&mut this.socket).poll_shutdown(context);
        this.bounded(context, closed)
    }
}
