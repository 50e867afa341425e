//! Marks whether a player hands in the list on paper.

use domain::tournament::Tournament;
use proto_events::TournamentEvent;
use proto_events::ids::RegistrationId;

use super::field::{UnknownRegistration, entry_of};
pub use super::outcome::Outcome;
use crate::engine::legacy::Decision;

/// Marks whether a list is handed in on paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MarkPaperDecklist {
    /// The registration.
    pub registration_id: RegistrationId,
    /// Whether it is handed in on paper.
    pub using_paper_decklist: bool,
}

/// Why the command is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The event has no such registration.
    #[error(transparent)]
    UnknownRegistration(#[from] UnknownRegistration),
}

/// Decides the command.
///
/// # Errors
/// If the event has no such registration.
pub fn decide(
    tournament: &Tournament,
    command: &MarkPaperDecklist,
) -> Result<Decision<TournamentEvent, Outcome>, Refusal> {
    let MarkPaperDecklist { registration_id, using_paper_decklist } = *command;
    if entry_of(tournament, registration_id)?.using_paper_decklist == using_paper_decklist {
        return Ok(Decision::nothing(Outcome::Unchanged));
    }
    let marked = TournamentEvent::PaperDecklistMarked { registration_id, using_paper_decklist };
    Ok(Decision::happens(vec![marked], Outcome::Changed))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{in_play, tournament};

    fn to(using_paper_decklist: bool) -> MarkPaperDecklist {
        MarkPaperDecklist { registration_id: RegistrationId(1), using_paper_decklist }
    }

    #[test]
    fn a_mark_is_made_once() {
        let marked =
            TournamentEvent::PaperDecklistMarked { registration_id: RegistrationId(1), using_paper_decklist: true };
        let decision = decide(&in_play(), &to(true)).unwrap();
        assert_eq!(decision, Decision::happens(vec![marked], Outcome::Changed));
        assert_eq!(decide(&in_play(), &to(false)).unwrap(), Decision::nothing(Outcome::Unchanged));
    }

    #[test]
    fn an_entry_that_is_not_there_is_refused() {
        let unknown = Refusal::UnknownRegistration(UnknownRegistration(RegistrationId(1)));
        assert_eq!(decide(&tournament(&[]), &to(true)), Err(unknown));
    }
}
