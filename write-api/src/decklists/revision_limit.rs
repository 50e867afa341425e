//! The limit of revisions of a decklist.

use domain::decklist::Decklist;
use domain::limits::DECKLIST_REVISIONS;

use super::refusal::Refusal;

/// Checks that another revision is allowed.
///
/// # Errors
/// If the list has reached the limit of revisions.
pub(super) fn refuse_too_many(list: &Decklist) -> Result<(), Refusal> {
    if list.version < DECKLIST_REVISIONS { Ok(()) } else { Err(Refusal::TooManyRevisions) }
}

#[cfg(test)]
mod tests {
    use proto_events::decklist::DecklistBody;

    use super::*;
    use crate::testing::decklist;

    #[test]
    fn a_list_is_revised_up_to_the_limit() {
        let with = |version| Decklist { version, ..decklist(&[&DecklistBody::default()]) };
        assert_eq!(refuse_too_many(&with(DECKLIST_REVISIONS - 1)), Ok(()));
        assert_eq!(refuse_too_many(&with(DECKLIST_REVISIONS)), Err(Refusal::TooManyRevisions));
    }
}
