//! Moves a player to a child event: the registration there is complete and has the same list, the one here stays as a
//! record. One append writes both. A list of another organization counts in the child with the revision known to this
//! event, so that moving a player makes nothing else readable.

use std::sync::Arc;

use domain::decklist::Decklist;
use domain::machines::{IllegalStep, REGISTRATION};
use domain::tournament::{Registration, Tournament};
use proto_events::ids::{RegistrationId, Sequence, TournamentId};
use proto_events::tournament::FixedRevision;
use proto_events::vocabulary::RegistrationStatus;
use proto_events::{StreamId, TournamentEvent};
use storage::StreamWrite;

use super::field::{Over, UnknownRegistration, check_not_over, entry_of};
use super::order::Order;
pub use super::outcome::Outcome;
use crate::engine::append::occurred as now;
use crate::engine::decision::{ATTEMPTS, CommandError, Failure};
use crate::engine::legacy::Decision;
use crate::engine::legacy::FurtherWrites;
use crate::{Done, Folded, Ids, WriteApi};

/// Moves a player to a child event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MoveToChildEvent {
    /// The registration.
    pub registration_id: RegistrationId,
    /// The child event.
    pub child_id: TournamentId,
}

/// Why the command is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The event has no such registration.
    #[error(transparent)]
    UnknownRegistration(#[from] UnknownRegistration),
    /// The organization has no such event, or it is not a child of this one.
    #[error("event {0} is not a child of this event")]
    NoChild(TournamentId),
    /// The player's status does not allow moving.
    #[error(transparent)]
    Illegal(#[from] IllegalStep),
    /// The child event is over.
    #[error("the child event: {0}")]
    Over(#[from] Over),
    /// The player was moved before, to another event.
    #[error("the player was moved before, but not to event {0}")]
    MovedElsewhere(TournamentId),
    /// The player left the child event or was excluded from it.
    #[error("the player's registration {registration_id} in the child event is {status}")]
    LeftThere {
        /// The registration there.
        registration_id: RegistrationId,
        /// Its status.
        status: RegistrationStatus,
    },
}

/// The decision for both events.
#[derive(Debug, Clone, PartialEq)]
pub struct Move {
    /// The decision for the event that the player leaves.
    pub here: Decision<TournamentEvent, Outcome>,
    /// Events of the child event.
    pub there: Vec<TournamentEvent>,
}

/// Decides the command. `child` is the event with the given id, if there is one; `new_id` is for a registration there;
/// `list` is the list handed in here, as it is now.
///
/// # Errors
/// If the event has no such registration or child, or the player cannot be moved.
pub fn decide(
    tournament: &Tournament,
    command: &MoveToChildEvent,
    child: Option<&Tournament>,
    (new_id, list): (RegistrationId, Option<&Decklist>),
) -> Result<Move, Refusal> {
    let MoveToChildEvent { registration_id, child_id } = *command;
    let entry = entry_of(tournament, registration_id)?;
    let is_child = |child: &&Tournament| {
        child.organization_id == tournament.organization_id && child.organizing.parent_id == Some(tournament.id)
    };
    let child = child.filter(is_child).ok_or(Refusal::NoChild(child_id))?;
    let there = child.registrations.iter().find(|there| there.user_id == entry.user_id);
    let status = RegistrationStatus::MovedToChildEvent;
    if entry.status == status {
        let here = Decision::nothing(Outcome::Unchanged);
        return there.map(|_| Move { here, there: Vec::new() }).ok_or(Refusal::MovedElsewhere(child_id));
    }
    REGISTRATION.check(entry.status, status)?;
    check_not_over(child)?;
    let (id, mut events) = match there {
        None => {
            let (user_id, status) = (entry.user_id, RegistrationStatus::Complete);
            (new_id, vec![TournamentEvent::PlayerRegistered { registration_id: new_id, user_id, status }])
        }
        Some(there) => (there.id, brought_in(there.id, there.status)?),
    };
    if there.is_none_or(|there| there.decklist_id.is_none()) {
        // A list handed in just now is not loaded, and is not attached in the child.
        let list = list.filter(|list| entry.decklist_id == Some(list.id));
        events.extend(list.into_iter().flat_map(|list| taken_along(tournament, entry, list, id)));
    }
    let moved = TournamentEvent::RegistrationStatusChanged { registration_id, status };
    Ok(Move { here: Decision::happens(vec![moved], Outcome::Changed), there: events })
}

/// Returns the events that attach a list to the registration in the child event.
fn taken_along(
    tournament: &Tournament,
    entry: &Registration,
    list: &Decklist,
    registration_id: RegistrationId,
) -> Vec<TournamentEvent> {
    let decklist_id = list.id;
    let mut events = vec![TournamentEvent::DecklistAttached { registration_id, decklist_id: Some(decklist_id) }];
    if list.organization_id != tournament.organization_id {
        let version = entry.revision_of(list, tournament.organization_id).unwrap_or(list.version);
        let revisions = vec![FixedRevision { registration_id, decklist_id, version }];
        events.push(TournamentEvent::ListRevisionsFixed { revisions });
    }
    events
}

/// Returns the events that complete an existing registration in the child event.
fn brought_in(registration_id: RegistrationId, before: RegistrationStatus) -> Result<Vec<TournamentEvent>, Refusal> {
    use RegistrationStatus::{Canceled, Complete, InProgress, InWaitingRoom, OnWaitlist};
    match before {
        Complete => Ok(Vec::new()),
        InProgress | InWaitingRoom | OnWaitlist | Canceled => {
            Ok(vec![TournamentEvent::RegistrationStatusChanged { registration_id, status: Complete }])
        }
        status => Err(Refusal::LeftThere { registration_id, status }),
    }
}

impl WriteApi {
    /// Moves a player to a child event.
    ///
    /// # Errors
    /// If the command is refused, the event is not found or has another version, or the store fails.
    pub async fn move_to_child_event(
        &self,
        order: &Order,
        command: &MoveToChildEvent,
    ) -> Result<Done<Tournament, Outcome>, CommandError<Refusal>> {
        let mut ids = Ids::reserve(&*self.events, &[(Sequence::Registration, 1)]).await?;
        let new_id = RegistrationId(ids.next(Sequence::Registration));
        let stream = StreamId::tournament(command.child_id);
        let mut child: Option<Arc<Folded<Tournament>>> = None;
        for _ in 0..ATTEMPTS {
            child = match child {
                None => self.newest(stream).await?,
                known => self.read_on(stream, known).await?,
            };
            let there = child.as_deref();
            let list = self.list_of_entry(order.stream(), command.registration_id).await?;
            let list = list.as_deref().map(|list| &list.state);
            let decided =
                |tournament: &Tournament| decide(tournament, command, there.map(|child| &child.state), (new_id, list));
            let beside = |tournament: &Tournament| {
                let events = decided(tournament).map(|decided| decided.there).unwrap_or_default();
                let writes = there.filter(|_| !events.is_empty()).map(|child| StreamWrite {
                    stream,
                    organization_id: child.organization_id,
                    expected_version: child.version,
                    events: now(self.now(), events),
                });
                FurtherWrites { writes: writes.into_iter().collect(), claims: Vec::new() }
            };
            let here = |tournament: &Tournament| decided(tournament).map(|decided| decided.here);
            match self.change_beside(order.asked(Outcome::Repeated), here, beside).await {
                // The child may have changed; it is read again.
                Err(CommandError::Busy(_)) => {}
                ended => return ended,
            }
        }
        Err(CommandError::Busy(stream))
    }

    /// Returns the list that is handed in for a registration, as it is now.
    async fn list_of_entry(
        &self,
        stream: StreamId,
        registration: RegistrationId,
    ) -> Result<Option<Arc<Folded<Decklist>>>, Failure> {
        let tournament = self.newest::<Tournament>(stream).await?;
        let entry = tournament.as_ref().and_then(|tournament| tournament.state.registration(registration));
        match entry.and_then(|entry| entry.decklist_id) {
            Some(list) => self.decklist(list).await,
            None => Ok(None),
        }
    }
}

#[cfg(test)]
mod tests {
    use proto_events::decklist::DecklistBody;
    use proto_events::ids::{DecklistId, OrganizationId, UserId};
    use proto_events::tournament::Organizing;
    use proto_events::vocabulary::LifecycleStatus;

    use super::*;
    use proto_events::Actor;

    use crate::testing::{decklist, done_by, happened, registered, tournament};
    use RegistrationStatus as S;
    use TournamentEvent as E;

    const ENTRY: RegistrationId = RegistrationId(1);
    const NEW: RegistrationId = RegistrationId(7);

    /// Event 4, a child of event 3, after these events.
    fn child(events: &[E]) -> Tournament {
        let organizing = Organizing { parent_id: Some(TournamentId(3)), ..Organizing::default() };
        let mut child = tournament(&[]);
        child.id = TournamentId(4);
        happened(child, &[&[E::OrganizingChanged { organizing }], events].concat())
    }

    fn decided(parent: &[E], child: Option<&Tournament>) -> Result<Move, Refusal> {
        let command = MoveToChildEvent { registration_id: ENTRY, child_id: TournamentId(4) };
        decide(&tournament(parent), &command, child, (NEW, Some(&list_in(OrganizationId(1)))))
    }

    /// List 17 of this organization, with three revisions.
    fn list_in(organization_id: OrganizationId) -> Decklist {
        Decklist { organization_id, ..decklist(&[&DecklistBody::default(); 3]) }
    }

    /// Returns the child's events when player 91 is moved after handing in list 17 and after these events.
    fn taken_along_after(organization_id: OrganizationId, since: &[E]) -> Vec<E> {
        let attached = E::DecklistAttached { registration_id: ENTRY, decklist_id: Some(DecklistId(17)) };
        let parent = done_by(&Actor::User(UserId(91)), tournament(&[registered(1, S::Complete)]), &[attached]);
        let command = MoveToChildEvent { registration_id: ENTRY, child_id: TournamentId(4) };
        let list = list_in(organization_id);
        let there = child(&[]);
        let moved = decide(&happened(parent, since), &command, Some(&there), (NEW, Some(&list))).unwrap();
        moved.there.into_iter().skip(1).collect()
    }

    #[test]
    fn a_list_of_another_organization_counts_in_the_child_as_the_event_knows_it() {
        let list = DecklistId(17);
        let attached = E::DecklistAttached { registration_id: NEW, decklist_id: Some(list) };
        let fixed = |registration_id, version| E::ListRevisionsFixed {
            revisions: vec![FixedRevision { registration_id, decklist_id: list, version }],
        };
        let (ours, theirs) = (OrganizationId(1), OrganizationId(2));
        assert_eq!(taken_along_after(ours, &[]), std::slice::from_ref(&attached));
        assert_eq!(taken_along_after(theirs, &[]), [attached.clone(), fixed(NEW, 3)], "offered as it is now");
        assert_eq!(taken_along_after(theirs, &[fixed(ENTRY, 1)]), [attached.clone(), fixed(NEW, 1)], "locked before");
        let status = |status| E::RegistrationStatusChanged { registration_id: ENTRY, status };
        let brought_back = [fixed(ENTRY, 2), status(S::Canceled), status(S::Complete)];
        assert_eq!(taken_along_after(theirs, &brought_back), [attached, fixed(NEW, 2)], "the player has left since");
    }

    fn moved() -> E {
        E::RegistrationStatusChanged { registration_id: ENTRY, status: S::MovedToChildEvent }
    }

    #[test]
    fn a_player_is_moved_with_the_list() {
        let attached = |registration_id| E::DecklistAttached { registration_id, decklist_id: Some(DecklistId(17)) };
        let done = decided(&[registered(1, S::Complete), attached(ENTRY)], Some(&child(&[]))).unwrap();
        assert_eq!(done.here, Decision::happens(vec![moved()], Outcome::Changed));
        let user_id = proto_events::ids::UserId(91);
        let registered = E::PlayerRegistered { registration_id: NEW, user_id, status: S::Complete };
        assert_eq!(done.there, [registered, attached(NEW)]);
    }

    #[test]
    fn who_is_registered_there_keeps_that_entry() {
        let complete = E::RegistrationStatusChanged { registration_id: ENTRY, status: S::Complete };
        for (there, expected) in
            [(S::Complete, vec![]), (S::OnWaitlist, vec![complete.clone()]), (S::Canceled, vec![complete])]
        {
            let done = decided(&[registered(1, S::Complete)], Some(&child(&[registered(1, there)]))).unwrap();
            assert_eq!((done.here.events, done.there), (vec![moved()], expected), "{there}");
        }
        let refused = decided(&[registered(1, S::Complete)], Some(&child(&[registered(1, S::Disqualified)])));
        assert_eq!(refused, Err(Refusal::LeftThere { registration_id: ENTRY, status: S::Disqualified }));
    }

    #[test]
    fn who_was_moved_has_moved() {
        let again =
            decided(&[registered(1, S::MovedToChildEvent)], Some(&child(&[registered(1, S::Dropped)]))).unwrap();
        assert_eq!((again.here, again.there), (Decision::nothing(Outcome::Unchanged), vec![]));
        let elsewhere = decided(&[registered(1, S::MovedToChildEvent)], Some(&child(&[])));
        assert_eq!(elsewhere, Err(Refusal::MovedElsewhere(TournamentId(4))));
    }

    #[test]
    fn only_a_child_takes_players_and_only_until_it_is_over() {
        let complete = [registered(1, S::Complete)];
        let no_child = Err(Refusal::NoChild(TournamentId(4)));
        assert_eq!(decided(&complete, None), no_child);
        assert_eq!(decided(&complete, Some(&tournament(&[]))), no_child);
        let mut foreign = child(&[]);
        foreign.organization_id = proto_events::ids::OrganizationId(2);
        assert_eq!(decided(&complete, Some(&foreign)), no_child);
        let over = child(&[E::LifecycleChanged { status: LifecycleStatus::EventFinished }]);
        assert_eq!(decided(&complete, Some(&over)), Err(Refusal::Over(Over(LifecycleStatus::EventFinished))));
    }

    #[test]
    fn who_does_not_play_is_not_moved() {
        for status in [S::OnWaitlist, S::Dropped, S::Canceled] {
            let refused = decided(&[registered(1, status)], Some(&child(&[])));
            assert!(matches!(refused, Err(Refusal::Illegal(_))), "{status}");
        }
        let unknown = Err(Refusal::UnknownRegistration(UnknownRegistration(ENTRY)));
        assert_eq!(decided(&[], Some(&child(&[]))), unknown);
    }
}
