//! Loads state that is not in memory from the log, up to the last event taken in.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use domain::convention::Convention;
use domain::decklist::Decklist;
use domain::tournament::Tournament;
use domain::user::User;
use proto_events::ids::{DecklistId, OrganizationId};
use proto_events::{Position, Recorded, StreamId, StreamKind, Version};
use storage::{Shard, StoreError};

use super::Folder;
use super::folds::{Aggregate, Folded, OfKind, streams_per_read};
use super::joined::{Joined, decklists, earlier_revisions, members, people};
use super::parking::guard;
use crate::error::ProjectorError;

impl Folder {
    /// Returns the state of a stream if it is in memory and exists.
    pub(crate) fn aggregate(&self, stream: StreamId) -> Option<&Aggregate> {
        self.folds.get(stream)?.state.as_ref()
    }

    /// Returns the state of a kind if it is in memory and exists.
    pub(crate) fn state<T: OfKind>(&self, id: i64) -> Option<&T> {
        self.aggregate(StreamId { kind: T::KIND, id }).and_then(T::of)
    }

    /// Returns the version of a stream if it is in memory, otherwise 0.
    pub(crate) fn version(&self, stream: StreamId) -> Version {
        self.folds.get(stream).map_or(0, |folded| folded.version)
    }

    /// Returns the convention of a tournament, if it belongs to the same organization.
    pub(crate) fn convention_of(&self, tournament: &Tournament) -> Option<&Convention> {
        let convention = tournament.details.convention_id.and_then(|id| self.state::<Convention>(id.0));
        convention.filter(|convention| convention.organization_id == tournament.organization_id)
    }

    /// Makes sure that these folds are in memory. If there are more than fit into one query, the cache may drop some of
    /// them again.
    pub(crate) async fn ensure(&mut self, kind: StreamKind, ids: &[i64]) -> Result<(), ProjectorError> {
        self.ensure_at(kind, ids, self.read_to).await
    }

    /// Makes sure that a tournament and its convention are in memory. State of another shard is read again from the
    /// log, because this shard does not receive its events.
    pub(crate) async fn ensure_current(&mut self, tournament: StreamId) -> Result<(), ProjectorError> {
        self.ensure(tournament.kind, &[tournament.id]).await?;
        let Some(state) = self.state::<Tournament>(tournament.id) else { return Ok(()) };
        let is_ours = self.shard.owns(state.organization_id);
        if !is_ours {
            self.reload(tournament, self.read_to).await?;
        }
        let state = self.state::<Tournament>(tournament.id);
        if let Some(convention) = state.and_then(|state| state.details.convention_id) {
            self.ensure(StreamKind::Convention, &[convention.0]).await?;
            if !is_ours {
                self.reload(StreamId::convention(convention), self.read_to).await?;
            }
        }
        Ok(())
    }

    /// Loads the state that a stream's documents use. Returns the users and lists that they show.
    pub(crate) async fn load(&mut self, stream: StreamId) -> Result<Joined, ProjectorError> {
        self.ensure(stream.kind, &[stream.id]).await?;
        let mut joined = Joined::default();
        let (shown, lists) = match self.aggregate(stream) {
            Some(Aggregate::Organization(organization)) => (members(organization), BTreeSet::new()),
            Some(Aggregate::Tournament(tournament)) => {
                let (organization, convention) = (tournament.organization_id, tournament.details.convention_id);
                let shown = (people(tournament), decklists(tournament));
                self.ensure(StreamKind::Organization, &[organization.0]).await?;
                self.ensure(StreamKind::Convention, convention.map(|id| id.0).as_slice()).await?;
                shown
            }
            _ => return Ok(joined),
        };
        let shown: Vec<i64> = shown.into_iter().map(|id| id.0).collect();
        let shown = self.states::<User>(&shown).await?.into_iter();
        joined.people = shown.map(|user| (user.id, Arc::unwrap_or_clone(user))).collect();
        let lists: Vec<i64> = lists.into_iter().map(|id| id.0).collect();
        let lists = self.states::<Decklist>(&lists).await?.into_iter().filter(|list| !list.is_deleted);
        joined.decklists = lists.map(|list| (list.id, list)).collect();
        let state = self.state::<Tournament>(stream.id).filter(|_| stream.kind == StreamKind::Tournament);
        let earlier = state.map(|state| earlier_revisions(state, &joined.decklists)).unwrap_or_default();
        let earlier = self.revisions(&earlier.into_iter().collect::<Vec<_>>()).await?;
        joined.revisions = earlier.into_iter().map(|list| ((list.id, list.version), list)).collect();
        Ok(joined)
    }

    /// Drops the state of a stream after a failure, so that it is loaded again.
    pub(crate) fn forget(&mut self, stream: StreamId) {
        self.folds.of_kind(stream.kind).remove(&stream.id);
    }

    /// Returns the streams whose documents this shard renders.
    pub(crate) async fn ours(&mut self, streams: Vec<StreamId>) -> Result<Vec<StreamId>, ProjectorError> {
        if self.shard == Shard::WHOLE {
            return Ok(streams);
        }
        let mut ours = Vec::with_capacity(streams.len());
        for stream in streams {
            let organization = match stream.kind {
                StreamKind::Organization => Some(OrganizationId(stream.id)),
                StreamKind::User => Some(OrganizationId::SHARED),
                StreamKind::Convention | StreamKind::Tournament | StreamKind::Decklist => {
                    self.ensure(stream.kind, &[stream.id]).await?;
                    self.aggregate(stream).map(Aggregate::organization_id)
                }
            };
            if organization.is_none_or(|organization| self.shard.owns(organization)) {
                ours.push(stream);
            }
        }
        Ok(ours)
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

    /// Returns states, reading those from the log that are not in memory. Streams without events are left out.
    async fn states<T: OfKind>(&mut self, ids: &[i64]) -> Result<Vec<Arc<T>>, ProjectorError> {
        let mut states = Vec::with_capacity(ids.len());
        for ids in ids.chunks(streams_per_read(T::KIND)) {
            self.ensure(T::KIND, ids).await?;
            for id in ids {
                // The cache may have dropped it to make room for the others.
                self.ensure(T::KIND, &[*id]).await?;
                states.extend(self.aggregate(StreamId { kind: T::KIND, id: *id }).and_then(T::shared));
            }
        }
        Ok(states)
    }

    /// Makes sure that these folds are in memory, at a position. If there are more than fit into one query, the cache
    /// may drop some of them again.
    pub(super) async fn ensure_at(
        &mut self,
        kind: StreamKind,
        ids: &[i64],
        up_to: Position,
    ) -> Result<(), ProjectorError> {
        let cache = self.folds.of_kind(kind);
        let missing: Vec<i64> = ids.iter().copied().filter(|id| cache.get_mut(id).is_none()).collect();
        for ids in missing.chunks(streams_per_read(kind)) {
            for (id, events) in self.read(kind, ids, up_to).await? {
                let folded = self.fold(&events);
                let weight = folded.weight();
                self.folds.of_kind(kind).insert(id, folded, weight);
            }
        }
        Ok(())
    }

    /// Reads a fold again from the log, at a position.
    pub(super) async fn reload(&mut self, stream: StreamId, up_to: Position) -> Result<(), ProjectorError> {
        self.folds.of_kind(stream.kind).remove(&stream.id);
        self.ensure_at(stream.kind, &[stream.id], up_to).await
    }

    /// Updates the weight of a fold in the cache.
    pub(super) fn reweigh(&mut self, stream: StreamId) {
        if let Some(weight) = self.folds.get(stream).map(Folded::weight) {
            self.folds.of_kind(stream.kind).reweigh(&stream.id, weight);
        }
    }

    /// Reads the events of streams, none for a stream that does not exist.
    async fn read(
        &self,
        kind: StreamKind,
        ids: &[i64],
        up_to: Position,
    ) -> Result<BTreeMap<i64, Vec<Recorded>>, StoreError> {
        let mut streams: BTreeMap<i64, Vec<Recorded>> = ids.iter().map(|id| (*id, Vec::new())).collect();
        for recorded in self.log.read_streams(kind, ids, up_to).await? {
            streams.entry(recorded.stream.id).or_default().push(recorded);
        }
        Ok(streams)
    }

    /// Reads these revisions of lists from the log. Revisions that do not exist are left out.
    async fn revisions(&mut self, wanted: &[(DecklistId, Version)]) -> Result<Vec<Decklist>, ProjectorError> {
        let mut found = Vec::new();
        for wanted in wanted.chunks(streams_per_read(StreamKind::Decklist)) {
            let ids: BTreeSet<i64> = wanted.iter().map(|(id, _)| id.0).collect();
            let ids: Vec<i64> = ids.into_iter().collect();
            let streams = self.read(StreamKind::Decklist, &ids, self.read_to).await?;
            for (id, version) in wanted {
                let events = streams.get(&id.0).map(Vec::as_slice).unwrap_or_default();
                let events = &events[..events.iter().take_while(|event| event.version <= *version).count()];
                let list = self.fold(events).state;
                found.extend(list.as_ref().and_then(Decklist::of).filter(|list| list.version == *version).cloned());
            }
        }
        Ok(found)
    }

    /// Folds a stream's events, up to the event at which it is parked.
    fn fold(&mut self, events: &[Recorded]) -> Folded {
        let mut folded = Folded::default();
        for recorded in events {
            if self.parking.parked_at(recorded.stream).is_some_and(|position| recorded.position >= position) {
                break;
            }
            let applied = guard(|| recorded.decode()).and_then(|envelope| folded.apply(&envelope));
            if let Err(error) = applied {
                self.parking.park(recorded.stream, recorded.position, error);
                break;
            }
        }
        folded
    }
}
