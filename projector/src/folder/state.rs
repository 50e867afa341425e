//! The state that events are folded into, up to the last event taken in.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use domain::convention::Convention;
use domain::decklist::Decklist;
use domain::organization::Organization;
use domain::tournament::Tournament;
use domain::user::User;
use proto_events::ids::{DecklistId, OrganizationId, UserId};
use proto_events::{EventHash, Position, Recorded, StreamId, StreamKind, Version};
use storage::{LogReader, ParkedStream, Shard, StoreError};

use super::folds::{Fold, Folded, Folds};
use super::joined::{Joined, decklists, earlier_revisions, members, people};
use super::parking::{Parking, guard};
use crate::bounded::Bounded;
use crate::error::ProjectorError;

/// Approximate bytes of users and lists of tournaments to keep.
const JOINED_BYTES: usize = 32 << 20;

/// The folded state of all streams. Only some of it is in memory; the rest is read from the log when it is needed.
pub(crate) struct State {
    shard: Shard,
    log: Arc<dyn LogReader>,
    pub(super) folds: Folds,
    /// The streams whose fold ends at a parked event.
    pub(crate) parking: Parking,
    /// Users and lists by tournament id.
    joined: Bounded<i64, Joined>,
    /// Position of the last event that was taken in.
    read_to: Position,
    /// Its hash.
    read_hash: Option<EventHash>,
}

impl State {
    /// Creates the state at a position, with the streams that are parked. Nothing of it is in memory.
    pub(super) fn new(
        log: Arc<dyn LogReader>,
        shard: Shard,
        (read_to, read_hash): (Position, Option<EventHash>),
        parked: impl IntoIterator<Item = ParkedStream>,
    ) -> Self {
        let (folds, parking) = (Folds::new(), Parking::from_store(parked));
        Self { shard, log, folds, parking, joined: Bounded::new(JOINED_BYTES), read_to, read_hash }
    }

    /// Notes that all events up to a position, with this hash, are taken in.
    pub(super) fn advance(&mut self, read_to: Position, read_hash: EventHash) {
        (self.read_to, self.read_hash) = (read_to, Some(read_hash));
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
    pub(crate) fn of<F: Fold>(&self, id: i64) -> Option<&F> {
        self.folds.state(id)
    }

    /// Returns the version of a stream if it is in memory, otherwise 0.
    pub(crate) fn version<F: Fold>(&self, id: i64) -> Version {
        self.folds.version::<F>(id)
    }

    /// Returns the users and lists of a tournament, if they are in memory.
    pub(crate) fn joined(&self, tournament: i64) -> Option<&Joined> {
        self.joined.peek(&tournament)
    }

    /// Returns the convention of a tournament, if it belongs to the same organization.
    pub(crate) fn convention_of(&self, tournament: &Tournament) -> Option<&Convention> {
        let convention = tournament.details.convention_id.and_then(|id| self.of::<Convention>(id.0));
        convention.filter(|convention| convention.organization_id == tournament.organization_id)
    }

    /// Makes sure that these folds are in memory. If there are more than fit into one query, the cache may drop some of
    /// them again.
    pub(crate) async fn ensure<F: Fold>(&mut self, ids: &[i64]) -> Result<(), ProjectorError> {
        self.ensure_at::<F>(ids, self.read_to).await
    }

    /// Makes sure that a tournament and its convention are in memory. State of another shard is read again from the
    /// log, because this shard does not receive its events.
    pub(crate) async fn ensure_current(&mut self, tournament: StreamId) -> Result<(), ProjectorError> {
        let up_to = self.read_to;
        self.ensure::<Tournament>(&[tournament.id]).await?;
        let Some(state) = self.of::<Tournament>(tournament.id) else { return Ok(()) };
        let is_ours = self.shard.owns(state.organization_id);
        if !is_ours {
            self.reload::<Tournament>(tournament, up_to).await?;
        }
        let state = self.of::<Tournament>(tournament.id);
        if let Some(convention) = state.and_then(|state| state.details.convention_id) {
            self.ensure::<Convention>(&[convention.0]).await?;
            if !is_ours {
                self.reload::<Convention>(StreamId::convention(convention), up_to).await?;
            }
        }
        Ok(())
    }

    /// Loads the state that a stream's documents use. Returns the users in an organization's documents.
    pub(crate) async fn load(&mut self, stream: StreamId) -> Result<HashMap<UserId, User>, ProjectorError> {
        let id = stream.id;
        match stream.kind {
            StreamKind::Organization => {
                self.ensure::<Organization>(&[id]).await?;
                let members = self.of::<Organization>(id).map(members).unwrap_or_default();
                let members: Vec<i64> = members.into_iter().map(|id| id.0).collect();
                let members = self.states::<User>(&members).await?;
                return Ok(members.into_iter().map(|user| (user.id, user)).collect());
            }
            StreamKind::Convention => self.ensure::<Convention>(&[id]).await?,
            StreamKind::Decklist => self.ensure::<Decklist>(&[id]).await?,
            StreamKind::Tournament => {
                self.ensure::<Tournament>(&[id]).await?;
                if let Some(tournament) = self.of::<Tournament>(id) {
                    let (organization, convention) = (tournament.organization_id, tournament.details.convention_id);
                    self.ensure::<Organization>(&[organization.0]).await?;
                    self.ensure::<Convention>(convention.map(|id| id.0).as_slice()).await?;
                    self.load_joined(id).await?;
                }
            }
            StreamKind::User => self.ensure::<User>(&[id]).await?,
        }
        Ok(HashMap::new())
    }

    /// Drops copies of users and lists that changed.
    pub(super) fn forget_copies(&mut self, changed: &BTreeSet<StreamId>) {
        if changed.is_empty() {
            return;
        }
        for joined in self.joined.values_mut() {
            for stream in changed {
                match stream.kind {
                    StreamKind::User => drop(joined.people.remove(&UserId(stream.id))),
                    StreamKind::Decklist => drop(joined.decklists.remove(&DecklistId(stream.id))),
                    StreamKind::Organization | StreamKind::Convention | StreamKind::Tournament => {}
                }
            }
        }
    }

    /// Makes sure that the users and lists of a tournament are in memory. Its fold must be in memory already.
    async fn load_joined(&mut self, tournament: i64) -> Result<(), ProjectorError> {
        let Some(state) = self.folds.state::<Tournament>(tournament) else { return Ok(()) };
        let (people, decklists) = (people(state), decklists(state));
        let mut joined = self.joined.remove(&tournament).unwrap_or_default();
        joined.people.retain(|id, _| people.contains(id));
        joined.decklists.retain(|id, _| decklists.contains(id));
        let missing = people.into_iter().filter(|id| !joined.people.contains_key(id)).map(|id| id.0);
        for user in self.states::<User>(&missing.collect::<Vec<_>>()).await? {
            joined.people.insert(user.id, user);
        }
        let missing = decklists.into_iter().filter(|id| !joined.decklists.contains_key(id)).map(|id| id.0);
        let lists = self.states::<Decklist>(&missing.collect::<Vec<_>>()).await?;
        for list in lists.into_iter().filter(|list| !list.is_deleted) {
            joined.decklists.insert(list.id, list);
        }
        let state = self.folds.state::<Tournament>(tournament);
        let mut earlier = state.map(|state| earlier_revisions(state, &joined.decklists)).unwrap_or_default();
        joined.revisions.retain(|revision, _| earlier.contains(revision));
        earlier.retain(|revision| !joined.revisions.contains_key(revision));
        for list in self.revisions(&earlier.into_iter().collect::<Vec<_>>()).await? {
            joined.revisions.insert((list.id, list.version), list);
        }
        let lists = joined.decklists.values().chain(joined.revisions.values());
        let weight = joined.people.len() * 512 + lists.map(Fold::weight).sum::<usize>();
        self.joined.insert(tournament, joined, weight.max(1));
        Ok(())
    }

    /// Drops the state of a stream after a failure, so that it is loaded again.
    pub(crate) fn forget(&mut self, stream: StreamId) {
        match stream.kind {
            StreamKind::Organization => self.remove::<Organization>(stream.id),
            StreamKind::Convention => self.remove::<Convention>(stream.id),
            StreamKind::Decklist => self.remove::<Decklist>(stream.id),
            StreamKind::Tournament => {
                self.remove::<Tournament>(stream.id);
                self.joined.remove(&stream.id);
            }
            StreamKind::User => self.remove::<User>(stream.id),
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
            if organization.is_none_or(|organization| self.shard.owns(organization)) {
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
            StreamKind::Tournament => self.of::<Tournament>(id).map(|it| it.organization_id),
            StreamKind::Convention => self.of::<Convention>(id).map(|it| it.organization_id),
            StreamKind::Decklist => self.of::<Decklist>(id).map(|it| it.organization_id),
            StreamKind::Organization => Some(OrganizationId(id)),
            StreamKind::User => Some(OrganizationId::SHARED),
        })
    }

    /// Returns the position of a parked event that is damaged. Documents that use its stream may be wrong.
    pub(crate) async fn damaged_event(&self) -> Result<Option<Position>, StoreError> {
        for position in self.parking.positions() {
            let events = self.log.read_sealed(Position(position.0 - 1), 1).await?;
            if events.iter().any(|event| event.position == position && event.is_damaged) {
                return Ok(Some(position));
            }
        }
        Ok(None)
    }

    /// Drops a fold.
    pub(super) fn remove<F: Fold>(&mut self, id: i64) {
        F::cache_mut(&mut self.folds).remove(&id);
    }

    /// Returns copies of folds, reading those from the log that are not in memory. Streams without events are left out.
    async fn states<F: Fold + Clone>(&mut self, ids: &[i64]) -> Result<Vec<F>, ProjectorError> {
        let mut states = Vec::with_capacity(ids.len());
        for ids in ids.chunks(F::STREAMS_PER_READ) {
            self.ensure::<F>(ids).await?;
            for id in ids {
                if F::cache(&self.folds).peek(id).is_none() {
                    // The cache dropped it to make room for the others.
                    self.ensure::<F>(&[*id]).await?;
                }
                states.extend(self.folds.state::<F>(*id).cloned());
            }
        }
        Ok(states)
    }

    /// Makes sure that these folds are in memory, at a position. If there are more than fit into one query, the cache
    /// may drop some of them again.
    pub(super) async fn ensure_at<F: Fold>(&mut self, ids: &[i64], up_to: Position) -> Result<(), ProjectorError> {
        let cache = F::cache_mut(&mut self.folds);
        let missing: Vec<i64> = ids.iter().copied().filter(|id| cache.get_mut(id).is_none()).collect();
        for ids in missing.chunks(F::STREAMS_PER_READ) {
            self.read::<F>(ids, up_to).await?;
        }
        Ok(())
    }

    /// Reads a fold again from the log, at a position.
    pub(super) async fn reload<F: Fold>(&mut self, stream: StreamId, up_to: Position) -> Result<(), ProjectorError> {
        F::cache_mut(&mut self.folds).remove(&stream.id);
        self.read::<F>(&[stream.id], up_to).await
    }

    /// Updates the weight of a fold in the cache.
    pub(super) fn reweigh<F: Fold>(&mut self, id: i64) {
        let cache = F::cache_mut(&mut self.folds);
        if let Some(weight) = cache.peek(&id).map(weight) {
            cache.reweigh(&id, weight);
        }
    }

    async fn read<F: Fold>(&mut self, ids: &[i64], up_to: Position) -> Result<(), ProjectorError> {
        let mut streams: BTreeMap<i64, Vec<Recorded>> = ids.iter().map(|id| (*id, Vec::new())).collect();
        for recorded in self.log.read_streams(F::KIND, ids, up_to).await? {
            streams.entry(recorded.stream.id).or_default().push(recorded);
        }
        for (id, events) in streams {
            let folded = self.fold::<F>(&events);
            let weight = weight(&folded);
            F::cache_mut(&mut self.folds).insert(id, folded, weight);
        }
        Ok(())
    }

    /// Reads these revisions of lists from the log. Revisions that do not exist are left out.
    async fn revisions(&mut self, wanted: &[(DecklistId, Version)]) -> Result<Vec<Decklist>, ProjectorError> {
        let mut found = Vec::new();
        for wanted in wanted.chunks(Decklist::STREAMS_PER_READ) {
            let ids: BTreeSet<i64> = wanted.iter().map(|(id, _)| id.0).collect();
            let mut streams: BTreeMap<i64, Vec<Recorded>> = BTreeMap::new();
            let ids: Vec<i64> = ids.into_iter().collect();
            for recorded in self.log.read_streams(Decklist::KIND, &ids, self.read_to).await? {
                streams.entry(recorded.stream.id).or_default().push(recorded);
            }
            for (id, version) in wanted {
                let events = streams.get(&id.0).map(Vec::as_slice).unwrap_or_default();
                let events = &events[..events.iter().take_while(|event| event.version <= *version).count()];
                found.extend(self.fold::<Decklist>(events).state.filter(|list| list.version == *version));
            }
        }
        Ok(found)
    }

    /// Folds a stream's events, up to the event at which it is parked.
    fn fold<F: Fold>(&mut self, events: &[Recorded]) -> Folded<F> {
        let mut folded = Folded::empty();
        for recorded in events {
            if self.parking.parked_at(recorded.stream).is_some_and(|position| recorded.position >= position) {
                break;
            }
            if let Err(error) = fold_one::<F>(&mut folded, recorded) {
                self.parking.park(recorded.stream, recorded.position, error);
                break;
            }
        }
        folded
    }
}

fn weight<F: Fold>(folded: &Folded<F>) -> usize {
    folded.state.as_ref().map_or(1, F::weight)
}

fn fold_one<F: Fold>(folded: &mut Folded<F>, recorded: &Recorded) -> Result<(), String> {
    let envelope = guard(|| recorded.decode())?;
    if envelope.version != folded.version + 1 {
        return Err(format!("version {} does not follow version {}", envelope.version, folded.version));
    }
    match &mut folded.state {
        Some(state) => guard(|| state.advance(&envelope))?,
        None => folded.state = Some(guard(|| F::begin(&envelope))?),
    }
    folded.version = envelope.version;
    Ok(())
}
