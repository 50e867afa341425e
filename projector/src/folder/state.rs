//! The state that events are folded into, up to the last event taken in.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use domain::convention::Convention;
use domain::decklist::Decklist;
use domain::organization::Organization;
use domain::tournament::Tournament;
use domain::user::User;
use proto_events::ids::{OrganizationId, UserId};
use proto_events::{EventHash, Position, StreamId, StreamKind, Version};
use storage::{LogReader, ParkedStream, Shard, StoreError};

use super::folds::Fold;
use super::joined::{Joined, JoinedCache, members};
use super::memory::Memory;
use super::parking::Parking;
use crate::error::ProjectorError;
use crate::sharding::renders;

/// The folded state of all streams. Only some of it is in memory; the rest is read from the log when it is needed.
pub(crate) struct State {
    shard: Shard,
    memory: Memory,
    joined: JoinedCache,
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
        let memory = Memory::new(log, Parking::from_store(parked));
        Self { shard, memory, joined: JoinedCache::new(), read_to, read_hash }
    }

    /// Keeps more state in memory from now on, because the backlog is processed.
    pub(crate) fn enlarge(&mut self) {
        self.memory.folds_mut().enlarge();
        self.joined.enlarge();
    }

    /// Returns the folds, for events to be applied.
    pub(super) fn memory(&mut self) -> &mut Memory {
        &mut self.memory
    }

    /// Notes that all events up to a position, with this hash, are taken in.
    pub(super) fn advance(&mut self, read_to: Position, read_hash: EventHash) {
        (self.read_to, self.read_hash) = (read_to, Some(read_hash));
    }

    /// Drops copies of users and lists that changed.
    pub(super) fn forget_copies(&mut self, changed: &BTreeSet<StreamId>) {
        self.joined.forget(changed);
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
        let convention = tournament.details.convention_id.and_then(|id| self.of::<Convention>(id.0));
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
        let Some(state) = self.of::<Tournament>(tournament.id) else { return Ok(()) };
        let is_ours = renders(self.shard, state.organization_id);
        if !is_ours {
            self.memory.reload::<Tournament>(tournament, up_to).await?;
        }
        let state = self.of::<Tournament>(tournament.id);
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
                let members = self.of::<Organization>(id).map(members).unwrap_or_default();
                let members: Vec<i64> = members.into_iter().map(|id| id.0).collect();
                let members = self.memory.states::<User>(&members, up_to).await?;
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
            StreamKind::Tournament => self.of::<Tournament>(id).map(|it| it.organization_id),
            StreamKind::Convention => self.of::<Convention>(id).map(|it| it.organization_id),
            StreamKind::Decklist => self.of::<Decklist>(id).map(|it| it.organization_id),
            StreamKind::Organization => Some(OrganizationId(id)),
            StreamKind::User => Some(OrganizationId::SHARED),
        })
    }

    /// Returns the parked streams.
    pub(crate) fn parking(&self) -> &Parking {
        self.memory.parking()
    }

    /// Returns the parked streams, for changes.
    pub(crate) fn parking_mut(&mut self) -> &mut Parking {
        self.memory.parking_mut()
    }

    /// Returns the position of a parked event that is damaged. Documents that use its stream may be wrong.
    pub(crate) async fn damaged_event(&self) -> Result<Option<Position>, StoreError> {
        self.memory.damaged_event().await
    }
}
