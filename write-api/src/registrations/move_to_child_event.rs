//! Moves a player to a child event: the registration there is complete and has the same list, the one here stays as a
//! record. One append writes both. A list of another organization counts in the child with the revision known to this
//! event, so that moving a player makes nothing else readable.

use proto_events::tournament::FixedRevision;

use super::document;
use super::entries::check_no_queue;
use super::entries::{already_registered, check_not_over, check_takes_place, entry_of};
use crate::prelude::*;

pub(crate) const ROUTE: Route = Route {
    id: "move_to_child_event",
    summary: "Move a player to a child event",
    text: "`event_id` is the id of an event whose `parent_id` is this one. The player is registered there as \
           `COMPLETE`, with the same list. The registration here stays and becomes `MOVED_TO_CHILD_EVENT`, as the \
           answer shows. Moving the player there again gives the same answer. Players of a queue are moved by the queue \
           alone (409).",
    body: Some(body_schema::<MoveToChildEvent>()),
    answer: Answer::json(200, "Registration"),
    ids: &[NamedId::in_body("event_id", Thing::Event, Rule::Organization)],
    ..Route::at(
        "POST",
        "/api/v1/magic-events/{id}/registrations/{registration_id}/move/",
        Operation::ManageRegistrations,
    )
};

body! {
    /// The event that a player is moved to.
    pub struct MoveToChildEvent as RegistrationMove of registration_id: RegistrationId such as r#"{"event_id": 8}"# {
        /// Id of a child of the event.
        event_id: TournamentId,
    }
}

/// The events of the event that the player leaves, and of the child event.
type Move = (Vec<TournamentEvent>, Vec<TournamentEvent>);

/// What the decision depends on besides the event: the child, and the list handed in here.
type Loaded = (Option<Arc<Folded<Tournament>>>, Option<Arc<Folded<Decklist>>>);

#[async_trait]
impl EventCommand for MoveToChildEvent {
    const ROUTE: &'static Route = &ROUTE;

    async fn run(&self, event: &EventRun) -> Result<Written<Tournament>, Problem> {
        let (api, MoveToChildEvent { registration_id, event_id }) = (event.api(), self);
        let load = |event: Arc<Folded<Tournament>>| async move {
            let child = api.tournament(*event_id).await?;
            let entry = event.state.registration(*registration_id);
            let list = match entry.and_then(|entry| entry.decklist_id) {
                Some(list) => api.decklist(list).await?,
                None => None,
            };
            Ok((child, list))
        };
        let decide = |tournament: &Tournament, (child, list): &Loaded, ids: &mut Ids| {
            let (child, list) = (child.as_deref(), list.as_deref().map(|list| &list.state));
            let (here, there) = decide(tournament, self, child.map(|child| &child.state), list, ids)?;
            let write = child.filter(|_| !there.is_empty()).map(|child| api.write_to(child, there));
            Ok(Decision { writes: write.into_iter().collect(), ..Decision::from(here) })
        };
        event.change_with(load, decide).await
    }
}

answers!(MoveToChildEvent => document::answer(registration_id));

/// Decides the command. `child` is the event with the given id, if there is one; `list` is the list handed in here, as
/// it is now. It is refused if the event has no such registration or child, or the player cannot be moved.
pub(crate) fn decide(
    tournament: &Tournament,
    command: &MoveToChildEvent,
    child: Option<&Tournament>,
    list: Option<&Decklist>,
    ids: &mut Ids,
) -> Result<Move, Refusal> {
    let registration_id = command.registration_id;
    let entry = entry_of(tournament, registration_id)?;
    check_no_queue(tournament)?;
    let is_child = |child: &&Tournament| {
        child.organization_id == tournament.organization_id && child.organizing.parent_id == Some(tournament.id)
    };
    let child = child.filter(is_child).ok_or_else(no_child)?;
    let there = child.registrations.iter().find(|there| there.user_id == entry.user_id);
    let status = RegistrationStatus::MovedToChildEvent;
    if entry.status == status {
        let said = message!("registration-moved-elsewhere", "This player was already moved to another event.");
        return there.map(|_| Move::default()).ok_or_else(|| Refusal::conflict(said));
    }
    REGISTRATION.check(entry.status, status)?;
    check_takes_place(child)?;
    check_not_over(child, |value| {
        message!("registration-child-over", "The child event is {value}: no more players can be moved to it.", value)
    })?;
    let (id, mut events) = match there {
        None => {
            let new_id = RegistrationId(ids.next(Sequence::Registration));
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
    Ok((vec![moved], events))
}

/// Returns the events that attach a list to the registration in the child event.
pub(crate) fn taken_along(
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
        status => Err(already_registered(registration_id, status)),
    }
}

/// The event has no such child.
fn no_child() -> Refusal {
    let said =
        message!("registration-no-child", "Your organization has no event with this id whose parent is this event.");
    Refusal::at_field("event_id", said)
}

#[cfg(test)]
mod tests {
    use proto_events::decklist::DecklistBody;
    use proto_events::ids::{DecklistId, OrganizationId, UserId};
    use proto_events::tournament::{Organizing, TournamentDetails};
    use proto_events::vocabulary::LifecycleStatus;

    use super::*;
    use crate::registrations::entries::unknown_registration;
    use proto_events::Actor;

    use crate::testing::{coded, decklist, done_by, happened, next_ids, registered, tournament};
    use RegistrationStatus as S;
    use TournamentEvent as E;

    const ENTRY: RegistrationId = RegistrationId(1);
    const NEW: RegistrationId = RegistrationId(7);

    /// Ids of which the next one of a registration is that of `NEW`.
    fn ids() -> Ids {
        next_ids(&[(Sequence::Registration, NEW.0)])
    }

    /// Event 4, a child of event 3, after these events.
    fn child(events: &[E]) -> Tournament {
        let organizing = Organizing { parent_id: Some(TournamentId(3)), ..Organizing::default() };
        let mut child = tournament(&[]);
        child.id = TournamentId(4);
        happened(child, &[&[E::OrganizingChanged { organizing }], events].concat())
    }

    fn decided(parent: &[E], child: Option<&Tournament>) -> Result<Move, Refusal> {
        let command = MoveToChildEvent { registration_id: ENTRY, event_id: TournamentId(4) };
        decide(&tournament(parent), &command, child, Some(&list_in(OrganizationId(1))), &mut ids())
    }

    /// List 17 of this organization, with three revisions.
    fn list_in(organization_id: OrganizationId) -> Decklist {
        Decklist { organization_id, ..decklist(&[&DecklistBody::default(); 3]) }
    }

    /// Returns the child's events when player 91 is moved after handing in list 17 and after these events.
    fn taken_along_after(organization_id: OrganizationId, since: &[E]) -> Vec<E> {
        let attached = E::DecklistAttached { registration_id: ENTRY, decklist_id: Some(DecklistId(17)) };
        let parent = done_by(&Actor::User(UserId(91)), tournament(&[registered(1, S::Complete)]), &[attached]);
        let command = MoveToChildEvent { registration_id: ENTRY, event_id: TournamentId(4) };
        let list = list_in(organization_id);
        let there = child(&[]);
        let moved = decide(&happened(parent, since), &command, Some(&there), Some(&list), &mut ids()).unwrap();
        moved.1.into_iter().skip(1).collect()
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
        assert_eq!(done.0, vec![moved()]);
        let user_id = proto_events::ids::UserId(91);
        let registered = E::PlayerRegistered { registration_id: NEW, user_id, status: S::Complete };
        assert_eq!(done.1, [registered, attached(NEW)]);
    }

    #[test]
    fn who_is_registered_there_keeps_that_entry() {
        let complete = E::RegistrationStatusChanged { registration_id: ENTRY, status: S::Complete };
        for (there, expected) in
            [(S::Complete, vec![]), (S::OnWaitlist, vec![complete.clone()]), (S::Canceled, vec![complete])]
        {
            let done = decided(&[registered(1, S::Complete)], Some(&child(&[registered(1, there)]))).unwrap();
            assert_eq!((done.0, done.1), (vec![moved()], expected), "{there}");
        }
        let refused = decided(&[registered(1, S::Complete)], Some(&child(&[registered(1, S::Disqualified)])));
        assert_eq!(coded(refused), format!("registration-registered {ENTRY} {}", S::Disqualified));
    }

    #[test]
    fn a_queue_moves_its_players_itself() {
        let details = TournamentDetails { queue_size: 4, ..TournamentDetails::new("Open", EventFormat::Legacy) };
        let queue = [E::DetailsChanged { details }, registered(1, S::Complete)];
        assert_eq!(coded(decided(&queue, Some(&child(&[])))), "registration-queue-own-address");
    }

    #[test]
    fn who_was_moved_has_moved() {
        let again =
            decided(&[registered(1, S::MovedToChildEvent)], Some(&child(&[registered(1, S::Dropped)]))).unwrap();
        assert_eq!((again.0, again.1), (vec![], vec![]));
        let elsewhere = decided(&[registered(1, S::MovedToChildEvent)], Some(&child(&[])));
        assert_eq!(coded(elsewhere), "registration-moved-elsewhere");
    }

    #[test]
    fn only_a_child_takes_players_and_only_until_it_is_over() {
        let complete = [registered(1, S::Complete)];
        let no_child = Err(no_child());
        assert_eq!(decided(&complete, None), no_child);
        assert_eq!(decided(&complete, Some(&tournament(&[]))), no_child);
        let mut foreign = child(&[]);
        foreign.organization_id = proto_events::ids::OrganizationId(2);
        assert_eq!(decided(&complete, Some(&foreign)), no_child);
        let over = child(&[E::LifecycleChanged { status: LifecycleStatus::EventFinished }]);
        assert_eq!(
            coded(decided(&complete, Some(&over))),
            format!("registration-child-over {}", LifecycleStatus::EventFinished)
        );
    }

    #[test]
    fn who_does_not_play_is_not_moved() {
        for status in [S::OnWaitlist, S::Dropped, S::Canceled] {
            let refused = decided(&[registered(1, status)], Some(&child(&[])));
            assert_eq!(refused.unwrap_err().code(), "illegal-step", "{status}");
        }
        let unknown = Err(unknown_registration(ENTRY));
        assert_eq!(decided(&[], Some(&child(&[]))), unknown);
    }
}
