//! Streams of changes, as server-sent events, for the API, the public pages, the desk and players.
//!
//! A *topic* with streams has one *watcher*: a task that reads a *snapshot* of the topic when a commit notice names one of
//! its documents, and puts it into a `watch` channel. Each stream has a *cursor*, which knows what its client knows. When
//! the client is ready for more, the cursor makes a text from the newest snapshot: so a slow client gets the newest state
//! and takes no memory for those between. The server closes the connection of a client that takes nothing
//! (`stalled_answer_seconds`).
//!
//! A client that comes back says by an id what it knows. So nothing about a stream is kept when it ends, and any process
//! can resume it.

mod body;
mod documents;
mod topic;

use std::hash::Hash;
use std::sync::Arc;
use std::time::Duration;

use axum::response::Response;
use service_kit::concurrency::Keyed;
use service_kit::message;
use service_kit::problem::Problem;
use storage::NoticeBoard;
use tokio::sync::{OnceCell, watch};
use tokio_util::sync::CancellationToken;

use crate::answer_limit::AnswerLimit;
use crate::callers::Party;
use body::{OpenStream, concerns_callers};
use documents::Wakeups;
use topic::WatchedTopic;

pub use body::{StreamRight, answer};
pub use documents::WatchedDocuments;
pub use topic::{SnapshotReader, StreamCursor};

const STOPPING: &str = "The service is stopping. Please connect again.";

/// A request for a stream.
pub struct StreamRequest<T> {
    /// What it is about.
    pub topic: T,
    /// Whether a topic that has streams is read again first, since the client may know more than its watcher.
    pub is_read_again: bool,
    /// The party of the caller. Streams of one party have a common limit.
    pub party: Party,
    /// The right that the stream needs while it is open; `None` if it needs no credential.
    pub right: Option<StreamRight>,
}

/// All streams of one kind in this process.
pub struct Streams<T, S> {
    topics: Keyed<T, OnceCell<WatchedTopic<S>>>,
    wakeups: Arc<Wakeups>,
    /// Changes when a record about a caller may have changed.
    callers: watch::Sender<()>,
    limit: Arc<AnswerLimit>,
    heartbeat: Duration,
    stop: CancellationToken,
}

impl<T: Eq + Hash, S: Send + Sync + 'static> Streams<T, S> {
    /// Creates it without streams. It listens to the notice board, after the caches.
    pub fn new(limit: Arc<AnswerLimit>, heartbeat: Duration, board: &NoticeBoard) -> Self {
        let (wakeups, callers) = (Arc::<Wakeups>::default(), watch::Sender::new(()));
        let (woken, changed) = (Arc::clone(&wakeups), callers.clone());
        board.listen(move |notice| {
            woken.wake(notice);
            if concerns_callers(notice) {
                changed.send_replace(());
            }
        });
        Self { topics: Keyed::default(), wakeups, callers, limit, heartbeat, stop: CancellationToken::new() }
    }

    /// Answers with a stream; `None` if there is no such topic, or `begin` has nothing for this client. `reader` reads the
    /// topic if it has no streams yet. `begin` returns the cursor of the stream, and the text that it begins with.
    ///
    /// # Errors
    /// 503 if too many streams are open, the process is stopping or the store does not answer.
    pub async fn open<R: SnapshotReader<Snapshot = S>, C: StreamCursor<S>>(
        &self,
        request: StreamRequest<T>,
        reader: impl FnOnce() -> R,
        begin: impl FnOnce(&Arc<S>) -> Option<(C, String)>,
    ) -> Result<Option<Response>, Problem> {
        let StreamRequest { topic, is_read_again, party, right } = request;
        let permit = self.limit.permit_party(party)?;
        if self.stop.is_cancelled() {
            return Err(Problem::unavailable(message!("stopping", STOPPING), 2).with_source("the process is stopping"));
        }
        let topic = self.topics.get(topic, OnceCell::new);
        if let Some(watched) = topic.get().filter(|_| is_read_again) {
            watched.read_again();
        }
        let watch = || WatchedTopic::watch(reader(), &self.wakeups, self.stop.clone());
        let mut snapshots = topic.get_or_try_init(watch).await?.snapshots().await;
        let newest = snapshots.borrow_and_update().clone();
        let Some((cursor, first)) = newest.as_ref().and_then(begin) else { return Ok(None) };
        let right = right.map(|right| {
            let mut callers = self.callers.subscribe();
            // A record may have changed since the caller was admitted.
            callers.mark_changed();
            (Box::new(right), callers)
        });
        Ok(Some(OpenStream { snapshots, cursor, right, _topic: topic, _permit: permit }.answer(&first, self.heartbeat)))
    }

    /// Returns the number of open streams, of all kinds that have the same limit.
    pub fn count(&self) -> usize {
        self.limit.in_progress()
    }

    /// Ends all streams, and refuses further ones.
    pub fn end(&self) {
        self.stop.cancel();
    }
}

#[cfg(test)]
mod tests;
