//! Changes some fields of a decklist. The decision is based on the newest revision, so that simultaneous changes to
//! different fields do not overwrite each other.

use domain::decklist::Decklist;
use proto_events::ids::DecklistId;
use proto_events::{Actor, DecklistEvent, StreamId};

use super::decklist_fields::{ListChanges, TooLarge};
use super::revision_limit::{TooManyRevisions, refuse_too_many};
use crate::engine::context::Reach;
use crate::engine::decision::CommandError;
use crate::engine::legacy::Asked;
use crate::engine::legacy::Decision;
use crate::engine::legacy::Once;
use crate::engine::versions::{Stale, VersionMatch, check_version};
use crate::event_lists::handed_in::{HandedIn, NotTaken};
use crate::{Done, IdempotencyKey, WriteApi};

/// Changes a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangeDecklist {
    /// The caller's reach; a list outside it is not found.
    pub reach: Reach,
    /// The list.
    pub decklist_id: DecklistId,
    /// The changes.
    pub changes: ListChanges,
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
    /// The list would be too large.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
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
    /// The list was changed.
    Changed,
    /// Nothing had to change.
    Unchanged,
    /// The idempotency key was used before; the command ran once.
    Repeated,
}

/// Decides the command; `not_taken` says why changes are no longer accepted, if so.
///
/// # Errors
/// If the list has another version than expected, would be too large, no longer accepts changes, or has reached the
/// limit of revisions.
pub fn decide(
    list: &Decklist,
    command: &ChangeDecklist,
    not_taken: Option<&NotTaken>,
) -> Result<Decision<DecklistEvent, Outcome>, Refusal> {
    let body = command.changes.made_to(&list.body)?;
    check_version(command.expected.as_ref(), list.version)?;
    if body == list.body {
        return Ok(Decision::nothing(Outcome::Unchanged));
    }
    if let Some(not_taken) = not_taken {
        return Err(not_taken.clone().into());
    }
    refuse_too_many(list)?;
    Ok(Decision::happens(vec![DecklistEvent::Revised { body }], Outcome::Changed))
}

impl WriteApi {
    /// Changes a decklist; repeats with the same idempotency key do nothing.
    ///
    /// # Errors
    /// If the command is refused, the caller cannot reach the list, the key was used for another request, or the store
    /// fails.
    pub async fn change_decklist(
        &self,
        actor: &Actor,
        command: &ChangeDecklist,
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
    use crate::commands::decklists::decklist_fields::tests::{changes, whole};
    use crate::event_lists::list_closed::{ListClosed, Why};
    use crate::testing::decklist;

    fn with(changes: ListChanges) -> ChangeDecklist {
        ChangeDecklist {
            reach: Reach::default(),
            decklist_id: DecklistId(17),
            changes,
            expected: None,
            handed_in: HandedIn::default(),
        }
    }

    #[test]
    fn what_is_given_changes_and_the_rest_stays() {
        let before = decklist(&[whole([("name", "Burn"), ("archetype", "Aggro")]).body()]);
        let decision =
            decide(&before, &with(changes([("archetype", ""), ("plaintext_list", "4 Shock")])), None).unwrap();
        let body = whole([("name", "Burn"), ("plaintext_list", "4 Shock")]).body().clone();
        assert_eq!(decision, Decision::happens(vec![DecklistEvent::Revised { body }], Outcome::Changed));
    }

    #[test]
    fn what_changes_nothing_is_no_new_revision() {
        let before = decklist(&[whole([("name", "Burn")]).body()]);
        for nothing in [changes([]), changes([("name", "Burn"), ("archetype", "")])] {
            assert_eq!(decide(&before, &with(nothing), None).unwrap(), Decision::nothing(Outcome::Unchanged));
        }
    }

    #[test]
    fn another_version_than_expected_is_refused() {
        let before = decklist(&[whole([("name", "Burn")]).body(), whole([("name", "Burn 2")]).body()]);
        let expected = Some(VersionMatch::OneOf(vec![1]));
        let command = ChangeDecklist { expected, ..with(changes([("archetype", "Aggro")])) };
        assert_eq!(decide(&before, &command, None), Err(Refusal::Stale(Stale { current: 2 })));
        let any = ChangeDecklist { expected: Some(VersionMatch::Any), ..command };
        assert_eq!(decide(&before, &any, None).unwrap().outcome, Outcome::Changed);
    }

    #[test]
    fn a_list_that_would_be_too_large_is_refused() {
        let half = "x".repeat(250_000);
        let before = decklist(&[whole([("name", "a"), ("plaintext_list", &half)]).body()]);
        let command = with(changes([("deckhost_deck_json", &format!("\"{half}\""))]));
        assert!(matches!(decide(&before, &command, None), Err(Refusal::TooLarge(_))));
    }

    #[test]
    fn where_no_change_is_taken_the_same_again_is_still_fine() {
        let before = decklist(&[whole([("name", "Burn")]).body()]);
        let (tournament_id, name) = (TournamentId(3), "Open".to_owned());
        let shut = NotTaken::from(ListClosed { tournament_id, name, deadline: None, why: Why::Locked });
        let refused = decide(&before, &with(changes([("name", "Burn 2")])), Some(&shut));
        assert_eq!(refused, Err(Refusal::NotTaken(shut.clone())));
        let same = decide(&before, &with(changes([("name", "Burn")])), Some(&shut)).unwrap();
        assert_eq!(same, Decision::nothing(Outcome::Unchanged));
    }
}
