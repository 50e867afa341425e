//! Sends the same chunk to many open answers without their tasks. To run the task of a connection touches much memory
//! that is in no cache, and that costs more than all else that the program does to send a few bytes.

use std::future::poll_fn;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::Poll;

use bytes::{Bytes, BytesMut};
use futures::task::AtomicWaker;
use tokio::net::TcpStream;

/// Bytes with the frame of a chunk.
#[derive(Debug, Clone)]
pub struct Chunk(Bytes);

impl Chunk {
    /// Frames bytes, of which there must be at least one: an empty chunk ends an answer.
    pub fn new(bytes: &[u8]) -> Self {
        let length = format!("{:X}\r\n", bytes.len());
        let mut chunk = BytesMut::with_capacity(length.len() + bytes.len() + 2);
        for part in [length.as_bytes(), bytes, b"\r\n"] {
            chunk.extend_from_slice(part);
        }
        Self(chunk.freeze())
    }
}

/// A way to an open answer that is sent in chunks. The handler adds an `Arc` of it to the extensions of its response, and
/// the server opens it, if it sends the answer itself.
#[derive(Debug, Default)]
pub struct Outlet {
    state: Mutex<State>,
    /// The task of the connection.
    task: AtomicWaker,
}

#[derive(Debug, Default)]
struct State {
    socket: Option<Arc<TcpStream>>,
    /// Whether the task of the connection has nothing to send.
    is_idle: bool,
    /// What the system did not take of a chunk.
    rest: Bytes,
}

/// Closes an outlet when it is dropped.
pub(super) struct Opened<'a>(&'a Outlet);

impl Drop for Opened<'_> {
    fn drop(&mut self) {
        *self.0.lock() = State::default();
    }
}

impl Outlet {
    /// Sends a chunk after everything that the body has given. Returns `false` if nothing was sent: the outlet is not open,
    /// is paused, or the client reads too slowly. Then the bytes must be given by the body.
    pub fn try_send(&self, chunk: &Chunk) -> bool {
        let mut state = self.lock();
        let Some(socket) = state.socket.as_ref().filter(|_| state.is_idle) else { return false };
        // The task of the connection gets the same error.
        let Ok(written) = socket.try_write(&chunk.0) else { return false };
        if written < chunk.0.len() {
            state.is_idle = false;
            state.rest = chunk.0.slice(written..);
            drop(state);
            self.task.wake();
        }
        true
    }

    /// Stops chunks until the next bytes of the body are sent. A body calls it before it decides what it gives.
    pub fn pause(&self) {
        self.lock().is_idle = false;
    }

    /// Returns whether the server sends the answer through it.
    pub fn is_open(&self) -> bool {
        self.lock().socket.is_some()
    }

    /// Opens it. It is paused at first.
    pub(super) fn open(&self, socket: Option<Arc<TcpStream>>) -> Opened<'_> {
        self.lock().socket = socket;
        Opened(self)
    }

    /// Ends a pause.
    pub(super) fn resume(&self) {
        self.lock().is_idle = true;
    }

    /// Waits until the system has not taken a chunk whole.
    pub(super) async fn has_rest(&self) {
        poll_fn(|context| {
            self.task.register(context.waker());
            if self.lock().rest.is_empty() { Poll::Pending } else { Poll::Ready(()) }
        })
        .await;
    }

    /// Pauses it, and returns what the system has not taken of a chunk, which must be sent before anything else.
    pub(super) fn take_rest(&self) -> Bytes {
        let mut state = self.lock();
        state.is_idle = false;
        std::mem::take(&mut state.rest)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    #[tokio::test]
    async fn chunks_are_sent_while_the_task_has_nothing_to_send_and_their_rest_is_left_to_it() {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let socket = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let mut client = listener.accept().unwrap().0;
        socket.writable().await.unwrap();
        let (outlet, chunk) = (Outlet::default(), Chunk::new(&[b'x'; 100_000]));
        assert!(!outlet.try_send(&chunk), "it is not open");
        let opened = outlet.open(Some(Arc::new(socket)));
        assert!(!outlet.try_send(&chunk), "the body has not begun");
        outlet.resume();
        let mut sent = 0;
        while outlet.try_send(&chunk) {
            sent += 1;
        }
        assert!(sent > 0 && outlet.lock().rest.len() < chunk.0.len());
        let rest = outlet.take_rest();
        let mut received = vec![0; sent * chunk.0.len() - rest.len()];
        client.read_exact(&mut received).unwrap();
        received.extend(rest);
        assert!(received == chunk.0.repeat(sent), "{sent} chunks");
        outlet.resume();
        outlet.pause();
        assert!(outlet.is_open() && !outlet.try_send(&chunk));
        drop(opened);
        assert!(!outlet.is_open() && !outlet.try_send(&chunk));
    }

    #[test]
    fn a_chunk_has_its_length_in_hexadecimal() {
        assert_eq!(Chunk::new(b"0123456789").0, "A\r\n0123456789\r\n");
    }
}
