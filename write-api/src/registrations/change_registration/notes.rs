//! Sets staff's note on a registration. Players never see it.

use domain::tournament::Tournament;
use proto_events::TournamentEvent;
use proto_events::ids::RegistrationId;

use crate::FieldErrors;
use crate::Refusal;
use crate::registrations::entries::entry_of;

/// The maximum length of a note.
pub(super) const NOTE: usize = 10_000;

/// Decides the command.
///
/// # Errors
/// If the event has no such registration, or the note is too long.
pub(crate) fn decide(
    tournament: &Tournament,
    registration_id: RegistrationId,
    internal_notes: &str,
) -> Result<Vec<TournamentEvent>, Refusal> {
    if entry_of(tournament, registration_id)?.internal_notes == internal_notes {
        return Ok(Vec::new());
    }
    faults(internal_notes).check()?;
    Ok(vec![TournamentEvent::NotesChanged { registration_id, internal_notes: internal_notes.to_owned() }])
}

/// Returns the faults of a note.
pub(crate) fn faults(note: &str) -> FieldErrors {
    let mut errors = FieldErrors::default();
    errors.text("internal_notes", note, NOTE);
    errors
}

#[cfg(test)]
mod tests {
    use proto_events::vocabulary::RegistrationStatus;

    use super::*;
    use crate::registrations::entries::unknown_registration;
    use crate::testing::{registered, tournament};

    const ENTRY: RegistrationId = RegistrationId(1);

    fn decided(note: &str) -> Result<Vec<TournamentEvent>, Refusal> {
        let before =
            TournamentEvent::NotesChanged { registration_id: ENTRY, internal_notes: "Knows the rules.".into() };
        let event = tournament(&[registered(1, RegistrationStatus::Complete), before]);
        decide(&event, ENTRY, note)
    }

    #[test]
    fn a_note_replaces_the_one_before_and_the_same_again_changes_nothing() {
        let changed = TournamentEvent::NotesChanged { registration_id: ENTRY, internal_notes: String::new() };
        assert_eq!(decided("").unwrap(), vec![changed]);
        assert_eq!(decided("Knows the rules.").unwrap(), Vec::new());
    }

    #[test]
    fn a_note_is_no_book_and_an_entry_is_there() {
        assert_eq!(decided(&"x".repeat(10_001)).unwrap_err().code(), "invalid");
        let unknown = unknown_registration(ENTRY);
        assert_eq!(decide(&tournament(&[]), ENTRY, ""), Err(unknown));
    }
}
