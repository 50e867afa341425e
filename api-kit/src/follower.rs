//! Keeps a process's [`NoticeBoard`] and [`Progress`] up to date with views that another process writes.
//!
//! It hears notices, where there is NATS, and looks at the store every half second, whatever was heard. What follows from
//! either is decided in `heard`; here it is carried out, in order: the board is told before anybody who waits is woken.

mod ear;
mod heard;

use std::sync::Arc;
use std::time::Duration;

use futures::FutureExt;
use futures::future::BoxFuture;
use metrics::Counter;
use proto_events::Position;
use service_kit::nats::Nats;
use service_kit::{BoxError, chain};
use storage::{Checkpoint, Notice, NoticeBoard, Reached, StoreError, ViewStore};
use tokio::sync::watch;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use self::ear::{Ear, Word};
use self::heard::{Heard, Output};
use crate::Progress;
use crate::consistency::LogTag;

/// How often the store is looked at.
const LOOK_EVERY: Duration = Duration::from_millis(500);
/// How long a look may take.
const LOOK_TIME: Duration = Duration::from_secs(1);
/// What lies at least between two looks that notices ask for.
const LOOKS_APART: Duration = Duration::from_millis(50);

/// A look at the store that is under way: when it began, and what it finds.
type Looking = BoxFuture<'static, Look>;
type Look = (Instant, Result<Option<Checkpoint>, LookError>);

/// Why a look came to nothing.
#[derive(Debug, thiserror::Error)]
enum LookError {
    #[error("it does not answer")]
    Late(#[from] tokio::time::error::Elapsed),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Follows views that another process writes.
pub struct Follower {
    views: Arc<dyn ViewStore>,
    board: NoticeBoard,
    nats: Option<Nats>,
    /// The log that the views must be made from, where that is known.
    log_id: Option<String>,
    told: Tellers,
}

/// Who is told how far the views are.
struct Tellers {
    applied: watch::Sender<Position>,
    prompt: watch::Sender<Position>,
    settled: watch::Sender<Position>,
    complete: watch::Sender<bool>,
    sighted: watch::Sender<bool>,
    log: watch::Sender<Option<LogTag>>,
}

impl Follower {
    /// A follower of these views, which looks at them alone.
    pub fn new(views: Arc<dyn ViewStore>, board: NoticeBoard) -> Self {
        let [applied, prompt, settled] = [(); 3].map(|()| watch::Sender::new(Position::START));
        let [complete, sighted] = [(); 2].map(|()| watch::Sender::new(false));
        let log = watch::Sender::new(None);
        Self {
            views,
            board,
            nats: None,
            log_id: None,
            told: Tellers { applied, prompt, settled, complete, sighted, log },
        }
    }

    /// The same with views that are known to be complete, or not. Until they were looked at that is what is said of them.
    #[must_use]
    pub fn knowing_complete(self, complete: bool) -> Self {
        self.told.complete.send_replace(complete);
        self
    }

    /// The same for a process that knows the log: views that were made from another one are not complete.
    #[must_use]
    pub fn of_log(self, log_id: String) -> Self {
        Self { log_id: Some(log_id), ..self }
    }

    /// The same, hearing of changes as they come.
    #[must_use]
    pub fn hearing(self, nats: &Nats) -> Self {
        Self { nats: Some(nats.clone()), ..self }
    }

    /// How far the views are. Whoever is told of a position finds no cache that heeds the board and holds what was before.
    pub fn progress(&self) -> Progress {
        let Tellers { applied, prompt, settled, log, .. } = &self.told;
        Progress::new(applied.subscribe(), prompt.subscribe(), settled.subscribe()).of_log(log.subscribe())
    }

    /// The position up to which what was written itself can be read.
    pub fn applied(&self) -> watch::Receiver<Position> {
        self.told.applied.subscribe()
    }

    /// Whether the views were up to date once, so that what they lack is new.
    pub fn complete(&self) -> watch::Receiver<bool> {
        self.told.complete.subscribe()
    }

    /// Whether the store could be looked at lately. While it cannot, nothing stays in caches for long.
    pub fn sighted(&self) -> watch::Receiver<bool> {
        self.told.sighted.subscribe()
    }

    /// Follows until it is told to stop. A store and a NATS that fail are waited for.
    ///
    /// # Errors
    /// None; whoever runs tasks wants a result.
    pub async fn run(self, stop: CancellationToken) -> Result<(), BoxError> {
        let Self { views, board, nats, log_id, told } = self;
        let heard = Heard::new(Instant::now());
        let emptied = metrics::counter!("crosstable_follower_emptied_total");
        let mut following =
            Following { views, board, log_id, told, heard, emptied, looking: None, looked_at: None, failing: false };
        tokio::select! {
            () = stop.cancelled() => {}
            () = following.follow(nats) => {}
        }
        Ok(())
    }
}

/// A follower at work.
struct Following {
    views: Arc<dyn ViewStore>,
    board: NoticeBoard,
    log_id: Option<String>,
    told: Tellers,
    heard: Heard,
    emptied: Counter,
    looking: Option<Looking>,
    /// When the last look began.
    looked_at: Option<Instant>,
    /// Whether the last look came to nothing.
    failing: bool,
}

impl Following {
    async fn follow(&mut self, nats: Option<Nats>) {
        let mut ear = match &nats {
            Some(nats) => Ear::open(nats).await,
            None => None,
        };
        loop {
            self.look_if_due(Instant::now());
            let wakes_at = self.wakes_at();
            let outputs = tokio::select! {
                word = listen(&mut ear) => self.heed(word),
                (began, found) = finish(&mut self.looking) => {
                    self.looking = None;
                    self.found(began, found)
                }
                () = tokio::time::sleep_until(wakes_at) => self.heard.tick(Instant::now()),
            };
            self.carry_out(outputs);
        }
    }

    /// When the next look should begin.
    fn next_look(&self) -> Option<Instant> {
        let pause = if self.heard.wants_look() { LOOKS_APART } else { LOOK_EVERY };
        self.looked_at.map(|last| last + pause)
    }

    fn wakes_at(&self) -> Instant {
        let due = self.heard.due();
        match self.next_look() {
            Some(next) if self.looking.is_none() => due.min(next),
            _ => due,
        }
    }

    fn look_if_due(&mut self, now: Instant) {
        if self.looking.is_some() || self.next_look().is_some_and(|next| next > now) {
            return;
        }
        self.heard.looks();
        self.looked_at = Some(now);
        let views = Arc::clone(&self.views);
        let look = async move {
            let found = tokio::time::timeout(LOOK_TIME, views.active()).await;
            (now, found.map_err(LookError::from).and_then(|found| found.map_err(LookError::from)))
        };
        self.looking = Some(look.boxed());
    }

    fn heed(&mut self, word: Word) -> Vec<Output> {
        let now = Instant::now();
        match word {
            Word::Listens => self.heard.listens(now),
            Word::Deaf => self.heard.no_longer_listens(now),
            Word::Told(message) => match serde_json::from_slice(&message) {
                Ok(told) => self.heard.told(told, now),
                Err(error) => {
                    // Its number is missed by the next one, or by a look.
                    tracing::debug!(%error, "a notice cannot be read; another version may have sent it");
                    Vec::new()
                }
            },
        }
    }

    /// Takes in what a look found.
    fn found(&mut self, began: Instant, found: Result<Option<Checkpoint>, LookError>) -> Vec<Output> {
        let now = Instant::now();
        let found = match found {
            Ok(found) => found,
            Err(error) => {
                if !std::mem::replace(&mut self.failing, true) {
                    tracing::warn!(error = chain(&error), "how far the views are cannot be seen; it is tried again");
                }
                return self.heard.tick(now);
            }
        };
        if std::mem::take(&mut self.failing) {
            tracing::info!("how far the views are can be seen again");
        }
        let served = found.as_ref().filter(|found| !found.log_id.is_empty());
        tell(&self.told.log, served.map(|found| LogTag::of(&found.log_id)));
        let outputs = self.heard.looked(began, found.as_ref(), now);
        self.carry_out(outputs);
        let log_id = self.log_id.as_deref();
        let is_ours =
            |found: &Checkpoint| found.log_id.is_empty() || log_id.is_none_or(|log_id| log_id == found.log_id);
        tell(&self.told.complete, found.is_some_and(|found| found.is_complete() && is_ours(&found)));
        tell(&self.told.sighted, true);
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
                Output::Raise(Reached { applied, prompt, settled }) => {
                    // Whoever is woken by the last of them finds the others.
                    tell(&self.told.settled, settled);
                    tell(&self.told.prompt, prompt);
                    tell(&self.told.applied, applied);
                }
            }
        }
        if self.heard.is_blind(Instant::now()) {
            tell(&self.told.sighted, false);
        }
    }
}

/// Tells a value, if it is another than before.
fn tell<T: PartialEq>(watch: &watch::Sender<T>, value: T) {
    watch.send_if_modified(|known| {
        let changes = *known != value;
        *known = value;
        changes
    });
}

/// Waits for the look under way; for ever, if there is none.
async fn finish(looking: &mut Option<Looking>) -> Look {
    match looking {
        Some(looking) => looking.await,
        None => std::future::pending().await,
    }
}

/// Waits for a word; for ever, where there is nobody to listen to.
async fn listen(ear: &mut Option<Ear>) -> Word {
    match ear {
        Some(ear) => ear.next().await,
        None => std::future::pending().await,
    }
}
