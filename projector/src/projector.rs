//! The run loop: follows the log, renders lagging documents, switches to a new generation, and survives database
//! failures.

mod repair;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use futures::future::BoxFuture;
use metrics::Counter;
use proto_events::Position;
use storage::{
    Checkpoint, Damage, DamageReports, Generation, Lineage, LogReader, Notice, NoticeBoard, Reached, Shard, StoreError,
    Teller, ViewStore,
};
use tokio::sync::watch;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::engine::Engine;
use crate::error::ProjectorError;
use crate::feed::StoreFeed;
use crate::lineage::{expect_new_id, give_up_foreign_views};
use crate::pace::Pace;
use crate::progress::{self, Progress};
use crate::rebuild::active;
use crate::renewal::Renewal;
use crate::settings::ViewSettings;

/// How often the active generation is checked: another process may have switched to a rebuilt one.
const LOOK_AT_GENERATION: Duration = Duration::from_secs(1);
/// How long views that lack the newest events are not served after the start. Few missing events take milliseconds;
/// with many, old views are better than none.
const CATCHING_UP: Duration = Duration::from_secs(5);
/// Waits after a database failure: the first and the longest.
const BACKOFF: (Duration, Duration) = (Duration::from_millis(100), Duration::from_secs(5));

/// Keeps the views up to date with the log.
pub struct Projector {
    events: Arc<dyn LogReader>,
    views: Arc<dyn ViewStore>,
    board: NoticeBoard,
    settings: ViewSettings,
    shard: Shard,
    feed: StoreFeed,
    tell: Option<Teller>,
    reached: watch::Sender<Reached>,
    complete: watch::Sender<bool>,
    engine: Option<Engine>,
    /// Whether the active views were rendered with other settings or by another version.
    is_outdated: bool,
    /// Renders all views anew, in another generation.
    renewal: Renewal,
    pace: Pace,
    /// The last generation followed.
    followed: Option<Generation>,
    rebuilds: Counter,
    /// Whether something may have been committed without notifying the caches.
    untold: bool,
    damage: DamageReports,
    /// Streams whose damaged documents were rendered again since the generation was opened.
    repaired: BTreeSet<Damage>,
    /// At the start: the newest event, which the views must show before they are served, and the latest time to wait
    /// for it.
    awaited: Option<(Position, Instant)>,
    /// A damaged event because of which new views are not served.
    damaged_at: Option<Position>,
    /// When the views file was replaced last.
    replaced: Option<Instant>,
}

impl Projector {
    /// Creates a projector from this log into these views: for all organizations, reading the log itself, and notifying
    /// only this process.
    pub fn new(
        events: Arc<dyn LogReader>,
        views: Arc<dyn ViewStore>,
        board: NoticeBoard,
        settings: ViewSettings,
    ) -> Self {
        let shard = Shard::WHOLE;
        let feed = StoreFeed::new(Arc::clone(&events), shard);
        let rebuilds = metrics::counter!("crosstable_projection_rebuilds_total");
        let damage = views.damage();
        progress::record(Progress::default());
        Self {
            events,
            views,
            board,
            settings,
            shard,
            feed,
            tell: None,
            reached: watch::Sender::default(),
            complete: watch::Sender::new(false),
            engine: None,
            is_outdated: false,
            renewal: Renewal::default(),
            pace: Pace::WHILE_SERVING,
            followed: None,
            rebuilds,
            untold: false,
            damage,
            repaired: BTreeSet::new(),
            awaited: None,
            damaged_at: None,
            replaced: None,
        }
    }

    /// Sets whether the views are known to be complete. [`Projector::complete`] reports this value until the views are
    /// checked.
    #[must_use]
    pub fn knowing_complete(self, complete: bool) -> Self {
        self.complete.send_replace(complete);
        self
    }

    /// Limits the projector to one shard, with a feed of that shard's events.
    #[must_use]
    pub fn of_shard(self, shard: Shard, feed: StoreFeed) -> Self {
        Self { shard, feed, ..self }
    }

    /// Sets the pace at which outdated views are rendered anew while they are served.
    #[must_use]
    pub fn renewing_at(self, pace: Pace) -> Self {
        Self { pace, ..self }
    }

    /// Sends commit notices to other processes as well.
    #[must_use]
    pub fn telling(self, tell: Teller) -> Self {
        Self { tell: Some(tell), ..self }
    }

    /// Returns the positions that the views have reached. Caches are notified of the documents up to the applied position
    /// before it is reported. Heavy documents of large events, and documents that only repeat a changed name, may lag
    /// behind it by a second.
    pub fn reached(&self) -> watch::Receiver<Reached> {
        self.reached.subscribe()
    }

    /// Returns whether the views have ever been up to date, so that only new events can be missing.
    pub fn complete(&self) -> watch::Receiver<bool> {
        self.complete.subscribe()
    }

    /// Notes when the views are up to date for the first time. Outdated views are rendered anew from then on: before,
    /// that would delay the events that readers wait for.
    async fn note_complete(&mut self) -> Result<(), ProjectorError> {
        let Some(engine) = &mut self.engine else { return Ok(()) };
        if !engine.is_complete() && engine.is_up_to_date().await? {
            if let Some(position) = engine.damaged_event().await? {
                if self.damaged_at.replace(position) != Some(position) {
                    tracing::error!(
                        position = position.0,
                        "this event is damaged, and there are no earlier views: nothing is served, because documents \
                         that use the event would be wrong; restore a backup, or run `crosstable rebuild` to serve the \
                         other documents"
                    );
                }
                return Ok(());
            }
            engine.mark_complete().await?;
        }
        if self.awaited.is_some_and(|(position, until)| engine.position() >= position || Instant::now() >= until) {
            self.awaited = None;
        }
        let complete = engine.is_complete() && self.awaited.is_none();
        if *self.complete.borrow() != complete {
            self.complete.send_replace(complete);
        }
        if complete && self.is_outdated {
            self.renewal.begin(&self.events, &self.views, &self.settings, self.pace);
        }
        Ok(())
    }

    /// Serves complete views that could not be brought up to date.
    async fn serve_what_is_there(&mut self) {
        if self.awaited.take().is_some()
            && let Ok(Some(active)) = self.views.active().await
            && active.is_complete()
        {
            self.complete.send_replace(true);
        }
    }

    /// Reports the positions of the views to waiting tasks.
    fn report(&self) {
        if let Some(engine) = &self.engine {
            self.reached.send_replace(engine.reached());
            engine.record();
        }
    }

    /// At the start, reports the position of the existing views: they can be read even if the view store cannot be
    /// written now. Later, caches must first be notified of what may have been committed.
    fn report_what_is_there(&mut self, checkpoint: &Checkpoint, head: Position) {
        let is_divided_so = checkpoint.shards.len() == self.shard.of as usize;
        let place = checkpoint.shards.get(self.shard.index as usize).filter(|_| is_divided_so);
        if let (None, Some(place)) = (self.followed, place) {
            // Views that are known to be complete showed the newest event of the start: the missing ones came since.
            if place.reached.applied < head && !*self.complete.borrow() {
                self.awaited = Some((head, Instant::now() + CATCHING_UP));
            }
            self.reached.send_replace(place.reached);
        }
    }

    /// Processes all events that can be read, renders all lagging streams, and waits until outdated views are rendered
    /// anew. Returns the position.
    ///
    /// # Errors
    /// When a database fails, the log has a gap, or another projector writes these views.
    pub fn catch_up(&mut self) -> BoxFuture<'_, Result<Position, ProjectorError>> {
        Box::pin(self.caught_up())
    }

    async fn caught_up(&mut self) -> Result<Position, ProjectorError> {
        loop {
            self.open().await?;
            let Some(engine) = &mut self.engine else { continue };
            match engine.catch_up(&mut self.feed).await {
                Ok(_) => {
                    let position = engine.position();
                    self.report();
                    self.note_complete().await?;
                    if !self.renewal.is_running() {
                        return Ok(position);
                    }
                    self.renewal.ended().await?;
                    self.switch();
                }
                Err(error) => self.after_failure(error).await?,
            }
        }
    }

    /// Follows the log until `stop` is cancelled. A batch that was started is finished.
    ///
    /// # Errors
    /// When the log has a gap, or another projector writes these views. After a database failure it waits and tries
    /// again.
    pub fn run(self, stop: CancellationToken) -> BoxFuture<'static, Result<(), ProjectorError>> {
        Box::pin(self.follow(stop))
    }

    async fn follow(mut self, stop: CancellationToken) -> Result<(), ProjectorError> {
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
                    self.serve_what_is_there().await;
                    self.engine = None;
                    self.untold = true;
                    let _ = tokio::time::timeout(backoff, stop.cancelled()).await;
                    backoff = (backoff * 2).min(BACKOFF.1);
                }
                Err(error) => return Err(error),
            }
        }
        self.renewal.cancel().await;
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
        let due = async {
            match engine.next_due() {
                Some(due) => tokio::time::sleep_until(due).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            biased;
            () = stop.cancelled() => return Ok(()),
            damage = self.damage.take() => return self.repair(damage).await,
            renewed = self.renewal.ended() => {
                renewed?;
                return engine.check_generation().await;
            }
            () = due => engine.settle_due().await?,
            () = tokio::time::sleep_until(*look_at) => {
                *look_at = Instant::now() + LOOK_AT_GENERATION;
                return engine.check_generation().await;
            }
            waited = self.feed.wait(engine.read_to()) => {
                waited?;
                if let Some(batch) = self.feed.next(engine.read_to()).await? {
                    engine.absorb(&mut self.feed, batch, stop).await?;
                }
            }
        }
        self.report();
        self.note_complete().await
    }

    /// Opens the active generation. Begins the first one; one that was rendered with other settings is rendered anew in
    /// the background.
    async fn open(&mut self) -> Result<(), ProjectorError> {
        if self.engine.is_some() {
            return Ok(());
        }
        if self.damage.is_of_file() {
            self.replace_file().await?;
        }
        self.events.reload_log_id().await?;
        if give_up_foreign_views(&*self.events, &*self.views).await? != Lineage::Same {
            self.complete.send_replace(false);
            self.untold = true;
        }
        expect_new_id(&*self.events, &*self.views).await?;
        let checkpoint = active(&*self.events, &*self.views, &self.settings).await?;
        let head = self.events.head().await?;
        self.report_what_is_there(&checkpoint, head);
        let followed = self.followed.unwrap_or(checkpoint.generation);
        self.is_outdated = checkpoint.fingerprint != self.settings.fingerprint();
        let (events, views) = (Arc::clone(&self.events), Arc::clone(&self.views));
        let board = Some(self.board.clone());
        let (settings, generation) = (self.settings.clone(), checkpoint.generation);
        let mut engine = Engine::open(events, views, settings, board, generation, self.shard).await?;
        engine.tell(self.tell.clone());
        let (shard, position) = (self.shard, engine.position().0);
        tracing::info!(generation = generation.0, %shard, position, "following the active views");
        if generation != followed {
            self.rebuilds.increment(1);
        }
        self.followed = Some(generation);
        if std::mem::take(&mut self.untold) {
            self.board.post(&Notice::Everything);
        }
        self.engine = Some(engine);
        self.report();
        self.note_complete().await
    }

    /// Prepares for another generation if the error means a switch; otherwise returns the error.
    async fn after_failure(&mut self, error: ProjectorError) -> Result<(), ProjectorError> {
        let generation = self.engine.as_ref().map(Engine::generation);
        let switched = match error {
            ProjectorError::GenerationGone => true,
            ProjectorError::LogChanged { position } => {
                tracing::error!(position = position.0, "the log was set back or replaced while it was followed");
                self.engine = None;
                return Ok(());
            }
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
        self.switch();
        Ok(())
    }

    /// Prepares for the generation that is active now.
    fn switch(&mut self) {
        tracing::info!("switching to another generation of the views");
        self.engine = None;
        self.untold = true;
    }
}
