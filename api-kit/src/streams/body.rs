//! The body of a stream: what its cursor says, and the comments that keep it open.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::{HeaderName, HeaderValue, header};
use axum::response::Response;
use futures::stream;
use service_kit::random;
use tokio::sync::{OnceCell, watch};

use super::right::StreamRight;
use super::topic::{StreamCursor, WatchedTopic};
use crate::concurrency::ConcurrencyPermit;
use crate::negotiation::EVENT_STREAM;

/// A comment, which keeps the connection open and tells the client that it is.
const HEARTBEAT: &str = ":\n\n";
/// The least time after which a client connects again, and the time over which clients spread, in milliseconds.
const RETRY: (u64, u64) = (2_000, 4_000);
/// Not buffered by nginx and its relatives.
const ACCEL_BUFFERING: HeaderName = HeaderName::from_static("x-accel-buffering");

/// An open stream.
pub(super) struct OpenStream<S, C> {
    pub(super) snapshots: watch::Receiver<Option<Arc<S>>>,
    pub(super) cursor: C,
    /// The right of the caller, and what changes when a record about a caller may have changed; `None` for streams that need
    /// no credential.
    pub(super) right: Option<(Box<StreamRight>, watch::Receiver<()>)>,
    /// Kept while it has a stream.
    pub(super) _topic: Arc<OnceCell<WatchedTopic<S>>>,
    /// Freed when the stream is dropped.
    pub(super) _permit: ConcurrencyPermit,
}

/// What ends a wait.
enum Woken {
    Callers,
    Snapshot,
    Heartbeat,
}

impl<S: Send + Sync + 'static, C: StreamCursor<S>> OpenStream<S, C> {
    /// Returns the answer whose body begins with this text.
    pub(super) fn answer(self, first: &str, heartbeat: Duration) -> Response {
        let first = Some(Bytes::from(format!("{}{first}", retry())));
        let heartbeat = spread(heartbeat);
        answer(Body::from_stream(stream::unfold((self, first), move |(mut open, first)| async move {
            let bytes = match first {
                Some(first) => first,
                None => open.next(heartbeat).await?,
            };
            Some((Ok::<_, Infallible>(bytes), (open, None)))
        })))
    }

    /// Returns the next bytes; `None` when the stream ends.
    async fn next(&mut self, heartbeat: Duration) -> Option<Bytes> {
        let heartbeat = tokio::time::sleep(heartbeat);
        tokio::pin!(heartbeat);
        let Self { snapshots, cursor, right, .. } = self;
        loop {
            let woken = tokio::select! {
                biased;
                changed = changed(right) => changed.map(|()| Woken::Callers)?,
                changed = snapshots.changed() => changed.ok().map(|()| Woken::Snapshot)?,
                () = &mut heartbeat => Woken::Heartbeat,
            };
            if matches!(woken, Woken::Snapshot) {
                let newest = snapshots.borrow_and_update().clone();
                let bytes = cursor.advance(&newest?)?;
                if !bytes.is_empty() {
                    return Some(bytes);
                }
                continue;
            }
            if let Some((right, _)) = right
                // Boxed, because few streams wait for it at a time.
                && !Box::pin(right.holds()).await
            {
                return None;
            }
            if matches!(woken, Woken::Heartbeat) {
                return Some(Bytes::from_static(HEARTBEAT.as_bytes()));
            }
        }
    }
}

/// Waits until the right may have ended, forever if there is none; `None` when the process stops.
async fn changed(right: &mut Option<(Box<StreamRight>, watch::Receiver<()>)>) -> Option<()> {
    match right {
        Some((_, callers)) => callers.changed().await.ok(),
        None => std::future::pending().await,
    }
}

/// Returns the answer whose body is a stream.
pub fn answer(stream: Body) -> Response {
    let mut response = Response::new(stream);
    for (name, value) in [
        (header::CONTENT_TYPE, EVENT_STREAM),
        (header::CACHE_CONTROL, "no-store"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (ACCEL_BUFFERING, "no"),
    ] {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Returns the first line of a stream: how long its client waits before it connects again. Clients get different times, so
/// that they do not all come back at the same moment.
fn retry() -> String {
    format!("retry: {}\n", RETRY.0 + random_below(RETRY.1))
}

/// Shortens the time between comments by up to an eighth: all streams of an event were sent something at the same moment,
/// and their comments would follow at the same moment.
fn spread(heartbeat: Duration) -> Duration {
    let most = u64::try_from(heartbeat.as_micros() / 8).unwrap_or(u64::MAX);
    heartbeat.saturating_sub(Duration::from_micros(random_below(most.max(1))))
}

fn random_below(limit: u64) -> u64 {
    u64::from_be_bytes(random::bytes()) % limit
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clients_come_back_and_are_kept_open_at_different_times() {
        let waits: Vec<u64> = (0..50).map(|_| retry().trim()["retry: ".len()..].parse().unwrap()).collect();
        assert!(waits.iter().all(|wait| (2_000..6_000).contains(wait)) && waits.iter().any(|wait| *wait != waits[0]));
        let heartbeat = Duration::from_secs(16);
        assert!((0..50).all(|_| (Duration::from_secs(14)..=heartbeat).contains(&spread(heartbeat))));
    }
}
