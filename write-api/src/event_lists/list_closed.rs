//! Reasons why an event no longer accepts a player's list, and the events that a list is handed in for. Staff of an event
//! may change its players' lists at any time, but not their own.

use api_kit::store_failed;
use chrono::SecondsFormat;

use crate::prelude::*;

/// Returns why a list for this registration is refused at this time, or `None` if it is accepted.
pub(crate) fn closed_for_entry(
    tournament: &Tournament,
    entry: &Registration,
    arrived_at: DateTime<Utc>,
) -> Option<Refusal> {
    if tournament.takes_lists_of(entry, arrived_at) {
        return None;
    }
    let (event, name) = (tournament.id, &tournament.details.name);
    let is_locked = entry.list_locked.or(tournament.lists_locked).is_some();
    let due = tournament.organizing.decklist_deadline;
    let due = due.map(|deadline| deadline.to_rfc3339_opts(SecondsFormat::Secs, true));
    let said = match (is_locked, &due) {
        (true, None) => message!(
            "list-locked",
            "The list can no longer be handed in or changed: event {event}, \"{name}\", has locked the list. The \
             event's staff can unlock it.",
            event,
            name
        ),
        (true, Some(due)) => message!(
            "list-locked-with-deadline",
            "The list can no longer be handed in or changed: event {event}, \"{name}\", has locked the list, which \
             was due until {due}. The event's staff can unlock it.",
            event,
            name,
            due
        ),
        (false, Some(due)) => message!(
            "list-late",
            "The list can no longer be handed in or changed: event {event}, \"{name}\", accepted lists until \
             {due}. The event's staff can unlock it.",
            event,
            name,
            due
        ),
        (false, None) => message!(
            "list-after-play-began",
            "The list can no longer be handed in or changed: event {event}, \"{name}\", accepted lists until play \
             began. The event's staff can unlock it.",
            event,
            name
        ),
    };
    Some(Refusal::conflict(said).with("magic_event", event.0).with("decklist_deadline", due))
}

/// Returns why a change to a person's list is refused at this time, if the person handed it in there. Locks do not bind
/// lists attached by staff, or lists of players who left before play.
pub(crate) fn closed_for_list(
    tournament: &Tournament,
    (list, owner): (DecklistId, UserId),
    arrived_at: DateTime<Utc>,
) -> Option<Refusal> {
    let counts = |entry: &&Registration| {
        entry.decklist_id == Some(list) && entry.list_is_players && entry.user_id == owner && !entry.has_left()
    };
    let mut entries = tournament.registrations.iter().filter(counts);
    entries.find_map(|entry| closed_for_entry(tournament, entry, arrived_at))
}

/// Returns events for which this list may be handed in, according to the views; none if it has no owner. Events that it
/// is not handed in for have no effect.
pub(crate) async fn events_of(run: &Run, list: DecklistId) -> Result<Vec<TournamentId>, Problem> {
    let stream = StreamId::decklist(list);
    // A list without an owner was attached by staff, who may change it at any time.
    let list = run.api().newest::<Decklist>(stream).await.map_err(problems::failed)?;
    if list.is_none_or(|list| list.state.owner_user_id.is_none()) {
        return Ok(Vec::new());
    }
    run.events_with(stream).await.map_err(store_failed)
}

impl WriteApi {
    /// Returns why a change to a list is refused, if one of these events, which it is handed in for, no longer accepts
    /// changes.
    pub(crate) async fn closed_for(
        &self,
        context: &Context,
        list: &Decklist,
        events: &[TournamentId],
    ) -> Result<Option<Refusal>, Failure> {
        // A list without an owner was attached by staff, and no lock binds it.
        let Some(owner) = list.owner_user_id else { return Ok(None) };
        let arrived_at = context.arrived_at.unwrap_or_else(|| self.now());
        for id in events {
            let Some(tournament) = self.tournament(*id).await? else { continue };
            let Some(closed) = closed_for_list(&tournament.state, (list.id, owner), arrived_at) else { continue };
            let is_owner = context.reach.user_id == Some(owner);
            if is_owner {
                return Ok(Some(closed));
            }
            // Staff of the event may change its players' lists at any time.
            if context.reach.organization_id != Some(tournament.organization_id) {
                // The caller may not learn which event it is.
                return Ok(Some(Refusal::conflict(message!(
                    "list-elsewhere",
                    "The player handed this list in for an event of another organization, which no longer accepts \
                     changes. The player can say which event that is."
                ))));
            }
        }
        Ok(None)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::testing::*;

    pub(crate) const LIST: DecklistId = DecklistId(17);
    /// The players of both registrations.
    pub(crate) const ANNA: Actor = Actor::User(UserId(91));
    pub(crate) const BEA: Actor = Actor::User(UserId(92));

    /// A tournament where Anna handed in list 17. Lists are due at noon, with a minute's grace. The events in `since` are
    /// by staff.
    pub(crate) fn due_at_noon(since: &[E]) -> Tournament {
        happened(attached_by(&ANNA), since)
    }

    /// The tournament after this actor attached the list: registrations 1 and 2 of users 91 and 92, the first with list 17.
    pub(crate) fn attached_by(actor: &Actor) -> Tournament {
        let due = organized(|it| (it.decklist_deadline, it.decklist_grace_seconds) = (Some(noon()), 60));
        let before = tournament(&[registered(1, S::Complete), registered(2, S::Complete), due]);
        done_by(actor, before, &[attached(ENTRY, Some(LIST))])
    }

    /// A list is attached to a registration, or none is any more.
    pub(crate) fn attached(registration_id: RegistrationId, decklist_id: Option<DecklistId>) -> E {
        E::DecklistAttached { registration_id, decklist_id }
    }

    /// Returns the reason this many seconds after noon.
    fn said(tournament: &Tournament, seconds: i64) -> Option<String> {
        closed_for_list(tournament, (LIST, UserId(91)), noon() + TimeDelta::seconds(seconds)).map(|it| it.to_string())
    }

    #[test]
    fn a_list_is_taken_until_the_grace_is_over_and_the_deadline_is_named() {
        let event = due_at_noon(&[]);
        assert_eq!((said(&event, 0), said(&event, 60)), (None, None));
        assert!(said(&event, 61).unwrap().contains("event 3, \"Open\", accepted lists until 2025-06-15T15:06:40Z."));
    }

    #[test]
    fn staffs_word_and_the_beginning_of_play_are_told_as_what_they_are() {
        let locked = due_at_noon(&[E::ListsLocked {}]);
        assert!(said(&locked, -1).unwrap().contains("has locked the list, which was due until 2025-06-15T15:06:40Z."));
        let no_deadline = organized(|_| ());
        let locked = due_at_noon(&[E::ListLocked { registration_id: ENTRY }, no_deadline.clone()]);
        assert!(said(&locked, -1).unwrap().contains("has locked the list."));
        let begun = due_at_noon(&[no_deadline, reached(L::EventInProgress)]);
        assert!(said(&begun, -1).unwrap().contains("accepted lists until play began."));
        assert_eq!(said(&due_at_noon(&[E::ListUnlocked { registration_id: ENTRY }]), 61), None);
    }

    #[test]
    fn a_list_that_is_not_handed_in_or_no_longer_is_free() {
        for gone in [attached(ENTRY, None), status_changed(1, S::Canceled), status_changed(1, S::MovedToChildEvent)] {
            assert_eq!(said(&due_at_noon(std::slice::from_ref(&gone)), 61), None, "{gone:?}");
        }
    }

    #[test]
    fn a_list_that_another_player_handed_in_does_not_bind_its_owner() {
        let event = due_at_noon(&[E::ListUnlocked { registration_id: ENTRY }]);
        assert_eq!(said(&done_by(&BEA, event, &[attached(OTHER, Some(LIST))]), 61), None);
    }

    #[test]
    fn no_lock_binds_a_list_that_staff_attached() {
        let again = attached(ENTRY, Some(LIST));
        let event = due_at_noon(&[attached(ENTRY, None), again.clone(), E::ListsLocked {}]);
        assert_eq!(said(&event, 61), None);
        assert!(said(&done_by(&ANNA, event, &[again]), 61).is_some(), "until the player hands it in");
    }
}
