//! Hands a list in for an entry, or takes it back: a person the own list for the own entry while the event takes it, staff
//! for anybody at any time. A list is the entry's person's own, wherever it was submitted, or for staff one of the
//! organization's: lists that belong to somebody else are nobody's to show around.

use chrono::{DateTime, Utc};
use domain::decklist::Decklist;
use domain::tournament::{Registration, Tournament};
use proto_events::TournamentEvent;
use proto_events::ids::{DecklistId, RegistrationId};

use super::shut::Shut;
use crate::commands::tournaments::field::{UnknownRegistration, entry_for};
use crate::commands::tournaments::order::{Asker, Order};
pub use crate::commands::tournaments::outcome::Outcome;
use crate::decision::{CommandError, Decision};
use crate::{Done, WriteApi};

/// Hands a list in, or takes it back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AttachDecklist {
    /// The entry.
    pub registration_id: RegistrationId,
    /// The list; none to take back the one that is there.
    pub decklist_id: Option<DecklistId>,
    /// When it arrived.
    pub arrived_at: DateTime<Utc>,
}

/// Why not.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// There is no such entry, or it is somebody else's.
    #[error(transparent)]
    UnknownRegistration(#[from] UnknownRegistration),
    /// There is no such list, or it is not one that may be handed in here.
    #[error("there is no list {0} to hand in for this registration")]
    UnknownList(DecklistId),
    /// Lists are not taken any more.
    #[error(transparent)]
    Shut(#[from] Shut),
}

/// Decides; `list` is the list to hand in, if there is one of the id given.
///
/// # Errors
/// When there is no such entry or list for the asker, or the event takes no lists of players any more.
pub fn decide(
    tournament: &Tournament,
    command: &AttachDecklist,
    asker: Asker,
    list: Option<&Decklist>,
) -> Result<Decision<TournamentEvent, Outcome>, Refusal> {
    let AttachDecklist { registration_id, decklist_id, arrived_at } = *command;
    let entry = entry_for(tournament, registration_id, asker)?;
    if entry.decklist_id == decklist_id {
        return Ok(Decision::nothing(Outcome::Unchanged));
    }
    if let Some(id) = decklist_id {
        let fits = list.is_some_and(|list| list.id == id && may_be_handed_in(list, tournament, entry, asker));
        if !fits {
            return Err(Refusal::UnknownList(id));
        }
    }
    match Shut::of(tournament, entry, arrived_at) {
        Some(shut) if asker != Asker::Staff => Err(shut.into()),
        _ => {
            let attached = TournamentEvent::DecklistAttached { registration_id, decklist_id };
            Ok(Decision::happens(vec![attached], Outcome::Changed))
        }
    }
}

fn may_be_handed_in(list: &Decklist, tournament: &Tournament, entry: &Registration, asker: Asker) -> bool {
    let of_organization = asker == Asker::Staff && list.organization_id == tournament.organization_id;
    of_organization || list.owner_user_id == Some(entry.user_id)
}

impl WriteApi {
    /// Hands a list in, or takes it back.
    ///
    /// # Errors
    /// When it is refused, the order reaches no such event or names another version, or the store fails.
    pub async fn attach_decklist(
        &self,
        order: &Order,
        command: &AttachDecklist,
    ) -> Result<Done<Tournament, Outcome>, CommandError<Refusal>> {
        let list = match command.decklist_id {
            Some(id) => self.decklist(id).await?,
            None => None,
        };
        let list = list.as_ref().map(|list| &list.state);
        let decide = |tournament: &_, asker| decide(tournament, command, asker, list);
        self.carry_out_for_asker(order, Outcome::Repeated, decide).await
    }
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;
    use proto_events::decklist::DecklistBody;
    use proto_events::ids::{OrganizationId, UserId};

    use super::*;
    use crate::commands::lists::shut::Why;
    use crate::commands::lists::shut::tests::{ENTRY, LIST, OTHER, due_at_noon};
    use crate::testing::{decklist, noon};
    use TournamentEvent as E;

    /// Entry 2 is user 92.
    const BEA: Asker = Asker::Person(UserId(92));

    /// List 17 of this person, in this organization.
    fn list_of(owner: Option<i64>, organization: OrganizationId) -> Decklist {
        let list = decklist(&[&DecklistBody::default()]);
        Decklist { owner_user_id: owner.map(UserId), organization_id: organization, ..list }
    }

    fn beas() -> Decklist {
        list_of(Some(92), OrganizationId::SHARED)
    }

    /// Entry 2 hands in list 17 so many seconds after noon.
    fn after_noon(seconds: i64) -> AttachDecklist {
        let arrived_at = noon() + TimeDelta::seconds(seconds);
        AttachDecklist { registration_id: OTHER, decklist_id: Some(LIST), arrived_at }
    }

    fn attached(decklist_id: Option<DecklistId>) -> Decision<E, Outcome> {
        let event = E::DecklistAttached { registration_id: OTHER, decklist_id };
        Decision::happens(vec![event], Outcome::Changed)
    }

    #[test]
    fn a_person_hands_in_the_own_list_in_time_and_takes_it_back() {
        let event = due_at_noon(&[]);
        assert_eq!(decide(&event, &after_noon(60), BEA, Some(&beas())).unwrap(), attached(Some(LIST)));
        let handed_in = due_at_noon(&attached(Some(LIST)).events);
        let back = AttachDecklist { decklist_id: None, ..after_noon(60) };
        assert_eq!(decide(&handed_in, &back, BEA, None).unwrap(), attached(None));
    }

    #[test]
    fn what_comes_late_is_refused_and_staff_takes_it_all_the_same() {
        let event = due_at_noon(&[]);
        for (decklist_id, list) in [(Some(LIST), Some(beas())), (None, None)] {
            let before = if decklist_id.is_some() { event.clone() } else { due_at_noon(&attached(Some(LIST)).events) };
            let late = AttachDecklist { decklist_id, ..after_noon(61) };
            let refused = decide(&before, &late, BEA, list.as_ref());
            assert!(matches!(&refused, Err(Refusal::Shut(shut)) if shut.why == Why::Late), "{refused:?}");
            assert_eq!(decide(&before, &late, Asker::Staff, list.as_ref()).unwrap(), attached(decklist_id));
        }
        let opened = due_at_noon(&[E::ListUnlocked { registration_id: OTHER }]);
        assert_eq!(decide(&opened, &after_noon(61), BEA, Some(&beas())).unwrap(), attached(Some(LIST)));
    }

    #[test]
    fn the_same_again_changes_nothing_however_late() {
        let handed_in = due_at_noon(&attached(Some(LIST)).events);
        let again = decide(&handed_in, &after_noon(999), BEA, Some(&beas())).unwrap();
        assert_eq!(again, Decision::nothing(Outcome::Unchanged));
    }

    #[test]
    fn anothers_list_is_not_there() {
        let (event, command) = (due_at_noon(&[]), after_noon(0));
        let own_store = event.organization_id;
        for (list, person, staff) in [
            (list_of(Some(92), own_store), true, true),
            (list_of(Some(92), OrganizationId(2)), true, true),
            (list_of(None, own_store), false, true),
            (list_of(Some(91), own_store), false, true),
            (list_of(None, OrganizationId(2)), false, false),
            (list_of(Some(91), OrganizationId::SHARED), false, false),
        ] {
            for (asker, may) in [(BEA, person), (Asker::Staff, staff)] {
                let decided = decide(&event, &command, asker, Some(&list));
                let expected = if may { Ok(attached(Some(LIST))) } else { Err(Refusal::UnknownList(LIST)) };
                assert_eq!(decided, expected, "{asker:?} {:?} {:?}", list.owner_user_id, list.organization_id);
            }
        }
        assert_eq!(decide(&event, &command, Asker::Staff, None), Err(Refusal::UnknownList(LIST)));
    }

    #[test]
    fn anothers_entry_is_not_there() {
        let command = AttachDecklist { registration_id: ENTRY, ..after_noon(0) };
        let unknown = Err(Refusal::UnknownRegistration(UnknownRegistration(ENTRY)));
        assert_eq!(decide(&due_at_noon(&[]), &command, BEA, Some(&beas())), unknown);
    }
}
