//! Streams of changes for the pages of the desk and of players, as server-sent events.
//!
//! These pages are drawn from the newest state of an event, so their streams are made from it too. One *watcher* for each
//! event with streams reads the newest state when a commit notice names the event, and shows it to the streams as a
//! *snapshot*. A stream computes its *position* from it: for staff the version of the event, for a player a digest of what
//! the player's page shows (`sheets`). It tells its client when the position changes, and ends when the page would not
//! open any more: the event is deleted, the private link is revoked, the session is over.
//!
//! A page names the position that it was drawn at, and its stream begins there. So nothing falls between the two.

mod follower;
mod permit;
mod snapshot;
mod stream;

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use api_kit::answer_limit::AnswerLimit;
use api_kit::{Party, event_stream};
use axum::response::Response;
use proto_events::ids::TournamentId;
use service_kit::message;
use service_kit::problem::Problem;
use storage::{Notice, NoticeBoard, ViewKind};
use tokio::sync::{Notify, watch};
use write_api::WriteApi;

use crate::serving::failures::{failed, not_found};
use crate::serving::sheets::Sheets;
use permit::RECORDS;
use snapshot::Snapshot;
use stream::Stream;

pub(crate) use follower::Follower;
pub(crate) use permit::Permit;

const STOPPING: &str = "The service is stopping. Please connect again.";
/// The pause after a failure of the store.
const PAUSE: Duration = Duration::from_secs(1);
/// The pause after a change for each player of the event, and the longest one.
const COLLECTS: (Duration, Duration) = (Duration::from_micros(100), Duration::from_millis(250));
/// The kinds of documents that change with every step of an event; their keys begin with its id.
const OF_EVENTS: [ViewKind; 4] =
    [ViewKind::EventAuditPart, ViewKind::Overview, ViewKind::Registrations, ViewKind::EventDecklists];
/// Those that also change with names and lists, which are in other streams of the log.
const WITH_OTHERS: [ViewKind; 2] = [ViewKind::Registrations, ViewKind::EventDecklists];

type Snapshots = watch::Sender<Arc<Snapshot>>;

/// A request for a stream.
pub(crate) struct Wanted {
    pub(crate) event: TournamentId,
    pub(crate) follower: Follower,
    /// The right of a session; none for a private link, whose follower knows whether it is revoked.
    pub(crate) permit: Option<Permit>,
    /// The client's address.
    pub(crate) address: Option<IpAddr>,
    /// The position that the client knows; empty if the stream begins now.
    pub(crate) known: String,
}

/// An event with streams.
#[derive(Clone)]
struct Watched {
    snapshots: Snapshots,
    wake: Arc<Notify>,
    /// How often a name or a list may have changed.
    others: watch::Sender<u64>,
}

impl Watched {
    /// Gives the streams a snapshot, if it is newer than the one that they have.
    fn offer(&self, snapshot: &Arc<Snapshot>) {
        self.snapshots.send_if_modified(|last| {
            let is_news = snapshot.is_newer_than(last);
            if is_news {
                *last = Arc::clone(snapshot);
            }
            is_news
        });
    }
}

/// The streams of pages in this process.
pub(crate) struct Live {
    commands: WriteApi,
    /// The facts about players of events.
    sheets: Sheets,
    limit: Arc<AnswerLimit>,
    heartbeat: Duration,
    /// Changes when a record about a caller may have changed.
    callers: watch::Sender<()>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    watched: HashMap<TournamentId, Watched>,
    has_ended: bool,
}

impl State {
    fn join(&self, event: TournamentId) -> Result<Option<watch::Receiver<Arc<Snapshot>>>, Problem> {
        if self.has_ended {
            return Err(Problem::unavailable(message!("stopping", STOPPING), 2).with_source("the process is stopping"));
        }
        Ok(self.watched.get(&event).map(|watched| watched.snapshots.subscribe()))
    }
}

impl Live {
    /// Creates it without streams. It listens to the notice board, after the caches.
    pub(crate) fn new(
        (commands, sheets): (WriteApi, Sheets),
        limit: Arc<AnswerLimit>,
        heartbeat: Duration,
        board: &NoticeBoard,
    ) -> Arc<Self> {
        let (callers, state) = (watch::Sender::new(()), Mutex::default());
        let live = Arc::new(Self { commands, sheets, limit, heartbeat, callers, state });
        let told = Arc::downgrade(&live);
        board.listen(move |notice| {
            if let Some(live) = told.upgrade() {
                live.heed(notice);
            }
        });
        live
    }

    /// Answers with a stream, which begins at the position that the client knows.
    ///
    /// # Errors
    /// 404 if the follower may not see the event, 503 if too many streams are open.
    pub(crate) async fn answer(self: &Arc<Self>, wanted: Wanted) -> Result<Response, Problem> {
        let Wanted { event, follower, permit, address, known } = wanted;
        let counted = self.limit.permit_party(Party::at(address))?;
        let joined = self.lock().join(event)?;
        let snapshots = match joined {
            Some(others) => others,
            None => self.watched(event).await?,
        };
        let newest = self.newest(event, &snapshots).await?;
        let position = follower.position(&newest).ok_or_else(not_found)?;
        let mut callers = self.callers.subscribe();
        callers.mark_changed();
        let stream = Stream {
            snapshots,
            callers,
            follower,
            permit,
            heartbeat: event_stream::spread(self.heartbeat),
            version: newest.version(),
            others: newest.others,
            position,
            _counted: counted,
        };
        Ok(event_stream::answer(stream.body(&known)))
    }

    /// Returns the newest snapshot of a watched event. The watcher may not have heard of the newest change, which the page
    /// may show: then the others get this snapshot too, so that the positions of its players are computed once.
    async fn newest(
        &self,
        event: TournamentId,
        known: &watch::Receiver<Arc<Snapshot>>,
    ) -> Result<Arc<Snapshot>, Problem> {
        let newest = self.commands.tournament(event).await.map_err(failed)?.ok_or_else(not_found)?;
        let last = Arc::clone(&known.borrow());
        if newest.version <= last.version() {
            return Ok(last);
        }
        let newest = Arc::new(Snapshot::new(newest, last.others, &self.sheets));
        if let Some(watched) = self.lock().watched.get(&event) {
            watched.offer(&newest);
        }
        Ok(newest)
    }

    /// Ends all streams, and refuses further ones.
    pub(crate) fn end(&self) {
        let mut state = self.lock();
        state.has_ended = true;
        for (_, watched) in state.watched.drain() {
            watched.wake.notify_one();
        }
    }

    /// Wakes the watchers of the events that a notice names. It is quick, because the projector waits for it.
    fn heed(&self, notice: &Notice) {
        let state = self.lock();
        let wake = |watched: &Watched, is_about_others: bool| {
            if is_about_others {
                watched.others.send_modify(|others| *others += 1);
            }
            watched.wake.notify_one();
        };
        let is_about_callers = match notice {
            Notice::Documents { keys, .. } => {
                for key in keys.iter().filter(|key| !state.watched.is_empty() && OF_EVENTS.contains(&key.kind)) {
                    let id = key.key.split('/').next().and_then(|id| id.parse().ok()).map(TournamentId);
                    if let Some(watched) = id.and_then(|id| state.watched.get(&id)) {
                        wake(watched, WITH_OTHERS.contains(&key.kind));
                    }
                }
                keys.iter().any(|key| RECORDS.contains(&key.kind))
            }
            Notice::Everything => {
                state.watched.values().for_each(|watched| wake(watched, true));
                true
            }
        };
        if is_about_callers {
            self.callers.send_replace(());
        }
    }

    /// Begins to watch an event.
    async fn watched(self: &Arc<Self>, event: TournamentId) -> Result<watch::Receiver<Arc<Snapshot>>, Problem> {
        let first = self.commands.tournament(event).await.map_err(failed)?.ok_or_else(not_found)?;
        let (snapshots, receiver) = watch::channel(Arc::new(Snapshot::new(first, 0, &self.sheets)));
        let watched = Watched { snapshots, wake: Arc::default(), others: watch::Sender::new(0) };
        {
            let mut state = self.lock();
            // Another request may have begun it meanwhile.
            if let Some(others) = state.join(event)? {
                return Ok(others);
            }
            state.watched.insert(event, watched.clone());
        }
        // Something may have changed before it was among the watched events.
        watched.wake.notify_one();
        tokio::spawn(Arc::clone(self).watch(event, watched));
        Ok(receiver)
    }

    /// Updates the snapshot until no stream needs it, or the event is gone.
    async fn watch(self: Arc<Self>, event: TournamentId, watched: Watched) {
        loop {
            tokio::select! {
                biased;
                () = watched.snapshots.closed() => {}
                () = watched.wake.notified() => {}
            }
            if self.is_over(event, &watched.snapshots) {
                return;
            }
            let others = *watched.others.borrow();
            match self.commands.tournament(event).await {
                Ok(Some(newest)) => {
                    let pause = pause_after_change(newest.state.registrations.len());
                    watched.offer(&Arc::new(Snapshot::new(newest, others, &self.sheets)));
                    tokio::time::sleep(pause).await;
                }
                Ok(None) => {
                    self.lock().watched.remove(&event);
                    return;
                }
                // The streams keep what they have until the store answers.
                Err(_) => {
                    tokio::time::sleep(PAUSE).await;
                    watched.wake.notify_one();
                }
            }
        }
    }

    /// Returns whether an event need not be watched any more: no stream reads it, or all have to end. None can join then.
    fn is_over(&self, event: TournamentId, snapshots: &Snapshots) -> bool {
        let mut state = self.lock();
        let is_over = state.has_ended || snapshots.receiver_count() == 0;
        if is_over {
            state.watched.remove(&event);
        }
        is_over
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns the pause after a change, in which further changes are collected. A change costs the computation of every
/// player's position, which takes longer the larger the event is.
fn pause_after_change(players: usize) -> Duration {
    COLLECTS.0.saturating_mul(u32::try_from(players).unwrap_or(u32::MAX)).min(COLLECTS.1)
}
