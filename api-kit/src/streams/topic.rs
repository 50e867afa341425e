//! What streams are about, and the task that watches it.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use service_kit::problem::Problem;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use super::documents::{Wake, Wakeups, WatchedDocuments};

/// The pause after a failure of the store.
const PAUSE: Duration = Duration::from_secs(1);

/// Reads the snapshots of a topic.
pub trait SnapshotReader: Send + 'static {
    /// What streams of the topic are made from.
    type Snapshot: Send + Sync + 'static;

    /// Reads the newest snapshot; `None` if there is nothing to follow. It watches each document before it is read, so
    /// that no change of it is missed.
    fn read(
        &self,
        documents: &mut WatchedDocuments,
    ) -> impl Future<Output = Result<Option<Self::Snapshot>, Problem>> + Send;

    /// Returns whether a snapshot may have news since the last one.
    fn is_newer(newest: &Self::Snapshot, last: &Self::Snapshot) -> bool;

    /// Returns how long further changes are collected after a new snapshot.
    fn pause(_newest: &Self::Snapshot) -> Duration {
        Duration::ZERO
    }
}

/// What the client of a stream knows.
pub trait StreamCursor<S>: Send + 'static {
    /// Returns the text that leads the client to the newest snapshot, empty if there is nothing to learn; `None` if the
    /// stream ends.
    fn advance(&mut self, newest: &Arc<S>) -> Option<Bytes>;
}

/// A topic with streams. It is kept by them.
pub(super) struct WatchedTopic<S> {
    /// `None` if there is nothing to follow any more. The sender is gone when the process stops.
    snapshots: watch::Receiver<Option<Arc<S>>>,
    wake: Arc<Wake>,
}

impl<S: Send + Sync + 'static> WatchedTopic<S> {
    /// Reads a topic, and watches it until it has no streams or the process stops.
    pub(super) async fn watch<R: SnapshotReader<Snapshot = S>>(
        reader: R,
        wakeups: &Arc<Wakeups>,
        stop: CancellationToken,
    ) -> Result<Self, Problem> {
        let mut documents = WatchedDocuments::new(wakeups);
        let (sender, snapshots) = watch::channel(reader.read(&mut documents).await?.map(Arc::new));
        let wake = documents.wake();
        tokio::spawn(async move {
            tokio::select! {
                () = stop.cancelled() => {}
                () = sender.closed() => {}
                () = update(&sender, reader, documents) => {}
            }
        });
        Ok(Self { snapshots, wake })
    }

    pub(super) fn read_again(&self) {
        self.wake.wake(false);
    }

    /// Returns the snapshots, of which the first has all changes up to now.
    pub(super) async fn snapshots(&self) -> watch::Receiver<Option<Arc<S>>> {
        self.wake.settled().await;
        self.snapshots.clone()
    }
}

/// Updates the snapshot of a topic whenever its documents change.
async fn update<R: SnapshotReader>(
    snapshots: &watch::Sender<Option<Arc<R::Snapshot>>>,
    reader: R,
    mut documents: WatchedDocuments,
) {
    loop {
        let wakes = documents.changed().await;
        // The streams keep what they have until the store answers.
        let Ok(newest) = reader.read(&mut documents).await else {
            tokio::time::sleep(PAUSE).await;
            documents.wake().wake(false);
            continue;
        };
        let mut pause = Duration::ZERO;
        snapshots.send_if_modified(|last| {
            let is_new = match (&newest, &*last) {
                (Some(newest), Some(last)) => R::is_newer(newest, last),
                (newest, last) => newest.is_some() || last.is_some(),
            };
            if is_new {
                pause = newest.as_ref().map_or(Duration::ZERO, R::pause);
                *last = newest.map(Arc::new);
            }
            is_new
        });
        documents.done(wakes);
        if !pause.is_zero() {
            tokio::time::sleep(pause).await;
        }
    }
}
