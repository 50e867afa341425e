//! Keeps a process's [`NoticeBoard`] and [`Progress`] up to date with views that another process writes.
//!
//! It receives commit notices over NATS, if there is a connection, and reads the store's position every half second
//! anyway. `state` decides what follows from either; this module carries it out. It posts to the board before it wakes
//! waiting tasks.

mod state;

use std::sync::Arc;
use std::time::Duration;

use futures::future::BoxFuture;
use futures::stream::BoxStream;
use futures::{FutureExt, StreamExt};
use metrics::Counter;
use service_kit::nats::{Link, Nats};
use service_kit::{BoxError, chain};
use storage::{Checkpoint, Notice, NoticeBoard, Reached, StoreError, ViewReader};
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
type Look = (Instant, Result<Option<Checkpoint>, LookError>);

#[derive(Debug, thiserror::Error)]
enum LookError {
    #[error("the store does not answer in time")]
    Late(#[from] tokio::time::error::Elapsed),
    #[error(transparent)]
    Store(#[from] StoreError),
}

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
    /// Creates a follower of these views that only reads the store.
    pub fn new(views: Arc<dyn ViewReader>, board: NoticeBoard) -> Self {
        Self {
            views,
            board,
            nats: None,
            log_id: None,
            watches: Watches::default(),
            state: FollowerState::new(Instant::now()),
            emptied: metrics::counter!("crosstable_follower_emptied_total"),
            looking: None,
            looked_at: None,
            failing: false,
        }
    }

    /// Sets whether the views are complete, until the store has been read.
    #[must_use]
    pub fn knowing_complete(self, complete: bool) -> Self {
        self.watches.complete.send_replace(complete);
        self
    }

    /// Sets the log. Views of another log do not count as complete.
    #[must_use]
    pub fn of_log(self, log_id: String) -> Self {
        Self { log_id: Some(log_id), ..self }
    }

    /// Adds commit notices over NATS.
    #[must_use]
    pub fn hearing(self, nats: &Nats) -> Self {
        Self { nats: Some(nats.clone()), ..self }
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
        let mut subscription = match &self.nats {
            Some(nats) => Subscription::open(nats).await,
            None => None,
        };
        loop {
            self.look_if_due(Instant::now());
            let wakes_at = self.wakes_at();
            let outputs = tokio::select! {
                event = listen(&mut subscription) => self.heed(event),
                (began, found) = finish(&mut self.looking) => {
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
            (now, found.map_err(LookError::from).and_then(|found| found.map_err(LookError::from)))
        };
        self.looking = Some(look.boxed());
    }

    fn heed(&mut self, event: SubscriptionEvent) -> Vec<Output> {
        let now = Instant::now();
        match event {
            SubscriptionEvent::Connected => self.state.listens(now),
            SubscriptionEvent::Disconnected => self.state.no_longer_listens(now),
            SubscriptionEvent::Notice(message) => match serde_json::from_slice(&message) {
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
    fn found(&mut self, began: Instant, found: Result<Option<Checkpoint>, LookError>) -> Vec<Output> {
        let now = Instant::now();
        let found = match found {
            Ok(found) => found,
            Err(error) => {
                if !std::mem::replace(&mut self.failing, true) {
                    tracing::warn!(error = chain(&error), "the position of the views cannot be read; retrying");
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

/// Waits for the read in progress, or forever if there is none.
async fn finish(looking: &mut Option<Looking>) -> Look {
    match looking {
        Some(looking) => looking.await,
        None => std::future::pending().await,
    }
}

/// Waits for the next event from NATS, or forever without NATS.
async fn listen(subscription: &mut Option<Subscription>) -> SubscriptionEvent {
    match subscription {
        Some(subscription) => subscription.next().await,
        None => std::future::pending().await,
    }
}

/// An event from NATS.
#[derive(Debug)]
enum SubscriptionEvent {
    /// A notice, not yet parsed.
    Notice(Vec<u8>),
    /// From now on, notices arrive.
    Connected,
    /// From now on, no notices arrive.
    Disconnected,
}

/// A subscription to notices, and the state of the connection.
struct Subscription {
    notices: BoxStream<'static, Vec<u8>>,
    link: watch::Receiver<Link>,
    known: Link,
}

impl Subscription {
    /// Subscribes to notices, which takes effect as soon as there is a connection.
    async fn open(nats: &Nats) -> Option<Self> {
        let subject = format!("{}.notices", nats.prefix());
        match nats.client().subscribe(subject).await {
            Ok(notices) => {
                let notices = notices.map(|message| message.payload.into()).boxed();
                Some(Self { notices, link: nats.link(), known: Link::default() })
            }
            Err(error) => {
                tracing::error!(%error, "cannot subscribe to commit notices; polling the views instead");
                None
            }
        }
    }

    /// Returns the next event. It is safe to cancel.
    async fn next(&mut self) -> SubscriptionEvent {
        loop {
            let link = *self.link.borrow_and_update();
            if link != self.known {
                self.known = link;
                return if link.connected { SubscriptionEvent::Connected } else { SubscriptionEvent::Disconnected };
            }
            tokio::select! {
                notice = self.notices.next() => match notice {
                    Some(notice) => return SubscriptionEvent::Notice(notice),
                    // The client was closed.
                    None => {
                        self.notices = futures::stream::pending().boxed();
                        return SubscriptionEvent::Disconnected;
                    }
                },
                changed = self.link.changed() => if changed.is_err() {
                    std::future::pending::<()>().await;
                },
            }
        }
    }
}
