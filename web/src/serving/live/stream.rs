//! The body of a stream.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use api_kit::concurrency::ConcurrencyPermit;
use api_kit::event_stream::{HEARTBEAT, retry};
use axum::body::Body;
use futures::stream;
use proto_events::Version;
use tokio::sync::watch;

use super::follower::Follower;
use super::permit::Permit;
use super::snapshot::Snapshot;

/// A stream to a client.
pub(super) struct Stream {
    pub(super) snapshots: watch::Receiver<Arc<Snapshot>>,
    /// Changes when a record about a caller may have changed.
    pub(super) callers: watch::Receiver<()>,
    pub(super) follower: Follower,
    /// The right of a session; none for a private link, whose follower knows whether it is revoked.
    pub(super) permit: Option<Permit>,
    pub(super) heartbeat: Duration,
    /// The newest version of the event that it knows.
    pub(super) version: Version,
    pub(super) others: u64,
    pub(super) position: String,
    /// Freed when the stream is dropped.
    pub(super) _counted: ConcurrencyPermit,
}

impl Stream {
    /// Returns the body for a client that knows a position; empty for a stream that begins now.
    pub(super) fn body(self, known: &str) -> Body {
        let is_known = known.is_empty() || known == self.position;
        let begin = if is_known { format!("id: {}\n\n", self.position) } else { change(&self.position) };
        let first = Some(format!("{}{begin}", retry()));
        Body::from_stream(stream::unfold((self, first), |(mut stream, first)| async move {
            let text = match first {
                Some(first) => first,
                None => stream.next().await?,
            };
            Some((Ok::<_, Infallible>(text), (stream, None)))
        }))
    }

    /// Returns the next text; `None` when the stream ends.
    async fn next(&mut self) -> Option<String> {
        let heartbeat = tokio::time::sleep(self.heartbeat);
        tokio::pin!(heartbeat);
        loop {
            let is_pause = tokio::select! {
                biased;
                // Its sender is gone when the event is, and when the process stops.
                changed = self.snapshots.changed() => {
                    changed.ok()?;
                    if let Some(text) = self.news()? {
                        return Some(text);
                    }
                    continue;
                }
                changed = self.callers.changed(), if self.permit.is_some() => {
                    changed.ok()?;
                    false
                }
                () = &mut heartbeat => true,
            };
            if let Some(permit) = &self.permit
                && !permit.holds().await
            {
                return None;
            }
            if is_pause {
                return Some(HEARTBEAT.to_owned());
            }
        }
    }

    /// Returns the text about the newest snapshot, if it is news; `None` if the page would not open any more.
    fn news(&mut self) -> Option<Option<String>> {
        let newest = Arc::clone(&self.snapshots.borrow_and_update());
        if newest.version() < self.version {
            return Some(None);
        }
        let position = self.follower.position(&newest)?;
        let has_moved = position != self.position;
        let others_have = newest.others != self.others && self.follower.is_staff();
        (self.version, self.others, self.position) = (newest.version(), newest.others, position);
        Some(match (has_moved, others_have) {
            (true, _) => Some(change(&self.position)),
            (false, true) => Some("event: change\ndata: {}\n\n".to_owned()),
            (false, false) => None,
        })
    }
}

/// Returns the event that tells of a change. A page at that position has nothing to learn from it.
fn change(position: &str) -> String {
    format!("event: change\nid: {position}\ndata: {{\"position\":\"{position}\"}}\n\n")
}
