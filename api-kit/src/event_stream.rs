//! What all streams of server-sent events have in common: their headers, the comments that keep them open, the time after
//! which clients connect again, and the right of a caller, which is checked again while a stream is open.

use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::response::Response;
use domain::permissions::Operation;
use service_kit::random;

use crate::gate::credential_in;
use crate::negotiation::EVENT_STREAM;
use crate::{Caller, Gate};

/// A comment, which keeps the connection open and tells the client that it is.
pub const HEARTBEAT: &str = ":\n\n";
/// The least time after which a client connects again, and the time over which clients spread, in milliseconds.
const RETRY: (u64, u64) = (2_000, 4_000);
/// Not buffered by nginx and its relatives.
const ACCEL_BUFFERING: HeaderName = HeaderName::from_static("x-accel-buffering");

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
pub fn retry() -> String {
    format!("retry: {}\n", RETRY.0 + random_below(RETRY.1))
}

/// Shortens the time between comments by up to an eighth: all streams of an event were sent something at the same moment,
/// and their comments would follow at the same moment.
pub fn spread(heartbeat: Duration) -> Duration {
    let most = u64::try_from(heartbeat.as_micros() / 8).unwrap_or(u64::MAX);
    heartbeat.saturating_sub(Duration::from_micros(random_below(most.max(1))))
}

fn random_below(limit: u64) -> u64 {
    u64::from_be_bytes(random::bytes()) % limit
}

/// The right of a caller to a stream. A stream outlives the check of its request, so the check is repeated when a record
/// about a caller changes, and with every heartbeat.
pub struct StreamRight {
    gate: Gate,
    operation: Operation,
    /// The headers with the credential.
    headers: HeaderMap,
}

impl StreamRight {
    /// Creates the right of a request that the gate has admitted for this operation.
    pub fn new(gate: &Gate, operation: Operation, headers: &HeaderMap) -> Self {
        Self { gate: gate.clone(), operation, headers: credential_in(headers) }
    }

    /// Returns whether the caller still has the right, and whether `sees_the_same` of the caller. While the store does not
    /// answer, the right stays.
    pub async fn holds(&self, sees_the_same: impl FnOnce(&Caller) -> bool) -> bool {
        match self.gate.admit(&self.headers, self.operation).await {
            Ok(caller) => sees_the_same(&caller),
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
