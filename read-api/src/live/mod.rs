//! Streams of changes of an event.
//!
//! A *topic* is an event as some readers see it. A snapshot of it is made of *facts*: the digest of each part whose changes
//! are sent. Streams send the difference between the last snapshot that they sent and the newest one. An id contains
//! the digests that a client knows, so a client that comes back gets the difference as well.

mod documents;
mod known;
mod public_pages;
mod snapshot;
mod topic;

use std::sync::Arc;

use api_kit::streams::{SnapshotReader, StreamCursor, Streams, WatchedDocuments};
use bytes::Bytes;
use service_kit::problem::Problem;

use crate::cache::DocumentCache;
use snapshot::FactsSnapshot;
use topic::Sources;

pub(crate) use documents::SOURCE_VIEWS as DOCUMENTS;
pub(crate) use public_pages::{SOURCE_VIEWS as PAGES, id_of_event_page, id_of_round_page, id_of_screen};
pub(crate) use topic::Topic;

/// The streams of events in this process.
pub(crate) type EventStreams = Streams<Topic, FactsSnapshot>;

/// Reads the facts of a topic.
pub(crate) struct FactsReader {
    topic: Topic,
    cache: Arc<DocumentCache>,
    /// The path with which addresses begin.
    base_path: String,
}

impl FactsReader {
    /// Creates it for a topic.
    pub(crate) fn new(topic: Topic, cache: &Arc<DocumentCache>, base_path: &str) -> Self {
        let (cache, base_path) = (Arc::clone(cache), base_path.to_owned());
        Self { topic, cache, base_path }
    }
}

impl SnapshotReader for FactsReader {
    type Snapshot = FactsSnapshot;

    async fn read(&self, documents: &mut WatchedDocuments) -> Result<Option<FactsSnapshot>, Problem> {
        let Self { topic, cache, base_path } = self;
        let audience = topic.audience();
        let mut sources = Sources { cache, audience, base_path, documents };
        let (facts, rounds) = if topic.members.is_some() {
            (documents::facts(*topic, &mut sources).await?, format!("{base_path}/api/v1/tournament-rounds/"))
        } else {
            let rounds = format!("{base_path}/events/{}/rounds/", topic.event);
            (public_pages::facts(*topic, &mut sources).await?, rounds)
        };
        Ok(facts.map(|facts| FactsSnapshot::new(topic.number(), rounds, facts)))
    }

    /// A tag may change without news: the document of a round also contains its results.
    fn is_newer(newest: &FactsSnapshot, last: &FactsSnapshot) -> bool {
        newest != last
    }
}

/// The snapshot that a client has got.
pub(crate) struct SentSnapshot(Arc<FactsSnapshot>);

impl SentSnapshot {
    /// Begins the stream of a client that knows what this id says. Returns the text that it begins with as well.
    pub(crate) fn begin(newest: &Arc<FactsSnapshot>, topic: Topic, id: Option<&str>) -> (Self, String) {
        (Self(Arc::clone(newest)), newest.first_text(topic.number(), id.filter(|id| !id.is_empty())))
    }
}

impl StreamCursor<FactsSnapshot> for SentSnapshot {
    fn advance(&mut self, newest: &Arc<FactsSnapshot>) -> Option<Bytes> {
        let last = std::mem::replace(&mut self.0, Arc::clone(newest));
        Some(newest.events_since(&last).into())
    }
}
