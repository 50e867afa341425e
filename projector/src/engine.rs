//! Brings one generation of views up to date: takes events in, renders what they made dirty, commits.
//!
//! The run loop, a rebuild and a verification all drive one of these. It has no task, no timer and no retry of its own.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use bytes::Bytes;
use domain::decklist::Decklist;
use domain::user::User;
use proto_events::ids::{ConventionId, DecklistId, OrganizationId};
use proto_events::{EventHash, Position, StreamId, StreamKind};
use storage::{EventStore, Generation, NoticeBoard, Reached, Shard, Teller, ViewStore};
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

/// Events of a backlog that are rendered together.
const BACKLOG_EVENTS: usize = 250_000;
/// Bytes of their payloads, about what their folds weigh.
const BACKLOG_BYTES: usize = 48 << 20;
/// Streams rendered at once because something they draw on changed; the others lag.
const DEPENDENTS_AT_ONCE: usize = 256;
/// Lagging streams settled before new events are looked at again.
pub(crate) const SETTLED_AT_ONCE: usize = 16;

/// How events are worked on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Near the head: what changed is shown at once, heavy documents of large events may lag.
    Live,
    /// Far behind: everything is rendered once, at the end.
    Backlog,
}

/// One generation of views under work.
pub(crate) struct Engine {
    pub(crate) events: Arc<dyn EventStore>,
    pub(crate) views: Arc<dyn ViewStore>,
    pub(crate) settings: ViewSettings,
    pub(crate) board: Option<NoticeBoard>,
    /// Tells other processes what was committed.
    pub(crate) tell: Option<Teller>,
    pub(crate) generation: Generation,
    pub(crate) shard: Shard,
    /// Whether the shard was up to date once.
    pub(crate) complete: bool,
    /// What is committed.
    pub(crate) reached: Reached,
    /// Hash of the event at the position that is committed.
    pub(crate) reached_hash: Option<EventHash>,
    /// Position of the last event taken in.
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
    /// Cards of tournaments rendered since the last commit, and conventions of tournaments whose details came in: what
    /// the store does not know yet when a convention is rendered.
    pub(crate) cards: HashMap<(OrganizationId, i64), Option<Bytes>>,
    pub(crate) memberships: BTreeMap<i64, Option<ConventionId>>,
    /// Tournaments rendered since the last commit that publish a list.
    pub(crate) publishing: HashMap<DecklistId, BTreeSet<StreamId>>,
    /// What is being written while more is rendered.
    pub(crate) landing: Option<Landing>,
    /// Streams rendered, to give way to other tasks now and then.
    pub(crate) drawn: u32,
}

/// Streams to be rendered, by kind.
#[derive(Debug, Default)]
struct Work {
    /// What happened to a stream itself; nothing, where only what it draws on changed.
    streams: BTreeMap<StreamId, Option<Change>>,
    conventions: BTreeSet<ConventionId>,
}

impl Engine {
    /// Goes on where a generation stands.
    pub(crate) async fn open(
        events: Arc<dyn EventStore>,
        views: Arc<dyn ViewStore>,
        settings: ViewSettings,
        board: Option<NoticeBoard>,
        generation: Generation,
        shard: Shard,
    ) -> Result<Self, ProjectorError> {
        let place = views.open_shard(generation, shard).await?.ok_or(ProjectorError::GenerationGone)?;
        let reached = place.reached;
        // What another shard parked further on, this one has not come to.
        let parked = views.parked(generation).await?.into_iter().filter(|parked| parked.position <= reached.applied);
        let parking = Parking::from_store(parked);
        // Whom nobody listens to renders what nobody is served.
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

    /// A parked event that is damaged. Whatever draws on its stream may be wrong without it.
    pub(crate) async fn damaged_event(&self) -> Result<Option<Position>, storage::StoreError> {
        for position in self.parking.positions() {
            let events = self.events.read_sealed(Position(position.0 - 1), 1).await?;
            if events.iter().any(|event| event.position == position && event.is_damaged) {
                return Ok(Some(position));
            }
        }
        Ok(None)
    }

    /// Position of the last event whose effects are committed.
    pub(crate) fn position(&self) -> Position {
        self.reached.applied
    }

    /// Takes in a batch, and while there is a backlog those behind it, and commits what they make of the views.
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

    /// Passes on how writing ended; nothing is still on its way then.
    async fn after(&mut self, done: Result<(), ProjectorError>) -> Result<(), ProjectorError> {
        if done.is_err()
            && let Err(error) = self.landed().await
        {
            tracing::debug!(%error, "nor was what came before it written");
        }
        done
    }

    /// Works until there is nothing left to read. Says how many events that were.
    pub(crate) async fn read_all(&mut self, feed: &mut dyn EventFeed) -> Result<i64, ProjectorError> {
        let (start, never) = (self.position(), CancellationToken::new());
        while let Some(batch) = feed.ready(self.read_to).await? {
            self.absorb(feed, batch, &never).await?;
        }
        Ok(self.position().0 - start.0)
    }

    /// Works until there is nothing left to read, and settles what lags.
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

    /// Renders everything of these streams, and writes it though it may be as it was written before.
    pub(crate) async fn render_again(&mut self, streams: Vec<StreamId>) -> Result<(), ProjectorError> {
        self.written = Written::new();
        let streams = self.ours(streams).await?;
        self.settle(&streams).await
    }

    /// Renders everything of these lagging streams.
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

    /// Renders what the events taken in made dirty, and commits it with the checkpoint.
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
        // What came before the event that failed is shown.
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

    /// Renders those streams of one kind that are many and small, reading what is not in memory many at a time.
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

    /// Conventions come last: they show cards of tournaments.
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
