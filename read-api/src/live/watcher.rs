//! The watcher of a topic: one task for all its streams. It reads the documents again when they may have changed, and
//! shows the newest facts to the streams.

use std::sync::Arc;
use std::time::Duration;

use service_kit::problem::Problem;
use tokio::sync::watch;

use super::snapshot::{Fact, Snapshot};
use super::sources::Sources;
use super::topic::{Readers, Topic};
use super::wakeups::Wake;
use super::{documents, public_pages};

/// The pause after a failure of the store.
const PAUSE: Duration = Duration::from_secs(1);

/// Reads the facts of a topic.
pub(super) struct Watcher {
    topic: Topic,
    sources: Sources,
}

impl Watcher {
    pub(super) fn new(topic: Topic, sources: Sources) -> Self {
        Self { topic, sources }
    }

    /// Returns what wakes it.
    pub(super) fn wake(&self) -> Arc<Wake> {
        Arc::clone(self.sources.subscription().wake())
    }

    /// Returns the first snapshot; `None` if there is no such event for these readers.
    pub(super) async fn first(&mut self) -> Result<Option<Snapshot>, Problem> {
        let facts = self.facts().await?;
        let base = self.sources.base_path();
        let rounds = match self.topic.readers {
            Readers::Public => format!("{base}/events/{}/rounds/", self.topic.event),
            Readers::Members(_) => format!("{base}/api/v1/tournament-rounds/"),
        };
        Ok(facts.map(|facts| Snapshot::first(self.topic.number(), rounds, facts)))
    }

    /// Updates the snapshot until the event is gone or `is_over` says that no stream needs it.
    pub(super) async fn run(mut self, snapshots: watch::Sender<Arc<Snapshot>>, is_over: impl Fn() -> bool) {
        loop {
            tokio::select! {
                biased;
                () = snapshots.closed() => {}
                () = self.sources.subscription().woken() => {}
            }
            let count = self.sources.subscription().count();
            let facts = loop {
                if is_over() {
                    return;
                }
                match self.facts().await {
                    Ok(Some(facts)) => break facts,
                    Ok(None) => return self.sources.subscription().done(count),
                    // The streams keep what they have until the store answers.
                    Err(_) => tokio::time::sleep(PAUSE).await,
                }
            };
            let next = snapshots.borrow().next(self.topic.number(), facts);
            if let Some(next) = next {
                snapshots.send_replace(Arc::new(next));
            }
            self.sources.subscription().done(count);
        }
    }

    async fn facts(&mut self) -> Result<Option<Vec<Fact>>, Problem> {
        match self.topic.readers {
            Readers::Public => public_pages::facts(self.topic, &mut self.sources).await,
            Readers::Members(_) => documents::facts(self.topic, &mut self.sources).await,
        }
    }
}
