//! Receives request bodies. Bodies of unauthenticated clients count against a quota of memory until the caller is
//! authenticated.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::body::{Body, HttpBody};
use bytes::{Bytes, BytesMut};
use http_body_util::BodyExt;
use tokio::task::futures::TaskLocalFuture;

use crate::limits::Limits;
use crate::message;
use crate::problem::Problem;
use crate::quota::QuotaShare;

/// Memory of a request that waits for its body, without the body: connection buffers and request state.
const OVERHEAD: usize = 16 * 1024;

tokio::task_local! {
    static CURRENT: Intake;
}

/// The limits for the body of the request that the current task handles.
pub(crate) struct Intake {
    /// The memory of the request; `None` once its caller is authenticated.
    memory: Mutex<Option<QuotaShare>>,
    /// Time for the body.
    time: Duration,
}

impl Intake {
    pub(crate) fn new(memory: QuotaShare, time: Duration) -> Self {
        Self { memory: Mutex::new(Some(memory)), time }
    }

    /// Runs `work` on behalf of the request.
    pub(crate) fn answers<F: Future>(self, work: F) -> TaskLocalFuture<Self, F> {
        CURRENT.scope(self, work)
    }

    fn hold(&self, bytes: usize) -> Result<(), NotReceived> {
        let has_room = self.lock().as_mut().is_none_or(|memory| memory.take(bytes));
        if has_room { Ok(()) } else { Err(NotReceived::NoRoom) }
    }

    fn lock(&self) -> MutexGuard<'_, Option<QuotaShare>> {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Marks the caller of the current request as authenticated, so that its body no longer counts against the quota.
pub fn caller_is_known() {
    // Without a server, as in some tests, nothing is counted.
    let _ = CURRENT.try_with(|current| current.lock().take());
}

/// Why a body was not received.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotReceived {
    /// It is too large.
    #[error("the body has more than {most} bytes")]
    TooLarge {
        /// The limit in bytes.
        most: usize,
        /// The declared size in bytes, if any.
        declared: Option<u64>,
    },
    /// It did not arrive in time.
    #[error("the body did not arrive in time")]
    Late,
    /// The connection was lost before its end.
    #[error("the body is incomplete")]
    BrokenOff,
    /// Unauthenticated clients use up their memory.
    #[error("the memory for requests of unauthenticated clients is used up")]
    NoRoom,
}

impl NotReceived {
    /// Returns the response for the client.
    pub fn into_problem(self) -> Problem {
        match self {
            Self::TooLarge { most, .. } => {
                Problem::payload_too_large(message!("body-too-large", "The body may have at most {most} bytes.", most))
            }
            Self::Late => {
                Problem::request_timeout(message!("body-too-late", "The body of the request did not arrive in time."))
            }
            Self::BrokenOff => Problem::bad_request(message!("body-incomplete", "The body is incomplete.")),
            Self::NoRoom => Problem::unavailable(
                message!("too-much-data", "The service is receiving too much data. Please try again."),
                1,
            )
            .with_source(self),
        }
    }
}

/// Receives a body of at most `most` bytes. If its declared size is too large, it is not read; if it turns out to be
/// too large, it is dropped.
pub async fn receive(body: Body, most: usize) -> Result<Bytes, NotReceived> {
    let declared = body.size_hint().exact();
    if declared.is_some_and(|bytes| bytes > most as u64) {
        return Err(NotReceived::TooLarge { most, declared });
    }
    let time = CURRENT.try_with(|current| current.time);
    let time = time.unwrap_or_else(|_| Duration::from_secs(Limits::default().request_body_seconds));
    let received = tokio::time::timeout(time, gather(body, most)).await;
    received.map_err(|_| NotReceived::Late)?
}

/// Copies the body into one buffer. Otherwise a body that arrives byte by byte would keep a connection buffer for each
/// byte.
async fn gather(mut body: Body, most: usize) -> Result<Bytes, NotReceived> {
    hold(OVERHEAD)?;
    let (declared, mut gathered) = (body.size_hint().exact(), BytesMut::new());
    while let Some(frame) = body.frame().await {
        let Ok(bytes) = frame.map_err(|_| NotReceived::BrokenOff)?.into_data() else { continue };
        if declared == Some(bytes.len() as u64) {
            return Ok(bytes);
        }
        let length = gathered.len() + bytes.len();
        if length > most {
            return Err(NotReceived::TooLarge { most, declared: None });
        }
        if length > gathered.capacity() {
            let before = gathered.capacity();
            gathered.reserve(bytes.len());
            hold(gathered.capacity() - before)?;
        }
        gathered.extend_from_slice(&bytes);
    }
    Ok(gathered.freeze())
}

fn hold(bytes: usize) -> Result<(), NotReceived> {
    CURRENT.try_with(|current| current.hold(bytes)).unwrap_or(Ok(()))
}

#[cfg(test)]
mod tests {
    use futures::{StreamExt, stream};

    use super::*;

    fn body(pieces: &[&'static str]) -> Body {
        let pieces: Vec<_> = pieces.iter().map(|piece| Ok::<_, std::io::Error>(*piece)).collect();
        Body::from_stream(stream::iter(pieces))
    }

    #[tokio::test]
    async fn a_body_is_received_however_it_comes() {
        assert_eq!(receive(Body::empty(), 4).await, Ok(Bytes::new()));
        assert_eq!(receive(Body::from("four"), 4).await, Ok("four".into()));
        assert_eq!(receive(body(&["fo", "", "u", "r"]), 4).await, Ok("four".into()));
    }

    #[tokio::test]
    async fn a_body_that_is_too_large_is_neither_waited_for_nor_kept() {
        let declared = receive(Body::from("fives"), 4).await;
        assert_eq!(declared, Err(NotReceived::TooLarge { most: 4, declared: Some(5) }));
        let endless = Body::from_stream(stream::repeat("x").map(Ok::<_, std::io::Error>));
        assert_eq!(receive(endless, 4).await, Err(NotReceived::TooLarge { most: 4, declared: None }));
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_that_does_not_come_is_given_up() {
        let never = Body::from_stream(stream::pending::<std::io::Result<&str>>());
        assert_eq!(receive(never, 4).await, Err(NotReceived::Late));
        let broken = Body::from_stream(stream::iter([Err::<&str, _>(std::io::Error::other("cut"))]));
        assert_eq!(receive(broken, 4).await, Err(NotReceived::BrokenOff));
    }
}
