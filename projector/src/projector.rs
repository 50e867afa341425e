//! The run loop: follows the log, settles what lags, notices a switch of generations, and outlives failing databases.

use std::sync::Arc;
use std::time::Duration;

use metrics::Counter;
use proto_events::Position;
use storage::{Checkpoint, EventStore, Generation, Notice, NoticeBoard, Shard, StoreError, Teller, ViewStore};
use tokio::sync::watch;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::engine::{Engine, SETTLED_AT_ONCE};
use crate::error::ProjectorError;
use crate::feed::{EventFeed, FeedBatch, StoreFeed};
use crate::rebuild::{active, rebuild_outdated};
use crate::settings::ViewSettings;

/// How often the active generation is looked at: another process may have switched to a rebuilt one.
const LOOK_AT_GENERATION: Duration = Duration::from_secs(1);
/// Waits after a database failed: the first, and the longest.
const BACKOFF: (Duration, Duration) = (Duration::from_millis(100), Duration::from_secs(5));

/// Keeps the views up to date with the log.
pub struct Projector {
    events: Arc<dyn EventStore>,
    views: Arc<dyn ViewStore>,
    board: NoticeBoard,
    settings: ViewSettings,
    shard: Shard,
    feed: Box<dyn EventFeed>,
    tell: Option<Teller>,
    applied: watch::Sender<Position>,
    prompt: watch::Sender<Position>,
    settled: watch::Sender<Position>,
    complete: watch::Sender<bool>,
    engine: Option<Engine>,
    /// The generation worked on last.
    followed: Option<Generation>,
    rebuilds: Counter,
    /// Whether something may have been committed that no cache was told of.
    untold: bool,
}

/// What the run loop does next.
enum Turn {
    Stop,
    Absorb(FeedBatch),
    Settle,
    LookAtGeneration,
}

impl Projector {
    /// A projector of this log into these views: of all organizations, reading the log itself, for this process alone.
    pub fn new(
        events: Arc<dyn EventStore>,
        views: Arc<dyn ViewStore>,
        board: NoticeBoard,
        settings: ViewSettings,
    ) -> Self {
        let shard = Shard::WHOLE;
        let feed = Box::new(StoreFeed::new(Arc::clone(&events), shard));
        let [applied, prompt, settled] = [(); 3].map(|()| watch::Sender::new(Position::START));
        let rebuilds = metrics::counter!("crosstable_projection_rebuilds_total");
        Self {
            events,
            views,
            board,
            settings,
            shard,
            feed,
            tell: None,
            applied,
            prompt,
            settled,
            complete: watch::Sender::new(false),
            engine: None,
            followed: None,
            rebuilds,
            untold: false,
        }
    }

    /// The same for one shard of the organizations, with a feed of what that takes in.
    #[must_use]
    pub fn of_shard(self, shard: Shard, feed: Box<dyn EventFeed>) -> Self {
        Self { shard, feed, ..self }
    }

    /// The same, telling other processes as well.
    #[must_use]
    pub fn telling(self, tell: Teller) -> Self {
        Self { tell: Some(tell), ..self }
    }

    /// The position up to which events are taken in, what they changed themselves is committed, and caches are told.
    /// Heavy documents of large events, and those that only repeat a changed name, may lag behind it by a second.
    pub fn applied(&self) -> watch::Receiver<Position> {
        self.applied.subscribe()
    }

    /// The position up to which every prompt document is true.
    pub fn prompt(&self) -> watch::Receiver<Position> {
        self.prompt.subscribe()
    }

    /// The position up to which every document is true, heavy ones of large events among them.
    pub fn settled(&self) -> watch::Receiver<Position> {
        self.settled.subscribe()
    }

    /// Whether the views were up to date once, so that what they lack is new.
    pub fn complete(&self) -> watch::Receiver<bool> {
        self.complete.subscribe()
    }

    /// Notes when the views are up to date for the first time.
    async fn note_complete(&mut self) -> Result<(), ProjectorError> {
        let Some(engine) = &mut self.engine else { return Ok(()) };
        if !engine.complete && engine.lagging.len() == 0 && self.events.head().await? <= engine.position() {
            self.views.mark_complete(engine.generation, engine.shard).await?;
            engine.complete = true;
        }
        if *self.complete.borrow() != engine.complete {
            self.complete.send_replace(engine.complete);
        }
        Ok(())
    }

    /// Tells those who wait how far the views are.
    fn report(&self) {
        if let Some(engine) = &self.engine {
            // Whoever is woken by the last of them finds the others.
            self.settled.send_replace(engine.reached.settled);
            self.prompt.send_replace(engine.reached.prompt);
            self.applied.send_replace(engine.reached.applied);
            engine.meters.lagging_streams.set(engine.lagging.len() as f64);
            engine.meters.parked_streams.set(engine.parking.len() as f64);
        }
    }

    /// At the start, tells those who wait how far the views are that were there before: they can be read even if nothing can
    /// be written now. Later on, caches must hear first what may have been committed.
    fn report_what_is_there(&self, checkpoint: &Checkpoint) {
        let is_divided_so = checkpoint.shards.len() == self.shard.of as usize;
        let place = checkpoint.shards.get(self.shard.index as usize).filter(|_| is_divided_so);
        if let (None, Some(place)) = (self.followed, place) {
            self.settled.send_replace(place.reached.settled);
            self.prompt.send_replace(place.reached.prompt);
            self.applied.send_replace(place.reached.applied);
        }
    }

    /// Works until there is nothing left to read and nothing lags. Says where that is.
    ///
    /// # Errors
    /// When a database fails, the log has a gap, or another projector is at work.
    pub async fn catch_up(&mut self) -> Result<Position, ProjectorError> {
        loop {
            self.open().await?;
            let Some(engine) = &mut self.engine else { continue };
            match engine.catch_up(&mut *self.feed).await {
                Ok(_) => {
                    let position = engine.position();
                    self.report();
                    self.note_complete().await?;
                    return Ok(position);
                }
                Err(error) => self.after_failure(error).await?,
            }
        }
    }

    /// Follows the log until it is told to stop. A batch that was begun is finished.
    ///
    /// # Errors
    /// When the log has a gap, or another projector is at work. Failing databases are waited for.
    pub async fn run(mut self, stop: CancellationToken) -> Result<(), ProjectorError> {
        let mut backoff = BACKOFF.0;
        let mut look_at = Instant::now() + LOOK_AT_GENERATION;
        while !stop.is_cancelled() {
            let error = match self.turn(&stop, &mut look_at).await {
                Ok(()) => {
                    backoff = BACKOFF.0;
                    continue;
                }
                Err(error) => error,
            };
            match self.after_failure(error).await {
                Ok(()) => {}
                Err(ProjectorError::Store(error)) if !matches!(error, StoreError::Closed) => {
                    tracing::warn!(%error, wait_ms = backoff.as_millis(), "a database failed, trying again");
                    self.engine = None;
                    self.untold = true;
                    let _ = tokio::time::timeout(backoff, stop.cancelled()).await;
                    backoff = (backoff * 2).min(BACKOFF.1);
                }
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    async fn turn(&mut self, stop: &CancellationToken, look_at: &mut Instant) -> Result<(), ProjectorError> {
        if self.engine.is_none() {
            tokio::select! {
                () = stop.cancelled() => return Ok(()),
                opened = self.open() => opened?,
            }
        }
        let Some(engine) = &mut self.engine else { return Ok(()) };
        match wait(engine, &mut *self.feed, stop, *look_at).await? {
            Turn::Stop => {}
            Turn::Absorb(batch) => {
                engine.absorb(&mut *self.feed, batch, stop).await?;
                self.report();
                self.note_complete().await?;
            }
            Turn::Settle => {
                let due = engine.lagging.due(Instant::now(), SETTLED_AT_ONCE);
                engine.settle(&due).await?;
                self.report();
                self.note_complete().await?;
            }
            Turn::LookAtGeneration => {
                *look_at = Instant::now() + LOOK_AT_GENERATION;
                look_at_generation(engine).await?;
            }
        }
        Ok(())
    }

    /// Opens the active generation: begins the first one, and rebuilds one that was rendered with other settings.
    async fn open(&mut self) -> Result<(), ProjectorError> {
        if self.engine.is_some() {
            return Ok(());
        }
        let mut checkpoint = active(self.views.as_ref(), &self.settings).await?;
        self.report_what_is_there(&checkpoint);
        let followed = self.followed.unwrap_or(checkpoint.generation);
        if checkpoint.fingerprint != self.settings.fingerprint() {
            tracing::info!("views were rendered with other settings or by another version: they are rebuilt");
            rebuild_outdated(Arc::clone(&self.events), Arc::clone(&self.views), &self.settings).await?;
            self.untold = true;
            checkpoint = active(self.views.as_ref(), &self.settings).await?;
        }
        let (events, views) = (Arc::clone(&self.events), Arc::clone(&self.views));
        let board = Some(self.board.clone());
        let (settings, generation) = (self.settings.clone(), checkpoint.generation);
        let mut engine = Engine::open(events, views, settings, board, generation, self.shard).await?;
        engine.tell = self.tell.clone();
        let (shard, position) = (engine.shard, engine.position().0);
        tracing::info!(generation = generation.0, %shard, position, "views are followed");
        if engine.generation != followed {
            self.rebuilds.increment(1);
        }
        self.followed = Some(engine.generation);
        if std::mem::take(&mut self.untold) {
            self.board.post(&Notice::Everything);
        }
        self.engine = Some(engine);
        self.report();
        self.note_complete().await
    }

    /// Goes over to another generation if that is what an error means; else returns the error.
    async fn after_failure(&mut self, error: ProjectorError) -> Result<(), ProjectorError> {
        let generation = self.engine.as_ref().map(|engine| engine.generation);
        let switched = match error {
            ProjectorError::GenerationGone => true,
            ProjectorError::AnotherProjector { .. } => {
                self.views.active().await?.map(|active| active.generation) != generation
            }
            _ => false,
        };
        // Nothing in memory is trusted after a failure.
        self.engine = None;
        if !switched {
            return Err(error);
        }
        tracing::info!("another generation of views is active");
        self.untold = true;
        Ok(())
    }
}

/// Waits for something to do. Dropping a read half-way is harmless: the feed keeps no place.
async fn wait(
    engine: &Engine,
    feed: &mut dyn EventFeed,
    stop: &CancellationToken,
    look_at: Instant,
) -> Result<Turn, ProjectorError> {
    let due = engine.lagging.next_due();
    let settle = async {
        match due {
            Some(due) => tokio::time::sleep_until(due).await,
            None => std::future::pending().await,
        }
    };
    tokio::select! {
        biased;
        () = stop.cancelled() => Ok(Turn::Stop),
        () = settle => Ok(Turn::Settle),
        () = tokio::time::sleep_until(look_at) => Ok(Turn::LookAtGeneration),
        batch = feed.next(engine.read_to) => Ok(Turn::Absorb(batch?)),
    }
}

/// Fails when the generation worked on is no longer the active one, or somebody else moved its checkpoint.
async fn look_at_generation(engine: &Engine) -> Result<(), ProjectorError> {
    let active = engine.views.active().await?;
    let active = active.filter(|active| active.generation == engine.generation);
    let active = active.ok_or(ProjectorError::GenerationGone)?;
    let place = active.shards.get(engine.shard.index as usize).map(|place| place.reached.applied);
    let actual = place.filter(|_| active.shards.len() == engine.shard.of as usize).unwrap_or(Position(-1));
    if actual != engine.position() {
        return Err(ProjectorError::AnotherProjector { expected: engine.position(), actual });
    }
    Ok(())
}
