//! The folder: applies events to the state of their streams, and notes what they change.
//!
//! It owns the folded state, the users and lists of tournaments, and the parked streams. State is folded up to the last
//! event taken in. Missing state is read from the log again.

mod folds;
mod joined;
mod memory;
mod parking;

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use domain::convention::Convention;
use domain::decklist::Decklist;
use domain::organization::Organization;
use domain::tournament::Tournament;
use domain::tournament::touched::Touched;
use domain::user::User;
use proto_events::ids::{OrganizationId, UserId};
use proto_events::{Envelope, EventHash, Position, Recorded, StreamId, StreamKind, Version};
use serde_json::Value;
use storage::{LogReader, ParkedStream, Shard, StoreError};

use self::folds::{Folded, Folds};
use self::joined::{JoinedCache, members};
use self::memory::Memory;
use self::parking::Parking;
use crate::changes::{Changes, Mode};
use crate::error::ProjectorError;
use crate::feed::FeedBatch;
use crate::sharding::{renders, takes_in};
use crate::views::{AuditedChange, Entry};

pub(crate) use self::folds::Fold;
pub(crate) use self::joined::{Joined, sources_of_organization, sources_of_tournament};
pub(crate) use self::parking::{ATTEMPTS, guard};

/// Number of events of a backlog that are rendered together.
const BACKLOG_EVENTS: usize = 250_000;
/// Bytes of their payloads, roughly the size of their folds.
const BACKLOG_BYTES: usize = 48 << 20;

/// Folds events into state.
pub(crate) struct Folder {
    shard: Shard,
    memory: Memory,
    joined: JoinedCache,
    /// Position of the last event that was taken in.
    read_to: Position,
    /// Its hash.
    read_hash: Option<EventHash>,
    changes: Changes,
}

/// A decoded event, and its type as it is stored.
struct Taken {
    envelope: Envelope,
    event_type: String,
}

impl Folder {
    /// Creates a folder that continues at a position, with the streams that are parked.
    pub(crate) fn new(
        log: Arc<dyn LogReader>,
        shard: Shard,
        (read_to, read_hash): (Position, Option<EventHash>),
        parked: impl IntoIterator<Item = ParkedStream>,
    ) -> Self {
        let memory = Memory::new(log, Parking::from_store(parked));
        Self { shard, memory, joined: JoinedCache::new(), read_to, read_hash, changes: Changes::default() }
    }

    /// Takes in events that follow those taken in before.
    pub(crate) async fn take_in(&mut self, batch: FeedBatch, mode: Mode) -> Result<(), ProjectorError> {
        let FeedBatch { events, through, hash, .. } = batch;
        let before = self.read_to;
        self.changes.events += events.len();
        self.changes.bytes += events.iter().map(|event| event.encoded.payload.len()).sum::<usize>();
        self.changes.traced.begin(&events);
        let streams = self.decode(events);
        self.load_for::<Organization>(&streams, before).await?;
        self.load_for::<User>(&streams, before).await?;
        self.load_for::<Convention>(&streams, before).await?;
        self.load_for::<Decklist>(&streams, before).await?;
        for (stream, taken) in streams {
            match stream.kind {
                StreamKind::Organization => self.apply::<Organization>(stream, &taken, mode).await?,
                StreamKind::User => self.apply::<User>(stream, &taken, mode).await?,
                StreamKind::Convention => self.apply::<Convention>(stream, &taken, mode).await?,
                StreamKind::Tournament => self.apply::<Tournament>(stream, &taken, mode).await?,
                StreamKind::Decklist => self.apply::<Decklist>(stream, &taken, mode).await?,
            }
        }
        (self.read_to, self.read_hash) = (through, Some(hash));
        Ok(())
    }

    /// Returns whether the events taken in since the last call of [`Folder::changes`] are as many as can be rendered
    /// together.
    pub(crate) fn is_full(&self) -> bool {
        self.changes.events >= BACKLOG_EVENTS || self.changes.bytes >= BACKLOG_BYTES
    }

    /// Returns what the events taken in since the last call have changed, and drops copies of the old state.
    pub(crate) fn changes(&mut self) -> Changes {
        let changes = std::mem::take(&mut self.changes);
        self.joined.forget(&changes.changed);
        changes
    }

    /// Decodes events and groups them by stream. Leaves out events of parked streams and those after an event that
    /// cannot be decoded. If another shard takes in a list, only the change is noted.
    fn decode(&mut self, events: Vec<Recorded>) -> BTreeMap<StreamId, Vec<Taken>> {
        let mut streams = BTreeMap::<StreamId, Vec<Taken>>::new();
        for recorded in events {
            if !takes_in(self.shard, recorded.organization_id) {
                if recorded.version > 1 {
                    self.changes.note_elsewhere(recorded.stream);
                }
                self.memory.remove::<Decklist>(recorded.stream.id);
                continue;
            }
            if self.memory.parking().parked_at(recorded.stream).is_some() {
                continue;
            }
            let mut decoded = guard(|| recorded.decode());
            for _ in 1..ATTEMPTS {
                if decoded.is_err() {
                    decoded = guard(|| recorded.decode());
                }
            }
            match decoded {
                Ok(envelope) => {
                    let event_type = recorded.encoded.event_type;
                    streams.entry(recorded.stream).or_default().push(Taken { envelope, event_type });
                }
                Err(error) => self.memory.parking_mut().park(recorded.stream, recorded.position, error),
            }
        }
        streams
    }

    /// Loads the small folds that the events continue and that are not in memory, many per query. Tournaments are
    /// loaded one by one.
    async fn load_for<F: Fold>(
        &mut self,
        streams: &BTreeMap<StreamId, Vec<Taken>>,
        up_to: Position,
    ) -> Result<(), ProjectorError> {
        let continued = streams.iter().filter(|(stream, taken)| {
            stream.kind == F::KIND && taken.first().is_some_and(|first| first.envelope.version > 1)
        });
        let ids: Vec<i64> = continued.map(|(stream, _)| stream.id).collect();
        self.memory.ensure::<F>(&ids, up_to).await
    }

    /// Applies a stream's events. If one fails, reloads the fold and tries again; parks the stream after the last
    /// attempt.
    async fn apply<F: Fold>(&mut self, stream: StreamId, taken: &[Taken], mode: Mode) -> Result<(), ProjectorError> {
        let Self { memory, changes, .. } = self;
        let first = taken.first().map(|first| &first.envelope);
        if let Some(first) = first.filter(|first| first.version > 1) {
            memory.ensure::<F>(&[stream.id], Position(first.position.0 - 1)).await?;
        }
        for taken in taken {
            let before = Position(taken.envelope.position.0 - 1);
            let mut result = apply_one::<F>(memory.folds_mut(), changes, taken, mode);
            for _ in 1..ATTEMPTS {
                if result.is_err() {
                    memory.reload::<F>(stream, before).await?;
                    result = apply_one::<F>(memory.folds_mut(), changes, taken, mode);
                }
            }
            if let Err(error) = result {
                memory.reload::<F>(stream, before).await?;
                memory.parking_mut().park(stream, taken.envelope.position, error);
                break;
            }
        }
        memory.reweigh::<F>(stream.id);
        Ok(())
    }

    /// Returns the position of the last event that was taken in.
    pub(crate) fn read_to(&self) -> Position {
        self.read_to
    }

    /// Returns the hash of that event.
    pub(crate) fn read_hash(&self) -> Option<EventHash> {
        self.read_hash
    }

    /// Returns the state of a stream if it is in memory and exists.
    pub(crate) fn state<F: Fold>(&self, id: i64) -> Option<&F> {
        self.memory.folds().state(id)
    }

    /// Returns the version of a stream if it is in memory, otherwise 0.
    pub(crate) fn version<F: Fold>(&self, id: i64) -> Version {
        self.memory.folds().version::<F>(id)
    }

    /// Returns the users and lists of a tournament, if they are in memory.
    pub(crate) fn joined(&self, tournament: i64) -> Option<&Joined> {
        self.joined.get(tournament)
    }

    /// Returns the convention of a tournament, if it belongs to the same organization.
    pub(crate) fn convention_of(&self, tournament: &Tournament) -> Option<&Convention> {
        let convention = tournament.details.convention_id.and_then(|id| self.state::<Convention>(id.0));
        convention.filter(|convention| convention.organization_id == tournament.organization_id)
    }

    /// Makes sure that these folds are in memory. If there are more than fit into one query, the cache may drop some of
    /// them again.
    pub(crate) async fn ensure<F: Fold>(&mut self, ids: &[i64]) -> Result<(), ProjectorError> {
        self.memory.ensure::<F>(ids, self.read_to).await
    }

    /// Makes sure that a tournament and its convention are in memory. State of another shard is read again from the
    /// log, because this shard does not receive its events.
    pub(crate) async fn ensure_current(&mut self, tournament: StreamId) -> Result<(), ProjectorError> {
        let up_to = self.read_to;
        self.ensure::<Tournament>(&[tournament.id]).await?;
        let Some(state) = self.state::<Tournament>(tournament.id) else { return Ok(()) };
        let is_ours = renders(self.shard, state.organization_id);
        if !is_ours {
            self.memory.reload::<Tournament>(tournament, up_to).await?;
        }
        let state = self.state::<Tournament>(tournament.id);
        if let Some(convention) = state.and_then(|state| state.details.convention_id) {
            self.ensure::<Convention>(&[convention.0]).await?;
            if !is_ours {
                self.memory.reload::<Convention>(StreamId::convention(convention), up_to).await?;
            }
        }
        Ok(())
    }

    /// Loads the state that a stream's documents use. Returns the users in an organization's documents.
    pub(crate) async fn load(&mut self, stream: StreamId) -> Result<HashMap<UserId, User>, ProjectorError> {
        let (id, up_to) = (stream.id, self.read_to);
        match stream.kind {
            StreamKind::Organization => {
                self.ensure::<Organization>(&[id]).await?;
                let members = self.state::<Organization>(id).map(members).unwrap_or_default();
                let members: Vec<i64> = members.into_iter().map(|id| id.0).collect();
                let members = self.memory.states::<User>(&members, up_to).await?;
                return Ok(members.into_iter().map(|user| (user.id, user)).collect());
            }
            StreamKind::Convention => self.ensure::<Convention>(&[id]).await?,
            StreamKind::Decklist => self.ensure::<Decklist>(&[id]).await?,
            StreamKind::Tournament => {
                self.ensure::<Tournament>(&[id]).await?;
                if let Some(tournament) = self.state::<Tournament>(id) {
                    let (organization, convention) = (tournament.organization_id, tournament.details.convention_id);
                    self.ensure::<Organization>(&[organization.0]).await?;
                    self.ensure::<Convention>(convention.map(|id| id.0).as_slice()).await?;
                    self.joined.load(&mut self.memory, id, up_to).await?;
                }
            }
            StreamKind::User => self.ensure::<User>(&[id]).await?,
        }
        Ok(HashMap::new())
    }

    /// Drops the state of a stream after a failure, so that it is loaded again.
    pub(crate) fn forget(&mut self, stream: StreamId) {
        match stream.kind {
            StreamKind::Organization => self.memory.remove::<Organization>(stream.id),
            StreamKind::Convention => self.memory.remove::<Convention>(stream.id),
            StreamKind::Decklist => self.memory.remove::<Decklist>(stream.id),
            StreamKind::Tournament => {
                self.memory.remove::<Tournament>(stream.id);
                self.joined.remove(stream.id);
            }
            StreamKind::User => self.memory.remove::<User>(stream.id),
        }
    }

    /// Returns the streams whose documents this shard renders.
    pub(crate) async fn ours(&mut self, streams: Vec<StreamId>) -> Result<Vec<StreamId>, ProjectorError> {
        if self.shard == Shard::WHOLE {
            return Ok(streams);
        }
        let mut ours = Vec::with_capacity(streams.len());
        for stream in streams {
            let organization = self.organization_of(stream).await?;
            if organization.is_none_or(|organization| renders(self.shard, organization)) {
                ours.push(stream);
            }
        }
        Ok(ours)
    }

    /// Returns the organization that a stream belongs to; `None` for a stream without events.
    async fn organization_of(&mut self, stream: StreamId) -> Result<Option<OrganizationId>, ProjectorError> {
        let id = stream.id;
        match stream.kind {
            StreamKind::Tournament => self.ensure::<Tournament>(&[id]).await?,
            StreamKind::Convention => self.ensure::<Convention>(&[id]).await?,
            StreamKind::Decklist => self.ensure::<Decklist>(&[id]).await?,
            StreamKind::Organization | StreamKind::User => {}
        }
        Ok(match stream.kind {
            StreamKind::Tournament => self.state::<Tournament>(id).map(|it| it.organization_id),
            StreamKind::Convention => self.state::<Convention>(id).map(|it| it.organization_id),
            StreamKind::Decklist => self.state::<Decklist>(id).map(|it| it.organization_id),
            StreamKind::Organization => Some(OrganizationId(id)),
            StreamKind::User => Some(OrganizationId::SHARED),
        })
    }

    /// Parks a stream because its documents cannot be rendered, if it is not parked yet.
    pub(crate) fn park(&mut self, stream: StreamId, position: Position, error: String) {
        self.memory.parking_mut().park(stream, position, error);
    }

    /// Returns whether a stream is parked. Its events up to the one that failed may be used.
    pub(crate) fn is_parked(&self, stream: StreamId) -> bool {
        self.memory.parking().parked_at(stream).is_some()
    }

    /// Returns whether the stream was parked before this batch, so that its documents stay as they are.
    pub(crate) fn is_closed(&self, stream: StreamId) -> bool {
        self.memory.parking().is_closed(stream)
    }

    /// Returns the streams parked in this batch.
    pub(crate) fn newly_parked(&self) -> Vec<StreamId> {
        self.memory.parking().newly_parked().collect()
    }

    /// Returns the parked streams to record in the store, and marks them as recorded.
    pub(crate) fn take_unrecorded(&mut self) -> Vec<ParkedStream> {
        self.memory.parking_mut().take_unrecorded()
    }

    /// Returns the number of parked streams.
    pub(crate) fn parked(&self) -> usize {
        self.memory.parking().len()
    }

    /// Returns the position of a parked event that is damaged. Documents that use its stream may be wrong.
    pub(crate) async fn damaged_event(&self) -> Result<Option<Position>, StoreError> {
        self.memory.damaged_event().await
    }
}

/// Applies one event to the fold in memory. After a failure the fold may be one version behind.
fn apply_one<F: Fold>(folds: &mut Folds, changes: &mut Changes, taken: &Taken, mode: Mode) -> Result<(), String> {
    let envelope = &taken.envelope;
    let cache = F::cache_mut(folds);
    if envelope.version == 1 && cache.peek(&envelope.stream.id).is_none() {
        cache.insert(envelope.stream.id, Folded::empty(), 1);
    }
    let folded = cache.get_mut(&envelope.stream.id).ok_or("its stream is not in memory")?;
    if envelope.version != folded.version + 1 {
        return Err(format!("version {} does not follow version {}", envelope.version, folded.version));
    }
    let before = folded.state.as_ref().and_then(F::convention);
    let is_audited = F::is_audited(folded.state.as_ref(), envelope);
    let facet_before = folded.state.as_ref().filter(|_| is_audited).and_then(|state| facet(state, envelope));
    let state = match &mut folded.state {
        Some(state) => {
            guard(|| state.advance(envelope))?;
            state
        }
        None => folded.state.insert(guard(|| F::begin(envelope))?),
    };
    folded.version = envelope.version;
    if is_audited {
        let about = guard(|| Ok::<_, String>(state.about(&envelope.event))).unwrap_or_default();
        let change = AuditedChange { about, before: facet_before, after: facet(state, envelope) };
        changes.audit(envelope, Entry::new(envelope, taken.event_type.clone(), change));
    }
    let everything = || Touched { everything: true, ..Touched::default() };
    let touched = match mode {
        Mode::Live => guard(|| Ok::<_, String>(state.touched(&envelope.event))).unwrap_or_else(|_| everything()),
        Mode::Backlog => everything(),
    };
    changes.note(envelope, [before, state.convention()], touched);
    Ok(())
}

/// Returns the part of a stream's state that an event is about. If that fails, only this detail of the audit entry is
/// missing.
fn facet<F: Fold>(state: &F, envelope: &Envelope) -> Option<Value> {
    guard(|| Ok::<_, String>(state.facet(&envelope.event))).unwrap_or_default()
}
