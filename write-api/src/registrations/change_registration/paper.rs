//! Marks whether a player hands in the list on paper.

use domain::tournament::Tournament;
use proto_events::TournamentEvent;
use proto_events::ids::RegistrationId;

use crate::Refusal;
use crate::registrations::entries::entry_of;

/// Decides the command.
///
/// # Errors
/// If the event has no such registration.
pub(crate) fn decide(
    tournament: &Tournament,
    registration_id: RegistrationId,
    using_paper_decklist: bool,
) -> Result<Vec<TournamentEvent>, Refusal> {
    if entry_of(tournament, registration_id)?.using_paper_decklist == using_paper_decklist {
        return Ok(Vec::new());
    }
    let marked = TournamentEvent::PaperDecklistMarked { registration_id, using_paper_decklist };
    Ok(vec![marked])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registrations::entries::unknown_registration;
    use crate::testing::{in_play, tournament};

    #[test]
    fn a_mark_is_made_once() {
        let marked =
            TournamentEvent::PaperDecklistMarked { registration_id: RegistrationId(1), using_paper_decklist: true };
        let decision = decide(&in_play(), RegistrationId(1), true).unwrap();
        assert_eq!(decision, vec![marked]);
        assert_eq!(decide(&in_play(), RegistrationId(1), false).unwrap(), Vec::new());
    }

    #[test]
    fn an_entry_that_is_not_there_is_refused() {
        let unknown = unknown_registration(RegistrationId(1));
        assert_eq!(decide(&tournament(&[]), RegistrationId(1), true), Err(unknown));
    }
}
