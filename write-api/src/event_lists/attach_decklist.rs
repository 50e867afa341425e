//! Hands in a list for a registration, or takes it back. Players hand in their own lists while the event accepts them;
//! staff may do so for any player at any time.
//!
//! Staff may hand in lists of its organization, and lists that the player handed in for another of its events. No other
//! list is allowed, because handing in a list makes it readable. A player's list remains the player's: staff hands in
//! the revision that the organization knows, not later ones.

use api_kit::store_failed;
use proto_events::Version;
use proto_events::tournament::FixedRevision;

use super::document::{self, HandedInList};
use super::list_closed::closed_for_entry;
use crate::prelude::*;
use crate::registrations::entries::entry_for;

pub(crate) const ROUTE: Route = Route {
    id: "attach_decklist",
    summary: "Hand in a decklist",
    text: "Players hand in one of their own lists for their own registration, before the deadline; the time of \
           arrival counts. Later requests are refused (409), with the event and its deadline. Staff may hand in a \
           list for any player at any time: a list of the organization, or one that the player handed in for an event \
           of the organization. Such a list counts as it was handed in, and the player may continue to change it. Any \
           other list is answered like a list that does not exist (400). null takes the list back.",
    body: Some(body_schema::<AttachDecklist>()),
    answer: Answer::of::<HandedInList>(200),
    ..Route::at("PUT", "/api/v1/magic-events/{id}/registrations/{registration_id}/decklist/", Operation::Register)
};

body! {
    /// The list to hand in.
    pub struct AttachDecklist as HandIn of registration_id: RegistrationId such as r#"{"decklist_id": 17}"# {
        /// Id of the decklist; null to take the current one back.
        decklist_id: OrNull<DecklistId>,
    }
}

impl EventCommand for AttachDecklist {
    const ROUTE: &'static Route = &ROUTE;

    async fn run(&self, event: &EventRun) -> Result<Written<Tournament>, Problem> {
        let (api, organization_id) = (event.api(), event.context.reach.organization_id);
        let OrNull(decklist_id) = self.decklist_id;
        let known_to = &match (decklist_id, organization_id) {
            (Some(list), Some(organization)) => {
                event.own_events_with(organization, StreamId::decklist(list)).await.map_err(store_failed)?
            }
            _ => Vec::new(),
        };
        let offered = |_: Arc<Folded<Tournament>>| async move {
            let Some(id) = decklist_id else { return Ok(None) };
            let Some(list) = api.decklist(id).await? else { return Ok(None) };
            let known_revision = api.known_revision(organization_id, &list.state, known_to).await?;
            Ok(Some((list, known_revision)))
        };
        let decide =
            |tournament: &Tournament, offered: &Option<(Arc<Folded<Decklist>>, Option<Version>)>, _: &mut _| {
                let offered = offered.as_ref();
                let offered = offered
                    .map(|(list, known_revision)| Offered { list: &list.state, known_revision: *known_revision });
                let by = (event.context.acting_as(tournament), &event.context.actor);
                decide(tournament, self, by, event.arrived_at, offered)
            };
        event.change_with(offered, decide).await
    }
}

answers!(AttachDecklist => document::answer_of_one(registration_id));

/// A list to be handed in.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Offered<'a> {
    pub(crate) list: &'a Decklist,
    /// The newest revision that the player handed in for another event of the organization.
    pub(crate) known_revision: Option<Version>,
}

/// Decides the command; `actor` gives it, and `offered` is the requested list, if it exists. It is refused if the
/// registration or list is not available to the caller, or the event no longer accepts players' lists.
pub(crate) fn decide(
    tournament: &Tournament,
    command: &AttachDecklist,
    (caller, actor): (ActingAs, &Actor),
    arrived_at: DateTime<Utc>,
    offered: Option<Offered<'_>>,
) -> Result<Vec<TournamentEvent>, Refusal> {
    let AttachDecklist { registration_id, decklist_id: OrNull(decklist_id) } = *command;
    let entry = entry_for(tournament, registration_id, caller)?;
    // A player who left may take the list back at any time.
    let is_bound = decklist_id.is_some() || !entry.has_left();
    let shut = closed_for_entry(tournament, entry, arrived_at).filter(|_| is_bound);
    let is_own = |list: &Decklist| actor.person() == Some(entry.user_id) && list.owner_user_id == Some(entry.user_id);
    let is_own = offered.is_some_and(|offered| is_own(offered.list));
    // A list attached by staff becomes the player's when the player hands it in.
    let takes_over = is_own && !entry.list_is_players && shut.is_none();
    if entry.decklist_id == decklist_id && !takes_over {
        return Ok(Vec::new());
    }
    let mut events = vec![TournamentEvent::DecklistAttached { registration_id, decklist_id }];
    if let Some(decklist_id) = decklist_id {
        let found = offered.filter(|offered| offered.list.id == decklist_id);
        let counting = found.and_then(|offered| match caller {
            _ if is_own => Some(Counting::Newest),
            ActingAs::Staff => attachable_by_staff(offered, tournament, entry),
            ActingAs::Person(_) => None,
        });
        if let Counting::Revision(version) = counting.ok_or_else(unknown_list)?
            && entry.fixed_revision_of(decklist_id).is_none()
        {
            let revisions = vec![FixedRevision { registration_id, decklist_id, version }];
            events.push(TournamentEvent::ListRevisionsFixed { revisions });
        }
    }
    match shut {
        Some(shut) if caller != ActingAs::Staff => Err(shut),
        _ => Ok(events),
    }
}

/// Which revision of an attached list counts.
enum Counting {
    /// The newest one in time, by its owner or, if the list is the organization's, by staff.
    Newest,
    /// A fixed revision of a list that does not belong to the organization.
    Revision(Version),
}

/// Returns which revision counts if staff attaches the list, or `None` if staff may not.
fn attachable_by_staff(
    Offered { list, known_revision }: Offered<'_>,
    tournament: &Tournament,
    entry: &Registration,
) -> Option<Counting> {
    if list.organization_id == tournament.organization_id {
        return Some(Counting::Newest);
    }
    let taken_back = entry.lists_taken_back.get(&list.id).map(|at| list.version_at(*at));
    let is_players = list.owner_user_id == Some(entry.user_id);
    taken_back.max(known_revision).filter(|_| is_players).map(Counting::Revision)
}

impl WriteApi {
    /// Returns the newest revision of a list that its owner handed in for one of these events of the organization.
    async fn known_revision(
        &self,
        organization_id: Option<OrganizationId>,
        list: &Decklist,
        events: &[TournamentId],
    ) -> Result<Option<Version>, Failure> {
        let mut newest = None;
        for id in events {
            let Some(event) = self.tournament(*id).await? else { continue };
            if organization_id != Some(event.organization_id) {
                continue;
            }
            let handed_in = |entry: &&Registration| entry.decklist_id == Some(list.id) && entry.list_is_players;
            let entries = event.state.registrations.iter().filter(handed_in);
            newest = newest.max(entries.map(|entry| entry.fixed_revision_of(list.id).unwrap_or(list.version)).max());
        }
        Ok(newest)
    }
}

/// The list does not exist or may not be handed in here: the same text for both.
fn unknown_list() -> Refusal {
    let said = message!(
        "unknown-list",
        "Must be one of the player's own lists. For staff: a list of your organization, or one that the player handed \
         in for one of its events."
    );
    Refusal::at_field("decklist_id", said)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event_lists::list_closed::tests::{self, BEA, LIST, due_at_noon};
    use crate::testing::*;

    /// Commands on registration 2 of user 92: by herself, or by staff with an API key.
    const BY_BEA: (ActingAs, &Actor) = (ActingAs::Person(UserId(92)), &BEA);
    const BY_STAFF: (ActingAs, &Actor) = (ActingAs::Staff, &Actor::ApiKey(ApiKeyId(8)));

    /// A command, and when it arrived.
    type Asked = (AttachDecklist, DateTime<Utc>);

    /// List 17 of this owner in this organization, with revisions at the first three positions of the log.
    fn list_of(owner: Option<i64>, organization: OrganizationId) -> Decklist {
        let list = decklist(&[&DecklistBody::default(); 3]);
        Decklist { owner_user_id: owner.map(UserId), organization_id: organization, ..list }
    }

    fn beas() -> Decklist {
        list_of(Some(92), OrganizationId::SHARED)
    }

    /// The list, and the revision known from the organization's other events.
    fn known(list: &Decklist, known_revision: Option<Version>) -> Option<Offered<'_>> {
        Some(Offered { list, known_revision })
    }

    /// Hands in list 17 for registration 2, this many seconds after noon.
    fn after_noon(seconds: i64) -> Asked {
        asked(Some(LIST), seconds)
    }

    fn asked(decklist_id: Option<DecklistId>, seconds: i64) -> Asked {
        let command = AttachDecklist { registration_id: OTHER, decklist_id: OrNull(decklist_id) };
        (command, noon() + TimeDelta::seconds(seconds))
    }

    fn decide(
        tournament: &Tournament,
        (command, arrived_at): &Asked,
        by: (ActingAs, &Actor),
        offered: Option<Offered<'_>>,
    ) -> Result<Vec<E>, Refusal> {
        super::decide(tournament, command, by, *arrived_at, offered)
    }

    fn attached(decklist_id: Option<DecklistId>) -> Vec<E> {
        vec![tests::attached(OTHER, decklist_id)]
    }

    fn attached_as(version: Version) -> Vec<E> {
        let revisions = vec![FixedRevision { registration_id: OTHER, decklist_id: LIST, version }];
        let fixed = E::ListRevisionsFixed { revisions };
        [attached(Some(LIST)), vec![fixed]].concat()
    }

    /// The same after Bea handed in her list.
    fn handed_in() -> Tournament {
        done_by(&BEA, due_at_noon(&[]), &attached(Some(LIST)))
    }

    #[test]
    fn a_person_hands_in_the_own_list_in_time_and_takes_it_back_and_the_same_again_changes_nothing() {
        let (event, list) = (due_at_noon(&[]), beas());
        assert_eq!(decide(&event, &after_noon(60), BY_BEA, known(&list, None)).unwrap(), attached(Some(LIST)));
        assert_eq!(decide(&handed_in(), &asked(None, 60), BY_BEA, None).unwrap(), attached(None));
        for asked_by in [BY_BEA, BY_STAFF] {
            assert_eq!(decide(&handed_in(), &after_noon(999), asked_by, known(&list, None)).unwrap(), Vec::new());
        }
    }

    #[test]
    fn what_comes_late_is_refused_and_staff_takes_it_all_the_same() {
        let ours = list_of(Some(92), OrganizationId(1));
        for (decklist_id, list) in [(Some(LIST), known(&ours, None)), (None, None)] {
            let before = if decklist_id.is_some() { due_at_noon(&[]) } else { handed_in() };
            let late = asked(decklist_id, 61);
            assert_eq!(decide(&before, &late, BY_BEA, list).unwrap_err().code(), "list-late");
            assert_eq!(decide(&before, &late, BY_STAFF, list).unwrap(), attached(decklist_id));
        }
        let opened = due_at_noon(&[E::ListUnlocked { registration_id: OTHER }]);
        assert_eq!(decide(&opened, &after_noon(61), BY_BEA, known(&beas(), None)).unwrap(), attached(Some(LIST)));
    }

    #[test]
    fn a_player_who_left_takes_the_list_back_though_it_is_locked() {
        let locked = happened(handed_in(), &[E::ListsLocked {}]);
        let back = asked(None, 999);
        assert_eq!(decide(&locked, &back, BY_BEA, None).unwrap_err().code(), "list-locked-with-deadline");
        for status in [S::Canceled, S::Dropped] {
            let left = happened(locked.clone(), &[status_changed(2, status)]);
            assert_eq!(decide(&left, &back, BY_BEA, None).unwrap(), attached(None), "{status}");
        }
    }

    #[test]
    fn a_list_that_staff_attached_becomes_the_players_when_the_player_hands_it_in() {
        let (event, list) = (due_at_noon(&attached_as(2)), beas());
        assert_eq!(event.registration(OTHER).unwrap().list(), Some((LIST, Some(2))));
        let decision = decide(&event, &after_noon(0), BY_BEA, known(&list, None)).unwrap();
        assert_eq!(decision, attached(Some(LIST)));
        let own = done_by(&BEA, event.clone(), &decision).registration(OTHER).unwrap().list();
        assert_eq!(own, Some((LIST, None)), "the player's newest revision counts");
        assert_eq!(decide(&event, &after_noon(61), BY_BEA, known(&list, None)).unwrap(), Vec::new());
    }

    #[test]
    fn anothers_list_is_not_there() {
        let (event, command) = (due_at_noon(&[]), after_noon(0));
        let own_store = event.organization_id;
        for (list, person, staff) in [
            (list_of(Some(92), own_store), true, true),
            (list_of(Some(92), OrganizationId(2)), true, false),
            (list_of(Some(92), OrganizationId::SHARED), true, false),
            (list_of(None, own_store), false, true),
            (list_of(Some(91), own_store), false, true),
            (list_of(None, OrganizationId(2)), false, false),
            (list_of(Some(91), OrganizationId::SHARED), false, false),
        ] {
            for (asked_by, may) in [(BY_BEA, person), (BY_STAFF, staff)] {
                let decided = decide(&event, &command, asked_by, known(&list, None));
                let expected = if may { Ok(attached(Some(LIST))) } else { Err(unknown_list()) };
                assert_eq!(decided, expected, "{asked_by:?} {:?} {:?}", list.owner_user_id, list.organization_id);
            }
        }
        assert_eq!(coded(decide(&event, &command, BY_STAFF, None)), "unknown-list");
    }

    #[test]
    fn staff_attaches_a_players_list_as_the_organization_knows_it() {
        let (event, command) = (due_at_noon(&[]), after_noon(0));
        assert_eq!(decide(&event, &command, BY_STAFF, known(&beas(), Some(2))).unwrap(), attached_as(2));
        let annas = list_of(Some(91), OrganizationId::SHARED);
        let for_bea = decide(&event, &command, BY_STAFF, known(&annas, Some(2)));
        assert_eq!(coded(for_bea), "unknown-list", "it is another player's list");
        let fixed = attached_as(1).swap_remove(1);
        let before = due_at_noon(&[fixed]);
        let again = decide(&before, &command, BY_STAFF, known(&beas(), Some(2))).unwrap();
        assert_eq!(again, attached(Some(LIST)), "a revision fixed here stays fixed");
    }

    #[test]
    fn a_list_that_the_player_took_back_is_attached_as_it_was_then() {
        let event = done_by(&BEA, handed_in(), &attached(None));
        assert_eq!(decide(&event, &after_noon(0), BY_STAFF, known(&beas(), None)).unwrap(), attached_as(1));
        assert_eq!(decide(&event, &after_noon(0), BY_STAFF, known(&beas(), Some(3))).unwrap(), attached_as(3));
    }
}
