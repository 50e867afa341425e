//! Locks the lists of one or all players, whatever the deadline says, and fixes their revisions: the newest one of
//! lists that staff had unlocked, the last one in time of the others.

use domain::tournament::{Registration, Tournament};
use proto_events::TournamentEvent;
use proto_events::ids::RegistrationId;

use crate::commands::tournaments::field::{UnknownRegistration, entry_of};
use crate::commands::tournaments::list_revisions::{Undecided, due_among};
use crate::commands::tournaments::order::Order;
pub use crate::commands::tournaments::outcome::Outcome;
use crate::engine::decision::CommandError;
use crate::engine::legacy::Decision;
use crate::{Done, WriteApi};

/// Locks lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LockLists {
    /// The registration whose list is locked; `None` locks all.
    pub registration_id: Option<RegistrationId>,
}

/// Why the command is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The event has no such registration.
    #[error(transparent)]
    UnknownRegistration(#[from] UnknownRegistration),
}

impl LockLists {
    fn is_about(self, entry: &Registration) -> bool {
        self.registration_id.is_none_or(|id| id == entry.id)
    }
}

/// Decides the command; `fixed` fixes those of the lists that are not fixed yet.
///
/// # Errors
/// If the event has no such registration.
pub fn decide(
    tournament: &Tournament,
    command: &LockLists,
    fixed: &[TournamentEvent],
) -> Result<Decision<TournamentEvent, Outcome>, Refusal> {
    let mut events = fixed.to_vec();
    match command.registration_id {
        Some(registration_id) => {
            let entry = entry_of(tournament, registration_id)?;
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
    let outcome = if events.is_empty() { Outcome::Unchanged } else { Outcome::Changed };
    Ok(Decision::happens(events, outcome))
}

impl WriteApi {
    /// Locks lists.
    ///
    /// # Errors
    /// If the command is refused, the event is not found or has another version, or the store fails.
    pub async fn lock_lists(
        &self,
        order: &Order,
        command: &LockLists,
    ) -> Result<Done<Tournament, Outcome>, CommandError<Refusal>> {
        self.carry_out_with_lists(order, Outcome::Repeated, |tournament, lists| {
            // Based on the state before: revisions made while a list was unlocked count.
            let fixed = due_among(tournament, lists, |entry| command.is_about(entry))?;
            decide(tournament, command, &fixed).map_err(Undecided::Refused)
        })
        .await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::lists::list_closed::tests::{ENTRY, OTHER, due_at_noon};
    use TournamentEvent as E;

    const ALL: LockLists = LockLists { registration_id: None };
    const ONE: LockLists = LockLists { registration_id: Some(ENTRY) };

    fn decided(since: &[E], command: LockLists) -> Decision<E, Outcome> {
        decide(&due_at_noon(since), &command, &[]).unwrap()
    }

    #[test]
    fn all_lists_are_locked_once_and_fixed_first() {
        let fixed = E::ListRevisionsFixed { revisions: Vec::new() };
        let decision = decide(&due_at_noon(&[]), &ALL, std::slice::from_ref(&fixed)).unwrap();
        assert_eq!(decision, Decision::happens(vec![fixed.clone(), E::ListsLocked {}], Outcome::Changed));
        assert_eq!(decided(&[E::ListsLocked {}], ALL), Decision::nothing(Outcome::Unchanged));
        let handed_in_since = decide(&due_at_noon(&[E::ListsLocked {}]), &ALL, std::slice::from_ref(&fixed)).unwrap();
        assert_eq!(handed_in_since.events, [fixed], "a list that staff handed in meanwhile is fixed as well");
    }

    #[test]
    fn all_means_those_too_that_were_opened_one_by_one() {
        let events = decided(&[E::ListUnlocked { registration_id: OTHER }], ALL).events;
        assert_eq!(events, [E::ListsLocked {}, E::ListLocked { registration_id: OTHER }]);
        let events = decided(&[E::ListsLocked {}, E::ListUnlocked { registration_id: OTHER }], ALL).events;
        assert_eq!(events, [E::ListLocked { registration_id: OTHER }]);
    }

    #[test]
    fn one_list_is_locked_once() {
        let locked = E::ListLocked { registration_id: ENTRY };
        for since in [&[][..], &[E::ListsUnlocked {}], &[E::ListUnlocked { registration_id: ENTRY }]] {
            assert_eq!(decided(since, ONE), Decision::happens(vec![locked.clone()], Outcome::Changed), "{since:?}");
        }
        for since in [locked, E::ListsLocked {}] {
            assert_eq!(decided(&[since], ONE), Decision::nothing(Outcome::Unchanged));
        }
    }

    #[test]
    fn an_entry_that_is_not_there_has_no_list() {
        let id = RegistrationId(99);
        let refused = decide(&due_at_noon(&[]), &LockLists { registration_id: Some(id) }, &[]);
        assert_eq!(refused, Err(UnknownRegistration(id).into()));
    }
}
