//! The body of a stream. It holds the last snapshot that it has sent. When its client is ready for more, it sends the
//! difference to the newest one: so a slow client gets the newest change of each document, and takes no memory for those
//! between. The server closes the connection of a client that takes nothing (`stalled_answer_seconds`).

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use bytes::Bytes;
use futures::stream;
use tokio::sync::watch;

use super::known::Known;
use super::permit::Permit;
use super::snapshot::Snapshot;
use api_kit::places::Place;

/// A comment, which keeps the connection open and tells the client that it is.
const HEARTBEAT: &str = ":\n\n";
/// The least time after which a client connects again, and the time over which clients spread, in milliseconds.
const RETRY: (u64, u64) = (2_000, 4_000);

/// What a client says that it knows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Claim {
    /// Nothing: its stream begins now.
    Nothing,
    /// These facts.
    Facts(Known),
    /// Something that cannot be read.
    Unreadable,
}

/// A stream to a client.
pub(super) struct LiveStream {
    pub(super) snapshots: watch::Receiver<Arc<Snapshot>>,
    /// Changes when a record about a caller may have changed.
    pub(super) callers: watch::Receiver<()>,
    pub(super) permit: Option<Permit>,
    pub(super) heartbeat: Duration,
    /// Freed when the stream is dropped.
    pub(super) _place: Place,
}

/// A stream that has begun.
struct Begun {
    stream: LiveStream,
    last: Arc<Snapshot>,
    first: Option<Bytes>,
}

impl LiveStream {
    /// Returns the body for a client that claims to know this.
    pub(super) fn body(mut self, claim: Claim) -> Body {
        let last = Arc::clone(&self.snapshots.borrow_and_update());
        let missed = match claim {
            Claim::Nothing => String::new(),
            Claim::Unreadable => last.reset(),
            Claim::Facts(known) => String::from_utf8_lossy(&last.events_for(&known)).into_owned(),
        };
        // A client that has missed nothing gets the id as well.
        let missed = if missed.is_empty() { last.id_only() } else { missed };
        let spread = u64::from_be_bytes(service_kit::random::bytes()) % RETRY.1;
        let first = format!("retry: {}\n{missed}", RETRY.0 + spread);
        let begun = Begun { stream: self, last, first: Some(first.into()) };
        Body::from_stream(stream::unfold(begun, |mut begun| async move {
            let bytes = begun.next().await?;
            Some((Ok::<_, Infallible>(bytes), begun))
        }))
    }
}

impl Begun {
    /// Returns the next bytes; `None` when the stream ends.
    async fn next(&mut self) -> Option<Bytes> {
        if let Some(first) = self.first.take() {
            return Some(first);
        }
        let LiveStream { snapshots, callers, permit, heartbeat, _place: _ } = &mut self.stream;
        let heartbeat = tokio::time::sleep(*heartbeat);
        tokio::pin!(heartbeat);
        loop {
            let (is_pause, is_about_callers) = tokio::select! {
                biased;
                // Its sender is gone when the event is, and when the process stops.
                changed = snapshots.changed() => {
                    changed.ok()?;
                    (false, false)
                }
                changed = callers.changed(), if permit.is_some() => {
                    changed.ok()?;
                    (false, true)
                }
                () = &mut heartbeat => (true, true),
            };
            if is_about_callers
                && let Some(permit) = permit
                && !permit.holds().await
            {
                return None;
            }
            if is_pause {
                return Some(Bytes::from_static(HEARTBEAT.as_bytes()));
            }
            let newest = Arc::clone(&snapshots.borrow_and_update());
            let events = newest.events_since(&self.last);
            self.last = newest;
            if !events.is_empty() {
                return Some(events);
            }
        }
    }
}
