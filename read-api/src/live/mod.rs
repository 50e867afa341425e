//! Streams of changes of an event, as server-sent events.
//!
//! A *topic* is an event as some readers see it. One *watcher* for each topic with streams reads the documents of the
//! views when a commit notice names them, and makes a *snapshot* of *facts*: the digest of each part that readers are
//! told about. Streams send the difference between the last snapshot that they sent and the newest one. A client that
//! comes back says by an id what it knows, and gets the difference as well. So nothing about a stream is kept when it
//! ends, and any process can resume it.

mod documents;
mod known;
mod permit;
mod public_pages;
mod snapshot;
mod sources;
mod stream;
mod topic;
mod wakeups;
mod watcher;

use service_kit::message;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use api_kit::Party;
use axum::response::Response;
use service_kit::problem::Problem;
use storage::{Notice, NoticeBoard};
use tokio::sync::watch;

use crate::cache::DocumentCache;
use api_kit::answer_limit::AnswerLimit;
use known::Known;
use permit::RECORDS;
use snapshot::Snapshot;
use sources::Sources;
use stream::{LiveStream, Permitted};
use wakeups::{Wake, Wakeups};
use watcher::Watcher;

pub(crate) use documents::SOURCE_VIEWS as DOCUMENTS;
pub(crate) use permit::Permit;
pub(crate) use public_pages::{SOURCE_VIEWS as PAGES, id_of_event_page, id_of_round_page, id_of_screen};
pub(crate) use stream::Claim;
pub(crate) use topic::{Readers, Topic};

const STOPPING: &str = "The service is stopping. Please connect again.";

type Snapshots = watch::Sender<Arc<Snapshot>>;
type Newest = watch::Receiver<Arc<Snapshot>>;

/// A topic with streams.
#[derive(Clone)]
struct Watched {
    snapshots: Snapshots,
    wake: Arc<Wake>,
}

/// The snapshots for a new stream.
struct Joined {
    snapshots: Newest,
    wake: Arc<Wake>,
}

impl Watched {
    fn joined(&self) -> Joined {
        let Self { snapshots, wake } = self;
        Joined { snapshots: snapshots.subscribe(), wake: Arc::clone(wake) }
    }
}

/// All streams of the process.
pub(crate) struct Live {
    cache: Arc<DocumentCache>,
    /// The path with which addresses begin.
    base_path: Arc<str>,
    wakeups: Arc<Wakeups>,
    /// Changes when a record about a caller may have changed.
    callers: watch::Sender<()>,
    limit: Arc<AnswerLimit>,
    heartbeat: Duration,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    watched: HashMap<Topic, Watched>,
    has_ended: bool,
}

impl State {
    fn join(&self, topic: Topic) -> Result<Option<Joined>, Problem> {
        if self.has_ended {
            return Err(Problem::unavailable(message!("stopping", STOPPING), 2).with_source("the process is stopping"));
        }
        Ok(self.watched.get(&topic).map(Watched::joined))
    }

    /// Joins the other streams about a topic, or adds it.
    fn join_or_begin(&mut self, topic: Topic, watched: &Watched) -> Result<Option<Joined>, Problem> {
        let others = self.join(topic)?;
        if others.is_none() {
            self.watched.insert(topic, watched.clone());
        }
        Ok(others)
    }
}

impl Live {
    /// Creates it without streams. It listens to the notice board, after the caches.
    pub(crate) fn new(
        cache: Arc<DocumentCache>,
        base_path: &str,
        (limit, heartbeat): (Arc<AnswerLimit>, Duration),
        board: &NoticeBoard,
    ) -> Arc<Self> {
        let (wakeups, callers) = (Arc::<Wakeups>::default(), watch::Sender::new(()));
        let (woken, told) = (Arc::clone(&wakeups), callers.clone());
        board.listen(move |notice| {
            woken.heed(notice);
            let is_about_callers = match notice {
                Notice::Documents { keys, .. } => keys.iter().any(|key| RECORDS.contains(&key.kind)),
                Notice::Everything => true,
            };
            if is_about_callers {
                told.send_replace(());
            }
        });
        let base_path = base_path.into();
        Arc::new(Self { cache, base_path, wakeups, callers, limit, heartbeat, state: Mutex::default() })
    }

    /// Returns the answer with a stream; `None` if there is no such event for these readers. Streams of one party have a
    /// common limit.
    pub(crate) async fn open(
        self: &Arc<Self>,
        topic: Topic,
        party: Party,
        permit: Option<Permit>,
        claim: Claim,
    ) -> Result<Option<Response>, Problem> {
        let counted = self.limit.permit_party(party)?;
        let others = self.joined(topic)?;
        let joined = if others.is_some() { others } else { self.watched(topic).await? };
        let Some(Joined { snapshots, wake }) = joined else { return Ok(None) };
        wake.settled().await;
        let permit = permit.map(|permit| {
            let mut callers = self.callers.subscribe();
            callers.mark_changed();
            Box::new(Permitted { permit, callers })
        });
        let stream = LiveStream { snapshots, permit, heartbeat: self.heartbeat, _counted: counted };
        Ok(Some(stream.answer(claim)))
    }

    /// Returns the number of open streams.
    pub(crate) fn count(&self) -> usize {
        self.limit.in_progress()
    }

    /// Reads what a client says that it knows. Without an id, its stream begins now.
    pub(crate) fn claim(topic: Topic, id: Option<&str>) -> Claim {
        match id.filter(|id| !id.is_empty()) {
            None => Claim::Nothing,
            Some(id) => Known::read(id, topic.number()).map_or(Claim::Unreadable, Claim::Facts),
        }
    }

    /// Ends all streams, and refuses further ones.
    pub(crate) fn end(&self) {
        let mut state = self.lock();
        state.has_ended = true;
        state.watched.clear();
        self.wakeups.heed(&Notice::Everything);
    }

    /// Joins the other streams about a topic, if there are any.
    fn joined(&self, topic: Topic) -> Result<Option<Joined>, Problem> {
        self.lock().join(topic)
    }

    /// Begins to watch a topic.
    async fn watched(self: &Arc<Self>, topic: Topic) -> Result<Option<Joined>, Problem> {
        let (cache, base_path) = (Arc::clone(&self.cache), Arc::clone(&self.base_path));
        let sources = Sources::new(cache, topic.readers.audience(), base_path, self.wakeups.subscribe());
        let mut watcher = Watcher::new(topic, sources);
        let Some(first) = watcher.first().await? else { return Ok(None) };
        let (snapshots, receiver) = watch::channel(Arc::new(first));
        let watched = Watched { snapshots: snapshots.clone(), wake: watcher.wake() };
        // Another request may have begun it meanwhile.
        if let Some(others) = self.lock().join_or_begin(topic, &watched)? {
            return Ok(Some(others));
        }
        let joined = watched.joined();
        drop((receiver, watched));
        let live = Arc::clone(self);
        tokio::spawn(async move {
            watcher.run(snapshots.clone(), || live.is_over(topic, &snapshots)).await;
            live.lock().watched.retain(|_, others| !others.snapshots.same_channel(&snapshots));
        });
        Ok(Some(joined))
    }

    /// Returns whether a topic need not be watched any more: no stream reads it, or all have to end. None can join then.
    fn is_over(&self, topic: Topic, snapshots: &Snapshots) -> bool {
        let mut state = self.lock();
        let is_over = state.has_ended || snapshots.receiver_count() == 0;
        if is_over {
            state.watched.remove(&topic);
        }
        is_over
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
