//! Sets all of the store's tags of a player.

use domain::tournament::Tournament;
use proto_events::TournamentEvent;
use proto_events::ids::RegistrationId;

use crate::FieldErrors;
use crate::Refusal;
use crate::engine::fields::too_many_items;
use crate::registrations::entries::entry_of;

/// The maximum number of tags of a player.
const TAGS: usize = 50;
/// The maximum length of a tag.
const TAG: usize = 100;

/// Decides the command.
///
/// # Errors
/// If the event has no such registration, or a tag is invalid.
pub(crate) fn decide(
    tournament: &Tournament,
    registration_id: RegistrationId,
    given: &[String],
) -> Result<Vec<TournamentEvent>, Refusal> {
    let entry = entry_of(tournament, registration_id)?;
    let tags = distinct(given);
    if tags == entry.tags {
        return Ok(Vec::new());
    }
    faults(&tags).check()?;
    Ok(vec![TournamentEvent::TagsChanged { registration_id, tags }])
}

/// Returns the tags as they are stored: trimmed and without duplicates.
fn distinct(given: &[String]) -> Vec<String> {
    let mut tags: Vec<String> = Vec::new();
    for tag in given.iter().map(|tag| tag.trim()) {
        if !tags.iter().any(|known| known == tag) {
            tags.push(tag.to_owned());
        }
    }
    tags
}

/// Returns the faults of tags.
pub(crate) fn faults(given: &[String]) -> FieldErrors {
    let tags = distinct(given);
    let mut errors = FieldErrors::default();
    if tags.len() > TAGS {
        errors.add("tags", too_many_items(TAGS));
    }
    tags.iter().for_each(|tag| errors.required_line("tags", tag, TAG));
    errors
}

#[cfg(test)]
mod tests {
    use proto_events::vocabulary::RegistrationStatus;

    use super::*;
    use crate::registrations::entries::unknown_registration;
    use crate::testing::{registered, tournament};

    const ENTRY: RegistrationId = RegistrationId(1);

    fn decided(tags: &[&str]) -> Result<Vec<TournamentEvent>, Refusal> {
        let before = TournamentEvent::TagsChanged { registration_id: ENTRY, tags: vec!["vip".into()] };
        let event = tournament(&[registered(1, RegistrationStatus::Complete), before]);
        let tags: Vec<String> = tags.iter().map(|tag| (*tag).to_owned()).collect();
        decide(&event, ENTRY, &tags)
    }

    #[test]
    fn tags_replace_those_before() {
        let tags = vec!["late".to_owned(), "vip".to_owned()];
        let changed = TournamentEvent::TagsChanged { registration_id: ENTRY, tags };
        assert_eq!(decided(&[" late ", "vip", "late"]).unwrap(), vec![changed]);
        assert!(!decided(&[]).unwrap().is_empty());
    }

    #[test]
    fn the_same_again_changes_nothing() {
        assert_eq!(decided(&["vip", "vip "]).unwrap(), Vec::new());
    }

    #[test]
    fn tags_are_short_and_few() {
        let many: Vec<String> = (0..51).map(|number| number.to_string()).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        assert!(decided(&many[..50]).is_ok());
        for wrong in [&many[..], &[" "], &[&"x".repeat(101)]] {
            assert_eq!(decided(wrong).unwrap_err().code(), "invalid");
        }
    }

    #[test]
    fn an_entry_that_is_not_there_is_refused() {
        let unknown = unknown_registration(ENTRY);
        assert_eq!(decide(&tournament(&[]), ENTRY, &[]), Err(unknown));
    }
}
