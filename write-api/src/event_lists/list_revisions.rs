//! Determines which revision of each list counts for a tournament: the last one that arrived in time or that staff
//! made. It is fixed when lists are locked, when play begins, and when lists are published; later changes have no
//! effect.

use std::collections::{BTreeSet, HashMap};

use chrono::{DateTime, Utc};
use domain::tournament::{Registration, Tournament};
use proto_events::ids::{DecklistId, OrganizationId, UserId};
use proto_events::tournament::{FixedRevision, PAIRINGS_PER_EVENT};
use proto_events::{
    Actor, DecklistEvent, DomainEvent, Envelope, Position, StreamId, StreamKind, TournamentEvent, Version,
};

use crate::engine::decision::{CommandError, Failure};
use crate::{Folded, WriteApi};

/// The number of list streams that are read at once.
const LISTS_AT_ONCE: usize = 250;

/// All lists that are handed in for a tournament.
#[derive(Debug, Clone, Default)]
struct Lists(HashMap<DecklistId, List>);

/// A list.
#[derive(Debug, Clone, PartialEq, Eq)]
struct List {
    /// The organization whose staff may change it.
    organization_id: OrganizationId,
    /// Its revisions, oldest first.
    revisions: Vec<Revision>,
}

/// A revision of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Revision {
    version: Version,
    /// Its position in the log.
    position: Position,
    /// When it arrived.
    arrived_at: DateTime<Utc>,
    /// Whether it was made by someone other than the owner.
    by_staff: bool,
}

/// The lists handed in are not those that were read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("other lists were handed in meanwhile")]
struct ListsMoved;

impl Lists {
    /// Collects the revisions from the events of lists' streams.
    fn of(envelopes: &[Envelope]) -> Self {
        let mut owners: HashMap<i64, Option<UserId>> = HashMap::new();
        let mut lists = Self::default();
        for envelope in envelopes {
            if let DomainEvent::Decklist(DecklistEvent::Submitted { owner_user_id, .. }) = &envelope.event {
                owners.insert(envelope.stream.id, *owner_user_id);
            }
            let owner = owners.get(&envelope.stream.id).copied().flatten();
            let by_staff = owner.is_none_or(|owner| envelope.actor != Actor::User(owner));
            let Envelope { version, position, occurred_at: arrived_at, .. } = *envelope;
            let revision = Revision { version, position, arrived_at, by_staff };
            let organization_id = envelope.organization_id;
            let list = lists.0.entry(DecklistId(envelope.stream.id));
            list.or_insert(List { organization_id, revisions: Vec::new() }).revisions.push(revision);
        }
        lists
    }

    /// Builds the lists of an organization.
    #[cfg(test)]
    fn from_revisions<const N: usize>(
        organization_id: OrganizationId,
        lists: [(DecklistId, Vec<Revision>); N],
    ) -> Self {
        Self(lists.into_iter().map(|(id, revisions)| (id, List { organization_id, revisions })).collect())
    }
}

/// Returns the events that fix lists of a tournament: those that are not fixed yet, and those that staff unlocked again.
/// Lists whose fixed revision still counts are left out.
///
/// # Errors
/// If a list is not in `lists`.
fn due_among(
    tournament: &Tournament,
    lists: &Lists,
    which: impl Fn(&Registration) -> bool,
) -> Result<Vec<TournamentEvent>, ListsMoved> {
    let mut revisions = Vec::new();
    for entry in tournament.registrations.iter().filter(|entry| which(entry)) {
        let Some((decklist_id, fixed)) = entry.list() else { continue };
        let list = lists.0.get(&decklist_id).ok_or(ListsMoved)?;
        // A list of another organization that staff attached cannot be changed by the player here, unlocked or not.
        let may_change = entry.list_is_players || list.organization_id == tournament.organization_id;
        if fixed.is_some() && !(may_change && is_opened(tournament, entry)) {
            continue;
        }
        let Some(version) = that_counts(tournament, entry, list) else { continue };
        if fixed != Some(version) {
            revisions.push(FixedRevision { registration_id: entry.id, decklist_id, version });
        }
    }
    let fixed = revisions.chunks(PAIRINGS_PER_EVENT);
    Ok(fixed.map(|revisions| TournamentEvent::ListRevisionsFixed { revisions: revisions.to_vec() }).collect())
}

/// Returns whether staff unlocked the list, whatever the deadline says.
fn is_opened(tournament: &Tournament, entry: &Registration) -> bool {
    entry.list_locked.or(tournament.lists_locked) == Some(false)
}

/// Returns the revision that counts: the newest one that arrived in time or that the tournament's staff made. If staff
/// attached the list, at least the revision at that time counts. If there is none, staff accepted a late list, and its
/// newest revision counts.
fn that_counts(tournament: &Tournament, entry: &Registration, list: &List) -> Option<Version> {
    let is_ours = list.organization_id == tournament.organization_id;
    let attached_at = entry.list_attached_at.filter(|_| !entry.list_is_players);
    let counts = |revision: &&Revision| {
        (revision.by_staff && is_ours)
            || tournament.is_in_time(entry, is_ours, revision.arrived_at)
            || attached_at.is_some_and(|attached_at| revision.position <= attached_at)
    };
    let newest = list.revisions.iter().rev().find(counts).or(list.revisions.last());
    newest.map(|revision| revision.version)
}

impl WriteApi {
    /// Returns the events that fix the lists of some registrations of an event, as the lists are now.
    pub(crate) async fn lists_to_fix<R>(
        &self,
        event: &Folded<Tournament>,
        which: impl Fn(&Registration) -> bool,
    ) -> Result<Vec<TournamentEvent>, CommandError<R>> {
        let lists = self.lists_of(&event.state).await?;
        due_among(&event.state, &lists, which).map_err(|ListsMoved| CommandError::Busy(event.stream))
    }

    /// Reads the revisions of all lists that are handed in for a tournament.
    async fn lists_of(&self, tournament: &Tournament) -> Result<Lists, Failure> {
        let lists: BTreeSet<i64> =
            tournament.registrations.iter().filter_map(|entry| entry.decklist_id).map(|list| list.0).collect();
        let lists: Vec<i64> = lists.into_iter().collect();
        let mut all = Lists::default();
        for ids in lists.chunks(LISTS_AT_ONCE) {
            let recorded = self.events.read_streams(StreamKind::Decklist, ids, Position(i64::MAX)).await?;
            let mut envelopes = Vec::with_capacity(recorded.len());
            for event in &recorded {
                let stream: StreamId = event.stream;
                envelopes.push(event.decode().map_err(|source| Failure::Unreadable { stream, source })?);
            }
            all.0.extend(Lists::of(&envelopes).0);
        }
        Ok(all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn due(tournament: &Tournament, lists: &Lists) -> Result<Vec<TournamentEvent>, ListsMoved> {
        due_among(tournament, lists, |_| true)
    }

    use crate::event_lists::list_closed::tests::{ENTRY, LIST, attached_by, due_at_noon};
    use crate::testing::{happened, noon};
    use TournamentEvent as E;
    use chrono::TimeDelta;
    use proto_events::tournament::Organizing;

    const OURS: OrganizationId = OrganizationId(1);

    /// List 17 of the organization, with revisions that arrived this many seconds after noon, by staff or not.
    fn revised<const N: usize>(revisions: [(i64, bool); N]) -> Lists {
        revised_in(OURS, revisions)
    }

    fn revised_in<const N: usize>(organization_id: OrganizationId, revisions: [(i64, bool); N]) -> Lists {
        let revision = |((seconds, by_staff), version): ((i64, bool), i64)| Revision {
            version,
            position: Position(version),
            arrived_at: noon() + TimeDelta::seconds(seconds),
            by_staff,
        };
        Lists::from_revisions(organization_id, [(LIST, revisions.into_iter().zip(1..).map(revision).collect())])
    }

    /// Returns the revision that is fixed, if any.
    #[track_caller]
    fn fixed(tournament: &Tournament, lists: &Lists) -> Option<Version> {
        match due(tournament, lists).unwrap().as_slice() {
            [] => None,
            [E::ListRevisionsFixed { revisions }] => {
                assert_eq!((revisions.len(), revisions[0].registration_id, revisions[0].decklist_id), (1, ENTRY, LIST));
                Some(revisions[0].version)
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_last_revision_that_arrived_in_time_counts() {
        let tournament = due_at_noon(&[]);
        assert_eq!(fixed(&tournament, &revised([(-9, false), (60, false), (61, false)])), Some(2));
        assert_eq!(fixed(&tournament, &revised([(-9, false), (61, false), (62, true), (63, false)])), Some(3));
        assert_eq!(fixed(&tournament, &revised([(61, false), (62, false)])), Some(2), "staff accepted a late list");
    }

    #[test]
    fn without_a_deadline_and_where_staff_opened_it_the_newest_counts() {
        let late = revised([(-9, false), (999, false)]);
        let no_deadline = E::OrganizingChanged { organizing: Organizing::default() };
        let opened = [E::ListUnlocked { registration_id: ENTRY }, E::ListsUnlocked {}, no_deadline];
        for event in opened {
            assert_eq!(fixed(&due_at_noon(&[event]), &late), Some(2));
        }
        assert_eq!(
            fixed(&due_at_noon(&[E::ListsUnlocked {}, E::ListLocked { registration_id: ENTRY }]), &late),
            Some(1)
        );
    }

    #[test]
    fn what_is_fixed_stays_until_the_list_is_another_or_opened_again() {
        let told = |version| E::ListRevisionsFixed {
            revisions: vec![FixedRevision { registration_id: ENTRY, decklist_id: LIST, version }],
        };
        let lists = revised([(-9, false), (-8, false)]);
        assert_eq!(fixed(&due_at_noon(&[told(1)]), &lists), None);
        assert_eq!(fixed(&due_at_noon(&[told(1), E::ListUnlocked { registration_id: ENTRY }]), &lists), Some(2));
        assert_eq!(fixed(&due_at_noon(&[told(2), E::ListUnlocked { registration_id: ENTRY }]), &lists), None);
        let other = E::DecklistAttached { registration_id: ENTRY, decklist_id: Some(DecklistId(18)) };
        assert_eq!(due(&due_at_noon(&[told(2), other]), &lists), Err(ListsMoved), "list 18 was not read");
        let taken_off = E::DecklistAttached { registration_id: ENTRY, decklist_id: None };
        assert_eq!(fixed(&due_at_noon(&[taken_off]), &lists), None);
    }

    #[test]
    fn staff_of_another_organization_is_no_staff_here() {
        let lists = revised_in(OrganizationId(2), [(-9, false), (61, true)]);
        assert_eq!(fixed(&due_at_noon(&[]), &lists), Some(1));
        assert_eq!(fixed(&due_at_noon(&[]), &revised([(-9, false), (61, true)])), Some(2));
    }

    #[test]
    fn what_staff_attached_counts_as_it_was_then_or_as_its_own_staff_changed_it() {
        let staffs = |since: &[E]| happened(attached_by(&Actor::CommandLine), since);
        let (locked, opened) = (E::ListsLocked {}, E::ListsUnlocked {});
        let no_deadline = E::OrganizingChanged { organizing: Organizing::default() };
        let begun = E::LifecycleChanged { status: proto_events::vocabulary::LifecycleStatus::EventInProgress };
        let owners = [(-99, false), (-9, false), (61, false)];
        for (since, of_ours) in [
            (vec![], 2),
            (vec![locked.clone()], 1),
            (vec![opened.clone()], 3),
            (vec![no_deadline.clone()], 3),
            (vec![no_deadline, begun], 1),
        ] {
            assert_eq!(fixed(&staffs(&since), &revised(owners)), Some(of_ours), "{since:?}");
            assert_eq!(fixed(&staffs(&since), &revised_in(OrganizationId::SHARED, owners)), Some(1), "{since:?}");
        }
        let corrected = revised([(-99, false), (61, true), (62, false)]);
        assert_eq!(fixed(&staffs(&[locked]), &corrected), Some(2));
        let told = E::ListRevisionsFixed {
            revisions: vec![FixedRevision { registration_id: ENTRY, decklist_id: LIST, version: 1 }],
        };
        let fixed_and_opened = staffs(&[told, opened]);
        assert_eq!(fixed(&fixed_and_opened, &revised(owners)), Some(3));
        let elsewhere = revised_in(OrganizationId::SHARED, owners);
        assert_eq!(fixed(&fixed_and_opened, &elsewhere), None, "the owner's later revisions do not count");
    }

    #[test]
    fn a_revision_is_the_owners_or_staffs() {
        let submitted = |owner: Option<i64>| DecklistEvent::Submitted {
            owner_user_id: owner.map(UserId),
            body: Default::default(),
            deck_url: String::new(),
        };
        for (owner, actor, by_staff) in [
            (Some(9), Actor::User(UserId(9)), false),
            (Some(9), Actor::User(UserId(8)), true),
            (Some(9), Actor::CommandLine, true),
            (None, Actor::User(UserId(9)), true),
        ] {
            let envelope = Envelope {
                position: Position(1),
                stream: StreamId::decklist(LIST),
                version: 1,
                organization_id: proto_events::ids::OrganizationId(1),
                occurred_at: noon(),
                recorded_at: noon() + TimeDelta::seconds(1),
                actor: actor.clone(),
                event: submitted(owner).into(),
            };
            let revision = Revision { version: 1, position: Position(1), arrived_at: noon(), by_staff };
            let list = List { organization_id: OURS, revisions: vec![revision] };
            assert_eq!(Lists::of(&[envelope]).0[&LIST], list, "{owner:?} {actor:?}");
        }
    }
}
