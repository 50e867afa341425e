//! Caches the users and lists that a tournament's documents show.

use std::collections::{BTreeSet, HashMap};

use domain::decklist::Decklist;
use domain::organization::Organization;
use domain::tournament::{Registration, Tournament};
use domain::user::User;
use proto_events::ids::{DecklistId, UserId};
use proto_events::{Position, StreamId, StreamKind, Version};

use super::folds::Fold;
use super::memory::Memory;
use crate::bounded::Bounded;
use crate::error::ProjectorError;

/// Approximate bytes of users and lists to keep …
const JOINED_BYTES: usize = 64 << 20;
/// … and in a backlog, which seldom returns to a tournament.
const BACKLOG_JOINED_BYTES: usize = 16 << 20;

/// The users and lists of one tournament.
#[derive(Debug, Default)]
pub(crate) struct Joined {
    pub(crate) people: HashMap<UserId, User>,
    pub(crate) decklists: HashMap<DecklistId, Decklist>,
    /// The fixed revisions of lists that were changed since.
    pub(crate) revisions: HashMap<(DecklistId, Version), Decklist>,
}

/// Users and lists by tournament id.
pub(super) struct JoinedCache {
    tournaments: Bounded<i64, Joined>,
}

impl JoinedCache {
    /// Creates an empty cache of the size for a backlog.
    pub(super) fn new() -> Self {
        Self { tournaments: Bounded::new(BACKLOG_JOINED_BYTES) }
    }

    /// Enlarges the cache for new events.
    pub(super) fn enlarge(&mut self) {
        self.tournaments.resize(JOINED_BYTES);
    }

    /// Returns the users and lists of a tournament, if they are in memory.
    pub(super) fn get(&self, tournament: i64) -> Option<&Joined> {
        self.tournaments.peek(&tournament)
    }

    /// Drops the users and lists of a tournament.
    pub(super) fn remove(&mut self, tournament: i64) {
        self.tournaments.remove(&tournament);
    }

    /// Removes users and lists that changed.
    pub(super) fn forget(&mut self, changed: &BTreeSet<StreamId>) {
        if changed.is_empty() {
            return;
        }
        for joined in self.tournaments.values_mut() {
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
    pub(super) async fn load(
        &mut self,
        memory: &mut Memory,
        tournament: i64,
        up_to: Position,
    ) -> Result<(), ProjectorError> {
        let Some(state) = memory.folds().state::<Tournament>(tournament) else { return Ok(()) };
        let (people, decklists) = (people(state), decklists(state));
        let mut joined = self.tournaments.remove(&tournament).unwrap_or_default();
        joined.people.retain(|id, _| people.contains(id));
        joined.decklists.retain(|id, _| decklists.contains(id));
        let missing = people.into_iter().filter(|id| !joined.people.contains_key(id)).map(|id| id.0);
        for user in memory.states::<User>(&missing.collect::<Vec<_>>(), up_to).await? {
            joined.people.insert(user.id, user);
        }
        let missing = decklists.into_iter().filter(|id| !joined.decklists.contains_key(id)).map(|id| id.0);
        let lists = memory.states::<Decklist>(&missing.collect::<Vec<_>>(), up_to).await?;
        for list in lists.into_iter().filter(|list| !list.is_deleted) {
            joined.decklists.insert(list.id, list);
        }
        let state = memory.folds().state::<Tournament>(tournament);
        let mut earlier = state.map(|state| earlier_revisions(state, &joined.decklists)).unwrap_or_default();
        joined.revisions.retain(|revision, _| earlier.contains(revision));
        earlier.retain(|revision| !joined.revisions.contains_key(revision));
        for list in memory.revisions(&earlier.into_iter().collect::<Vec<_>>(), up_to).await? {
            joined.revisions.insert((list.id, list.version), list);
        }
        let lists = joined.decklists.values().chain(joined.revisions.values());
        let weight = joined.people.len() * 512 + lists.map(Fold::weight).sum::<usize>();
        self.tournaments.insert(tournament, joined, weight.max(1));
        Ok(())
    }
}

/// Returns the users in a tournament: players and judges.
fn people(tournament: &Tournament) -> BTreeSet<UserId> {
    let players = tournament.registrations.iter().map(|registration| registration.user_id);
    let judges = tournament.rounds().flat_map(|(_, round)| round.all_matches().filter_map(|it| it.judge_user_id));
    players.chain(judges).collect()
}

/// Returns every list handed in for a tournament.
fn decklists(tournament: &Tournament) -> BTreeSet<DecklistId> {
    tournament.registrations.iter().filter_map(|registration| registration.decklist_id).collect()
}

/// Returns the revisions that count for the tournament and are not the newest of their list.
fn earlier_revisions(
    tournament: &Tournament,
    newest: &HashMap<DecklistId, Decklist>,
) -> BTreeSet<(DecklistId, Version)> {
    let revision = |entry: &Registration| {
        let id = entry.decklist_id?;
        let list = newest.get(&id);
        let revision = match list {
            Some(list) => entry.revision_of(list, tournament.organization_id),
            None => entry.fixed_revision_of(id),
        };
        let is_newest = list.is_some_and(|list| Some(list.version) == revision);
        revision.filter(|_| !is_newest).map(|revision| (id, revision))
    };
    tournament.registrations.iter().filter_map(revision).collect()
}

/// Returns the other streams that a tournament's documents use.
pub(crate) fn sources_of_tournament(tournament: &Tournament) -> Vec<StreamId> {
    let mut sources = vec![StreamId::organization(tournament.organization_id)];
    sources.extend(tournament.details.convention_id.map(StreamId::convention));
    sources.extend(people(tournament).into_iter().map(StreamId::user));
    sources.extend(decklists(tournament).into_iter().map(StreamId::decklist));
    sources
}

/// Returns the streams that an organization's documents use: its members and invited users.
pub(crate) fn sources_of_organization(organization: &Organization) -> Vec<StreamId> {
    members(organization).into_iter().map(StreamId::user).collect()
}

/// Returns the users in an organization's documents: its members and invited users.
pub(super) fn members(organization: &Organization) -> BTreeSet<UserId> {
    let invited = organization.open_invitations().map(|invitation| invitation.user_id);
    organization.members.iter().map(|member| member.user_id).chain(invited).collect()
}
