//! Determines which revision of each list counts for a tournament: the last one that arrived in time or that staff
//! made. It is fixed when lists are locked, when play begins, and when lists are published; later changes have no
//! effect.

use domain::FoldError;
use proto_events::tournament::{FixedRevision, PAIRINGS_PER_EVENT};
use proto_events::{DecklistEvent, Envelope, Version};

use crate::prelude::*;

/// Lists that are handed in for a tournament.
type Lists = HashMap<DecklistId, List>;

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

impl List {
    /// Collects the revisions from the events of a list's stream.
    fn of(events: &[Envelope]) -> Self {
        let mut owner = None;
        let revision = |envelope: &Envelope| {
            if let DomainEvent::Decklist(DecklistEvent::Submitted { owner_user_id, .. }) = &envelope.event {
                owner = *owner_user_id;
            }
            let by_staff = owner.is_none_or(|owner| envelope.actor.person() != Some(owner));
            let Envelope { version, position, occurred_at: arrived_at, .. } = *envelope;
            Revision { version, position, arrived_at, by_staff }
        };
        Self { organization_id: events[0].organization_id, revisions: events.iter().map(revision).collect() }
    }
}

/// Returns the events that fix lists of a tournament: those that are not fixed yet, and those that staff unlocked again.
/// Lists whose fixed revision still counts are left out.
fn due_among(
    tournament: &Tournament,
    lists: &Lists,
    which: impl Fn(&Registration) -> bool,
) -> Result<Vec<TournamentEvent>, Failure> {
    let mut revisions = Vec::new();
    for entry in tournament.registrations.iter().filter(|entry| which(entry)) {
        let Some((decklist_id, fixed)) = entry.list() else { continue };
        // A list is stored before it is handed in, and never removed.
        let (stream, source) = (StreamId::decklist(decklist_id), FoldError::NotCreated);
        let list = lists.get(&decklist_id).ok_or(Failure::Damaged { stream, source })?;
        // A list of another organization that staff attached cannot be changed by the player here, unlocked or not.
        let may_change = entry.list_is_players || list.organization_id == tournament.organization_id;
        let is_unlocked = entry.list_locked.or(tournament.lists_locked) == Some(false);
        if fixed.is_some() && !(may_change && is_unlocked) {
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

/// Returns the ids of the lists that some registrations of a tournament have handed in.
fn list_ids(tournament: &Tournament, which: impl Fn(&Registration) -> bool) -> Vec<i64> {
    let entries = tournament.registrations.iter().filter(|entry| which(entry));
    let lists: BTreeSet<i64> = entries.filter_map(|entry| entry.decklist_id).map(|list| list.0).collect();
    lists.into_iter().collect()
}

impl WriteApi {
    /// Returns the events that fix the lists of some registrations of an event, as the lists are now. Only these lists
    /// are read.
    pub(crate) async fn lists_to_fix(
        &self,
        event: &Folded<Tournament>,
        which: impl Fn(&Registration) -> bool,
    ) -> Result<Vec<TournamentEvent>, Failure> {
        let mut lists = Lists::new();
        let list = |stream: StreamId, events: &[Envelope]| {
            lists.insert(DecklistId(stream.id), List::of(events));
            Ok(())
        };
        self.read_each(StreamKind::Decklist, &list_ids(&event.state, &which), list).await?;
        due_among(&event.state, &lists, which)
    }

    /// Returns the lists that are handed in for these registrations of an event, each in the revision that counts: the
    /// fixed one, or else the newest. Players who left the event have none.
    pub async fn lists_of(
        &self,
        event: &Tournament,
        which: &[RegistrationId],
    ) -> Result<HashMap<RegistrationId, Decklist>, Failure> {
        let mut entries: HashMap<DecklistId, Vec<&Registration>> = HashMap::new();
        for entry in which.iter().filter_map(|id| event.registration(*id)).filter(|entry| !entry.has_left()) {
            if let Some(list) = entry.decklist_id {
                entries.entry(list).or_default().push(entry);
            }
        }
        let ids: Vec<i64> = entries.keys().map(|list| list.0).collect();
        let mut lists = HashMap::new();
        self.read_each(StreamKind::Decklist, &ids, |stream, events| {
            let damaged = |source| Failure::Damaged { stream, source };
            let newest = Decklist::from_events(events).map_err(damaged)?;
            for entry in entries.get(&newest.id).into_iter().flatten().filter(|_| !newest.is_deleted) {
                let counted = entry.revision_of(&newest, event.organization_id);
                let up_to = |event: &&Envelope| counted.is_none_or(|counted| event.version <= counted);
                lists.insert(entry.id, Decklist::from_events(events.iter().take_while(up_to)).map_err(damaged)?);
            }
            Ok(())
        })
        .await?;
        Ok(lists)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event_lists::list_closed::tests::{LIST, attached, attached_by, due_at_noon};
    use crate::testing::*;

    const OURS: OrganizationId = OrganizationId(1);

    fn due(tournament: &Tournament, lists: &Lists) -> Result<Vec<TournamentEvent>, Failure> {
        due_among(tournament, lists, |_| true)
    }

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
        let revisions = revisions.into_iter().zip(1..).map(revision).collect();
        Lists::from([(LIST, List { organization_id, revisions })])
    }

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

    fn told(version: Version) -> E {
        E::ListRevisionsFixed { revisions: vec![FixedRevision { registration_id: ENTRY, decklist_id: LIST, version }] }
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
        for event in [E::ListUnlocked { registration_id: ENTRY }, E::ListsUnlocked {}, organized(|_| ())] {
            assert_eq!(fixed(&due_at_noon(&[event]), &late), Some(2));
        }
        let locked = due_at_noon(&[E::ListsUnlocked {}, E::ListLocked { registration_id: ENTRY }]);
        assert_eq!(fixed(&locked, &late), Some(1));
    }

    #[test]
    fn what_is_fixed_stays_until_the_list_is_another_or_opened_again() {
        let lists = revised([(-9, false), (-8, false)]);
        assert_eq!(fixed(&due_at_noon(&[told(1)]), &lists), None);
        assert_eq!(fixed(&due_at_noon(&[told(1), E::ListUnlocked { registration_id: ENTRY }]), &lists), Some(2));
        assert_eq!(fixed(&due_at_noon(&[told(2), E::ListUnlocked { registration_id: ENTRY }]), &lists), None);
        let other = attached(ENTRY, Some(DecklistId(18)));
        let newest = vec![FixedRevision { registration_id: ENTRY, decklist_id: DecklistId(18), version: 2 }];
        let of_other = Lists::from([(DecklistId(18), lists[&LIST].clone())]);
        let fixes_other = due(&due_at_noon(&[told(2), other]), &of_other).unwrap();
        assert_eq!(fixes_other, [E::ListRevisionsFixed { revisions: newest }]);
        assert_eq!(fixed(&due_at_noon(&[attached(ENTRY, None)]), &lists), None);
    }

    #[test]
    fn only_lists_that_are_asked_for_are_read() {
        let tournament = due_at_noon(&[attached(OTHER, Some(DecklistId(18)))]);
        assert_eq!(list_ids(&tournament, |_| true), [17, 18]);
        for (asked, read) in [(ENTRY, 17), (OTHER, 18)] {
            assert_eq!(list_ids(&tournament, |entry| entry.id == asked), [read]);
        }
        assert_eq!(list_ids(&due_at_noon(&[]), |entry| entry.id == OTHER), [0; 0], "no list is handed in");
    }

    #[test]
    fn a_list_without_a_stream_is_damage_of_the_store_and_other_lists_are_not_affected() {
        let tournament = due_at_noon(&[attached(OTHER, Some(DecklistId(18)))]);
        let lists = revised([(-9, false)]);
        let failure = due(&tournament, &lists).unwrap_err();
        assert_eq!(failure.to_string(), "decklist/18: the stream does not begin with its first event");
        assert_eq!(due_among(&tournament, &lists, |entry| entry.id == ENTRY).unwrap().len(), 1);
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
        let (no_deadline, begun) = (organized(|_| ()), reached(L::EventInProgress));
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
        let fixed_and_opened = staffs(&[told(1), opened]);
        assert_eq!(fixed(&fixed_and_opened, &revised(owners)), Some(3));
        let elsewhere = revised_in(OrganizationId::SHARED, owners);
        assert_eq!(fixed(&fixed_and_opened, &elsewhere), None, "the owner's later revisions do not count");
    }

    #[test]
    fn a_revision_is_the_owners_or_staffs() {
        for (owner, actor, by_staff) in [
            (Some(9), Actor::User(UserId(9)), false),
            (Some(9), Actor::User(UserId(8)), true),
            (Some(9), Actor::CommandLine, true),
            (None, Actor::User(UserId(9)), true),
        ] {
            let (owner_user_id, body, deck_url) = (owner.map(UserId), DecklistBody::default(), String::new());
            let envelope = Envelope {
                position: Position(1),
                stream: StreamId::decklist(LIST),
                version: 1,
                organization_id: OURS,
                occurred_at: noon(),
                recorded_at: noon() + TimeDelta::seconds(1),
                actor: actor.clone(),
                event: DecklistEvent::Submitted { owner_user_id, body, deck_url }.into(),
            };
            let revision = Revision { version: 1, position: Position(1), arrived_at: noon(), by_staff };
            let list = List { organization_id: OURS, revisions: vec![revision] };
            assert_eq!(List::of(&[envelope]), list, "{owner:?} {actor:?}");
        }
    }
}
