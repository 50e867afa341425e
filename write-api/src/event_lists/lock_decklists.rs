//! Locks the lists of one or all players, whatever the deadline says, and fixes their revisions: the newest one of
//! lists that staff had unlocked, the last one in time of the others.

use super::document::{self, HandedInLists};
use crate::prelude::*;
use crate::registrations::entries::entry_in_body;

pub(crate) const ROUTE: Route = Route {
    id: "lock_decklists",
    summary: "Lock decklists",
    text: "Locks all lists, or the list of one registration: players can no longer change them, whatever the \
           deadline. Locking fixes the lists: of each list, the last revision that was in time or made by staff \
           counts and is published, whatever is changed later; of a list that was unlocked, the newest. Locking all \
           lists includes those that were unlocked one by one. Lists are also fixed when the first round starts and \
           when they are published.",
    body: Some(body_schema::<LockDecklists>()),
    answer: Answer::of::<HandedInLists>(200),
    is_always_possible: true,
    ..Route::at("POST", "/api/v1/magic-events/{id}/decklists/lock/", Operation::ManageRegistrations)
};

body! {
    /// The lists to lock or unlock.
    pub struct LockDecklists as WhoseLists {
        /// Id of the registration whose list is meant; all lists if not given.
        registration_id: Option<RegistrationId>,
    }
}

impl EventCommand for LockDecklists {
    const ROUTE: &'static Route = &ROUTE;

    async fn run(&self, event: &EventRun) -> Result<Written<Tournament>, Problem> {
        let (api, only) = (event.api(), self.registration_id);
        // Based on the state before: revisions made while a list was unlocked count.
        let fixed = |event: Arc<Folded<Tournament>>| async move {
            Ok(api.lists_to_fix(&event, |entry| only.is_none_or(|only| only == entry.id)).await?)
        };
        event.change_with(fixed, |tournament, fixed, _| decide(tournament, only, fixed)).await
    }
}

answers!(LockDecklists => document::answer(registration_id));

/// Decides the command for the list of the registration `only`, or for all lists; `fixed` are the events that fix those
/// not fixed yet. It is refused if the event has no such registration.
pub(crate) fn decide(
    tournament: &Tournament,
    only: Option<RegistrationId>,
    fixed: &[TournamentEvent],
) -> Result<Vec<TournamentEvent>, Refusal> {
    Ok([fixed, &set_locks(tournament, only, true)?].concat())
}

/// Returns the events that lock or unlock the list of the registration `only`, or all lists. All lists include those that
/// have a lock of their own.
pub(super) fn set_locks(
    tournament: &Tournament,
    only: Option<RegistrationId>,
    locked: bool,
) -> Result<Vec<TournamentEvent>, Refusal> {
    let one = |registration_id| match locked {
        true => TournamentEvent::ListLocked { registration_id },
        false => TournamentEvent::ListUnlocked { registration_id },
    };
    if let Some(id) = only {
        let is_set = entry_in_body(tournament, id)?.list_locked.or(tournament.lists_locked) == Some(locked);
        return Ok(if is_set { Vec::new() } else { vec![one(id)] });
    }
    let all = if locked { TournamentEvent::ListsLocked {} } else { TournamentEvent::ListsUnlocked {} };
    let all = (tournament.lists_locked != Some(locked)).then_some(all);
    let others = tournament.registrations.iter().filter(|entry| entry.list_locked == Some(!locked));
    Ok(all.into_iter().chain(others.map(|entry| one(entry.id))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event_lists::list_closed::tests::due_at_noon;
    use crate::testing::*;

    const ALL: Option<RegistrationId> = None;
    const ONE: Option<RegistrationId> = Some(ENTRY);

    fn decided(since: &[E], only: Option<RegistrationId>) -> Vec<E> {
        decide(&due_at_noon(since), only, &[]).unwrap()
    }

    #[test]
    fn all_lists_are_locked_once_and_fixed_first() {
        let fixed = E::ListRevisionsFixed { revisions: Vec::new() };
        let decision = decide(&due_at_noon(&[]), ALL, std::slice::from_ref(&fixed)).unwrap();
        assert_eq!(decision, vec![fixed.clone(), E::ListsLocked {}]);
        assert_eq!(decided(&[E::ListsLocked {}], ALL), Vec::new());
        let handed_in_since = decide(&due_at_noon(&[E::ListsLocked {}]), ALL, std::slice::from_ref(&fixed)).unwrap();
        assert_eq!(handed_in_since, [fixed], "a list that staff handed in meanwhile is fixed as well");
    }

    #[test]
    fn all_means_those_too_that_were_opened_one_by_one() {
        let events = decided(&[E::ListUnlocked { registration_id: OTHER }], ALL);
        assert_eq!(events, [E::ListsLocked {}, E::ListLocked { registration_id: OTHER }]);
        let events = decided(&[E::ListsLocked {}, E::ListUnlocked { registration_id: OTHER }], ALL);
        assert_eq!(events, [E::ListLocked { registration_id: OTHER }]);
    }

    #[test]
    fn one_list_is_locked_once() {
        let locked = E::ListLocked { registration_id: ENTRY };
        for since in [&[][..], &[E::ListsUnlocked {}], &[E::ListUnlocked { registration_id: ENTRY }]] {
            assert_eq!(decided(since, ONE), vec![locked.clone()], "{since:?}");
        }
        for since in [locked, E::ListsLocked {}] {
            assert_eq!(decided(&[since], ONE), Vec::new());
        }
    }
}
