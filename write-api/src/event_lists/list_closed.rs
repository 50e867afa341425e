//! Reasons why an event no longer accepts a player's list.

use chrono::{DateTime, SecondsFormat, Utc};
use domain::tournament::{Registration, Tournament};
use proto_events::ids::{DecklistId, TournamentId, UserId};
use service_kit::message;
use service_kit::message::Message;
use service_kit::problem::Problem;

use crate::http::problems::IntoProblem;

/// A tournament no longer accepts changes to a list.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.message())]
pub struct ListClosed {
    /// The tournament.
    pub tournament_id: TournamentId,
    /// Its name.
    pub name: String,
    /// The deadline for lists without the grace period, if there is one.
    pub deadline: Option<DateTime<Utc>>,
    /// The reason.
    pub why: Why,
}

/// The reason why a tournament no longer accepts changes to a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Why {
    /// Staff locked the list.
    Locked,
    /// The deadline has passed.
    Late,
    /// Play has begun.
    Begun,
}

impl ListClosed {
    /// Returns the refusal as sentences.
    pub fn message(&self) -> Message {
        let Self { tournament_id: event, name, .. } = self;
        let due = self.deadline.map(|deadline| deadline.to_rfc3339_opts(SecondsFormat::Secs, true));
        match (self.why, due) {
            (Why::Locked, None) => message!(
                "list-locked",
                "The list can no longer be handed in or changed: event {event}, \"{name}\", has locked the list. The \
                 event's staff can unlock it.",
                event,
                name
            ),
            (Why::Locked, Some(due)) => message!(
                "list-locked-with-deadline",
                "The list can no longer be handed in or changed: event {event}, \"{name}\", has locked the list, which \
                 was due until {due}. The event's staff can unlock it.",
                event,
                name,
                due
            ),
            (Why::Late, Some(due)) => message!(
                "list-late",
                "The list can no longer be handed in or changed: event {event}, \"{name}\", accepted lists until \
                 {due}. The event's staff can unlock it.",
                event,
                name,
                due
            ),
            (Why::Begun | Why::Late, _) => message!(
                "list-after-play-began",
                "The list can no longer be handed in or changed: event {event}, \"{name}\", accepted lists until play \
                 began. The event's staff can unlock it.",
                event,
                name
            ),
        }
    }

    /// Returns why a list for this registration is refused at this time, or `None` if it is accepted.
    pub fn of(tournament: &Tournament, entry: &Registration, arrived_at: DateTime<Utc>) -> Option<Self> {
        if tournament.takes_lists_of(entry, arrived_at) {
            return None;
        }
        let deadline = tournament.organizing.decklist_deadline;
        let why = match (entry.list_locked.or(tournament.lists_locked), deadline) {
            (Some(_), _) => Why::Locked,
            (None, Some(_)) => Why::Late,
            (None, None) => Why::Begun,
        };
        Some(Self { tournament_id: tournament.id, name: tournament.details.name.clone(), deadline, why })
    }

    /// Returns why a change to a person's list is refused at this time, if the person handed it in there. Locks do not
    /// bind lists attached by staff, or lists of players who left before play.
    pub fn of_list(
        tournament: &Tournament,
        (list, owner): (DecklistId, UserId),
        arrived_at: DateTime<Utc>,
    ) -> Option<Self> {
        let counts = |entry: &&Registration| {
            entry.decklist_id == Some(list) && entry.list_is_players && entry.user_id == owner && !entry.has_left()
        };
        tournament.registrations.iter().filter(counts).find_map(|entry| Self::of(tournament, entry, arrived_at))
    }
}

impl IntoProblem for ListClosed {
    /// Adds the event and its deadline as members, for programs.
    fn into_problem(self) -> Problem {
        let deadline = self.deadline.map(|deadline| deadline.to_rfc3339_opts(SecondsFormat::Secs, true));
        Problem::conflict(self.message())
            .with_member("magic_event", self.tournament_id.0)
            .with_member("decklist_deadline", deadline)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use chrono::TimeDelta;
    use proto_events::ids::RegistrationId;
    use proto_events::tournament::Organizing;
    use proto_events::vocabulary::{LifecycleStatus, RegistrationStatus};
    use proto_events::{Actor, TournamentEvent as E};

    use super::*;
    use crate::testing::{done_by, happened, noon, registered, tournament};

    pub(crate) const ENTRY: RegistrationId = RegistrationId(1);
    pub(crate) const OTHER: RegistrationId = RegistrationId(2);
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
        let organizing =
            Organizing { decklist_deadline: Some(noon()), decklist_grace_seconds: 60, ..Organizing::default() };
        let before = [
            registered(1, RegistrationStatus::Complete),
            registered(2, RegistrationStatus::Complete),
            E::OrganizingChanged { organizing },
        ];
        let attached = E::DecklistAttached { registration_id: ENTRY, decklist_id: Some(LIST) };
        done_by(actor, tournament(&before), &[attached])
    }

    /// Returns the reason this many seconds after noon.
    fn said(tournament: &Tournament, seconds: i64) -> Option<String> {
        ListClosed::of_list(tournament, (LIST, UserId(91)), noon() + TimeDelta::seconds(seconds))
            .map(|shut| shut.to_string())
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
        let no_deadline = E::OrganizingChanged { organizing: Organizing::default() };
        let locked = due_at_noon(&[E::ListLocked { registration_id: ENTRY }, no_deadline.clone()]);
        assert!(said(&locked, -1).unwrap().contains("has locked the list."));
        let begun = E::LifecycleChanged { status: LifecycleStatus::EventInProgress };
        assert!(said(&due_at_noon(&[no_deadline, begun]), -1).unwrap().contains("accepted lists until play began."));
        assert_eq!(said(&due_at_noon(&[E::ListUnlocked { registration_id: ENTRY }]), 61), None);
    }

    #[test]
    fn a_list_that_is_not_handed_in_or_no_longer_is_free() {
        let off = E::DecklistAttached { registration_id: ENTRY, decklist_id: None };
        assert_eq!(said(&due_at_noon(&[off]), 61), None);
        for status in [RegistrationStatus::Canceled, RegistrationStatus::MovedToChildEvent] {
            let gone = E::RegistrationStatusChanged { registration_id: ENTRY, status };
            assert_eq!(said(&due_at_noon(&[gone]), 61), None, "{status}");
        }
    }

    #[test]
    fn a_list_that_another_player_handed_in_does_not_bind_its_owner() {
        let too = E::DecklistAttached { registration_id: OTHER, decklist_id: Some(LIST) };
        let event = due_at_noon(&[E::ListUnlocked { registration_id: ENTRY }]);
        assert_eq!(said(&done_by(&BEA, event, &[too]), 61), None);
    }

    #[test]
    fn no_lock_binds_a_list_that_staff_attached() {
        let off = E::DecklistAttached { registration_id: ENTRY, decklist_id: None };
        let again = E::DecklistAttached { registration_id: ENTRY, decklist_id: Some(LIST) };
        let event = due_at_noon(&[off, again.clone(), E::ListsLocked {}]);
        assert_eq!(said(&event, 61), None);
        assert!(said(&done_by(&ANNA, event, &[again]), 61).is_some(), "until the player hands it in");
    }
}
