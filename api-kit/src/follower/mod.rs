//! Keeps a process's [`NoticeBoard`] and [`Progress`] up to date with views that another process writes.
//!
//! It receives commit notices over NATS, if there is a connection, and reads the store's position every half second
//! anyway. `state` decides what follows from either; this module carries it out. It posts to the board before it wakes
//! waiting tasks.

mod state;

use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use futures::future::{BoxFuture, OptionFuture};
use futures::stream::{self, BoxStream};
use futures::{FutureExt, StreamExt};
use metrics::Counter;
use service_kit::nats::{Link, Nats};
use service_kit::{BoxError, chain};
use storage::{Checkpoint, Notice, NoticeBoard, Reached, ViewReader};
use tokio::sync::watch;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use self::state::{FollowerState, Output};
use crate::consistency::LogTag;
use crate::progress::Progress;

/// Interval between two reads of the store's position.
const LOOK_EVERY: Duration = Duration::from_millis(500);
/// Time limit of such a read.
const LOOK_TIME: Duration = Duration::from_secs(1);
/// Minimum interval between two reads that notices cause.
const LOOKS_APART: Duration = Duration::from_millis(50);

/// A read of the store's position in progress: its start and its result.
type Looking = BoxFuture<'static, Look>;
type Look = (Instant, Result<Option<Checkpoint>, BoxError>);

/// Follows views that another process writes.
pub struct Follower {
    views: Arc<dyn ViewReader>,
    board: NoticeBoard,
    nats: Option<Nats>,
    /// The log that the views must come from, if it is known.
    log_id: Option<String>,
    watches: Watches,
    state: FollowerState,
    emptied: Counter,
    looking: Option<Looking>,
    /// When the last read began.
    looked_at: Option<Instant>,
    /// Whether the last read failed.
    failing: bool,
}

/// The channels that report the progress of the views.
#[derive(Default)]
struct Watches {
    reached: watch::Sender<Reached>,
    complete: watch::Sender<bool>,
    sighted: watch::Sender<bool>,
    log: watch::Sender<Option<LogTag>>,
}

impl Follower {
    /// Creates a follower of these views. Without NATS, it only reads the store. Views of another log than this one do
    /// not count as complete; `is_complete` says whether they are, until the store has been read.
    pub fn new(
        views: Arc<dyn ViewReader>,
        board: NoticeBoard,
        nats: Option<Nats>,
        log_id: Option<String>,
        is_complete: bool,
    ) -> Self {
        Self {
            views,
            board,
            nats,
            log_id,
            watches: Watches { complete: watch::Sender::new(is_complete), ..Watches::default() },
            state: FollowerState::new(Instant::now()),
            emptied: metrics::counter!("crosstable_follower_emptied_total"),
            looking: None,
            looked_at: None,
            failing: false,
        }
    }

    /// Returns the progress of the views. When it reports a position, caches that listen to the board hold nothing
    /// older.
    pub fn progress(&self) -> Progress {
        Progress::new(self.watches.reached.subscribe()).of_log(self.watches.log.subscribe())
    }

    /// Returns whether the views have been up to date at least once.
    pub fn complete(&self) -> watch::Receiver<bool> {
        self.watches.complete.subscribe()
    }

    /// Returns whether the store was readable recently. While it is not, cached documents expire quickly.
    pub fn sighted(&self) -> watch::Receiver<bool> {
        self.watches.sighted.subscribe()
    }

    /// Follows the views until `stop` is cancelled. It keeps trying while the store or NATS fails.
    ///
    /// # Errors
    /// Never. The type is that of other tasks, which may fail.
    pub async fn run(mut self, stop: CancellationToken) -> Result<(), BoxError> {
        tokio::select! {
            () = stop.cancelled() => {}
            () = self.follow() => {}
        }
        Ok(())
    }

    async fn follow(&mut self) {
        let mut events = subscribe(self.nats.as_ref()).await;
        loop {
            self.look_if_due(Instant::now());
            let wakes_at = self.wakes_at();
            let outputs = tokio::select! {
                Some(event) = events.next() => self.heed(event),
                Some((began, found)) = OptionFuture::from(self.looking.as_mut()) => {
                    self.looking = None;
                    self.found(began, found)
                }
                () = tokio::time::sleep_until(wakes_at) => self.state.tick(Instant::now()),
            };
            self.carry_out(outputs);
        }
    }

    fn next_look(&self) -> Option<Instant> {
        let pause = if self.state.wants_look() { LOOKS_APART } else { LOOK_EVERY };
        self.looked_at.map(|last| last + pause)
    }

    fn wakes_at(&self) -> Instant {
        let due = self.state.due();
        match self.next_look() {
            Some(next) if self.looking.is_none() => due.min(next),
            _ => due,
        }
    }

    fn look_if_due(&mut self, now: Instant) {
        if self.looking.is_some() || self.next_look().is_some_and(|next| next > now) {
            return;
        }
        self.state.looks();
        self.looked_at = Some(now);
        let views = Arc::clone(&self.views);
        let look = async move {
            let found = tokio::time::timeout(LOOK_TIME, views.active()).await;
            let found = found.map_err(|_| BoxError::from("the store does not answer in time"));
            (now, found.and_then(|found| found.map_err(BoxError::from)))
        };
        self.looking = Some(look.boxed());
    }

    fn heed(&mut self, event: NatsEvent) -> Vec<Output> {
        let now = Instant::now();
        match event {
            NatsEvent::Link(Link { connected: true, .. }) => self.state.listens(now),
            NatsEvent::Link(_) => self.state.no_longer_listens(now),
            NatsEvent::Notice(message) => match serde_json::from_slice(&message) {
                Ok(notice) => self.state.note(notice, now),
                Err(error) => {
                    // The number of the next notice, or the next read, reveals that this one is missing.
                    tracing::debug!(%error, "invalid commit notice, possibly from another version");
                    Vec::new()
                }
            },
        }
    }

    /// Processes the result of a read.
    fn found(&mut self, began: Instant, found: Result<Option<Checkpoint>, BoxError>) -> Vec<Output> {
        let now = Instant::now();
        let found = match found {
            Ok(found) => found,
            Err(error) => {
                if !std::mem::replace(&mut self.failing, true) {
                    tracing::warn!(error = chain(&*error), "the position of the views cannot be read; retrying");
                }
                return self.state.tick(now);
            }
        };
        if std::mem::take(&mut self.failing) {
            tracing::info!("the position of the views can be read again");
        }
        let served = found.as_ref().filter(|found| !found.log_id.is_empty());
        publish(&self.watches.log, served.map(|found| LogTag::of(&found.log_id)));
        let outputs = self.state.looked(began, found.as_ref(), now);
        self.carry_out(outputs);
        let log_id = self.log_id.as_deref();
        let is_ours =
            |found: &Checkpoint| found.log_id.is_empty() || log_id.is_none_or(|log_id| log_id == found.log_id);
        publish(&self.watches.complete, found.is_some_and(|found| found.is_complete() && is_ours(&found)));
        publish(&self.watches.sighted, true);
        Vec::new()
    }

    fn carry_out(&mut self, outputs: Vec<Output>) {
        for output in outputs {
            match output {
                Output::Post(notice) => {
                    if notice == Notice::Everything {
                        self.emptied.increment(1);
                    }
                    self.board.post(&notice);
                }
                Output::Raise(reached) => publish(&self.watches.reached, reached),
            }
        }
        if self.state.is_blind(Instant::now()) {
            publish(&self.watches.sighted, false);
        }
    }
}

/// Sends a value if it has changed.
fn publish<T: PartialEq>(watch: &watch::Sender<T>, value: T) {
    watch.send_if_modified(|known| {
        let changes = *known != value;
        *known = value;
        changes
    });
}

/// An event from NATS.
enum NatsEvent {
    /// A notice, not yet parsed.
    Notice(Bytes),
    /// From now on, notices arrive, or arrive no longer.
    Link(Link),
}

/// Subscribes to notices, which takes effect as soon as there is a connection. Nothing comes without NATS.
async fn subscribe(nats: Option<&Nats>) -> BoxStream<'static, NatsEvent> {
    let Some(nats) = nats else { return stream::empty().boxed() };
    let notices = match nats.client().subscribe(format!("{}.notices", nats.prefix())).await {
        Ok(notices) => notices.map(|message| NatsEvent::Notice(message.payload)),
        Err(error) => {
            tracing::error!(%error, "cannot subscribe to commit notices; polling the views instead");
            return stream::empty().boxed();
        }
    };
    let mut link = nats.link();
    link.mark_changed();
    let links = stream::unfold(link, |mut link| async move {
        link.changed().await.ok()?;
        let newest = *link.borrow_and_update();
        Some((NatsEvent::Link(newest), link))
    });
    stream::select(links, notices).boxed()
}
