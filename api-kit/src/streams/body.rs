//! The body of a stream: what its cursor says, the comments that keep it open, and the right of its caller. A stream outlives
//! the check of its request, so the check is repeated when a record about a caller changes, and with every heartbeat.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::response::Response;
use domain::permissions::Operation;
use futures::stream;
use service_kit::concurrency::ConcurrencyPermit;
use service_kit::random;
use storage::{Notice, ViewKind};
use tokio::sync::{OnceCell, watch};

use super::topic::{StreamCursor, WatchedTopic};
use crate::gate::credential_in;
use crate::negotiation::EVENT_STREAM;
use crate::{Caller, Gate};

/// A comment, which keeps the connection open and tells the client that it is.
const HEARTBEAT: &str = ":\n\n";
/// The least time after which a client connects again, and the time over which clients spread, in milliseconds.
const RETRY: (u64, u64) = (2_000, 4_000);
/// Not buffered by nginx and its relatives.
const ACCEL_BUFFERING: HeaderName = HeaderName::from_static("x-accel-buffering");

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
            let is_heartbeat = tokio::select! {
                biased;
                changed = changed(right) => changed.map(|()| false)?,
                changed = snapshots.changed() => {
                    changed.ok()?;
                    let newest = snapshots.borrow_and_update().clone();
                    let bytes = cursor.advance(&newest?)?;
                    if !bytes.is_empty() {
                        return Some(bytes);
                    }
                    continue;
                }
                () = &mut heartbeat => true,
            };
            if let Some((right, _)) = right
                // Boxed, because few streams wait for it at a time.
                && !Box::pin(right.holds()).await
            {
                return None;
            }
            if is_heartbeat {
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

/// The kinds of records about callers.
const RECORDS: [ViewKind; 4] = [ViewKind::Credential, ViewKind::UserToken, ViewKind::Account, ViewKind::Membership];

/// Returns whether a notice names a record about a caller.
pub(super) fn concerns_callers(notice: &Notice) -> bool {
    match notice {
        Notice::Documents { keys, .. } => keys.iter().any(|key| RECORDS.contains(&key.kind)),
        Notice::Everything => true,
    }
}

/// The right of a caller to a stream.
pub struct StreamRight {
    gate: Gate,
    operation: Operation,
    /// The headers with the credential.
    headers: HeaderMap,
    caller: Caller,
}

impl StreamRight {
    /// Creates the right of a caller whom the gate has admitted for this operation, by these headers.
    pub fn new(gate: &Gate, operation: Operation, headers: &HeaderMap, caller: &Caller) -> Self {
        Self { gate: gate.clone(), operation, headers: credential_in(headers), caller: caller.clone() }
    }

    /// Returns whether the caller still has the right, in the same organization and role. While the store does not answer,
    /// the right stays.
    pub(super) async fn holds(&self) -> bool {
        let of = |caller: &Caller| (caller.user_id, caller.organization_id, caller.role);
        match self.gate.admit(&self.headers, self.operation).await {
            Ok(caller) => of(&caller) == of(&self.caller),
            Err(problem) => problem.status().is_server_error(),
        }
    }
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
