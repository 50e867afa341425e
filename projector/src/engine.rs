//! Brings one generation of views up to date: takes in events, renders the documents they make dirty, and commits.
//!
//! The run loop, rebuilds and verifications use it. It has no task, timer or retry of its own.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use bytes::Bytes;
use domain::decklist::Decklist;
use domain::user::User;
use proto_events::ids::{ConventionId, DecklistId, OrganizationId};
use proto_events::{EventHash, Position, StreamId, StreamKind};
use storage::{Generation, LogReader, NoticeBoard, Reached, Shard, Teller, ViewStore};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::batch::Pending;
use crate::commit::{Landing, Writer, Written};
use crate::dirty::Change;
use crate::error::ProjectorError;
use crate::feed::{EventFeed, FeedBatch};
use crate::folds::{Fold, Folds};
use crate::joined::{self, JoinedCache};
use crate::lagging::{Lag, Lagging};
use crate::meters::Meters;
use crate::poison::Parking;
use crate::render::Plan;
use crate::settings::ViewSettings;
use crate::sharding::renders;

/// Number of events of a backlog that are rendered together.
const BACKLOG_EVENTS: usize = 250_000;
/// Bytes of their payloads, roughly the size of their folds.
const BACKLOG_BYTES: usize = 48 << 20;
/// Number of streams rendered at once because a stream they use changed; the others are rendered later.
const DEPENDENTS_AT_ONCE: usize = 256;
/// Number of lagging streams rendered before new events are read again.
pub(crate) const SETTLED_AT_ONCE: usize = 16;

/// How events are processed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Near the head: changes are shown at once; heavy documents of large events may be rendered later.
    Live,
    /// Far behind: everything is rendered once, at the end.
    Backlog,
}

/// Keeps one generation of views up to date.
pub(crate) struct Engine {
    pub(crate) events: Arc<dyn LogReader>,
    pub(crate) views: Arc<dyn ViewStore>,
    pub(crate) settings: ViewSettings,
    pub(crate) board: Option<NoticeBoard>,
    /// Sends commit notices to other processes.
    pub(crate) tell: Option<Teller>,
    pub(crate) generation: Generation,
    pub(crate) shard: Shard,
    /// Whether the shard has ever been up to date.
    pub(crate) complete: bool,
    /// The committed positions.
    pub(crate) reached: Reached,
    /// Hash of the event at the committed position.
    pub(crate) reached_hash: Option<EventHash>,
    /// Position of the last event that was taken in.
    pub(crate) read_to: Position,
    /// Its hash.
    pub(crate) read_hash: Option<EventHash>,
    pub(crate) folds: Folds,
    pub(crate) joined: JoinedCache,
    pub(crate) pending: Pending,
    pub(crate) parking: Parking,
    pub(crate) lagging: Lagging,
    pub(crate) written: Written,
    pub(crate) meters: Meters,
    /// Cards of tournaments rendered since the last commit. With `memberships`, this is what the store does not have
    /// yet when a convention is rendered.
    pub(crate) cards: HashMap<(OrganizationId, i64), Option<Bytes>>,
    pub(crate) memberships: BTreeMap<i64, Option<ConventionId>>,
    /// Tournaments rendered since the last commit, by the lists that they publish or show to their staff.
    pub(crate) publishing: HashMap<DecklistId, BTreeSet<StreamId>>,
    /// The batch that is being written while rendering continues.
    pub(crate) landing: Option<Landing>,
    /// Number of rendered streams, used to yield to other tasks now and then.
    pub(crate) drawn: u32,
}

/// Streams to be rendered, by kind.
#[derive(Debug, Default)]
struct Work {
    /// The stream's own changes; `None` if only a stream it uses changed.
    streams: BTreeMap<StreamId, Option<Change>>,
    conventions: BTreeSet<ConventionId>,
}

impl Engine {
    /// Opens a generation and continues at its position.
    pub(crate) async fn open(
        events: Arc<dyn LogReader>,
        views: Arc<dyn ViewStore>,
        settings: ViewSettings,
        board: Option<NoticeBoard>,
        generation: Generation,
        shard: Shard,
    ) -> Result<Self, ProjectorError> {
        let place = views.open_shard(generation, shard).await?.ok_or(ProjectorError::GenerationGone)?;
        let reached = place.reached;
        // Events that another shard parked beyond this shard's position are still ahead of it.
        let parked = views.parked(generation).await?.into_iter().filter(|parked| parked.position <= reached.applied);
        let parking = Parking::from_store(parked);
        // Without a notice board the views are not served.
        let meters = if board.is_some() { Meters::of_what_is_served() } else { Meters::silent() };
        let mut engine = Self {
            events,
            views,
            settings,
            board,
            tell: None,
            generation,
            shard,
            complete: place.complete,
            reached,
            reached_hash: place.hash,
            read_to: reached.applied,
            read_hash: place.hash,
            folds: Folds::new(),
            joined: joined::cache(),
            pending: Pending::default(),
            parking,
            lagging: Lagging::default(),
            written: Written::new(),
            meters,
            cards: HashMap::new(),
            memberships: BTreeMap::new(),
            publishing: HashMap::new(),
            landing: None,
            drawn: 0,
        };
        let lagging = engine.views.lagging(generation).await?;
        engine.lagging = Lagging::from_store(engine.ours(lagging).await?, reached, Instant::now());
        Ok(engine)
    }

    /// Returns the position of a parked event that is damaged. Documents that use its stream may be wrong.
    pub(crate) async fn damaged_event(&self) -> Result<Option<Position>, storage::StoreError> {
        for position in self.parking.positions() {
            let events = self.events.read_sealed(Position(position.0 - 1), 1).await?;
            if events.iter().any(|event| event.position == position && event.is_damaged) {
                return Ok(Some(position));
            }
        }
        Ok(None)
    }

    /// Returns the position of the last event whose effects are committed.
    pub(crate) fn position(&self) -> Position {
        self.reached.applied
    }

    /// Takes in a batch, and while there is a backlog the batches after it. Renders and commits the result.
    pub(crate) async fn absorb(
        &mut self,
        feed: &mut dyn EventFeed,
        first: FeedBatch,
        stop: &CancellationToken,
    ) -> Result<(), ProjectorError> {
        let mode = if first.full { Mode::Backlog } else { Mode::Live };
        let mut full = first.full;
        self.take_in(first, mode).await?;
        while full
            && self.pending.events < BACKLOG_EVENTS
            && self.pending.bytes < BACKLOG_BYTES
            && !stop.is_cancelled()
            && let Some(batch) = feed.ready(self.read_to).await?
        {
            full = batch.full;
            self.take_in(batch, mode).await?;
        }
        let flushed = self.flush(mode).await;
        self.after(flushed).await
    }

    /// Returns the result after any write in progress has ended.
    async fn after(&mut self, done: Result<(), ProjectorError>) -> Result<(), ProjectorError> {
        if done.is_err()
            && let Err(error) = self.landed().await
        {
            tracing::debug!(%error, "writing the previous part failed as well");
        }
        done
    }

    /// Processes all events that can be read. Returns their number.
    pub(crate) async fn read_all(&mut self, feed: &mut dyn EventFeed) -> Result<i64, ProjectorError> {
        let (start, never) = (self.position(), CancellationToken::new());
        while let Some(batch) = feed.ready(self.read_to).await? {
            self.absorb(feed, batch, &never).await?;
        }
        Ok(self.position().0 - start.0)
    }

    /// Processes all events that can be read, then renders all lagging streams.
    pub(crate) async fn catch_up(&mut self, feed: &mut dyn EventFeed) -> Result<(), ProjectorError> {
        self.read_all(feed).await?;
        loop {
            let lagging = self.lagging.first(SETTLED_AT_ONCE);
            if lagging.is_empty() {
                return Ok(());
            }
            self.settle(&lagging).await?;
        }
    }

    /// Renders all documents of these streams and writes them even if they are unchanged.
    pub(crate) async fn render_again(&mut self, streams: Vec<StreamId>) -> Result<(), ProjectorError> {
        self.written = Written::new();
        let streams = self.ours(streams).await?;
        self.settle(&streams).await
    }

    /// Renders all documents of these lagging streams.
    pub(crate) async fn settle(&mut self, streams: &[StreamId]) -> Result<(), ProjectorError> {
        let settled = self.settle_some(streams).await;
        self.after(settled).await
    }

    async fn settle_some(&mut self, streams: &[StreamId]) -> Result<(), ProjectorError> {
        let mut writer = Writer::new(self);
        let mut conventions = BTreeSet::new();
        for stream in streams {
            self.render_into(&mut writer, *stream, &Plan::Everything, self.position(), &mut conventions).await?;
            if self.lagging.settle(*stream) {
                writer.batch.settled.push(*stream);
            }
        }
        self.render_conventions(&mut writer, conventions).await?;
        self.commit(writer, self.position()).await?;
        self.cards.clear();
        self.publishing.clear();
        Ok(())
    }

    /// Renders what the events have made dirty, and commits it with the checkpoint.
    async fn flush(&mut self, mode: Mode) -> Result<(), ProjectorError> {
        let pending = std::mem::take(&mut self.pending);
        self.meters.batch_events.record(pending.events as f64);
        joined::forget(&mut self.joined, &pending.changed);
        self.memberships = pending.memberships;
        let seen: Vec<StreamId> = pending.seen.into_iter().collect();
        let dependents = self.views.dependents(self.generation, &seen).await?;
        let dependents = self.ours(dependents).await?;
        let mut writer = Writer::new(self);
        let mut work = Work { conventions: pending.conventions, ..Work::default() };
        // Events before the one that failed are shown.
        let parked = self.ours(self.parking.newly_parked().collect()).await?;
        work.streams.extend(parked.into_iter().map(|stream| (stream, None)));
        let own = pending.own.into_iter().filter(|(_, change)| renders(self.shard, change.organization_id));
        work.streams.extend(own.map(|(stream, change)| (stream, Some(change))));
        for (count, stream) in dependents.into_iter().enumerate() {
            if mode == Mode::Live && count >= DEPENDENTS_AT_ONCE {
                self.put_off(&mut writer, stream, Lag::All);
            } else {
                let change = work.streams.entry(stream).or_insert(None);
                if let Some(change) = change {
                    change.touched.everything = true;
                }
            }
        }
        self.render_all(&mut writer, work, mode).await?;
        self.write_audits(&mut writer, pending.audits).await?;
        let committing = pending.traced.committing(writer.batch.documents.len());
        self.commit(writer, self.read_to).await?;
        drop((committing, pending.traced));
        self.cards.clear();
        self.publishing.clear();
        self.memberships.clear();
        Ok(())
    }

    async fn render_all(&mut self, writer: &mut Writer, work: Work, mode: Mode) -> Result<(), ProjectorError> {
        let Work { streams, mut conventions } = work;
        self.render_small::<User>(writer, &streams).await?;
        self.render_small::<Decklist>(writer, &streams).await?;
        for (stream, change) in &streams {
            let failed_at = change.as_ref().map_or(self.read_to, |change| change.position);
            match stream.kind {
                StreamKind::Organization => {
                    self.render_into(writer, *stream, &Plan::Everything, failed_at, &mut conventions).await?;
                }
                StreamKind::Tournament => {
                    let plan = self.plan(*stream, change.as_ref(), mode).await?;
                    self.render_into(writer, *stream, &plan, failed_at, &mut conventions).await?;
                    match plan {
                        Plan::Prompt { leaves_some: true, .. } => self.put_off(writer, *stream, Lag::All),
                        Plan::Prompt { .. } => self.put_off(writer, *stream, Lag::Heavy),
                        Plan::Everything if self.lagging.settle(*stream) => writer.batch.settled.push(*stream),
                        Plan::Everything => {}
                    }
                }
                StreamKind::Convention => drop(conventions.insert(ConventionId(stream.id))),
                StreamKind::User | StreamKind::Decklist => {}
            }
        }
        self.render_conventions(writer, conventions).await
    }

    /// Renders the streams of one kind that has many small streams. Loads those that are not in memory many at a time.
    async fn render_small<F: Fold>(
        &mut self,
        writer: &mut Writer,
        streams: &BTreeMap<StreamId, Option<Change>>,
    ) -> Result<(), ProjectorError> {
        let mut no_conventions = BTreeSet::new();
        let ids: Vec<i64> = streams.keys().filter(|stream| stream.kind == F::KIND).map(|stream| stream.id).collect();
        for ids in ids.chunks(F::STREAMS_PER_READ) {
            self.ensure::<F>(ids, self.read_to).await?;
            for id in ids {
                let stream = StreamId { kind: F::KIND, id: *id };
                self.render_into(writer, stream, &Plan::Everything, self.read_to, &mut no_conventions).await?;
            }
        }
        Ok(())
    }

    /// Renders conventions. They come last because they show cards of tournaments.
    async fn render_conventions(
        &mut self,
        writer: &mut Writer,
        conventions: BTreeSet<ConventionId>,
    ) -> Result<(), ProjectorError> {
        let mut none_further = BTreeSet::new();
        for convention in conventions {
            let stream = StreamId::convention(convention);
            self.render_into(writer, stream, &Plan::Everything, self.read_to, &mut none_further).await?;
        }
        Ok(())
    }

    pub(crate) fn put_off(&mut self, writer: &mut Writer, stream: StreamId, lag: Lag) {
        if self.lagging.put_off(stream, lag, self.position(), Instant::now()) {
            writer.batch.lagging.push(stream);
        }
    }
}
