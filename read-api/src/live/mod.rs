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

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use api_kit::answer_limit::AnswerLimit;
use api_kit::streams::{SnapshotReader, StreamCursor, StreamRequest, Streams, WatchedDocuments};
use axum::response::Response;
use bytes::Bytes;
use service_kit::problem::Problem;
use storage::NoticeBoard;

use crate::cache::DocumentCache;
use snapshot::FactsSnapshot;
use topic::{RoundDigests, Sources};

pub(crate) use documents::SOURCE_VIEWS as DOCUMENTS;
pub(crate) use public_pages::{SOURCE_VIEWS as PAGES, id_of_event_page, id_of_round_page, id_of_screen};
pub(crate) use topic::Topic;

/// The streams of events in this process.
pub(crate) struct EventStreams {
    cache: Arc<DocumentCache>,
    /// The path with which addresses begin.
    base_path: Arc<str>,
    streams: Streams<Topic, FactsSnapshot>,
}

impl EventStreams {
    /// Creates it without streams. It listens to the notice board, after the caches.
    pub(crate) fn new(
        cache: Arc<DocumentCache>,
        base_path: &str,
        (limit, heartbeat): (Arc<AnswerLimit>, Duration),
        board: &NoticeBoard,
    ) -> Self {
        Self { cache, base_path: base_path.into(), streams: Streams::new(limit, heartbeat, board) }
    }

    /// Answers with a stream for a client that knows what this id says; `None` if there is no such event for these readers.
    pub(crate) async fn open(
        &self,
        request: StreamRequest<Topic>,
        id: Option<&str>,
    ) -> Result<Option<Response>, Problem> {
        let topic = request.topic;
        let (cache, base_path) = (Arc::clone(&self.cache), Arc::clone(&self.base_path));
        let reader = || FactsReader { topic, cache, base_path, digests: HashMap::new(), last: None };
        let begin = |newest: &Arc<FactsSnapshot>| {
            let first = newest.first_text(topic.number(), id.filter(|id| !id.is_empty()));
            Some((SentSnapshot(Arc::clone(newest)), first))
        };
        self.streams.open(request, reader, begin).await
    }

    /// Returns the number of open streams.
    pub(crate) fn count(&self) -> usize {
        self.streams.count()
    }

    /// Ends all streams, and refuses further ones.
    pub(crate) fn end(&self) {
        self.streams.end();
    }
}

/// Reads the facts of a topic.
struct FactsReader {
    topic: Topic,
    cache: Arc<DocumentCache>,
    base_path: Arc<str>,
    digests: HashMap<i64, RoundDigests>,
    last: Option<Arc<FactsSnapshot>>,
}

impl SnapshotReader for FactsReader {
    type Snapshot = FactsSnapshot;

    async fn read(&mut self, documents: &mut WatchedDocuments) -> Result<Option<Arc<FactsSnapshot>>, Problem> {
        let Self { topic, cache, base_path, digests, last } = self;
        let audience = topic.audience();
        let mut sources = Sources { cache, audience, base_path, documents, digests };
        let (facts, rounds) = if topic.members.is_some() {
            (documents::facts(*topic, &mut sources).await?, format!("{base_path}/api/v1/tournament-rounds/"))
        } else {
            let rounds = format!("{base_path}/events/{}/rounds/", topic.event);
            (public_pages::facts(*topic, &mut sources).await?, rounds)
        };
        let Some(facts) = facts else { return Ok(None) };
        let newest = match last {
            None => Arc::new(FactsSnapshot::new(0, topic.number(), rounds, facts)),
            Some(last) => last.next(topic.number(), facts).map_or_else(|| Arc::clone(last), Arc::new),
        };
        *last = Some(Arc::clone(&newest));
        Ok(Some(newest))
    }
}

/// The snapshot that a client has got.
struct SentSnapshot(Arc<FactsSnapshot>);

impl StreamCursor<FactsSnapshot> for SentSnapshot {
    fn advance(&mut self, newest: &Arc<FactsSnapshot>) -> Option<Bytes> {
        let last = std::mem::replace(&mut self.0, Arc::clone(newest));
        Some(newest.events_since(&last))
    }
}
