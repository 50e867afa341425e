//! Sets staff's note on a registration. Players never see it.

use domain::tournament::Tournament;
use proto_events::TournamentEvent;
use proto_events::ids::RegistrationId;

use super::field::{UnknownRegistration, entry_of};
pub use super::outcome::Outcome;
use crate::engine::fields::FieldErrors;
use crate::engine::legacy::Decision;

/// The maximum length of a note.
const NOTE: usize = 10_000;

/// Sets a note.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WriteNotes {
    /// The registration.
    pub registration_id: RegistrationId,
    /// The complete note.
    pub internal_notes: String,
}

/// Why the command is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The event has no such registration.
    #[error(transparent)]
    UnknownRegistration(#[from] UnknownRegistration),
    /// The note is too long.
    #[error(transparent)]
    Invalid(#[from] FieldErrors),
}

/// Decides the command.
///
/// # Errors
/// If the event has no such registration, or the note is too long.
pub fn decide(tournament: &Tournament, command: &WriteNotes) -> Result<Decision<TournamentEvent, Outcome>, Refusal> {
    let WriteNotes { registration_id, internal_notes } = command.clone();
    if entry_of(tournament, registration_id)?.internal_notes == internal_notes {
        return Ok(Decision::nothing(Outcome::Unchanged));
    }
    faults(&internal_notes).check()?;
    Ok(Decision::happens(vec![TournamentEvent::NotesChanged { registration_id, internal_notes }], Outcome::Changed))
}

/// Returns the faults of a note.
pub(super) fn faults(note: &str) -> FieldErrors {
    let mut errors = FieldErrors::default();
    errors.text("internal_notes", note, NOTE);
    errors
}

#[cfg(test)]
mod tests {
    use proto_events::vocabulary::RegistrationStatus;

    use super::*;
    use crate::testing::{registered, tournament};

    const ENTRY: RegistrationId = RegistrationId(1);

    fn decided(note: &str) -> Result<Decision<TournamentEvent, Outcome>, Refusal> {
        let before =
            TournamentEvent::NotesChanged { registration_id: ENTRY, internal_notes: "Knows the rules.".into() };
        let event = tournament(&[registered(1, RegistrationStatus::Complete), before]);
        decide(&event, &WriteNotes { registration_id: ENTRY, internal_notes: note.into() })
    }

    #[test]
    fn a_note_replaces_the_one_before_and_the_same_again_changes_nothing() {
        let changed = TournamentEvent::NotesChanged { registration_id: ENTRY, internal_notes: String::new() };
        assert_eq!(decided("").unwrap(), Decision::happens(vec![changed], Outcome::Changed));
        assert_eq!(decided("Knows the rules.").unwrap(), Decision::nothing(Outcome::Unchanged));
    }

    #[test]
    fn a_note_is_no_book_and_an_entry_is_there() {
        assert!(matches!(decided(&"x".repeat(10_001)), Err(Refusal::Invalid(_))));
        let nobodys = WriteNotes { registration_id: ENTRY, internal_notes: String::new() };
        let unknown = Refusal::UnknownRegistration(UnknownRegistration(ENTRY));
        assert_eq!(decide(&tournament(&[]), &nobodys), Err(unknown));
    }
}
