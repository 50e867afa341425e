//! The other streams that documents show: the users and lists of a tournament, and the members of an organization.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use domain::decklist::Decklist;
use domain::organization::Organization;
use domain::tournament::{Registration, Tournament};
use domain::user::User;
use proto_events::ids::{DecklistId, UserId};
use proto_events::{StreamId, Version};

use super::folds::Aggregate;

/// The users and lists that documents of one stream show.
#[derive(Debug, Default)]
pub(crate) struct Joined {
    pub(crate) people: HashMap<UserId, User>,
    /// They are not copied, because there may be thousands of long ones.
    pub(crate) decklists: HashMap<DecklistId, Arc<Decklist>>,
    /// The fixed revisions of lists that were changed since.
    pub(crate) revisions: HashMap<(DecklistId, Version), Decklist>,
}

/// Returns the users in a tournament: players and judges.
pub(super) fn people(tournament: &Tournament) -> BTreeSet<UserId> {
    let players = tournament.registrations.iter().map(|registration| registration.user_id);
    let judges = tournament.rounds().flat_map(|(_, round)| round.all_matches().filter_map(|it| it.judge_user_id));
    players.chain(judges).chain(tournament.staff.keys().copied()).collect()
}

/// Returns every list handed in for a tournament.
pub(super) fn decklists(tournament: &Tournament) -> BTreeSet<DecklistId> {
    tournament.registrations.iter().filter_map(|registration| registration.decklist_id).collect()
}

/// Returns the revisions that count for the tournament and are not the newest of their list.
pub(super) fn earlier_revisions(
    tournament: &Tournament,
    newest: &HashMap<DecklistId, Arc<Decklist>>,
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

/// Returns the other streams that the documents of a tournament or an organization use; `None` for other streams.
pub(crate) fn sources(aggregate: &Aggregate) -> Option<Vec<StreamId>> {
    match aggregate {
        Aggregate::Organization(organization) => Some(members(organization).into_iter().map(StreamId::user).collect()),
        Aggregate::Tournament(tournament) => {
            let mut sources = vec![StreamId::organization(tournament.organization_id)];
            sources.extend(tournament.details.convention_id.map(StreamId::convention));
            sources.extend(people(tournament).into_iter().map(StreamId::user));
            sources.extend(decklists(tournament).into_iter().map(StreamId::decklist));
            Some(sources)
        }
        Aggregate::User(_) | Aggregate::Convention(_) | Aggregate::Decklist(_) => None,
    }
}

/// Returns the users in an organization's documents: its members and invited users.
pub(super) fn members(organization: &Organization) -> BTreeSet<UserId> {
    let invited = organization.open_invitations().map(|invitation| invitation.user_id);
    organization.members.iter().map(|member| member.user_id).chain(invited).collect()
}
