//! Awards byes to a player: sets all rounds in which the player has one. Rounds that have begun cannot change.

use std::collections::BTreeSet;

use domain::tournament::Tournament;
use proto_events::TournamentEvent;
use proto_events::ids::RegistrationId;
use proto_events::vocabulary::ProgressStatus;
use service_kit::message;

use crate::Refusal;
use crate::registrations::entries::entry_of;

/// Decides the command.
///
/// # Errors
/// If the event has no such registration, or a round to be changed has begun.
pub(crate) fn decide(
    tournament: &Tournament,
    registration_id: RegistrationId,
    round_numbers: &[i32],
) -> Result<Vec<TournamentEvent>, Refusal> {
    let entry = entry_of(tournament, registration_id)?;
    let before: BTreeSet<i32> = entry.bye_rounds.iter().copied().collect();
    let after: BTreeSet<i32> = round_numbers.iter().copied().collect();
    if before == after {
        return Ok(Vec::new());
    }
    let begun = |number: &&i32| {
        let mut rounds = tournament.rounds().filter(|(_, round)| round.number == **number);
        rounds.any(|(_, round)| round.status != ProgressStatus::Upcoming)
    };
    if let Some(number) = before.symmetric_difference(&after).find(begun) {
        return Err(Refusal::conflict(message!(
            "registration-round-begun",
            "Round {value} has begun: its byes can no longer change.",
            value = number
        )));
    }
    let round_numbers = after.into_iter().collect();
    Ok(vec![TournamentEvent::ByesAwarded { registration_id, round_numbers }])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registrations::entries::unknown_registration;
    use crate::testing::{coded, happened, in_play, tournament};

    const ENTRY: RegistrationId = RegistrationId(1);

    fn awarded(round_numbers: &[i32]) -> TournamentEvent {
        TournamentEvent::ByesAwarded { registration_id: ENTRY, round_numbers: round_numbers.to_vec() }
    }

    #[test]
    fn byes_are_awarded_and_taken_back() {
        let decision = decide(&in_play(), ENTRY, &[3, 2, 3]).unwrap();
        assert_eq!(decision, vec![awarded(&[2, 3])]);
        let had = happened(in_play(), &[awarded(&[2, 3])]);
        assert_eq!(decide(&had, ENTRY, &[3, 2]).unwrap(), Vec::new());
        assert_eq!(decide(&had, ENTRY, &[]).unwrap(), [awarded(&[])]);
    }

    #[test]
    fn rounds_that_have_begun_keep_what_they_had() {
        assert_eq!(coded(decide(&in_play(), ENTRY, &[1, 2])), "registration-round-begun 1");
        let had = happened(in_play(), &[awarded(&[1])]);
        assert_eq!(coded(decide(&had, ENTRY, &[])), "registration-round-begun 1");
        assert!(!decide(&had, ENTRY, &[1, 2]).unwrap().is_empty());
    }

    #[test]
    fn an_entry_that_is_not_there_is_refused() {
        let unknown = unknown_registration(ENTRY);
        assert_eq!(decide(&tournament(&[]), ENTRY, &[]), Err(unknown));
    }
}
