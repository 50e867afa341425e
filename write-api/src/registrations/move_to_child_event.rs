//! Moves a player to a child event: the registration there is complete and has the same list, the one here stays as a
//! record. One append writes both. A list of another organization counts in the child with the revision known to this
//! event, so that moving a player makes nothing else readable.

use proto_events::tournament::FixedRevision;

use super::document;
use super::entries::{already_registered, check_no_queue, check_not_over, check_takes_place, entry_of};
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
    let child = child.filter(is_child).ok_or_else(|| {
        let said = message!(
            "registration-no-child",
            "Your organization has no event with this id whose parent is this event."
        );
        Refusal::at_field("event_id", said)
    })?;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::*;

    const NEW: RegistrationId = RegistrationId(7);

    /// Event 4, a child of event 3, after these events.
    fn child(events: &[E]) -> Tournament {
        let mut child = tournament(&[organized(|it| it.parent_id = Some(TournamentId(3)))]);
        child.id = TournamentId(4);
        happened(child, events)
    }

    fn decided(parent: &[E], child: Option<&Tournament>) -> Result<Move, Refusal> {
        moved_to(child, &tournament(parent), OrganizationId(1))
    }

    /// Decides for registration 1, whose list is of this organization.
    fn moved_to(
        child: Option<&Tournament>,
        parent: &Tournament,
        organization_id: OrganizationId,
    ) -> Result<Move, Refusal> {
        let command = MoveToChildEvent { registration_id: ENTRY, event_id: TournamentId(4) };
        let list = Decklist { organization_id, ..decklist(&[&DecklistBody::default(); 3]) };
        decide(parent, &command, child, Some(&list), &mut next_ids(&[(Sequence::Registration, NEW.0)]))
    }

    fn attached(registration_id: RegistrationId) -> E {
        E::DecklistAttached { registration_id, decklist_id: Some(DecklistId(17)) }
    }

    #[test]
    fn a_list_of_another_organization_counts_in_the_child_as_the_event_knows_it() {
        let fixed = |registration_id, version| E::ListRevisionsFixed {
            revisions: vec![FixedRevision { registration_id, decklist_id: DecklistId(17), version }],
        };
        let brought_back = [fixed(ENTRY, 2), status_changed(1, S::Canceled), status_changed(1, S::Complete)];
        for (organization_id, since, version, case) in [
            (1, &[][..], None, "its own"),
            (2, &[], Some(3), "offered as it is now"),
            (2, &[fixed(ENTRY, 1)], Some(1), "locked before"),
            (2, &brought_back, Some(2), "the player has left since"),
        ] {
            let parent = tournament(&[registered(1, S::Complete)]);
            let parent = happened(done_by(&Actor::User(UserId(91)), parent, &[attached(ENTRY)]), since);
            let done = moved_to(Some(&child(&[])), &parent, OrganizationId(organization_id)).unwrap();
            let expected: Vec<_> =
                [attached(NEW)].into_iter().chain(version.map(|version| fixed(NEW, version))).collect();
            assert_eq!(done.1[1..], expected, "{case}");
        }
    }

    #[test]
    fn a_player_is_moved_with_the_list() {
        let done = decided(&[registered(1, S::Complete), attached(ENTRY)], Some(&child(&[]))).unwrap();
        assert_eq!(done.0, [status_changed(1, S::MovedToChildEvent)]);
        let registered = E::PlayerRegistered { registration_id: NEW, user_id: UserId(91), status: S::Complete };
        assert_eq!(done.1, [registered, attached(NEW)]);
    }

    #[test]
    fn who_is_registered_there_keeps_that_entry() {
        let complete = status_changed(1, S::Complete);
        for (here, there, moves, registers) in [
            (S::Complete, S::Complete, true, vec![]),
            (S::Complete, S::OnWaitlist, true, vec![complete.clone()]),
            (S::Complete, S::Canceled, true, vec![complete]),
            (S::MovedToChildEvent, S::Dropped, false, vec![]),
        ] {
            let done = decided(&[registered(1, here)], Some(&child(&[registered(1, there)]))).unwrap();
            let moved = moves.then(|| status_changed(1, S::MovedToChildEvent));
            assert_eq!((done.0, done.1), (moved.into_iter().collect(), registers), "{here} {there}");
        }
    }

    #[test]
    fn players_who_cannot_move_are_refused() {
        let queue = [settings(|it| it.queue_size = 4), registered(1, S::Complete)];
        let mut foreign = child(&[]);
        foreign.organization_id = OrganizationId(2);
        let complete = &queue[1..];
        for (parent, child, code) in [
            (&queue[..], Some(child(&[])), "registration-queue-own-address"),
            (&[registered(1, S::MovedToChildEvent)], Some(child(&[])), "registration-moved-elsewhere"),
            (complete, Some(child(&[registered(1, S::Disqualified)])), "registration-registered 1 DISQUALIFIED"),
            (complete, None, "registration-no-child"),
            (complete, Some(tournament(&[])), "registration-no-child"),
            (complete, Some(foreign), "registration-no-child"),
            (complete, Some(child(&[reached(L::EventFinished)])), "registration-child-over EVENT_FINISHED"),
            (&[], Some(child(&[])), "not-found registration 1"),
        ] {
            assert_eq!(coded(decided(parent, child.as_ref())), code);
        }
        for status in [S::OnWaitlist, S::Dropped, S::Canceled] {
            let refused = decided(&[registered(1, status)], Some(&child(&[])));
            assert_eq!(refused.unwrap_err().code(), "illegal-step", "{status}");
        }
    }
}
