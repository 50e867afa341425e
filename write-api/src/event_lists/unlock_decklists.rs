//! Unlocks the lists of one or all players, whatever the deadline says, until they are locked again. Fixed revisions
//! stay fixed until then. Lists that are published or being published cannot be unlocked.

use super::document::{self, HandedInLists};
use super::lock_decklists::set_locks;
use crate::prelude::*;

pub(crate) const ROUTE: Route = Route {
    id: "unlock_decklists",
    summary: "Unlock decklists",
    text: "Unlocks all lists, or the list of one registration: players hand them in and change them until they are \
           locked again, whatever the deadline. Fixed revisions stay fixed until then. Unlocking all lists includes \
           those that were locked one by one. While lists are published or being published, they stay locked (409).",
    body: Some(body_schema::<UnlockDecklists>()),
    answer: Answer::of::<HandedInLists>(200),
    ..Route::at("POST", "/api/v1/magic-events/{id}/decklists/unlock/", Operation::ManageRegistrations)
};

body! {
    /// The lists to lock or unlock.
    pub struct UnlockDecklists as WhoseLists {
        /// Id of the registration whose list is meant; all lists if not given.
        registration_id: Option<RegistrationId>,
    }
}

decided_by_event!(
    UnlockDecklists,
    |command, tournament, _, _| decide(tournament, command.registration_id) => document::answer(registration_id)
);

/// Decides the command for the list of `only` this registration, or all. It is refused if the event has no such
/// registration, or its lists are published or being published.
pub(crate) fn decide(tournament: &Tournament, only: Option<RegistrationId>) -> Result<Vec<TournamentEvent>, Refusal> {
    let events = set_locks(tournament, only, false)?;
    if events.is_empty() {
        return Ok(Vec::new());
    }
    match tournament.lifecycle {
        shown @ (LifecycleStatus::DecklistsPublishing | LifecycleStatus::DecklistsPublished) => {
            let said = message!(
                "list-published",
                "The event is {value}: its lists are published or being published, and cannot be unlocked.",
                value = shown
            );
            Err(Refusal::conflict(said).with_steps(&EVENT, shown))
        }
        _ => Ok(events),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event_lists::list_closed::tests::due_at_noon;
    use crate::testing::*;

    const ALL: Option<RegistrationId> = None;
    const ONE: Option<RegistrationId> = Some(ENTRY);

    fn decided(since: &[E], only: Option<RegistrationId>) -> Vec<E> {
        decide(&due_at_noon(since), only).unwrap()
    }

    #[test]
    fn all_lists_are_opened_once_and_those_too_that_were_locked_one_by_one() {
        assert_eq!(decided(&[], ALL), vec![E::ListsUnlocked {}]);
        assert_eq!(decided(&[E::ListsUnlocked {}], ALL), Vec::new());
        let events = decided(&[E::ListLocked { registration_id: OTHER }], ALL);
        assert_eq!(events, [E::ListsUnlocked {}, E::ListUnlocked { registration_id: OTHER }]);
    }

    #[test]
    fn one_list_is_opened_once() {
        let opened = E::ListUnlocked { registration_id: ENTRY };
        for since in [&[][..], &[E::ListsLocked {}], &[E::ListLocked { registration_id: ENTRY }]] {
            assert_eq!(decided(since, ONE), vec![opened.clone()], "{since:?}");
        }
        for since in [opened, E::ListsUnlocked {}] {
            assert_eq!(decided(&[since], ONE), Vec::new());
        }
    }

    #[test]
    fn published_lists_stay_shut() {
        for status in [L::DecklistsPublishing, L::DecklistsPublished] {
            for only in [ALL, ONE] {
                let refused = decide(&due_at_noon(&[reached(status)]), only);
                assert_eq!(coded(refused), format!("list-published {status}"));
            }
        }
    }
}
