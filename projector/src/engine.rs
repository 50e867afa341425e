//! Brings one generation of views up to date. Composes the four parts: the folder takes in events, the planner decides
//! what they make dirty, the renderer renders it, and the writer commits it.
//!
//! The run loop, rebuilds and verifications use it. It has no task, timer or retry of its own.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use domain::tournament::Tournament;
use proto_events::ids::ConventionId;
use proto_events::{Position, StreamId, StreamKind};
use storage::{Generation, LogReader, NoticeBoard, Reached, Shard, Teller, ViewStore};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::error::ProjectorError;
use crate::feed::{FeedBatch, StoreFeed};
use crate::folder::{ATTEMPTS, Aggregate, Folder, Joined, streams_per_read};
use crate::meters::Meters;
use crate::pace::{Pace, Paced};
use crate::planner::{Audits, Change, Lag, Lagging, Mode, Work, plan, plan_tournament};
use crate::progress::ProgressMeter;
use crate::renderer::{render, render_audit};
use crate::settings::ViewSettings;
use crate::views::{Output, Scope};
use crate::writer::Writer;

/// Keeps one generation of views up to date.
pub(crate) struct Engine {
    log: Arc<dyn LogReader>,
    views: Arc<dyn ViewStore>,
    generation: Generation,
    shard: Shard,
    /// Whether the shard has ever been up to date.
    is_complete: bool,
    meters: Meters,
    folder: Folder,
    lagging: Lagging,
    settings: ViewSettings,
    writer: Writer,
    paced: Paced,
    progress: Option<ProgressMeter>,
}

impl Engine {
    /// Opens a generation and continues at its position.
    pub(crate) async fn open(
        log: Arc<dyn LogReader>,
        views: Arc<dyn ViewStore>,
        settings: ViewSettings,
        board: Option<NoticeBoard>,
        generation: Generation,
        shard: Shard,
    ) -> Result<Self, ProjectorError> {
        let place = views.open_shard(generation, shard).await?.ok_or(ProjectorError::GenerationGone)?;
        let reached = place.reached;
        let settings = ViewSettings { player_salt: log.player_salt().await?, ..settings };
        // Events that another shard parked beyond this shard's position are still ahead of it.
        let parked = views.parked(generation).await?.into_iter().filter(|parked| parked.position <= reached.applied);
        let mut folder = Folder::new(Arc::clone(&log), shard, (reached.applied, place.hash), parked);
        let lagging = folder.ours(views.lagging(generation).await?).await?;
        // Without a notice board the views are not served.
        let meters = Meters::new(board.is_some());
        let commit_seconds = meters.commit_seconds.clone();
        Ok(Self {
            log,
            generation,
            shard,
            is_complete: place.complete,
            meters,
            folder,
            lagging: Lagging::from_store(lagging, reached, Instant::now()),
            settings,
            writer: Writer::new(Arc::clone(&views), generation, shard, &place, board, commit_seconds),
            views,
            paced: Paced::new(Pace::WHOLE),
            progress: None,
        })
    }

    /// Sends commit notices to other processes as well.
    pub(crate) fn tell(&mut self, tell: Option<Teller>) {
        self.writer.tell = tell;
    }

    /// Works at this pace, and reports the progress.
    pub(crate) fn pace(&mut self, pace: Pace, progress: ProgressMeter) {
        self.paced = Paced::new(pace);
        self.writer.pace(pace);
        self.progress = Some(progress);
    }

    /// Works without rest from now on.
    pub(crate) fn stop_resting(&mut self) {
        self.paced = Paced::new(Pace::WHOLE);
    }

    /// Returns the generation that is kept up to date.
    pub(crate) fn generation(&self) -> Generation {
        self.generation
    }

    pub(crate) fn reached(&self) -> Reached {
        self.writer.reached
    }

    /// Returns the position of the last event whose effects are committed.
    pub(crate) fn position(&self) -> Position {
        self.reached().applied
    }

    /// Returns the position of the last event that was taken in.
    pub(crate) fn read_to(&self) -> Position {
        self.folder.read_to
    }

    /// Returns when the next lagging stream is due.
    pub(crate) fn next_due(&self) -> Option<Instant> {
        self.lagging.next_due()
    }

    /// Records the numbers of lagging and parked streams.
    pub(crate) fn record(&self) {
        self.meters.lagging_streams.set(self.lagging.len() as f64);
        self.meters.parked_streams.set(self.folder.parking.len() as f64);
    }

    /// Returns whether the shard has ever been up to date.
    pub(crate) fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// Returns whether all events of the log are taken in and no documents lag.
    pub(crate) async fn is_up_to_date(&self) -> Result<bool, ProjectorError> {
        Ok(self.lagging.len() == 0 && self.log.head().await? <= self.position())
    }

    /// Records that the shard has been up to date.
    pub(crate) async fn mark_complete(&mut self) -> Result<(), ProjectorError> {
        self.views.mark_complete(self.generation, self.shard).await?;
        self.is_complete = true;
        Ok(())
    }

    /// Returns the position of a parked event that is damaged. Documents that use its stream may be wrong.
    pub(crate) async fn damaged_event(&self) -> Result<Option<Position>, ProjectorError> {
        Ok(self.folder.damaged_event().await?)
    }

    /// Fails when the generation is no longer active, another projector moved its checkpoint, or the log is no longer
    /// the one that it was made from.
    pub(crate) async fn check_generation(&self) -> Result<(), ProjectorError> {
        let active = self.views.active().await?;
        let active = active.filter(|active| active.generation == self.generation);
        let active = active.ok_or(ProjectorError::GenerationGone)?;
        let place = active.shards.get(self.shard.index as usize).map(|place| place.reached.applied);
        let actual = place.filter(|_| active.shards.len() == self.shard.of as usize).unwrap_or(Position(-1));
        let position = self.position();
        if actual != position {
            return Err(ProjectorError::AnotherProjector { expected: position, actual });
        }
        let hash = self.writer.reached_hash;
        if hash.is_some() && self.log.hash_at(position).await? != hash {
            return Err(ProjectorError::LogChanged { position });
        }
        Ok(())
    }

    /// Takes in a batch, and while there is a backlog the batches after it. Renders and commits the result.
    pub(crate) async fn absorb(
        &mut self,
        feed: &mut StoreFeed,
        first: FeedBatch,
        stop: &CancellationToken,
    ) -> Result<(), ProjectorError> {
        let mode = if first.full { Mode::Backlog } else { Mode::Live };
        let mut full = first.full;
        self.folder.take_in(first, mode).await?;
        self.note_applied();
        while full
            && !self.folder.is_full()
            && !stop.is_cancelled()
            && let Some(batch) = feed.ready(self.read_to()).await?
        {
            full = batch.full;
            self.folder.take_in(batch, mode).await?;
            self.note_applied();
            self.paced.rest().await;
        }
        self.flush(mode).await
    }

    /// Notes the progress of taking in events.
    fn note_applied(&mut self) {
        let to = self.read_to();
        if let Some(progress) = &mut self.progress {
            progress.applied(to);
        }
    }

    /// Processes all events that can be read. Returns their number.
    pub(crate) async fn read_all(&mut self, feed: &mut StoreFeed) -> Result<i64, ProjectorError> {
        let (start, never) = (self.position(), CancellationToken::new());
        while let Some(batch) = feed.ready(self.read_to()).await? {
            self.absorb(feed, batch, &never).await?;
        }
        Ok(self.position().0 - start.0)
    }

    /// Processes all events that can be read, then renders all lagging streams.
    pub(crate) async fn catch_up(&mut self, feed: &mut StoreFeed) -> Result<(), ProjectorError> {
        self.read_all(feed).await?;
        loop {
            let lagging = self.lagging.first();
            if lagging.is_empty() {
                return Ok(());
            }
            self.settle(&lagging).await?;
        }
    }

    /// Renders all documents of these streams and writes them even if they are unchanged.
    pub(crate) async fn render_again(&mut self, streams: Vec<StreamId>) -> Result<(), ProjectorError> {
        self.writer.forget_written();
        let streams = self.folder.ours(streams).await?;
        self.settle(&streams).await
    }

    /// Renders all documents of lagging streams that are due.
    pub(crate) async fn settle_due(&mut self) -> Result<(), ProjectorError> {
        let due = self.lagging.due(Instant::now());
        self.settle(&due).await
    }

    /// Renders and commits all documents of streams that have no new events.
    async fn settle(&mut self, streams: &[StreamId]) -> Result<(), ProjectorError> {
        self.writer.begin(self.read_to(), BTreeMap::new());
        let mut conventions = BTreeSet::new();
        for stream in streams {
            conventions.extend(self.render(*stream, &Scope::Everything, self.position()).await?);
            self.settled(*stream);
        }
        self.render_conventions(conventions).await?;
        self.commit(self.position()).await
    }

    /// Renders what the events have made dirty, and commits it with the checkpoint.
    async fn flush(&mut self, mode: Mode) -> Result<(), ProjectorError> {
        let changes = std::mem::take(&mut self.folder.changes);
        self.meters.batch_events.record(changes.events as f64);
        self.writer.begin(self.read_to(), changes.memberships);
        let dependents = self.dependents(changes.seen).await?;
        let parked = self.folder.ours(self.folder.parking.newly_parked().collect()).await?;
        let work = plan(self.shard, changes.own, changes.conventions, parked, dependents, mode);
        if let Some(progress) = &mut self.progress {
            progress.renders(work.streams.len() + work.conventions.len());
        }
        let conventions = self.render_all(work, mode).await?;
        self.render_conventions(conventions).await?;
        self.render_audits(changes.audits).await?;
        let committing = changes.traced.committing(self.writer.batch.documents.len());
        self.commit(self.read_to()).await?;
        drop((committing, changes.traced));
        Ok(())
    }

    /// Returns the streams whose documents use any of these, as stored.
    async fn dependents(&mut self, seen: BTreeSet<StreamId>) -> Result<Vec<StreamId>, ProjectorError> {
        let seen: Vec<StreamId> = seen.into_iter().collect();
        let dependents = self.writer.dependents(&seen).await?;
        self.folder.ours(dependents).await
    }

    /// Renders streams. Returns the conventions to render after them.
    async fn render_all(&mut self, work: Work, mode: Mode) -> Result<BTreeSet<ConventionId>, ProjectorError> {
        let Work { streams, mut conventions, later } = work;
        for stream in later {
            self.put_off(stream, Lag::All);
        }
        for kind in [StreamKind::User, StreamKind::Decklist] {
            self.render_small(kind, &streams).await?;
        }
        for (stream, change) in &streams {
            let failed_at = change.as_ref().map_or(self.read_to(), |change| change.position);
            match stream.kind {
                StreamKind::Organization => {
                    self.render(*stream, &Scope::Everything, failed_at).await?;
                }
                StreamKind::Tournament => {
                    let (scope, leaves) = self.plan(*stream, change.as_ref(), mode).await?;
                    conventions.extend(self.render(*stream, &scope, failed_at).await?);
                    match leaves {
                        Some(lag) => self.put_off(*stream, lag),
                        None => self.settled(*stream),
                    }
                }
                StreamKind::Convention => drop(conventions.insert(ConventionId(stream.id))),
                StreamKind::User | StreamKind::Decklist => {}
            }
        }
        Ok(conventions)
    }

    /// Renders the streams of one kind that has many small streams. Loads those that are not in memory many at a time.
    async fn render_small(
        &mut self,
        kind: StreamKind,
        streams: &BTreeMap<StreamId, Option<Change>>,
    ) -> Result<(), ProjectorError> {
        let ids: Vec<i64> = streams.keys().filter(|stream| stream.kind == kind).map(|stream| stream.id).collect();
        for ids in ids.chunks(streams_per_read(kind)) {
            self.folder.ensure(kind, ids).await?;
            for id in ids {
                self.render(StreamId { kind, id: *id }, &Scope::Everything, self.read_to()).await?;
            }
        }
        Ok(())
    }

    /// Renders conventions. They come last because they show cards of tournaments.
    async fn render_conventions(&mut self, conventions: BTreeSet<ConventionId>) -> Result<(), ProjectorError> {
        for convention in conventions {
            self.render(StreamId::convention(convention), &Scope::Everything, self.read_to()).await?;
        }
        Ok(())
    }

    /// Returns which documents of a tournament are rendered at once.
    async fn plan(
        &mut self,
        stream: StreamId,
        change: Option<&Change>,
        mode: Mode,
    ) -> Result<(Scope, Option<Lag>), ProjectorError> {
        let is_new = change.is_some_and(|change| change.is_new);
        if mode == Mode::Backlog || is_new || self.folder.parking.parked_at(stream).is_some() {
            return Ok((Scope::Everything, None));
        }
        self.folder.ensure(stream.kind, &[stream.id]).await?;
        let tournament = self.folder.state::<Tournament>(stream.id);
        Ok(tournament.map_or((Scope::Everything, None), |tournament| plan_tournament(tournament, change)))
    }

    /// Renders a stream into the batch, and parks it if that fails. If its card changed, returns the convention that
    /// shows the card.
    async fn render(
        &mut self,
        stream: StreamId,
        scope: &Scope,
        failed_at: Position,
    ) -> Result<Option<ConventionId>, ProjectorError> {
        if self.folder.parking.is_closed(stream) {
            return Ok(None);
        }
        let Some((mut output, joined)) = self.render_or_park(stream, scope, failed_at).await? else { return Ok(None) };
        // The documents of a convention may be under an old slug.
        let may_move = stream.kind == StreamKind::Convention && self.folder.version(stream) > 1;
        if output.replaces_all || may_move {
            self.writer.remove_others(&mut output).await?;
        }
        if stream.kind == StreamKind::Tournament && scope.has_lists() {
            let others = self.writer.shared_lists.settle(&mut self.folder, &joined.decklists, &mut output).await?;
            for other in self.folder.ours(others.into_iter().collect()).await? {
                self.put_off(other, Lag::All);
            }
        }
        let convention = output.convention;
        let card_changed = self.writer.put(output).await?;
        if let Some(progress) = &mut self.progress {
            progress.rendered();
        }
        self.paced.rest().await;
        Ok(convention.filter(|_| card_changed))
    }

    /// Renders a stream. After a failure, tries again with state loaded from the log.
    async fn render_or_park(
        &mut self,
        stream: StreamId,
        scope: &Scope,
        failed_at: Position,
    ) -> Result<Option<(Output, Joined)>, ProjectorError> {
        let mut failure = String::new();
        for _ in 0..ATTEMPTS {
            let joined = self.folder.load(stream).await?;
            let cards = match self.folder.aggregate(stream) {
                Some(Aggregate::Convention(it)) => self.writer.cards_of(it.id, it.organization_id).await?,
                _ => Vec::new(),
            };
            match render(&self.settings, &self.folder, &joined, stream, scope, &cards) {
                Ok(rendered) => return Ok(rendered.map(|output| (output, joined))),
                Err(error) => failure = error,
            }
            self.folder.forget(stream);
        }
        self.folder.parking.park(stream, failed_at, failure);
        Ok(None)
    }

    /// Adds new entries to the audits of tournaments.
    async fn render_audits(&mut self, audits: Audits) -> Result<(), ProjectorError> {
        for (stream, (organization, entries)) in audits {
            let Some(first) = entries.first().map(|entry| entry.version) else { continue };
            let last = self.writer.audit_part(stream, organization, first).await?;
            let mut output = Output::new(stream, organization, self.read_to());
            render_audit(last, entries, &mut output);
            self.writer.put(output).await?;
        }
        Ok(())
    }

    /// Leaves documents of a stream to be rendered later.
    fn put_off(&mut self, stream: StreamId, lag: Lag) {
        if self.lagging.put_off(stream, lag, self.position(), Instant::now()) {
            self.writer.batch.lagging.push(stream);
        }
    }

    /// Notes that all documents of a stream were rendered.
    fn settled(&mut self, stream: StreamId) {
        if self.lagging.settle(stream) {
            self.writer.batch.settled.push(stream);
        }
    }

    /// Writes the rendered documents and moves the checkpoint to a position.
    async fn commit(&mut self, to: Position) -> Result<(), ProjectorError> {
        let hash = if to == self.read_to() { self.folder.read_hash } else { self.writer.reached_hash };
        let parked = self.folder.parking.take_unrecorded();
        self.writer.commit(self.lagging.reached(to), hash, parked).await?;
        if let Some(progress) = &mut self.progress {
            progress.stored(to);
        }
        Ok(())
    }
}
