//! Replaces a decklist. Omitted fields become empty.

use domain::decklist::Decklist;
use proto_events::ids::DecklistId;
use proto_events::{Actor, DecklistEvent, StreamId};

use super::decklist_fields::WholeList;
use super::revision_limit::{TooManyRevisions, refuse_too_many};
use crate::engine::context::Reach;
use crate::engine::decision::CommandError;
use crate::engine::legacy::Asked;
use crate::engine::legacy::Decision;
use crate::engine::legacy::Once;
use crate::engine::versions::{Stale, VersionMatch, check_version};
use crate::event_lists::handed_in::{HandedIn, NotTaken};
use crate::{Done, IdempotencyKey, WriteApi};

/// Replaces a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReplaceDecklist {
    /// The caller's reach; a list outside it is not found.
    pub reach: Reach,
    /// The list.
    pub decklist_id: DecklistId,
    /// The new content.
    pub list: WholeList,
    /// The version that the caller expects; `None` accepts any version.
    pub expected: Option<VersionMatch>,
    /// The events that the list may be handed in for, and when the change arrived.
    pub handed_in: HandedIn,
}

/// Why the command is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The list has another version.
    #[error(transparent)]
    Stale(#[from] Stale),
    /// It is handed in for an event that no longer accepts changes to it.
    #[error(transparent)]
    NotTaken(#[from] NotTaken),
    /// It has reached the limit of revisions.
    #[error(transparent)]
    TooMany(#[from] TooManyRevisions),
}

/// The outcome of the command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The list was replaced.
    Replaced,
    /// Nothing had to change.
    Unchanged,
    /// The idempotency key was used before; the command ran once.
    Repeated,
}

/// Decides the command; `not_taken` says why changes are no longer accepted, if so.
///
/// # Errors
/// If the list has another version than expected, no longer accepts changes, or has reached the limit of revisions.
pub fn decide(
    list: &Decklist,
    command: &ReplaceDecklist,
    not_taken: Option<&NotTaken>,
) -> Result<Decision<DecklistEvent, Outcome>, Refusal> {
    check_version(command.expected.as_ref(), list.version)?;
    let body = command.list.body();
    if *body == list.body {
        return Ok(Decision::nothing(Outcome::Unchanged));
    }
    if let Some(not_taken) = not_taken {
        return Err(not_taken.clone().into());
    }
    refuse_too_many(list)?;
    Ok(Decision::happens(vec![DecklistEvent::Revised { body: body.clone() }], Outcome::Replaced))
}

impl WriteApi {
    /// Replaces a decklist; repeats with the same idempotency key do nothing.
    ///
    /// # Errors
    /// If the command is refused, the caller cannot reach the list, the key was used for another request, or the store
    /// fails.
    pub async fn replace_decklist(
        &self,
        actor: &Actor,
        command: &ReplaceDecklist,
        key: Option<&IdempotencyKey>,
    ) -> Result<Done<Decklist, Outcome>, CommandError<Refusal>> {
        let once = key.map(|key| Once { key, repeated: Outcome::Repeated });
        let stream = StreamId::decklist(command.decklist_id);
        let arrived_at = command.handed_in.arrived_at;
        let asked = Asked { actor, reach: command.reach, stream, expected: None, arrived_at, once };
        let not_taken = self.closed_for(command.reach, command.decklist_id, &command.handed_in).await?;
        self.change_once(asked, |list| decide(list, command, not_taken.as_ref())).await
    }
}

#[cfg(test)]
mod tests {
    use proto_events::ids::TournamentId;

    use super::*;
    use crate::commands::decklists::decklist_fields::tests::whole;
    use crate::event_lists::list_closed::{ListClosed, Why};
    use crate::testing::decklist;

    fn with(list: WholeList) -> ReplaceDecklist {
        ReplaceDecklist {
            reach: Reach::default(),
            decklist_id: DecklistId(17),
            list,
            expected: None,
            handed_in: HandedIn::default(),
        }
    }

    #[test]
    fn what_is_not_given_becomes_empty() {
        let before = decklist(&[whole([("name", "Burn"), ("archetype", "Aggro")]).body()]);
        let command = with(whole([("name", "Burn"), ("plaintext_list", "4 Lightning Bolt")]));
        let body = command.list.body().clone();
        assert_eq!(body.archetype, "");
        let expected = Decision::happens(vec![DecklistEvent::Revised { body }], Outcome::Replaced);
        assert_eq!(decide(&before, &command, None).unwrap(), expected);
    }

    #[test]
    fn the_very_same_list_is_no_new_revision() {
        let list = whole([("name", "Burn")]);
        let decision = decide(&decklist(&[list.body()]), &with(list.clone()), None).unwrap();
        assert_eq!(decision, Decision::nothing(Outcome::Unchanged));
    }

    #[test]
    fn another_version_than_expected_is_refused_even_if_the_list_is_so_already() {
        let (first, second) = (whole([("name", "Burn")]), whole([("name", "Burn 2")]));
        let list = decklist(&[first.body(), second.body()]);
        for body in [first, second] {
            let command = ReplaceDecklist { expected: Some(VersionMatch::OneOf(vec![1])), ..with(body) };
            assert_eq!(decide(&list, &command, None), Err(Refusal::Stale(Stale { current: 2 })));
            let command = ReplaceDecklist { expected: Some(VersionMatch::OneOf(vec![1, 2])), ..command };
            assert!(decide(&list, &command, None).is_ok());
        }
    }

    #[test]
    fn where_no_change_is_taken_the_same_again_is_still_fine() {
        let before = decklist(&[whole([("name", "Burn")]).body()]);
        let (tournament_id, name) = (TournamentId(3), "Open".to_owned());
        let shut = NotTaken::from(ListClosed { tournament_id, name, deadline: None, why: Why::Locked });
        let refused = decide(&before, &with(whole([("name", "Burn 2")])), Some(&shut));
        assert_eq!(refused, Err(Refusal::NotTaken(shut.clone())));
        let same = decide(&before, &with(whole([("name", "Burn")])), Some(&shut)).unwrap();
        assert_eq!(same, Decision::nothing(Outcome::Unchanged));
    }
}
