//! A stream. It holds the last snapshot that it has sent. When its client is ready for more, it sends the difference to
//! the newest one: so a slow client gets the newest change of each document, and takes no memory for those between. The
//! server closes the connection of a client that takes nothing (`stalled_answer_seconds`).

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use api_kit::concurrency::ConcurrencyPermit;
use api_kit::event_stream::{self, HEARTBEAT, retry, spread};
use axum::body::Body;
use axum::response::Response;
use bytes::Bytes;
use futures::stream;
use tokio::sync::watch;

use super::Newest;
use super::known::Known;
use super::permit::Permit;
use super::snapshot::Snapshot;

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
    pub(super) snapshots: Newest,
    /// `None` for streams that need no credential.
    pub(super) permit: Option<Box<Permitted>>,
    pub(super) heartbeat: Duration,
    /// Freed when the stream is dropped.
    pub(super) _counted: ConcurrencyPermit,
}

/// The right to a stream.
pub(super) struct Permitted {
    pub(super) permit: Permit,
    /// Changes when a record about a caller may have changed.
    pub(super) callers: watch::Receiver<()>,
}

/// A stream that has begun.
struct Begun {
    stream: LiveStream,
    last: Arc<Snapshot>,
    first: Option<Bytes>,
}

/// What ends a wait.
enum Woken {
    Snapshot,
    Callers,
    Heartbeat,
}

impl LiveStream {
    /// Returns the answer for a client that claims to know this.
    pub(super) fn answer(mut self, claim: Claim) -> Response {
        let last = Arc::clone(&self.snapshots.borrow_and_update());
        let missed = match claim {
            Claim::Nothing => String::new(),
            Claim::Unreadable => last.reset(),
            Claim::Facts(known) => String::from_utf8_lossy(&last.events_for(&known)).into_owned(),
        };
        // A client that has missed nothing gets the id as well.
        let missed = if missed.is_empty() { last.id_only() } else { missed };
        let first = format!("{}{missed}", retry());
        self.heartbeat = spread(self.heartbeat);
        let begun = Begun { stream: self, last, first: Some(first.into()) };
        let body = Body::from_stream(stream::unfold(begun, |mut begun| async move {
            let bytes = begun.next().await?;
            Some((Ok::<_, Infallible>(bytes), begun))
        }));
        event_stream::answer(body)
    }
}

impl Begun {
    /// Returns the next bytes; `None` when the stream ends.
    async fn next(&mut self) -> Option<Bytes> {
        if let Some(first) = self.first.take() {
            return Some(first);
        }
        let heartbeat = tokio::time::sleep(self.stream.heartbeat);
        tokio::pin!(heartbeat);
        loop {
            let LiveStream { snapshots, permit, .. } = &mut self.stream;
            let woken = tokio::select! {
                biased;
                // Its sender is gone when the event is, and when the process stops.
                changed = snapshots.changed() => changed.ok().map(|()| Woken::Snapshot)?,
                changed = callers_changed(permit) => changed.map(|()| Woken::Callers)?,
                () = &mut heartbeat => Woken::Heartbeat,
            };
            if !matches!(woken, Woken::Snapshot)
                && let Some(permitted) = permit
                // Boxed, because few streams wait for it at a time.
                && !Box::pin(permitted.permit.holds()).await
            {
                return None;
            }
            if matches!(woken, Woken::Heartbeat) {
                return Some(Bytes::from_static(HEARTBEAT.as_bytes()));
            }
            let newest = Arc::clone(&snapshots.borrow_and_update());
            if !newest.is_after(&self.last) {
                continue;
            }
            let events = newest.events_since(&self.last);
            self.last = newest;
            if !events.is_empty() {
                return Some(events);
            }
        }
    }
}

/// Waits until a record about a caller may have changed; forever if the stream needs no credential.
async fn callers_changed(permit: &mut Option<Box<Permitted>>) -> Option<()> {
    match permit {
        Some(permitted) => permitted.callers.changed().await.ok(),
        None => std::future::pending().await,
    }
}
