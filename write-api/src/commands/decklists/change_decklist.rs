//! Changes some fields of a decklist and leaves the others. It is decided on the newest list, so that two who change
//! different fields never undo each other's change.

use domain::decklist::Decklist;
use proto_events::ids::DecklistId;
use proto_events::{Actor, DecklistEvent, StreamId};

use super::decklist_fields::{ListChanges, TooLarge};
use crate::change::{Asked, Reach};
use crate::decision::{CommandError, Decision};
use crate::once::Once;
use crate::version_match::{Stale, VersionMatch, check_version};
use crate::{Done, IdempotencyKey, WriteApi};

/// Changes a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangeDecklist {
    /// Where the list may be: one that is elsewhere is not found.
    pub reach: Reach,
    /// The list.
    pub decklist_id: DecklistId,
    /// What shall be different.
    pub changes: ListChanges,
    /// The version that is to be changed; without it, whatever is newest.
    pub expected: Option<VersionMatch>,
}

/// Why not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The list has another version.
    #[error(transparent)]
    Stale(#[from] Stale),
    /// The list would be too large.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
}

/// What became of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// It was changed.
    Changed,
    /// It was so already.
    Unchanged,
    /// Its idempotency key came before: it was changed once.
    Repeated,
}

/// Decides.
///
/// # Errors
/// When the list has another version than expected, or would be too large.
pub fn decide(list: &Decklist, command: &ChangeDecklist) -> Result<Decision<DecklistEvent, Outcome>, Refusal> {
    let body = command.changes.made_to(&list.body)?;
    check_version(command.expected.as_ref(), list.version)?;
    if body == list.body {
        return Ok(Decision::nothing(Outcome::Unchanged));
    }
    Ok(Decision::happens(vec![DecklistEvent::Revised { body }], Outcome::Changed))
}

impl WriteApi {
    /// Changes a decklist; with a key once, however often it is asked for.
    ///
    /// # Errors
    /// When it is refused, the list is beyond the reach, the key came before with another request, or the
    /// store fails.
    pub async fn change_decklist(
        &self,
        actor: &Actor,
        command: &ChangeDecklist,
        key: Option<&IdempotencyKey>,
    ) -> Result<Done<Decklist, Outcome>, CommandError<Refusal>> {
        let once = key.map(|key| Once { key, repeated: Outcome::Repeated });
        let stream = StreamId::decklist(command.decklist_id);
        let asked = Asked { actor, reach: command.reach, stream, expected: None, once };
        self.change_once(asked, |list| decide(list, command)).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::decklists::decklist_fields::tests::{changes, whole};
    use crate::testing::decklist;

    fn with(changes: ListChanges) -> ChangeDecklist {
        ChangeDecklist { reach: Reach::default(), decklist_id: DecklistId(17), changes, expected: None }
    }

    #[test]
    fn what_is_given_changes_and_the_rest_stays() {
        let before = decklist(&[whole([("name", "Burn"), ("archetype", "Aggro")]).body()]);
        let decision = decide(&before, &with(changes([("archetype", ""), ("plaintext_list", "4 Shock")]))).unwrap();
        let body = whole([("name", "Burn"), ("plaintext_list", "4 Shock")]).body().clone();
        assert_eq!(decision, Decision::happens(vec![DecklistEvent::Revised { body }], Outcome::Changed));
    }

    #[test]
    fn what_changes_nothing_is_no_new_revision() {
        let before = decklist(&[whole([("name", "Burn")]).body()]);
        for nothing in [changes([]), changes([("name", "Burn"), ("archetype", "")])] {
            assert_eq!(decide(&before, &with(nothing)).unwrap(), Decision::nothing(Outcome::Unchanged));
        }
    }

    #[test]
    fn another_version_than_expected_is_refused() {
        let before = decklist(&[whole([("name", "Burn")]).body(), whole([("name", "Burn 2")]).body()]);
        let expected = Some(VersionMatch::OneOf(vec![1]));
        let command = ChangeDecklist { expected, ..with(changes([("archetype", "Aggro")])) };
        assert_eq!(decide(&before, &command), Err(Refusal::Stale(Stale { current: 2 })));
        let any = ChangeDecklist { expected: Some(VersionMatch::Any), ..command };
        assert_eq!(decide(&before, &any).unwrap().outcome, Outcome::Changed);
    }

    #[test]
    fn a_list_that_would_be_too_large_is_refused() {
        let half = "x".repeat(250_000);
        let before = decklist(&[whole([("name", "a"), ("plaintext_list", &half)]).body()]);
        let command = with(changes([("deckhost_deck_json", &format!("\"{half}\""))]));
        assert!(matches!(decide(&before, &command), Err(Refusal::TooLarge(_))));
    }
}
