//! Locks the lists of one or all players, whatever the deadline says, and fixes their revisions: the newest one of
//! lists that staff had unlocked, the last one in time of the others.

use super::document;
use super::document::HandedInLists;
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
    body: Some(body_schema::<WhoseLists>()),
    answer: Answer::of::<HandedInLists>(200),
    ids: &[NamedId::in_body("registration_id", Thing::Registration, Rule::Within)],
    is_always_possible: true,
    ..Route::at("POST", "/api/v1/magic-events/{id}/decklists/lock/", Operation::ManageRegistrations)
};

body! {
    /// The lists to lock or unlock.
    pub(crate) struct WhoseLists {
        /// Id of the registration whose list is meant; all lists if not given.
        registration_id: Option<i64>,
    }
}

/// Locks lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LockDecklists {
    /// Whose list; `None` for all.
    pub only: Option<RegistrationId>,
}

impl EventCommand for LockDecklists {
    const ROUTE: &'static Route = &ROUTE;

    async fn run(&self, event: &EventRun) -> Result<Written<Tournament>, Problem> {
        let (api, only) = (event.api(), self.only);
        // Based on the state before: revisions made while a list was unlocked count.
        let fixed = |event: Arc<Folded<Tournament>>| async move {
            Ok(api.lists_to_fix(&event, |entry| only.is_none_or(|only| only == entry.id)).await?)
        };
        event.change_with(fixed, |tournament, fixed, _| decide(tournament, only, fixed)).await
    }
}

pub(crate) async fn answer(request: WriteRequest, body: Body) -> Result<Response, Problem> {
    let (whose, event) = request.on_event::<WhoseLists>(body).await?;
    let command = LockDecklists { only: whose.registration_id.map(RegistrationId) };
    let written = command.run(&event).await?;
    document::answer(&request, &written.folded, command.only).await
}

/// Decides the command for the list of the registration `only`, or for all lists; `fixed` are the events that fix those
/// not fixed yet. It is refused if the event has no such registration.
pub(crate) fn decide(
    tournament: &Tournament,
    only: Option<RegistrationId>,
    fixed: &[TournamentEvent],
) -> Result<Vec<TournamentEvent>, Refusal> {
    let mut events = fixed.to_vec();
    match only {
        Some(registration_id) => {
            let entry = entry_in_body(tournament, registration_id)?;
            if entry.list_locked.or(tournament.lists_locked) != Some(true) {
                events.push(TournamentEvent::ListLocked { registration_id });
            }
        }
        None => {
            if tournament.lists_locked != Some(true) {
                events.push(TournamentEvent::ListsLocked {});
            }
            // Locking all lists includes those that were unlocked individually.
            let opened = tournament.registrations.iter().filter(|entry| entry.list_locked == Some(false));
            events.extend(opened.map(|entry| TournamentEvent::ListLocked { registration_id: entry.id }));
        }
    }
    Ok(events)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event_lists::list_closed::tests::{ENTRY, OTHER, due_at_noon};
    use crate::registrations::entries::no_registration;
    use TournamentEvent as E;

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

    #[test]
    fn an_entry_that_is_not_there_has_no_list() {
        let id = RegistrationId(99);
        let refused = decide(&due_at_noon(&[]), Some(id), &[]);
        assert_eq!(refused, Err(Refusal::at_field("registration_id", no_registration(id))));
    }
}
