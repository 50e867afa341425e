//! The socket of a connection. An outlet may write to it as well, without the task of the connection.

use std::io::{ErrorKind, IoSlice, Result};
use std::net::Shutdown;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use socket2::SockRef;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;

/// A connection to a client.
pub(super) trait Socket: AsyncRead + AsyncWrite + Unpin + Send {
    /// Makes the system discard unsent bytes when the socket is dropped.
    fn forget_unsent(&self) {}

    /// Lets the system buffer as much of an answer as its send buffer holds.
    fn hold_unsent(&self) {}

    /// Returns the socket for an outlet, if there can be one.
    fn shared(&self) -> Option<Arc<TcpStream>> {
        None
    }
}

/// The socket of a client. While it is not shared, tokio reads and writes it with the fewest system calls.
pub(super) struct ClientSocket(Arc<TcpStream>);

impl From<TcpStream> for ClientSocket {
    fn from(socket: TcpStream) -> Self {
        Self(Arc::new(socket))
    }
}

impl ClientSocket {
    /// Writes when the system has room.
    fn poll_write_shared(
        &self,
        context: &mut Context<'_>,
        write: impl Fn(&TcpStream) -> Result<usize>,
    ) -> Poll<Result<usize>> {
        loop {
            ready!(self.0.poll_write_ready(context))?;
            match write(&self.0) {
                Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                written => return Poll::Ready(written),
            }
        }
    }
}

impl Socket for ClientSocket {
    fn forget_unsent(&self) {
        // If this fails, the system only keeps the bytes longer.
        let _ = self.0.set_zero_linger();
    }

    fn hold_unsent(&self) {
        // If this fails, a large answer only takes more writes.
        #[cfg(target_os = "linux")]
        let _ = SockRef::from(&*self.0).set_tcp_notsent_lowat(u32::MAX);
    }

    fn shared(&self) -> Option<Arc<TcpStream>> {
        Some(Arc::clone(&self.0))
    }
}

impl Socket for tokio::io::DuplexStream {}

impl AsyncRead for ClientSocket {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<Result<()>> {
        if let Some(own) = Arc::get_mut(&mut self.0) {
            return Pin::new(own).poll_read(context, buffer);
        }
        loop {
            ready!(self.0.poll_read_ready(context))?;
            match self.0.try_read(buffer.initialize_unfilled()) {
                Ok(length) => {
                    buffer.advance(length);
                    return Poll::Ready(Ok(()));
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                Err(error) => return Poll::Ready(Err(error)),
            }
        }
    }
}

impl AsyncWrite for ClientSocket {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<Result<usize>> {
        match Arc::get_mut(&mut self.0) {
            Some(own) => Pin::new(own).poll_write(context, bytes),
            None => self.poll_write_shared(context, |socket| socket.try_write(bytes)),
        }
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<Result<usize>> {
        match Arc::get_mut(&mut self.0) {
            Some(own) => Pin::new(own).poll_write_vectored(context, slices),
            None => self.poll_write_shared(context, |socket| socket.try_write_vectored(slices)),
        }
    }

    fn is_write_vectored(&self) -> bool {
        true
    }

    fn poll_flush(self: Pin<&mut Self>, _context: &mut Context<'_>) -> Poll<Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _context: &mut Context<'_>) -> Poll<Result<()>> {
        Poll::Ready(SockRef::from(&*self.0).shutdown(Shutdown::Write))
    }
}
