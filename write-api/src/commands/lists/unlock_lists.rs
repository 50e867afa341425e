//! Unlocks the lists of one or all players, whatever the deadline says, until they are locked again. Fixed revisions
//! stay fixed until then. Lists that are published or being published cannot be unlocked.

use domain::tournament::Tournament;
use proto_events::TournamentEvent;
use proto_events::ids::RegistrationId;
use proto_events::vocabulary::LifecycleStatus;

use crate::commands::tournaments::field::{UnknownRegistration, entry_of};
use crate::commands::tournaments::order::Order;
pub use crate::commands::tournaments::outcome::Outcome;
use crate::engine::decision::CommandError;
use crate::engine::legacy::Decision;
use crate::{Done, WriteApi};

/// Unlocks lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnlockLists {
    /// The registration whose list is unlocked; `None` unlocks all.
    pub registration_id: Option<RegistrationId>,
}

/// Why the command is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The event has no such registration.
    #[error(transparent)]
    UnknownRegistration(#[from] UnknownRegistration),
    /// The lists are published or being published.
    #[error("the event is {0}: its lists are published or being published, and cannot be unlocked")]
    Published(LifecycleStatus),
}

/// Decides the command.
///
/// # Errors
/// If the event has no such registration, or its lists are published or being published.
pub fn decide(tournament: &Tournament, command: &UnlockLists) -> Result<Decision<TournamentEvent, Outcome>, Refusal> {
    let mut events = Vec::new();
    match command.registration_id {
        Some(registration_id) => {
            let entry = entry_of(tournament, registration_id)?;
            if entry.list_locked.or(tournament.lists_locked) != Some(false) {
                events.push(TournamentEvent::ListUnlocked { registration_id });
            }
        }
        None => {
            if tournament.lists_locked != Some(false) {
                events.push(TournamentEvent::ListsUnlocked {});
            }
            // Unlocking all lists includes those that were locked individually.
            let locked = tournament.registrations.iter().filter(|entry| entry.list_locked == Some(true));
            events.extend(locked.map(|entry| TournamentEvent::ListUnlocked { registration_id: entry.id }));
        }
    }
    if events.is_empty() {
        return Ok(Decision::nothing(Outcome::Unchanged));
    }
    match tournament.lifecycle {
        shown @ (LifecycleStatus::DecklistsPublishing | LifecycleStatus::DecklistsPublished) => {
            Err(Refusal::Published(shown))
        }
        _ => Ok(Decision::happens(events, Outcome::Changed)),
    }
}

impl WriteApi {
    /// Unlocks lists.
    ///
    /// # Errors
    /// If the command is refused, the event is not found or has another version, or the store fails.
    pub async fn unlock_lists(
        &self,
        order: &Order,
        command: &UnlockLists,
    ) -> Result<Done<Tournament, Outcome>, CommandError<Refusal>> {
        self.carry_out(order, Outcome::Repeated, |tournament| decide(tournament, command)).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::lists::list_closed::tests::{ENTRY, OTHER, due_at_noon};
    use TournamentEvent as E;

    const ALL: UnlockLists = UnlockLists { registration_id: None };
    const ONE: UnlockLists = UnlockLists { registration_id: Some(ENTRY) };

    fn decided(since: &[E], command: UnlockLists) -> Decision<E, Outcome> {
        decide(&due_at_noon(since), &command).unwrap()
    }

    #[test]
    fn all_lists_are_opened_once_and_those_too_that_were_locked_one_by_one() {
        assert_eq!(decided(&[], ALL), Decision::happens(vec![E::ListsUnlocked {}], Outcome::Changed));
        assert_eq!(decided(&[E::ListsUnlocked {}], ALL), Decision::nothing(Outcome::Unchanged));
        let events = decided(&[E::ListLocked { registration_id: OTHER }], ALL).events;
        assert_eq!(events, [E::ListsUnlocked {}, E::ListUnlocked { registration_id: OTHER }]);
    }

    #[test]
    fn one_list_is_opened_once() {
        let opened = E::ListUnlocked { registration_id: ENTRY };
        for since in [&[][..], &[E::ListsLocked {}], &[E::ListLocked { registration_id: ENTRY }]] {
            assert_eq!(decided(since, ONE), Decision::happens(vec![opened.clone()], Outcome::Changed), "{since:?}");
        }
        for since in [opened, E::ListsUnlocked {}] {
            assert_eq!(decided(&[since], ONE), Decision::nothing(Outcome::Unchanged));
        }
    }

    #[test]
    fn published_lists_stay_shut() {
        for status in [LifecycleStatus::DecklistsPublishing, LifecycleStatus::DecklistsPublished] {
            let event = due_at_noon(&[E::LifecycleChanged { status }]);
            assert_eq!(
                [ALL, ONE].map(|command| decide(&event, &command)),
                [(); 2].map(|()| Err(Refusal::Published(status)))
            );
        }
    }

    #[test]
    fn an_entry_that_is_not_there_has_no_list() {
        let id = RegistrationId(99);
        let refused = decide(&due_at_noon(&[]), &UnlockLists { registration_id: Some(id) });
        assert_eq!(refused, Err(UnknownRegistration(id).into()));
    }
}
